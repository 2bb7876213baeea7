// RUN: tg-opt %s --tg-simplify | FileCheck %s --check-prefix=OFF
// RUN: tg-opt %s --tg-simplify=zero-sums | FileCheck %s --check-prefix=ZEROSUMS
// RUN: tg-opt %s --tg-simplify=zero-products | FileCheck %s --check-prefix=ZEROPRODUCTS
// RUN: tg-opt %s --tg-simplify=self-differences | FileCheck %s --check-prefix=SELFDIFFERENCES
// RUN: tg-opt %s --tg-simplify=self-quotients | FileCheck %s --check-prefix=SELFQUOTIENTS
// RUN: tg-opt %s --tg-simplify=reciprocals | FileCheck %s --check-prefix=RECIPROCALS
// RUN: tg-opt %s --tg-simplify=regroup | FileCheck %s --check-prefix=REGROUP
// RUN: tg-opt %s --tg-simplify=expanded-sums | FileCheck %s --check-prefix=EXPANDEDSUMS

// Tests that each rewrite that changes results runs by its own option, and by no
// other.

// OFF-LABEL: func.func @zero_sum(
// OFF: tg.add 
// ZEROSUMS-LABEL: func.func @zero_sum(
// ZEROSUMS-SAME: %[[X:.*]]: tensor<4xf32>)
// ZEROSUMS: return %[[X]]
// ZEROPRODUCTS-LABEL: func.func @zero_sum(
// ZEROPRODUCTS: tg.add 
// SELFDIFFERENCES-LABEL: func.func @zero_sum(
// SELFDIFFERENCES: tg.add 
// SELFQUOTIENTS-LABEL: func.func @zero_sum(
// SELFQUOTIENTS: tg.add 
// RECIPROCALS-LABEL: func.func @zero_sum(
// RECIPROCALS: tg.add 
// REGROUP-LABEL: func.func @zero_sum(
// REGROUP: tg.add 
// EXPANDEDSUMS-LABEL: func.func @zero_sum(
// EXPANDEDSUMS: tg.add 
func.func @zero_sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<0.0> : tensor<4xf32>
  %0 = tg.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// OFF-LABEL: func.func @zero_product(
