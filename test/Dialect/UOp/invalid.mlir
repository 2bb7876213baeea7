// RUN: tg-opt %s --verify-diagnostics --split-input-file

// Tests every message of the verifiers, op by op.

// expected-error@+1 {{'uop.kernel' op expected buffer argument 0 to be 1-D, but got 'memref<4x8xf32>'}}
uop.kernel @rank(%a: memref<4x8xf32> {uop.output}) {}

// -----

// expected-error@+1 {{expected buffer argument 1 to be of static size, but got 'memref<?xf32>'}}
uop.kernel @dynamic(%o: memref<4xf32> {uop.output}, %a: memref<?xf32>) {}

// -----

// expected-error@+1 {{expected buffer argument 0 to be of floats or signless integers, but got 'memref<4xui8>'}}
uop.kernel @unsigned(%a: memref<4xui8> {uop.output}) {}

// -----

// expected-error@+1 {{expected buffer argument 0 to be of i8 where it holds bools, but got 'memref<4xi1>'}}
uop.kernel @bools(%a: memref<4xi1> {uop.output}) {}

// -----

// expected-error@+1 {{expected buffer argument 0 to be contiguous, but got}}
uop.kernel @strided(%a: memref<4xf32, strided<[2]>> {uop.output}) {}

// -----

