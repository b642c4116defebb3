/* interp/engine/test_compiled.h -- what the tests of instructions and intrinsics share. */
#ifndef HR_TEST_COMPILED_H
#define HR_TEST_COMPILED_H

#include <stdbool.h>

/* Runs every function `void f(ptr in, ptr out)` of the module that SOURCE is, in the engine and
 * compiled, on the same input bytes (doubles, if FLOATS). Functions whose names begin with trap_
 * are only interpreted and must end with the diagnostic that the rest of the name says. */
void hr_compiled_run(const char *source, bool floats);
/* The same; what is compiled is PLAIN, which has functions of the same names. */
void hr_compiled_compare(const char *source, const char *plain, bool floats);
extern unsigned hr_compiled_failures;

/* Notes what FUNCTION (an LLVMValueRef) and the functions it calls are made of: it ran, and its
 * result was right. Shared by all processes of the test. */
void hr_cover(void *function);
/* Before the first test runs. */
void hr_cover_begin(void);
bool hr_compiled_knows(const char *name); /* an intrinsic of the linked LLVM */
/* How many rows have not run on all they claim; names them. */
unsigned hr_cover_check(void);

/* test_rows.c: the cases that are made for rows of ir/lower/intrinsic.def. */
struct TCase;
void hr_rows_add(struct TCase *tcase);

#endif
