# How TinyGrad's libraries, tools and generated files are built.

# ccache, told that the shared precompiled header does not depend on time stamps.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
if(TINYGRAD_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_link_options(-fuse-ld=lld)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# The flags of code that includes LLVM's headers. They are the same for every
# target, since all share one precompiled header.
add_library(TinyGradMLIRFlags INTERFACE)
# LLVM's definitions, minus the ABI macro that libstdc++ would warn about.
separate_arguments(tinygrad_llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
list(FILTER tinygrad_llvm_definitions EXCLUDE REGEX "GLIBCXX_USE_CXX11_ABI")
target_compile_options(TinyGradMLIRFlags INTERFACE ${tinygrad_llvm_definitions}
                       -fno-exceptions -Wno-deprecated-declarations)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(TinyGradMLIRFlags INTERFACE -fno-rtti)
endif()

# One precompiled header: the MLIR headers nearly every file wants.
file(WRITE ${CMAKE_BINARY_DIR}/tinygrad_pch.cpp "")
add_library(TinyGradPCH OBJECT ${CMAKE_BINARY_DIR}/tinygrad_pch.cpp)
target_link_libraries(TinyGradPCH PRIVATE TinyGradMLIRFlags)
target_precompile_headers(TinyGradPCH PRIVATE
  ${CMAKE_SOURCE_DIR}/cmake/TinyGradPCH.h)

# A target every library of ours waits for, so that generated headers exist
# before any file is compiled.
add_custom_target(tinygrad-headers)

# tinygrad_add_library(Name file.cpp… LINK Other…)
#   A library over the shared MLIR. Its headers are those under include/.
function(tinygrad_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:TinyGradMLIRFlags>
                        PUBLIC ${ARG_LINK} MLIR LLVM)
  target_include_directories(${name} PUBLIC
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  add_dependencies(${name} tinygrad-headers)
  target_precompile_headers(${name} REUSE_FROM TinyGradPCH)
  set_property(GLOBAL APPEND PROPERTY TINYGRAD_LIBRARIES ${name})
endfunction()

# tinygrad_add_tool(name file.cpp… LINK Library…)
function(tinygrad_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE TinyGradMLIRFlags ${ARG_LINK} MLIR LLVM)
  add_dependencies(${name} tinygrad-headers)
  # -fPIC instead of CMake's -fPIE, as the precompiled header was made with.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  target_precompile_headers(${name} REUSE_FROM TinyGradPCH)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY TINYGRAD_TOOLS ${name})
endfunction()

# tinygrad_tablegen(File.td output flags…): one generated file, in this folder.
macro(tinygrad_tablegen td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${output} ${ARGN})
endmacro()

# tinygrad_tablegen_target(name): the target for all tinygrad_tablegen calls of
# this folder so far.
macro(tinygrad_tablegen_target name)
  add_public_tablegen_target(${name})
  add_dependencies(tinygrad-headers ${name})
endmacro()
