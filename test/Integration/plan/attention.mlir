// Tests that the arena of two blocks of attention is at most 5 % larger than any
// plan must be, and that replays on poisoned memory agree with the reference.

// RUN: tg-run %s --input random:1 --bench=1 --json | %python %S/Inputs/check_plan.py 1.05
// RUN: tg-run %s --input random:2 --check-replay --poison

func.func @main(%x: tensor<24x32xf32>, %qw0: tensor<32x32xf32>, %kw0: tensor<32x32xf32>, %vw0: tensor<32x32xf32>, %ow0: tensor<32x32xf32>, %uw0: tensor<32x64xf32>, %dw0: tensor<64x32xf32>, %qw1: tensor<32x32xf32>, %kw1: tensor<32x32xf32>, %vw1: tensor<32x32xf32>, %ow1: tensor<32x32xf32>, %uw1: tensor<32x64xf32>, %dw1: tensor<64x32xf32>) -> tensor<24x32xf32> {
  %q0 = tg.matmul %x, %qw0 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %k0 = tg.matmul %x, %kw0 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %v0 = tg.matmul %x, %vw0 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %kt0 = tg.permute %k0 [1, 0] : tensor<24x32xf32> -> tensor<32x24xf32>
  %sc0 = tg.matmul %q0, %kt0 : tensor<24x32xf32>, tensor<32x24xf32> -> tensor<24x24xf32>
  %p0 = tg.softmax %sc0 axis 1 : tensor<24x24xf32>
  %av0 = tg.matmul %p0, %v0 : tensor<24x24xf32>, tensor<24x32xf32> -> tensor<24x32xf32>
  %pr0 = tg.matmul %av0, %ow0 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %h0 = tg.add %pr0, %x : tensor<24x32xf32>
  %up0 = tg.matmul %h0, %uw0 : tensor<24x32xf32>, tensor<32x64xf32> -> tensor<24x64xf32>
  %ac0 = tg.relu %up0 : tensor<24x64xf32>
  %dn0 = tg.matmul %ac0, %dw0 : tensor<24x64xf32>, tensor<64x32xf32> -> tensor<24x32xf32>
  %z0 = tg.add %dn0, %h0 : tensor<24x32xf32>
  %q1 = tg.matmul %z0, %qw1 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %k1 = tg.matmul %z0, %kw1 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %v1 = tg.matmul %z0, %vw1 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %kt1 = tg.permute %k1 [1, 0] : tensor<24x32xf32> -> tensor<32x24xf32>
  %sc1 = tg.matmul %q1, %kt1 : tensor<24x32xf32>, tensor<32x24xf32> -> tensor<24x24xf32>
  %p1 = tg.softmax %sc1 axis 1 : tensor<24x24xf32>
  %av1 = tg.matmul %p1, %v1 : tensor<24x24xf32>, tensor<24x32xf32> -> tensor<24x32xf32>
  %pr1 = tg.matmul %av1, %ow1 : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %h1 = tg.add %pr1, %z0 : tensor<24x32xf32>
  %up1 = tg.matmul %h1, %uw1 : tensor<24x32xf32>, tensor<32x64xf32> -> tensor<24x64xf32>
  %ac1 = tg.relu %up1 : tensor<24x64xf32>
  %dn1 = tg.matmul %ac1, %dw1 : tensor<24x64xf32>, tensor<64x32xf32> -> tensor<24x32xf32>
  %z1 = tg.add %dn1, %h1 : tensor<24x32xf32>
  return %z1 : tensor<24x32xf32>
}
