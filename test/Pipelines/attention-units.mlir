// Tests that attention rounds its weights to the type of its values where units multiply
// them, or their tiles alone are asked for, and nowhere else.

// RUN: tg-opt %s --tg-pipeline="target=cuda chip=sm_80" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s
// RUN: tg-opt %s --tg-pipeline="target=hip chip=gfx1100" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s
// RUN: tg-opt %s --tg-pipeline="target=opencl tc=2" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s
// RUN: tg-opt %s --tg-pipeline="target=cuda chip=sm_80 tc=0" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: tg-opt %s --tg-pipeline="target=hip chip=gfx1030" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: tg-opt %s --tg-pipeline="target=opencl" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: tg-opt %s --tg-pipeline="target=cpu" --mlir-print-ir-after=tg-decompose 2>&1 | FileCheck %s --check-prefix=PLAIN

// CHECK: IR Dump After {{.*}}tg-decompose
// CHECK: tg.cast %{{.*}} : tensor<8x64x128xf32> to tensor<8x64x128xf16>
// PLAIN: IR Dump After {{.*}}tg-decompose
// PLAIN-NOT: tensor<8x64x128xf16>
// PLAIN: return
func.func @main(%q: tensor<8x64x32xf16>, %k: tensor<8x128x32xf16>, %v: tensor<8x128x32xf16>) -> tensor<8x64x32xf16> {
  %0 = tg.attention %q, %k, %v : tensor<8x64x32xf16>, tensor<8x128x32xf16>, tensor<8x128x32xf16> -> tensor<8x64x32xf16>
  return %0 : tensor<8x64x32xf16>
}
