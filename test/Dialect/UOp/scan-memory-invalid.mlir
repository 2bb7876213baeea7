// RUN: tg-opt %s --uop-linearize --verify-diagnostics

// Tests that a scan refuses to keep a value for each of too many points of the axes
// inside of what it scans.

uop.kernel @many(%out: memref<4398046511104xf32> {uop.output}, %x: memref<4398046511104xf32>) {
  %i = uop.range 0, 1024 <loop>
  %j = uop.range 1, 4294967296 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4294967296 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<4398046511104xf32> -> f32
  // expected-error@+1 {{expected at most 268435456 points of the axes inside of what it scans, for each of which a value waits in memory}}
  %2 = uop.scan <add> %1 over (%i) : f32
  uop.store %2, %out[%0] : f32, memref<4398046511104xf32>
}
