//===- TileSignals.cpp - runs matrix instructions in software ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that is loaded before others (LD_PRELOAD): a program that uses
// tiles (AMX) or products of bf16 (AVX512_BF16) runs on a processor that has
// none. What the processor refuses comes here as a signal; what is none of
// these, or one that a processor with them would refuse, goes to who handled
// the signal before.
//
// The program asks the system for the right to use tiles, and sets handlers of
// its own; both calls are answered here.
//
//===----------------------------------------------------------------------===//

#include "DotInstruction.h"
#include "TileState.h"
#include "VectorRegisters.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

using namespace tinygrad::test;

namespace {
/// Of the thread's own, from its start.
__attribute__((tls_model("initial-exec"))) thread_local TileState state;

using Sigaction = int (*)(int, const struct sigaction *, struct sigaction *);

Sigaction getSigaction() {
  static const auto real =
      reinterpret_cast<Sigaction>(dlsym(RTLD_NEXT, "sigaction"));
  return real;
}

/// The handler that the program set.
struct sigaction before = {};

/// Registers in the order of instructions' numbers.
constexpr int kRegisters[] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

int64_t getRegister(int number, const greg_t *registers) {
  return number < 0 ? 0 : registers[kRegisters[number]];
}

/// Without the index.
uint8_t *getAddress(const MemoryOperand &operand, unsigned length,
                    const greg_t *registers) {
  int64_t address = getRegister(operand.base, registers) + operand.displacement;
  if (operand.fromNext)
    address += registers[REG_RIP] + length;
  return reinterpret_cast<uint8_t *>(address);
}

int64_t getIndex(const MemoryOperand &operand, const greg_t *registers) {
  return static_cast<int64_t>(
      static_cast<uint64_t>(getRegister(operand.index, registers))
      << operand.shift);
}

bool execute(const TileInstruction &instruction, const greg_t *registers) {
  uint8_t *memory =
      getAddress(instruction.memory, instruction.length, registers);
  // Of a tile the index is the step from row to row.
  int64_t index = getIndex(instruction.memory, registers);
  switch (instruction.op) {
  case TileOp::LoadConfig:
    return state.loadConfig(memory + index);
  case TileOp::StoreConfig:
    return state.storeConfig(memory + index), true;
  case TileOp::Release:
    return state.release(), true;
  case TileOp::Zero:
    return state.zero(instruction.tile);
  case TileOp::Load:
    return state.load(instruction.tile, memory, index);
  case TileOp::Store:
    return state.store(instruction.tile, memory, index);
  default:
    return state.multiply(instruction.op, instruction.tile, instruction.left,
                          instruction.right);
  }
}

bool execute(const DotInstruction &instruction, ucontext_t *context) {
  VectorRegisters vectors(context);
  if (!vectors.isValid())
    return false;
  const greg_t *registers = context->uc_mcontext.gregs;
  uint32_t words[VectorRegisters::kWords], left[VectorRegisters::kWords],
      right[VectorRegisters::kWords];
  vectors.read(instruction.sums, words);
  vectors.read(instruction.left, left);
  if (instruction.right >= 0) {
    vectors.read(static_cast<unsigned>(instruction.right), right);
  } else {
    const uint8_t *memory =
        getAddress(instruction.memory, instruction.length, registers) +
        getIndex(instruction.memory, registers);
    for (unsigned lane = 0; lane != instruction.lanes; ++lane)
      std::memcpy(right + lane,
                  memory + (instruction.isBroadcast ? 0 : 4 * lane), 4);
  }
  float sums[VectorRegisters::kWords];
  std::memcpy(sums, words, sizeof(sums));
  multiplyPairs(sums, left, right, instruction.lanes);
  // What is beyond a short vector becomes 0.
  std::memset(words, 0, sizeof(words));
  std::memcpy(words, sums, 4 * instruction.lanes);
  vectors.write(instruction.sums, words);
  return true;
}

void handle(int signal, siginfo_t *info, void *context) {
  greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  auto *code = reinterpret_cast<const uint8_t *>(registers[REG_RIP]);
  if (auto instruction = decodeTileInstruction(code);
      instruction && execute(*instruction, registers)) {
    registers[REG_RIP] += instruction->length;
    return;
  }
  if (auto instruction = decodeDotInstruction(code);
      instruction &&
      execute(*instruction, static_cast<ucontext_t *>(context))) {
    registers[REG_RIP] += instruction->length;
    return;
  }
  if (before.sa_flags & SA_SIGINFO)
    return before.sa_sigaction(signal, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
    return before.sa_handler(signal);
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  getSigaction()(signal, &plain, nullptr);
}

__attribute__((constructor)) void install() {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  getSigaction()(SIGILL, &action, nullptr);
}
} // namespace

extern "C" {

__attribute__((visibility("default"))) int
sigaction(int signal, const struct sigaction *action, struct sigaction *old) {
  if (signal != SIGILL)
    return getSigaction()(signal, action, old);
  if (old)
    *old = before;
  if (action)
    before = *action;
  return 0;
}

/// ARCH_REQ_XCOMP_PERM of XTILEDATA succeeds.
__attribute__((visibility("default"))) long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  if (number == SYS_arch_prctl && a == 0x1023 && b == 18 &&
      !std::getenv("TILE_EMULATOR_REFUSES"))
    return 0;
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}
}
