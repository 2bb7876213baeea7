// Tests that a product in blocks whose sums wait in memory of the kernel's own gives
// what a plain one gives: with two outputs, an input of their size, edges in every
// axis, an axis around the blocks, and sums wider than an output.
// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.0.npy --output 1=%t.1.npy
// RUN: tg-run %s --entry blocks --input random:1 --expect 0=%t.0.npy --expect 1=%t.1.npy --atol 1e-4
// RUN: tg-run %s --entry blocks --input random:1 --expect 0=%t.0.npy --expect 1=%t.1.npy --atol 1e-4 --threads 2
// RUN: tg-run %s --entry around --input random:1 --expect 0=%t.0.npy --expect 1=%t.1.npy --atol 1e-4 --threads 2
// RUN: tg-run %s --entry plain_narrow --input random:1 --output 0=%t.2.npy
// RUN: tg-run %s --entry narrow --input random:1 --expect 0=%t.2.npy --rtol 2e-3 --atol 2e-3

uop.kernel @blocks_kernel(%s: memref<9100xf32> {uop.output}, %t: memref<9100xf32> {uop.output}, %a: memref<7000xf32>, %b: memref<13000xf32>, %m: memref<9100xf32>)
    opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 32>,
          #uop.opt<carry axis 2 amount 16 axes[1, 3, 4]>, #uop.opt<swap axis 1 amount 2>,
          #uop.opt<stage operand 1 axes[5, 4]>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 70 <global>
  %j = uop.range 1, 130 <global>
  %k = uop.range 2, 100 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<7000xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<13000xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%i, %j)
  %7 = uop.load %m[%6] : memref<9100xf32> -> f32
  %8 = arith.addf %5, %7 : f32
  %9 = arith.mulf %8, %7 : f32
  uop.store %8, %s[%6] : f32, memref<9100xf32>
  uop.store %9, %t[%6] : f32, memref<9100xf32>
}
func.func @blocks(%a: tensor<70x100xf32>, %b: tensor<100x130xf32>, %m: tensor<70x130xf32>) -> (tensor<70x130xf32>, tensor<70x130xf32>) {
  %0:2 = tg.launch @blocks_kernel(%a, %b, %m) : (tensor<70x100xf32>, tensor<100x130xf32>, tensor<70x130xf32>) -> (tensor<70x130xf32>, tensor<70x130xf32>)
  return %0#0, %0#1 : tensor<70x130xf32>, tensor<70x130xf32>
}

// The rows stand around the blocks, and begin anew each time.
uop.kernel @around_kernel(%s: memref<9100xf32> {uop.output}, %t: memref<9100xf32> {uop.output}, %a: memref<7000xf32>, %b: memref<13000xf32>, %m: memref<9100xf32>)
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<carry axis 2 amount 7 axes[3, 1]>, #uop.opt<swap axis 1 amount 2>,
          #uop.opt<thread axis 0>, #uop.opt<stream operand 1>] {
  %i = uop.range 0, 70 <global>
  %j = uop.range 1, 130 <global>
  %k = uop.range 2, 100 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<7000xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<13000xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%i, %j)
  %7 = uop.load %m[%6] : memref<9100xf32> -> f32
  %8 = arith.addf %5, %7 : f32
  %9 = arith.mulf %8, %7 : f32
  uop.store %8, %s[%6] : f32, memref<9100xf32>
  uop.store %9, %t[%6] : f32, memref<9100xf32>
}
func.func @around(%a: tensor<70x100xf32>, %b: tensor<100x130xf32>, %m: tensor<70x130xf32>) -> (tensor<70x130xf32>, tensor<70x130xf32>) {
  %0:2 = tg.launch @around_kernel(%a, %b, %m) : (tensor<70x100xf32>, tensor<100x130xf32>, tensor<70x130xf32>) -> (tensor<70x130xf32>, tensor<70x130xf32>)
  return %0#0, %0#1 : tensor<70x130xf32>, tensor<70x130xf32>
}
func.func @plain(%a: tensor<70x100xf32>, %b: tensor<100x130xf32>, %m: tensor<70x130xf32>) -> (tensor<70x130xf32>, tensor<70x130xf32>) {
  %0 = tg.matmul %a, %b : tensor<70x100xf32>, tensor<100x130xf32> -> tensor<70x130xf32>
  %1 = tg.add %0, %m : tensor<70x130xf32>
  %2 = tg.mul %1, %m : tensor<70x130xf32>
  return %1, %2 : tensor<70x130xf32>, tensor<70x130xf32>
}

uop.kernel @narrow_kernel(%s: memref<64xf16> {uop.output}, %a: memref<6400xf32>)
    opts [#uop.opt<carry axis 1 amount 10 axes[0]>, #uop.opt<swap axis 0 amount 1>] {
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 100 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<6400xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = arith.truncf %2 : f32 to f16
  uop.store %3, %s[%i] : f16, memref<64xf16>
}
func.func @narrow(%a: tensor<64x100xf32>) -> tensor<64xf16> {
  %0 = tg.launch @narrow_kernel(%a) : (tensor<64x100xf32>) -> tensor<64xf16>
  return %0 : tensor<64xf16>
}
func.func @plain_narrow(%a: tensor<64x100xf32>) -> tensor<64xf16> {
  %0 = tg.sum %a axes [1] : tensor<64x100xf32> -> tensor<64xf32>
  %1 = tg.cast %0 : tensor<64xf32> to tensor<64xf16>
  return %1 : tensor<64xf16>
}
