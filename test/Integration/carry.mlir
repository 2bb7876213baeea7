// Tests that a product whose sums wait in the output between blocks of its depth
// gives what a plain one gives, with edges in every axis and an activation at the
// end.
// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry blocks --input random:1 --expect 0=%t.npy --atol 1e-4
// RUN: tg-run %s --entry blocks --input random:1 --expect 0=%t.npy --atol 1e-4 --threads 2
// RUN: tg-run %s --entry inner_blocks --input random:1 --expect 0=%t.npy --atol 1e-4

uop.kernel @product(%out: memref<9100xf32> {uop.output}, %a: memref<7000xf32>, %b: memref<13000xf32>)
    opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 32>,
          #uop.opt<carry axis 2 amount 16>, #uop.opt<swap axis 1 amount 2>,
          #uop.opt<stage operand 1 axes[5, 4]>, #uop.opt<thread axis 0>] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 70 <global>
  %j = uop.range 1, 130 <global>
  %k = uop.range 2, 100 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<7000xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<13000xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = arith.maximumf %5, %z : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%i, %j)
  uop.store %6, %out[%7] : f32, memref<9100xf32>
}
func.func @blocks(%a: tensor<70x100xf32>, %b: tensor<100x130xf32>) -> tensor<70x130xf32> {
  %0 = tg.launch @product(%a, %b) : (tensor<70x100xf32>, tensor<100x130xf32>) -> tensor<70x130xf32>
  return %0 : tensor<70x130xf32>
}
func.func @plain(%a: tensor<70x100xf32>, %b: tensor<100x130xf32>) -> tensor<70x130xf32> {
  %0 = tg.matmul %a, %b : tensor<70x100xf32>, tensor<100x130xf32> -> tensor<70x130xf32>
  %1 = tg.relu %0 : tensor<70x130xf32>
  return %1 : tensor<70x130xf32>
}

// Tests that the sums of the block before are read in each block where the loop over
// the blocks is inside of all others.

uop.kernel @inner(%out: memref<9100xf32> {uop.output}, %a: memref<7000xf32>, %b: memref<13000xf32>)
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<carry axis 2 amount 10>] {
  %z = arith.constant 0.0 : f32
  %i = uop.range 0, 70 <global>
  %j = uop.range 1, 130 <global>
  %k = uop.range 2, 100 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<7000xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<13000xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = arith.maximumf %5, %z : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 130 + d1)>(%i, %j)
  uop.store %6, %out[%7] : f32, memref<9100xf32>
}
func.func @inner_blocks(%a: tensor<70x100xf32>, %b: tensor<100x130xf32>) -> tensor<70x130xf32> {
  %0 = tg.launch @inner(%a, %b) : (tensor<70x100xf32>, tensor<100x130xf32>) -> tensor<70x130xf32>
  return %0 : tensor<70x130xf32>
}
