// Tests that global and local ranges become ids: the innermost in x, three
// dimensions at most, sizes of variables by division.

// RUN: tg-opt %s --mlir-print-local-scope --convert-uop-to-gpu --split-input-file | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --convert-uop-to-gpu="max-grid=8000,100,100" --split-input-file | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: uop.kernel @blocks_and_threads
// CHECK-SAME: uop.block = array<i64: 256, 1, 1>
// CHECK-SAME: uop.grid = affine_map<() -> (64, 1, 1)>
// CHECK-SAME: uop.index_bits = 32
// CHECK: %[[B:.*]] = gpu.block_id x
// CHECK: %[[T:.*]] = gpu.thread_id x
// CHECK-NOT: uop.range
// CHECK: affine.apply {{.*}}(%[[B]], %[[T]])
uop.kernel @blocks_and_threads(%out: memref<16384xf32> {uop.output}, %x: memref<16384xf32>) {
  %i = uop.range 0, 64 <global>
  %t = uop.range 1, 256 <local>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %t)
  %1 = uop.load %x[%0] : memref<16384xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<16384xf32>
}

// -----

// Five global ranges share three dimensions; the two smallest neighbours first.
// CHECK-LABEL: uop.kernel @many
// CHECK-SAME: uop.block = array<i64: 1, 1, 1>
// CHECK-SAME: uop.grid = affine_map<() -> (60, 50, 24)>
// CHECK-DAG: gpu.block_id x
// CHECK-DAG: gpu.block_id y
// CHECK-DAG: gpu.block_id z
// SMALL-LABEL: uop.kernel @many
uop.kernel @many(%out: memref<72000xf32> {uop.output}) {
  %a = uop.range 0, 2 <global>
  %b = uop.range 1, 3 <global>
  %c = uop.range 2, 4 <global>
  %d = uop.range 3, 50 <global>
  %e = uop.range 4, 60 <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 36000 + d1 * 12000 + d2 * 3000 + d3 * 60 + d4)>(%a, %b, %c, %d, %e)
  uop.store %v, %out[%0] : f32, memref<72000xf32>
}

// -----

// A size that is a variable: the grid is a map from it.
// CHECK-LABEL: uop.kernel @variable
// CHECK-SAME: uop.grid = affine_map<()[s0] -> (60, s0, 1)>
// CHECK-DAG: gpu.block_id x
// CHECK-DAG: gpu.block_id y
// Too many in y go to x, divided by a constant.
// SMALL-LABEL: uop.kernel @variable
// SMALL-SAME: uop.grid = affine_map<()[s0] -> (s0 * 60, 1, 1)>
// SMALL: %[[ID:.*]] = gpu.block_id x
// SMALL: affine.apply {{.*}}(%[[ID]])
uop.kernel @variable(%out: memref<7800xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 130]}) {
  %a = uop.range 0, %n <global>
  %b = uop.range 1, 60 <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 60 + d1)>(%a, %b)
  uop.store %v, %out[%0] : f32, memref<7800xf32>
}

// -----

// A loop stays one; an index beyond 2^30 needs 64 bits.
// CHECK-LABEL: uop.kernel @wide
// CHECK-SAME: uop.index_bits = 64
// CHECK: uop.range 1, 2 <loop>
// SMALL-LABEL: uop.kernel @wide
uop.kernel @wide(%out: memref<4294967296xi8> {uop.output}) {
  %a = uop.range 0, 4 <global>
  %b = uop.range 1, 2 <loop>
  %v = arith.constant 1 : i8
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1073741824 + d1)>(%a, %b)
  uop.store %v, %out[%0] : i8, memref<4294967296xi8>
}

// -----

// Blocks may come in any order: only x has room for the largest axis.
// CHECK-LABEL: uop.kernel @large_axis
// CHECK-SAME: uop.grid = affine_map<() -> (60, 3, 7000)>
// SMALL-LABEL: uop.kernel @large_axis
// SMALL-SAME: uop.grid = affine_map<() -> (7000, 60, 3)>
// SMALL: %[[X:.*]] = gpu.block_id x
// SMALL: %[[Y:.*]] = gpu.block_id y
// SMALL: %[[Z:.*]] = gpu.block_id z
// SMALL: affine.apply {{.*}}(%[[X]], %[[Z]], %[[Y]])
uop.kernel @large_axis(%out: memref<1260000xf32> {uop.output}) {
  %a = uop.range 0, 7000 <global>
  %b = uop.range 1, 3 <global>
  %c = uop.range 2, 60 <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 180 + d1 * 60 + d2)>(%a, %b, %c)
  uop.store %v, %out[%0] : f32, memref<1260000xf32>
}

