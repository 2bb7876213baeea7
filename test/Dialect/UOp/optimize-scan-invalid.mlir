// RUN: tg-opt %s --uop-optimize --split-input-file --verify-diagnostics

// Tests that no thread, no merged axis and no order but its own goes along an axis that
// is scanned.

// expected-error@+1 {{cannot apply #uop.opt<thread axis 0>: axis 0 is scanned, and each point needs those before it}}
uop.kernel @thread(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<thread axis 0>] {
  %k = uop.range 0, 64 <loop>
  %0 = uop.load %x[%k] : memref<64xf32> -> f32
  %1 = uop.scan <add> %0 over (%k) : f32
  uop.store %1, %out[%k] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<merge axis 0 amount 1>: axis 1 is scanned, and each point needs those before it}}
uop.kernel @merge(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<merge axis 0 amount 1>] {
  %i = uop.range 0, 8 <loop>
  %k = uop.range 1, 8 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.scan <add> %1 over (%k) : f32
  uop.store %2, %out[%0] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<swap axis 0 amount 1>: axis 0 and axis 1 are scanned in this order}}
uop.kernel @swap(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<tile axis 0 amount 8>, #uop.opt<swap axis 0 amount 1>] {
  %k = uop.range 0, 64 <loop>
  %0 = uop.load %x[%k] : memref<64xf32> -> f32
  %1 = uop.scan <add> %0 over (%k) : f32
  uop.store %1, %out[%k] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<upcast axis 0 amount 2>: axis 0 is scanned outside of axis 1}}
uop.kernel @upcast_outside(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<tile axis 0 amount 8>, #uop.opt<upcast axis 0 amount 2>] {
  %k = uop.range 0, 64 <loop>
  %0 = uop.load %x[%k] : memref<64xf32> -> f32
  %1 = uop.scan <add> %0 over (%k) : f32
  uop.store %1, %out[%k] : f32, memref<64xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<carry axis 1 amount 4>: the kernel scans axis 0}}
uop.kernel @carry(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) opts [#uop.opt<carry axis 1 amount 4>] {
  %k = uop.range 0, 8 <loop>
  %l = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %l)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  %2 = uop.reduce <add> %1 over (%l) : f32
  %3 = uop.scan <add> %2 over (%k) : f32
  uop.store %3, %out[%k] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{cannot apply #uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">: the kernel scans axis 0}}
uop.kernel @tc(%out: memref<64xi32> {uop.output}, %x: memref<64xi32>) opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.u8.s8">] {
  %k = uop.range 0, 8 <loop>
  %i = uop.range 1, 8 <global>
  %l = uop.range 2, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %l)
  %1 = uop.load %x[%0] : memref<64xi32> -> i32
  %2 = uop.reduce <add> %1 over (%l) : i32
  %3 = uop.scan <add> %2 over (%k) : i32
  %4 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %i)
  uop.store %3, %out[%4] : i32, memref<64xi32>
}
