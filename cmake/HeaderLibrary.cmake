# Header-only libraries, found the same way for native and WebAssembly builds.
#
# Putting /usr/include on Emscripten's include path would set glibc's headers in front of its own, and in cross mode
# find_package looks into Emscripten's sysroot only. So the header is looked for on the build machine, and just the library's
# own folder is linked into the build tree; that link is what goes on the include path.

# expost_header_library(<target> FOLDER <folder> HEADER <a header in it> [PATHS <where else to look>...] PACKAGE <Debian package>)
#
# Creates the interface target <target>, for use in this build only. -D<target>_ROOT=<dir> names another place to look in.
function(expost_header_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;HEADER;PACKAGE" "PATHS")
  string(TOUPPER "EXPOST_${target}_INCLUDE_DIR" found)
  find_path(${found} "${arg_FOLDER}/${arg_HEADER}"
    HINTS ${${target}_ROOT}
    PATHS ${arg_PATHS} /usr/local/include /usr/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${found})
    message(FATAL_ERROR
      "${arg_FOLDER}/${arg_HEADER} was not found. Install Debian's package ${arg_PACKAGE}, or give its folder as -D${target}_ROOT=….")
  endif()
  mark_as_advanced(${found})

  set(linked "${PROJECT_BINARY_DIR}/headers/${target}")
  file(MAKE_DIRECTORY "${linked}")
  file(CREATE_LINK "${${found}}/${arg_FOLDER}" "${linked}/${arg_FOLDER}" SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE "${linked}")
endfunction()
