// One function, a dense layer with a softmax over a batch of unknown size, taken
// down all rooms by hand: each RUN line is a stage of docs/contracts.md and ends
// with the check of its phase.

// RUN: tg-opt %s --tg-decompose --canonicalize --cse --tg-fuse \
// RUN:   --tg-verify-phase=phase=schedule -o %t.schedule.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULE --input-file=%t.schedule.mlir
// RUN: tg-opt %t.schedule.mlir --convert-tg-to-uop --uop-simplify-index --cse \
// RUN:   --tg-verify-phase=phase=expression -o %t.expression.mlir
// RUN: FileCheck %s --check-prefix=EXPRESSION --input-file=%t.expression.mlir
// RUN: tg-opt %t.expression.mlir --uop-optimize \
// RUN:   --tg-verify-phase=phase=optimized -o %t.optimized.mlir
// RUN: FileCheck %s --check-prefix=OPTIMIZED --input-file=%t.optimized.mlir
// RUN: tg-opt %t.optimized.mlir --uop-expand --cse \
// RUN:   --tg-verify-phase=phase=expanded -o %t.expanded.mlir
// RUN: FileCheck %s --check-prefix=EXPANDED --input-file=%t.expanded.mlir
// RUN: tg-opt %t.expanded.mlir --uop-decompose-math --uop-linearize \
// RUN:   --uop-decompose-dtypes --cse --tg-verify-phase=phase=linear -o %t.linear.mlir
// RUN: FileCheck %s --check-prefix=LINEAR --input-file=%t.linear.mlir
// RUN: tg-opt %t.linear.mlir --convert-tg-to-jit --canonicalize --jit-plan-memory \
// RUN:   --jit-verify-plan --jit-batch-graphs --jit-infer-dependencies \
// RUN:   --jit-verify-hazards --tg-verify-phase=phase=jit -o %t.jit.mlir
// RUN: FileCheck %s --check-prefix=JIT --input-file=%t.jit.mlir
// The kernels by themselves: their objects take their place as jit.program.
// RUN: sed '/jit.func/,$d' %t.jit.mlir > %t.kernels.mlir
// RUN: echo '}' >> %t.kernels.mlir
// RUN: tg-opt %t.kernels.mlir --convert-uop-to-llvm | FileCheck %s --check-prefix=CODE
// RUN: tg-run %s --var n=17 --input random:1 --verify | FileCheck %s --check-prefix=RESULT

// The product with its bias is one kernel, the softmax of its rows another.
// SCHEDULE-LABEL: func.func @main
// SCHEDULE: %[[S:.*]] = tg.kernel({{.*}}) -> tensor<?x10xf32> {
// SCHEDULE: tg.matmul
// SCHEDULE: tg.add
// SCHEDULE: tg.yield
// SCHEDULE: %[[P:.*]] = tg.kernel(%{{.*}} = %[[S]] : tensor<?x10xf32>) -> tensor<?x10xf32> {
// SCHEDULE: tg.max
// SCHEDULE: tg.exp
// SCHEDULE: tg.sum
// SCHEDULE: tg.div
// SCHEDULE: return %[[P]]

// Tensors outside of kernels, scalars over ranges inside.
// EXPRESSION: uop.kernel @r_n_10_64(%{{.*}}: memref<2560xf32> {uop.output}
// EXPRESSION: uop.range 0, %{{.*}} <global>
// EXPRESSION: uop.range 1, 10 <global>
// EXPRESSION: uop.range 2, 64 <reduce>
// EXPRESSION: uop.reduce <add>
// EXPRESSION: uop.store
// EXPRESSION: uop.kernel @r_n_10_10_10
// EXPRESSION: math.exp
// EXPRESSION-LABEL: func.func @main
// EXPRESSION: tg.launch @r_n_10_64
// EXPRESSION: tg.launch @r_n_10_10_10

// Ranges are split: the inner parts will be vector lanes.
// OPTIMIZED: uop.kernel @r_n_10_64
// OPTIMIZED-SAME: opts [#uop.opt<
// OPTIMIZED: uop.range {{.*}} <upcast>

// EXPANDED: uop.kernel @r_n_10_64
// EXPANDED-NOT: <upcast>
// EXPANDED: vector<

// LINEAR: uop.kernel @r_n_10_64
// LINEAR: scf.for
// LINEAR-NOT: uop.range
// LINEAR-NOT: math.exp

// The intermediate tensor is a part of an arena; both launches are one graph, the
// second after the first.
// JIT: jit.func @main
// JIT: jit.alloc
// JIT: jit.graph
// JIT: %[[E:.*]] = jit.launch @r_n_10_64
// JIT: jit.launch @r_n_10_10_10

// CODE: llvm.func @r_n_10_64(%{{.*}}: !llvm.ptr
// CODE: llvm.func @r_n_10_10_10(

// RESULT: --verify: result 0 {{.*}} all 170 elements

func.func @main(%x: tensor<?x64xf32> {tg.name = "x", tg.dims = ["n", 64]},
                %w: tensor<64x10xf32> {tg.name = "w"},
                %b: tensor<10xf32> {tg.name = "b"})
    -> (tensor<?x10xf32> {tg.name = "probabilities"})
    attributes {tg.variables = {n = [1, 256]}} {
  %n = tg.variable "n"
  %0 = tg.matmul %x, %w : tensor<?x64xf32>, tensor<64x10xf32> -> tensor<?x10xf32>
  %1 = tg.reshape %b [1, 10] : tensor<10xf32> -> tensor<1x10xf32>
  %2 = tg.expand %1 [%n, 10] : tensor<1x10xf32> -> tensor<?x10xf32>
  %3 = tg.add %0, %2 : tensor<?x10xf32>
  %4 = tg.softmax %3 axis 1 : tensor<?x10xf32>
  return %4 : tensor<?x10xf32>
}
