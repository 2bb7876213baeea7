// A product of 1024 x 1024 matrices of bytes by tiles (AMX), which multiply bytes of any
// signs: as matmul-bf16-1024.mlir, but 64 bytes along the sum are 64 elements. Processors
// without tiles have matmul-int8-1024.mlir.

uop.kernel @matmul(%out: memref<1048576xi32> {uop.output}, %a: memref<1048576xi8>, %b: memref<1048576xi8>) opts [#uop.opt<tc axes[0, 1, 2] unit "tdpbssd.m16n16k64.s8.s8">, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 2>, #uop.opt<upcast axis 0 amount 2>, #uop.opt<tile axis 0 amount 8>, #uop.opt<stage operand 1 axes[11, 2, 10, 7, 8]>, #uop.opt<thread axis 0>] {
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
