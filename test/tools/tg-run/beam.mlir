// Tests which options and variables make tg-run search, and that it logs kernels so
// that tg-opt reads them back.

// RUN: tg-run %s --input zeros --debug 1 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env BEAM=1 NOOPT=1 tg-run %s --input zeros --debug 1 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env BEAM=1 tg-run %s --input zeros --debug 1 --beam 0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: tg-run %s --input zeros --debug 1 --search-seconds 0.1 2>&1 | FileCheck %s
// RUN: env BEAM=1 BEAM_COMPARE=0 BEAM_ESTIMATE=0 tg-run %s --input zeros --debug 1 --search-seconds 0.1 2>&1 | FileCheck %s
// RUN: tg-run %s --device null --input zeros --beam 2 --debug 1 2>&1 | FileCheck %s --check-prefix=NONE

// RUN: rm -f %t.log && env LOGKERNS=%t.log tg-run %s --input zeros > %t.out
// RUN: tg-run %s --input zeros --log-kernels %t.log --no-opt > %t.out
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// RUN: tg-opt %t.log --pass-pipeline="builtin.module(builtin.module(uop.kernel(uop-optimize)))" | FileCheck %s --check-prefix=READ

// RUN: not tg-run %s --input zeros --search-seconds 0 2>&1 | FileCheck %s --check-prefix=SECONDS
// RUN: not tg-run %s --input zeros --beam few 2>&1 | FileCheck %s --check-prefix=BEAM
// RUN: tg-run %s --input zeros --log-kernels %t.none/log 2>&1 | FileCheck %s --check-prefix=FILE

// CHECK: search e_48: {{[0-9]+}} forms in {{[0-9.]+}} s
// NONE-NOT: search

// LOG: module { {{ *}}uop.kernel @e_48({{.*}}) opts [#uop.opt<upcast axis 0 amount {{[0-9]+}}>] { {{.*}} }
// LOG-NEXT: module { {{ *}}uop.kernel @e_48({{.*}} }
// READ-COUNT-2: uop.kernel @e_48

// SECONDS: error: --search-seconds: expected a number above 0, but got '0'
// BEAM: error: --beam: expected an integer of at least 0, but got 'few'
// FILE: error: cannot write kernels to '{{.*}}none/log': No such file or directory
func.func @main(%x: tensor<48xf32>) -> tensor<48xf32> {
  %0 = tg.sqrt %x : tensor<48xf32>
  return %0 : tensor<48xf32>
}
