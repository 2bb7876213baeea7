// Tests that the whole pipeline leaves kernels for GPUs that other compilers can
// take, and with `binary` upstream's gpu.binary ops, without any SDK.

// RUN: tg-opt %s --mlir-print-local-scope --tg-pipeline="target=cuda chip=sm_90 plan=false graphs=false" | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: tg-opt %s --mlir-print-local-scope --tg-pipeline="target=hip chip=gfx1100 plan=false graphs=false" | FileCheck %s --check-prefixes=CHECK,HIP
// RUN: tg-opt %s --mlir-print-local-scope --tg-pipeline="target=cuda chip=sm_75 binary=true cubin=false" | FileCheck %s --check-prefix=PTX
// RUN: tg-opt %s --mlir-print-local-scope --tg-pipeline="target=hip chip=gfx1100 binary=true" | FileCheck %s --check-prefix=HSACO
// RUN: tg-opt %s --mlir-print-local-scope --tg-pipeline="target=opencl binary=true" | FileCheck %s --check-prefix=SPIRV
// RUN: not tg-opt %s --tg-pipeline="target=cuda chip=gfx1100" 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not tg-opt %s --tg-pipeline="target=cuda chip=sm_50" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tg-opt %s --tg-pipeline="target=hip chip=sm_90" 2>&1 | FileCheck %s --check-prefix=GFX
// RUN: not tg-opt %s --tg-pipeline="target=hip chip=gfx99999 binary=true" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHIP: expected a chip like 'sm_90', but got 'gfx1100'
// OLD: expected a chip from sm_75 to sm_121, but got 'sm_50'
// GFX: expected a chip like 'gfx1100', but got 'sm_90'
// UNKNOWN: expected a chip like 'gfx1100', but got 'gfx99999'

// CHECK: gpu.module @[[GPU:.*]] {
// CHECK: llvm.func @[[K:.*]](%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>)
// CUDA: nvvm.shfl.sync
// HIP: rocdl.ds_bpermute
// CHECK: jit.program @[[K]] target("{{cuda|hip}}") {{.*}} grid affine_map<() -> (64, 1, 1)> block [256, 1, 1] binary @[[GPU]]
// CHECK: jit.launch @[[K]] {{.*}}grid({{.*}}) block({{.*}})

// PTX: gpu.binary @{{.*}} [#gpu.object<#nvvm.target<{{.*}}chip = "sm_75"{{.*}}>, assembly = "{{.*}}.version 6.3{{.*}}.target sm_75
// PTX-SAME: .entry
// PTX-SAME: shfl.sync.bfly
// HSACO: gpu.binary @{{.*}} [#gpu.object<#rocdl.target<{{.*}}chip = "gfx1100"{{.*}}>, bin = "\7FELF
// SPIRV: gpu.binary @{{.*}} [#gpu.object<#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, api=OpenCL, #spirv.resource_limits<>>, bin = "\03\02#\07
// SPIRV: jit.program @[[K:.*]] target("opencl") {{.*}} binary @
// SPIRV: jit.launch @[[K]]
func.func @main(%x: tensor<64x1024xf32>) -> tensor<64xf32> {
  %0 = tg.sum %x axes [1] : tensor<64x1024xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
