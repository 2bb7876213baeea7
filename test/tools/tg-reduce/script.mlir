// Tests that the script makes a program smaller that tg-run refuses, for the same
// reason.

// RUN: %python %source/scripts/reduce.py %s --tools %bin -- --reference --input random:1 --var n=3 | FileCheck %s
// RUN: not %python %source/scripts/reduce.py %S/../tg-run/Inputs/chain.mlir --tools %bin -- --emit=tg 2>&1 | FileCheck %s --check-prefix=FINE

// FINE: tg-run does not fail

// CHECK: func.func @main
// CHECK-NEXT: %[[C:.*]] = math.isnormal
// CHECK-NEXT: return %[[C]]
// CHECK-NOT: tg.
func.func @main(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}, %y: tensor<6xf32>)
    -> (tensor<?x8xf32>, tensor<6xi1>) attributes {tg.variables = {n = [1, 9]}} {
  %0 = tg.exp %x : tensor<?x8xf32>
  %1 = tg.abs %y : tensor<6xf32>
  %2 = math.isnormal %1 : tensor<6xf32>
  %3 = tg.not %2 : tensor<6xi1>
  return %0, %3 : tensor<?x8xf32>, tensor<6xi1>
}
