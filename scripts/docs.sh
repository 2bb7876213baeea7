#!/usr/bin/env bash
# Writes the reference pages of all dialects and passes, from their TableGen
# definitions, to docs/generated (which git ignores: the .td files are the
# source).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=docs/generated
tblgen=(/usr/lib/llvm-22/bin/mlir-tblgen -I include -I /usr/lib/llvm-22/include)
rm -rf "$out"
mkdir -p "$out"

page() { # file, title, generator flags…
  local file=$out/$1 title=$2
  shift 2
  {
    printf '# %s\n\n' "$title"
    "${tblgen[@]}" "$@"
  } >"$file"
  echo "$file"
}

page tg.md "The tg dialect" -gen-dialect-doc -dialect=tg \
  include/TinyGrad/Dialect/Tensor/IR/TensorOps.td
page uop.md "The uop dialect" -gen-dialect-doc -dialect=uop \
  include/TinyGrad/Dialect/UOp/IR/UOpAll.td
page jit.md "The jit dialect" -gen-dialect-doc -dialect=jit \
  include/TinyGrad/Dialect/JIT/IR/JITOps.td
while IFS= read -r td; do
  name=${td#include/TinyGrad/}
  name=${name%/Passes.td}
  page "passes-${name//\//-}.md" "Passes in $name" -gen-pass-doc "$td"
done < <(git ls-files 'include/*Passes.td')
