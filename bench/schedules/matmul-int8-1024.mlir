// A product of 1024 x 1024 matrices of bytes by the unit that multiplies signed by
// unsigned ones: the second matrix has its sign bits flipped where it is packed, and 128
// times the sums of the first one's rows, which are computed before, are taken off.
// Tiles are 6 rows of four registers.

uop.kernel @matmul(%out: memref<1048576xi32> {uop.output}, %a: memref<1048576xi8>, %b: memref<1048576xi8>) opts [#uop.opt<tc axes[0, 1, 2] unit "vpdpbusd.m1n16k4.s8.u8">, #uop.opt<unroll axis 7 amount 64>, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 4>, #uop.opt<stage operand 1 axes[2, 10, 5]>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<1048576xi32>
}
func.func @main(%a: tensor<1024x1024xi8>, %b: tensor<1024x1024xi8>) -> tensor<1024x1024xi32> {
  %0 = tg.launch @matmul(%a, %b) : (tensor<1024x1024xi8>, tensor<1024x1024xi8>) -> tensor<1024x1024xi32>
  return %0 : tensor<1024x1024xi32>
}
