/* tools/fuzz/fuzz.h -- what a fuzz target is, and what targets share.
 *
 * A *target* reads the bytes of one file as a command would, in this process. It has libFuzzer's
 * interface, which libFuzzer or replay.c calls. Nothing of an input is left when a target returns,
 * except after memory has run out (fuzz_memory_ends()). */
#ifndef HR_FUZZ_H
#define HR_FUZZ_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "src/base/vec.h"

/* --- libFuzzer's interface, defined by each target --------------------------------------------- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Optional: change the SIZE bytes of DATA, which has room for MOST. Return the new size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Defined by libFuzzer or replay.c: change bytes without regard to their meaning. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* --- fuzz.c -------------------------------------------------------------------------------------- */

/* Random numbers, for mutators. */
typedef struct fuzz_random {
	uint64_t state;
} fuzz_random;
fuzz_random fuzz_random_new(unsigned seed);
/* Return a number below LIMIT, which is not 0. */
uint64_t fuzz_below(fuzz_random *random, uint64_t limit);
/* Return a 64-bit number: often one at which an encoding or a check changes its result. */
uint64_t fuzz_number(fuzz_random *random);

/* Return a stream that discards what is written. */
FILE *fuzz_nowhere(void);

/* Return the folder of this process for files, "/tmp/fuzz-...", which is removed when the process ends. */
const char *fuzz_folder(void);
/* Return the path of NAME in that folder; valid until the second call after it. */
const char *fuzz_path(const char *name);
/* Write the file NAME in that folder. */
void fuzz_write(const char *name, const void *data, size_t size);
/* Remove the files in that folder. */
void fuzz_clear(void);

/* Like the commands, let memory that runs out end the work on an input: jump to *TO, or if it is NULL
 * nowhere. What the work had is lost: leaks are no longer looked for in this process. */
void fuzz_memory_ends(jmp_buf *to);

/* --- program.c --------------------------------------------------------------------------------------
 */

/* Do with a module, of SIZE bytes followed by a 0, what hpvm-run does with a file NAME: load it, print its graphs, and
 * run it in the sandbox (docs/security.md), its main() or else its roots with small arguments. Which checkers are on,
 * and how many lanes a batch has, follows from the contents. */
void fuzz_program(const char *name, const uint8_t *bytes, size_t size);
/* Launch ROOT of the module in MODULE, a text of LLVM assembly, with the arguments in the file at PATH. NUMBER says which
 * checkers are on, and how many lanes a batch has. */
void fuzz_launch(const char *module, const char *root, const char *path, uint64_t number);

#endif
