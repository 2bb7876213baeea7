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

// Of constant sizes, each element is gathered.
func.func @diagonal(%a: tensor<?x?xf32> {tg.dims = ["n", "n"]}, %b: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  // expected-error @+1 {{it reads the diagonal of an operand}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<?x?xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @strided(%a: tensor<16xf32>, %b: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  // expected-error @+1 {{it reads an operand by a map that is no projected permutation}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i * 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<16xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
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

func.func @inserts_variable_size(%a: tensor<8xf32>, %b: tensor<?xf32> {tg.dims = ["n"]}, %n: index) -> tensor<8xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  // expected-error @+1 {{'tensor.insert_slice' op cannot be converted to tg: it writes a part of variable size}}
  %0 = tensor.insert_slice %b into %a[0] [%n] [1] : tensor<?xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @cast(%a: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<8xf32> attributes {tg.variables = {n = [1, 8]}} {
  // expected-error @+1 {{'tensor.cast' op cannot be converted to tg: it says of a size what does not follow from the function's variables}}
  %0 = tensor.cast %a : tensor<?xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Others may call it.
// expected-error @+1 {{'func.func' op has result 0 of type 'tensor<?xf32>', which is 'tensor<8xf32>': declare that, or inline the function}}
func.func private @forgets(%a: tensor<8xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @loop(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op cannot be converted to tg: its bounds are not constant}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %1 = arith.addf %x, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @long_loop(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000000 : index
  // expected-error @+1 {{'scf.for' op cannot be converted to tg: it would be written out in too many ops}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %1 = arith.addf %x, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @while(%a: tensor<f32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'scf.while' op cannot be converted to tg: how often it runs is not constant}}
  %0 = scf.while (%x = %a) : (tensor<f32>) -> tensor<f32> {
    %e = tensor.extract %x[] : tensor<f32>
    %p = arith.cmpf olt, %e, %one : f32
    scf.condition(%p) %x : tensor<f32>
  } do {
  ^bb0(%x: tensor<f32>):
    %y = arith.addf %x, %x : tensor<f32>
    scf.yield %y : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func private @trace(tensor<4xf32>)

func.func @effects(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.extract' op cannot be converted to tg}}
  %c = tensor.extract %p[] : tensor<i1>
  // expected-error @+1 {{'scf.if' op cannot be converted to tg: its condition is not constant, and a side of it has effects}}
  %0 = scf.if %c -> (tensor<4xf32>) {
    func.call @trace(%a) : (tensor<4xf32>) -> ()
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @winograd(%a: tensor<2x3x3x5xf32>, %b: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error @+1 {{'linalg.winograd_filter_transform' op cannot be converted to tg}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>) outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}

// -----

// Sizes that nothing explains.
func.func @part_of_unknown_size(%a: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  // expected-error @+1 {{'tensor.extract_slice' op cannot be converted to tg: it takes a part of variable size at a place that is computed}}
  %0 = tensor.extract_slice %a[%n] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @quotient_of_unknown_size(%a: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @+1 {{'arith.ceildivsi' op cannot be converted to tg: a size of its does not follow from the function's variables (tg.variables, tg.dims)}}
  %0 = arith.ceildivsi %a, %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}
