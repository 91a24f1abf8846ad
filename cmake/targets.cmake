# SPDX-License-Identifier: MIT
# The targets that users link: parley::parley (compiled) and parley::header_only, twins made from the
# same files. What they share - headers, dependencies, language level - is said once, in parley::headers.

file(GLOB_RECURSE parley_public_headers CONFIGURE_DEPENDS include/*.hpp)
file(GLOB_RECURSE parley_private_headers CONFIGURE_DEPENDS include/parley/*/impl/*.hpp)
list(REMOVE_ITEM parley_public_headers ${parley_private_headers})
file(GLOB_RECURSE parley_bodies CONFIGURE_DEPENDS include/*.ipp)
list(APPEND parley_bodies ${parley_private_headers})
file(GLOB_RECURSE parley_sources CONFIGURE_DEPENDS src/*.cpp)

add_library(parley_headers INTERFACE)
add_library(parley::headers ALIAS parley_headers)
target_sources(
  parley_headers
  INTERFACE FILE_SET HEADERS BASE_DIRS include FILES ${parley_public_headers}
  INTERFACE FILE_SET bodies TYPE HEADERS BASE_DIRS include FILES ${parley_bodies})
target_compile_features(parley_headers INTERFACE cxx_std_20)
target_link_libraries(parley_headers INTERFACE nlohmann_json::nlohmann_json tl::expected asio::asio
                                               Threads::Threads)
# parley::header_only and the tests compile the same headers; one check that each stands alone is
# enough: ninja all_verify_interface_header_sets.
set_target_properties(
  parley_headers
  PROPERTIES EXPORT_NAME headers
             VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL}
             INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)

add_library(parley ${parley_sources})
add_library(parley::parley ALIAS parley)
target_link_libraries(parley PUBLIC parley_headers PRIVATE $<BUILD_INTERFACE:parley_project_options>)
set_target_properties(parley PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION
                                        ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# A program carries what it calls, not all of parley: every function is a section of its own, and the
# linker drops those that nobody names. Half of a small server's size.
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT WIN32)
  target_compile_options(parley PRIVATE -ffunction-sections -fdata-sections)
  # Calls of other libraries without a detour: short messages run through some twenty of them.
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_compile_options(parley PRIVATE -fno-plt)
  endif()
  get_target_property(parley_library_type parley TYPE)
  if(parley_library_type STREQUAL STATIC_LIBRARY)
    set(parley_drop_unused -Wl,--gc-sections)
    if(APPLE)
      set(parley_drop_unused -Wl,-dead_strip)
    endif()
    target_link_options(parley INTERFACE ${parley_drop_unused})
  endif()
endif()

add_library(parley_header_only INTERFACE)
add_library(parley::header_only ALIAS parley_header_only)
set_target_properties(parley_header_only PROPERTIES EXPORT_NAME header_only)
target_link_libraries(parley_header_only INTERFACE parley_headers)
target_compile_definitions(parley_header_only INTERFACE PARLEY_HEADER_ONLY)
