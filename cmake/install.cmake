# `cmake --install` puts the program, the library, its headers, man pages, completions and samples in place; other projects
# then say find_package(Espalier) and link Espalier::espalier, or ask pkg-config for the C library. Each rule names the
# package that its files belong to (cmake/packages.cmake).
include(CMakePackageConfigHelpers)

install(TARGETS espalier_lib EXPORT EspalierTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(TARGETS espalier_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev)
install(DIRECTORY include/espalier DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(DIRECTORY docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program FILES_MATCHING PATTERN "*.1")
install(DIRECTORY samples DESTINATION ${CMAKE_INSTALL_DATADIR}/espalier COMPONENT program)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/espalier COMPONENT models OPTIONAL)
install(EXPORT EspalierTargets NAMESPACE Espalier:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Espalier COMPONENT dev)
configure_package_config_file(cmake/EspalierConfig.cmake.in ${PROJECT_BINARY_DIR}/EspalierConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Espalier)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/EspalierConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/EspalierConfig.cmake ${PROJECT_BINARY_DIR}/EspalierConfigVersion.cmake
              cmake/FindLiblinear.cmake cmake/FindLibsvm.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Espalier COMPONENT dev)
# Found from where it lies, since `cmake --install --prefix` may choose another place; packages know theirs.
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT ESPALIER_PACKAGES)
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
configure_file(cmake/espalier.pc.in ${PROJECT_BINARY_DIR}/espalier.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/espalier.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

if(TARGET espalier)
  install(TARGETS espalier RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()

# Completions are printed by the program, from the definitions behind --help. Under sanitizers nobody installs it.
set(ESPALIER_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks for completions")
if(TARGET espalier AND NOT ESPALIER_SANITIZE)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  file(MAKE_DIRECTORY ${completions})
  foreach(shell bash zsh fish)
    add_custom_command(TARGET espalier POST_BUILD COMMAND espalier completion ${shell} > ${completions}/${shell} VERBATIM)
  endforeach()
  install(FILES ${completions}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME espalier COMPONENT program)
  install(FILES ${completions}/zsh DESTINATION ${ESPALIER_ZSH_COMPLETIONS} RENAME _espalier COMPONENT program)
  install(FILES ${completions}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME espalier.fish COMPONENT program)
endif()
