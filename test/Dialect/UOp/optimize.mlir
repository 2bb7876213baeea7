// RUN: tg-opt %s --uop-optimize --mlir-print-local-scope | FileCheck %s

// Tests that an upcast that divides an axis splits it and gates nothing.

// CHECK-LABEL: uop.kernel @upcast
uop.kernel @upcast(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>)
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK-NEXT: %[[O:.*]] = uop.range 0, 4 <global>
  // CHECK-NEXT: %[[U:.*]] = uop.range 1, 16 <upcast>
  // CHECK-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%[[O]], %[[U]])
  // CHECK-NEXT: uop.load %{{.*}}[%[[I]]] : memref
  // CHECK-NEXT: uop.store %{{.*}}, %{{.*}}[%[[I]]] : f32
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// Tests that the index of a split axis simplifies: a row of 16 is one upcast.

// CHECK-LABEL: uop.kernel @upcast_row
uop.kernel @upcast_row(%out: memref<64xf32> {uop.output}, %x: memref<4xf32>)
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK: %[[O:.*]] = uop.range 0, 4 <global>
  // CHECK: uop.load %{{.*}}[%[[O]]]
  %i = uop.range 0, 64 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 16)>(%i)
  %1 = uop.load %x[%0] : memref<4xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<64xf32>
}

// Tests that an upcast that does not divide gates loads and stores, also those
// that had a gate.

// CHECK-LABEL: uop.kernel @upcast_remainder
uop.kernel @upcast_remainder(%out: memref<60xf32> {uop.output}, %x: memref<60xf32>, %y: memref<60xf32>)
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK-DAG: %[[C60:.*]] = arith.constant 60 : index
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7.0
  // CHECK-DAG: %[[O:.*]] = uop.range 0, 4 <global>
  // CHECK-DAG: %[[I:.*]] = affine.apply {{.*}}(%[[O]], %{{.*}})
  // CHECK-DAG: %[[G:.*]] = arith.cmpi slt, %[[I]], %[[C60]]
  // CHECK-DAG: %[[H:.*]] = arith.cmpi sge, %[[I]], %{{.*}} : index
  // CHECK-DAG: uop.load %{{.*}}[%[[I]]] gate %[[G]] else %[[ZERO]]
  // CHECK-DAG: %[[GH:.*]] = arith.andi %[[G]], %[[H]]
  // CHECK-DAG: uop.load %{{.*}}[%[[I]]] gate %[[GH]] else %[[SEVEN]]
  // CHECK: uop.store %{{.*}}, %{{.*}}[%[[I]]] gate %[[G]] : f32
  %i = uop.range 0, 60 <global>
  %c3 = arith.constant 3 : index
  %h = arith.cmpi sge, %i, %c3 : index
  %z = arith.constant 7.0 : f32
  %0 = uop.load %x[%i] : memref<60xf32> -> f32
  %1 = uop.load %y[%i] gate %h else %z : memref<60xf32> -> f32
  %2 = arith.addf %0, %1 : f32
  uop.store %2, %out[%i] : f32, memref<60xf32>
}

// Tests that a load that stays in its buffer beyond a variable's value needs no
// gate, but that the store has one.

// CHECK-LABEL: uop.kernel @upcast_dynamic
uop.kernel @upcast_dynamic(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>,
                           %n: index {uop.variable = "n", uop.bounds = [1, 64]})
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK: %[[S:.*]] = affine.apply affine_map<()[s0] -> (s0 ceildiv 16)>()[%[[N:.*]]]
  // CHECK: uop.range 0, %[[S]] <global>
  // CHECK: %[[G:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
  // CHECK: uop.load %{{.*}}[%{{.*}}] : memref
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] gate %[[G]]
  %i = uop.range 0, %n <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// Tests that a load with a gate of its own needs no other where a larger value
// of the variable does it too.

// CHECK-LABEL: uop.kernel @upcast_padded_rows
uop.kernel @upcast_padded_rows(%out: memref<512xf32> {uop.output}, %x: memref<512xf32>,
                               %n: index {uop.variable = "n", uop.bounds = [1, 64]})
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK: %[[G:.*]] = arith.cmpi sge, %{{.*}}, %c1
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate %[[G]] else
  // CHECK: uop.store {{.*}} gate
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 8 <global>
  %c1 = arith.constant 1 : index
  %g = arith.cmpi sge, %j, %c1 : index
  %z = arith.constant 0.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 - 1)>(%i, %j)
  %1 = uop.load %x[%0] gate %g else %z : memref<512xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<512xf32>
}