// OFF: tg.mul 
// ZEROSUMS-LABEL: func.func @zero_product(
// ZEROSUMS: tg.mul 
// ZEROPRODUCTS-LABEL: func.func @zero_product(
// ZEROPRODUCTS: %[[C:.*]] = tg.constant dense<0.000000e+00>
// ZEROPRODUCTS: return %[[C]]
// SELFDIFFERENCES-LABEL: func.func @zero_product(
// SELFDIFFERENCES: tg.mul 
// SELFQUOTIENTS-LABEL: func.func @zero_product(
// SELFQUOTIENTS: tg.mul 
// RECIPROCALS-LABEL: func.func @zero_product(
// RECIPROCALS: tg.mul 
// REGROUP-LABEL: func.func @zero_product(
// REGROUP: tg.mul 
// EXPANDEDSUMS-LABEL: func.func @zero_product(
// EXPANDEDSUMS: tg.mul 
func.func @zero_product(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<0.0> : tensor<4xf32>
  %0 = tg.mul %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// OFF-LABEL: func.func @self_difference(
// OFF: tg.sub 
// ZEROSUMS-LABEL: func.func @self_difference(
// ZEROSUMS: tg.sub 
// ZEROPRODUCTS-LABEL: func.func @self_difference(
// ZEROPRODUCTS: tg.sub 
// SELFDIFFERENCES-LABEL: func.func @self_difference(
// SELFDIFFERENCES: %[[C:.*]] = tg.constant dense<0.000000e+00>
// SELFDIFFERENCES: return %[[C]]
// SELFQUOTIENTS-LABEL: func.func @self_difference(
// SELFQUOTIENTS: tg.sub 
// RECIPROCALS-LABEL: func.func @self_difference(
// RECIPROCALS: tg.sub 
// REGROUP-LABEL: func.func @self_difference(
// REGROUP: tg.sub 
// EXPANDEDSUMS-LABEL: func.func @self_difference(
// EXPANDEDSUMS: tg.sub 
func.func @self_difference(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// OFF-LABEL: func.func @self_quotient(
// OFF: tg.div 
// ZEROSUMS-LABEL: func.func @self_quotient(
// ZEROSUMS: tg.div 
// ZEROPRODUCTS-LABEL: func.func @self_quotient(
// ZEROPRODUCTS: tg.div 
// SELFDIFFERENCES-LABEL: func.func @self_quotient(
// SELFDIFFERENCES: tg.div 
// SELFQUOTIENTS-LABEL: func.func @self_quotient(
// SELFQUOTIENTS: %[[C:.*]] = tg.constant dense<1.000000e+00>
// SELFQUOTIENTS: return %[[C]]
// RECIPROCALS-LABEL: func.func @self_quotient(
// RECIPROCALS: tg.div 
// REGROUP-LABEL: func.func @self_quotient(
// REGROUP: tg.div 
// EXPANDEDSUMS-LABEL: func.func @self_quotient(
// EXPANDEDSUMS: tg.div 
func.func @self_quotient(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// OFF-LABEL: func.func @reciprocal(
// OFF: tg.div 
// ZEROSUMS-LABEL: func.func @reciprocal(
// ZEROSUMS: tg.div 
// ZEROPRODUCTS-LABEL: func.func @reciprocal(
// ZEROPRODUCTS: tg.div 
// SELFDIFFERENCES-LABEL: func.func @reciprocal(
// SELFDIFFERENCES: tg.div 
// SELFQUOTIENTS-LABEL: func.func @reciprocal(
// SELFQUOTIENTS: tg.div 
// RECIPROCALS-LABEL: func.func @reciprocal(
// RECIPROCALS: tg.mul 
// REGROUP-LABEL: func.func @reciprocal(
// REGROUP: tg.div 
// EXPANDEDSUMS-LABEL: func.func @reciprocal(
// EXPANDEDSUMS: tg.div 
func.func @reciprocal(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<3.0> : tensor<4xf32>
  %0 = tg.div %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// OFF-LABEL: func.func @regroup(
// OFF: tg.add 
// ZEROSUMS-LABEL: func.func @regroup(
// ZEROSUMS: tg.add %{{.*}}, %{{.*}}
// ZEROPRODUCTS-LABEL: func.func @regroup(
// ZEROPRODUCTS: tg.add %{{.*}}, %{{.*}}
// SELFDIFFERENCES-LABEL: func.func @regroup(
// SELFDIFFERENCES: tg.add %{{.*}}, %{{.*}}
// SELFQUOTIENTS-LABEL: func.func @regroup(
// SELFQUOTIENTS: tg.add %{{.*}}, %{{.*}}
// RECIPROCALS-LABEL: func.func @regroup(
// RECIPROCALS: tg.add %{{.*}}, %{{.*}}
// REGROUP-LABEL: func.func @regroup(
// REGROUP: %[[C:.*]] = tg.constant dense<7.000000e+00>
// REGROUP: tg.add %{{.*}}, %[[C]]
// EXPANDEDSUMS-LABEL: func.func @regroup(
// EXPANDEDSUMS: tg.add %{{.*}}, %{{.*}}
func.func @regroup(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<3.0> : tensor<4xf32>
  %d = tg.constant dense<4.0> : tensor<4xf32>
  %1 = tg.add %x, %c : tensor<4xf32>
  %0 = tg.add %1, %d : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// OFF-LABEL: func.func @expanded_sum(
// OFF: tg.expand 
// ZEROSUMS-LABEL: func.func @expanded_sum(
// ZEROSUMS: tg.expand 
// ZEROPRODUCTS-LABEL: func.func @expanded_sum(
// ZEROPRODUCTS: tg.expand 
// SELFDIFFERENCES-LABEL: func.func @expanded_sum(
// SELFDIFFERENCES: tg.expand 
// SELFQUOTIENTS-LABEL: func.func @expanded_sum(
// SELFQUOTIENTS: tg.expand 
// RECIPROCALS-LABEL: func.func @expanded_sum(
// RECIPROCALS: tg.expand 
// REGROUP-LABEL: func.func @expanded_sum(
// REGROUP: tg.expand 
// EXPANDEDSUMS-LABEL: func.func @expanded_sum(
// EXPANDEDSUMS: %[[C:.*]] = tg.constant dense<3.000000e+00>
// EXPANDEDSUMS: tg.mul %{{.*}}, %[[C]]
func.func @expanded_sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %1 = tg.reshape %x [4, 1] : tensor<4xf32> -> tensor<4x1xf32>
  %2 = tg.expand %1 [4, 3] : tensor<4x1xf32> -> tensor<4x3xf32>
  %0 = tg.sum %2 axes [1] : tensor<4x3xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
