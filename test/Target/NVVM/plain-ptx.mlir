// Tests that PTX has no instructions which few readers of it know, or take as it is
// meant, where others cost as little.

// RUN: tg-opt %s --split-input-file --tg-pipeline="target=cuda chip=sm_75 binary=true cubin=false" | FileCheck %s
// RUN: tg-opt %s --split-input-file --tg-pipeline="target=cuda chip=sm_80 binary=true cubin=false" | FileCheck %s --check-prefix=LATER

// Halves are added two at once, and compared one by one.
// CHECK: assembly =
// CHECK: add.rn.f16x2
// CHECK-NOT: setp.{{[a-z]+}}.f16x2
// CHECK-COUNT-2: setp.{{[a-z]+}}.f16 \09%p
func.func @larger(%x: tensor<32770xf16>, %y: tensor<32770xf16>) -> tensor<32770xf16> {
  %0 = tg.add %x, %y : tensor<32770xf16>
  %1 = tg.cmp lt %0, %x : tensor<32770xf16>
  %2 = tg.where %1, %x, %0 : tensor<32770xf16>
  return %2 : tensor<32770xf16>
}

// -----

// On the oldest chip, whose code they read, f64 is rounded to whole numbers by additions;
// later, and f32, by an instruction. The bits of a magnitude are bits.
// LATER: cvt.rpi.f64.f64
// LATER: cvt.rpi.f32.f32
// CHECK: assembly =
// CHECK-NOT: cvt.rpi.f64
// CHECK: 0d4330000000000000
// CHECK: assembly =
// CHECK: cvt.rpi.f32.f32
// CHECK: and.b32 {{[^;]*}}, 2147483647
func.func @rounded(%x: tensor<64xf64>, %y: tensor<64xf8E4M3FN>) -> (tensor<64xf64>, tensor<64xf8E4M3FN>) {
  %0 = tg.ceil %x : tensor<64xf64>
  %1 = tg.ceil %y : tensor<64xf8E4M3FN>
  %2 = tg.contiguous %0 : tensor<64xf64>
  return %2, %1 : tensor<64xf64>, tensor<64xf8E4M3FN>
}

// -----

// A magnitude that is a number stays one.
// CHECK: assembly =
// CHECK: abs.f32
func.func @magnitude(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tg.abs %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// The exponent of f64, and a part of an angle of 62 bits, are shifted out of 64 bits.
// CHECK: assembly =
// CHECK-NOT: bfe.{{[su]}}64
// CHECK: assembly =
// CHECK-NOT: bfe.{{[su]}}64
// CHECK: shl.b64 \09[[R:%rd[0-9]+]], {{%rd[0-9]+}}, 1;\0A\09shr.u64 \09[[R]], [[R]], 53;
// CHECK-NOT: bfe.{{[su]}}64
// CHECK: jit.func
func.func @cosines(%x: tensor<64xf32>, %y: tensor<64xf64>) -> (tensor<64xf32>, tensor<64xf64>) {
  %0 = tg.cos %x : tensor<64xf32>
  %1 = tg.cos %y : tensor<64xf64>
  return %0, %1 : tensor<64xf32>, tensor<64xf64>
}

// -----

// What a condition in memory chooses is loaded from both buffers, which are parameters.
// CHECK: assembly =
// CHECK-COUNT-4: ld.param.b64 \09%rd{{[0-9]+}}, [e_64_param_
// CHECK-COUNT-2: ld.global.b32
// CHECK: selp.f32
// CHECK: jit.func
func.func @chosen(%c: tensor<64xi1>, %x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tg.where %c, %x, %y : tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A shift by the width or more is 0 by a condition of its own.
// CHECK: assembly =
// CHECK-DAG: setp.{{[a-z]+}}.u32
// CHECK-DAG: shl.b32 \09%r{{[0-9]+}}, %r{{[0-9]+}}, %r
// CHECK: selp.b32
// CHECK: jit.func
func.func @shifted(%x: tensor<64xi32>, %y: tensor<64xi32>) -> tensor<64xi32> {
  %0 = tg.shl %x, %y : tensor<64xi32>
  return %0 : tensor<64xi32>
}
