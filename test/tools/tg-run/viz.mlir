// Tests that --viz draws a node for each tensor, coloured by what makes it, in a box
// for each kernel, and that Graphviz takes the picture, whatever the names.

// RUN: tg-run %s --input random --var n=3 --viz %t.dot
// RUN: FileCheck %s --input-file %t.dot
// RUN: dot -Tsvg %t.dot -o %t.svg
// RUN: not tg-run %s --input random --var n=3 --viz %t.none/x.dot 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: digraph "main" {
// CHECK: [label="a \"quoted\" name\nn x 4 x f32", fillcolor="#e0e0e0"]
// CHECK: subgraph cluster_0
// CHECK: label="exp\nn x 4 x f32", fillcolor="#fff2cc"
// CHECK: label="sum\nn x f32", fillcolor="#f4cccc"
// CHECK: label="result 0", shape=ellipse
// CHECK: v{{[0-9]+}} -> r0;
// ERROR: tg-run: error: --viz: cannot write '{{.*}}x.dot'
func.func @main(%x: tensor<?x4xf32> {tg.name = "a \"quoted\" name", tg.dims = ["n", 4]})
    -> tensor<?xf32> attributes {tg.variables = {n = [1, 8]}} {
  %0 = tg.exp %x : tensor<?x4xf32>
  %1 = tg.sum %0 axes [1] : tensor<?x4xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
