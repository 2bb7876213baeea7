// RUN: tg-opt %s --uop-optimize="gpu=true gpu-threads=16" | FileCheck %s

// Tests that columns are summed by no more threads than a workgroup may have.

// CHECK-LABEL: uop.kernel @columns
// CHECK-SAME: #uop.opt<local axis 0 amount 16>
uop.kernel @columns(%out: memref<1000xf32> {uop.output}, %y: memref<4096000xf32>) {
  %j = uop.range 0, 1000 <global>
  %b = uop.range 2, 4096 <reduce>
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 1000 + d1)>(%b, %j)
  %4 = uop.load %y[%3] : memref<4096000xf32> -> f32
  %5 = uop.reduce <add> %4 over (%b) : f32
  uop.store %5, %out[%j] : f32, memref<1000xf32>
}
