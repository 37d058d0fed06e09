# pkg-config's files for those who don't use CMake. They find their folders from where they lie, so
# that an installed tree can be moved.

# A folder as seen from the one that holds the .pc files; one that is not below the prefix stays as
# it is.
function(_expost_pc_folder folder variable)
  if(IS_ABSOLUTE "${folder}")
    set(${variable} "${folder}" PARENT_SCOPE)
  else()
    set(${variable} "\${prefix}/${folder}" PARENT_SCOPE)
  endif()
endfunction()

# expost_pc(<library's target> REQUIRES <text> DESCRIPTION <text> [FLAGS <text>])
#
# Installs a .pc file with the library's name, "_" written as "-".
function(expost_pc target)
  cmake_parse_arguments(PARSE_ARGV 1 EXPOST_PC "" "REQUIRES;DESCRIPTION;FLAGS" "")
  set(EXPOST_PC_LIBRARY "${target}")
  string(REPLACE "_" "-" EXPOST_PC_NAME "${target}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(EXPOST_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  else()
    file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(EXPOST_PC_PREFIX "\${pcfiledir}/${up}")
  endif()
  _expost_pc_folder("${CMAKE_INSTALL_LIBDIR}" EXPOST_PC_LIBDIR)
  _expost_pc_folder("${CMAKE_INSTALL_INCLUDEDIR}" EXPOST_PC_INCLUDEDIR)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/expost.pc.in" "${PROJECT_BINARY_DIR}/${EXPOST_PC_NAME}.pc.in" @ONLY)
  # The flags are read from their target, where they are written once.
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/${EXPOST_PC_NAME}.pc" INPUT "${PROJECT_BINARY_DIR}/${EXPOST_PC_NAME}.pc.in")
  install(FILES "${PROJECT_BINARY_DIR}/${EXPOST_PC_NAME}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

set(_expost_options "$<TARGET_PROPERTY:expost_numeric_flags,INTERFACE_COMPILE_OPTIONS>")
set(_expost_definitions "$<TARGET_PROPERTY:expost_numeric_flags,INTERFACE_COMPILE_DEFINITIONS>")
math(EXPR _expost_next_eigen "${_expost_eigen_major} + 1")
expost_pc(expost
  DESCRIPTION "What a published model revealed about one person (C++20)"
  REQUIRES "eigen3 >= ${EXPOST_EIGEN_WANTED}, eigen3 < ${_expost_next_eigen}"
  FLAGS " $<JOIN:${_expost_options}, > -D$<JOIN:${_expost_definitions}, -D>")
if(TARGET expost_report)
  expost_pc(expost_report
    DESCRIPTION "Expost's report reader and writer"
    REQUIRES "expost = ${PROJECT_VERSION}, nlohmann_json >= 3.11")
endif()
if(TARGET expost_operations)
  expost_pc(expost_operations
    DESCRIPTION "Expost's operations, document to document"
    REQUIRES "expost-report = ${PROJECT_VERSION}")
endif()
