// RUN: tg-opt %s --tg-schedule-pipeline --convert-tg-to-uop --convert-tg-to-jit | FileCheck %s
// RUN: tg-opt %s --tg-schedule-pipeline --convert-tg-to-uop --convert-tg-to-jit \
// RUN:   --remarks-filter=convert-tg-to-jit -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that an argument with new contents is written in place, by the kernel that
// computes them.

// CHECK-LABEL: jit.func @in_place
// CHECK-SAME: %[[W:[a-z0-9]+]]: !jit.buffer<8xf32>
// CHECK-NOT: jit.alloc
// CHECK: jit.launch @{{.*}} outs(%[[W]])
// CHECK-NOT: jit.copy
// CHECK: jit.return %[[W]]
func.func @in_place(%w: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32> {tg.updates = 0 : i64}) {
  %0 = tg.sub %w, %g : tensor<8xf32>
  %1 = tg.assign %w [0], %0 : tensor<8xf32>, tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Tests that only the part that is assigned is written.

// CHECK-LABEL: jit.func @part
// CHECK-SAME: %[[W:[a-z0-9]+]]: !jit.buffer<64xf32>
// CHECK-NOT: jit.alloc
// CHECK: jit.launch @e_8{{.*}} outs(%[[W]])
// CHECK: jit.return %[[W]]
func.func @part(%w: tensor<8x8xf32>, %v: tensor<8x1xf32>) -> (tensor<8x8xf32> {tg.updates = 0 : i64})
    attributes {tg.variables = {i = [0, 7]}} {
  %i = tg.variable "i"
  %0 = tg.assign %w [0, %i], %v : tensor<8x8xf32>, tensor<8x1xf32>
  return %0 : tensor<8x8xf32>
}

// Tests that who reads the old contents later gets a copy, with a remark.

// REMARK: remark: {{.*}}Function=read_later | Remark="copied before an assign: what was there is read later"
// REMARK-NOT: Function=in_place
// CHECK-LABEL: jit.func @read_later
// CHECK-SAME: %[[W:[a-z0-9]+]]: !jit.buffer<8xf32>
// CHECK: %[[OLD:.*]] = jit.alloc
// CHECK: jit.copy %[[W]] to %[[OLD]]
// CHECK: jit.launch @{{.*}} outs(%[[W]])
// CHECK: jit.return %[[W]], %[[OLD]]
func.func @read_later(%w: tensor<8xf32>, %v: tensor<8xf32>)
    -> (tensor<8xf32> {tg.updates = 0 : i64}, tensor<8xf32>) {
  %1 = tg.assign %w [0], %v : tensor<8xf32>, tensor<8xf32>
  return %1, %w : tensor<8xf32>, tensor<8xf32>
}
