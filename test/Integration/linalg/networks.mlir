// Tests layers as other compilers' front ends write them in linalg: what MLIR's own
// lowering gives.

// RUN: %python %S/Inputs/against_runner.py %s | FileCheck %s
// CHECK-NOT: DIFFERENT

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>
#kept = affine_map<(d0, d1) -> (d0, 0)>

// A layer: the bias is the accumulator that a product starts with; relu in place.
func.func @mlp(%x: tensor<4x6xf32>, %w: tensor<6x8xf32>, %b: tensor<8xf32>, %v: tensor<8x3xf32>) -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %bias = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x8xf32>) outs(%bias : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x8xf32>) {
  ^bb0(%out: f32):
    %m = arith.maximumf %out, %zero : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = linalg.matmul ins(%1, %v : tensor<4x8xf32>, tensor<8x3xf32>) outs(%init : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// A softmax written out, with the statistics kept as an axis of size 1.
func.func @softmax(%x: tensor<10x6xf32>) -> tensor<10x6xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x1xf32>
  %lowest = linalg.fill ins(%low : f32) outs(%e : tensor<10x1xf32>) -> tensor<10x1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<10x1xf32>) -> tensor<10x1xf32>
  %max = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<10x6xf32>) outs(%lowest : tensor<10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<10x1xf32>
  %f = tensor.empty() : tensor<10x6xf32>
  %exp = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<10x6xf32>, tensor<10x1xf32>) outs(%f : tensor<10x6xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %d = arith.subf %in, %m : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<10x6xf32>
  %sum = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<10x6xf32>) outs(%zeros : tensor<10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<10x1xf32>
  %0 = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<10x6xf32>, tensor<10x1xf32>) outs(%f : tensor<10x6xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %q = arith.divf %in, %s : f32
    linalg.yield %q : f32
  } -> tensor<10x6xf32>
  return %0 : tensor<10x6xf32>
}

// A layer norm: two sums, and a generic that reads them, a scale and a shift.
func.func @layer_norm(%x: tensor<4x16xf32>, %g: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %sums:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%zeros, %zeros : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %s: f32, %q: f32):
    %1 = arith.addf %s, %in : f32
    %2 = arith.mulf %in, %in : f32
    %3 = arith.addf %q, %2 : f32
    linalg.yield %1, %3 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %f = tensor.empty() : tensor<4x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #column, #column, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums#0, %sums#1, %g, %b : tensor<4x16xf32>, tensor<4xf32>, tensor<4xf32>, tensor<16xf32>, tensor<16xf32>)
      outs(%f : tensor<4x16xf32>) {
  ^bb0(%in: f32, %s: f32, %q: f32, %scale: f32, %shift: f32, %out: f32):
    %mean = arith.divf %s, %n : f32
    %square = arith.divf %q, %n : f32
    %m2 = arith.mulf %mean, %mean : f32
    %var = arith.subf %square, %m2 : f32
    %safe = arith.addf %var, %eps : f32
    %r = math.rsqrt %safe : f32
    %d = arith.subf %in, %mean : f32
    %y = arith.mulf %d, %r : f32
    %z = arith.mulf %y, %scale : f32
    %o = arith.addf %z, %shift : f32
    linalg.yield %o : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Attention of two heads: products with transposed maps, a scale, a softmax.
func.func @attention(%q: tensor<2x5x4xf32>, %k: tensor<2x6x4xf32>, %v: tensor<2x6x3xf32>) -> tensor<2x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<2x5x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %scores = linalg.generic {
      indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>,
                       affine_map<(h, i, j, d) -> (h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x5x4xf32>, tensor<2x6x4xf32>) outs(%zeros : tensor<2x5x6xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5x6xf32>
  %scaled = linalg.map ins(%scores : tensor<2x5x6xf32>) outs(%e : tensor<2x5x6xf32>)
      (%in: f32, %out: f32) {
        %p = arith.mulf %in, %half : f32
        linalg.yield %p : f32
      }
  %rows = tensor.collapse_shape %scaled [[0, 1], [2]] : tensor<2x5x6xf32> into tensor<10x6xf32>
  %normal = func.call @softmax(%rows) : (tensor<10x6xf32>) -> tensor<10x6xf32>
  %weights = tensor.expand_shape %normal [[0, 1], [2]] output_shape [2, 5, 6] : tensor<10x6xf32> into tensor<2x5x6xf32>
  %f = tensor.empty() : tensor<2x5x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  %0 = linalg.batch_matmul ins(%weights, %v : tensor<2x5x6xf32>, tensor<2x6x3xf32>) outs(%init : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// Products of blocks that are added up.
func.func @batch_reduce(%a: tensor<3x4x5xf32>, %b: tensor<3x5x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<3x4x5xf32>, tensor<3x5x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// Blocked operands: each is a matrix of tiles, and so is the result.
func.func @blocks(%a: tensor<2x3x4x5xf32>, %b: tensor<2x3x5x6xf32>) -> tensor<2x2x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x4x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x4x6xf32>) -> tensor<2x2x4x6xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>,
                       affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d5, d4)>,
                       affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>],
      iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) outs(%init : tensor<2x2x4x6xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x2x4x6xf32>
  return %0 : tensor<2x2x4x6xf32>
}

func.func @tiles(%a: tensor<2x2x3x1xi32>, %b: tensor<2x2x3x1xi32>, %c: tensor<2x2x3x3xi32>) -> tensor<2x2x3x3xi32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x2x3x1xi32>, tensor<2x2x3x1xi32>) outs(%c : tensor<2x2x3x3xi32>) -> tensor<2x2x3x3xi32>
  return %0 : tensor<2x2x3x3xi32>
}

