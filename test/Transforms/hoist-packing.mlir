// RUN: tg-opt %s --uop-hoist-packing --split-input-file --mlir-print-local-scope | FileCheck %s
// RUN: tg-opt %s --uop-hoist-packing --split-input-file --remarks-filter=uop-hoist-packing -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that panels of a constant operand are packed by a kernel of its own, whose
// ranges are those of the stage, and that the kernel reads them at the place of
// its own axes; the unpacked operand is no argument any more. The packer runs once,
// and has nothing that would take long to compile.

// REMARK: [Passed] stage | {{.*}}"8.0 KiB of argument 2 are packed once, in rows of 16 elements"
// CHECK-LABEL: uop.kernel @product_pack(
// CHECK-SAME: %[[OUT:.*]]: memref<2048xf32> {uop.output}, %[[W:.*]]: memref<2048xf32> {uop.constant}) {
// CHECK-DAG: %[[J:.*]] = uop.range 0, 4 <global>
// CHECK-DAG: %[[K:.*]] = uop.range 1, 32 <global>
// CHECK-DAG: %[[U:.*]] = uop.range 2, 16 <global>
// CHECK: %[[COLUMN:.*]] = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d2)>(%[[J]], %[[K]], %[[U]])
// CHECK-NOT: gate
// CHECK: %[[V:.*]] = uop.load %[[W]]
// CHECK: affine.apply affine_map<(d0, d1, d2) -> ((d0 * 32 + d1) * 16 + d2)>(%[[J]], %[[K]], %[[U]])
// CHECK: uop.store %[[V]], %[[OUT]]
// CHECK-LABEL: uop.kernel @product(
// CHECK-SAME: %[[A:.*]]: memref<256xf32>, %[[P:.*]]: memref<2048xf32> {uop.constant}) opts [#uop.opt<upcast axis 1 amount 16>] {
// CHECK: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (((d0 floordiv 16) * 32 + d1) * 16 + d0 mod 16)>
// CHECK: uop.load %[[P]][%[[AT]]]
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<8x32xf32>)
// CHECK: %[[C:.*]] = tg.constant
// CHECK: %[[PACKED:.*]] = tg.launch @product_pack(%[[C]]) : (tensor<32x64xf32>) -> tensor<2048xf32>
// CHECK: tg.launch @product(%[[X]], %[[PACKED]]) : (tensor<8x32xf32>, tensor<2048xf32>)
// CHECK: tg.launch @product(%{{.*}}, %[[PACKED]])
uop.kernel @product(%out: memref<512xf32> {uop.output}, %a: memref<256xf32>, %b: memref<2048xf32> {uop.constant})
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 3]>] {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<256xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<2048xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<512xf32>
}
func.func @main(%x: tensor<8x32xf32>) -> tensor<8x64xf32> {
  %c = tg.constant dense<0.5> : tensor<32x64xf32>
  %0 = tg.launch @product(%x, %c) : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
  %1 = tg.reshape %0 [16, 32] : tensor<8x64xf32> -> tensor<16x32xf32>
  %2 = tg.shrink %1 [0, 0] [8, 32] : tensor<16x32xf32> -> tensor<8x32xf32>
  %3 = tg.launch @product(%2, %c) : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
  return %3 : tensor<8x64xf32>
}

// -----

// Tests that what lies beyond a size is asked for when packing, and that what is
// computed from the operand alone is packed with it.

