// Tests that sizes that may differ are an error, which names the op that relies on them.

func.func @two_variables(%dry: tensor<?xf32> {tg.dims = ["n"]}, %wet: tensor<?xf32> {tg.dims = ["m"]})
    -> tensor<?xf32> attributes {tg.variables = {m = [1, 64], n = [1, 64]}} {
  // expected-error @below {{'signal.mix' op gives an access to operand #1 that is not possible: index 0 may lie outside of size m}}
  %0 = signal.mix %dry, %wet amount 2.500000e-01 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @one_variable(%dry: tensor<?xf32> {tg.dims = ["n"]}, %wet: tensor<?xf32> {tg.dims = ["n"]})
    -> tensor<?xf32> attributes {tg.variables = {n = [1, 64]}} {
  %0 = signal.mix %dry, %wet amount 2.500000e-01 : tensor<?xf32>
  return %0 : tensor<?xf32>
}
