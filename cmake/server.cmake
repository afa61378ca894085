# The HTTP service: every .cc of apps/server, and the files of web/dist, which are part of the program.
file(GLOB ESPALIER_SERVER_SOURCES CONFIGURE_DEPENDS apps/server/*.cc)
file(GLOB_RECURSE ESPALIER_PAGE CONFIGURE_DEPENDS web/dist/*)
set(ESPALIER_EMBEDDED_PAGE ${PROJECT_BINARY_DIR}/embedded_page.cc)
add_custom_command(OUTPUT ${ESPALIER_EMBEDDED_PAGE}
  COMMAND ${CMAKE_COMMAND} -DDIR=${PROJECT_SOURCE_DIR}/web/dist -DOUT=${ESPALIER_EMBEDDED_PAGE} -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
  DEPENDS ${ESPALIER_PAGE} cmake/embed_page.cmake VERBATIM)
add_library(espalier_server STATIC ${ESPALIER_SERVER_SOURCES} ${ESPALIER_EMBEDDED_PAGE})
target_include_directories(espalier_server PUBLIC apps)
target_link_libraries(espalier_server PUBLIC espalier_lib
                      PRIVATE espalier_flags fmt::fmt nlohmann_json::nlohmann_json ICU::uc ZLIB::ZLIB Boost::headers Threads::Threads)
# One thread runs the I/O: what Asio would do for several is left out, and so is the part of it that is not used.
target_compile_definitions(espalier_server PRIVATE BOOST_ASIO_NO_DEPRECATED BOOST_BEAST_USE_STD_STRING_VIEW)
