// Tests packs and unpacks, which MLIR 22 lowers by scripts only, against the same written
// as movement, and a product of packed operands against the plain one.

// RUN: tg-run %s --entry all --input random:3 | FileCheck %s

// Each function counts the elements that differ.
// CHECK-COUNT-5: {{^}}0{{$}}
// CHECK-NOT: {{^-?[1-9]}}

func.func private @count(%x: tensor<24xi32>, %y: tensor<24xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%x, %y : tensor<24xi32>, tensor<24xi32>) outs(%init : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %n: i32):
    %d = arith.cmpi ne, %a, %b : i32
    %o = arith.extui %d : i1 to i32
    %s = arith.addi %n, %o : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @pack(%x: tensor<4x6xi32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<2x2x2x3xi32>
  %packed = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %e : tensor<4x6xi32> -> tensor<2x2x2x3xi32>
  %split = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [2, 2, 2, 3] : tensor<4x6xi32> into tensor<2x2x2x3xi32>
  %moved = linalg.transpose ins(%split : tensor<2x2x2x3xi32>) outs(%e : tensor<2x2x2x3xi32>) permutation = [0, 2, 1, 3]
  %a = tensor.collapse_shape %packed [[0, 1, 2, 3]] : tensor<2x2x2x3xi32> into tensor<24xi32>
  %b = tensor.collapse_shape %moved [[0, 1, 2, 3]] : tensor<2x2x2x3xi32> into tensor<24xi32>
  %n = func.call @count(%a, %b) : (tensor<24xi32>, tensor<24xi32>) -> tensor<i32>
  return %n : tensor<i32>
}

// The last tiles are filled up; both orders are changed.
func.func @pad_and_permute(%x: tensor<3x5xi32>) -> tensor<i32> {
  %c = arith.constant 42 : i32
  %e = tensor.empty() : tensor<2x2x3x2xi32>
  %packed = linalg.pack %x padding_value(%c : i32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [3, 2]
      into %e : tensor<3x5xi32> -> tensor<2x2x3x2xi32>
  %padded = tensor.pad %x low[0, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : i32
  } : tensor<3x5xi32> to tensor<4x6xi32>
  %split = tensor.expand_shape %padded [[0, 1], [2, 3]] output_shape [2, 2, 2, 3] : tensor<4x6xi32> into tensor<2x2x2x3xi32>
  %moved = linalg.transpose ins(%split : tensor<2x2x2x3xi32>) outs(%e : tensor<2x2x3x2xi32>) permutation = [2, 0, 3, 1]
  %a = tensor.collapse_shape %packed [[0, 1, 2, 3]] : tensor<2x2x3x2xi32> into tensor<24xi32>
  %b = tensor.collapse_shape %moved [[0, 1, 2, 3]] : tensor<2x2x3x2xi32> into tensor<24xi32>
  %n = func.call @count(%a, %b) : (tensor<24xi32>, tensor<24xi32>) -> tensor<i32>
  return %n : tensor<i32>
}

func.func @there_and_back(%x: tensor<4x6xi32>) -> tensor<i32> {
  %c = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2x2x4x3xi32>
  %f = tensor.empty() : tensor<4x6xi32>
  %packed = linalg.pack %x padding_value(%c : i32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 3]
      into %e : tensor<4x6xi32> -> tensor<2x2x4x3xi32>
  %back = linalg.unpack %packed outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 3] into %f
      : tensor<2x2x4x3xi32> -> tensor<4x6xi32>
  %a = tensor.collapse_shape %back [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %b = tensor.collapse_shape %x [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %n = func.call @count(%a, %b) : (tensor<24xi32>, tensor<24xi32>) -> tensor<i32>
  return %n : tensor<i32>
}

// Packed operands, a product of tiles, an unpacked result: the plain product.
func.func @packed_product(%a: tensor<4x5xi32>, %b: tensor<5x6xi32>, %c: tensor<4x6xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %ea = tensor.empty() : tensor<2x5x3x1xi32>
  %eb = tensor.empty() : tensor<2x5x4x1xi32>
  %ec = tensor.empty() : tensor<2x2x3x4xi32>
  %pa = linalg.pack %a padding_value(%zero : i32) inner_dims_pos = [0, 1] inner_tiles = [3, 1] into %ea
      : tensor<4x5xi32> -> tensor<2x5x3x1xi32>
  %pb = linalg.pack %b padding_value(%zero : i32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 1] into %eb
      : tensor<5x6xi32> -> tensor<2x5x4x1xi32>
  %pc = linalg.pack %c padding_value(%zero : i32) inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %ec
      : tensor<4x6xi32> -> tensor<2x2x3x4xi32>
  %product = linalg.mmt4d ins(%pa, %pb : tensor<2x5x3x1xi32>, tensor<2x5x4x1xi32>) outs(%pc : tensor<2x2x3x4xi32>) -> tensor<2x2x3x4xi32>
  %f = tensor.empty() : tensor<4x6xi32>
  %back = linalg.unpack %product inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %f : tensor<2x2x3x4xi32> -> tensor<4x6xi32>
  %plain = linalg.matmul ins(%a, %b : tensor<4x5xi32>, tensor<5x6xi32>) outs(%c : tensor<4x6xi32>) -> tensor<4x6xi32>
  %x = tensor.collapse_shape %back [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %y = tensor.collapse_shape %plain [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %n = func.call @count(%x, %y) : (tensor<24xi32>, tensor<24xi32>) -> tensor<i32>
  return %n : tensor<i32>
}

// The count finds what differs.
func.func @differs(%x: tensor<24xi32>) -> tensor<i32> {
  %one = arith.constant dense<1> : tensor<24xi32>
  %y = arith.subi %x, %one : tensor<24xi32>
  %m = func.call @count(%x, %y) : (tensor<24xi32>, tensor<24xi32>) -> tensor<i32>
  %all = arith.constant dense<24> : tensor<i32>
  %n = arith.subi %m, %all : tensor<i32>
  return %n : tensor<i32>
}
