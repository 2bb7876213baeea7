// RUN: tg-opt %s --split-input-file --verify-diagnostics

// Tests each message of the verifiers and of the parser.

// expected-error@+1 {{expected an element type that tensors have, but got 'index'}}
func.func private @f(!jit.buffer<4xindex>)

// -----

// expected-error@+1 {{expected an element type that tensors have, but got 'i7'}}
func.func private @f(!jit.buffer<4xi7>)

// -----

// expected-error@+1 {{expected an element type that tensors have, but got 'si8'}}
func.func private @f(!jit.buffer<4xsi8>)

// -----

// expected-error@+1 {{expected a size whose bytes fit 63 bits, but got 9223372036854775807 elements}}
func.func private @f(!jit.buffer<9223372036854775807xf32>)

// -----

// expected-error@+1 {{expected the name of a device}}
func.func private @f(!jit.buffer<4xf32, "">)

// -----

// expected-error@+1 {{expected one size, but got 2}}
func.func private @f(!jit.buffer<4x4xf32>)

// -----

// expected-error@+1 {{cannot carry 'jit.name', which belongs to the arguments of a jit function}}
func.func private @f(tensor<4xf32> {jit.name = "x"})

// -----

// expected-error@+1 {{cannot carry 'jit.name', which belongs to the results of a jit function}}
func.func private @f() -> (tensor<4xf32> {jit.name = "x"})

// -----

// expected-error@+1 {{expected a string as 'jit.name' of argument 0, but got 1 : i64}}
jit.func @f(%x: !jit.buffer<4xf32> {jit.name = 1}) {
}

// -----

// expected-error@+1 {{expected a type as 'jit.dtype' of argument 0, but got "f32"}}
jit.func @f(%x: !jit.buffer<4xf32> {jit.dtype = "f32"}) {
}

// -----

// expected-error@+1 {{expected an array of sizes and of affine maps over the variables as 'jit.shape' of argument 0, but got [affine_map<()[s0] -> (s0)>]}}
jit.func @f(%x: !jit.buffer<4xf32> {jit.shape = [affine_map<()[s0] -> (s0)>]}) {
}

// -----

// expected-error@+1 {{expected no such attribute as 'jit.view' of argument 0, but got 0 : i64}}
jit.func @f(%x: !jit.buffer<4xf32> {jit.view = 0}) {
}

// -----

// expected-error@+1 {{expected a byte offset as 'jit.view' of argument 0, but got -1 : i64}}
jit.capture @f(%x: !jit.buffer<4xf32> {jit.view = -1}) {
}

// -----

// expected-error@+1 {{expected a string as 'jit.variable' of argument 0, but got 1 : i64}}
jit.func @f(%n: index {jit.variable = 1}) {
}

// -----

// expected-error@+1 {{expected [lower, upper] with 0 <= lower <= upper as 'jit.bounds' of argument 0, but got [4, 1]}}
jit.func @f(%n: index {jit.variable = "n", jit.bounds = [4, 1]}) {
}

// -----

// expected-error@+1 {{expected no such attribute as 'jit.name' of argument 0, but got "n"}}
jit.func @f(%n: index {jit.name = "n"}) {
}

// -----

// expected-error@+1 {{expected a string as 'jit.name' of result 0, but got 1 : i64}}
jit.func @f(%x: !jit.buffer<4xf32>) -> (!jit.buffer<4xf32> {jit.name = 1}) {
  jit.return %x : !jit.buffer<4xf32>
}

// -----

// expected-error@+1 {{expected the buffers before the variables, but argument 1 is a buffer}}
jit.func @f(%n: index {jit.variable = "n", jit.bounds = [1, 4]}, %x: !jit.buffer<4xf32>) {
}

// -----

// expected-error@+1 {{expected argument 0 to be a buffer or an index, but got 'f32'}}
jit.func @f(%x: f32) {
}

// -----

// expected-error@+1 {{expected 'jit.variable' and 'jit.bounds' on argument 0}}
jit.func @f(%n: index {jit.variable = "n"}) {
}

// -----

// expected-error@+1 {{variable "n" occurs twice}}
jit.func @f(%n: index {jit.variable = "n", jit.bounds = [1, 4]}, %m: index {jit.variable = "n", jit.bounds = [1, 4]}) {
}

// -----

// expected-error@+1 {{expected result 0 to be a buffer, but got 'index'}}
jit.func @f(%n: index {jit.variable = "n", jit.bounds = [1, 4]}) -> index {
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) -> !jit.buffer<4xi32> {
  // expected-error@+1 {{expected operands of the types of the function's results '!jit.buffer<4xi32>', but got '!jit.buffer<4xf32>'}}
  jit.return %x : !jit.buffer<4xf32>
}

// -----

// expected-error@+1 {{expected the guard 'jit.device' on argument 0}}
jit.capture @f(%x: !jit.buffer<4xf32> {jit.name = "x",
    jit.dtype = f32, jit.shape = [4]}) {
}

