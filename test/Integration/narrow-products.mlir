// Tests that products of narrow numbers are right where one operand is converted once for
// all panels: rows and columns that fill no tile, deep sums that wait between blocks, and
// batches, on one thread and on two.
// RUN: tg-run %s --entry halves --tc 0 --emit uop --target x86-64-v3 | FileCheck %s
// RUN: tg-run %s --entry all --tc 0 --input random:1 --poison --verify
// RUN: tg-run %s --entry all --tc 0 --input random:2 --threads 2 --check-replay
// RUN: tg-run %s --entry all --tc 0 --input random:3 --target x86-64-v3 --verify

// CHECK: unroll axis {{[0-9]+}} amount 4
func.func @halves(%a: tensor<130x516xf16>, %b: tensor<516x604xf16>) -> tensor<130x604xf16> {
  %0 = tg.matmul %a, %b : tensor<130x516xf16>, tensor<516x604xf16> -> tensor<130x604xf16>
  return %0 : tensor<130x604xf16>
}
func.func @deep(%a: tensor<37x6148xbf16>, %b: tensor<6148x129xbf16>) -> tensor<37x129xbf16> {
  %0 = tg.matmul %a, %b : tensor<37x6148xbf16>, tensor<6148x129xbf16> -> tensor<37x129xbf16>
  return %0 : tensor<37x129xbf16>
}
func.func @bytes(%a: tensor<3x65x260xi8>, %b: tensor<3x260x97xi8>) -> tensor<3x65x97xi32> {
  %0 = tg.matmul %a, %b : tensor<3x65x260xi8>, tensor<3x260x97xi8> -> tensor<3x65x97xi32>
  return %0 : tensor<3x65x97xi32>
}
