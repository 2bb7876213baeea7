// Tests that scattering updates, also to equal places and out of bounds, agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'set' {{is (equal|close)}}
func.func @set(%x: tensor<9x6xf32>, %r: tensor<5x6xi32>, %u: tensor<5x6xf32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<11> : tensor<5x6xi32>
  %i = tg.mod %r, %c : tensor<5x6xi32>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9x6xf32>, tensor<5x6xi32>, tensor<5x6xf32>
  return %0 : tensor<9x6xf32>
}

// CHECK: result 0 of 'set_columns' {{is (equal|close)}}
func.func @set_columns(%x: tensor<3x20xi16>, %r: tensor<3x40xi8>, %u: tensor<3x40xi16>) -> tensor<3x20xi16> {
  %c = tg.constant dense<21> : tensor<3x40xi8>
  %i = tg.mod %r, %c : tensor<3x40xi8>
  %0 = tg.scatter set %x, %i, %u axis 1 : tensor<3x20xi16>, tensor<3x40xi8>, tensor<3x40xi16>
  return %0 : tensor<3x20xi16>
}

// CHECK: result 0 of 'set_outside' {{is (equal|close)}}
func.func @set_outside(%x: tensor<8xf32>, %i: tensor<64xi32>, %u: tensor<64xf32>) -> tensor<8xf32> {
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<8xf32>, tensor<64xi32>, tensor<64xf32>
  return %0 : tensor<8xf32>
}

// CHECK: result 0 of 'set_variable' {{is (equal|close)}}
func.func @set_variable(%x: tensor<12xi32>, %r: tensor<?xi32> {tg.dims = ["n"]}, %u: tensor<?xi32> {tg.dims = ["n"]}) -> tensor<12xi32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<13> : tensor<1xi32>
  %d = tg.expand %c [%n] : tensor<1xi32> -> tensor<?xi32>
  %i = tg.mod %r, %d : tensor<?xi32>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<12xi32>, tensor<?xi32>, tensor<?xi32>
  return %0 : tensor<12xi32>
}

// CHECK: result 0 of 'add' {{is (equal|close)}}
func.func @add(%x: tensor<9x6xf32>, %r: tensor<5x6xi32>, %u: tensor<5x6xf32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<11> : tensor<5x6xi32>
  %i = tg.mod %r, %c : tensor<5x6xi32>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9x6xf32>, tensor<5x6xi32>, tensor<5x6xf32>
  return %0 : tensor<9x6xf32>
}

// CHECK: result 0 of 'add_columns' {{is (equal|close)}}
func.func @add_columns(%x: tensor<3x20xi16>, %r: tensor<3x40xi8>, %u: tensor<3x40xi16>) -> tensor<3x20xi16> {
  %c = tg.constant dense<21> : tensor<3x40xi8>
  %i = tg.mod %r, %c : tensor<3x40xi8>
  %0 = tg.scatter add %x, %i, %u axis 1 : tensor<3x20xi16>, tensor<3x40xi8>, tensor<3x40xi16>
  return %0 : tensor<3x20xi16>
}

// CHECK: result 0 of 'add_outside' {{is (equal|close)}}
func.func @add_outside(%x: tensor<8xf32>, %i: tensor<64xi32>, %u: tensor<64xf32>) -> tensor<8xf32> {
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<8xf32>, tensor<64xi32>, tensor<64xf32>
  return %0 : tensor<8xf32>
}

// CHECK: result 0 of 'add_variable' {{is (equal|close)}}
func.func @add_variable(%x: tensor<12xi32>, %r: tensor<?xi32> {tg.dims = ["n"]}, %u: tensor<?xi32> {tg.dims = ["n"]}) -> tensor<12xi32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<13> : tensor<1xi32>
  %d = tg.expand %c [%n] : tensor<1xi32> -> tensor<?xi32>
  %i = tg.mod %r, %d : tensor<?xi32>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<12xi32>, tensor<?xi32>, tensor<?xi32>
  return %0 : tensor<12xi32>
}

