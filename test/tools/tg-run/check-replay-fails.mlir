// Tests that --check-replay exits 1 and names the first item that differs: a kernel
// written by hand that adds to what its output held before; that its twin, which
// writes without reading, passes; and that either is compared without the reference.
// RUN: not tg-run %s --entry counts --input random:1 --check-replay 2>&1 | FileCheck %s
// RUN: tg-run %s --entry doubles --input random:1 --check-replay 2>&1 | FileCheck %s --check-prefix=SAME

// CHECK: tg-run: warning: --check-replay: the reference knows no kernels written by hand, so only the ways to run 'counts' are compared
// CHECK: tg-run: error: --check-replay: result 0 of 'counts' differs in {{[0-9]+}} of 30 elements; {{.*}} (captured, the given inputs); the first item that differs is item 1 (count)

// SAME: tg-run: warning: --check-replay: {{.*}} 'doubles' are compared
// SAME: --check-replay: 'doubles' gives the same in every way to run it (the given inputs)
// SAME-COUNT-2: --check-replay: 'doubles' gives the same in every way to run it (other inputs)
// SAME: --check-replay: 'doubles' gives the same in every way to run it (the given inputs again)
uop.kernel @double(%out: memref<30xf32> {uop.output}, %x: memref<30xf32>) {
  %i = uop.range 0, 30 <global>
  %0 = uop.load %x[%i] : memref<30xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] : f32, memref<30xf32>
}
uop.kernel @count(%out: memref<30xf32> {uop.output}, %x: memref<30xf32>) {
  %i = uop.range 0, 30 <global>
  %0 = uop.load %x[%i] : memref<30xf32> -> f32
  %1 = uop.load %out[%i] : memref<30xf32> -> f32
  %2 = arith.addf %0, %1 : f32
  uop.store %2, %out[%i] : f32, memref<30xf32>
}
func.func @counts(%x: tensor<30xf32>) -> tensor<30xf32> {
  %0 = tg.launch @double(%x) : (tensor<30xf32>) -> tensor<30xf32>
  %1 = tg.launch @count(%0) : (tensor<30xf32>) -> tensor<30xf32>
  return %1 : tensor<30xf32>
}
func.func @doubles(%x: tensor<30xf32>) -> tensor<30xf32> {
  %0 = tg.launch @double(%x) : (tensor<30xf32>) -> tensor<30xf32>
  %1 = tg.launch @double(%0) : (tensor<30xf32>) -> tensor<30xf32>
  return %1 : tensor<30xf32>
}
