// RUN: tg-opt %s --uop-prefetch-panels --mlir-print-local-scope | FileCheck %s

// Tests that a part of the next panel is fetched where eight rows of this one, which
// is packed once, are read: of two repetitions each fetches half of it. The loop is
// split for that, so that the multiplications are a loop of their own.

// CHECK-LABEL: uop.kernel @panels(
// CHECK: scf.for %[[PANEL:.*]] = %c0 to %c4
// CHECK: scf.for %[[TILE:.*]] = %c0 to %c2
// CHECK: %[[SUM:.*]] = scf.for %[[BLOCK:.*]] = %{{.*}} to %c64 {{.*}} iter_args(%[[BEFORE:.*]] =
// CHECK: %[[NEXT:.*]] = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8192 + d1 * 64 + d2 * 4096 + 8192)>(%[[PANEL]], %[[BLOCK]], %[[TILE]])
// CHECK: memref.prefetch %arg1[%[[NEXT]]], read, locality<2>, data
// CHECK-COUNT-3: memref.prefetch
// CHECK: %[[INNER:.*]] = scf.for %[[ROW:.*]] = %{{.*}} to %c8 {{.*}} iter_args(%{{.*}} = %[[BEFORE]])
// CHECK: %[[K:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[BLOCK]], %[[ROW]])
// CHECK: %[[PLACE:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8192 + d1 * 16)>(%[[PANEL]], %[[K]])
// CHECK: vector.load %arg1[%[[PLACE]]]
// CHECK: scf.yield %[[INNER]]
// CHECK: vector.store %[[SUM]]
uop.kernel @panels(%out: memref<1024xf32> {uop.output}, %w: memref<32768xf32> {uop.constant}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %panel = %c0 to %c4 step %c1 {
    scf.for %tile = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
        %place = affine.apply affine_map<(d0, d1) -> (d0 * 8192 + d1 * 16)>(%panel, %k)
        %row = vector.load %w[%place] : memref<32768xf32>, vector<16xf32>
        %after = arith.addf %before, %row : vector<16xf32>
        scf.yield %after : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%panel, %tile)
      vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
    }
  }
}

// Tests that nothing is fetched of an operand that may be another in the next launch,
// since it is not known to lie in panels.

// CHECK-LABEL: uop.kernel @no_constant(
// CHECK-NOT: memref.prefetch
uop.kernel @no_constant(%out: memref<1024xf32> {uop.output}, %w: memref<32768xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %panel = %c0 to %c4 step %c1 {
    scf.for %tile = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
        %place = affine.apply affine_map<(d0, d1) -> (d0 * 8192 + d1 * 16)>(%panel, %k)
        %row = vector.load %w[%place] : memref<32768xf32>, vector<16xf32>
        %after = arith.addf %before, %row : vector<16xf32>
        scf.yield %after : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%panel, %tile)
      vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
    }
  }
}

// Tests that nothing is fetched of what all repetitions read anew: the processor sees
// that by itself.

// CHECK-LABEL: uop.kernel @no_repetition(
// CHECK-NOT: memref.prefetch
uop.kernel @no_repetition(%out: memref<1024xf32> {uop.output}, %w: memref<65536xf32> {uop.constant}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %panel = %c0 to %c4 step %c1 {
    scf.for %tile = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
        %place = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 8192 + d2 * 16)>(%panel, %tile, %k)
        %row = vector.load %w[%place] : memref<65536xf32>, vector<16xf32>
        %after = arith.addf %before, %row : vector<16xf32>
        scf.yield %after : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%panel, %tile)
      vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
    }
  }
}

// Tests that nothing is fetched where rows do not follow each other.

// CHECK-LABEL: uop.kernel @no_panel(
// CHECK-NOT: memref.prefetch
uop.kernel @no_panel(%out: memref<1024xf32> {uop.output}, %w: memref<32768xf32> {uop.constant}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %panel = %c0 to %c4 step %c1 {
    scf.for %tile = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
        %place = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 64)>(%panel, %k)
        %row = vector.load %w[%place] : memref<32768xf32>, vector<16xf32>
        %after = arith.addf %before, %row : vector<16xf32>
        scf.yield %after : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%panel, %tile)
      vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
    }
  }
}

// Tests that nothing is fetched of small panels.

