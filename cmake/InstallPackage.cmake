# cmake --install, so that another project can find_package(expost) and link expost::expost, expost::report or expost::operations.
include(CMakePackageConfigHelpers)

# The Eigen that the library is built with is the one that a program has to use: see
# expostConfig.cmake.in.
string(REGEX MATCH "^[0-9]+" _expost_eigen_major "${EXPOST_EIGEN_VERSION}")
set(EXPOST_EIGEN_WANTED "${_expost_eigen_major}")
if(_expost_eigen_major EQUAL 3)
  set(EXPOST_EIGEN_WANTED 3.4)
endif()

set(_expost_config_folder "${CMAKE_INSTALL_LIBDIR}/cmake/expost")
install(TARGETS expost expost_numeric_flags EXPORT expostTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/include/" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
set(EXPOST_HAS_REPORT OFF)
foreach(_expost_room report operations)
  if(TARGET expost_${_expost_room})
    set(EXPOST_HAS_REPORT ON)
    install(TARGETS expost_${_expost_room} EXPORT expostTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/${_expost_room}/include/" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
      FILES_MATCHING PATTERN "*.hpp")
  endif()
endforeach()
install(EXPORT expostTargets NAMESPACE expost:: DESTINATION ${_expost_config_folder})

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/expostConfig.cmake.in" "${PROJECT_BINARY_DIR}/expostConfig.cmake"
  INSTALL_DESTINATION ${_expost_config_folder})
# Before 1.0, a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/expostConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/expostConfig.cmake" "${PROJECT_BINARY_DIR}/expostConfigVersion.cmake"
  DESTINATION ${_expost_config_folder})

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES "${PROJECT_SOURCE_DIR}/wasm/third-party-native.txt" DESTINATION ${CMAKE_INSTALL_DOCDIR}
  RENAME THIRD_PARTY_LICENSES)
include(PkgConfig)
