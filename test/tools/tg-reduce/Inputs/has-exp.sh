#!/bin/sh
# Finds a program interesting (exit code 1) while it has a tg.exp that is returned.
grep -q 'tg.exp' "$1" && exit 1
exit 0
