#map = affine_map<(d0, d1) -> (d0 * 64 + d1)>
#map1 = affine_map<()[s0] -> (s0 ceildiv 64)>
#map2 = affine_map<(d0, d1) -> (d0 * 16 + d1)>
module {
  uop.kernel @large(%arg0: memref<524288xf32> {uop.output}, %arg1: memref<524288xf32>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>] {
    %0 = uop.range 0, 8192 <thread>
    %1 = uop.range 1, 64 <upcast>
    %2 = affine.apply #map(%0, %1)
    %3 = uop.load %arg1[%2] : memref<524288xf32> -> f32
    %4 = arith.addf %3, %3 : f32
    uop.store %4, %arg0[%2] {uop.streaming} : f32, memref<524288xf32>
  }
  uop.kernel @second(%arg0: memref<524288xi8> {uop.output}, %arg1: memref<524288xf32> {uop.output}, %arg2: memref<524288xi8>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>, #uop.opt<stream operand 1>] {
    %0 = uop.range 0, 8192 <thread>
    %1 = uop.range 1, 64 <upcast>
    %2 = affine.apply #map(%0, %1)
    %3 = uop.load %arg2[%2] : memref<524288xi8> -> i8
    %4 = arith.sitofp %3 : i8 to f32
    uop.store %3, %arg0[%2] : i8, memref<524288xi8>
    uop.store %4, %arg1[%2] {uop.streaming} : f32, memref<524288xf32>
  }
  uop.kernel @no_stream_fits(%arg0: memref<262144xf32> {uop.output}, %arg1: memref<262144xf32>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>] {
    %0 = uop.range 0, 4096 <thread>
    %1 = uop.range 1, 64 <upcast>
    %2 = affine.apply #map(%0, %1)
    %3 = uop.load %arg1[%2] : memref<262144xf32> -> f32
    %4 = arith.addf %3, %3 : f32
    uop.store %4, %arg0[%2] : f32, memref<262144xf32>
  }
  uop.kernel @no_stream_dynamic(%arg0: memref<524288xf32> {uop.output}, %arg1: memref<524288xf32>, %arg2: index {uop.bounds = [1, 524288], uop.variable = "n"}) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>] {
    %0 = affine.apply #map1()[%arg2]
    %1 = uop.range 0, %0 <thread>
    %2 = uop.range 1, 64 <upcast>
    %3 = affine.apply #map(%1, %2)
    %4 = arith.cmpi slt, %3, %arg2 : index
    %5 = uop.load %arg1[%3] : memref<524288xf32> -> f32
    %6 = arith.addf %5, %5 : f32
    uop.store %6, %arg0[%3] gate %4 : f32, memref<524288xf32>
  }
  uop.kernel @no_stream_gated(%arg0: memref<524288xf32> {uop.output}, %arg1: memref<524288xf32>) opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<thread axis 0>] {
    %c7 = arith.constant 7 : index
    %0 = uop.range 0, 8192 <thread>
    %1 = uop.range 1, 64 <upcast>
    %2 = affine.apply #map(%0, %1)
    %3 = arith.cmpi sge, %2, %c7 : index
    %4 = uop.load %arg1[%2] : memref<524288xf32> -> f32
    %5 = arith.addf %4, %4 : f32
    uop.store %5, %arg0[%2] gate %3 : f32, memref<524288xf32>
  }
  uop.kernel @by_hand(%arg0: memref<64xf32> {uop.output}, %arg1: memref<64xf32>) opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<stream operand 0>] {
    %0 = uop.range 0, 4 <global>
    %1 = uop.range 1, 16 <upcast>
    %2 = affine.apply #map2(%0, %1)
    %3 = uop.load %arg1[%2] : memref<64xf32> -> f32
    uop.store %3, %arg0[%2] {uop.streaming} : f32, memref<64xf32>
  }
}

