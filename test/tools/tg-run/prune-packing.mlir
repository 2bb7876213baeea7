// Tests that weights which never change are packed in the first run only, and that
// results are those of the reference, with vectors that do not divide the sizes, too.

// RUN: tg-run %s --entry linear --input random:1 --prune --target x86-64-v3 --debug 1 --verify --check-replay 2>&1 | FileCheck %s --check-prefix=LINEAR
// RUN: tg-run %s --entry linear --input random:1 --target x86-64-v3 --emit=uop | FileCheck %s --check-prefix=PLAIN
// RUN: tg-run %s --entry linear --input random:1 --prune --target x86-64-v3 --emit=uop | FileCheck %s --check-prefix=PACKED
// RUN: tg-run %s --entry channels --input random:1 --prune --verify --check-replay
// RUN: tg-run %s --entry edge --input random:1 --prune --verify --check-replay
// RUN: tg-run %s --entry window --input random:1 --prune --verify --check-replay

// Tests that what was chosen and compiled is found in a cache again.

// RUN: rm -rf %t && tg-run %s --entry linear --input random:1 --prune --stats --cache-dir %t | FileCheck %s --check-prefix=NEW
// RUN: tg-run %s --entry linear --input random:1 --prune --verify --stats --cache-dir %t | FileCheck %s --check-prefix=KEPT
// NEW-COUNT-2: compiled in
// KEPT: is {{equal|close}}
// KEPT-COUNT-2: same as another

// LINEAR: JIT pruned from 2 -> 1 kernels
// LINEAR: --verify: result 0 of 'linear' is {{equal|close}}
// LINEAR-COUNT-4: --check-replay: result 0 of 'linear' is {{equal|close}}
// PLAIN-NOT: _pack
// PACKED: uop.kernel @[[PACK:.*_pack]](%{{.*}}: memref<{{[0-9]+}}xf32> {uop.output}, %{{.*}}: memref<24576xf32> {uop.constant})
// PACKED: %[[W:.*]] = tg.launch @[[PACK]](
// PACKED: tg.launch @{{.*}}(%{{.*}}, %[[W]])
func.func @linear(%x: tensor<64x96xf32>, %w: tensor<256x96xf32> {tg.constant}) -> tensor<64x256xf32> {
  %t = tg.permute %w [1, 0] : tensor<256x96xf32> -> tensor<96x256xf32>
  %r = tg.matmul %x, %t : tensor<64x96xf32>, tensor<96x256xf32> -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// 1x1 convolutions of images that fill no vector: lanes along channels.

func.func @channels(%x: tensor<1x64x7x7xf32>, %w: tensor<128x64x1x1xf32> {tg.constant}, %b: tensor<1x128x7x7xf32>)
    -> tensor<1x128x7x7xf32> {
  %r = tg.conv %x, %w : tensor<1x64x7x7xf32>, tensor<128x64x1x1xf32> -> tensor<1x128x7x7xf32>
  %s = tg.add %r, %b : tensor<1x128x7x7xf32>
  %t = tg.relu %s : tensor<1x128x7x7xf32>
  return %t : tensor<1x128x7x7xf32>
}

func.func @edge(%x: tensor<1x40x7x7xf32>, %w: tensor<100x40x1x1xf32> {tg.constant}) -> tensor<1x100x7x7xf32> {
  %r = tg.conv %x, %w : tensor<1x40x7x7xf32>, tensor<100x40x1x1xf32> -> tensor<1x100x7x7xf32>
  return %r : tensor<1x100x7x7xf32>
}

func.func @window(%x: tensor<1x32x14x14xf32>, %w: tensor<64x32x3x3xf32> {tg.constant}) -> tensor<1x64x14x14xf32> {
  %r = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1]
    : tensor<1x32x14x14xf32>, tensor<64x32x3x3xf32> -> tensor<1x64x14x14xf32>
  return %r : tensor<1x64x14x14xf32>
}