// CHECK: result 0 of 'prod' {{is (equal|close)}}
func.func @prod(%x: tensor<9x6xf32>, %r: tensor<5x6xi32>, %u: tensor<5x6xf32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<11> : tensor<5x6xi32>
  %i = tg.mod %r, %c : tensor<5x6xi32>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9x6xf32>, tensor<5x6xi32>, tensor<5x6xf32>
  return %0 : tensor<9x6xf32>
}

// CHECK: result 0 of 'prod_columns' {{is (equal|close)}}
func.func @prod_columns(%x: tensor<3x20xi16>, %r: tensor<3x40xi8>, %u: tensor<3x40xi16>) -> tensor<3x20xi16> {
  %c = tg.constant dense<21> : tensor<3x40xi8>
  %i = tg.mod %r, %c : tensor<3x40xi8>
  %0 = tg.scatter prod %x, %i, %u axis 1 : tensor<3x20xi16>, tensor<3x40xi8>, tensor<3x40xi16>
  return %0 : tensor<3x20xi16>
}

// CHECK: result 0 of 'prod_outside' {{is (equal|close)}}
func.func @prod_outside(%x: tensor<8xf32>, %i: tensor<64xi32>, %u: tensor<64xf32>) -> tensor<8xf32> {
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<8xf32>, tensor<64xi32>, tensor<64xf32>
  return %0 : tensor<8xf32>
}

// CHECK: result 0 of 'prod_variable' {{is (equal|close)}}
func.func @prod_variable(%x: tensor<12xi32>, %r: tensor<?xi32> {tg.dims = ["n"]}, %u: tensor<?xi32> {tg.dims = ["n"]}) -> tensor<12xi32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<13> : tensor<1xi32>
  %d = tg.expand %c [%n] : tensor<1xi32> -> tensor<?xi32>
  %i = tg.mod %r, %d : tensor<?xi32>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<12xi32>, tensor<?xi32>, tensor<?xi32>
  return %0 : tensor<12xi32>
}

// CHECK: result 0 of 'max' {{is (equal|close)}}
func.func @max(%x: tensor<9x6xf32>, %r: tensor<5x6xi32>, %u: tensor<5x6xf32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<11> : tensor<5x6xi32>
  %i = tg.mod %r, %c : tensor<5x6xi32>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9x6xf32>, tensor<5x6xi32>, tensor<5x6xf32>
  return %0 : tensor<9x6xf32>
}

// CHECK: result 0 of 'max_columns' {{is (equal|close)}}
func.func @max_columns(%x: tensor<3x20xi16>, %r: tensor<3x40xi8>, %u: tensor<3x40xi16>) -> tensor<3x20xi16> {
  %c = tg.constant dense<21> : tensor<3x40xi8>
  %i = tg.mod %r, %c : tensor<3x40xi8>
  %0 = tg.scatter max %x, %i, %u axis 1 : tensor<3x20xi16>, tensor<3x40xi8>, tensor<3x40xi16>
  return %0 : tensor<3x20xi16>
}

// CHECK: result 0 of 'max_outside' {{is (equal|close)}}
func.func @max_outside(%x: tensor<8xf32>, %i: tensor<64xi32>, %u: tensor<64xf32>) -> tensor<8xf32> {
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<8xf32>, tensor<64xi32>, tensor<64xf32>
  return %0 : tensor<8xf32>
}

// CHECK: result 0 of 'max_variable' {{is (equal|close)}}
func.func @max_variable(%x: tensor<12xi32>, %r: tensor<?xi32> {tg.dims = ["n"]}, %u: tensor<?xi32> {tg.dims = ["n"]}) -> tensor<12xi32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<13> : tensor<1xi32>
  %d = tg.expand %c [%n] : tensor<1xi32> -> tensor<?xi32>
  %i = tg.mod %r, %d : tensor<?xi32>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<12xi32>, tensor<?xi32>, tensor<?xi32>
  return %0 : tensor<12xi32>
}

