# SPDX-License-Identifier: MIT
# How this project builds its own sources: warnings, and the tools that make rebuilds fast. None of
# it reaches a user: the target is private, and a parent project keeps its own choices.
add_library(parley_project_options INTERFACE)

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(parley_project_options INTERFACE -Wall -Wextra -Wconversion -Wshadow)
  if(PARLEY_WERROR)
    target_compile_options(parley_project_options INTERFACE -Werror)
  endif()
endif()

if(PROJECT_IS_TOP_LEVEL)
  find_program(PARLEY_CCACHE ccache)
  if(PARLEY_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${PARLEY_CCACHE})
  endif()

  find_program(PARLEY_MOLD mold)
  if(PARLEY_MOLD AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_link_options(parley_project_options INTERFACE -fuse-ld=mold)
  endif()
endif()
