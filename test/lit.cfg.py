"""How lit runs TinyGrad's tests: FileCheck tests on IR, and programs run by tg-run."""

import ctypes
import os
import shutil
import subprocess

import lit.formats

config.name = "TinyGrad"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tinygrad_build, "test")

# The tools under test, then LLVM's FileCheck, not, count and split-file.
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.tinygrad_build, "bin"), config.llvm_tools,
     os.environ.get("PATH", "")])

# The Python with NumPy, where scripts/test.sh made one.
venv = os.path.join(config.tinygrad_source, ".venv", "bin", "python")
config.substitutions.append(("%python", venv if os.path.exists(venv) else config.python))
config.substitutions.append(("%source", config.tinygrad_source))
config.substitutions.append(("%bin", os.path.join(config.tinygrad_build, "bin")))
# A C program over the C headers, and what it links to.
library_dir = os.path.join(config.tinygrad_build, "lib")
config.substitutions.append(("%cc", f"{config.c_compiler} -std=c99 -O1 -Wall -Wextra -Werror "
                             f"-I{os.path.join(config.tinygrad_source, 'include')}"))
config.substitutions.append(("%runtime", f"-L{library_dir} -Wl,-rpath,{library_dir} "
                             "-lTinyGradRuntime"))
config.substitutions.append(("%compiler", f"-L{library_dir} -Wl,-rpath,{library_dir} "
                             "-lTinyGradCompiler"))
if os.path.exists(venv):
    config.available_features.add("numpy")

# The Python package, where the build made it and the onnx package is there to read models.
package = os.path.join(config.tinygrad_build, "python")
if os.path.exists(os.path.join(package, "tinygrad_mlir", "onnx.py")) and os.path.exists(venv) and \
        not subprocess.run([venv, "-c", "import onnx"], capture_output=True).returncode:
    config.available_features.add("onnx")
config.substitutions.append(("%package", package))
config.substitutions.append(("%{path}", config.environment["PATH"]))
config.substitutions.append(("%{python-folder}", os.path.dirname(venv)))


def has_opencl():
    """Whether there is a device of OpenCL; scripts/test.sh installs PoCL."""
    try:
        library = ctypes.CDLL("libOpenCL.so.1")
    except OSError:
        return False
    count = ctypes.c_uint(0)
    library.clGetPlatformIDs(0, None, ctypes.byref(count))
    return count.value > 0 and shutil.which("llvm-spirv-15") is not None


if has_opencl():
    config.available_features.add("opencl")


def has_flags(*flags):
    """Whether the processor has all of `flags`, as Linux names them."""
    try:
        text = open("/proc/cpuinfo").read()
    except OSError:
        return False
    line = next((line for line in text.splitlines() if line.startswith("flags")), "")
    return set(flags) <= set(line.split())


# A unit of this machine for products of bytes in the widest registers.
if has_flags("avx2", "fma"):
    config.available_features.add("avx2")
if has_flags("avx512_vnni", "avx512f", "avx512bw", "avx512dq", "avx512vl"):
    config.available_features.add("avx512vnni")

# Instructions on tiles (AMX): those of the processor, or in software (test/lib/TileEmulator).
tiles = os.path.join(config.tinygrad_build, "test", "libTinyGradTileSignals.so")
if os.path.exists(tiles) and has_flags("avx512f", "avx512bw", "avx512dq", "avx512vl"):
    config.available_features.add("tiles")
config.substitutions.append(("%with-tiles", f"env LD_PRELOAD={tiles}"))
config.substitutions.append(("%tiles-target", "x86-64-v4+amx-tile+amx-bf16+amx-int8+amx-fp16"))

# Every program that a test gives to tg-opt is also printed, as text and as bytecode,
# and read back to the same program.
config.substitutions.append((r"\btg-opt\b", "tg-opt --verify-roundtrip"))
