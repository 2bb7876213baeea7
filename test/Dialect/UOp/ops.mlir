// RUN: tg-opt %s --verify-roundtrip | FileCheck %s

// Tests that every op prints as it is written.

// CHECK-LABEL: uop.kernel @row_sum(%{{.*}}: memref<4xf32> {uop.output}, %{{.*}}: memref<32xf32>) {
uop.kernel @row_sum(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
  // CHECK: %[[I:.*]] = uop.range 0, 4 <global>
  %i = uop.range 0, 4 <global>
  // CHECK: %[[K:.*]] = uop.range 1, 8 <reduce>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  // CHECK: uop.load %{{.*}}[%{{.*}}] : memref<32xf32> -> f32
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  // CHECK: uop.reduce <add> %{{.*}} over (%[[K]]) : f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  // CHECK: uop.store %{{.*}}, %{{.*}}[%[[I]]] : f32, memref<4xf32>
  uop.store %2, %out[%i] : f32, memref<4xf32>
}

// Tests an input that is the same in every launch.

// CHECK-LABEL: uop.kernel @weights(%{{.*}}: memref<4xf32> {uop.output}, %{{.*}}: memref<4xf32> {uop.constant}) {
uop.kernel @weights(%out: memref<4xf32> {uop.output}, %w: memref<4xf32> {uop.constant}) {
  %i = uop.range 0, 4 <global>
  %0 = uop.load %w[%i] : memref<4xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<4xf32>
}

// Tests variables, a schedule, attributes and visibility.

// CHECK-LABEL: uop.kernel private @dynamic(
// CHECK-SAME: , %[[N:[a-z0-9]+]]: index {uop.bounds = [1, 256], uop.variable = "n"})
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<thread axis 0>]
// CHECK-SAME: attributes {note = "kept"} {
uop.kernel private @dynamic(%out: memref<256xi8> {uop.output},
    %n: index {uop.variable = "n", uop.bounds = [1, 256]})
    opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<thread axis 0>]
    attributes {note = "kept"} {
  // CHECK: uop.range 0, %[[N]] <global>
  %i = uop.range 0, %n <global>
  %m = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  %k = uop.range 3, %m <reduce>
  %0 = arith.index_cast %k : index to i8
  // CHECK: uop.reduce <maxui>
  %1 = uop.reduce <maxui> %0 over (%k) : i8
  uop.store %1, %out[%i] : i8, memref<256xi8>
}

// Tests the expanded form: strides, gathers, masks, reduced dimensions.

// CHECK-LABEL: uop.kernel @expanded
uop.kernel @expanded(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>) {
  %i = uop.range 0, 4 <thread>
  %k = uop.range 1, 2 <reduce>
  %g = arith.constant true
  %m = arith.constant dense<true> : vector<4x16xi1>
  %z = arith.constant dense<0.0> : vector<4x16xf32>
  %v = arith.constant dense<7> : vector<4x16xindex>
  // CHECK: uop.load %{{.*}}[%{{.*}}] strides [64, 1] : memref<4096xf32> -> vector<4x16xf32>
  %0 = uop.load %a[%i] strides [64, 1] : memref<4096xf32> -> vector<4x16xf32>
  // CHECK: uop.load %{{.*}}[%{{.*}}] strides [64, 1] gate %{{.*}} else %{{.*}} : memref
  %1 = uop.load %a[%k] strides [64, 1] gate %g else %z : memref<4096xf32> -> vector<4x16xf32>
  // CHECK: uop.load %{{.*}}[%{{.*}}] strides [64, 1] mask %{{.*}} else %{{.*}} : memref
  %2 = uop.load %a[%k] strides [64, 1] mask %m else %z : memref<4096xf32> -> vector<4x16xf32>
  // CHECK: uop.load %{{.*}}[%{{.*}} : vector<4x16xindex>] : memref
  %3 = uop.load %a[%v : vector<4x16xindex>] : memref<4096xf32> -> vector<4x16xf32>
  %4 = arith.addf %1, %2 : vector<4x16xf32>
  // CHECK: uop.reduce <add> %{{.*}} over (%{{.*}}) dims [0] : vector<4x16xf32> -> vector<16xf32>
  %5 = uop.reduce <add> %4 over (%k) dims [0] : vector<4x16xf32> -> vector<16xf32>
  // CHECK: uop.reduce <mul> %{{.*}} over () dims [0, 1] : vector<4x16xf32> -> f32
  %6 = uop.reduce <mul> %3 over () dims [0, 1] : vector<4x16xf32> -> f32
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] strides [1] gate %{{.*}} : vector<16xf32>, memref<4096xf32>
  uop.store %5, %out[%i] strides [1] gate %g : vector<16xf32>, memref<4096xf32>
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] strides [64, 1] mask %{{.*}} : vector<4x16xf32>, memref<4096xf32>
  uop.store %0, %out[%i] strides [64, 1] mask %m : vector<4x16xf32>, memref<4096xf32>
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] gate %{{.*}} : f32, memref<4096xf32>
  uop.store %6, %out[%i] gate %g : f32, memref<4096xf32>
}

// Tests stages and slices.

// CHECK-LABEL: uop.kernel @staged
uop.kernel @staged(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <loop>
  %0 = uop.load %x[%j] : memref<8xf32> -> f32
  // CHECK: uop.stage %{{.*}} over (%{{.*}}) : f32 -> memref<8xf32, #gpu.address_space<private>>
  %s = uop.stage %0 over (%j) : f32 -> memref<8xf32, #gpu.address_space<private>>
  // CHECK: %{{.*}}, %{{.*}} = uop.slice
  %begin, %end = uop.slice
  %1 = uop.load %s[%i] : memref<8xf32, #gpu.address_space<private>> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// Tests that a kernel may be empty.

// CHECK: uop.kernel @empty() {
// CHECK-NEXT: }
uop.kernel @empty() {}

// CHECK-LABEL: func.func @activation
func.func @activation(%x: f32, %v: vector<2x8xbf16>) {
  // CHECK: uop.activation <sigmoid> %{{.*}} : f32
  %0 = uop.activation <sigmoid> %x : f32
  // CHECK: uop.activation <silu> %{{.*}} : vector<2x8xbf16>
  %1 = uop.activation <silu> %v : vector<2x8xbf16>
  // CHECK: uop.activation <gelu> %{{.*}} : f32
  %2 = uop.activation <gelu> %x : f32
  // CHECK: uop.activation <gelu_tanh> %{{.*}} : f32
  %3 = uop.activation <gelu_tanh> %x : f32
  return
}

// Tests that sums may wait in memory of the kernel's own, whose places leave out the
// axes around the blocks.
// CHECK-LABEL: uop.kernel @scratch
// CHECK: uop.scratch : memref<4xf32, #gpu.address_space<private>>
uop.kernel @scratch(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %i = uop.range 0, 8 <global>
  %b = uop.range 1, 2 <carry>
  %j = uop.range 2, 4 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %s = uop.scratch : memref<4xf32, #gpu.address_space<private>>
  uop.store %1, %s[%j] : f32, memref<4xf32, #gpu.address_space<private>>
  %last = arith.cmpi eq, %b, %c1 : index
  uop.store %1, %out[%0] gate %last : f32, memref<32xf32>
}
