# SPDX-License-Identifier: MIT
# What parley stands on. Each dependency is, in this order: a target that the parent project already
# made, an installed package, a pinned copy fetched from upstream.
include(FetchContent)
find_package(Threads REQUIRED)

# A commit in the address pins the content. Our own CI machines have no way to these addresses, so
# there the fallback is tried with FETCHCONTENT_SOURCE_DIR_<NAME> pointing at a local checkout.
function(parley_fetch name repository commit)
  string(TOUPPER ${name} upper_name)
  message(STATUS "parley: no ${name} installed, fetching it from ${repository}; without a network,"
                 " install it, or set FETCHCONTENT_SOURCE_DIR_${upper_name} to its sources")
  # CMake 3.25 takes a SYSTEM right behind the URL for a second URL, and refuses both.
  FetchContent_Declare(
    ${name}
    URL https://github.com/${repository}/archive/${commit}.tar.gz
    DOWNLOAD_EXTRACT_TIMESTAMP OFF
    DOWNLOAD_NO_PROGRESS ON
    SYSTEM)
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

if(NOT TARGET nlohmann_json::nlohmann_json)
  find_package(nlohmann_json 3.11 QUIET)
  if(NOT nlohmann_json_FOUND)
    parley_fetch(nlohmann_json nlohmann/json 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03) # 3.11.3
  endif()
endif()

if(NOT TARGET tl::expected)
  find_package(tl-expected QUIET)
  if(NOT tl-expected_FOUND)
    set(EXPECTED_BUILD_TESTS OFF)
    set(EXPECTED_BUILD_PACKAGE OFF)
    parley_fetch(tl-expected TartanLlama/expected 292eff8bd8ee230a7df1d6a1c00c4ea0eb2f0362) # 1.1.0
  endif()
endif()

if(NOT TARGET asio::asio)
  find_package(asio 1.22 QUIET MODULE)
  if(NOT asio_FOUND)
    # asio has no CMake build of its own: its headers are all there is.
    parley_fetch(asio chriskohlhoff/asio 12e0ce9e0500bf0f247dbd1ae894272656456079) # 1.30.2
    add_library(asio::asio INTERFACE IMPORTED GLOBAL)
    target_include_directories(asio::asio INTERFACE ${asio_SOURCE_DIR}/asio/include)
    target_compile_definitions(asio::asio INTERFACE ASIO_STANDALONE)
    target_link_libraries(asio::asio INTERFACE Threads::Threads)
    set(parley_fetched asio::asio)
  endif()
endif()

# The installed package looks for its dependencies itself, so they must be installed ones.
foreach(target nlohmann_json::nlohmann_json tl::expected asio::asio)
  get_target_property(imported ${target} IMPORTED)
  if(PARLEY_INSTALL AND (NOT imported OR ${target} IN_LIST parley_fetched))
    message(STATUS "parley: no install rules, because ${target} is not an installed package")
    set(PARLEY_INSTALL OFF)
  endif()
endforeach()

if((PARLEY_BUILD_EXAMPLES OR PARLEY_BUILD_BENCHMARKS) AND NOT TARGET CLI11::CLI11)
  find_package(CLI11 2.1 QUIET)
  if(NOT CLI11_FOUND)
    parley_fetch(CLI11 CLIUtils/CLI11 6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9) # 2.4.2
  endif()
endif()

# Both majors of Catch2 serve, see tests/catch.hpp; version 3 where there is a choice.
if(PARLEY_BUILD_TESTS AND NOT TARGET Catch2::Catch2)
  find_package(Catch2 3 QUIET)
  if(NOT Catch2_FOUND)
    find_package(Catch2 2.13 QUIET)
  endif()
  if(NOT Catch2_FOUND)
    parley_fetch(Catch2 catchorg/Catch2 fa43b77429ba76c462b1898d6cd2f2d7a9416b14) # 3.7.1
  endif()
endif()
