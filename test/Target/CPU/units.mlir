// Tests that products of bytes are the instructions of the processor that is asked for.

// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v4+avx512vnni | FileCheck %s --check-prefix=ZMM
// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v3+avxvnni | FileCheck %s --check-prefix=YMM
// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v3+avxvnni+avxvnniint8 | FileCheck %s --check-prefix=SIGNED
// RUN: tg-run %s --entry unsigned --input random:1 --emit=asm --target x86-64-v3+avxvnniint8 | FileCheck %s --check-prefix=UNSIGNED
// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v4 | FileCheck %s --check-prefix=WORDS-ZMM
// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v3 | FileCheck %s --check-prefix=WORDS-YMM
// RUN: tg-run %s --entry unsigned --input random:1 --emit=asm --target x86-64 | FileCheck %s --check-prefix=WORDS-XMM
// RUN: tg-run %s --entry words --input random:1 --emit=asm --target x86-64-v3 | FileCheck %s --check-prefix=WORDS
// RUN: tg-run %s --entry words --input random:1 --emit=asm --target x86-64-v4+avx512vnni | FileCheck %s --check-prefix=WORDS-SUMS
// RUN: tg-run %s --entry unsigned_words --input random:1 --emit=asm --target x86-64-v3 | FileCheck %s --check-prefix=NO-WORDS
// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v3 --tc=0 | FileCheck %s --check-prefix=NO-WORDS
// RUN: tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v4+avx512vnni --tc=0 | FileCheck %s --check-prefix=NONE

// The words of the left operand are spread over the lanes as they are read.
// ZMM: vpbroadcastd {{.*}}(%r{{.*}}), %zmm{{[0-9]+}}
// ZMM: vpdpbusd %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}
// YMM: {vex} vpdpbusd %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, %ymm{{[0-9]+}}
// SIGNED: vpdpbssd %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, %ymm{{[0-9]+}}
// UNSIGNED: vpdpbuud %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, %ymm{{[0-9]+}}
// NONE-NOT: vpdp

// Of a processor without them, bytes are words before they are multiplied; both operands
// were packed as such.
// WORDS-ZMM: vpbroadcastd {{.*}}(%r{{.*}}), %zmm{{[0-9]+}}
// WORDS-ZMM: vpmaddwd {{.*}}%zmm{{[0-9]+}}
// WORDS-YMM: vpbroadcastd {{.*}}(%r{{.*}}), %ymm{{[0-9]+}}
// WORDS-YMM: vpmaddwd {{.*}}%ymm{{[0-9]+}}
// WORDS-YMM-NEXT: vpaddd
// WORDS-XMM: pmaddwd {{.*}}%xmm{{[0-9]+}}
// WORDS: vpmaddwd {{.*}}%ymm{{[0-9]+}}
// WORDS-SUMS: vpdpwssd {{.*}}%zmm{{[0-9]+}}
// NO-WORDS-NOT: maddwd
func.func @signed(%a: tensor<128x128xi8>, %b: tensor<128x128xi8>) -> tensor<128x128xi32> {
  %0 = tg.matmul %a, %b : tensor<128x128xi8>, tensor<128x128xi8> -> tensor<128x128xi32>
  return %0 : tensor<128x128xi32>
}

func.func @unsigned(%a: tensor<128x128xui8>, %b: tensor<128x128xui8>) -> tensor<128x128xui32> {
  %0 = tg.matmul %a, %b : tensor<128x128xui8>, tensor<128x128xui8> -> tensor<128x128xui32>
  return %0 : tensor<128x128xui32>
}

func.func @words(%a: tensor<128x128xi16>, %b: tensor<128x128xi16>) -> tensor<128x128xi32> {
  %0 = tg.cast %a : tensor<128x128xi16> to tensor<128x128xi32>
  %1 = tg.cast %b : tensor<128x128xi16> to tensor<128x128xi32>
  %2 = tg.matmul %0, %1 : tensor<128x128xi32>, tensor<128x128xi32> -> tensor<128x128xi32>
  return %2 : tensor<128x128xi32>
}

func.func @unsigned_words(%a: tensor<128x128xui16>, %b: tensor<128x128xui16>) -> tensor<128x128xui32> {
  %0 = tg.cast %a : tensor<128x128xui16> to tensor<128x128xui32>
  %1 = tg.cast %b : tensor<128x128xui16> to tensor<128x128xui32>
  %2 = tg.matmul %0, %1 : tensor<128x128xui32>, tensor<128x128xui32> -> tensor<128x128xui32>
  return %2 : tensor<128x128xui32>
}
