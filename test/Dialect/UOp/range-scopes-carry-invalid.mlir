// RUN: tg-opt %s '--tg-verify-phase=phase=optimized' --verify-diagnostics --split-input-file

// Tests that sums of blocks have a place for each axis inside of the blocks.

uop.kernel @sums_inside(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 2, 8 <global>
  %b = uop.range 1, 2 <carry>
  %j = uop.range 0, 4 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %s = uop.scratch : memref<4xf32, #gpu.address_space<private>>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 0)>(%j, %b)
  // expected-error@+1 {{'uop.store' op stores a value that varies over range 2 to a place that does not}}
  uop.store %1, %s[%2] : f32, memref<4xf32, #gpu.address_space<private>>
}