// Tests that a load whose gate or index depends on the variable itself has the
// gate, and one in a buffer that 16 does not divide.

// CHECK-LABEL: uop.kernel @upcast_no_larger
uop.kernel @upcast_no_larger(%out: memref<60xf32> {uop.output}, %x: memref<60xf32>, %y: memref<60xf32>,
                             %n: index {uop.variable = "n", uop.bounds = [1, 60]})
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK: %[[G:.*]] = arith.cmpi slt
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate %[[G]]
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate %[[G]]
  %i = uop.range 0, %n <global>
  %0 = uop.load %x[%i] : memref<60xf32> -> f32
  %1 = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i)[%n]
  %2 = uop.load %y[%1] : memref<60xf32> -> f32
  %3 = arith.addf %0, %2 : f32
  uop.store %3, %out[%i] : f32, memref<60xf32>
}

// Tests that an index that is loaded is gated even where its load would stay in
// its buffer: what lies there is no index.

// CHECK-LABEL: uop.kernel @upcast_gather
uop.kernel @upcast_gather(%out: memref<64xf32> {uop.output}, %ids: memref<64xi32>, %x: memref<100xf32>,
                          %n: index {uop.variable = "n", uop.bounds = [1, 64]})
    opts [#uop.opt<upcast axis 0 amount 16>] {
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate %[[G:.*]] else %{{.*}} : memref<64xi32>
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate %[[G]] else %{{.*}} : memref<100xf32>
  %i = uop.range 0, %n <global>
  %0 = uop.load %ids[%i] : memref<64xi32> -> i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = uop.load %x[%1] : memref<100xf32> -> f32
  uop.store %2, %out[%i] : f32, memref<64xf32>
}

// Tests that a size that is a multiple for all values of a variable needs no
// gate.

// CHECK-LABEL: uop.kernel @upcast_multiple
uop.kernel @upcast_multiple(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>,
                            %n: index {uop.variable = "n", uop.bounds = [1, 4]})
    opts [#uop.opt<upcast axis 0 amount 8>] {
  // CHECK-NOT: gate
  // CHECK: uop.range 1, 8 <upcast>
  // CHECK-NOT: gate
  // CHECK: uop.kernel @unroll
  %m = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%n]
  %i = uop.range 0, %m <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// Tests that an unrolled axis is closed in both parts, and that beyond its size
// the reduce takes its identity.

uop.kernel @unroll(%out: memref<4xf32> {uop.output}, %x: memref<40xf32>)
    opts [#uop.opt<unroll axis 1 amount 4>] {
  // CHECK-DAG: %[[ID:.*]] = arith.constant 0xFF800000 : f32
  // CHECK-DAG: %[[K:.*]] = uop.range 1, 3 <reduce>
  // CHECK-DAG: %[[U:.*]] = uop.range 2, 4 <unroll>
  // CHECK: %[[G:.*]] = arith.cmpi slt
  // CHECK: %[[X:.*]] = uop.load %{{.*}}[%{{.*}}] gate %[[G]]
  // CHECK: %[[S:.*]] = arith.select %[[G]], %[[X]], %[[ID]]
  // CHECK: uop.reduce <maximumf> %[[S]] over (%[[K]], %[[U]])
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<40xf32> -> f32
  %2 = uop.reduce <maximumf> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<4xf32>
}

// Tests that an amount of 0 takes the whole axis, whose outer part vanishes.

// CHECK-LABEL: uop.kernel @whole
uop.kernel @whole(%out: memref<4xf32> {uop.output}, %x: memref<40xf32>)
    opts [#uop.opt<unroll axis 1>, #uop.opt<upcast axis 0>] {
  // CHECK-NOT: <global>
  // CHECK: %[[I:.*]] = uop.range 3, 4 <upcast>
  // CHECK: %[[K:.*]] = uop.range 2, 10 <unroll>
  // CHECK: uop.reduce <add> %{{.*}} over (%[[K]])
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 10 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<40xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<4xf32>
}

// Tests that the thread axis keeps its iterations, or only the chunks of an
// amount.

