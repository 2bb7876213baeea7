// Tests that GRAPHPATH=p writes the tensors as p.dot and draws p.svg from it; that
// without Graphviz it writes p.dot and says so; that a path that cannot be written is
// an error; and that nothing is written without it.

// RUN: rm -rf %t && mkdir -p %t/none && cd %t
// RUN: tg-run %s --input random
// RUN: not ls p.dot
// RUN: env GRAPHPATH=p tg-run %s --input random
// RUN: FileCheck %s --input-file p.dot
// RUN: FileCheck %s --input-file p.svg --check-prefix=SVG
// RUN: env GRAPHPATH=q PATH=%t/none %bin/tg-run %s --input random 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --input-file q.dot
// RUN: not env GRAPHPATH=no/such/p tg-run %s --input random 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: digraph "main" {
// CHECK: label="exp\n4 x f32"
// SVG: <svg
// SVG: exp
// NONE: tg-run: warning: GRAPHPATH: no program 'dot' (Graphviz) is installed to draw 'q.svg' from 'q.dot'
// ERROR: tg-run: error: GRAPHPATH: cannot write 'no/such/p.dot'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
