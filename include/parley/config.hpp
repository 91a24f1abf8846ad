// SPDX-License-Identifier: MIT
// Version of parley and the one switch between the compiled and the header-only build.
#pragma once

#define PARLEY_VERSION_MAJOR 0
#define PARLEY_VERSION_MINOR 1
#define PARLEY_VERSION_PATCH 0
#define PARLEY_VERSION "0.1.0"

// Function bodies live in impl/*.ipp. The compiled library builds them once (the default); a
// program that defines PARLEY_HEADER_ONLY, as the target parley::header_only does, gets them
// inline.
#ifdef PARLEY_HEADER_ONLY
#define PARLEY_DECL inline
#else
#define PARLEY_DECL
#endif

// On a function that is called when something is wrong: what leads to it is moved out of the way of
// messages that are right. Code that a message runs through costs more than the work it does.
#ifdef __GNUC__
#define PARLEY_COLD [[gnu::cold]]
#else
#define PARLEY_COLD
#endif
