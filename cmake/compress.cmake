# Run by cpack between laying files out and packing them: Debian has man pages and changelogs compressed, without time
# stamps, and static libraries without debug symbols.
file(GLOB_RECURSE texts ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/man1/*.1 ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/doc/*/changelog*)
foreach(text IN LISTS texts)
  if(NOT text MATCHES "\\.gz$")
    execute_process(COMMAND gzip -9nf ${text} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
file(GLOB_RECURSE archives ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.a)
foreach(archive IN LISTS archives)
  execute_process(COMMAND strip --strip-debug --enable-deterministic-archives --remove-section=.comment --remove-section=.note ${archive}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
