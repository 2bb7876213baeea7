// Tests that what the heuristic takes for the size of tiles is that of what they
// hold: an operand of f16 that is kept as f32 takes twice the bytes.

// RUN: tg-opt %s --uop-optimize="gpu=true chip=sm_75 shared-bytes=16000" | FileCheck %s --check-prefix=FITS
// RUN: tg-opt %s --uop-optimize="gpu=true chip=sm_75 shared-bytes=14000" | FileCheck %s --check-prefix=SMALL

// Two of each have 12544 bytes, 15360 as the heuristic counts space between rows.
// FITS: uop.stage {{.*}} memref<512xf32, #gpu.address_space<workgroup>>
// FITS: uop.stage {{.*}} memref<1056xf32, #gpu.address_space<workgroup>>
// SMALL: uop.kernel @product
// SMALL-NOT: uop.stage
uop.kernel @product(%out: memref<1048576xf32> {uop.output}, %a: memref<524288xf16>, %b: memref<524288xf16>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<524288xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}
