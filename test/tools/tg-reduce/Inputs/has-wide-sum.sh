#!/bin/sh
# Finds a program interesting (exit code 1) while it sums along an axis of a variable.
grep -q 'tg.sum.*tensor<?' "$1" && exit 1
exit 0
