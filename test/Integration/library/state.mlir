// Tests a library whose function writes an argument of the caller's and one of its own
// weights, which keeps its content from run to run and is each function's own; and that
// names that are not C's become such.

// RUN: rm -rf %t && mkdir %t
// RUN: %python %source/test/tools/tg-run/Inputs/safetensors.py %t/w.safetensors state:F32=1,2,3 double:F32=10,20,30
// RUN: tg-run %s --weights %t/w.safetensors --emit-library %t/step-1
// RUN: %cc -I%t %S/Inputs/steps.c %t/step-1.so %runtime -o %t/steps
// RUN: env LD_LIBRARY_PATH=%t %t/steps | FileCheck %s
// RUN: FileCheck %s --check-prefix=HEADER --input-file %t/step-1.h

// CHECK: state 12 23 34, count 3 of 3, positive 1 1 1
// CHECK: state 23 44 65, count 6 of 6, positive 1 1 1
// CHECK: other 12 23 34
// CHECK: input 0 ('int') has no memory

// HEADER: step_1_run(TgrtFunction *function, const float *int_, float *count, float *result0, uint8_t *result2) {
func.func @main(%x: tensor<3xf32> {tg.name = "int"}, %s: tensor<3xf32> {tg.name = "state"},
                %w: tensor<3xf32> {tg.name = "double"}, %c: tensor<1xf32> {tg.name = "count"})
    -> (tensor<3xf32> {tg.updates = 1 : i64}, tensor<1xf32> {tg.updates = 3 : i64}, tensor<3xi1>) {
  %0 = tg.add %s, %w : tensor<3xf32>
  %1 = tg.add %0, %x : tensor<3xf32>
  %2 = tg.assign %s [0], %1 : tensor<3xf32>, tensor<3xf32>
  %3 = tg.sum %x axes [0] keepdim : tensor<3xf32> -> tensor<1xf32>
  %4 = tg.add %c, %3 : tensor<1xf32>
  %5 = tg.assign %c [0], %4 : tensor<1xf32>, tensor<1xf32>
  %zero = tg.constant dense<0.0> : tensor<3xf32>
  %6 = tg.cmp gt %x, %zero : tensor<3xf32>
  return %2, %5, %6 : tensor<3xf32>, tensor<1xf32>, tensor<3xi1>
}
