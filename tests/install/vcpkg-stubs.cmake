# The functions of vcpkg that the port calls, as far as they can be tried without vcpkg: each looks
# whether what it is given is there.
#
# cmake -DPORTFILE=… -DBUILT=<a build folder> -DCURRENT_PACKAGES_DIR=<where to> -P vcpkg-stubs.cmake
set(PORT expost)

function(vcpkg_check_linkage)
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
  list(GET arg_FEATURES 1 option)
  set(${arg_OUT_FEATURE_OPTIONS} "-D${option}=ON" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  file(READ "${arg_SOURCE_PATH}/CMakeLists.txt" project)
  foreach(option IN LISTS arg_OPTIONS)
    string(REGEX REPLACE "^-D(.*)=.*$" "\\1" name "${option}")
    if(NOT project MATCHES "option\\(${name} ")
      message(FATAL_ERROR "${name} is no option of the project")
    endif()
  endforeach()
endfunction()

function(vcpkg_cmake_install)
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILT}" --prefix "${CURRENT_PACKAGES_DIR}" COMMAND_ERROR_IS_FATAL ANY
    OUTPUT_QUIET)
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILT}" --prefix "${CURRENT_PACKAGES_DIR}/debug"
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  foreach(tree "${CURRENT_PACKAGES_DIR}" "${CURRENT_PACKAGES_DIR}/debug")
    file(COPY "${tree}/${arg_CONFIG_PATH}/" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
    file(REMOVE_RECURSE "${tree}/lib/cmake")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
  if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/expost.pc")
    message(FATAL_ERROR "no pkg-config file")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  foreach(path IN LISTS arg_FILE_LIST)
    file(READ "${path}" text)
    file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}")
  endforeach()
endfunction()

include("${PORTFILE}")
