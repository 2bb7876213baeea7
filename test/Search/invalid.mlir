// Tests that a search says what it cannot do.

// RUN: not tg-opt %s --uop-search="seconds=0" 2>&1 | FileCheck %s --check-prefix=SECONDS
// RUN: not tg-opt %s --uop-search="device=abacus" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not tg-opt %s --uop-search="target=abacus" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tg-opt %s --uop-search="cache-dir=%s" 2>&1 | FileCheck %s --check-prefix=FOLDER

// SECONDS: error: expected seconds above 0, but got 0.000000e+00
// DEVICE: error: unknown device 'abacus'
// TARGET: error: unknown CPU target 'abacus'
// FOLDER: error: cannot write to the cache folder
uop.kernel @copy(%out: memref<36xf32> {uop.output}, %x: memref<36xf32>) {
  %i = uop.range 0, 36 <global>
  %0 = uop.load %x[%i] : memref<36xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<36xf32>
}
