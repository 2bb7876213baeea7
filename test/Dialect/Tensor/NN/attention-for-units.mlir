// Tests that attention for matrix units multiplies by weights of its own type and
// computes them where they are read: three kernels, no two of which exchange more than
// the scores. Only those of f16, whose sums f32 has room for, are divided behind the
// product.

// RUN: tg-opt %s --pass-pipeline="builtin.module(func.func(tg-decompose{for-units=true},canonicalize,cse))" --split-input-file | FileCheck %s --check-prefix=OPS
// RUN: tg-opt %s --pass-pipeline="builtin.module(func.func(tg-decompose{for-units=true},canonicalize,cse,tg-fuse{tiles=true}))" --split-input-file | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(func.func(tg-decompose,canonicalize,cse,tg-fuse))" --split-input-file | FileCheck %s --check-prefix=PLAIN

// OPS-LABEL: func.func @f16
// OPS: %[[E:.*]] = tg.exp %{{.*}} : tensor<8x256x256xf32>
// OPS: %[[L:.*]] = tg.sum %[[E]] axes [2] keepdim
// OPS: %[[W:.*]] = tg.cast %[[E]] : tensor<8x256x256xf32> to tensor<8x256x256xf16>
// OPS: %[[A:.*]] = tg.cast %[[W]] : tensor<8x256x256xf16> to tensor<8x256x256xf32>
// OPS: %[[O:.*]] = tg.matmul %[[A]], %{{.*}} : tensor<8x256x256xf32>, tensor<8x256x64xf32>
// OPS: %[[S:.*]] = tg.expand %[[L]]
// OPS: tg.div %[[O]], %[[S]] : tensor<8x256x64xf32>

// CHECK-LABEL: func.func @f16
// CHECK: %[[SCORES:.*]] = tg.kernel(%{{.*}} : tensor<8x256x64xf16>, %{{.*}} : tensor<8x256x64xf16>) -> tensor<8x256x256xf32>
// CHECK: tg.matmul
// CHECK: %[[ROWS:.*]]:2 = tg.kernel(%{{.*}} = %[[SCORES]] : tensor<8x256x256xf32>) -> {{.*}}tensor<8x256x1xf32>, tensor<8x256x1xf32>
// CHECK-DAG: tg.max
// CHECK-DAG: tg.sum
// CHECK: tg.kernel(
// CHECK-SAME: %[[SCORES]]
// CHECK-SAME: tensor<8x256x64xf16>
// CHECK: tg.exp
// CHECK: tg.matmul
// CHECK: tg.div
// CHECK-NOT: tg.kernel

// PLAIN-LABEL: func.func @f16
// PLAIN: tg.div {{.*}} : tensor<8x256x256xf32>
func.func @f16(%q: tensor<8x256x64xf16>, %k: tensor<8x256x64xf16>, %v: tensor<8x256x64xf16>) -> tensor<8x256x64xf16> {
  %0 = tg.attention %q, %k, %v : tensor<8x256x64xf16>, tensor<8x256x64xf16>, tensor<8x256x64xf16> -> tensor<8x256x64xf16>
  return %0 : tensor<8x256x64xf16>
}

// -----

// Exponentials times values of the range of f32 could overflow.
// OPS-LABEL: func.func @bf16
// OPS: %[[E:.*]] = tg.exp %{{.*}} : tensor<8x256x256xf32>
// OPS: %[[D:.*]] = tg.div %[[E]], %{{.*}} : tensor<8x256x256xf32>
// OPS: tg.cast %[[D]] : tensor<8x256x256xf32> to tensor<8x256x256xbf16>
// OPS: tg.matmul
// OPS-NOT: tg.div
// CHECK-LABEL: func.func @bf16
// CHECK-COUNT-2: tg.kernel
// CHECK: tg.kernel(
// CHECK: tg.exp
// CHECK: tg.div
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// PLAIN-LABEL: func.func @bf16
func.func @bf16(%q: tensor<8x256x64xbf16>, %k: tensor<8x256x64xbf16>, %v: tensor<8x256x64xbf16>) -> tensor<8x256x64xbf16> {
  %0 = tg.attention %q, %k, %v : tensor<8x256x64xbf16>, tensor<8x256x64xbf16>, tensor<8x256x64xbf16> -> tensor<8x256x64xbf16>
  return %0 : tensor<8x256x64xbf16>
}