// -----

// An axis that is too long for x is two dimensions.
// CHECK-LABEL: uop.kernel @long_axis
// CHECK-SAME: uop.grid = affine_map<() -> (8004, 3, 1)>
// SMALL-LABEL: uop.kernel @long_axis
// SMALL-SAME: uop.grid = affine_map<() -> (4002, 2, 3)>
// SMALL-DAG: %[[X:.*]] = gpu.block_id x
// SMALL-DAG: %[[Y:.*]] = gpu.block_id y
uop.kernel @long_axis(%out: memref<24012xf32> {uop.output}) {
  %a = uop.range 0, 3 <global>
  %b = uop.range 1, 8004 <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8004 + d1)>(%a, %b)
  uop.store %v, %out[%0] : f32, memref<24012xf32>
}

// -----

// A prime number of blocks, which no two dimensions have: those of a grid that holds them
// are numbered, and the ones behind the last store nothing. What they read is there.
// CHECK-LABEL: uop.kernel @prime
// CHECK-SAME: uop.grid = affine_map<() -> (80021, 1, 1)>
// CHECK: uop.store %{{[0-9]+}}, %{{.*}}[%{{.*}}] : f32
// SMALL-LABEL: uop.kernel @prime
// SMALL-SAME: uop.grid = affine_map<() -> (7275, 11, 1)>
// SMALL-DAG: %[[Z:.*]] = gpu.block_id z
// SMALL-DAG: %[[Y:.*]] = gpu.block_id y
// SMALL: %[[ZY:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 11 + d1)>(%[[Z]], %[[Y]])
// SMALL: %[[X:.*]] = gpu.block_id x
// SMALL: %[[N:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 7275 + d1)>(%[[ZY]], %[[X]])
// SMALL: %[[GATE:.*]] = arith.cmpi sle, %[[N]], %c80020
// SMALL: %[[ID:.*]] = arith.minsi %[[N]], %c80020
// SMALL: %[[V:.*]] = uop.load %{{.*}}[%[[AT:.*]]]
// SMALL: uop.store %[[V]], %{{.*}}[%{{.*}}] gate %[[GATE]]
uop.kernel @prime(%out: memref<80021xf32> {uop.output}, %x: memref<80021xf32>) {
  %i = uop.range 0, 80021 <global>
  %v = uop.load %x[%i] : memref<80021xf32> -> f32
  uop.store %v, %out[%i] : f32, memref<80021xf32>
}

// -----

// Two such axes, stores under a mask, and groups of threads of which one stores: both
// gates, and that of the blocks.
// SMALL-LABEL: uop.kernel @masked
// SMALL-SAME: uop.grid = affine_map<() -> ({{[0-9]+}}, {{[0-9]+}}, 1)>
// SMALL: %[[GATE:.*]] = arith.cmpi sle, %[[N:.*]], %{{.*}}
// SMALL: %[[ID:.*]] = arith.minsi %[[N]], %{{.*}}
// SMALL-DAG: affine.apply affine_map<(d0) -> (d0 floordiv 211)>(%[[ID]])
// SMALL-DAG: affine.apply affine_map<(d0) -> (d0 mod 211)>(%[[ID]])
// SMALL: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[GATE]] : i1
// SMALL: %[[FIRST:.*]] = arith.cmpi eq
// SMALL: %[[ALL:.*]] = arith.andi %[[BOTH]], %[[FIRST]] : i1
// SMALL: uop.store {{.*}} gate %[[ALL]]
uop.kernel @masked(%out: memref<47053xf32> {uop.output}, %x: memref<47053xf32>, %y: memref<32xf32>) {
  %i = uop.range 0, 223 <global>
  %j = uop.range 1, 211 <global>
  %g = uop.range 2, 32 <group_reduce>
  %c7 = arith.constant 7 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 211 + d1)>(%i, %j)
  %is = arith.cmpi sge, %j, %c7 : index
  %v = uop.load %y[%g] : memref<32xf32> -> f32
  %s = uop.reduce <add> %v over (%g) : f32
  uop.store %s, %out[%0] gate %is : f32, memref<47053xf32>
}