// CHECK: result 0 of 'min' {{is (equal|close)}}
func.func @min(%x: tensor<9x6xf32>, %r: tensor<5x6xi32>, %u: tensor<5x6xf32>) -> tensor<9x6xf32> {
  %c = tg.constant dense<11> : tensor<5x6xi32>
  %i = tg.mod %r, %c : tensor<5x6xi32>
  %0 = tg.scatter min %x, %i, %u axis 0 : tensor<9x6xf32>, tensor<5x6xi32>, tensor<5x6xf32>
  return %0 : tensor<9x6xf32>
}

// CHECK: result 0 of 'min_columns' {{is (equal|close)}}
func.func @min_columns(%x: tensor<3x20xi16>, %r: tensor<3x40xi8>, %u: tensor<3x40xi16>) -> tensor<3x20xi16> {
  %c = tg.constant dense<21> : tensor<3x40xi8>
  %i = tg.mod %r, %c : tensor<3x40xi8>
  %0 = tg.scatter min %x, %i, %u axis 1 : tensor<3x20xi16>, tensor<3x40xi8>, tensor<3x40xi16>
  return %0 : tensor<3x20xi16>
}

// CHECK: result 0 of 'min_outside' {{is (equal|close)}}
func.func @min_outside(%x: tensor<8xf32>, %i: tensor<64xi32>, %u: tensor<64xf32>) -> tensor<8xf32> {
  %0 = tg.scatter min %x, %i, %u axis 0 : tensor<8xf32>, tensor<64xi32>, tensor<64xf32>
  return %0 : tensor<8xf32>
}

// CHECK: result 0 of 'min_variable' {{is (equal|close)}}
func.func @min_variable(%x: tensor<12xi32>, %r: tensor<?xi32> {tg.dims = ["n"]}, %u: tensor<?xi32> {tg.dims = ["n"]}) -> tensor<12xi32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<13> : tensor<1xi32>
  %d = tg.expand %c [%n] : tensor<1xi32> -> tensor<?xi32>
  %i = tg.mod %r, %d : tensor<?xi32>
  %0 = tg.scatter min %x, %i, %u axis 0 : tensor<12xi32>, tensor<?xi32>, tensor<?xi32>
  return %0 : tensor<12xi32>
}

// CHECK: result 0 of 'no_updates' {{is (equal|close)}}
func.func @no_updates(%x: tensor<4x3xf32>, %i: tensor<0x3xi32>, %u: tensor<0x3xf32>) -> tensor<4x3xf32> {
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<4x3xf32>, tensor<0x3xi32>, tensor<0x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%x: tensor<0x3xf32>, %i: tensor<2x3xi32>, %u: tensor<2x3xf32>) -> tensor<0x3xf32> {
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<0x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK: result 0 of 'set_i1' {{is (equal|close)}}
func.func @set_i1(%x: tensor<9xi1>, %r: tensor<12xui8>, %u: tensor<12xi1>) -> tensor<9xi1> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xi1>, tensor<12xui8>, tensor<12xi1>
  return %0 : tensor<9xi1>
}

// CHECK: result 0 of 'max_i1' {{is (equal|close)}}
func.func @max_i1(%x: tensor<9xi1>, %r: tensor<12xui8>, %u: tensor<12xi1>) -> tensor<9xi1> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xi1>, tensor<12xui8>, tensor<12xi1>
  return %0 : tensor<9xi1>
}

// CHECK: result 0 of 'add_i1' {{is (equal|close)}}
func.func @add_i1(%x: tensor<9xi1>, %r: tensor<12xui8>, %u: tensor<12xi1>) -> tensor<9xi1> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xi1>, tensor<12xui8>, tensor<12xi1>
  return %0 : tensor<9xi1>
}

