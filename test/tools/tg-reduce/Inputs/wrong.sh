#!/bin/sh
# A tg-run to which every program is wrong.
echo "result 0 differs in 1 of 1 elements"
exit 1
