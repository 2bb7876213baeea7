//===- TileLoops.h - loops of tile products (AMX) ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of two by two tiles, 16 rows of 64 bytes each, that stay in their registers:
// what `tg-run --bench` and bench/limits.cpp measure the limit of a unit by. In
// assembly, since virtual machines' model numbers lie, and with them
// -march=native. Needs no other header, and x86-64.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TG_RUN_TILELOOPS_H
#define TINYGRAD_TOOLS_TG_RUN_TILELOOPS_H

namespace tinygrad::run {
struct alignas(64) TileConfig {
  unsigned char palette = 1, start = 0, reserved[14] = {};
  unsigned short rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  unsigned char rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
} // namespace tinygrad::run

/// Defines a function that does four products, `count` times.
#define TINYGRAD_TILE_LOOP(name, instruction)                                  \
  static void name(long count) {                                               \
    static const ::tinygrad::run::TileConfig config;                           \
    asm volatile("ldtilecfg %1\n"                                              \
                 "1:\n" instruction " %%tmm6, %%tmm4, %%tmm0\n" instruction    \
                 " %%tmm7, %%tmm4, %%tmm1\n" instruction                       \
                 " %%tmm6, %%tmm5, %%tmm2\n" instruction                       \
                 " %%tmm7, %%tmm5, %%tmm3\n"                                   \
                 "dec %0\n"                                                    \
                 "jnz 1b\n"                                                    \
                 "tilerelease\n"                                               \
                 : "+r"(count)                                                 \
                 : "m"(config)                                                 \
                 : "cc");                                                      \
  }

#endif // TINYGRAD_TOOLS_TG_RUN_TILELOOPS_H
