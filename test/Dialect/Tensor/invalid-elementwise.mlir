// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests the types that elementwise ops take.

func.func @element_type(%x: tensor<4xi7>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values without an encoding, of less than 2^63 bytes, but got 'tensor<4xi7>'}}
  %0 = tg.neg %x : tensor<4xi7>
  return
}

// -----

func.func @explicitly_signed(%x: tensor<4xsi8>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values}}
  %0 = tg.neg %x : tensor<4xsi8>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.tensor, but found}}
  %0 = tg.neg %x : tensor<*xf32>
  return
}

// -----

func.func @encoding(%x: tensor<4xf32, "sparse">) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values without an encoding}}
  %0 = tg.neg %x : tensor<4xf32, "sparse">
  return
}

// -----

func.func @too_large(%x: tensor<4294967296x4294967296xi8>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values without an encoding, of less than 2^63 bytes}}
  %0 = tg.neg %x : tensor<4294967296x4294967296xi8>
  return
}

// -----

func.func @too_large_in_bytes(%x: tensor<2305843009213693952xf32>) {
  // expected-error@+1 {{of less than 2^63 bytes}}
  %0 = tg.neg %x : tensor<2305843009213693952xf32>
  return
}

// -----

func.func @too_large_beside_zero(%x: tensor<0x4294967296x4294967296xf32>) {
  // expected-error@+1 {{of less than 2^63 bytes}}
  %0 = tg.neg %x : tensor<0x4294967296x4294967296xf32>
  return
}

// -----

func.func @neg_bool(%x: tensor<4xi1>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values}}
  %0 = tg.neg %x : tensor<4xi1>
  return
}

// -----

func.func @exp_int(%x: tensor<4xi32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of floating-point type values}}
  %0 = tg.exp %x : tensor<4xi32>
  return
}

// -----

func.func @not_float(%x: tensor<4xf32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of integer or boolean type values}}
  %0 = tg.not %x : tensor<4xf32>
  return
}

// -----

func.func @div_int(%x: tensor<4xi32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of floating-point type values}}
  %0 = tg.div %x, %x : tensor<4xi32>
  return
}

// -----

func.func @cdiv_float(%x: tensor<4xf32>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of integer type values}}
  %0 = tg.cdiv %x, %x : tensor<4xf32>
  return
}

// -----

func.func @shl_bool(%x: tensor<4xi1>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of integer type values}}
  %0 = tg.shl %x, %x : tensor<4xi1>
  return
}

// -----

func.func @sub_bool(%x: tensor<4xi1>) {
  // expected-error@+1 {{op operand #0 must be ranked tensor of number type values}}
  %0 = tg.sub %x, %x : tensor<4xi1>
  return
}

// -----

func.func @add_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'tg.add' op requires the same type for all operands and results}}
  %0 = "tg.add"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_types(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'tg.add' op requires the same type for all operands and results}}
  %0 = "tg.add"(%x, %y) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @cmp_operands(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'tg.cmp' op requires all operands to have the same type}}
  %0 = "tg.cmp"(%x, %y) <{predicate = #tg<cmp lt>}> : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

func.func @cmp_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.cmp' op failed to verify that result has the operands' shape and element type i1}}
  %0 = "tg.cmp"(%x, %x) <{predicate = #tg<cmp lt>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xi1>
  return
}

// -----

func.func @cmp_predicate(%x: tensor<4xf32>) {
  // expected-error@+2 {{expected ::tinygrad::tg::CmpPredicate to be one of: eq, ne, lt, le, gt, ge}}
  // expected-error@+1 {{failed to parse TG_CmpPredicateAttr parameter}}
  %0 = tg.cmp less %x, %x : tensor<4xf32>
  return
}

// -----

func.func @where_condition(%c: tensor<4xi8>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.where' op operand #0 must be ranked tensor of boolean type values}}
  %0 = "tg.where"(%c, %x, %x) : (tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @where_shape(%c: tensor<?xi1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.where' op failed to verify that condition has the result's shape and element type i1}}
  %0 = "tg.where"(%c, %x, %x) : (tensor<?xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @where_arms(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'tg.where' op failed to verify that all of {on_true, on_false, result} have same type}}
  %0 = "tg.where"(%c, %x, %y) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @cast_shape(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.cast' op requires the same shape for all operands and results}}
  %0 = tg.cast %x : tensor<4xf32> to tensor<5xi32>
  return
}

// -----

func.func @cast_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.cast' op result #0 must be ranked tensor of tensor element type values}}
  %0 = tg.cast %x : tensor<4xf32> to tensor<4xindex>
  return
}

// -----

func.func @cast_saturate(%x: tensor<4xf32>) {
  // expected-error@+2 {{expected ::tinygrad::tg::Saturate to be one of: finite, all, none}}
  // expected-error@+1 {{failed to parse TG_SaturateAttr parameter}}
  %0 = tg.cast %x saturate always : tensor<4xf32> to tensor<4xf8E5M2>
  return
}

// -----

func.func @bitcast_width(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tg.bitcast' op expected element types of one width, but got 'tensor<4xf32>' and 'tensor<4xi16>'}}
  %0 = tg.bitcast %x : tensor<4xf32> to tensor<4xi16>
  return
}

// -----

func.func @bitcast_bool(%x: tensor<4xi1>) {
  // expected-error@+1 {{'tg.bitcast' op expected element types of one width, but got 'tensor<4xi1>' and 'tensor<4xui8>'}}
  %0 = tg.bitcast %x : tensor<4xi1> to tensor<4xui8>
  return
}
