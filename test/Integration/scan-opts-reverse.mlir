// Tests that scans from the end, of columns, and such that a reduce closes,
// give what a scan from the start of what is flipped gives.
// RUN: tg-run %s --entry reference --reference --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry plain --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry lanes --input random:1 --expect 0=%t.npy --threads 2
// RUN: tg-run %s --entry across --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry memory --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry heuristic --input random:1 --expect 0=%t.npy --threads 2
// RUN: tg-run %s --entry total_reference --reference --input random:1 --output 0=%t.npy
// RUN: tg-run %s --entry total --input random:1 --expect 0=%t.npy
// RUN: tg-run %s --entry total_lanes --input random:1 --expect 0=%t.npy

func.func @reference(%x: tensor<23x70xf32>) -> tensor<23x70xf32> {
  %0 = tg.flip %x [0] : tensor<23x70xf32>
  %1 = tg.cummax %0 axis 0 : tensor<23x70xf32>
  %2 = tg.flip %1 [0] : tensor<23x70xf32>
  return %2 : tensor<23x70xf32>
}

uop.kernel @k_plain(%out: memref<1610xf32> {uop.output}, %x: memref<1610xf32>)
    opts [] {
  %k = uop.range 0, 23 <loop>
  %j = uop.range 1, 70 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<1610xf32> -> f32
  %2 = uop.scan <maximumf> %1 over (%k) reverse : f32
  uop.store %2, %out[%0] : f32, memref<1610xf32>
}
func.func @plain(%x: tensor<23x70xf32>) -> tensor<23x70xf32> {
  %0 = tg.launch @k_plain(%x) : (tensor<23x70xf32>) -> tensor<23x70xf32>
  return %0 : tensor<23x70xf32>
}

uop.kernel @k_lanes(%out: memref<1610xf32> {uop.output}, %x: memref<1610xf32>)
    opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<thread axis 0>] {
  %k = uop.range 0, 23 <loop>
  %j = uop.range 1, 70 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<1610xf32> -> f32
  %2 = uop.scan <maximumf> %1 over (%k) reverse : f32
  uop.store %2, %out[%0] : f32, memref<1610xf32>
}
func.func @lanes(%x: tensor<23x70xf32>) -> tensor<23x70xf32> {
  %0 = tg.launch @k_lanes(%x) : (tensor<23x70xf32>) -> tensor<23x70xf32>
  return %0 : tensor<23x70xf32>
}

uop.kernel @k_across(%out: memref<1610xf32> {uop.output}, %x: memref<1610xf32>)
    opts [#uop.opt<upcast axis 0 amount 16>] {
  %k = uop.range 0, 23 <loop>
  %j = uop.range 1, 70 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<1610xf32> -> f32
  %2 = uop.scan <maximumf> %1 over (%k) reverse : f32
  uop.store %2, %out[%0] : f32, memref<1610xf32>
}
func.func @across(%x: tensor<23x70xf32>) -> tensor<23x70xf32> {
  %0 = tg.launch @k_across(%x) : (tensor<23x70xf32>) -> tensor<23x70xf32>
  return %0 : tensor<23x70xf32>
}

uop.kernel @k_memory(%out: memref<1610xf32> {uop.output}, %x: memref<1610xf32>)
    opts [#uop.opt<upcast axis 1 amount 24>] {
  %k = uop.range 0, 23 <loop>
  %j = uop.range 1, 70 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<1610xf32> -> f32
  %2 = uop.scan <maximumf> %1 over (%k) reverse : f32
  uop.store %2, %out[%0] : f32, memref<1610xf32>
}
func.func @memory(%x: tensor<23x70xf32>) -> tensor<23x70xf32> {
  %0 = tg.launch @k_memory(%x) : (tensor<23x70xf32>) -> tensor<23x70xf32>
  return %0 : tensor<23x70xf32>
}

uop.kernel @k_heuristic(%out: memref<1610xf32> {uop.output}, %x: memref<1610xf32>)
     {
  %k = uop.range 0, 23 <loop>
  %j = uop.range 1, 70 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<1610xf32> -> f32
  %2 = uop.scan <maximumf> %1 over (%k) reverse : f32
  uop.store %2, %out[%0] : f32, memref<1610xf32>
}
func.func @heuristic(%x: tensor<23x70xf32>) -> tensor<23x70xf32> {
  %0 = tg.launch @k_heuristic(%x) : (tensor<23x70xf32>) -> tensor<23x70xf32>
  return %0 : tensor<23x70xf32>
}

func.func @total_reference(%x: tensor<13x70xi32>) -> tensor<13xi32> {
  %0 = tg.cumsum %x axis 1 : tensor<13x70xi32> -> tensor<13x70xi32>
  %1 = tg.max %0 axes [1] : tensor<13x70xi32> -> tensor<13xi32>
  return %1 : tensor<13xi32>
}

uop.kernel @k_total(%out: memref<13xi32> {uop.output}, %x: memref<910xi32>)
    opts [] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  %3 = uop.reduce <maxsi> %2 over (%k) : i32
  uop.store %3, %out[%i] : i32, memref<13xi32>
}
func.func @total(%x: tensor<13x70xi32>) -> tensor<13xi32> {
  %0 = tg.launch @k_total(%x) : (tensor<13x70xi32>) -> tensor<13xi32>
  return %0 : tensor<13xi32>
}

uop.kernel @k_total_lanes(%out: memref<13xi32> {uop.output}, %x: memref<910xi32>)
    opts [#uop.opt<unroll axis 1 amount 16>] {
  %i = uop.range 0, 13 <global>
  %k = uop.range 1, 70 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<910xi32> -> i32
  %2 = uop.scan <add> %1 over (%k) : i32
  %3 = uop.reduce <maxsi> %2 over (%k) : i32
  uop.store %3, %out[%i] : i32, memref<13xi32>
}
func.func @total_lanes(%x: tensor<13x70xi32>) -> tensor<13xi32> {
  %0 = tg.launch @k_total_lanes(%x) : (tensor<13x70xi32>) -> tensor<13xi32>
  return %0 : tensor<13xi32>
}