// expected-error@+1 {{expected buffer argument 0 to be in global memory, but got}}
uop.kernel @private(%a: memref<4xf32, #gpu.address_space<private>> {uop.output}) {}

// -----

// expected-error@+1 {{expected argument 0 to be a memref or an index, but got 'f32'}}
uop.kernel @scalar(%a: f32) {}

// -----

// expected-error@+1 {{expected no results: outputs are buffer arguments}}
uop.kernel @results() -> f32 {}

// -----

// expected-error@+1 {{expected outputs first, but argument 1 is an output after an input}}
uop.kernel @order(%a: memref<4xf32>, %o: memref<4xf32> {uop.output}) {}

// -----

// expected-error@+1 {{expected variables last, but argument 1 is a buffer after a variable}}
uop.kernel @variable_first(%n: index {uop.variable = "n", uop.bounds = [1, 4]}, %a: memref<4xf32>) {}

// -----

// expected-error@+1 {{expected index argument 0 to carry 'uop.variable' and 'uop.bounds'}}
uop.kernel @no_bounds(%n: index {uop.variable = "n"}) {}

// -----

// expected-error@+1 {{expected 'uop.bounds' of argument 0 to be [lower, upper] with 0 <= lower <= upper, but got [4, 1]}}
uop.kernel @crossed(%n: index {uop.variable = "n", uop.bounds = [4, 1]}) {}

// -----

// expected-error@+1 {{expected 'uop.bounds' of argument 0 to be [lower, upper] with 0 <= lower <= upper, but got [-1, 1]}}
uop.kernel @negative(%n: index {uop.variable = "n", uop.bounds = [-1, 1]}) {}

// -----

// expected-error@+1 {{expected 'uop.bounds' of argument 0 to be [lower, upper] with 0 <= lower <= upper, but got [1]}}
uop.kernel @half(%n: index {uop.variable = "n", uop.bounds = [1]}) {}

// -----

// expected-error@+1 {{expected 'uop.bounds' of argument 0 to be [lower, upper] with 0 <= lower <= upper, but got "n"}}
uop.kernel @not_bounds(%n: index {uop.variable = "n", uop.bounds = "n"}) {}

// -----

// expected-error@+1 {{expected 'uop.output', 'uop.constant', 'uop.variable = "name"' or 'uop.bounds' on argument 0, but got 'uop.input = unit'}}
uop.kernel @unknown(%a: memref<4xf32> {uop.input}) {}

// -----

// expected-error@+1 {{expected 'uop.output', 'uop.constant', 'uop.variable = "name"' or 'uop.bounds' on argument 0, but got 'uop.variable = 3 : i64'}}
uop.kernel @unnamed(%n: index {uop.variable = 3, uop.bounds = [1, 2]}) {}

// -----

// expected-error@+1 {{cannot carry 'uop.output', which belongs to the arguments of a uop.kernel}}
func.func @function(%a: memref<4xf32> {uop.output}) { return }

// -----

// expected-error@+1 {{expected 'uop.constant' on an input, but argument 0 is a variable}}
uop.kernel @constant_variable(%n: index {uop.variable = "n", uop.bounds = [1, 4], uop.constant}) {
}

// -----

// expected-error@+1 {{expected 'uop.constant' on an input, but argument 0 is an output}}
uop.kernel @constant_output(%out: memref<4xf32> {uop.output, uop.constant}) {
}

// -----

// expected-error@+1 {{expected 'uop.output' on a buffer, but argument 0 is a variable}}
uop.kernel @output_variable(%n: index {uop.output, uop.variable = "n", uop.bounds = [1, 4]}) {}

// -----

// expected-error@+1 {{expected 'uop.variable' and 'uop.bounds' on an index, but argument 0 is a buffer}}
uop.kernel @variable_buffer(%a: memref<4xf32> {uop.variable = "n"}) {}

// -----

// expected-error@+1 {{expected variables in the order of their names, each once, but got "a" after "b"}}
uop.kernel @names(%b: index {uop.variable = "b", uop.bounds = [1, 4]},
                  %a: index {uop.variable = "a", uop.bounds = [1, 4]}) {}

// -----

// expected-error@+1 {{expected variables in the order of their names, each once, but got "a" after "a"}}
uop.kernel @twice(%b: index {uop.variable = "a", uop.bounds = [1, 4]},
                  %a: index {uop.variable = "a", uop.bounds = [1, 4]}) {}

// -----

// expected-error@+1 {{expected a body}}
"uop.kernel"() <{sym_name = "external", function_type = () -> ()}> ({}) : () -> ()

// -----

uop.kernel @ids() {
  // expected-note@+1 {{by this range}}
  %i = uop.range 0, 4 <global>
  // expected-error@+1 {{expected an id of its own in the kernel, but 0 is taken}}
  %j = uop.range 0, 4 <global>
}

// -----

uop.kernel @negative_id() {
  // expected-error@+1 {{expected an id of at least 0, but got -1}}
  %i = uop.range -1, 4 <global>
}

// -----

uop.kernel @negative_size() {
  // expected-error@+1 {{expected a size of at least 0, but got -4}}
  %i = uop.range 0, -4 <global>
}

// -----

uop.kernel @two_sizes(%n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
  // expected-error@+1 {{expected either a constant size or a size operand}}
  %i = "uop.range"(%n) <{id = 0 : i64, static_size = 4 : i64, axis = #uop.axis<global>}> : (index) -> index
}

// -----

uop.kernel @size_of_range(%n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
  %i = uop.range 0, %n <global>
  %m = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  // expected-error@+1 {{expected a size computed from the kernel's variables only}}
  %j = uop.range 1, %m <global>
}

// -----

uop.kernel @size_of_load(%x: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] : memref<4xi64> -> i64
  %1 = arith.index_cast %0 : i64 to index
  // expected-error@+1 {{expected a size computed from the kernel's variables only}}
  %j = uop.range 1, %1 <global>
}

// -----

func.func @size_of_argument(%n: index) {
  // expected-error@+1 {{expected a size computed from the kernel's variables only}}
  %j = uop.range 1, %n <global>
  return
}

// -----

uop.kernel @kind_float(%x: memref<4xi32>) {
  %k = uop.range 0, 4 <reduce>
  %0 = uop.load %x[%k] : memref<4xi32> -> i32
  // expected-error@+1 {{expected maximumf to combine floats, but got 'i32'}}
  %1 = uop.reduce <maximumf> %0 over (%k) : i32
}

// -----

uop.kernel @kind_integer(%x: memref<4xf32>) {
  %k = uop.range 0, 4 <reduce>
  %0 = uop.load %x[%k] : memref<4xf32> -> f32
  // expected-error@+1 {{expected minui to combine signless integers, but got 'f32'}}
  %1 = uop.reduce <minui> %0 over (%k) : f32
}

// -----

uop.kernel @kind_index() {
  %k = uop.range 0, 4 <reduce>
  // expected-error@+1 {{expected add to combine floats or signless integers, but got 'index'}}
  %1 = uop.reduce <add> %k over (%k) : index
}

// -----

uop.kernel @not_a_range(%x: memref<4xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
  %0 = uop.load %x[%n] : memref<4xf32> -> f32
  // expected-error@+1 {{expected the result of a uop.range as range 0}}
  %1 = uop.reduce <add> %0 over (%n) : f32
}

// -----

uop.kernel @repeated(%x: memref<4xf32>) {
  %k = uop.range 3, 4 <reduce>
  %0 = uop.load %x[%k] : memref<4xf32> -> f32
  // expected-error@+1 {{expected each range once, but range 3 is repeated}}
  %1 = uop.reduce <add> %0 over (%k, %k) : f32
}

// -----

uop.kernel @axis(%x: memref<4xf32>) {
  %k = uop.range 3, 4 <global>
  %0 = uop.load %x[%k] : memref<4xf32> -> f32
  // expected-error@+1 {{expected to close reduce axes, but range 3 is a global axis}}
  %1 = uop.reduce <add> %0 over (%k) : f32
}

// -----

uop.kernel @dims_of_scalar(%x: memref<4xf32>) {
  %k = uop.range 3, 4 <reduce>
  %0 = uop.load %x[%k] : memref<4xf32> -> f32
  // expected-error@+1 {{expected a vector where dims are given, but got 'f32'}}
  %1 = uop.reduce <add> %0 over (%k) dims [0] : f32
}

// -----

uop.kernel @dims_order(%x: memref<4xf32>) {
  %0 = arith.constant dense<0.0> : vector<2x3xf32>
  // expected-error@+1 {{expected increasing dims below 2, but got 0}}
  %1 = uop.reduce <add> %0 over () dims [1, 0] : vector<2x3xf32> -> f32
}

// -----

uop.kernel @dims_bound(%x: memref<4xf32>) {
  %0 = arith.constant dense<0.0> : vector<2x3xf32>
  // expected-error@+1 {{expected increasing dims below 2, but got 2}}
  %1 = uop.reduce <add> %0 over () dims [2] : vector<2x3xf32> -> vector<2xf32>
}

// -----

uop.kernel @reduced_type(%x: memref<4xf32>) {
  %0 = arith.constant dense<0.0> : vector<2x3xf32>
  // expected-error@+1 {{expected a result of type 'vector<2xf32>', but got 'vector<3xf32>'}}
  %1 = uop.reduce <add> %0 over () dims [1] : vector<2x3xf32> -> vector<3xf32>
}

// -----

uop.kernel @memory_type(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <global>
  // expected-error@+1 {{expected a value of 'f32' as in memory, but got 'i32'}}
  %0 = uop.load %x[%i] : memref<4xf32> -> i32
}

// -----

uop.kernel @lone_gate(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <global>
  %g = arith.constant true
  // expected-error@+1 {{expected a gate together with the value to take where it is false}}
  %0 = uop.load %x[%i] gate %g : memref<4xf32> -> f32
}

// -----

uop.kernel @else_type(%x: memref<4xf32>, %i: index {uop.variable = "n", uop.bounds = [1, 4]}) {
  %g = arith.constant true
  %z = arith.constant 0 : i32
  // expected-error@+1 {{expected 'else' of type 'f32', but got 'i32'}}
  %0 = "uop.load"(%x, %i, %g, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<4xf32>, index, i1, i32) -> f32
}

// -----

uop.kernel @gather_strides(%x: memref<4xf32>) {
  %i = arith.constant dense<1> : vector<4xindex>
  // expected-error@+1 {{expected no strides with a vector of indices}}
  %0 = uop.load %x[%i : vector<4xindex>] strides [1] : memref<4xf32> -> vector<4xf32>
}

// -----

uop.kernel @gather_shape(%x: memref<4xf32>) {
  %i = arith.constant dense<1> : vector<4xindex>
  // expected-error@+1 {{expected one index per element of 'vector<2xf32>', but got 'vector<4xindex>'}}
  %0 = uop.load %x[%i : vector<4xindex>] : memref<4xf32> -> vector<2xf32>
}

// -----

uop.kernel @gather_scalar(%x: memref<4xf32>) {
  %i = arith.constant dense<1> : vector<4xindex>
  // expected-error@+1 {{expected one index per element of 'f32', but got 'vector<4xindex>'}}
  %0 = uop.load %x[%i : vector<4xindex>] : memref<4xf32> -> f32
}

// -----

uop.kernel @no_strides(%x: memref<4xf32>) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{expected strides or a vector of indices for 'vector<2xf32>'}}
  %0 = uop.load %x[%i] : memref<4xf32> -> vector<2xf32>
}

