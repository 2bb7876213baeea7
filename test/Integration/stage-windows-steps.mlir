// Tests that a copy of windows, of axes of which none moves by one step once a slower
// one has been left out, holds what the kernel reads.

// RUN: tg-run %s --entry plain --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry copied --input random:1 --expect 0=%t.npy

uop.kernel @k_win(%out: memref<10xi32> {uop.output}, %x: memref<8192xi32>)
    opts [#uop.opt<stage amount 1 operand 0 axes[2, 3, 0, 1]>] {
  %d = uop.range 0, 10 <global>
  %e = uop.range 1, 10 <reduce>
  %u = uop.range 2, 2 <reduce>
  %c = uop.range 3, 4 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d1 * 2 + d2 + d3 * 1000)>(%d, %e, %u, %c)
  %2 = uop.load %x[%0] : memref<8192xi32> -> i32
  %6 = uop.reduce <add> %2 over (%e, %u, %c) : i32
  uop.store %6, %out[%d] : i32, memref<10xi32>
}
func.func @copied(%x: tensor<8192xi32>) -> tensor<10xi32> {
  %0 = tg.launch @k_win(%x) : (tensor<8192xi32>) -> tensor<10xi32>
  return %0 : tensor<10xi32>
}
uop.kernel @k_p(%out: memref<10xi32> {uop.output}, %x: memref<8192xi32>)
    opts [] {
  %d = uop.range 0, 10 <global>
  %e = uop.range 1, 10 <reduce>
  %u = uop.range 2, 2 <reduce>
  %c = uop.range 3, 4 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d1 * 2 + d2 + d3 * 1000)>(%d, %e, %u, %c)
  %2 = uop.load %x[%0] : memref<8192xi32> -> i32
  %6 = uop.reduce <add> %2 over (%e, %u, %c) : i32
  uop.store %6, %out[%d] : i32, memref<10xi32>
}
func.func @plain(%x: tensor<8192xi32>) -> tensor<10xi32> {
  %0 = tg.launch @k_p(%x) : (tensor<8192xi32>) -> tensor<10xi32>
  return %0 : tensor<10xi32>
}
