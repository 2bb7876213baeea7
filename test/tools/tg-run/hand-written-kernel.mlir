// Tests that a program may come with its kernels, and the opts on them, written
// by hand.
// RUN: tg-run %s --input random:1 --stats 2>&1 | FileCheck %s
// RUN: tg-run %s --input random:1 --emit=jit | FileCheck %s --check-prefix=JIT

// CHECK: kernel double: compiled in {{.*}}#uop.opt<upcast axis 0 amount 4>
// JIT: jit.func @main
// JIT: jit.launch @double
uop.kernel @double(%out: memref<30xf32> {uop.output}, %x: memref<30xf32>)
    attributes {opts = [#uop.opt<upcast axis 0 amount 4>]} {
  %i = uop.range 0, 30 <global>
  %0 = uop.load %x[%i] : memref<30xf32> -> f32
  %1 = arith.addf %0, %0 : f32
  uop.store %1, %out[%i] : f32, memref<30xf32>
}
func.func @main(%x: tensor<30xf32>) -> tensor<30xf32> {
  %0 = tg.launch @double(%x) : (tensor<30xf32>) -> tensor<30xf32>
  return %0 : tensor<30xf32>
}