// -----

uop.kernel @stride_count(%x: memref<4xf32>) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{expected a stride per dimension of 'vector<2xf32>', but got 2}}
  %0 = uop.load %x[%i] strides [2, 1] : memref<4xf32> -> vector<2xf32>
}

// -----

uop.kernel @scalar_strides(%x: memref<4xf32>) {
  %i = arith.constant 0 : index
  // expected-error@+1 {{expected no strides for the scalar 'f32'}}
  %0 = uop.load %x[%i] strides [] : memref<4xf32> -> f32
}

// -----

uop.kernel @mask_shape(%o: memref<4xf32> {uop.output}) {
  %i = arith.constant 0 : index
  %v = arith.constant dense<0.0> : vector<4xf32>
  %g = arith.constant dense<true> : vector<2xi1>
  // expected-error@+1 {{expected a gate of i1 or of the shape of 'vector<4xf32>', but got 'vector<2xi1>'}}
  "uop.store"(%v, %o, %i, %g) <{strides = array<i64: 1>}> : (vector<4xf32>, memref<4xf32>, index, vector<2xi1>) -> ()
}

// -----

uop.kernel @input(%o: memref<4xf32> {uop.output}, %x: memref<4xf32>) {
  %i = uop.range 0, 4 <global>
  %0 = arith.constant 0.0 : f32
  // expected-error@+1 {{expected to write an output of the kernel or scratch of its own}}
  uop.store %0, %x[%i] : f32, memref<4xf32>
}

