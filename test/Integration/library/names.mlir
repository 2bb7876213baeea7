// Tests that names of C, of C++ and of the header's own types get another form in it,
// and that nothing unfinished stays beside the library.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tg-run %s --emit-library %t/names
// RUN: FileCheck %s --input-file %t/names.h
// RUN: ls %t | FileCheck %s --check-prefix=FILES

// CHECK: nullptr_
// CHECK: int64_t_
// CHECK: and_
// FILES: names.h
// FILES-NEXT: names.so
// FILES-NOT: tmp
func.func @main(%a: tensor<4xf32> {tg.name = "nullptr"}, %b: tensor<4xf32> {tg.name = "int64_t"},
    %c: tensor<4xf32> {tg.name = "and"}) -> tensor<4xf32> {
  %0 = tg.add %a, %b : tensor<4xf32>
  %1 = tg.add %0, %c : tensor<4xf32>
  return %1 : tensor<4xf32>
}
