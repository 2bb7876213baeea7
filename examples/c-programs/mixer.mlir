// Half of each of two signals of n samples.
func.func @main(%a: tensor<?xf32> {tg.name = "left", tg.dims = ["n"]},
                %b: tensor<?xf32> {tg.name = "right", tg.dims = ["n"]})
    -> (tensor<?xf32> {tg.name = "mixed"}) attributes {tg.variables = {n = [1, 1024]}} {
  %n = tg.variable "n"
  %half = tg.constant dense<0.5> : tensor<1xf32>
  %halves = tg.expand %half [%n] : tensor<1xf32> -> tensor<?xf32>
  %0 = tg.add %a, %b : tensor<?xf32>
  %1 = tg.mul %0, %halves : tensor<?xf32>
  return %1 : tensor<?xf32>
}
