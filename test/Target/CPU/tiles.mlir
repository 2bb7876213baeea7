// Tests that products of tiles are AMX's instructions: shapes are set once, outside of all
// loops, and the inner loop has a load for each product of two by two tiles, where rows
// of the first matrix lie in memory as they are, and nothing else of tiles. Sums start at
// zero, and are stored once.

// REQUIRES: tiles
// RUN: %with-tiles tg-run %s --entry bf16 --input random:1 --emit=asm --target %tiles-target | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: %with-tiles tg-run %s --entry signed --input random:1 --emit=asm --target %tiles-target | FileCheck %s --check-prefixes=CHECK,SIGNED
// RUN: %with-tiles tg-run %s --entry mixed --input random:1 --emit=asm --target %tiles-target | FileCheck %s --check-prefixes=CHECK,MIXED
// RUN: %with-tiles tg-run %s --entry f16 --input random:1 --emit=asm --target %tiles-target | FileCheck %s --check-prefixes=CHECK,F16
// RUN: %with-tiles tg-run %s --entry bf16 --input random:1 --emit=asm --target %tiles-target --tc=0 | FileCheck %s --check-prefix=OFF
// RUN: %with-tiles tg-run %s --entry bf16 --input random:1 --emit=asm --target x86-64-v4+amx-tile+amx-int8 | FileCheck %s --check-prefix=OFF
// RUN: %with-tiles tg-run %s --entry signed --input random:1 --emit=asm --target x86-64-v4+amx-tile+amx-bf16 | FileCheck %s --check-prefix=OFF
// RUN: %with-tiles env TILE_EMULATOR_REFUSES=1 not tg-run %s --entry bf16 --input random:1 --target %tiles-target 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: ldtilecfg
// CHECK-NOT: ldtilecfg
// CHECK-NOT: tileload
// CHECK-COUNT-4: tilezero
// CHECK-NOT: tilestored
// CHECK: .LBB0_{{[0-9]+}}:
// BF16-COUNT-4: {{tileloadd|tdpbf16ps}}
// BF16-NOT: j{{[a-z]+}}
// BF16-COUNT-4: {{tileloadd|tdpbf16ps}}
// SIGNED-COUNT-4: {{tileloadd|tdpbssd}}
// SIGNED-NOT: j{{[a-z]+}}
// SIGNED-COUNT-4: {{tileloadd|tdpbssd}}
// MIXED-COUNT-4: {{tileloadd|tdpbusd}}
// MIXED-NOT: j{{[a-z]+}}
// MIXED-COUNT-4: {{tileloadd|tdpbusd}}
// F16-COUNT-4: {{tileloadd|tdpfp16ps}}
// F16-NOT: j{{[a-z]+}}
// F16-COUNT-4: {{tileloadd|tdpfp16ps}}
// CHECK-NOT: tile
// CHECK: j{{[a-z]+}}
// CHECK-NOT: ldtilecfg
// CHECK-NOT: tileload
// CHECK: tilerelease
// OFF-NOT: tmm
// REFUSED: error: 'jit.program' op cannot load '{{.*}}': the system does not let the process use tiles (AMX)
func.func @bf16(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %0 = tg.matmul %a, %b : tensor<512x512xbf16>, tensor<512x512xbf16> -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}
func.func @signed(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>) -> tensor<512x512xi32> {
  %0 = tg.matmul %a, %b : tensor<512x512xi8>, tensor<512x512xi8> -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}
func.func @mixed(%a: tensor<512x512xui8>, %b: tensor<512x512xi8>) -> tensor<512x512xi32> {
  %c = tg.cast %a : tensor<512x512xui8> to tensor<512x512xi32>
  %d = tg.cast %b : tensor<512x512xi8> to tensor<512x512xi32>
  %0 = tg.matmul %c, %d : tensor<512x512xi32>, tensor<512x512xi32> -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}
func.func @f16(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %0 = tg.matmul %a, %b : tensor<512x512xf16>, tensor<512x512xf16> -> tensor<512x512xf16>
  return %0 : tensor<512x512xf16>
}

// Tests that sums which are stored as they are go from their registers to the output, and
// those that are converted through the stack.

// RUN: %with-tiles tg-run %s --entry signed --input random:1 --emit=asm --target %tiles-target | FileCheck %s --check-prefix=STORED
// RUN: %with-tiles tg-run %s --entry bf16 --input random:1 --emit=asm --target %tiles-target | FileCheck %s --check-prefix=ROWS
// STORED-COUNT-4: tilestored
// STORED-NOT: vmovups {{.*}}zmm
// STORED-NOT: vmovdqu64 {{.*}}zmm
// STORED: tilezero
// ROWS-COUNT-4: tilestored
// ROWS: vpmovdw
// ROWS: tilezero
