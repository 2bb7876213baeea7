# The .deb: `cpack -G DEB` in the build folder. It holds the install tree, and
# depends on what find_package(TinyGrad) needs.

set(CPACK_PACKAGE_NAME tinygrad-mlir)
set(CPACK_PACKAGE_VENDOR "TinyGrad")
set(CPACK_PACKAGE_CONTACT "TinyGrad developers <tinygrad-mlir@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The shared libraries are found by what the files need; the rest is for whoever
# builds on the package, and ld.lld for --emit-library.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libmlir-${LLVM_VERSION_MAJOR}-dev, mlir-${LLVM_VERSION_MAJOR}-tools, llvm-${LLVM_VERSION_MAJOR}-dev, libtbb-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-${LLVM_VERSION_MAJOR}")
include(CPack)
