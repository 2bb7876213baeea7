// Tests the rows of the tables of matrix units that take f32 and f64: the lanes of a subgroup are a
// dimension of vectors, each with the registers that the unit's layout gives it,
// and the result is that of the kernel without the unit. 64 is a multiple of every
// tile.

// DEFINE: %{unit} =
// DEFINE: %{sum} = f32
// DEFINE: %{rtol} = 1e-5
// DEFINE: %{atol} = 1e-4
// DEFINE: %{check} = sed -e 's/T_UNIT/"%{unit}"/' -e 's/T_SUM/%{sum}/g' %s > %t.mlir && \
// DEFINE:   tg-run %t.mlir --entry plain --input random:1 --output 0=%t.npy && \
// DEFINE:   tg-run %t.mlir --entry tiles --input random:1 --expect 0=%t.npy --rtol %{rtol} --atol %{atol}

// REDEFINE: %{unit} = mfma.16x16x4.f32.f32
// RUN: %{check}
// Operands of 11 bits: each product is off by 1/1024 of it at most.
// REDEFINE: %{unit} = mma.m16n8k8.tf32.f32
// REDEFINE: %{rtol} = 1e-2
// REDEFINE: %{atol} = 5e-2
// RUN: %{check}
// REDEFINE: %{unit} = mma.m8n8k4.f64.f64
// REDEFINE: %{sum} = f64
// REDEFINE: %{rtol} = 1e-12
// REDEFINE: %{atol} = 1e-12
// RUN: %{check}

uop.kernel @plain_product(%out: memref<4096xT_SUM> {uop.output}, %a: memref<4096xT_SUM>, %b: memref<4096xT_SUM>)
    opts [] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xT_SUM> -> T_SUM
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xT_SUM> -> T_SUM
  %6 = arith.mulf %1, %3 : T_SUM
  %7 = uop.reduce <add> %6 over (%k) : T_SUM
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : T_SUM, memref<4096xT_SUM>
}
uop.kernel @product(%out: memref<4096xT_SUM> {uop.output}, %a: memref<4096xT_SUM>, %b: memref<4096xT_SUM>)
    opts [#uop.opt<tc axes[0, 1, 2] unit T_UNIT inexact>] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xT_SUM> -> T_SUM
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xT_SUM> -> T_SUM
  %6 = arith.mulf %1, %3 : T_SUM
  %7 = uop.reduce <add> %6 over (%k) : T_SUM
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : T_SUM, memref<4096xT_SUM>
}
func.func @plain(%a: tensor<64x64xT_SUM>, %b: tensor<64x64xT_SUM>) -> tensor<64x64xT_SUM> {
  %0 = tg.launch @plain_product(%a, %b) : (tensor<64x64xT_SUM>, tensor<64x64xT_SUM>) -> tensor<64x64xT_SUM>
  return %0 : tensor<64x64xT_SUM>
}
func.func @tiles(%a: tensor<64x64xT_SUM>, %b: tensor<64x64xT_SUM>) -> tensor<64x64xT_SUM> {
  %0 = tg.launch @product(%a, %b) : (tensor<64x64xT_SUM>, tensor<64x64xT_SUM>) -> tensor<64x64xT_SUM>
  return %0 : tensor<64x64xT_SUM>
}