// CHECK: result 0 of 'prod_i1' {{is (equal|close)}}
func.func @prod_i1(%x: tensor<9xi1>, %r: tensor<12xui8>, %u: tensor<12xi1>) -> tensor<9xi1> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xi1>, tensor<12xui8>, tensor<12xi1>
  return %0 : tensor<9xi1>
}

// CHECK: result 0 of 'set_i8' {{is (equal|close)}}
func.func @set_i8(%x: tensor<9xi8>, %r: tensor<12xui8>, %u: tensor<12xi8>) -> tensor<9xi8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xi8>, tensor<12xui8>, tensor<12xi8>
  return %0 : tensor<9xi8>
}

// CHECK: result 0 of 'max_i8' {{is (equal|close)}}
func.func @max_i8(%x: tensor<9xi8>, %r: tensor<12xui8>, %u: tensor<12xi8>) -> tensor<9xi8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xi8>, tensor<12xui8>, tensor<12xi8>
  return %0 : tensor<9xi8>
}

// CHECK: result 0 of 'add_i8' {{is (equal|close)}}
func.func @add_i8(%x: tensor<9xi8>, %r: tensor<12xui8>, %u: tensor<12xi8>) -> tensor<9xi8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xi8>, tensor<12xui8>, tensor<12xi8>
  return %0 : tensor<9xi8>
}

// CHECK: result 0 of 'prod_i8' {{is (equal|close)}}
func.func @prod_i8(%x: tensor<9xi8>, %r: tensor<12xui8>, %u: tensor<12xi8>) -> tensor<9xi8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xi8>, tensor<12xui8>, tensor<12xi8>
  return %0 : tensor<9xi8>
}

// CHECK: result 0 of 'set_i16' {{is (equal|close)}}
func.func @set_i16(%x: tensor<9xi16>, %r: tensor<12xui8>, %u: tensor<12xi16>) -> tensor<9xi16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xi16>, tensor<12xui8>, tensor<12xi16>
  return %0 : tensor<9xi16>
}

// CHECK: result 0 of 'max_i16' {{is (equal|close)}}
func.func @max_i16(%x: tensor<9xi16>, %r: tensor<12xui8>, %u: tensor<12xi16>) -> tensor<9xi16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xi16>, tensor<12xui8>, tensor<12xi16>
  return %0 : tensor<9xi16>
}

// CHECK: result 0 of 'add_i16' {{is (equal|close)}}
func.func @add_i16(%x: tensor<9xi16>, %r: tensor<12xui8>, %u: tensor<12xi16>) -> tensor<9xi16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xi16>, tensor<12xui8>, tensor<12xi16>
  return %0 : tensor<9xi16>
}

// CHECK: result 0 of 'prod_i16' {{is (equal|close)}}
func.func @prod_i16(%x: tensor<9xi16>, %r: tensor<12xui8>, %u: tensor<12xi16>) -> tensor<9xi16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xi16>, tensor<12xui8>, tensor<12xi16>
  return %0 : tensor<9xi16>
}

// CHECK: result 0 of 'set_i32' {{is (equal|close)}}
func.func @set_i32(%x: tensor<9xi32>, %r: tensor<12xui8>, %u: tensor<12xi32>) -> tensor<9xi32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xi32>, tensor<12xui8>, tensor<12xi32>
  return %0 : tensor<9xi32>
}

// CHECK: result 0 of 'max_i32' {{is (equal|close)}}
func.func @max_i32(%x: tensor<9xi32>, %r: tensor<12xui8>, %u: tensor<12xi32>) -> tensor<9xi32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xi32>, tensor<12xui8>, tensor<12xi32>
  return %0 : tensor<9xi32>
}

// CHECK: result 0 of 'add_i32' {{is (equal|close)}}
func.func @add_i32(%x: tensor<9xi32>, %r: tensor<12xui8>, %u: tensor<12xi32>) -> tensor<9xi32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xi32>, tensor<12xui8>, tensor<12xi32>
  return %0 : tensor<9xi32>
}

