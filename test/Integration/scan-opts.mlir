// Tests that scans of rows give the same under all opts: lanes along the rows and across
// them, several loops, edges, other loops inside of the scanned one.
// RUN: tg-run %s --entry reference --reference --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry plain --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry lanes --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry part --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry several --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry inside --input random:1 --expect 0=%t.npy --threads 2
// RUN: tg-run %s --entry blocks --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry padded --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry heuristic --input random:1 --expect 0=%t.npy --threads 2

func.func @reference(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.cumsum %x axis 1 : tensor<13x70xi32> -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}
uop.kernel @k_plain(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @plain(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_plain(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_lanes(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<upcast axis 1 amount 16>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @lanes(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_lanes(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_part(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<upcast axis 0 amount 2>, #uop.opt<upcast axis 1 amount 70>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @part(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_part(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_several(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<tile axis 1 amount 20>, #uop.opt<upcast axis 2 amount 10>, #uop.opt<upcast axis 2 amount 2>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @several(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_several(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_inside(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<tile axis 1 amount 4>, #uop.opt<swap axis 0 amount 1>, #uop.opt<thread axis 0>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @inside(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_inside(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_blocks(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<tile axis 1 amount 7>, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 4>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @blocks(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_blocks(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_padded(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<padto axis 1 amount 16>, #uop.opt<upcast axis 1 amount 8>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @padded(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_padded(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}

uop.kernel @k_heuristic(%out: memref<910xi32> {uop.output}, %x: memref<910xi32>)
     {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <loop>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  uop.store %2, %out[%0] : i32, memref<910xi32>
}
func.func @heuristic(%x: tensor<13x70xi32>) -> tensor<13x70xi32> {
  %0 = tg.launch @k_heuristic(%x) : (tensor<13x70xi32>) -> tensor<13x70xi32>
  return %0 : tensor<13x70xi32>
}
