// RUN: tg-opt %s --allow-unregistered-dialect --test-tg-index-maps=elements | FileCheck %s

// Tests the scalar computation of each op, and that what LLVM leaves undefined
// is marked.

// CHECK-LABEL: func.func @float_unary
func.func @float_unary(%x: tensor<4xf32>) {
  // CHECK: %[[X:.*]] = "test.element"() : () -> f32
  // CHECK: arith.negf %[[X]] : f32
  %0 = tg.neg %x : tensor<4xf32>
  // CHECK: math.exp %{{.*}} : f32
  // CHECK-NEXT: cost = 20
  %1 = tg.exp %x : tensor<4xf32>
  // CHECK: math.exp2 %{{.*}} : f32
  // CHECK-NEXT: cost = 20
  %2 = tg.exp2 %x : tensor<4xf32>
  // CHECK: math.log %{{.*}} : f32
  %3 = tg.log %x : tensor<4xf32>
  // CHECK: math.log2 %{{.*}} : f32
  %4 = tg.log2 %x : tensor<4xf32>
  // CHECK: math.sin %{{.*}} : f32
  %5 = tg.sin %x : tensor<4xf32>
  // CHECK: math.cos %{{.*}} : f32
  %6 = tg.cos %x : tensor<4xf32>
  // CHECK: math.tanh %{{.*}} : f32
  %7 = tg.tanh %x : tensor<4xf32>
  // CHECK: math.sqrt %{{.*}} : f32
  %8 = tg.sqrt %x : tensor<4xf32>
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: arith.divf %[[ONE]], %{{.*}} : f32
  // CHECK-NEXT: cost = 8
  %9 = tg.reciprocal %x : tensor<4xf32>
  // CHECK: math.trunc %{{.*}} : f32
  %10 = tg.trunc %x : tensor<4xf32>
  // CHECK: math.absf %{{.*}} : f32
  %11 = tg.abs %x : tensor<4xf32>
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: arith.maximumf %{{.*}}, %[[ZERO]] : f32
  %12 = tg.relu %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @int_unary
func.func @int_unary(%x: tensor<4xi16>, %u: tensor<4xui16>, %b: tensor<4xi1>) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i16
  // CHECK: arith.subi %[[ZERO]], %{{.*}} : i16
  %0 = tg.neg %x : tensor<4xi16>
  // CHECK: math.absi %{{.*}} : i16
  %1 = tg.abs %x : tensor<4xi16>
  // CHECK: %[[U:.*]] = "test.element"() : () -> i16
  // CHECK-NOT: math.absi
  // CHECK: "test.result"(%[[U]])
  %2 = tg.abs %u : tensor<4xui16>
  // CHECK: arith.maxsi %{{.*}} : i16
  %3 = tg.relu %x : tensor<4xi16>
  // CHECK: %[[V:.*]] = "test.element"() : () -> i16
  // CHECK-NOT: arith.max
  // CHECK: "test.result"(%[[V]])
  %4 = tg.relu %u : tensor<4xui16>
  // CHECK: %[[ONES:.*]] = arith.constant -1 : i16
  // CHECK: arith.xori %{{.*}}, %[[ONES]] : i16
  %5 = tg.not %u : tensor<4xui16>
  // CHECK: %[[TRUE:.*]] = arith.constant true
  // CHECK: arith.xori %{{.*}}, %[[TRUE]] : i1
  %6 = tg.not %b : tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @float_binary
func.func @float_binary(%x: tensor<4xbf16>) {
  // CHECK: arith.addf %{{.*}} : bf16
  %0 = tg.add %x, %x : tensor<4xbf16>
  // CHECK: arith.subf %{{.*}} : bf16
  %1 = tg.sub %x, %x : tensor<4xbf16>
  // CHECK: arith.mulf %{{.*}} : bf16
  %2 = tg.mul %x, %x : tensor<4xbf16>
  // CHECK: arith.divf %{{.*}} : bf16
  %3 = tg.div %x, %x : tensor<4xbf16>
  // CHECK: %[[Q:.*]] = arith.divf %{{.*}} : bf16
  // CHECK: math.floor %[[Q]] : bf16
  %4 = tg.floordiv %x, %x : tensor<4xbf16>
  // CHECK: %[[A:.*]] = "test.element"
  // CHECK: %[[B:.*]] = "test.element"
  // CHECK: %[[R:.*]] = arith.divf %[[A]], %[[B]] : bf16
  // CHECK: %[[F:.*]] = math.floor %[[R]] : bf16
  // CHECK: %[[P:.*]] = arith.mulf %[[F]], %[[B]] : bf16
  // CHECK: arith.subf %[[A]], %[[P]] : bf16
  %5 = tg.mod %x, %x : tensor<4xbf16>
  // CHECK: arith.maximumf %{{.*}} : bf16
  %6 = tg.maximum %x, %x : tensor<4xbf16>
  // CHECK: arith.minimumf %{{.*}} : bf16
  %7 = tg.minimum %x, %x : tensor<4xbf16>
  return
}

// CHECK-LABEL: func.func @signed_binary
func.func @signed_binary(%x: tensor<4xi32>) {
  // CHECK: arith.addi %{{.*}} : i32
  %0 = tg.add %x, %x : tensor<4xi32>
  // CHECK: arith.subi %{{.*}} : i32
  %1 = tg.sub %x, %x : tensor<4xi32>
  // CHECK: arith.muli %{{.*}} : i32
  %2 = tg.mul %x, %x : tensor<4xi32>
  // CHECK: arith.floordivsi %{{.*}} {uop.total} : i32
  %3 = tg.floordiv %x, %x : tensor<4xi32>
  // CHECK: %[[A:.*]] = "test.element"
  // CHECK: %[[B:.*]] = "test.element"
  // CHECK: %[[Q:.*]] = arith.floordivsi %[[A]], %[[B]] {uop.total} : i32
  // CHECK: %[[P:.*]] = arith.muli %[[Q]], %[[B]] : i32
  // CHECK: arith.subi %[[A]], %[[P]] : i32
  %4 = tg.mod %x, %x : tensor<4xi32>
  // CHECK: arith.divsi %{{.*}} {uop.total} : i32
  %5 = tg.cdiv %x, %x : tensor<4xi32>
  // CHECK: arith.remsi %{{.*}} {uop.total} : i32
  %6 = tg.cmod %x, %x : tensor<4xi32>
  // CHECK: arith.maxsi %{{.*}} : i32
  %7 = tg.maximum %x, %x : tensor<4xi32>
  // CHECK: arith.minsi %{{.*}} : i32
  %8 = tg.minimum %x, %x : tensor<4xi32>
  // CHECK: arith.shli %{{.*}} {uop.total} : i32
  %9 = tg.shl %x, %x : tensor<4xi32>
  // CHECK: arith.shrsi %{{.*}} {uop.total} : i32
  %10 = tg.shr %x, %x : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @unsigned_binary
func.func @unsigned_binary(%x: tensor<4xui32>) {
  // CHECK: arith.divui %{{.*}} {uop.total} : i32
  %0 = tg.floordiv %x, %x : tensor<4xui32>
  // CHECK: arith.remui %{{.*}} {uop.total} : i32
  %1 = tg.mod %x, %x : tensor<4xui32>
  // CHECK: arith.divui %{{.*}} {uop.total} : i32
  %2 = tg.cdiv %x, %x : tensor<4xui32>
  // CHECK: arith.remui %{{.*}} {uop.total} : i32
  %3 = tg.cmod %x, %x : tensor<4xui32>
  // CHECK: arith.maxui %{{.*}} : i32
  %4 = tg.maximum %x, %x : tensor<4xui32>
  // CHECK: arith.minui %{{.*}} : i32
  %5 = tg.minimum %x, %x : tensor<4xui32>
  // CHECK: arith.shrui %{{.*}} {uop.total} : i32
  %6 = tg.shr %x, %x : tensor<4xui32>
  return
}

// CHECK-LABEL: func.func @logic
func.func @logic(%b: tensor<4xi1>) {
  // CHECK: arith.ori %{{.*}} : i1
  %0 = tg.add %b, %b : tensor<4xi1>
  // CHECK: arith.andi %{{.*}} : i1
  %1 = tg.mul %b, %b : tensor<4xi1>
  // CHECK: arith.ori %{{.*}} : i1
  %2 = tg.maximum %b, %b : tensor<4xi1>
  // CHECK: arith.andi %{{.*}} : i1
  %3 = tg.minimum %b, %b : tensor<4xi1>
  // CHECK: arith.andi %{{.*}} : i1
  %4 = tg.and %b, %b : tensor<4xi1>
  // CHECK: arith.ori %{{.*}} : i1
  %5 = tg.or %b, %b : tensor<4xi1>
  // CHECK: arith.xori %{{.*}} : i1
  %6 = tg.xor %b, %b : tensor<4xi1>
  return
}

// Tests that only ne is true of NaNs, and that the sign counts.
// CHECK-LABEL: func.func @comparisons
func.func @comparisons(%f: tensor<4xf32>, %i: tensor<4xi8>, %u: tensor<4xui8>, %b: tensor<4xi1>) {
  // CHECK: arith.cmpf oeq
  %0 = tg.cmp eq %f, %f : tensor<4xf32>
  // CHECK: arith.cmpf une
  %1 = tg.cmp ne %f, %f : tensor<4xf32>
  // CHECK: arith.cmpf olt
  %2 = tg.cmp lt %f, %f : tensor<4xf32>
  // CHECK: arith.cmpf ole
  %3 = tg.cmp le %f, %f : tensor<4xf32>
  // CHECK: arith.cmpf ogt
  %4 = tg.cmp gt %f, %f : tensor<4xf32>
  // CHECK: arith.cmpf oge
  %5 = tg.cmp ge %f, %f : tensor<4xf32>
  // CHECK: arith.cmpi eq
  %6 = tg.cmp eq %i, %i : tensor<4xi8>
  // CHECK: arith.cmpi ne
  %7 = tg.cmp ne %u, %u : tensor<4xui8>
  // CHECK: arith.cmpi slt
  %8 = tg.cmp lt %i, %i : tensor<4xi8>
  // CHECK: arith.cmpi sle
  %9 = tg.cmp le %i, %i : tensor<4xi8>
  // CHECK: arith.cmpi ugt
  %10 = tg.cmp gt %u, %u : tensor<4xui8>
  // CHECK: arith.cmpi uge
  %11 = tg.cmp ge %u, %u : tensor<4xui8>
  // CHECK: arith.cmpi ult
  %12 = tg.cmp lt %b, %b : tensor<4xi1>
  // CHECK: arith.select
  %13 = tg.where %b, %f, %f : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @float_casts
func.func @float_casts(%h: tensor<4xf16>, %f: tensor<4xf32>, %d: tensor<4xf64>, %q: tensor<4xf8E5M2>) {
  // CHECK: arith.extf %{{.*}} : f16 to f64
  %0 = tg.cast %h : tensor<4xf16> to tensor<4xf64>
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %1 = tg.cast %d : tensor<4xf64> to tensor<4xf32>
  // CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.truncf %[[WIDE]] : f32 to bf16
  %2 = tg.cast %h : tensor<4xf16> to tensor<4xbf16>
  // CHECK: arith.truncf %{{.*}} {uop.saturate = "finite"} : f32 to f8E4M3FN
  %3 = tg.cast %f : tensor<4xf32> to tensor<4xf8E4M3FN>
  // CHECK: %[[W:.*]] = arith.extf %{{.*}} : f8E5M2 to f32
  // CHECK: arith.truncf %[[W]] {uop.saturate = "all"} : f32 to f8E4M3FN
  %4 = tg.cast %q saturate all : tensor<4xf8E5M2> to tensor<4xf8E4M3FN>
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: arith.cmpf une, %{{.*}}, %[[ZERO]] : f32
  %5 = tg.cast %f : tensor<4xf32> to tensor<4xi1>
  // CHECK: arith.fptosi %{{.*}} {uop.total} : f32 to i32
  // CHECK-NEXT: "test.result"
  %6 = tg.cast %f : tensor<4xf32> to tensor<4xi32>
  // CHECK: arith.fptoui %{{.*}} {uop.total} : f32 to i64
  %7 = tg.cast %f : tensor<4xf32> to tensor<4xui64>
  // CHECK: %[[I:.*]] = arith.fptosi %{{.*}} {uop.total} : f32 to i32
  // CHECK: arith.trunci %[[I]] : i32 to i8
  %8 = tg.cast %f : tensor<4xf32> to tensor<4xui8>
  return
}

// CHECK-LABEL: func.func @int_casts
func.func @int_casts(%b: tensor<4xi1>, %i: tensor<4xi8>, %u: tensor<4xui8>, %l: tensor<4xi64>, %f: tensor<4xf32>) {
  // CHECK: arith.extui %{{.*}} : i1 to i8
  %0 = tg.cast %b : tensor<4xi1> to tensor<4xi8>
  // CHECK: arith.uitofp %{{.*}} : i1 to f32
  %1 = tg.cast %b : tensor<4xi1> to tensor<4xf32>
  // CHECK: arith.extsi %{{.*}} : i8 to i32
  %2 = tg.cast %i : tensor<4xi8> to tensor<4xui32>
  // CHECK: arith.extui %{{.*}} : i8 to i32
  %3 = tg.cast %u : tensor<4xui8> to tensor<4xi32>
  // CHECK: arith.trunci %{{.*}} : i64 to i8
  %4 = tg.cast %l : tensor<4xi64> to tensor<4xi8>
  // CHECK: %[[SAME:.*]] = "test.element"() : () -> i8
  // CHECK-NOT: arith
  // CHECK: "test.result"(%[[SAME]])
  %5 = tg.cast %i : tensor<4xi8> to tensor<4xui8>
  // CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : i64
  %6 = tg.cast %l : tensor<4xi64> to tensor<4xi1>
  // CHECK: arith.sitofp %{{.*}} {uop.saturate = "none"} : i64 to f8E5M2
  %7 = tg.cast %l saturate none : tensor<4xi64> to tensor<4xf8E5M2>
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  %8 = tg.bitcast %f : tensor<4xf32> to tensor<4xui32>
  return
}

// Tests that reduces and contractions work in their accumulator's type.
// CHECK-LABEL: func.func @accumulators
func.func @accumulators(%h: tensor<4x4xf16>, %b: tensor<4xi1>, %u: tensor<4x4xui8>, %i: tensor<1x1x4xi16>,
                        %d: tensor<4x4xf64>) {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK-NEXT: "test.result"
  %0 = tg.sum %h axes [0] : tensor<4x4xf16> -> tensor<4xf16>
  // CHECK: arith.extui %{{.*}} : i1 to i32
  %1 = tg.sum %b axes [0] : tensor<4xi1> -> tensor<i32>
  // CHECK: arith.extf %{{.*}} : f16 to f32
  %2 = tg.prod %h axes [0] : tensor<4x4xf16> -> tensor<4xf16>
  // CHECK: %[[M:.*]] = "test.element"() : () -> f16
  // CHECK-NOT: arith
  // CHECK: "test.result"(%[[M]])
  %3 = tg.max %h axes [0] : tensor<4x4xf16> -> tensor<4xf16>
  // CHECK: %[[HL:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[HR:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.mulf %[[HL]], %[[HR]] : f32
  %4 = tg.matmul %h, %h : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf16>
  // CHECK: %[[UL:.*]] = arith.extui %{{.*}} : i8 to i32
  // CHECK: %[[UR:.*]] = arith.extui %{{.*}} : i8 to i32
  // CHECK: arith.muli %[[UL]], %[[UR]] : i32
  // CHECK-NEXT: cost = 2
  %5 = tg.matmul %u, %u : tensor<4x4xui8>, tensor<4x4xui8> -> tensor<4x4xui32>
  // CHECK: %[[IL:.*]] = arith.extsi %{{.*}} : i16 to i32
  // CHECK: %[[IR:.*]] = arith.extsi %{{.*}} : i16 to i32
  // CHECK: arith.muli %[[IL]], %[[IR]] : i32
  %6 = tg.conv %i, %i : tensor<1x1x4xi16>, tensor<1x1x4xi16> -> tensor<1x1x1xi32>
  // CHECK-NOT: arith.extf
  // CHECK: arith.mulf %{{.*}} : f64
  %7 = tg.matmul %d, %d : tensor<4x4xf64>, tensor<4x4xf64> -> tensor<4x4xf64>
  return
}

// Tests that an arange is computed in its type, narrow floats in f32.
// CHECK-LABEL: func.func @arange
func.func @arange() {
  // CHECK: %[[AXIS:.*]] = "test.axis"
  // CHECK: %[[I:.*]] = arith.index_cast %[[AXIS]] : index to i8
  // CHECK: %[[STEP:.*]] = arith.constant 3 : i8
  // CHECK: %[[D:.*]] = arith.muli %[[I]], %[[STEP]] : i8
  // CHECK: %[[START:.*]] = arith.constant -2 : i8
  // CHECK: arith.addi %[[START]], %[[D]] : i8
  %0 = tg.arange [4] start(254 : ui8) step(3 : ui8) : tensor<4xui8>
  // CHECK: arith.index_cast %{{.*}} : index to i64
  // CHECK: arith.sitofp %{{.*}} : i64 to f32
  // CHECK: arith.mulf %{{.*}} : f32
  // CHECK: arith.addf %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %1 = tg.arange [4] start(0.5 : f16) step(1.0 : f16) : tensor<4xf16>
  return
}