// CHECK-LABEL: uop.kernel @no_small_panel(
// CHECK-NOT: memref.prefetch
uop.kernel @no_small_panel(%out: memref<1024xf32> {uop.output}, %w: memref<32768xf32> {uop.constant}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %panel = %c0 to %c4 step %c1 {
    scf.for %tile = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
        %place = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1 * 16)>(%panel, %k)
        %row = vector.load %w[%place] : memref<32768xf32>, vector<16xf32>
        %after = arith.addf %before, %row : vector<16xf32>
        scf.yield %after : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%panel, %tile)
      vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
    }
  }
}

// Tests that what the next tile's copy reads is fetched where rows of this tile's copy
// are used: of the two lines that a row of 16 elements may lie on one in each
// repetition, for eight rows at once.

// CHECK-LABEL: uop.kernel @copy(
// CHECK: scf.for %[[TILE:.*]] = %c0 to %c4
// CHECK: scf.for %{{.*}} = %c0 to %c64
// CHECK: scf.for %[[PANEL:.*]] = %c0 to %c2
// CHECK: scf.for %[[BLOCK:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[NEXT:.*]] = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 512 + d2 * 16 + 16)>(%[[TILE]], %[[BLOCK]], %[[PANEL]])
// CHECK: memref.prefetch %arg1[%[[NEXT]]], read, locality<2>, data
// CHECK-COUNT-7: memref.prefetch
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: scf.yield
uop.kernel @copy(%out: memref<1024xf32> {uop.output}, %x: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %copy = memref.alloca() : memref<1024xf32>
  scf.for %tile = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c64 step %c1 {
      %from = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 64)>(%tile, %k)
      %row = vector.load %x[%from] : memref<4096xf32>, vector<16xf32>
      %to = affine.apply affine_map<(d0) -> (d0 * 16)>(%k)
      vector.store %row, %copy[%to] : memref<1024xf32>, vector<16xf32>
    }
    scf.for %panel = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
        %place = affine.apply affine_map<(d0) -> (d0 * 16)>(%k)
        %row = vector.load %copy[%place] : memref<1024xf32>, vector<16xf32>
        %after = arith.addf %before, %row : vector<16xf32>
        scf.yield %after : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%tile, %panel)
      vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
    }
  }
}

// Tests that nothing is fetched where all tiles read one copy.

// CHECK-LABEL: uop.kernel @no_copy_of_tiles(
// CHECK-NOT: memref.prefetch
uop.kernel @no_copy_of_tiles(%out: memref<1024xf32> {uop.output}, %x: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %copy = memref.alloca() : memref<1024xf32>
  scf.for %k = %c0 to %c64 step %c1 {
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%k)
    %row = vector.load %x[%from] : memref<1024xf32>, vector<16xf32>
    vector.store %row, %copy[%from] : memref<1024xf32>, vector<16xf32>
  }
  scf.for %tile = %c0 to %c4 step %c1 {
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%before = %zero) -> vector<16xf32> {
      %place = affine.apply affine_map<(d0) -> (d0 * 16)>(%k)
      %row = vector.load %copy[%place] : memref<1024xf32>, vector<16xf32>
      %after = arith.addf %before, %row : vector<16xf32>
      scf.yield %after : vector<16xf32>
    }
    %at = affine.apply affine_map<(d0) -> (d0 * 16)>(%tile)
    vector.store %sum, %out[%at] : memref<1024xf32>, vector<16xf32>
  }
}

// Tests that the lines of a long part of a panel are not fetched all at once: the loop over
// its rows is split where there is one around it, too.

// CHECK-LABEL: uop.kernel @long_parts(
// CHECK: scf.for %{{.*}} = %c0 to %c3
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %{{.*}} = %{{.*}} to %c32
// CHECK-COUNT-4: memref.prefetch
// CHECK: scf.for %{{.*}} = %{{.*}} to %c8
uop.kernel @long_parts(%out: memref<128xf32> {uop.output}, %w: memref<49152xf32> {uop.constant}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %panel = %c0 to %c4 step %c1 {
    scf.for %tile = %c0 to %c2 step %c1 {
      %sum = scf.for %j = %c0 to %c3 step %c1 iter_args(%first = %zero) -> vector<16xf32> {
        %part = scf.for %k = %c0 to %c256 step %c1 iter_args(%before = %first) -> vector<16xf32> {
          %place = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12288 + d1 * 4096 + d2 * 16)>(%panel, %j, %k)
          %row = vector.load %w[%place] : memref<49152xf32>, vector<16xf32>
          %after = arith.addf %before, %row : vector<16xf32>
          scf.yield %after : vector<16xf32>
        }
        scf.yield %part : vector<16xf32>
      }
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 16)>(%panel, %tile)
      vector.store %sum, %out[%at] : memref<128xf32>, vector<16xf32>
    }
  }
}
