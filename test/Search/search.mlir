// Tests that a search gives a kernel opts that give the right result, leaves opts
// written by hand alone, and takes from a folder what it found before.

// RUN: rm -rf %t && mkdir %t
// RUN: tg-opt %s --uop-search="width=1 seconds=0.2 cache-dir=%t/cache" \
// RUN:   --remarks-filter=uop-search -o %t/first.mlir 2> %t/remarks
// RUN: FileCheck %s --input-file=%t/first.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks
// RUN: tg-run %t/first.mlir --input random:1 --expect 0=%S/Inputs/row-sums.npy --rtol 1e-4

// RUN: tg-opt %s --uop-search="width=1 seconds=0.2 cache-dir=%t/cache" \
// RUN:   --remarks-filter=uop-search -o %t/again.mlir 2> %t/none
// RUN: diff %t/first.mlir %t/again.mlir
// RUN: FileCheck %s --allow-empty --check-prefix=NONE --input-file=%t/none

// REMARK: remark: [Passed] search
// REMARK-SAME: search row_sums: {{[0-9]+}} forms in {{[0-9.]+}} s, found {{[0-9.]+}} us, heuristic {{[0-9.]+}} us, the {{heuristic's|found one}} stays
// REMARK-NOT: by_hand
// NONE-NOT: remark

// The kernel stays an expression.
// CHECK: uop.kernel @row_sums
// CHECK-SAME: opts [
// CHECK: uop.range 0, 37 <global>
// CHECK: uop.range 1, 64 <reduce>
uop.kernel @row_sums(%out: memref<37xf32> {uop.output}, %x: memref<2368xf32>) {
  %i = uop.range 0, 37 <global>
  %j = uop.range 1, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<2368xf32> -> f32
  %2 = uop.reduce <add> %1 over (%j) : f32
  uop.store %2, %out[%i] : f32, memref<37xf32>
}

// CHECK: uop.kernel @by_hand
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 2>]
uop.kernel @by_hand(%out: memref<36xf32> {uop.output}, %x: memref<36xf32>) opts [#uop.opt<upcast axis 0 amount 2>] {
  %i = uop.range 0, 36 <global>
  %0 = uop.load %x[%i] : memref<36xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<36xf32>
}

func.func @main(%x: tensor<37x64xf32>) -> tensor<37xf32> {
  %0 = tg.launch @row_sums(%x) : (tensor<37x64xf32>) -> tensor<37xf32>
  return %0 : tensor<37xf32>
}