// -----

// expected-error@+1 {{expected 'jit.device' of argument 0 to be the buffer's "cpu", but got "cuda"}}
jit.capture @f(%x: !jit.buffer<4xf32> {jit.name = "x",
    jit.dtype = f32, jit.shape = [4], jit.device = "cuda", jit.view = 0}) {
}

// -----

// expected-error@+1 {{expected at most as many outputs as buffers, but got 3 and 2}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 3
    thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (1)>
    bytes affine_map<() -> (1)> object ""

// -----

// expected-error@+1 {{expected scratch bytes of at least 0, but got -1}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch -1 ops affine_map<() -> (1)>
    bytes affine_map<() -> (1)> object ""

// -----

// expected-error@+1 {{expected maps from the same variables, as symbols, to one result, but got affine_map<()[s0] -> (s0)>}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<()[s0] -> (s0)>
    bytes affine_map<() -> (1)> object ""

// -----

// expected-error@+1 {{expected maps from the same variables, as symbols, to one result, but got affine_map<() -> (1, 2)>}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (1)>
    bytes affine_map<() -> (1, 2)> object ""

// -----

jit.func @f() {
  // expected-error@+1 {{expected a buffer of 2 elements of type 'f32', but got '!jit.buffer<4xf32>'}}
  %0 = jit.constant dense<1.0> : tensor<2xf32> -> !jit.buffer<4xf32>
}

// -----

jit.func @f() {
  // expected-error@+1 {{expected a buffer of 4 elements of type 'f32', but got '!jit.buffer<4xi32>'}}
  %0 = jit.constant dense<1.0> : tensor<4xf32> -> !jit.buffer<4xi32>
}

// -----

jit.func @f() {
  // expected-error@+1 {{expected the elements of a static tensor, but got 'vector<4xf32>'}}
  %0 = jit.constant dense<1.0> : vector<4xf32> -> !jit.buffer<4xf32>
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected a view on the base's device "cpu", but got "null"}}
  %0 = jit.subbuffer %x[0] : !jit.buffer<4xf32> -> !jit.buffer<4xf32, "null">
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected a view within the base's 16 bytes, but got 16 bytes at offset 4}}
  %0 = jit.subbuffer %x[4] : !jit.buffer<4xf32> -> !jit.buffer<4xf32>
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected a view within the base's 16 bytes, but got 4 bytes at offset -4}}
  %0 = jit.subbuffer %x[-4] : !jit.buffer<4xf32> -> !jit.buffer<1xf32>
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected an offset that is a multiple of the element's 4 bytes, but got 2}}
  %0 = jit.subbuffer %x[2] : !jit.buffer<4xf32> -> !jit.buffer<2xf32>
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{refers to @k, which is not defined}}
  jit.launch @k outs(%x) : (!jit.buffer<4xf32>), ()
}

// -----

// expected-note@+1 {{it is a jit.func}}
jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected @f to be a kernel or a program}}
  jit.launch @f outs(%x) : (!jit.buffer<4xf32>), ()
}

// -----

// expected-note@+1 {{the kernel is here}}
uop.kernel @k(%out: memref<4xf32> {uop.output}, %in: memref<4xf32>) {
}
jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected 2 buffers and 0 variables, but got 1 and 0}}
  jit.launch @k outs(%x) : (!jit.buffer<4xf32>), ()
}

// -----

// expected-note@+1 {{the kernel is here}}
uop.kernel @k(%out: memref<4xf32> {uop.output}) {
}
jit.func @f(%x: !jit.buffer<4xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 4]}) {
  // expected-error@+1 {{expected 1 buffers and 0 variables, but got 1 and 1}}
  jit.launch @k outs(%x) vars(%n) : (!jit.buffer<4xf32>), ()
}

// -----

// expected-note@+1 {{the kernel is here}}
uop.kernel @k(%out: memref<4xf32> {uop.output}, %in: memref<4xi8>) {
}
jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<8xui8>) {
  // expected-error@+1 {{expected buffer 1 to fit 'memref<4xi8>', but got '!jit.buffer<8xui8>'}}
  jit.launch @k outs(%x) ins(%y) : (!jit.buffer<4xf32>), (!jit.buffer<8xui8>)
}

// -----

// expected-note@+1 {{the kernel is here}}
uop.kernel @k(%out: memref<4xf32> {uop.output}, %in: memref<4xi8>) {
}
jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<4xi16>) {
  // expected-error@+1 {{expected buffer 1 to fit 'memref<4xi8>', but got '!jit.buffer<4xi16>'}}
  jit.launch @k outs(%x) ins(%y) : (!jit.buffer<4xf32>), (!jit.buffer<4xi16>)
}

// -----

// expected-note@+1 {{the program is here}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (1)>
    bytes affine_map<() -> (1)> object ""
jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected 2 buffers, 1 of them outputs, and 0 variables, but got 2, 2 and 0}}
  jit.launch @k outs(%x, %y) : (!jit.buffer<4xf32>, !jit.buffer<4xf32>), ()
}

// -----

// expected-note@+1 {{the program is here}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (1)>
    bytes affine_map<() -> (1)> object ""
jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected 2 buffers, 1 of them outputs, and 0 variables, but got 1, 1 and 0}}
  jit.launch @k outs(%x) : (!jit.buffer<4xf32>), ()
}

// -----

// expected-note@+1 {{the program is here}}
jit.program @k target("cpu") entry("k") buffers 2 outputs 1
    thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (1)>
    bytes affine_map<() -> (1)> object ""
jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<4xf32>,
    %n: index {jit.variable = "n", jit.bounds = [1, 4]}) {
  // expected-error@+1 {{expected 2 buffers, 1 of them outputs, and 0 variables, but got 2, 1 and 1}}
  jit.launch @k outs(%x) ins(%y) vars(%n) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected at least one buffer to write}}
  jit.launch @k ins(%x) : (), (!jit.buffer<4xf32>)
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<4xf32, "null">) {
  // expected-error@+1 {{expected all buffers on device "cpu", but got '!jit.buffer<4xf32, "null">'}}
  jit.launch @k outs(%x) ins(%y) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32, "null">)
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>, %n: index {jit.variable = "n", jit.bounds = [1, 4]}) {
  // expected-error@+1 {{expected at most 3 launch dims, but got 4}}
  jit.launch @k outs(%x) grid(%n, %n, %n, %n) : (!jit.buffer<4xf32>), ()
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<4xf32>) {
  // expected-error@+1 {{takes or gives an event outside of a jit.graph}}
  %e = jit.copy %x to %y : !jit.buffer<4xf32>, !jit.buffer<4xf32>
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>, %y: !jit.buffer<4xi32>) {
  // expected-error@+1 {{expected buffers of one size and element type, but got '!jit.buffer<4xf32>' and '!jit.buffer<4xi32>'}}
  jit.copy %x to %y : !jit.buffer<4xf32>, !jit.buffer<4xi32>
}

// -----

jit.func @f() {
  // expected-error@+1 {{expected the name of a device}}
  jit.graph device("") {
  }
}

// -----

jit.func @f() {
  // expected-error@+1 {{expected launches and copies only}}
  jit.graph device("cpu") {
    // expected-note@+1 {{this is a jit.alloc}}
    %0 = jit.alloc : !jit.buffer<4xf32>
  }
}

// -----

jit.func @f(%x: !jit.buffer<4xf32, "null">, %y: !jit.buffer<4xf32, "null">) {
  // expected-error@+1 {{expected buffers of one kind of device, but got '!jit.buffer<4xf32, "null">'}}
  jit.graph device("cpu:1") {
    // expected-note@+1 {{used here}}
    jit.copy %x to %y : !jit.buffer<4xf32, "null">, !jit.buffer<4xf32, "null">
  }
}

// -----

jit.func @f() {
  // expected-error@+1 {{expected patches of existing nodes, but got #jit.patch<variable node 0 slot 0 source 0>}}
  jit.graph device("cpu") patches [#jit.patch<variable node 0 slot 0 source 0>] {
  }
}

// -----

jit.func @f(%x: !jit.buffer<4xf32>) {
  // expected-error@+1 {{expected launches and copies only}}
  jit.once {
    // expected-note@+1 {{this is a jit.custom}}
    jit.custom "f" outs(%x) : (!jit.buffer<4xf32>), ()
  }
}

// -----

uop.kernel private @k(%out: memref<8xf32> {uop.output}, %in: memref<8xf32>) {
}
jit.func @f(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>) {
  // expected-error@+1 {{expected pairs of an output and an input as 'jit.in_place', but got [array<i64: 0, 0>]}}
  jit.launch @k outs(%y) ins(%x) {jit.in_place = [array<i64: 0, 0>]} : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
}

// -----

// expected-error@+1 {{expected an array of strides as 'jit.strides' of argument 0, but got 2 : i64}}
jit.capture @f(%x: !jit.buffer<4xf32> {jit.name = "x", jit.dtype = f32, jit.shape = [4],
    jit.strides = 2, jit.device = "cpu", jit.view = 0 : i64}) {
  jit.return
}

// -----

// expected-error@+1 {{expected a unit attribute as 'jit.constant' of argument 0, but got 1 : i64}}
jit.func @f(%x: !jit.buffer<4xf32> {jit.constant = 1}) {
  jit.return
}

// -----

// expected-error@+1 {{expected a unit attribute as 'jit.held' of argument 0, but got 1 : i64}}
jit.capture @f(%x: !jit.buffer<4xf32> {jit.held = 1}) {
  jit.return
}
