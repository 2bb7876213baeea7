#!/usr/bin/env python3
"""Compiles every tg program of a folder to binaries for GPUs, without any SDK.

    scripts/gpu-binaries.py FOLDER [--build build] [--chips sm_75,sm_90,gfx1100,...]
                            [--sample N] [--keep FOLDER] [--report]

For each chip it prints how many kernels there are and whether all are binaries: PTX
with an entry, or an ELF of the AMD machine with the kernel's metadata. Where ptxas is
found it takes the PTX, too, and says how many registers a thread has at most and what is
spilled; where llvm-readelf is found, AMD's metadata say the same, of all of a thread's
private memory. With `--report` each kernel has a line with its registers, workgroup
memory and spilled bytes. `--sample` takes each N-th file; `--keep` writes the binary of
kernel k of file f to FOLDER/f.k.CHIP. Exits with 1 if anything failed.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

CHIPS = ("sm_75,sm_80,sm_86,sm_89,sm_90,sm_100,sm_120,"
         "gfx906,gfx90a,gfx942,gfx1030,gfx1100,gfx1201")


def unescape(text):
    """The bytes of a string as MLIR prints it."""
    out = bytearray()
    i = 0
    while i < len(text):
        if text[i] != "\\":
            out.append(ord(text[i]))
            i += 1
        elif text[i + 1] in "\"\\":
            out.append(ord(text[i + 1]))
            i += 2
        else:
            out.append(int(text[i + 1:i + 3], 16))
            i += 3
    return bytes(out)


def objects(module):
    """The (name, bytes) of each gpu.binary."""
    pattern = r'gpu\.binary @(\S+) .*?(?:assembly|bin) = "((?:[^"\\]|\\.)*)"'
    return [(name, unescape(text)) for name, text in re.findall(pattern, module, re.S)]


def is_program(build, file):
    """Whether a file is one of tensors as it stands: some tests make theirs of a
    template, or begin with kernels."""
    run = subprocess.run([os.path.join(build, "bin", "tg-opt"), file],
                         capture_output=True, check=False)
    return not run.returncode and b"uop.kernel" not in run.stdout


def check(name, data, is_cuda):
    """What is wrong with one binary, or nothing."""
    kernel = name[:-len("_gpu")].encode()
    if is_cuda:
        return "" if b".entry " + kernel + b"(" in data else "has no entry"
    if not data.startswith(b"\x7fELF") or data[18:20] != b"\xe0\x00":
        return "is no ELF file of the AMD machine"
    return "" if b"amdhsa.kernels" in data and kernel + b".kd" in data else "has no metadata"


def assemble(ptxas, chip, text):
    """What ptxas says of PTX: (registers, workgroup memory, spilled bytes, error)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.ptx")
        with open(path, "wb") as file:
            file.write(text.rstrip(b"\0"))
        run = subprocess.run([ptxas, "-v", f"-arch={chip}", path, "-o", path + ".o"],
                             capture_output=True, text=True, check=False)
    if run.returncode:
        return 0, 0, 0, run.stderr
    registers = [int(n) for n in re.findall(r"Used (\d+) registers", run.stderr)]
    spilled = [int(n) for n in re.findall(r"(\d+) bytes spill", run.stderr)]
    shared = [int(n) for n in re.findall(r"(\d+) bytes smem", run.stderr)]
    return max(registers, default=0), sum(shared), sum(spilled), ""


def read_metadata(readelf, data):
    """What AMD's metadata say of a binary: (registers, workgroup memory, spilled bytes, error)."""
    with tempfile.NamedTemporaryFile(suffix=".hsaco") as file:
        file.write(data)
        file.flush()
        run = subprocess.run([readelf, "--notes", file.name], capture_output=True, text=True,
                             check=False)

    def most(name):
        return max((int(n) for n in re.findall(rf"\.{name}: +(\d+)", run.stdout)), default=0)

    if ".vgpr_count:" not in run.stdout:
        return 0, 0, 0, run.stderr or "has metadata without registers"
    # Some registers are spilled to others, of another kind, which is no memory; a spilled
    # one has 4 bytes at least.
    spilled = max(most("private_segment_fixed_size"), 4 * most("vgpr_spill_count"))
    return most("vgpr_count"), most("group_segment_fixed_size"), spilled, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--build", default="build")
    parser.add_argument("--chips", default=CHIPS)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    files = sorted(glob.glob(os.path.join(options.folder, "**", "*.mlir"), recursive=True))
    files = files[::options.sample]
    ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
    readelf = shutil.which("llvm-readelf") or shutil.which("llvm-readelf",
                                                           path="/usr/lib/llvm-22/bin")
    failed = not files
    for chip in options.chips.split(","):
        is_cuda = chip.startswith("sm_")
        target = f"target={'cuda' if is_cuda else 'hip'} chip={chip} binary=true cubin=false"
        count = size = registers = spilled = 0
        for file in files:
            run = subprocess.run([os.path.join(options.build, "bin", "tg-opt"), file,
                                  f"--tg-pipeline={target}"],
                                 capture_output=True, check=False)
            if run.returncode and not is_program(options.build, file):
                print(f"{chip}: {file} is no program as it stands")
                continue
            if run.returncode:
                failed = True
                print(f"{chip}: {file}: {run.stderr.decode(errors='replace')[:500]}")
                continue
            for name, data in objects(run.stdout.decode("latin1")):
                count += 1
                size += len(data)
                problem = check(name, data, is_cuda)
                if options.keep:
                    stem = os.path.splitext(os.path.basename(file))[0]
                    with open(os.path.join(options.keep, f"{stem}.{name[:-len('_gpu')]}.{chip}"), "wb") as kept:
                        kept.write(data)
                numbers = None
                if not problem and is_cuda and ptxas:
                    numbers = assemble(ptxas, chip, data)
                elif not problem and not is_cuda and readelf:
                    numbers = read_metadata(readelf, data)
                if numbers:
                    used, shared, spills, problem = numbers
                    registers = max(registers, used)
                    spilled += spills
                    if options.report and not problem:
                        print(f"{chip}: {os.path.basename(file)}: {name}: {used} registers, "
                              f"{shared} bytes shared, {spills} bytes spilled")
                if problem:
                    failed = True
                    print(f"{chip}: {file}: {name} {problem}")
        report = f", {registers} registers at most, {spilled} bytes spilled" if registers else ""
        print(f"{chip}: {count} kernels, {size} bytes{report}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
