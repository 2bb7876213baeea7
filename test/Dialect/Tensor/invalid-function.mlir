// RUN: tg-opt %s -split-input-file -verify-diagnostics

// Tests what the attributes of functions, arguments and results may say.

// expected-error@+1 {{'func.func' op expected a dictionary as tg.variables, but got ["n"]}}
func.func private @variables_list() attributes {tg.variables = ["n"]}

// -----

// expected-error@+1 {{'builtin.module' op expected tg.variables on a function only}}
module attributes {tg.variables = {n = [1, 2]}} {}

// -----

// expected-error@+1 {{'func.func' op expected two integers as the bounds of variable "n", but got 4 : i64}}
func.func private @bounds_number() attributes {tg.variables = {n = 4}}

// -----

// expected-error@+1 {{'func.func' op expected two integers as the bounds of variable "n", but got [1]}}
func.func private @bounds_one() attributes {tg.variables = {n = [1]}}

// -----

// expected-error@+1 {{'func.func' op expected two integers as the bounds of variable "n", but got [1, "many"]}}
func.func private @bounds_string() attributes {tg.variables = {n = [1, "many"]}}

// -----

// expected-error@+1 {{'func.func' op expected two integers as the bounds of variable "n", but got [1 : i8, 2 : i8]}}
func.func private @bounds_type() attributes {tg.variables = {n = [1 : i8, 2 : i8]}}

// -----

// expected-error@+1 {{'func.func' op expected bounds 0 <= min <= max of variable "n", but got [-1, 4]}}
func.func private @bounds_negative() attributes {tg.variables = {n = [-1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected bounds 0 <= min <= max of variable "n", but got [5, 4]}}
func.func private @bounds_reversed() attributes {tg.variables = {n = [5, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected tg.dims on argument 1, which has a dynamic size, but got none}}
func.func private @dims_missing(tensor<4xf32>, tensor<?xf32>) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected a list as tg.dims, but got "n" on argument 0}}
func.func private @dims_string(tensor<?xf32> {tg.dims = "n"}) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected tg.dims on a ranked tensor, but got 'index' on argument 0}}
func.func private @dims_on_index(index {tg.dims = []})

// -----

// expected-error@+1 {{'func.func' op expected 1 sizes in tg.dims, but got 2 on argument 0}}
func.func private @dims_rank(tensor<?xf32> {tg.dims = ["n", 4]}) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected the name of a variable for axis 0 in tg.dims, but got 4 : i64 on argument 0}}
func.func private @dims_constant(tensor<?xf32> {tg.dims = [4]}) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected a variable in tg.variables, but got unknown name "m" in tg.dims on argument 0}}
func.func private @dims_unknown(tensor<?xf32> {tg.dims = ["m"]}) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected a variable in tg.variables, but got unknown name "n" in tg.dims on argument 0}}
func.func private @dims_without_variables(tensor<?xf32> {tg.dims = ["n"]})

// -----

// expected-error@+1 {{'func.func' op expected 8 for axis 1 in tg.dims, but got 9 : i64 on argument 0}}
func.func private @dims_size(tensor<?x8xf32> {tg.dims = ["n", 9]}) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected 8 for axis 0 in tg.dims, but got "n" on argument 0}}
func.func private @dims_name(tensor<8xf32> {tg.dims = ["n"]}) attributes {tg.variables = {n = [1, 4]}}

// -----

// expected-error@+1 {{'func.func' op expected a non-empty string as tg.name, but got "" on argument 1}}
func.func private @name_empty(tensor<8xf32>, tensor<8xf32> {tg.name = ""})

// -----

// expected-error@+1 {{'func.func' op expected a non-empty string as tg.name, but got 1 : i64 on result 0}}
func.func private @name_number() -> (tensor<8xf32> {tg.name = 1})

// -----

// expected-error@+1 {{'func.func' op expected the number of an argument as tg.updates, but got "x" on result 0}}
func.func private @updates_string(tensor<8xf32>) -> (tensor<8xf32> {tg.updates = "x"})

// -----

// expected-error@+1 {{'func.func' op expected the number of an argument as tg.updates, but got 1 : i64 on result 0}}
func.func private @updates_range(tensor<8xf32>) -> (tensor<8xf32> {tg.updates = 1})

// -----

// expected-error@+1 {{'func.func' op expected the number of an argument as tg.updates, but got -1 : i64 on result 0}}
func.func private @updates_negative(tensor<8xf32>) -> (tensor<8xf32> {tg.updates = -1})

// -----

// expected-error@+1 {{'func.func' op expected result 0, which updates argument 0, to have type 'tensor<8xf32>', but got 'tensor<4xf32>'}}
func.func private @updates_type(tensor<8xf32>) -> (tensor<4xf32> {tg.updates = 0})

// -----

// expected-error@+1 {{'func.func' op expected one result to update argument 0, but got results 0 and 1}}
func.func private @updates_twice(tensor<8xf32>)
    -> (tensor<8xf32> {tg.updates = 0}, tensor<8xf32> {tg.updates = 0})

// -----

// expected-error@+1 {{'func.func' op expected tg.constant without a value, but got 1 : i64 on argument 0}}
func.func private @constant_value(tensor<8xf32> {tg.constant = 1})

// -----

// expected-error@+1 {{'func.func' op expected tg.constant on a tensor, but got 'index' as argument 1}}
func.func private @constant_index(tensor<8xf32>, index {tg.constant})

// -----

// expected-error@+1 {{'func.func' op expected argument 0, which is tg.constant, not to be updated, but result 0 does so}}
func.func private @constant_updated(tensor<8xf32> {tg.constant}) -> (tensor<8xf32> {tg.updates = 0})

// -----

// expected-note@+1 {{the function is here}}
func.func @variable_unknown() attributes {tg.variables = {n = [1, 4]}} {
  // expected-error@+1 {{'tg.variable' op expected a variable of the function, but got unknown name "m"}}
  %0 = tg.variable "m"
  return
}

// -----

// expected-note@+1 {{the function is here}}
func.func @variable_undeclared() {
  // expected-error@+1 {{'tg.variable' op expected a variable of the function, but got unknown name "n"}}
  %0 = tg.variable "n"
  return
}

// -----

// expected-error@+1 {{'tg.variable' op expected to be inside a function}}
%0 = tg.variable "n"
