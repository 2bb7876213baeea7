//===- Options.td - the options of tg-run ------------------*- tablegen -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// An option with a value: `--name value` or `--name=value`.
multiclass Eq<string name, string metavar, string help> {
  def NAME : Separate<["--"], name>, MetaVarName<metavar>, HelpText<help>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

def help : F<"help", "Print this text">;
def version : F<"version", "Print the versions of TinyGrad and LLVM">;

// What to run.
defm entry : Eq<"entry", "<name>",
  "The function to run (default: main, or the only public one); 'all': each public function in turn">;
defm device : Eq<"device", "cpu|opencl|cuda|hip|null",
  "The device to run on, such as opencl or cuda:1 (default: cpu); null runs nothing">;
defm target : Eq<"target", "<target>",
  "The processor to compile for: host, x86-64, x86-64-v3, x86-64-v4 (default: host)">;
defm threads : Eq<"threads", "<n>", "Threads to use (default: all that the process may use)">;
def reference : F<"reference", "Interpret the program by the reference instead of compiling it">;

// Data. <arg> is a position, counting all arguments (results), or a tg.name.
defm input : Eq<"input", "[<arg>=]<data>",
  "An argument's data: a .npy file, random[:seed], edges[:seed] (extreme values and random bits) or zeros; "
  "without <arg>: for each argument that has none">;
defm weights : Eq<"weights", "<file>", "A safetensors file with the arguments named by tg.name">;
defm var : Eq<"var", "<name>=<n>", "The value of a variable">;
defm output : Eq<"output", "<result>=<file.npy>", "Write a result">;
defm expect : Eq<"expect", "<result>=<file.npy>",
  "Compare a result; exit 1 where it differs">;
defm rtol : Eq<"rtol", "<x>", "Relative tolerance of --expect for floats (default: 1e-5)">;
defm atol : Eq<"atol", "<x>", "Absolute tolerance of --expect for floats (default: 1e-6)">;

// Checks.
def verify : F<"verify",
  "Run the compiled program and the reference, and compare: bit for bit, or within the error bound of "
  "the reductions that a result depends on">;
def check_replay : F<"check-replay",
  "Compare the reference, a run item by item, replays with these and other inputs, without a memory "
  "plan and without launch graphs">;
def poison : F<"poison", "Fill fresh memory with NaN bits, so that reading what nothing wrote shows">;

// Compiler.
def no_opt : F<"no-opt", "Choose no optimisations for kernels (NOOPT=1)">;
defm tc : Eq<"tc", "<n>",
  "Matrix units: 0 none, 1 where they fit (default), 2 their tiles only, computed without them">;
defm beam : Eq<"beam", "<n>",
  "Search for the fastest opts of each kernel, changing the n best lists in each round; 0: choose them by rules "
  "(BEAM, default: 0)">;
defm search_seconds : Eq<"search-seconds", "<x>",
  "The time of the search for one kernel (default: 10); without --beam, its width is 4">;
defm log_kernels : Eq<"log-kernels", "<file>",
  "Append each kernel that is compiled to a file, with its opts, a line each, for tg-opt (LOGKERNS)">;
defm cache_dir : Eq<"cache-dir", "<dir>",
  "Keep compiled kernels in a folder, and take them from there (CACHELEVEL=1: in the user's cache folder, "
  "CACHELEVEL=0: never)">;
def no_cubin : F<"no-cubin", "Give CUDA's driver PTX alone, even where ptxas makes cubins of it">;
def no_plan : F<"no-plan", "Give each intermediate buffer memory of its own">;
def prune : F<"prune", "Run what depends on no input and no variable once, before the first run">;
def no_graph : F<"no-graph", "Launch item by item, without launch graphs (JIT=2)">;
defm batch_size : Eq<"jit-batch-size", "<n>",
  "Items of the first launch graph; 0: no limit (JIT_BATCH_SIZE, default: 32)">;

// What to show.
def bench : F<"bench", "Measure replays through the launch graphs">;
def bench_eq : Joined<["--"], "bench=">, MetaVarName<"<n>">, HelpText<"The same, <n> of them">;
def json : F<"json", "Print the measurements as one line of JSON">;
def stats : F<"stats", "Print kernels, graphs, memory and compile times">;
defm emit : Eq<"emit", "<stage>",
  "Print the program at a stage instead of running it: tg, schedule, uop, code, llvm, asm, jit, tree">;
defm emit_library : Eq<"emit-library", "<prefix>",
  "Write <prefix>.so and <prefix>.h instead of running: the function for C programs that link "
  "libTinyGradRuntime, with what --weights gives as part of it">;
defm dump_ir : Eq<"dump-ir", "<dir>", "Write the program at every stage to a folder">;
defm viz : Eq<"viz", "<file.html|file.dot>",
  "Draw the program as a page for browsers, or the tensors and their kernels for Graphviz (VIZ=1: viz.html; GRAPHPATH=p: p.dot and p.svg)">;
defm trace : Eq<"trace", "<file.json>", "Write what ran when, for Perfetto">;
defm debug : Eq<"debug", "<level>", "Log more, from 1 to 7 (DEBUG)">;
