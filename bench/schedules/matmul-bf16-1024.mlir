// A product of 1024 x 1024 matrices of bf16 by tiles (AMX): four tiles of sums, 32 x 32,
// for two of rows and two of columns. The second matrix is packed as the unit takes it, a
// block of 256 columns at a time, by the outermost loop; the first one's rows of 64 bytes
// are loaded from where they are, and stay near for the columns of a block.

uop.kernel @matmul(%out: memref<1048576xbf16> {uop.output}, %a: memref<1048576xbf16>, %b: memref<1048576xbf16>) opts [#uop.opt<tc axes[0, 1, 2] unit "tdpbf16ps.m16n16k32.bf16.f32" inexact>, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 2>, #uop.opt<upcast axis 0 amount 2>, #uop.opt<tile axis 0 amount 8>, #uop.opt<stage operand 1 axes[11, 2, 10, 7, 8]>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xbf16> -> bf16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xbf16> -> bf16
  %4 = arith.extf %1 : bf16 to f32
  %5 = arith.extf %3 : bf16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = arith.truncf %7 : f32 to bf16
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %8, %out[%9] : bf16, memref<1048576xbf16>
}
func.func @main(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = tg.launch @matmul(%a, %b) : (tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %0 : tensor<1024x1024xbf16>
}
