# libsvm, which brings no CMake files of its own: Libsvm::libsvm, for <libsvm/svm.h>.
find_path(LIBSVM_INCLUDE_DIR libsvm/svm.h)
find_library(LIBSVM_LIBRARY svm)
mark_as_advanced(LIBSVM_INCLUDE_DIR LIBSVM_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libsvm REQUIRED_VARS LIBSVM_LIBRARY LIBSVM_INCLUDE_DIR)
if(Libsvm_FOUND AND NOT TARGET Libsvm::libsvm)
  add_library(Libsvm::libsvm UNKNOWN IMPORTED)
  set_target_properties(Libsvm::libsvm PROPERTIES IMPORTED_LOCATION "${LIBSVM_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${LIBSVM_INCLUDE_DIR}")
endif()
