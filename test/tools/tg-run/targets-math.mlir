// Tests that functions, fused products and roundings give the reference's bits on
// processors without fma and without instructions that round to whole numbers, and
// that no function of a math library is called there.

// RUN: tg-run %s --entry all --input random:1 --verify --target x86-64 | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify --target x86-64-v2 | FileCheck %s
// RUN: tg-run %s --entry functions --emit=asm --target x86-64 | FileCheck %s --check-prefix=ASM

// ASM-NOT: call

// CHECK: result 0 of 'functions' is equal
func.func @functions(%x: tensor<37xf32>) -> tensor<37xf32> {
  %0 = tg.gelu %x : tensor<37xf32>
  %1 = tg.tanh %x : tensor<37xf32>
  %2 = tg.add %0, %1 : tensor<37xf32>
  return %2 : tensor<37xf32>
}

// CHECK: result 0 of 'fused' is equal
func.func @fused(%a: tensor<37xf32>, %b: tensor<37xf32>, %c: tensor<37xf32>) -> tensor<37xf32> {
  %0 = tg.mulacc %a, %b, %c : tensor<37xf32>
  return %0 : tensor<37xf32>
}

// CHECK: result 0 of 'rounded' is equal
func.func @rounded(%x: tensor<37xf32>) -> tensor<37xf32> {
  %0 = tg.floor %x : tensor<37xf32>
  %1 = tg.ceil %x : tensor<37xf32>
  %2 = tg.round %x : tensor<37xf32>
  %3 = tg.trunc %x : tensor<37xf32>
  %4 = tg.mul %0, %1 : tensor<37xf32>
  %5 = tg.add %2, %3 : tensor<37xf32>
  %6 = tg.sub %4, %5 : tensor<37xf32>
  return %6 : tensor<37xf32>
}

// CHECK: result 0 of 'wide' is equal
func.func @wide(%x: tensor<37xf64>) -> tensor<37xf64> {
  %0 = tg.floor %x : tensor<37xf64>
  return %0 : tensor<37xf64>
}