// CHECK: result 0 of 'prod_i32' {{is (equal|close)}}
func.func @prod_i32(%x: tensor<9xi32>, %r: tensor<12xui8>, %u: tensor<12xi32>) -> tensor<9xi32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xi32>, tensor<12xui8>, tensor<12xi32>
  return %0 : tensor<9xi32>
}

// CHECK: result 0 of 'set_i64' {{is (equal|close)}}
func.func @set_i64(%x: tensor<9xi64>, %r: tensor<12xui8>, %u: tensor<12xi64>) -> tensor<9xi64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xi64>, tensor<12xui8>, tensor<12xi64>
  return %0 : tensor<9xi64>
}

// CHECK: result 0 of 'max_i64' {{is (equal|close)}}
func.func @max_i64(%x: tensor<9xi64>, %r: tensor<12xui8>, %u: tensor<12xi64>) -> tensor<9xi64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xi64>, tensor<12xui8>, tensor<12xi64>
  return %0 : tensor<9xi64>
}

// CHECK: result 0 of 'add_i64' {{is (equal|close)}}
func.func @add_i64(%x: tensor<9xi64>, %r: tensor<12xui8>, %u: tensor<12xi64>) -> tensor<9xi64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xi64>, tensor<12xui8>, tensor<12xi64>
  return %0 : tensor<9xi64>
}

// CHECK: result 0 of 'prod_i64' {{is (equal|close)}}
func.func @prod_i64(%x: tensor<9xi64>, %r: tensor<12xui8>, %u: tensor<12xi64>) -> tensor<9xi64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xi64>, tensor<12xui8>, tensor<12xi64>
  return %0 : tensor<9xi64>
}

// CHECK: result 0 of 'set_ui8' {{is (equal|close)}}
func.func @set_ui8(%x: tensor<9xui8>, %r: tensor<12xui8>, %u: tensor<12xui8>) -> tensor<9xui8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xui8>, tensor<12xui8>, tensor<12xui8>
  return %0 : tensor<9xui8>
}

// CHECK: result 0 of 'max_ui8' {{is (equal|close)}}
func.func @max_ui8(%x: tensor<9xui8>, %r: tensor<12xui8>, %u: tensor<12xui8>) -> tensor<9xui8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xui8>, tensor<12xui8>, tensor<12xui8>
  return %0 : tensor<9xui8>
}

// CHECK: result 0 of 'add_ui8' {{is (equal|close)}}
func.func @add_ui8(%x: tensor<9xui8>, %r: tensor<12xui8>, %u: tensor<12xui8>) -> tensor<9xui8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xui8>, tensor<12xui8>, tensor<12xui8>
  return %0 : tensor<9xui8>
}

// CHECK: result 0 of 'prod_ui8' {{is (equal|close)}}
func.func @prod_ui8(%x: tensor<9xui8>, %r: tensor<12xui8>, %u: tensor<12xui8>) -> tensor<9xui8> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xui8>, tensor<12xui8>, tensor<12xui8>
  return %0 : tensor<9xui8>
}

// CHECK: result 0 of 'set_ui16' {{is (equal|close)}}
func.func @set_ui16(%x: tensor<9xui16>, %r: tensor<12xui8>, %u: tensor<12xui16>) -> tensor<9xui16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xui16>, tensor<12xui8>, tensor<12xui16>
  return %0 : tensor<9xui16>
}

// CHECK: result 0 of 'max_ui16' {{is (equal|close)}}
func.func @max_ui16(%x: tensor<9xui16>, %r: tensor<12xui8>, %u: tensor<12xui16>) -> tensor<9xui16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xui16>, tensor<12xui8>, tensor<12xui16>
  return %0 : tensor<9xui16>
}

