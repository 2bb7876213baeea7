// Tests the pipeline for hosts with a runtime of their own: functions on memrefs that call
// their kernels, of upstream dialects alone, which upstream's lowerings compile and run.

// RUN: tg-opt %s --tg-func-pipeline=chip=x86-64 -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir --implicit-check-not=jit. --implicit-check-not=uop. --implicit-check-not=tg.
// RUN: sed '/^}/,$d' %t.mlir > %t.host.mlir
// RUN: cat %S/Inputs/func-pipeline-host.mlir >> %t.host.mlir
// RUN: mlir-opt %t.host.mlir --pass-pipeline='builtin.module(convert-vector-to-llvm, expand-strided-metadata, lower-affine, convert-scf-to-cf, arith-expand, convert-math-to-llvm, finalize-memref-to-llvm, convert-func-to-llvm, convert-cf-to-llvm, convert-arith-to-llvm, convert-ub-to-llvm, reconcile-unrealized-casts)' -o %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -e driver --entry-point-result=void --shared-libs=/usr/lib/llvm-22/lib/libmlir_runner_utils.so,/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RAN

// The arguments, then the results, then the variables.
// CHECK: func.func private @[[K:.*]](%{{.*}}: memref<{{.*}}xf32>
// CHECK: func.func @main(%[[X:.*]]: memref<12xf32>, %[[W:.*]]: memref<12xf32>, %[[Y:.*]]: memref<16xf32>, %[[S:.*]]: memref<4xf32>, %[[N:.*]]: index)
// CHECK: call @

// [[1, 1, 1]] times a matrix, plus a row of constants, and its largest element.
// RAN: [13,  17,  21,  25]
// RAN: [25]
func.func @main(%x: tensor<?x3xf32> {tg.dims = ["n", 3]}, %w: tensor<3x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>)
    attributes {tg.variables = {n = [1, 4]}} {
  %n = tg.variable "n"
  %row = tg.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %rows = tg.expand %row [%n, 4] : tensor<1x4xf32> -> tensor<?x4xf32>
  %0 = tg.matmul %x, %w : tensor<?x3xf32>, tensor<3x4xf32> -> tensor<?x4xf32>
  %1 = tg.add %0, %rows : tensor<?x4xf32>
  %2 = tg.max %1 axes [1] : tensor<?x4xf32> -> tensor<?xf32>
  return %1, %2 : tensor<?x4xf32>, tensor<?xf32>
}
