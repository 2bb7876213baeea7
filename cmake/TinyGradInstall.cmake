# The install tree: headers, generated headers, libraries, tools and the package
# files that let other projects say find_package(TinyGrad).

include(CMakePackageConfigHelpers)
get_property(libraries GLOBAL PROPERTY TINYGRAD_LIBRARIES)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/TinyGrad)

# LLVM's headers change layout with NDEBUG, and Debian's libraries have it on.
# Whoever includes ours must agree.
foreach(library ${libraries})
  target_compile_definitions(${library} INTERFACE $<INSTALL_INTERFACE:NDEBUG>)
endforeach()

# TinyGrad::TinyGrad is all libraries at once; TinyGrad::TinyGradTensor and the
# others are single rooms.
add_library(TinyGrad INTERFACE)
target_link_libraries(TinyGrad INTERFACE ${libraries})
set(compiler_libraries TinyGrad TinyGradCompiler ${libraries})
list(REMOVE_ITEM compiler_libraries TinyGradRuntime)
# The runtime is a component of its own: programs that only run compiled code need
# no MLIR.
foreach(set "TinyGradTargets;${compiler_libraries}" "TinyGradRuntimeTargets;TinyGradRuntime")
  list(POP_FRONT set export)
  install(TARGETS ${set} EXPORT ${export}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT ${export} NAMESPACE TinyGrad:: DESTINATION ${package_dir})
endforeach()

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ ${CMAKE_BINARY_DIR}/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN "CMakeFiles" EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tinygrad-mlir)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/TinyGradConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/TinyGradConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cmake/TinyGradConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/TinyGradConfig.cmake
              ${CMAKE_BINARY_DIR}/cmake/TinyGradConfigVersion.cmake
        DESTINATION ${package_dir})
