// Tests that two inputs that tell one variable two values are an error that names
// both.

// RUN: tg-run %S/Inputs/data.mlir --reference --output x=%t.x.npy --output square=%t.s.npy
// RUN: not tg-run %s --input 0=%t.x.npy --input 1=%t.s.npy 2>&1 | FileCheck %s

// CHECK: tg-run: error: --input 1={{.*}}: variable 'n' is 2 by axis 0 of argument 0, but 3 by axis 0 of argument 1
func.func @main(%x: tensor<?x3xf32> {tg.dims = ["n", 3]},
                %y: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  %0 = tg.add %x, %y : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
