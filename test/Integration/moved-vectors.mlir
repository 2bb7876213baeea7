// Tests what is concatenated, padded, repeated and read backwards, in shapes of which GPUs
// move vectors: of 16 bytes where parts begin and end at multiples of them, shorter ones or
// single elements where they do not.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s --check-prefix=EQUAL
// RUN: tg-opt %s --tg-pipeline="target=cuda chip=sm_80" --remarks-filter=uop-optimize 2>&1 >/dev/null | FileCheck %s

// EQUAL-COUNT-12: is equal in all

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @concat(%a: tensor<512x64xf32>, %b: tensor<512x192xf32>) -> tensor<512x256xf32> {
  %r = tg.concat %a, %b axis 1 : tensor<512x64xf32>, tensor<512x192xf32> -> tensor<512x256xf32>
  return %r : tensor<512x256xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @concat0(%a: tensor<512x64xf32>, %b: tensor<511x64xf32>) -> tensor<1023x64xf32> {
  %r = tg.concat %a, %b axis 0 : tensor<512x64xf32>, tensor<511x64xf32> -> tensor<1023x64xf32>
  return %r : tensor<1023x64xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 2: a vector for each thread
func.func @concat_odd(%a: tensor<512x66xf32>, %b: tensor<512x190xf32>) -> tensor<512x256xf32> {
  %r = tg.concat %a, %b axis 1 : tensor<512x66xf32>, tensor<512x190xf32> -> tensor<512x256xf32>
  return %r : tensor<512x256xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @pad(%a: tensor<512x64xf32>) -> tensor<512x96xf32> {
  %r = tg.pad %a low [0, 16] high [0, 16] value(1.5 : f32) : tensor<512x64xf32> -> tensor<512x96xf32>
  return %r : tensor<512x96xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @pad0(%a: tensor<512x64xf32>) -> tensor<515x64xf32> {
  %r = tg.pad %a low [1, 0] high [2, 0] value(1.5 : f32) : tensor<512x64xf32> -> tensor<515x64xf32>
  return %r : tensor<515x64xf32>
}

// CHECK-NOT: a vector for each thread
func.func @pad_odd(%a: tensor<512x63xf32>) -> tensor<512x64xf32> {
  %r = tg.pad %a low [0, 1] high [0, 0] value(1.5 : f32) : tensor<512x63xf32> -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @flip(%a: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %r = tg.flip %a [1] : tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @flip0(%a: tensor<512x64xf16>) -> tensor<512x64xf16> {
  %r = tg.flip %a [0] : tensor<512x64xf16>
  return %r : tensor<512x64xf16>
}

// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @flipped_pad(%a: tensor<512x64xf32>) -> tensor<512x96xf32> {
  %f = tg.flip %a [0, 1] : tensor<512x64xf32>
  %r = tg.pad %f low [0, 16] high [0, 16] value(1.5 : f32) : tensor<512x64xf32> -> tensor<512x96xf32>
  return %r : tensor<512x96xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @repeat(%a: tensor<256x64xf32>) -> tensor<256x256xf32> {
  %r = tg.repeat %a [1, 4] : tensor<256x64xf32> -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 4: a vector for each thread
func.func @repeat0(%a: tensor<256x64xf32>) -> tensor<1024x64xf32> {
  %r = tg.repeat %a [4, 1] : tensor<256x64xf32> -> tensor<1024x64xf32>
  return %r : tensor<1024x64xf32>
}

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: {{.*}}upcast axis {{[0-9]}} amount 2: a vector for each thread
func.func @repeat_odd(%a: tensor<256x62xf32>) -> tensor<256x248xf32> {
  %r = tg.repeat %a [1, 4] : tensor<256x62xf32> -> tensor<256x248xf32>
  return %r : tensor<256x248xf32>
}
