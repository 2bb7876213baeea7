// Tests that a constant that only a kernel knows to be one, since its tensor's
// size is a variable, gives the bits that it would give at run time: math
// functions, casts and arithmetic that overflow to fp8.

// RUN: tg-run %s --entry all --input edges:1 --var n=5 --verify | FileCheck %s

// CHECK: result 0 of 'functions' is equal
// CHECK: result 1 of 'functions' is equal
// CHECK: result 2 of 'functions' is equal
func.func @functions(%x: tensor<?xf64> {tg.dims = ["n"]})
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %a = tg.constant dense<-2.5> : tensor<1xf64>
  %b = tg.constant dense<1.7> : tensor<1xf32>
  %0 = tg.expand %a [%n] : tensor<1xf64> -> tensor<?xf64>
  %1 = tg.exp2 %0 : tensor<?xf64>
  %2 = tg.sin %0 : tensor<?xf64>
  %3 = tg.expand %b [%n] : tensor<1xf32> -> tensor<?xf32>
  %4 = tg.tanh %3 : tensor<?xf32>
  return %1, %2, %4 : tensor<?xf64>, tensor<?xf64>, tensor<?xf32>
}

// CHECK: result 0 of 'overflows' is equal
// CHECK: result 1 of 'overflows' is equal
// CHECK: result 2 of 'overflows' is equal
// CHECK: result 3 of 'overflows' is equal
func.func @overflows(%x: tensor<?xf64> {tg.dims = ["n"]})
    -> (tensor<?xf8E4M3FN>, tensor<?xf8E5M2>, tensor<?xf8E4M3FN>, tensor<?xf8E5M2>)
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %a = tg.constant dense<448.0> : tensor<1xf8E4M3FN>
  %i = tg.constant dense<70000> : tensor<1xi32>
  %d = tg.constant dense<6.0e-8> : tensor<1xf8E5M2>
  %0 = tg.expand %a [%n] : tensor<1xf8E4M3FN> -> tensor<?xf8E4M3FN>
  %1 = tg.add %0, %0 : tensor<?xf8E4M3FN>
  %2 = tg.expand %i [%n] : tensor<1xi32> -> tensor<?xi32>
  %3 = tg.cast %2 : tensor<?xi32> to tensor<?xf8E5M2>
  %4 = tg.cast %2 saturate none : tensor<?xi32> to tensor<?xf8E4M3FN>
  %5 = tg.expand %d [%n] : tensor<1xf8E5M2> -> tensor<?xf8E5M2>
  %6 = tg.reciprocal %5 : tensor<?xf8E5M2>
  return %1, %3, %4, %6
      : tensor<?xf8E4M3FN>, tensor<?xf8E5M2>, tensor<?xf8E4M3FN>, tensor<?xf8E5M2>
}

// Infinities that come back from a wider type are lost, if the cast says so.
// CHECK: result 0 of 'there_and_back' is equal
func.func @there_and_back(%x: tensor<67xf8E5M2>) -> tensor<67xf8E5M2> {
  %0 = tg.cast %x : tensor<67xf8E5M2> to tensor<67xf32>
  %1 = tg.cast %0 saturate all : tensor<67xf32> to tensor<67xf8E5M2>
  return %1 : tensor<67xf8E5M2>
}
