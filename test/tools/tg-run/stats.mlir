// Tests that --stats tells kernels, graphs, arena and compile times, and that equal
// kernels are compiled once.

// RUN: tg-run %s --input random --stats | FileCheck %s
// RUN: tg-run %s --input random --stats --no-graph | FileCheck %s --check-prefix=NOGRAPH
// RUN: env JIT=2 tg-run %s --input random --stats | FileCheck %s --check-prefix=NOGRAPH
// RUN: tg-run %s --input random --stats --no-plan | FileCheck %s --check-prefix=NOPLAN

// CHECK: kernel {{.*}}: compiled in {{.*}} ms
// CHECK: kernels: 2 launches in 1 launch graphs, 1 compiled
// CHECK: patched: 2 nodes in each replay
// CHECK: arena: {{[1-9][0-9]*}} bytes, lower bound {{[1-9][0-9]*}} bytes
// CHECK: memory: {{[0-9]+}} bytes at most
// CHECK: compiled in {{.*}} ms, first run {{.*}} ms
// NOGRAPH: kernels: 2 launches in 0 launch graphs
// NOPLAN: arena: {{[0-9]+}} bytes, lower bound 0 bytes
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.matmul %x, %w : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  %1 = tg.matmul %0, %w : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