// CHECK: result 0 of 'add_ui16' {{is (equal|close)}}
func.func @add_ui16(%x: tensor<9xui16>, %r: tensor<12xui8>, %u: tensor<12xui16>) -> tensor<9xui16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xui16>, tensor<12xui8>, tensor<12xui16>
  return %0 : tensor<9xui16>
}

// CHECK: result 0 of 'prod_ui16' {{is (equal|close)}}
func.func @prod_ui16(%x: tensor<9xui16>, %r: tensor<12xui8>, %u: tensor<12xui16>) -> tensor<9xui16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xui16>, tensor<12xui8>, tensor<12xui16>
  return %0 : tensor<9xui16>
}

// CHECK: result 0 of 'set_ui32' {{is (equal|close)}}
func.func @set_ui32(%x: tensor<9xui32>, %r: tensor<12xui8>, %u: tensor<12xui32>) -> tensor<9xui32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xui32>, tensor<12xui8>, tensor<12xui32>
  return %0 : tensor<9xui32>
}

// CHECK: result 0 of 'max_ui32' {{is (equal|close)}}
func.func @max_ui32(%x: tensor<9xui32>, %r: tensor<12xui8>, %u: tensor<12xui32>) -> tensor<9xui32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xui32>, tensor<12xui8>, tensor<12xui32>
  return %0 : tensor<9xui32>
}

// CHECK: result 0 of 'add_ui32' {{is (equal|close)}}
func.func @add_ui32(%x: tensor<9xui32>, %r: tensor<12xui8>, %u: tensor<12xui32>) -> tensor<9xui32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xui32>, tensor<12xui8>, tensor<12xui32>
  return %0 : tensor<9xui32>
}

// CHECK: result 0 of 'prod_ui32' {{is (equal|close)}}
func.func @prod_ui32(%x: tensor<9xui32>, %r: tensor<12xui8>, %u: tensor<12xui32>) -> tensor<9xui32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xui32>, tensor<12xui8>, tensor<12xui32>
  return %0 : tensor<9xui32>
}

// CHECK: result 0 of 'set_ui64' {{is (equal|close)}}
func.func @set_ui64(%x: tensor<9xui64>, %r: tensor<12xui8>, %u: tensor<12xui64>) -> tensor<9xui64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xui64>, tensor<12xui8>, tensor<12xui64>
  return %0 : tensor<9xui64>
}

// CHECK: result 0 of 'max_ui64' {{is (equal|close)}}
func.func @max_ui64(%x: tensor<9xui64>, %r: tensor<12xui8>, %u: tensor<12xui64>) -> tensor<9xui64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xui64>, tensor<12xui8>, tensor<12xui64>
  return %0 : tensor<9xui64>
}

// CHECK: result 0 of 'add_ui64' {{is (equal|close)}}
func.func @add_ui64(%x: tensor<9xui64>, %r: tensor<12xui8>, %u: tensor<12xui64>) -> tensor<9xui64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xui64>, tensor<12xui8>, tensor<12xui64>
  return %0 : tensor<9xui64>
}

// CHECK: result 0 of 'prod_ui64' {{is (equal|close)}}
func.func @prod_ui64(%x: tensor<9xui64>, %r: tensor<12xui8>, %u: tensor<12xui64>) -> tensor<9xui64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xui64>, tensor<12xui8>, tensor<12xui64>
  return %0 : tensor<9xui64>
}

// CHECK: result 0 of 'set_f8E4M3FN' {{is (equal|close)}}
func.func @set_f8E4M3FN(%x: tensor<9xf8E4M3FN>, %r: tensor<12xui8>, %u: tensor<12xf8E4M3FN>) -> tensor<9xf8E4M3FN> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xf8E4M3FN>, tensor<12xui8>, tensor<12xf8E4M3FN>
  return %0 : tensor<9xf8E4M3FN>
}