// -----

uop.kernel @stage_type(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <loop>
  %0 = uop.load %x[%i] : memref<4xf32> -> f32
  // expected-error@+1 {{expected memory of 'f32', but got 'memref<4xi32, #gpu.address_space<private>>'}}
  %1 = uop.stage %0 over (%i) : f32 -> memref<4xi32, #gpu.address_space<private>>
}

// -----

uop.kernel @stage_space(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <loop>
  %0 = uop.load %x[%i] : memref<4xf32> -> f32
  // expected-error@+1 {{expected private or workgroup memory, but got 'memref<4xf32>'}}
  %1 = uop.stage %0 over (%i) : f32 -> memref<4xf32>
}

// -----

uop.kernel @stage_global(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <loop>
  %0 = uop.load %x[%i] : memref<4xf32> -> f32
  // expected-error@+1 {{expected private or workgroup memory, but got}}
  %1 = uop.stage %0 over (%i) : f32 -> memref<4xf32, #gpu.address_space<global>>
}

// -----

uop.kernel @stage_dynamic(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <loop>
  %0 = uop.load %x[%i] : memref<4xf32> -> f32
  // expected-error@+1 {{expected memory of static size, but got}}
  %1 = uop.stage %0 over (%i) : f32 -> memref<?xf32, #gpu.address_space<private>>
}

// -----

uop.kernel @stage_size(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <loop>
  %0 = uop.load %x[%i] : memref<4xf32> -> f32
  // expected-error@+1 {{expected one element per point of the ranges, 4, but got 'memref<5xf32, #gpu.address_space<private>>'}}
  %1 = uop.stage %0 over (%i) : f32 -> memref<5xf32, #gpu.address_space<private>>
}

// -----

uop.kernel @stage_vector(%x: memref<4xf32>) {
  %i = uop.range 0, 4 <loop>
  %0 = uop.load %x[%i] strides [1] : memref<4xf32> -> vector<8xf32>
  // expected-error@+1 {{expected one element per point of the ranges, 32, but got}}
  %1 = uop.stage %0 over (%i) : vector<8xf32> -> memref<4xf32, #gpu.address_space<private>>
}

// -----

uop.kernel @stage_range(%x: memref<4xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
  %0 = uop.load %x[%n] : memref<4xf32> -> f32
  // expected-error@+1 {{expected the result of a uop.range as range 0}}
  %1 = uop.stage %0 over (%n) : f32 -> memref<5xf32, #gpu.address_space<private>>
}

// -----

uop.kernel @scratch_space() {
  // expected-error@+1 {{expected private memory of static size, but got 'memref<4xf32, #gpu.address_space<workgroup>>'}}
  %0 = uop.scratch : memref<4xf32, #gpu.address_space<workgroup>>
}

// -----

uop.kernel @scratch_dynamic() {
  // expected-error@+1 {{expected private memory of static size, but got}}
  %0 = uop.scratch : memref<?xf32, #gpu.address_space<private>>
}