// REMARK: [Passed] stage | {{.*}}"512 bytes of argument 2 are packed once, in rows of 16 elements"
// CHECK-LABEL: uop.kernel @edge_pack(
// CHECK-SAME: memref<128xf32> {uop.output}, %{{.*}}: memref<80xf16> {uop.constant}) {
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %{{.*}}, %c20 : index
// CHECK: uop.load %{{.*}} gate %[[INSIDE]] else
// CHECK: arith.extf
// CHECK: uop.store
// CHECK-LABEL: uop.kernel @edge(
// CHECK-SAME: memref<128xf32> {uop.constant}) opts [#uop.opt<upcast axis 1 amount 16>] {
// CHECK-NOT: arith.extf
// CHECK-LABEL: func.func
uop.kernel @edge(%out: memref<60xf32> {uop.output}, %a: memref<12xf32>, %b: memref<80xf16> {uop.constant})
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 3]>] {
  %i = uop.range 0, 3 <global>
  %j = uop.range 1, 20 <global>
  %k = uop.range 2, 4 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<12xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 20 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<80xf16> -> f16
  %4 = arith.extf %3 : f16 to f32
  %5 = arith.mulf %1, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  %7 = affine.apply affine_map<(d0, d1) -> (d0 * 20 + d1)>(%i, %j)
  uop.store %6, %out[%7] : f32, memref<60xf32>
}
func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x20xf16> {tg.constant}) -> tensor<3x20xf32> {
  %0 = tg.launch @edge(%x, %w) : (tensor<3x4xf32>, tensor<4x20xf16>) -> tensor<3x20xf32>
  return %0 : tensor<3x20xf32>
}

// -----

// Tests that axes are followed through merges and swaps, and that later stages
// name their operands as before: the first load is still the first.

// CHECK-LABEL: uop.kernel @merged_pack(
// CHECK: affine.apply affine_map<(d0, d1) -> (d1)>
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 floordiv 3)>
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 mod 3)>
// CHECK-LABEL: uop.kernel @merged(
// CHECK-SAME: opts [#uop.opt<merge axis 2 amount 3>, #uop.opt<swap axis 0 amount 1>, #uop.opt<stage operand 0 axes[2]>]
// CHECK: affine.apply affine_map<(d0, d1, d2) -> ((d1 * 3 + d2) * 8 + d0)>
uop.kernel @merged(%out: memref<40xf32> {uop.output}, %a: memref<60xf32>, %b: memref<96xf32> {uop.constant})
    opts [#uop.opt<merge axis 2 amount 3>, #uop.opt<swap axis 0 amount 1>, #uop.opt<stage operand 1 axes[2, 0]>, #uop.opt<stage operand 0 axes[2]>] {
  %i = uop.range 0, 5 <global>
  %j = uop.range 1, 8 <global>
  %k = uop.range 2, 4 <reduce>
  %l = uop.range 3, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 3 + d2)>(%i, %k, %l)
  %1 = uop.load %a[%0] : memref<60xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 3 + d2)>(%j, %k, %l)
  %3 = uop.load %b[%2] : memref<96xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k, %l) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<40xf32>
}
func.func @main(%x: tensor<5x12xf32>, %w: tensor<8x12xf32> {tg.constant}) -> tensor<5x8xf32> {
  %0 = tg.launch @merged(%x, %w) : (tensor<5x12xf32>, tensor<8x12xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

// Tests that an operand that something else reads stays an argument, and that
// updates of an input behind a dropped one keep naming it.

// CHECK-LABEL: uop.kernel @read_elsewhere(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<8xf32> {uop.constant}, %{{.*}}: memref<8xf32> {uop.constant}) opts []
// CHECK-LABEL: uop.kernel @updates(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32> {uop.constant}) opts []
// CHECK: tg.launch @updates(%{{.*}}, %{{.*}}) {tg.updates = array<i64: 0>}
uop.kernel @read_elsewhere(%out: memref<8xf32> {uop.output}, %b: memref<8xf32> {uop.constant})
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  %2 = uop.load %b[%i] : memref<8xf32> -> f32
  %3 = arith.mulf %1, %2 : f32
  uop.store %3, %out[%i] : f32, memref<8xf32>
}
uop.kernel @updates(%out: memref<8xf32> {uop.output}, %b: memref<8xf32> {uop.constant}, %x: memref<8xf32>)
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  %2 = uop.load %x[%i] : memref<8xf32> -> f32
  %3 = arith.mulf %1, %2 : f32
  uop.store %3, %out[%i] : f32, memref<8xf32>
}
func.func @main(%x: tensor<8xf32>, %w: tensor<8xf32> {tg.constant}) -> (tensor<8xf32>, tensor<8xf32> {tg.updates = 0}) {
  %0 = tg.launch @read_elsewhere(%w) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.launch @updates(%w, %x) {tg.updates = array<i64: 1>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