// CHECK: result 0 of 'max_f8E4M3FN' {{is (equal|close)}}
func.func @max_f8E4M3FN(%x: tensor<9xf8E4M3FN>, %r: tensor<12xui8>, %u: tensor<12xf8E4M3FN>) -> tensor<9xf8E4M3FN> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xf8E4M3FN>, tensor<12xui8>, tensor<12xf8E4M3FN>
  return %0 : tensor<9xf8E4M3FN>
}

// CHECK: result 0 of 'set_f8E5M2' {{is (equal|close)}}
func.func @set_f8E5M2(%x: tensor<9xf8E5M2>, %r: tensor<12xui8>, %u: tensor<12xf8E5M2>) -> tensor<9xf8E5M2> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xf8E5M2>, tensor<12xui8>, tensor<12xf8E5M2>
  return %0 : tensor<9xf8E5M2>
}

// CHECK: result 0 of 'max_f8E5M2' {{is (equal|close)}}
func.func @max_f8E5M2(%x: tensor<9xf8E5M2>, %r: tensor<12xui8>, %u: tensor<12xf8E5M2>) -> tensor<9xf8E5M2> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xf8E5M2>, tensor<12xui8>, tensor<12xf8E5M2>
  return %0 : tensor<9xf8E5M2>
}

// CHECK: result 0 of 'add_f8E5M2' {{is (equal|close)}}
func.func @add_f8E5M2(%x: tensor<9xf8E5M2>, %r: tensor<12xui8>, %u: tensor<12xf8E5M2>) -> tensor<9xf8E5M2> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xf8E5M2>, tensor<12xui8>, tensor<12xf8E5M2>
  return %0 : tensor<9xf8E5M2>
}

// CHECK: result 0 of 'prod_f8E5M2' {{is (equal|close)}}
func.func @prod_f8E5M2(%x: tensor<9xf8E5M2>, %r: tensor<12xui8>, %u: tensor<12xf8E5M2>) -> tensor<9xf8E5M2> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xf8E5M2>, tensor<12xui8>, tensor<12xf8E5M2>
  return %0 : tensor<9xf8E5M2>
}

// CHECK: result 0 of 'set_f16' {{is (equal|close)}}
func.func @set_f16(%x: tensor<9xf16>, %r: tensor<12xui8>, %u: tensor<12xf16>) -> tensor<9xf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xf16>, tensor<12xui8>, tensor<12xf16>
  return %0 : tensor<9xf16>
}

// CHECK: result 0 of 'max_f16' {{is (equal|close)}}
func.func @max_f16(%x: tensor<9xf16>, %r: tensor<12xui8>, %u: tensor<12xf16>) -> tensor<9xf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xf16>, tensor<12xui8>, tensor<12xf16>
  return %0 : tensor<9xf16>
}

// CHECK: result 0 of 'add_f16' {{is (equal|close)}}
func.func @add_f16(%x: tensor<9xf16>, %r: tensor<12xui8>, %u: tensor<12xf16>) -> tensor<9xf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xf16>, tensor<12xui8>, tensor<12xf16>
  return %0 : tensor<9xf16>
}

// CHECK: result 0 of 'prod_f16' {{is (equal|close)}}
func.func @prod_f16(%x: tensor<9xf16>, %r: tensor<12xui8>, %u: tensor<12xf16>) -> tensor<9xf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xf16>, tensor<12xui8>, tensor<12xf16>
  return %0 : tensor<9xf16>
}

// CHECK: result 0 of 'set_bf16' {{is (equal|close)}}
func.func @set_bf16(%x: tensor<9xbf16>, %r: tensor<12xui8>, %u: tensor<12xbf16>) -> tensor<9xbf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xbf16>, tensor<12xui8>, tensor<12xbf16>
  return %0 : tensor<9xbf16>
}

// CHECK: result 0 of 'max_bf16' {{is (equal|close)}}
func.func @max_bf16(%x: tensor<9xbf16>, %r: tensor<12xui8>, %u: tensor<12xbf16>) -> tensor<9xbf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xbf16>, tensor<12xui8>, tensor<12xbf16>
  return %0 : tensor<9xbf16>
}

