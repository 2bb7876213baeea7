// Tests that what is computed from a copy runs on its device, with the same bits,
// and that two devices in one kernel are an error.

// RUN: tg-run %s --entry there_and_back --input random:1 --verify | FileCheck %s --check-prefix=THERE
// RUN: tg-run %s --entry written_there --input random:1 --verify | FileCheck %s --check-prefix=WRITTEN
// RUN: tg-run %s --entry updated_from_there --input random:1 --verify | FileCheck %s --check-prefix=UPDATED
// RUN: tg-run %s --entry gradient --input random:1 --verify | FileCheck %s --check-prefix=GRADIENT
// RUN: not tg-run %s --entry mixed --input random:1 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: not tg-run %s --entry unknown --input random:1 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// THERE: result 0 of 'there_and_back' is equal
// THERE: result 1 of 'there_and_back' {{is (equal|close)}}
func.func @there_and_back(%x: tensor<40xf32>) -> (tensor<40xf32>, tensor<f32>) {
  %0 = tg.neg %x : tensor<40xf32>
  %1 = tg.copy %0 to "cpu:1" : tensor<40xf32>
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %d = tg.repeat %c [10] : tensor<4xf32> -> tensor<40xf32>
  %2 = tg.exp %1 : tensor<40xf32>
  %3 = tg.mul %2, %d : tensor<40xf32>
  %v, %i = tg.sort %3 axis 0 : tensor<40xf32> -> tensor<40xi32>
  %4 = tg.copy %v : tensor<40xf32>
  %5 = tg.add %4, %x : tensor<40xf32>
  %6 = tg.sum %5 axes [0] : tensor<40xf32> -> tensor<f32>
  return %v, %6 : tensor<40xf32>, tensor<f32>
}

// WRITTEN: result 0 of 'written_there' is equal
// WRITTEN: result 1 of 'written_there' is equal
func.func @written_there(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.copy %x to "cpu:1" : tensor<4xf32>
  %e = tg.empty [8] : tensor<8xf32>
  %z = tg.constant dense<0.0> : tensor<8xf32>
  %1 = tg.assign %e [0], %z : tensor<8xf32>, tensor<8xf32>
  %2 = tg.assign %1 [2], %0 : tensor<8xf32>, tensor<4xf32>
  %3 = tg.assign %2 [4], %0 : tensor<8xf32>, tensor<4xf32>
  return %3, %1 : tensor<8xf32>, tensor<8xf32>
}

// UPDATED: result 0 of 'updated_from_there' is equal
func.func @updated_from_there(%x: tensor<4xf32>) -> (tensor<4xf32> {tg.updates = 0 : i64}) {
  %0 = tg.copy %x to "cpu:1" : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.copy %1 : tensor<4xf32>
  %3 = tg.assign %x [0], %2 : tensor<4xf32>, tensor<4xf32>
  return %3 : tensor<4xf32>
}

// GRADIENT: result 0 of 'gradient' is equal
func.func @gradient(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.copy %x to "cpu:1" : tensor<4xf32>
  %1 = tg.mul %0, %0 : tensor<4xf32>
  %2 = tg.sum %1 axes [0] : tensor<4xf32> -> tensor<f32>
  %3 = tg.copy %2 : tensor<f32>
  %4 = tg.grad %3 wrt %x : tensor<f32> -> tensor<4xf32>
  %5 = tg.mul %4, %x : tensor<4xf32>
  return %5 : tensor<4xf32>
}

// MIXED: expected inputs on one device, but got "cpu:1" and "cpu"; tg.copy moves a tensor
func.func @mixed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.copy %x to "cpu:1" : tensor<4xf32>
  %1 = tg.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// UNKNOWN: unknown device 'moon': expected cpu, opencl, cuda, hip or null
func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.copy %x to "moon" : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