// -----

// A tile has as many results as a head of 128, so none of its weights is computed twice.
// OPS-LABEL: func.func @heads_of_128
// CHECK-LABEL: func.func @heads_of_128
// CHECK-COUNT-3: tg.kernel
// CHECK: tg.exp
// CHECK-NOT: tg.kernel
// PLAIN-LABEL: func.func @heads_of_128
func.func @heads_of_128(%q: tensor<8x256x128xbf16>, %k: tensor<8x256x128xbf16>, %v: tensor<8x256x128xbf16>) -> tensor<8x256x128xbf16> {
  %0 = tg.attention %q, %k, %v : tensor<8x256x128xbf16>, tensor<8x256x128xbf16>, tensor<8x256x128xbf16> -> tensor<8x256x128xbf16>
  return %0 : tensor<8x256x128xbf16>
}

// -----

// OPS-LABEL: func.func @heads_of_256
// CHECK-LABEL: func.func @heads_of_256
// CHECK-COUNT-4: tg.kernel
// CHECK-NOT: tg.exp %
// PLAIN-LABEL: func.func @heads_of_256
func.func @heads_of_256(%q: tensor<8x256x256xbf16>, %k: tensor<8x256x256xbf16>, %v: tensor<8x256x256xbf16>) -> tensor<8x256x256xbf16> {
  %0 = tg.attention %q, %k, %v : tensor<8x256x256xbf16>, tensor<8x256x256xbf16>, tensor<8x256x256xbf16> -> tensor<8x256x256xbf16>
  return %0 : tensor<8x256x256xbf16>
}

// -----

// What is f32 stays f32.
// OPS-LABEL: func.func @no_narrow
// OPS-NOT: tg.cast
// OPS: tg.div %{{.*}} : tensor<8x256x256xf32>
// OPS-NOT: tg.div
// CHECK-LABEL: func.func @no_narrow
// CHECK-COUNT-2: tg.kernel
// CHECK: tg.kernel(
// CHECK: tg.exp
// CHECK: tg.div
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// PLAIN-LABEL: func.func @no_narrow
func.func @no_narrow(%q: tensor<8x256x64xf32>, %k: tensor<8x256x64xf32>, %v: tensor<8x256x64xf32>) -> tensor<8x256x64xf32> {
  %0 = tg.attention %q, %k, %v : tensor<8x256x64xf32>, tensor<8x256x64xf32>, tensor<8x256x64xf32> -> tensor<8x256x64xf32>
  return %0 : tensor<8x256x64xf32>
}

// -----

// 8 bits would keep too little of the weights.
// OPS-LABEL: func.func @no_bytes
// OPS: %[[E:.*]] = tg.exp
// OPS-NOT: tg.cast %[[E]]
// CHECK-LABEL: func.func @no_bytes
// PLAIN-LABEL: func.func @no_bytes
func.func @no_bytes(%q: tensor<8x64x64xf8E4M3FN>, %k: tensor<8x64x64xf8E4M3FN>, %v: tensor<8x64x64xf8E4M3FN>) -> tensor<8x64x64xf8E4M3FN> {
  %0 = tg.attention %q, %k, %v : tensor<8x64x64xf8E4M3FN>, tensor<8x64x64xf8E4M3FN>, tensor<8x64x64xf8E4M3FN> -> tensor<8x64x64xf8E4M3FN>
  return %0 : tensor<8x64x64xf8E4M3FN>
}

// -----

// Without keys there is nothing to weigh, nor a sum to divide by.
// OPS-LABEL: func.func @no_keys
// OPS-NOT: tg.div
// CHECK-LABEL: func.func @no_keys
// PLAIN-LABEL: func.func @no_keys
func.func @no_keys(%q: tensor<8x64x64xf16>, %k: tensor<8x0x64xf16>, %v: tensor<8x0x64xf16>) -> tensor<8x64x64xf16> {
  %0 = tg.attention %q, %k, %v : tensor<8x64x64xf16>, tensor<8x0x64xf16>, tensor<8x0x64xf16> -> tensor<8x64x64xf16>
  return %0 : tensor<8x64x64xf16>
}
