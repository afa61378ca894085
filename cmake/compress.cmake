# Run by cpack between laying files out and packing them: Debian has man pages and changelogs compressed, without time
# stamps, and static libraries without debug symbols.
file(GLOB_RECURSE files ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*)
foreach(file IN LISTS files)
  if(file MATCHES "/man1/[^/]*\\.1$|/doc/[^/]*/changelog(\\.Debian)?$")
    execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
  elseif(file MATCHES "\\.a$")
    execute_process(COMMAND strip --strip-debug --enable-deterministic-archives --remove-section=.comment --remove-section=.note ${file}
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