// A convolution by its windows as a matrix.
func.func @windows_as_matrix(%x: tensor<1x5x5x2xf32>, %w: tensor<18x4xf32>) -> tensor<9x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3x3x2xf32>
  %windows = linalg.generic {
      indexing_maps = [affine_map<(n, y, x, i, j, c) -> (n, y + i, x + j, c)>, affine_map<(n, y, x, i, j, c) -> (n, y, x, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x5x5x2xf32>) outs(%e : tensor<1x3x3x3x3x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x3x3x3x2xf32>
  %matrix = tensor.collapse_shape %windows [[0, 1, 2], [3, 4, 5]] : tensor<1x3x3x3x3x2xf32> into tensor<9x18xf32>
  %f = tensor.empty() : tensor<9x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<9x4xf32>) -> tensor<9x4xf32>
  %0 = linalg.matmul ins(%matrix, %w : tensor<9x18xf32>, tensor<18x4xf32>) outs(%init : tensor<9x4xf32>) -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}

// What is accumulated by taking away.
func.func @takes_away(%x: tensor<2x8xf32>, %i: tensor<2x8xi32>, %c: tensor<2xf32>, %d: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = linalg.reduce ins(%x : tensor<2x8xf32>) outs(%c : tensor<2xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %s = arith.subf %acc, %in : f32
        linalg.yield %s : f32
      }
  %1 = linalg.reduce ins(%i : tensor<2x8xi32>) outs(%d : tensor<2xi32>) dimensions = [1]
      (%in: i32, %acc: i32) {
        %s = arith.subi %acc, %in : i32
        linalg.yield %s : i32
      }
  return %0, %1 : tensor<2xf32>, tensor<2xi32>
}

// A table that is read at computed places, and a long search with an element put in.
func.func @lookup(%t: tensor<3x4xi64>) -> tensor<5x4xi64> {
  %places = arith.constant dense<[0, 2, 1, 1, 0]> : tensor<5xi64>
  %e = tensor.empty() : tensor<5x4xi64>
  %0 = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%places : tensor<5xi64>) outs(%e : tensor<5x4xi64>) {
  ^bb0(%in: i64, %out: i64):
    %j = linalg.index 1 : index
    %i = arith.index_cast %in : i64 to index
    %v = tensor.extract %t[%i, %j] : tensor<3x4xi64>
    linalg.yield %v : i64
  } -> tensor<5x4xi64>
  return %0 : tensor<5x4xi64>
}

func.func @search() -> (tensor<f32>, tensor<i32>) {
  %seven = arith.constant 7.0 : f32
  %large = arith.constant 53.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %place = arith.constant 4093 : index
  %e = tensor.empty() : tensor<4096xf32>
  %sevens = linalg.fill ins(%seven : f32) outs(%e : tensor<4096xf32>) -> tensor<4096xf32>
  %x = tensor.insert %large into %sevens[%place] : tensor<4096xf32>
  %f = tensor.empty() : tensor<f32>
  %g = tensor.empty() : tensor<i32>
  %best = linalg.fill ins(%low : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %first = linalg.fill ins(%zero : i32) outs(%g : tensor<i32>) -> tensor<i32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
                         iterator_types = ["reduction"]}
      ins(%x : tensor<4096xf32>) outs(%best, %first : tensor<f32>, tensor<i32>) {
  ^bb0(%in: f32, %value: f32, %index: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %1 = arith.maximumf %in, %value : f32
    %better = arith.cmpf ogt, %in, %value : f32
    %2 = arith.select %better, %j, %index : i32
    linalg.yield %1, %2 : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// Places computed by hand, and every second and third of them taken.
func.func @steps() -> tensor<5x4xi32> {
  %e = tensor.empty() : tensor<12x20xi32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<12x20xi32>) {
  ^bb0(%out: i32):
    %c = arith.constant 20 : i32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %l = arith.index_cast %j : index to i32
    %m = arith.muli %k, %c : i32
    %n = arith.addi %m, %l : i32
    linalg.yield %n : i32
  } -> tensor<12x20xi32>
  %1 = tensor.extract_slice %0[2, 3] [5, 4] [2, 3] : tensor<12x20xi32> to tensor<5x4xi32>
  return %1 : tensor<5x4xi32>
}

// A function of a scalar that a body calls.
func.func private @smooth(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %0 = func.call @squared(%x) : (f32) -> f32
  %1 = arith.addf %0, %one : f32
  %2 = math.sqrt %1 : f32
  return %2 : f32
}

func.func private @squared(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}

func.func @calls(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = func.call @smooth(%in) : (f32) -> f32
    linalg.yield %1 : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
