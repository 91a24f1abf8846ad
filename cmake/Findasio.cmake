# SPDX-License-Identifier: MIT
# Finds standalone asio: the package of vcpkg or Conan where there is one, else the bare headers.
#
# Defines the target asio::asio (headers, ASIO_STANDALONE, threads) and asio_VERSION.
# Installed next to parleyConfig.cmake, because distributions ship asio without a CMake package.
find_package(asio ${asio_FIND_VERSION} CONFIG QUIET)
if(NOT TARGET asio::asio)
  find_path(asio_INCLUDE_DIR asio.hpp)
  mark_as_advanced(asio_INCLUDE_DIR)
  if(asio_INCLUDE_DIR)
    # "#define ASIO_VERSION 102201 // 1.22.1"
    file(STRINGS ${asio_INCLUDE_DIR}/asio/version.hpp asio_version_line REGEX "define ASIO_VERSION ")
    if(asio_version_line MATCHES "// *([0-9.]+)")
      set(asio_VERSION ${CMAKE_MATCH_1})
    endif()
  endif()
endif()

include(FindPackageHandleStandardArgs)
if(TARGET asio::asio)
  find_package_handle_standard_args(asio REQUIRED_VARS asio_CONFIG VERSION_VAR asio_VERSION)
else()
  find_package_handle_standard_args(
    asio
    REQUIRED_VARS asio_INCLUDE_DIR
    VERSION_VAR asio_VERSION)
endif()

if(asio_FOUND)
  find_package(Threads REQUIRED)
  if(NOT TARGET asio::asio)
    add_library(asio::asio INTERFACE IMPORTED)
    set_target_properties(asio::asio PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${asio_INCLUDE_DIR})
  endif()
  set_property(TARGET asio::asio APPEND PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads)
  set_property(TARGET asio::asio APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS ASIO_STANDALONE)
  # Before 1.26 asio looks for the coroutines of clang in <experimental/coroutine>, which libstdc++
  # never had; these two tell it that <coroutine> is there, and asio::awaitable appears.
  if(asio_VERSION VERSION_LESS 1.26)
    set_property(
      TARGET asio::asio
      APPEND
      PROPERTY INTERFACE_COMPILE_DEFINITIONS
               "$<$<CXX_COMPILER_ID:Clang,AppleClang>:ASIO_HAS_CO_AWAIT;ASIO_HAS_STD_COROUTINE>")
  endif()
endif()
