// Tests that --entry all runs every public function, each with the variables it has.

// RUN: tg-run %s --entry all --reference --input zeros --var n=3 | FileCheck %s
// RUN: not tg-run %s --entry all --reference --input zeros --var n=9 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: result 0 ('of_first'): [2] f32
// CHECK: result 0 ('of_second'): [3] i8
// CHECK-NOT: result 0
// ERROR: tg-run: error: variable 'n' is 9 by --var, outside its bounds [1, 4]
func.func @first(%x: tensor<2xf32>) -> (tensor<2xf32> {tg.name = "of_first"}) {
  return %x : tensor<2xf32>
}
func.func @second(%x: tensor<?xi8> {tg.dims = ["n"]}) -> (tensor<?xi8> {tg.name = "of_second"})
    attributes {tg.variables = {n = [1, 4]}} {
  return %x : tensor<?xi8>
}
func.func private @third(%x: tensor<7xf32>) -> tensor<7xf32> {
  return %x : tensor<7xf32>
}
