// RUN: tg-opt %s --uop-test-range-scopes --verify-diagnostics --split-input-file

// Tests that a value varies over its operands' ranges, less what a reduce or a
// stage closes, and that sibling stores share the output ranges.

uop.kernel @scopes(%out: memref<8xf32> {uop.output}, %sum: memref<8xf32> {uop.output},
                   %x: memref<64xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  // expected-remark@+1 {{open {0} in scope {}}}
  %i = uop.range 0, %n <global>
  // expected-remark@+1 {{open {2} in scope {}}}
  %k = uop.range 2, 8 <reduce>
  // expected-remark@+1 {{open {1} in scope {}}}
  %j = uop.range 1, 8 <loop>
  // expected-remark@+1 {{open {0, 2} in scope {0, 2}}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  // expected-remark@+1 {{open {0, 2} in scope {0, 2}}}
  %1 = uop.load %x[%0] : memref<64xf32> -> f32
  // expected-remark@+1 {{open {0} in scope {0, 2}}}
  %2 = uop.reduce <add> %1 over (%k) : f32
  // expected-remark@+1 {{open {1} in scope {1}}}
  %3 = uop.load %x[%j] : memref<64xf32> -> f32
  // expected-remark@+1 {{open {} in scope {1}}}
  %4 = uop.stage %3 over (%j) : f32 -> memref<8xf32, #gpu.address_space<private>>
  // expected-remark@+1 {{open {0} in scope {0}}}
  %5 = uop.load %4[%i] : memref<8xf32, #gpu.address_space<private>> -> f32
  // expected-remark@+1 {{closes {0}}}
  uop.store %5, %out[%i] : f32, memref<8xf32>
  // expected-remark@+1 {{closes {0}}}
  uop.store %2, %sum[%i] : f32, memref<8xf32>
}
