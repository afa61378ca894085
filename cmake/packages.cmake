# Debian packages by cpack, one for each component of cmake/install.cmake and one for the service. scripts/deb makes them.
set(ESPALIER_MAINTAINER "Espalier maintainers <maintainers@espalier.example>" CACHE STRING "Who answers for the packages")
set(ESPALIER_DEBIAN_RELEASE 1 CACHE STRING "The number behind the version: how often it was packaged")
set(ESPALIER_PACKAGE_DATE "Thu, 01 Jan 1970 00:00:00 +0000" CACHE STRING "The date of their changelog (RFC 2822)")
set(version ${PROJECT_VERSION}-${ESPALIER_DEBIAN_RELEASE})
set(made ${PROJECT_BINARY_DIR}/packaging)

# The service: a unit, and its settings.
install(FILES packaging/espalier.service DESTINATION /lib/systemd/system COMPONENT server)
install(FILES packaging/espalier.default DESTINATION /etc/default RENAME espalier COMPONENT server)
install(FILES examples/c/parse.c DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libespalier-dev/examples COMPONENT dev)

# What every package has beside its files. Compressed before packing (cmake/compress.cmake).
set(packages_program espalier)
set(packages_library libespalier${PROJECT_VERSION_MAJOR})
set(packages_dev libespalier-dev)
set(packages_models espalier-models)
set(packages_server espalier-server)
set(packages_mpi espalier-mpi)
set(components program library dev models server)
if(TARGET espalier_mpi)
  list(APPEND components mpi)
endif()
configure_file(packaging/changelog.in ${made}/changelog.Debian @ONLY)
configure_file(CHANGELOG.md ${made}/changelog COPYONLY)
foreach(component IN LISTS components)
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/${packages_${component}})
  install(FILES packaging/copyright ${made}/changelog.Debian ${made}/changelog DESTINATION ${documents} COMPONENT ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${packages_${component}})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME espalier)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGE_CONTACT ${ESPALIER_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/compress.cmake)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${ESPALIER_DEBIAN_RELEASE})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SOURCE espalier)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS espalier-models)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS espalier-server)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "parser of human language that learns from treebanks
Espalier goes from plain text to dependency or constituency trees with models
of a few megabytes, trains them from treebanks in one go, and reads, writes,
checks, counts, draws and scores treebanks in all usual formats.

This package has the program, its man pages and completions for bash, zsh
and fish.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_MULTIARCH same)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS espalier-models)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "parser of human language (C library)
Espalier goes from plain text to dependency or constituency trees.

This package has the shared library, for C and for all that calls C.")

# The static library is linked with what it stands on, and its CMake files look for these packages.
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libespalier${PROJECT_VERSION_MAJOR} (= ${version}), libfmt-dev, libicu-dev, liblinear-dev, liblzma-dev, libsvm-dev, libzstd-dev, pkgconf, zlib1g-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION "parser of human language (development files)
Espalier goes from plain text to dependency or constituency trees.

This package has the headers for C and C++, the static library for C++ with
its CMake files (find_package(Espalier)), and a pkg-config file and an
example for C.")

set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "espalier (= ${version})")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_DEBIAN_MPI_DESCRIPTION "parser of human language (many machines)
Espalier goes from plain text to dependency or constituency trees.

This package has the module that lets the processes which mpirun or srun
starts on many machines share the work of one command.")

set(CPACK_DEBIAN_MODELS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MODELS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_MODELS_PACKAGE_MULTIARCH foreign)
set(CPACK_DEBIAN_MODELS_PACKAGE_ENHANCES "espalier, libespalier${PROJECT_VERSION_MAJOR}")
set(CPACK_DEBIAN_MODELS_DESCRIPTION "parser of human language (models)
Espalier goes from plain text to dependency or constituency trees.

This package has models of Portuguese, English and French, trained on
treebanks of Universal Dependencies. Each has the licence of its treebank.")

set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION science)
set(CPACK_DEBIAN_SERVER_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS "espalier (>= ${PROJECT_VERSION}), init-system-helpers (>= 1.52)")
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS espalier-models)
set(CPACK_DEBIAN_SERVER_DESCRIPTION "parser of human language (HTTP service)
Espalier goes from plain text to dependency or constituency trees.

This package has a systemd unit that runs 'espalier serve' on this machine's
own address, as a user of its own that may read its models and little else.")
file(WRITE ${made}/conffiles "/etc/default/espalier\n")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA "${made}/conffiles")
foreach(script postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/server/${script})
endforeach()
include(CPack)