// CHECK: result 0 of 'add_bf16' {{is (equal|close)}}
func.func @add_bf16(%x: tensor<9xbf16>, %r: tensor<12xui8>, %u: tensor<12xbf16>) -> tensor<9xbf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xbf16>, tensor<12xui8>, tensor<12xbf16>
  return %0 : tensor<9xbf16>
}

// CHECK: result 0 of 'prod_bf16' {{is (equal|close)}}
func.func @prod_bf16(%x: tensor<9xbf16>, %r: tensor<12xui8>, %u: tensor<12xbf16>) -> tensor<9xbf16> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xbf16>, tensor<12xui8>, tensor<12xbf16>
  return %0 : tensor<9xbf16>
}

// CHECK: result 0 of 'set_f32' {{is (equal|close)}}
func.func @set_f32(%x: tensor<9xf32>, %r: tensor<12xui8>, %u: tensor<12xf32>) -> tensor<9xf32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xf32>, tensor<12xui8>, tensor<12xf32>
  return %0 : tensor<9xf32>
}

// CHECK: result 0 of 'max_f32' {{is (equal|close)}}
func.func @max_f32(%x: tensor<9xf32>, %r: tensor<12xui8>, %u: tensor<12xf32>) -> tensor<9xf32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xf32>, tensor<12xui8>, tensor<12xf32>
  return %0 : tensor<9xf32>
}

// CHECK: result 0 of 'add_f32' {{is (equal|close)}}
func.func @add_f32(%x: tensor<9xf32>, %r: tensor<12xui8>, %u: tensor<12xf32>) -> tensor<9xf32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xf32>, tensor<12xui8>, tensor<12xf32>
  return %0 : tensor<9xf32>
}

// CHECK: result 0 of 'prod_f32' {{is (equal|close)}}
func.func @prod_f32(%x: tensor<9xf32>, %r: tensor<12xui8>, %u: tensor<12xf32>) -> tensor<9xf32> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xf32>, tensor<12xui8>, tensor<12xf32>
  return %0 : tensor<9xf32>
}

// CHECK: result 0 of 'set_f64' {{is (equal|close)}}
func.func @set_f64(%x: tensor<9xf64>, %r: tensor<12xui8>, %u: tensor<12xf64>) -> tensor<9xf64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter set %x, %i, %u axis 0 : tensor<9xf64>, tensor<12xui8>, tensor<12xf64>
  return %0 : tensor<9xf64>
}

// CHECK: result 0 of 'max_f64' {{is (equal|close)}}
func.func @max_f64(%x: tensor<9xf64>, %r: tensor<12xui8>, %u: tensor<12xf64>) -> tensor<9xf64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter max %x, %i, %u axis 0 : tensor<9xf64>, tensor<12xui8>, tensor<12xf64>
  return %0 : tensor<9xf64>
}

// CHECK: result 0 of 'add_f64' {{is (equal|close)}}
func.func @add_f64(%x: tensor<9xf64>, %r: tensor<12xui8>, %u: tensor<12xf64>) -> tensor<9xf64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter add %x, %i, %u axis 0 : tensor<9xf64>, tensor<12xui8>, tensor<12xf64>
  return %0 : tensor<9xf64>
}

// CHECK: result 0 of 'prod_f64' {{is (equal|close)}}
func.func @prod_f64(%x: tensor<9xf64>, %r: tensor<12xui8>, %u: tensor<12xf64>) -> tensor<9xf64> {
  %c = tg.constant dense<10> : tensor<12xui8>
  %i = tg.mod %r, %c : tensor<12xui8>
  %0 = tg.scatter prod %x, %i, %u axis 0 : tensor<9xf64>, tensor<12xui8>, tensor<12xf64>
  return %0 : tensor<9xf64>
}
