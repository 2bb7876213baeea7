// Tests products of bytes by tiles (AMX) against those without units: each choice of
// signs, whole tiles and parts of them, batches, either operand transposed, zero points,
// one thread and two.

// REQUIRES: tiles
// RUN: %with-tiles tg-run %s --entry all --input edges:1 --target %tiles-target --tc=0 --output 0=%t0.npy --output 1=%t1.npy --output 2=%t2.npy --output 3=%t3.npy --output 4=%t4.npy --output 5=%t5.npy --output 6=%t6.npy
// RUN: %with-tiles tg-run %s --entry all --input edges:1 --target %tiles-target --threads 1 --expect 0=%t0.npy --expect 1=%t1.npy --expect 2=%t2.npy --expect 3=%t3.npy --expect 4=%t4.npy --expect 5=%t5.npy --expect 6=%t6.npy
// RUN: %with-tiles tg-run %s --entry all --input edges:1 --target %tiles-target --threads 2 --expect 0=%t0.npy --expect 1=%t1.npy --expect 2=%t2.npy --expect 3=%t3.npy --expect 4=%t4.npy --expect 5=%t5.npy --expect 6=%t6.npy
// RUN: %with-tiles tg-run %s --entry all --input edges:1 --target %tiles-target --emit=asm | FileCheck %s

// CHECK-DAG: tdpbssd
// CHECK-DAG: tdpbsud
// CHECK-DAG: tdpbusd
// CHECK-DAG: tdpbuud
func.func @all(%a: tensor<96x128xi8>, %ua: tensor<96x128xui8>, %b: tensor<128x160xi8>, %ub: tensor<128x160xui8>, %odd: tensor<2x70x200xi8>, %right: tensor<2x200x90xi8>, %zero: tensor<1x1xi8>)
    -> (tensor<96x160xi32>, tensor<96x160xi32>, tensor<96x160xi32>, tensor<96x160xi32>, tensor<2x70x90xi32>, tensor<128x128xi32>, tensor<96x160xi32>) {
  %wa = tg.cast %a : tensor<96x128xi8> to tensor<96x128xi32>
  %wua = tg.cast %ua : tensor<96x128xui8> to tensor<96x128xi32>
  %wb = tg.cast %b : tensor<128x160xi8> to tensor<128x160xi32>
  %wub = tg.cast %ub : tensor<128x160xui8> to tensor<128x160xi32>
  %0 = tg.matmul %wa, %wb : tensor<96x128xi32>, tensor<128x160xi32> -> tensor<96x160xi32>
  %1 = tg.matmul %wa, %wub : tensor<96x128xi32>, tensor<128x160xi32> -> tensor<96x160xi32>
  %2 = tg.matmul %wua, %wb : tensor<96x128xi32>, tensor<128x160xi32> -> tensor<96x160xi32>
  %3 = tg.matmul %wua, %wub : tensor<96x128xi32>, tensor<128x160xi32> -> tensor<96x160xi32>
  %wo = tg.cast %odd : tensor<2x70x200xi8> to tensor<2x70x200xi32>
  %wr = tg.cast %right : tensor<2x200x90xi8> to tensor<2x200x90xi32>
  %4 = tg.matmul %wo, %wr : tensor<2x70x200xi32>, tensor<2x200x90xi32> -> tensor<2x70x90xi32>
  %t = tg.permute %wua [1, 0] : tensor<96x128xi32> -> tensor<128x96xi32>
  %5 = tg.matmul %t, %wa : tensor<128x96xi32>, tensor<96x128xi32> -> tensor<128x128xi32>
  %wz = tg.cast %zero : tensor<1x1xi8> to tensor<1x1xi32>
  %z = tg.expand %wz [96, 128] : tensor<1x1xi32> -> tensor<96x128xi32>
  %less = tg.sub %wa, %z : tensor<96x128xi32>
  %6 = tg.matmul %less, %wub : tensor<96x128xi32>, tensor<128x160xi32> -> tensor<96x160xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<96x160xi32>, tensor<96x160xi32>, tensor<96x160xi32>, tensor<96x160xi32>, tensor<2x70x90xi32>, tensor<128x128xi32>, tensor<96x160xi32>
}
