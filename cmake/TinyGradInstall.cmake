# The install tree: headers, generated headers, libraries, tools and the package
# files that let other projects say find_package(TinyGrad).

include(CMakePackageConfigHelpers)
get_property(libraries GLOBAL PROPERTY TINYGRAD_LIBRARIES)
if(libraries)
  install(TARGETS ${libraries} EXPORT TinyGradTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT TinyGradTargets DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/TinyGrad)
endif()

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ ${CMAKE_BINARY_DIR}/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc")

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/TinyGradConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/TinyGradConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/TinyGrad)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cmake/TinyGradConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/TinyGradConfig.cmake
              ${CMAKE_BINARY_DIR}/cmake/TinyGradConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/TinyGrad)
