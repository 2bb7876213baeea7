// RUN: tg-opt %s --uop-optimize --mlir-print-local-scope | FileCheck %s

// Tests that a reduce in blocks goes on with what the output holds, that the loop
// over the blocks stands around an output axis, and that what an operand needs in
// one block is kept for all iterations of that axis.

// CHECK-LABEL: uop.kernel @blocks(
// CHECK: %[[I:.*]] = uop.range 2, 8 <global>
// CHECK: %[[J:.*]] = uop.range 0, 4 <global>
// CHECK: %[[U:.*]] = uop.range 3, 16 <upcast>
// CHECK: %[[B:.*]] = uop.range 1, 4 <carry>
// CHECK: %[[K:.*]] = uop.range 4, 8 <reduce>
// CHECK: uop.stage %{{.*}} : f32 -> memref<128xf32, #gpu.address_space<private>>
// CHECK: %[[R:.*]] = uop.reduce <add> %{{.*}} over (%[[K]]) : f32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[B]], %c0
// CHECK: %[[OLD:.*]] = uop.load %[[OUT:.*]][%[[P:.*]]] : memref<512xf32> -> f32
// CHECK: %[[BOTH:.*]] = arith.addf %[[OLD]], %[[R]] : f32
// CHECK: %[[SUM:.*]] = arith.select %[[FIRST]], %[[R]], %[[BOTH]] : f32
// CHECK: uop.store %[[SUM]], %[[OUT]][%[[P]]]
uop.kernel @blocks(%out: memref<512xf32> {uop.output}, %a: memref<256xf32>, %b: memref<2048xf32>)
    opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<carry axis 2 amount 8>,
          #uop.opt<swap axis 1 amount 2>, #uop.opt<stage operand 1 axes[4, 3]>] {
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

// Tests that what follows the reduce is stored by the last block, that the
// iterations beyond the size count for nothing, and that other kinds are carried
// alike.

// CHECK-LABEL: uop.kernel @epilogue(
// CHECK: %[[B:.*]] = uop.range 1, 3 <carry>
// CHECK: %[[K:.*]] = uop.range 2, 4 <reduce>
// CHECK: %[[R:.*]] = uop.reduce <maximumf> %{{.*}} over (%[[K]]) : f32
// CHECK: %[[BOTH:.*]] = arith.maximumf %{{.*}}, %[[R]] : f32
// CHECK: %[[SUM:.*]] = arith.select %{{.*}}, %[[R]], %[[BOTH]] : f32
// CHECK: %[[D:.*]] = arith.addf %[[SUM]], %[[SUM]] : f32
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[B]], %c2
// CHECK: %[[V:.*]] = arith.select %[[LAST]], %[[D]], %[[SUM]] : f32
// CHECK: uop.store %[[V]], %{{.*}}[%{{.*}}] :
uop.kernel @epilogue(%out: memref<8xf32> {uop.output}, %a: memref<80xf32>)
    opts [#uop.opt<carry axis 1 amount 4>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<80xf32> -> f32
  %2 = uop.reduce <maximumf> %1 over (%k) : f32
  %3 = arith.addf %2, %2 : f32
  uop.store %3, %out[%i] : f32, memref<8xf32>
}

// Tests that beyond an edge the sums of the blocks before are not read, as they are not
// stored.

// CHECK-LABEL: uop.kernel @edge(
// CHECK: %[[G:.*]] = arith.cmpi slt
// CHECK: uop.reduce
// CHECK: uop.load %arg0[%{{.*}}] gate %[[G]] else %cst : memref<100xf32> -> f32
// CHECK: uop.store %{{.*}}, %arg0[%{{.*}}] gate %[[G]] : f32, memref<100xf32>
uop.kernel @edge(%out: memref<100xf32> {uop.output}, %a: memref<3200xf32>)
    opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<carry axis 1 amount 8>] {
  %i = uop.range 0, 100 <global>
  %k = uop.range 1, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 100 + d0)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3200xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<100xf32>
}
