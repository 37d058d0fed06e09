# Header-only libraries, found the same way for native and WebAssembly builds.
#
# Putting /usr/include on Emscripten's include path would set glibc's headers in front of its own, and in cross mode
# find_package looks into Emscripten's sysroot only. So the header is looked for on the build machine, and just the library's
# own folder is linked into the build tree; that link is what goes on the include path.

# expost_header_library(<target> FOLDER <folder> HEADER <a header in it> [SUBFOLDERS <of include folders>...] PACKAGE <Debian package>)
#
# Creates the interface target <target>, for use in this build only, and sets
# EXPOST_<TARGET>_INCLUDE_DIR to where it was found. -D<target>_ROOT=<dir> names a place to look in
# before all others.
function(expost_header_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;HEADER;PACKAGE" "SUBFOLDERS")
  string(TOUPPER "EXPOST_${target}_INCLUDE_DIR" found)
  if(${target}_ROOT)
    find_path(${found} "${arg_FOLDER}/${arg_HEADER}" PATHS "${${target}_ROOT}" PATH_SUFFIXES include ${arg_SUBFOLDERS}
      NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  endif()
  find_path(${found} "${arg_FOLDER}/${arg_HEADER}" PATHS /usr/local/include /usr/include PATH_SUFFIXES ${arg_SUBFOLDERS}
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