// CHECK-LABEL: uop.kernel @thread
uop.kernel @thread(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>)
    opts [#uop.opt<thread axis 0>] {
  // CHECK: uop.range 0, 64 <thread>
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// CHECK-LABEL: uop.kernel @thread_chunks
uop.kernel @thread_chunks(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>)
    opts [#uop.opt<thread axis 0 amount 8>] {
  // CHECK: uop.range 0, 8 <thread>
  // CHECK: uop.range 1, 8 <loop>
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// Tests that a tile splits a loop into two, in a reduce too.

// CHECK-LABEL: uop.kernel @tile
uop.kernel @tile(%out: memref<64xf32> {uop.output}, %x: memref<4096xf32>)
    opts [#uop.opt<tile axis 0 amount 8>, #uop.opt<tile axis 1 amount 16>] {
  // CHECK-DAG: uop.range 0, 8 <global>
  // CHECK-DAG: uop.range 2, 8 <loop>
  // CHECK-DAG: %[[K:.*]] = uop.range 1, 4 <reduce>
  // CHECK-DAG: %[[L:.*]] = uop.range 3, 16 <reduce>
  // CHECK: uop.reduce <add> %{{.*}} over (%[[K]], %[[L]])
  %i = uop.range 0, 64 <global>
  %k = uop.range 1, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<4096xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<64xf32>
}

// Tests that a size is padded up, gated, so that a later split divides it; and
// that a multiple is left alone.

// CHECK-LABEL: uop.kernel @padto
uop.kernel @padto(%out: memref<60xf32> {uop.output}, %x: memref<60xf32>)
    opts [#uop.opt<padto axis 0 amount 16>, #uop.opt<upcast axis 0 amount 8>] {
  // CHECK-DAG: uop.range 0, 8 <global>
  // CHECK-DAG: uop.range 1, 8 <upcast>
  // CHECK: %[[G:.*]] = arith.cmpi slt, %{{.*}}, %c60
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate %[[G]]
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] gate %[[G]]
  %i = uop.range 0, 60 <global>
  %0 = uop.load %x[%i] : memref<60xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<60xf32>
}

// CHECK-LABEL: uop.kernel @no_padding
uop.kernel @no_padding(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>)
    opts [#uop.opt<padto axis 0 amount 16>] {
  // CHECK: uop.range 0, 64 <global>
  // CHECK-NOT: gate
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}

// Tests that a swap exchanges the places of two loops.

// CHECK-LABEL: uop.kernel @swap
uop.kernel @swap(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>)
    opts [#uop.opt<swap axis 0 amount 1>] {
  // CHECK: uop.range 1, 4 <global>
  // CHECK: uop.range 0, 8 <global>
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<32xf32>
}

// Tests that axes that are contiguous in every access merge without a division.

// CHECK-LABEL: uop.kernel @merge
uop.kernel @merge(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>,
                  %n: index {uop.variable = "n", uop.bounds = [1, 2]})
    opts [#uop.opt<merge axis 1 amount 2>, #uop.opt<merge axis 0 amount 1>] {
  // CHECK: %[[S:.*]] = affine.apply affine_map<()[s0] -> (s0 * 32)>()
  // CHECK-NEXT: %[[I:.*]] = uop.range 0, %[[S]] <global>
  // CHECK-NEXT: uop.load %{{.*}}[%[[I]]]
  // CHECK-NEXT: uop.store %{{.*}}, %{{.*}}[%[[I]]]
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 4 <global>
  %k = uop.range 2, 8 <global>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 8 + d2)>(%i, %j, %k)
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<64xf32>
}

// Tests that a merge of reduce axes is closed as one.

// CHECK-LABEL: uop.kernel @merge_reduce
uop.kernel @merge_reduce(%out: memref<1xf32> {uop.output}, %x: memref<32xf32>)
    opts [#uop.opt<merge axis 0 amount 1>] {
  // CHECK: %[[K:.*]] = uop.range 0, 32 <reduce>
  // CHECK: uop.reduce <add> %{{.*}} over (%[[K]]) : f32
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 4 <reduce>
  %l = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %l)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k, %l) : f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// Tests that an empty schedule changes nothing.

// CHECK-LABEL: uop.kernel @no_opts
uop.kernel @no_opts(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) opts [] {
  // CHECK: uop.range 0, 64 <global>
  %i = uop.range 0, 64 <global>
  %0 = uop.load %x[%i] : memref<64xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<64xf32>
}
