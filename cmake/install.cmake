# `cmake --install` puts the program, the library, its headers, man pages and samples in place; other projects then say
# find_package(Espalier) and link Espalier::espalier.
include(CMakePackageConfigHelpers)

install(TARGETS espalier_lib EXPORT EspalierTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/espalier DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(DIRECTORY samples DESTINATION ${CMAKE_INSTALL_DATADIR}/espalier)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/espalier OPTIONAL)
install(EXPORT EspalierTargets NAMESPACE Espalier:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Espalier)
configure_package_config_file(cmake/EspalierConfig.cmake.in ${PROJECT_BINARY_DIR}/EspalierConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Espalier)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/EspalierConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/EspalierConfig.cmake ${PROJECT_BINARY_DIR}/EspalierConfigVersion.cmake
              cmake/FindLiblinear.cmake cmake/FindLibsvm.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Espalier)
