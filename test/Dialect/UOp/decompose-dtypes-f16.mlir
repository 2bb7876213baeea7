// RUN: tg-opt %s --uop-decompose-dtypes=f16-arithmetic=true | FileCheck %s --check-prefix=NATIVE
// RUN: tg-opt %s --uop-decompose-dtypes=f16-conversions=false | FileCheck %s --check-prefix=NONE

// Tests that a target that computes in f16 does so, and that one that does not
// even convert gets integer code.
// NATIVE-LABEL: @add
// NATIVE-NEXT: arith.addf %arg0, %arg1 : f16
// NATIVE-NEXT: return
// NONE-LABEL: @add
// NONE-NOT: arith.extf
// NONE: arith.addf %{{.*}} : f32
// NONE-NOT: arith.truncf
// NONE: arith.bitcast %{{.*}} : i16 to f16
func.func @add(%a: f16, %b: f16) -> f16 {
  %0 = arith.addf %a, %b : f16
  return %0 : f16
}
