// Tests that products and convolutions of bytes are those of the reference for all
// signs, odd and variable sizes and the largest values, by the processor's units for
// bytes where it has them, and without.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:2 --var n=40 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:3 --var n=33 --verify --tc=0 | FileCheck %s

// CHECK: result 0 of 'signed' is equal
func.func @signed(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %0 = tg.matmul %a, %b : tensor<64x64xi8>, tensor<64x64xi8> -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

// CHECK: result 0 of 'unsigned' is equal
func.func @unsigned(%a: tensor<64x64xui8>, %b: tensor<64x64xui8>) -> tensor<64x64xui32> {
  %0 = tg.matmul %a, %b : tensor<64x64xui8>, tensor<64x64xui8> -> tensor<64x64xui32>
  return %0 : tensor<64x64xui32>
}

// CHECK: result 0 of 'unsigned_by_signed' is equal
func.func @unsigned_by_signed(%a: tensor<64x64xui8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %c = tg.cast %a : tensor<64x64xui8> to tensor<64x64xi32>
  %d = tg.cast %b : tensor<64x64xi8> to tensor<64x64xi32>
  %0 = tg.matmul %c, %d : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

// CHECK: result 0 of 'signed_by_unsigned' is equal
func.func @signed_by_unsigned(%a: tensor<64x64xi8>, %b: tensor<64x64xui8>) -> tensor<64x64xi32> {
  %c = tg.cast %a : tensor<64x64xi8> to tensor<64x64xi32>
  %d = tg.cast %b : tensor<64x64xui8> to tensor<64x64xi32>
  %0 = tg.matmul %c, %d : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

// CHECK: result 0 of 'odd_signed' is equal
func.func @odd_signed(%a: tensor<37x51xi8>, %b: tensor<51x70xi8>) -> tensor<37x70xi32> {
  %0 = tg.matmul %a, %b : tensor<37x51xi8>, tensor<51x70xi8> -> tensor<37x70xi32>
  return %0 : tensor<37x70xi32>
}

// CHECK: result 0 of 'odd_unsigned' is equal
func.func @odd_unsigned(%a: tensor<33x50xui8>, %b: tensor<50x29xui8>) -> tensor<33x29xui32> {
  %0 = tg.matmul %a, %b : tensor<33x50xui8>, tensor<50x29xui8> -> tensor<33x29xui32>
  return %0 : tensor<33x29xui32>
}

// CHECK: result 0 of 'odd_unsigned_by_signed' is equal
func.func @odd_unsigned_by_signed(%a: tensor<65x53xui8>, %b: tensor<53x77xi8>) -> tensor<65x77xi32> {
  %c = tg.cast %a : tensor<65x53xui8> to tensor<65x53xi32>
  %d = tg.cast %b : tensor<53x77xi8> to tensor<53x77xi32>
  %0 = tg.matmul %c, %d : tensor<65x53xi32>, tensor<53x77xi32> -> tensor<65x77xi32>
  return %0 : tensor<65x77xi32>
}

// CHECK: result 0 of 'odd_signed_by_unsigned' is equal
func.func @odd_signed_by_unsigned(%a: tensor<31x7xi8>, %b: tensor<7x130xui8>) -> tensor<31x130xi32> {
  %c = tg.cast %a : tensor<31x7xi8> to tensor<31x7xi32>
  %d = tg.cast %b : tensor<7x130xui8> to tensor<7x130xi32>
  %0 = tg.matmul %c, %d : tensor<31x7xi32>, tensor<7x130xi32> -> tensor<31x130xi32>
  return %0 : tensor<31x130xi32>
}

// CHECK: result 0 of 'left_turned' is equal
func.func @left_turned(%a: tensor<60x40xi8>, %b: tensor<60x48xi8>) -> tensor<40x48xi32> {
  %at = tg.permute %a [1, 0] : tensor<60x40xi8> -> tensor<40x60xi8>
  %0 = tg.matmul %at, %b : tensor<40x60xi8>, tensor<60x48xi8> -> tensor<40x48xi32>
  return %0 : tensor<40x48xi32>
}

// CHECK: result 0 of 'right_turned' is equal
func.func @right_turned(%a: tensor<40x60xui8>, %b: tensor<48x60xi8>) -> tensor<40x48xi32> {
  %bt = tg.permute %b [1, 0] : tensor<48x60xi8> -> tensor<60x48xi8>
  %c = tg.cast %a : tensor<40x60xui8> to tensor<40x60xi32>
  %d = tg.cast %bt : tensor<60x48xi8> to tensor<60x48xi32>
  %0 = tg.matmul %c, %d : tensor<40x60xi32>, tensor<60x48xi32> -> tensor<40x48xi32>
  return %0 : tensor<40x48xi32>
}

// CHECK: result 0 of 'both_turned' is equal
func.func @both_turned(%a: tensor<59x41xi8>, %b: tensor<47x59xi8>) -> tensor<41x47xi32> {
  %at = tg.permute %a [1, 0] : tensor<59x41xi8> -> tensor<41x59xi8>
  %bt = tg.permute %b [1, 0] : tensor<47x59xi8> -> tensor<59x47xi8>
  %0 = tg.matmul %at, %bt : tensor<41x59xi8>, tensor<59x47xi8> -> tensor<41x47xi32>
  return %0 : tensor<41x47xi32>
}

// CHECK: result 0 of 'batched' is equal
func.func @batched(%a: tensor<3x20x36xi8>, %b: tensor<3x36x40xi8>) -> tensor<3x20x40xi32> {
  %0 = tg.matmul %a, %b : tensor<3x20x36xi8>, tensor<3x36x40xi8> -> tensor<3x20x40xi32>
  return %0 : tensor<3x20x40xi32>
}

// CHECK: result 0 of 'one_row' is equal
func.func @one_row(%a: tensor<1x64xi8>, %b: tensor<64x64xi8>) -> tensor<1x64xi32> {
  %0 = tg.matmul %a, %b : tensor<1x64xi8>, tensor<64x64xi8> -> tensor<1x64xi32>
  return %0 : tensor<1x64xi32>
}

// CHECK: result 0 of 'one_column' is equal
func.func @one_column(%a: tensor<64x64xi8>, %b: tensor<64x1xi8>) -> tensor<64x1xi32> {
  %0 = tg.matmul %a, %b : tensor<64x64xi8>, tensor<64x1xi8> -> tensor<64x1xi32>
  return %0 : tensor<64x1xi32>
}

// CHECK: result 0 of 'deep' is equal
func.func @deep(%a: tensor<17x3000xui8>, %b: tensor<3000x33xui8>) -> tensor<17x33xui32> {
  %0 = tg.matmul %a, %b : tensor<17x3000xui8>, tensor<3000x33xui8> -> tensor<17x33xui32>
  return %0 : tensor<17x33xui32>
}

// CHECK: result 0 of 'variable_rows' is equal
func.func @variable_rows(%a: tensor<?x52xi8> {tg.dims = ["n", 52]}, %b: tensor<52x48xi8> {tg.dims = [52, 48]}) -> tensor<?x48xi32>
    attributes {tg.variables = {n = [1, 70]}} {
  %0 = tg.matmul %a, %b : tensor<?x52xi8>, tensor<52x48xi8> -> tensor<?x48xi32>
  return %0 : tensor<?x48xi32>
}

// CHECK: result 0 of 'variable_columns' is equal
func.func @variable_columns(%a: tensor<40x52xui8> {tg.dims = [40, 52]}, %b: tensor<52x?xui8> {tg.dims = [52, "n"]}) -> tensor<40x?xui32>
    attributes {tg.variables = {n = [1, 70]}} {
  %0 = tg.matmul %a, %b : tensor<40x52xui8>, tensor<52x?xui8> -> tensor<40x?xui32>
  return %0 : tensor<40x?xui32>
}

// CHECK: result 0 of 'variable_sum' is equal
func.func @variable_sum(%a: tensor<40x?xi8> {tg.dims = [40, "n"]}, %b: tensor<?x48xi8> {tg.dims = ["n", 48]}) -> tensor<40x48xi32>
    attributes {tg.variables = {n = [1, 70]}} {
  %0 = tg.matmul %a, %b : tensor<40x?xi8>, tensor<?x48xi8> -> tensor<40x48xi32>
  return %0 : tensor<40x48xi32>
}

// Zero points, one for all and one a column: the sums of rows and columns take them off.
// CHECK: result 0 of 'zero_points' is equal
func.func @zero_points(%a: tensor<37x50xui8>, %b: tensor<50x70xi8>, %za: tensor<ui8>, %zb: tensor<70xi8>) -> tensor<37x70xi32> {
  %0 = tg.cast %a : tensor<37x50xui8> to tensor<37x50xi32>
  %1 = tg.cast %b : tensor<50x70xi8> to tensor<50x70xi32>
  %2 = tg.cast %za : tensor<ui8> to tensor<i32>
  %3 = tg.cast %zb : tensor<70xi8> to tensor<70xi32>
  %4 = tg.reshape %2 [1, 1] : tensor<i32> -> tensor<1x1xi32>
  %5 = tg.expand %4 [37, 50] : tensor<1x1xi32> -> tensor<37x50xi32>
  %6 = tg.reshape %3 [1, 70] : tensor<70xi32> -> tensor<1x70xi32>
  %7 = tg.expand %6 [50, 70] : tensor<1x70xi32> -> tensor<50x70xi32>
  %8 = tg.sub %0, %5 : tensor<37x50xi32>
  %9 = tg.sub %1, %7 : tensor<50x70xi32>
  %10 = tg.matmul %8, %9 : tensor<37x50xi32>, tensor<50x70xi32> -> tensor<37x70xi32>
  return %10 : tensor<37x70xi32>
}

// CHECK: result 0 of 'conv' is equal
func.func @conv(%x: tensor<1x16x14x14xi8>, %w: tensor<24x16x3x3xi8>) -> tensor<1x24x14x14xi32> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<1x16x14x14xi8>, tensor<24x16x3x3xi8> -> tensor<1x24x14x14xi32>
  return %0 : tensor<1x24x14x14xi32>
}

// CHECK: result 0 of 'conv_1x1' is equal
func.func @conv_1x1(%x: tensor<2x32x9x9xui8>, %w: tensor<40x32x1x1xui8>) -> tensor<2x40x9x9xui32> {
  %0 = tg.conv %x, %w : tensor<2x32x9x9xui8>, tensor<40x32x1x1xui8> -> tensor<2x40x9x9xui32>
  return %0 : tensor<2x40x9x9xui32>
}

// CHECK: result 0 of 'conv_strided' is equal
func.func @conv_strided(%x: tensor<1x3x33x33xui8>, %w: tensor<16x3x5x5xui8>) -> tensor<1x16x15x15xui32> {
  %0 = tg.conv %x, %w strides [2, 2] : tensor<1x3x33x33xui8>, tensor<16x3x5x5xui8> -> tensor<1x16x15x15xui32>
  return %0 : tensor<1x16x15x15xui32>
}

// CHECK: result 0 of 'conv_grouped' is equal
func.func @conv_grouped(%x: tensor<1x16x10x10xi8>, %w: tensor<32x8x3x3xi8>) -> tensor<1x32x8x8xi32> {
  %0 = tg.conv %x, %w groups 2 : tensor<1x16x10x10xi8>, tensor<32x8x3x3xi8> -> tensor<1x32x8x8xi32>
  return %0 : tensor<1x32x8x8xi32>
}

// Two products of the least words are 2^31, which a sum modulo 2^32 holds.
// CHECK: result 0 of 'words' is equal
func.func @words(%a: tensor<37x50xi16>, %b: tensor<50x70xi16>) -> tensor<37x70xi32> {
  %c = tg.cast %a : tensor<37x50xi16> to tensor<37x50xi32>
  %d = tg.cast %b : tensor<50x70xi16> to tensor<50x70xi32>
  %0 = tg.matmul %c, %d : tensor<37x50xi32>, tensor<50x70xi32> -> tensor<37x70xi32>
  return %0 : tensor<37x70xi32>
}

// CHECK: result 0 of 'least_words' is equal
func.func @least_words(%a: tensor<64x64xi16>) -> tensor<64x64xi32> {
  %least = tg.constant dense<-32768> : tensor<64x64xi16>
  %m = tg.minimum %a, %least : tensor<64x64xi16>
  %c = tg.contiguous %m : tensor<64x64xi16>
  %d = tg.cast %c : tensor<64x64xi16> to tensor<64x64xi32>
  %0 = tg.matmul %d, %d : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

// CHECK: result 0 of 'words_by_bytes' is equal
func.func @words_by_bytes(%a: tensor<64x51xi16>, %b: tensor<51x70xui8>) -> tensor<64x70xi32> {
  %c = tg.cast %a : tensor<64x51xi16> to tensor<64x51xi32>
  %d = tg.cast %b : tensor<51x70xui8> to tensor<51x70xi32>
  %0 = tg.matmul %c, %d : tensor<64x51xi32>, tensor<51x70xi32> -> tensor<64x70xi32>
  return %0 : tensor<64x70xi32>
}

// CHECK: result 0 of 'unsigned_words' is equal
func.func @unsigned_words(%a: tensor<64x64xui16>, %b: tensor<64x64xui16>) -> tensor<64x64xui32> {
  %c = tg.cast %a : tensor<64x64xui16> to tensor<64x64xui32>
  %d = tg.cast %b : tensor<64x64xui16> to tensor<64x64xui32>
  %0 = tg.matmul %c, %d : tensor<64x64xui32>, tensor<64x64xui32> -> tensor<64x64xui32>
  return %0 : tensor<64x64xui32>
}
