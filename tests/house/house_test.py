# SPDX-License-Identifier: MIT
"""Tests of the house checks: each fault, planted, is found; its lawful twin is not."""

import unittest

import header_only
import layering
import mirror
import sizes
import sources


def complaints(**files):
    """layering.check on files given as `json__value_hpp='text'` -> include/parley/json/value.hpp."""
    tree = {}
    for key, text in files.items():
        stem, _, suffix = key.replace('__', '/').rpartition('_')
        tree[f'include/parley/{stem}.{suffix}'] = text
    return layering.check(tree)


def tail(target):
    return f'#ifdef PARLEY_HEADER_ONLY\n#include <parley/{target}>\n#endif\n'


class HeaderOnly(unittest.TestCase):
    def test_a_body_may_include_its_own_header(self):
        self.assertEqual(header_only.check({
            'include/parley/rpc/a.hpp': tail('rpc/impl/a.ipp'),
            'include/parley/rpc/impl/a.ipp': '#include <parley/rpc/a.hpp>\n',
        }), [])

    def test_a_body_may_not_meet_its_private_header_half_way(self):
        files = {
            'include/parley/rpc/a.hpp': tail('rpc/impl/a.ipp'),
            'include/parley/rpc/impl/a.ipp': '#include <parley/rpc/impl/state.hpp>\n',
            'include/parley/rpc/impl/state.hpp': '#include <parley/rpc/b.hpp>\n',
            'include/parley/rpc/b.hpp': tail('rpc/impl/b.ipp'),
            'include/parley/rpc/impl/b.ipp': '#include <parley/rpc/impl/state.hpp>\n',
        }
        found = header_only.check(files)
        self.assertEqual(len(found), 1)
        self.assertIn('impl/state.hpp is only half read', found[0])
        files['include/parley/rpc/a.hpp'] = '#include <parley/rpc/b.hpp>\n' + tail('rpc/impl/a.ipp')
        files['include/parley/rpc/b.hpp'] = tail('rpc/a.hpp')
        self.assertEqual(header_only.check(files), [])


class Mirror(unittest.TestCase):
    def test_a_test_file_is_named_after_a_header_of_its_layer(self):
        headers = ['json/parse.hpp', 'rpc/session_core.hpp']
        for good in ('json/parse_test.cpp', 'json/parse_numbers_test.cpp',
                     'rpc/session_core_test.cpp', 'schema/oracle_test.cpp'):
            self.assertEqual(mirror.check(headers, [good]), [])
        for bad in ('json/parser_test.cpp', 'rpc/parse_test.cpp', 'rpc/session_test.cpp'):
            self.assertEqual(len(mirror.check(headers, [bad])), 1, bad)


class Layering(unittest.TestCase):
    def test_a_lower_layer_may_be_included(self):
        self.assertEqual(complaints(mcp__server_hpp='#include <parley/rpc/error.hpp>\n'), [])

    def test_a_higher_layer_may_not(self):
        self.assertIn('rpc/ may not include mcp/',
                      complaints(rpc__error_hpp='#include <parley/mcp/server.hpp>\n')[0])

    def test_the_protocols_do_not_know_each_other(self):
        for source, target in (('mcp', 'acp'), ('acp', 'mcp')):
            text = f'#include <parley/{target}/x.hpp>\n'
            self.assertIn('may not include', complaints(**{f'{source}__y_hpp': text})[0])
            umbrella = f'#include <parley/{target}.hpp>\n'
            self.assertIn('may not include', complaints(**{f'{source}__y_hpp': umbrella})[0])

    def test_types_include_json_and_each_other_only(self):
        lawful = '#include <parley/json/codec.hpp>\n#include <parley/acp/types/a.hpp>\n'
        self.assertEqual(complaints(acp__types__b_hpp=lawful), [])
        self.assertIn('json/ only',
                      complaints(acp__types__b_hpp='#include <parley/acp/client.hpp>\n')[0])

    def test_heavy_headers_stay_out_of_public_ones(self):
        for heavy in ('asio.hpp', 'iostream', 'regex', 'fmt/core.h'):
            self.assertIn('every user', complaints(rpc__x_hpp=f'#include <{heavy}>\n')[0])
        self.assertEqual(complaints(rpc__impl__x_ipp='#include <asio.hpp>\n'), [])

    def test_bodies_are_included_in_the_header_only_tail(self):
        include = '#include <parley/rpc/impl/x.ipp>\n'
        tail = f'#ifdef PARLEY_HEADER_ONLY\n{include}#endif\n'
        self.assertEqual(complaints(rpc__x_hpp=tail, rpc__impl__x_ipp=''), [])
        self.assertIn('PARLEY_HEADER_ONLY', complaints(rpc__x_hpp=include)[0])

    def test_sans_io_is_checked_through_includes(self):
        found = complaints(rpc__framer_hpp='#include <parley/rpc/runtime.hpp>\n',
                           rpc__runtime_hpp='#include <mutex>\n')
        self.assertEqual(len(found), 1)
        self.assertIn('rpc/framer.hpp: is sans-I/O but reaches <mutex>', found[0])

    def test_a_circle_is_found(self):
        found = complaints(json__a_hpp='#include <parley/json/b.hpp>\n',
                           json__b_hpp='#include <parley/json/c.hpp>\n',
                           json__c_hpp='#include <parley/json/b.hpp>\n')
        self.assertEqual(len(found), 1)
        self.assertIn('include circle', found[0])


class Sizes(unittest.TestCase):
    def lengths(self, text):
        return [(f.name, f.length) for f in sizes.functions_of(text)]

    def test_functions_are_found_and_measured(self):
        text = '''
namespace a {
struct B : C {
  int get() const { return 1; }
  B() : x_{1}, y_(2) {
    call([&] { return 1; });
  }
};
enum class E { one, two };
template <class T>
auto free(T t) -> int
  requires true
{
  if (t) {
    return 1;
  }
  return 2;
}
const Table table = {{1, 2}, {3, 4}};
}  // namespace a
TEST_CASE("braces } in { literals ' count not") {
  CHECK(R"x({)x" != "}");  // {
}
'''
        self.assertEqual(self.lengths(text),
                         [('get', 1), ('B', 3), ('free', 9), ('TEST_CASE', 3)])

    def test_a_struct_among_the_parameters_is_still_a_function(self):
        self.assertEqual(self.lengths('int f(struct stat* s) {\n}\n'), [('f', 2)])

    def test_digit_separators_are_no_characters(self):
        self.assertIn("100'000", sources.blank_literals("int a = 100'000; int b = 1'0;"))


if __name__ == '__main__':
    unittest.main()
