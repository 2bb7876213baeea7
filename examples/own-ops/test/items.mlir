// Items of the signal dialect in a list of jit's: their buffers share an arena by the
// effects that they declare, launch graphs take them, and events order them. No op of tg.

// REFUSED: 'signal.filter' op is an exec item of another dialect, which must be lowered
// FUNC: 'signal.filter' op has no counterpart in a function on memrefs

// Of three buffers between two are alive at a time: the arena has room for two.
// PLAN-LABEL: jit.func @chain
// PLAN-SAME:    jit.arena_bytes = 512
// PLAN-COUNT-3: jit.subbuffer
// PLAN:         signal.filter

// BATCH-LABEL: jit.func @chain
// BATCH:         jit.graph device("cpu")
// BATCH:           %[[A:.*]] = signal.filter
// BATCH:           %[[B:.*]] = signal.filter {{.*}} after %[[A]]
// BATCH:           %[[C:.*]] = signal.filter {{.*}} after %[[B]]
// BATCH:           signal.filter {{.*}} after %[[C]]

// LOWER-LABEL: jit.func @chain
// LOWER:         jit.graph
// LOWER:           %[[A:.*]] = jit.launch @signal_filter
// LOWER-NEXT:      %[[B:.*]] = jit.launch @signal_filter {{.*}} after(%[[A]])
// LOWER-NEXT:      %[[C:.*]] = jit.launch @signal_filter {{.*}} after(%[[B]])
// LOWER-NEXT:      jit.launch @signal_filter {{.*}} after(%[[C]])
jit.func @chain(%x: !jit.buffer<64xf32>, %y: !jit.buffer<64xf32>) {
  %a = jit.alloc : !jit.buffer<64xf32>
  %b = jit.alloc : !jit.buffer<64xf32>
  %c = jit.alloc : !jit.buffer<64xf32>
  signal.filter %x into %a : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %a into %b : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %b into %c : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %c into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  jit.return
}

// Items that share nothing wait for nothing; what a meter shows is in use to that end,
// though it declares no effect, and it stands between two graphs.
// PLAN-LABEL: jit.func @shown
// PLAN-SAME:    jit.arena_bytes = 512

// BATCH-LABEL: jit.func @shown
// BATCH:         jit.graph device("cpu")
// BATCH-NEXT:      signal.filter
// BATCH-NOT:       after
// BATCH-NEXT:      signal.filter
// BATCH-NEXT:    }
// BATCH:         signal.meter
// BATCH:         jit.graph device("cpu")

// LOWER-LABEL: jit.func @shown
// LOWER-NOT:     signal.
jit.func @shown(%x: !jit.buffer<64xf32>, %y: !jit.buffer<64xf32>, %z: !jit.buffer<64xf32>) {
  %a = jit.alloc : !jit.buffer<64xf32>
  %b = jit.alloc : !jit.buffer<64xf32>
  signal.filter %x into %a : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %y into %b : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.meter %a, %b : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %a into %y : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  signal.filter %y into %z : !jit.buffer<64xf32>, !jit.buffer<64xf32>
  jit.return
}

// What filters become: each sample and half of the one before.
uop.kernel @signal_filter(%out: memref<64xf32> {uop.output}, %in: memref<64xf32>) {
  %i = uop.range 0, 64 <global>
  %c0 = arith.constant 0 : index
  %half = arith.constant 5.0e-01 : f32
  %zero = arith.constant 0.0 : f32
  %before = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
  %inside = arith.cmpi sge, %before, %c0 : index
  %x = uop.load %in[%i] : memref<64xf32> -> f32
  %p = uop.load %in[%before] gate %inside else %zero : memref<64xf32> -> f32
  %q = arith.mulf %p, %half : f32
  %y = arith.addf %x, %q : f32
  uop.store %y, %out[%i] : f32, memref<64xf32>
}
