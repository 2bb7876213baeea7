// Tests that what tg cannot express is refused by name, with the reason.

// RUN: tg-opt --convert-linalg-to-tg --split-input-file --verify-diagnostics %s

func.func @memory(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{'linalg.copy' op cannot be converted to tg: it works on memory: only tensors are converted}}
  linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @unknown_size(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'linalg.exp' op cannot be converted to tg: the size of its loop 0 does not follow from the function's variables (tg.variables, tg.dims)}}
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @diagonal(%a: tensor<4x4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{it reads the diagonal of an operand}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @strided(%a: tensor<7xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{it reads an operand by a map that is no projected permutation}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i * 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<7xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @reduces_with_xor(%a: tensor<4xi32>, %b: tensor<i32>) -> tensor<i32> {
  // expected-error @+1 {{it reduces with 'arith.xori', for which tg has no reduce}}
  %0 = linalg.reduce { arith.xori } ins(%a : tensor<4xi32>) outs(%b : tensor<i32>) dimensions = [0]
  return %0 : tensor<i32>
}

// -----

func.func @accumulates_otherwise(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{its body combines in another way than by one sum, product, maximum or minimum}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf32>) outs(%b : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %y, %y : f32
    %2 = arith.addf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @gathers_variable_size(%a: tensor<?xf32> {tg.dims = ["n"]}, %i: tensor<4xi32>, %b: tensor<4xf32>) -> tensor<4xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  // expected-error @+1 {{its body reads a tensor at places that it computes, and a size is not constant}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: i32, %y: f32):
    %j = arith.index_cast %x : i32 to index
    %e = tensor.extract %a[%j] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scalar_argument(%s: f32, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{it uses a scalar argument: tg's functions take tensors only}}
  %0 = linalg.fill ins(%s : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @indices(%a: tensor<4xindex>) -> tensor<4xindex> {
  // expected-error @+1 {{'arith.addi' op cannot be converted to tg: its elements are of a type that tg lacks}}
  %0 = arith.addi %a, %a : tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

func.func @remainder(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{tg has no op that means the same as 'arith.remf'}}
  %0 = arith.remf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @strided_insert(%a: tensor<8xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'tensor.insert_slice' op cannot be converted to tg: it writes elements at strides}}
  %0 = tensor.insert_slice %b into %a[0] [4] [2] : tensor<4xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @cast(%a: tensor<8xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'tensor.cast' op cannot be converted to tg: it changes what is known of a size}}
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @winograd(%a: tensor<2x3x3x5xf32>, %b: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error @+1 {{'linalg.winograd_filter_transform' op cannot be converted to tg}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>) outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}
