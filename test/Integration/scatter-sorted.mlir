// Tests that scattering many updates, which are sorted first, agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'set' {{is (equal|close)}}
func.func @set(%x: tensor<500xf32>, %r: tensor<300xi32>, %u: tensor<300xf32>) -> tensor<500xf32> {
  %c = tg.constant dense<510> : tensor<300xi32>
  %i = tg.mod %r, %c : tensor<300xi32>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<500xf32>, tensor<300xi32>, tensor<300xf32>
  return %0 : tensor<500xf32>
}

// CHECK: result 0 of 'add' {{is (equal|close)}}
func.func @add(%x: tensor<500xf32>, %r: tensor<300xi32>, %u: tensor<300xf32>) -> tensor<500xf32> {
  %c = tg.constant dense<510> : tensor<300xi32>
  %i = tg.mod %r, %c : tensor<300xi32>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<500xf32>, tensor<300xi32>, tensor<300xf32>
  return %0 : tensor<500xf32>
}

// CHECK: result 0 of 'prod' {{is (equal|close)}}
func.func @prod(%x: tensor<500xf32>, %r: tensor<300xi32>, %u: tensor<300xf32>) -> tensor<500xf32> {
  %c = tg.constant dense<510> : tensor<300xi32>
  %i = tg.mod %r, %c : tensor<300xi32>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<500xf32>, tensor<300xi32>, tensor<300xf32>
  return %0 : tensor<500xf32>
}

// CHECK: result 0 of 'max' {{is (equal|close)}}
func.func @max(%x: tensor<500xf32>, %r: tensor<300xi32>, %u: tensor<300xf32>) -> tensor<500xf32> {
  %c = tg.constant dense<510> : tensor<300xi32>
  %i = tg.mod %r, %c : tensor<300xi32>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<500xf32>, tensor<300xi32>, tensor<300xf32>
  return %0 : tensor<500xf32>
}

// CHECK: result 0 of 'min' {{is (equal|close)}}
func.func @min(%x: tensor<500xf32>, %r: tensor<300xi32>, %u: tensor<300xf32>) -> tensor<500xf32> {
  %c = tg.constant dense<510> : tensor<300xi32>
  %i = tg.mod %r, %c : tensor<300xi32>
  %0 = tg.scatter min %x, %i, %u axis 0 : tensor<500xf32>, tensor<300xi32>, tensor<300xf32>
  return %0 : tensor<500xf32>
}

// CHECK: result 0 of 'rows' {{is (equal|close)}}
func.func @rows(%x: tensor<400x3xi32>, %r: tensor<200xi64>, %u: tensor<200x3xi32>) -> tensor<400x3xi32> {
  %c = tg.constant dense<90> : tensor<200xi64>
  %i = tg.mod %r, %c : tensor<200xi64>
  %j = tg.reshape %i [200, 1] : tensor<200xi64> -> tensor<200x1xi64>
  %k = tg.expand %j [200, 3] : tensor<200x1xi64> -> tensor<200x3xi64>
  %0 = tg.scatter add %x, %k, %u axis 0 : tensor<400x3xi32>, tensor<200x3xi64>, tensor<200x3xi32>
  return %0 : tensor<400x3xi32>
}
