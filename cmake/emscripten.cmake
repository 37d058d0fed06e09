# Toolchain file for WebAssembly: finds an Emscripten (3.1.6 or later) and hands over to its own toolchain file.
#
# Looked for in this order: -DEMSCRIPTEN_ROOT or the environment variable of that name, an activated emsdk (EMSDK), an emcc on
# the PATH, Debian's package. CMake reads a toolchain file again for each try_compile, hence no cache variables here.

set(_expost_candidates "")
if(EMSCRIPTEN_ROOT)
  list(APPEND _expost_candidates "${EMSCRIPTEN_ROOT}")
endif()
if(DEFINED ENV{EMSCRIPTEN_ROOT})
  list(APPEND _expost_candidates "$ENV{EMSCRIPTEN_ROOT}")
endif()
if(DEFINED ENV{EMSDK})
  list(APPEND _expost_candidates "$ENV{EMSDK}/upstream/emscripten")
endif()
find_program(_expost_emcc emcc NO_CACHE)
if(_expost_emcc)
  file(REAL_PATH "${_expost_emcc}" _expost_emcc)
  get_filename_component(_expost_emcc_folder "${_expost_emcc}" DIRECTORY)
  list(APPEND _expost_candidates "${_expost_emcc_folder}")
endif()
list(APPEND _expost_candidates /usr/share/emscripten)

set(_expost_emscripten "")
foreach(_expost_candidate IN LISTS _expost_candidates)
  if(EXISTS "${_expost_candidate}/cmake/Modules/Platform/Emscripten.cmake")
    set(_expost_emscripten "${_expost_candidate}")
    break()
  endif()
endforeach()
if(NOT _expost_emscripten)
  message(FATAL_ERROR "No Emscripten found. Install Debian's package emscripten, or activate an emsdk (EMSDK), or set EMSCRIPTEN_ROOT.")
endif()

file(STRINGS "${_expost_emscripten}/emscripten-version.txt" _expost_emscripten_version LIMIT_COUNT 1)
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" _expost_emscripten_version "${_expost_emscripten_version}")
if(_expost_emscripten_version VERSION_LESS 3.1.6)
  message(FATAL_ERROR "Emscripten ${_expost_emscripten_version} in ${_expost_emscripten} is too old: 3.1.6 or later is needed.")
endif()

include("${_expost_emscripten}/cmake/Modules/Platform/Emscripten.cmake")

# Debian's Emscripten optimises its JavaScript with a system-wide acorn that Node only finds when told where.
if(NOT EXISTS "${_expost_emscripten}/node_modules/acorn" AND EXISTS /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
endif()
