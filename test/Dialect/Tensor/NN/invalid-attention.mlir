// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the shapes and types of attention.

func.func @ranks(%q: tensor<5x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected query, key and value of one rank of at least 2, but got 'tensor<5x8xf32>', 'tensor<2x7x8xf32>' and 'tensor<7x4xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<5x8xf32>, tensor<2x7x8xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @vectors(%q: tensor<8xf32>, %k: tensor<8xf32>, %v: tensor<8xf32>) {
  // expected-error@+1 {{'tg.attention' op expected query, key and value of one rank of at least 2, but got 'tensor<8xf32>', 'tensor<8xf32>' and 'tensor<8xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<8xf32>, tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @types(%q: tensor<5x8xf32>, %k: tensor<7x8xf16>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected element type 'f32', but got 'tensor<7x8xf16>'}}
  %0 = tg.attention %q, %k, %v : tensor<5x8xf32>, tensor<7x8xf16>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @batch(%q: tensor<3x6x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected query, key and value to agree on batch axis 0, but got 'tensor<3x6x5x8xf32>', 'tensor<2x3x7x8xf32>' and 'tensor<2x3x7x4xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<3x6x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<3x6x5x4xf32>
  return
}

// -----

func.func @heads(%q: tensor<2x5x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected query, key and value to agree on batch axis 1, but got 'tensor<2x5x5x8xf32>', 'tensor<2x3x7x8xf32>' and 'tensor<2x3x7x4xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<2x5x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x5x5x4xf32>
  return
}

// -----

func.func @value_heads(%q: tensor<2x6x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x6x7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected query, key and value to agree on batch axis 1, but got 'tensor<2x6x5x8xf32>', 'tensor<2x3x7x8xf32>' and 'tensor<2x6x7x4xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<2x6x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x6x7x4xf32> -> tensor<2x6x5x4xf32>
  return
}

// -----

func.func @inner(%q: tensor<5x8xf32>, %k: tensor<7x9xf32>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected query and key of one last size, but got 'tensor<5x8xf32>' and 'tensor<7x9xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<5x8xf32>, tensor<7x9xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @keys(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<6x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected as many values as keys, but got 'tensor<6x4xf32>' and 'tensor<7x8xf32>'}}
  %0 = tg.attention %q, %k, %v : tensor<5x8xf32>, tensor<7x8xf32>, tensor<6x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @scale(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected a finite scale, but got INF}}
  %0 = tg.attention %q, %k, %v scale 0x7FF0000000000000 : tensor<5x8xf32>, tensor<7x8xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @unknown_scale(%q: tensor<5x?xf32>, %k: tensor<7x?xf32>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected a scale where the last size of the query is not constant}}
  %0 = tg.attention %q, %k, %v : tensor<5x?xf32>, tensor<7x?xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @no_scale(%q: tensor<5x0xf32>, %k: tensor<7x0xf32>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected a scale where the last size of the query is 0}}
  %0 = tg.attention %q, %k, %v : tensor<5x0xf32>, tensor<7x0xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @mask_type(%q: tensor<5x8xbf16>, %k: tensor<7x8xbf16>, %v: tensor<7x4xbf16>, %m: tensor<5x7xi32>) {
  // expected-error@+1 {{'tg.attention' op expected a mask of element type i1, 'bf16' or 'f32', but got 'tensor<5x7xi32>'}}
  %0 = tg.attention %q, %k, %v mask(%m : tensor<5x7xi32>) : tensor<5x8xbf16>, tensor<7x8xbf16>, tensor<7x4xbf16> -> tensor<5x4xbf16>
  return
}

// -----

func.func @mask_size(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x4xf32>, %m: tensor<5x5xi1>) {
  // expected-error@+1 {{'tg.attention' op expected a mask of sizes [5, 7], but got 'tensor<5x5xi1>'}}
  %0 = tg.attention %q, %k, %v mask(%m : tensor<5x5xi1>) : tensor<5x8xf32>, tensor<7x8xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @mask_rank(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x4xf32>, %m: tensor<1x5x7xi1>) {
  // expected-error@+1 {{'tg.attention' op expected a mask of sizes [5, 7], but got 'tensor<1x5x7xi1>'}}
  %0 = tg.attention %q, %k, %v mask(%m : tensor<1x5x7xi1>) : tensor<5x8xf32>, tensor<7x8xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @shape(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x4xf32>) {
  // expected-error@+1 {{'tg.attention' op expected size 4 on axis 1 of the result, but got 8}}
  %0 = tg.attention %q, %k, %v : tensor<5x8xf32>, tensor<7x8xf32>, tensor<7x4xf32> -> tensor<5x8xf32>
  return
}
