// Tests that the pipelines are the stages of compilation, and that --tg-pipeline is
// their concatenation.

// RUN: tg-opt %s --tg-schedule-pipeline | FileCheck %s --check-prefix=SCHEDULE
// RUN: tg-opt %s --tg-schedule-pipeline --convert-tg-to-uop --uop-kernel-pipeline | FileCheck %s --check-prefix=KERNEL
// RUN: tg-opt %s --tg-schedule-pipeline --convert-tg-to-uop --uop-kernel-pipeline --jit-pipeline=batch-size=1 | FileCheck %s --check-prefix=JIT
// RUN: tg-opt %s --tg-pipeline="target=cpu" | FileCheck %s --check-prefixes=JIT,KERNEL
// RUN: tg-opt %s --tg-pipeline="target=null chip=x86-64 optimize=false plan=false graphs=false" | FileCheck %s --check-prefix=NULL
// RUN: not tg-opt %s --tg-pipeline="chip=z80" 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not tg-opt %s --tg-pipeline="target=abacus" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tg-opt %s --tg-pipeline="speed=9" 2>&1 | FileCheck %s --check-prefix=OPTION

// SCHEDULE: tg.kernel
// SCHEDULE: tg.exp

// KERNEL: uop.kernel @{{.*}}uop.variable = "n"
// KERNEL: scf.for
// KERNEL-NOT: math.exp

// JIT: jit.func @main(
// JIT: jit.launch

// NULL: jit.func @main(%{{.*}}: !jit.buffer<{{[0-9]+}}xf32, "null">
// NULL-NOT: vector<

// CHIP: z80
// TARGET: abacus
// OPTION: no such option speed
func.func @main(%x: tensor<?x64xf32> {tg.dims = ["n", 64]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 256]}} {
  %0 = tg.exp %x : tensor<?x64xf32>
  %1 = tg.sum %0 axes [1] : tensor<?x64xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
