# EXPOST_PRECOMPILED_HEADERS=ON: the large headers of others (Eigen, nlohmann/json, doctest) are read once a library instead of once
# a file. For the builds that are tested only: the package's own module and other projects are built without, so that a file
# that leans on what another one includes does not go unnoticed.

# expost_precompile(<target> <header>...), or with REUSE_FROM <target> what was precompiled there, which takes the same flags.
function(expost_precompile target)
  if(NOT EXPOST_PRECOMPILED_HEADERS)
    return()
  endif()
  if(ARGV1 STREQUAL "REUSE_FROM")
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
