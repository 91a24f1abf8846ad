# SPDX-License-Identifier: MIT
# `cmake --install`: headers, library, the CMake package and the pkg-config file.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(parley_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/parley)

install(
  TARGETS parley parley_header_only parley_headers
  EXPORT parleyTargets
  FILE_SET HEADERS
  FILE_SET bodies)
install(EXPORT parleyTargets NAMESPACE parley:: DESTINATION ${parley_package_dir})

configure_package_config_file(cmake/parleyConfig.cmake.in ${PROJECT_BINARY_DIR}/parleyConfig.cmake
                              INSTALL_DESTINATION ${parley_package_dir})
# While the major version is 0, a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/parleyConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/parleyConfig.cmake
              ${PROJECT_BINARY_DIR}/parleyConfigVersion.cmake cmake/Findasio.cmake
        DESTINATION ${parley_package_dir})

configure_file(cmake/parley.pc.in ${PROJECT_BINARY_DIR}/parley.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/parley.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
