// Tests that halves are compared one by one, while they are added two at once: of two
// compares at once PTX makes two predicates, which few readers of it know.

// RUN: tg-opt %s --tg-pipeline="target=cuda chip=sm_75 binary=true cubin=false" | FileCheck %s

// CHECK: assembly =
// CHECK: add.rn.f16x2
// CHECK-NOT: setp.{{[a-z]+}}.f16x2
// CHECK-COUNT-2: setp.{{[a-z]+}}.f16 \09%p
func.func @larger(%x: tensor<32770xf16>, %y: tensor<32770xf16>) -> tensor<32770xf16> {
  %0 = tg.add %x, %y : tensor<32770xf16>
  %1 = tg.cmp lt %0, %x : tensor<32770xf16>
  %2 = tg.where %1, %x, %0 : tensor<32770xf16>
  return %2 : tensor<32770xf16>
}
