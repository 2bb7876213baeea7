// RUN: tg-run %s --entry all --input random --poison --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random --poison --verify --target x86-64-v3 | FileCheck %s
// RUN: tg-run %s --entry all --input random --poison --verify --target x86-64 | FileCheck %s

// Tests that products whose operands are packed, turned around or at edges of
// tiles, and transposes of sizes that no register divides, give what the reference
// gives.

// CHECK: --verify: result 0 of 'edges' is close
func.func @edges(%a: tensor<67x203xf32>, %b: tensor<203x131xf32>) -> tensor<67x131xf32> {
  %0 = tg.matmul %a, %b : tensor<67x203xf32>, tensor<203x131xf32> -> tensor<67x131xf32>
  return %0 : tensor<67x131xf32>
}

// CHECK: --verify: result 0 of 'second_transposed' is close
func.func @second_transposed(%a: tensor<66x64xf32>, %b: tensor<96x64xf32>) -> tensor<66x96xf32> {
  %0 = tg.permute %b [1, 0] : tensor<96x64xf32> -> tensor<64x96xf32>
  %1 = tg.matmul %a, %0 : tensor<66x64xf32>, tensor<64x96xf32> -> tensor<66x96xf32>
  return %1 : tensor<66x96xf32>
}

// CHECK: --verify: result 0 of 'both_transposed' is close
func.func @both_transposed(%a: tensor<203x67xf32>, %b: tensor<131x203xf32>) -> tensor<67x131xf32> {
  %0 = tg.permute %a [1, 0] : tensor<203x67xf32> -> tensor<67x203xf32>
  %1 = tg.permute %b [1, 0] : tensor<131x203xf32> -> tensor<203x131xf32>
  %2 = tg.matmul %0, %1 : tensor<67x203xf32>, tensor<203x131xf32> -> tensor<67x131xf32>
  return %2 : tensor<67x131xf32>
}

// CHECK: --verify: result 0 of 'window' is close
func.func @window(%x: tensor<1x16x20x20xf32>, %w: tensor<24x16x3x3xf32>) -> tensor<1x24x20x20xf32> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<1x16x20x20xf32>, tensor<24x16x3x3xf32> -> tensor<1x24x20x20xf32>
  return %0 : tensor<1x24x20x20xf32>
}

// CHECK: --verify: result 0 of 'transpose' is equal
func.func @transpose(%a: tensor<100x77xf32>) -> tensor<77x100xf32> {
  %0 = tg.permute %a [1, 0] : tensor<100x77xf32> -> tensor<77x100xf32>
  return %0 : tensor<77x100xf32>
}

// CHECK: --verify: result 0 of 'transpose_narrow' is equal
func.func @transpose_narrow(%a: tensor<100x77xi8>) -> tensor<77x100xi8> {
  %0 = tg.permute %a [1, 0] : tensor<100x77xi8> -> tensor<77x100xi8>
  return %0 : tensor<77x100xi8>
}

// CHECK: --verify: result 0 of 'transpose_wide' is equal
func.func @transpose_wide(%a: tensor<100x77xf64>) -> tensor<77x100xf64> {
  %0 = tg.permute %a [1, 0] : tensor<100x77xf64> -> tensor<77x100xf64>
  return %0 : tensor<77x100xf64>
}

// CHECK: --verify: result 0 of 'column_sums' is close
func.func @column_sums(%a: tensor<80x1100xf32>) -> tensor<1100xf32> {
  %0 = tg.sum %a axes [0] : tensor<80x1100xf32> -> tensor<1100xf32>
  return %0 : tensor<1100xf32>
}
