// Tests that the verifiers, ours and those of TinyGrad's interfaces, say what is wrong.

func.func @energy(%x: tensor<3x4xf32>) {
  // expected-error @below {{expected a result without the last axis of 'tensor<3x4xf32>', but got 'tensor<4xf32>'}}
  %0 = signal.energy %x : tensor<3x4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @level(%x: tensor<f32>) {
  // expected-error @below {{expected rows of a constant size, but got 'tensor<f32>'}}
  %0 = signal.level %x : tensor<f32>
  return
}

// -----

jit.func @event_outside(%x: !jit.buffer<64xf32>, %y: !jit.buffer<64xf32>) {
  // expected-error @below {{takes or gives an event outside of a jit.graph}}
  %e = signal.filter %x into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32> -> !jit.event
  jit.return
}

// -----

// A graph holds only what says that it runs in graphs of that kind of device.
jit.func @no_graph(%x: !jit.buffer<64xf32>) {
  // expected-error @below {{expected launches and copies only}}
  jit.graph device("cpu") {
    // expected-note @below {{this is a signal.meter}}
    signal.meter %x : !jit.buffer<64xf32>
  }
  jit.return
}

// -----

jit.func @other_device(%x: !jit.buffer<64xf32, "cuda">, %y: !jit.buffer<64xf32, "cuda">) {
  // expected-error @below {{expected launches and copies only}}
  jit.graph device("cuda") {
    // expected-note @below {{this is a signal.filter}}
    signal.filter %x into %y : !jit.buffer<64xf32, "cuda">, !jit.buffer<64xf32, "cuda">
  }
  jit.return
}
