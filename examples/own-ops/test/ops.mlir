// Tests that every op parses and prints.

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> tensor<3xf32> {
  // CHECK: signal.mix %{{.*}}, %{{.*}} amount 2.500000e-01 : tensor<3x4xf32>
  %0 = signal.mix %x, %y amount 0.25 : tensor<3x4xf32>
  // CHECK: signal.clip %{{.*}} rounds 2 : tensor<3x4xf32>
  %1 = signal.clip %0 rounds 2 : tensor<3x4xf32>
  // CHECK: signal.level %{{.*}} : tensor<3x4xf32>
  %2 = signal.level %1 : tensor<3x4xf32>
  // CHECK: signal.energy %{{.*}} : tensor<3x4xf32> -> tensor<3xf32>
  %3 = signal.energy %2 : tensor<3x4xf32> -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// CHECK-LABEL: jit.func @buffers
jit.func @buffers(%x: !jit.buffer<64xf32>, %y: !jit.buffer<64xf32>) {
  // CHECK: signal.filter %{{.*}} into %{{.*}} : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %x into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  // CHECK: signal.meter %{{.*}}, %{{.*}} : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.meter %x, %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  jit.graph device("cpu") {
    // CHECK: %[[E:.*]] = signal.filter %{{.*}} into %{{.*}} : !jit.buffer<64xf32>, !jit.buffer<64xf32> -> !jit.event
    %e = signal.filter %x into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32> -> !jit.event
    // CHECK: signal.filter %{{.*}} into %{{.*}} after %[[E]] : !jit.event : !jit.buffer<64xf32>, !jit.buffer<64xf32>
    signal.filter %x into %y after %e : !jit.event : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  }
  jit.return
}