// -----

// Blocks of a number that is known when they are launched: y and z have what the most of
// them need, x what is left of them then.
// CHECK-LABEL: uop.kernel @variable_number
// CHECK-SAME: uop.grid = affine_map<()[s0] -> (s0, 1, 1)>
// CHECK: uop.store %{{[0-9a-z_]+}}, %{{.*}}[%{{.*}}] : f32
// SMALL-LABEL: uop.kernel @variable_number
// SMALL-SAME: %[[VAR:[a-z0-9]+]]: index
// SMALL-SAME: uop.grid = affine_map<()[s0] -> (s0 ceildiv 11, 11, 1)>
// SMALL-DAG: %[[Z:.*]] = gpu.block_id z
// SMALL-DAG: %[[Y:.*]] = gpu.block_id y
// SMALL: %[[ZY:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 11 + d1)>(%[[Z]], %[[Y]])
// SMALL: %[[X:.*]] = gpu.block_id x
// SMALL: %[[ROW:.*]] = affine.apply affine_map<()[s0] -> (s0 ceildiv 11)>()[%[[VAR]]]
// SMALL: %[[AT:.*]] = arith.muli %[[ZY]], %[[ROW]]
// SMALL: %[[N:.*]] = arith.addi %[[AT]], %[[X]]
// SMALL: %[[LAST:.*]] = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%[[VAR]]]
// SMALL: %[[GATE:.*]] = arith.cmpi sle, %[[N]], %[[LAST]]
// SMALL: %[[ID:.*]] = arith.minsi %[[N]], %[[LAST]]
// SMALL: uop.store %{{.*}}, %{{.*}}[%[[ID]]] gate %[[GATE]]
uop.kernel @variable_number(%out: memref<80021xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 80021]}) {
  %i = uop.range 0, %n <global>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<80021xf32>
}

// -----

// Two axes, of which the inner one is the variable: it divides the number.
// SMALL-LABEL: uop.kernel @variable_inner
// SMALL-SAME: %[[VAR:[a-z0-9]+]]: index
// SMALL-SAME: uop.grid = affine_map<()[s0] -> ((s0 * 223) ceildiv 6, 6, 1)>
// SMALL: %[[ID:.*]] = arith.minsi
// SMALL: %[[IN:.*]] = arith.remui %[[ID]], %[[VAR]]
// SMALL: %[[OUT:.*]] = arith.divui %[[ID]], %[[VAR]]
// SMALL: affine.apply {{.*}}(%[[OUT]], %[[IN]])
uop.kernel @variable_inner(%out: memref<47053xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 211]}) {
  %i = uop.range 0, 223 <global>
  %j = uop.range 1, %n <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 211 + d1)>(%i, %j)
  uop.store %v, %out[%0] : f32, memref<47053xf32>
}

// -----

// Where there are no blocks, constant or variable, those that a launch has store nothing.

// SMALL-LABEL: uop.kernel @no_blocks
// SMALL-SAME: uop.grid = affine_map<() -> (0, 1, 1)>
// SMALL: %[[INSIDE:.*]] = arith.cmpi sle, %{{.*}}, %c-1 : index
// SMALL: uop.store %{{.*}} gate %[[INSIDE]]
uop.kernel @no_blocks(%out: memref<64xf32> {uop.output}) {
  %i = uop.range 0, 0 <global>
  %j = uop.range 1, 80021 <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
  uop.store %v, %out[%0] : f32, memref<64xf32>
}

// -----

// SMALL-LABEL: uop.kernel @no_variable_blocks
// SMALL-SAME: uop.grid = affine_map<()[s0] -> (s0 * 80021, 1, 1)>
uop.kernel @no_variable_blocks(%out: memref<64xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 0]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 80021 <global>
  %v = arith.constant 1.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
  uop.store %v, %out[%0] : f32, memref<64xf32>
}
