# Many machines: what joins the processes that mpirun started (apps/mpi/join), and the module with MPI in it, which is loaded
# then only, where Debian's Open MPI is there.
add_library(espalier_join STATIC apps/mpi/join.cc)
target_include_directories(espalier_join PUBLIC apps)
target_link_libraries(espalier_join PUBLIC espalier_lib PRIVATE espalier_flags fmt::fmt ${CMAKE_DL_LIBS})
set(ESPALIER_MODULES ${CMAKE_INSTALL_LIBDIR}/espalier)
file(RELATIVE_PATH up /${CMAKE_INSTALL_BINDIR} /)  # found from the program, wherever that is installed
target_compile_definitions(espalier_join PRIVATE ESPALIER_MODULES="${up}${ESPALIER_MODULES}")

if(ESPALIER_MPI STREQUAL "AUTO" AND (ESPALIER_SANITIZE OR ESPALIER_FUZZ))
  return()  # MPI's own leaks are not ours to find
endif()
if(ESPALIER_MPI)
  pkg_check_modules(OPENMPI QUIET IMPORTED_TARGET ompi-c)
  if(NOT OPENMPI_FOUND AND NOT ESPALIER_MPI STREQUAL "AUTO")
    message(FATAL_ERROR "ESPALIER_MPI is ON, but Open MPI is not there (Debian: libopenmpi-dev)")
  endif()
  if(OPENMPI_FOUND)
    add_library(espalier_mpi MODULE apps/mpi/module.cc)
    set_target_properties(espalier_mpi PROPERTIES PREFIX "" OUTPUT_NAME espalier-mpi CXX_VISIBILITY_PRESET hidden)
    target_include_directories(espalier_mpi PRIVATE apps)
    target_compile_definitions(espalier_mpi PRIVATE OMPI_SKIP_MPICXX)
    target_link_libraries(espalier_mpi PRIVATE espalier_flags PkgConfig::OPENMPI Threads::Threads)
    install(TARGETS espalier_mpi LIBRARY DESTINATION ${ESPALIER_MODULES} COMPONENT mpi)
  endif()
endif()
