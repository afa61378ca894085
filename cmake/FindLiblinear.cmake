# LIBLINEAR, which brings no CMake files of its own: Liblinear::liblinear.
find_path(LIBLINEAR_INCLUDE_DIR linear.h)
find_library(LIBLINEAR_LIBRARY linear)
mark_as_advanced(LIBLINEAR_INCLUDE_DIR LIBLINEAR_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Liblinear REQUIRED_VARS LIBLINEAR_LIBRARY LIBLINEAR_INCLUDE_DIR)
if(Liblinear_FOUND AND NOT TARGET Liblinear::liblinear)
  add_library(Liblinear::liblinear UNKNOWN IMPORTED)
  set_target_properties(Liblinear::liblinear PROPERTIES IMPORTED_LOCATION "${LIBLINEAR_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${LIBLINEAR_INCLUDE_DIR}")
endif()
