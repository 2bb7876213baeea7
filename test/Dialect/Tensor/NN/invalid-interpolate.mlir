// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the sizes and modes of interpolation.

func.func @no_axes(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected from 1 to 2 last axes, but got 0}}
  %0 = tg.interpolate %x nearest last 0 : tensor<2x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @axes(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected from 1 to 2 last axes, but got 3}}
  %0 = tg.interpolate %x nearest last 3 : tensor<2x8xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @integers(%x: tensor<2x8xi32>) {
  // expected-error@+1 {{'tg.interpolate' op expected a float type to interpolate linearly, but got 'tensor<2x8xi32>'}}
  %0 = tg.interpolate %x linear last 1 : tensor<2x8xi32> -> tensor<2x4xi32>
  return
}

// -----

func.func @rounding(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected no rounding where linear, but got ceil}}
  %0 = tg.interpolate %x linear last 1 rounding ceil : tensor<2x8xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @rank(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected a result of rank 2, but got 'tensor<2x8x1xf32>'}}
  %0 = tg.interpolate %x nearest last 1 : tensor<2x8xf32> -> tensor<2x8x1xf32>
  return
}

// -----

func.func @many_sizes(%x: tensor<2x?xf32>, %n: index) {
  // expected-error@+1 {{'tg.interpolate' op expected 0 sizes that are not constant, but got 1}}
  %0 = tg.interpolate %x nearest last 1 sizes(%n) : tensor<2x?xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @variable_result(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected 1 sizes that are not constant, but got 0}}
  %0 = tg.interpolate %x nearest last 1 : tensor<2x8xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @empty(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected sizes from 1 to 2^31 - 1 on axis 1, but got 'tensor<2x0xf32>'}}
  %0 = tg.interpolate %x nearest last 1 : tensor<2x8xf32> -> tensor<2x0xf32>
  return
}

// -----

func.func @shape(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'tg.interpolate' op expected size 2 on axis 0 of the result, but got 3}}
  %0 = tg.interpolate %x nearest last 1 : tensor<2x8xf32> -> tensor<3x4xf32>
  return
}
