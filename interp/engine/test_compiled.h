/* interp/engine/test_compiled.h -- functions shared by the tests of instructions and intrinsics. */
#ifndef HR_TEST_COMPILED_H
#define HR_TEST_COMPILED_H

#include <stdbool.h>
#include <stdint.h>

/* Run every function `void f(ptr in, ptr out)` of the module SOURCE in the engine and compiled, on
 * the same input bytes (doubles if FLOATS), and compare the outputs. Functions whose names begin
 * with trap_ are only interpreted, and must end with the diagnostic named by the rest of the
 * name. */
void hr_compiled_run(const char *source, bool floats);
/* The same, but the compiled module is PLAIN, which has functions of the same names. */
void hr_compiled_compare(const char *source, const char *plain, bool floats);
extern unsigned hr_compiled_failures;

/* A module that is loaded for the engine, and compiled if wanted. */
typedef struct hr_both hr_both;
hr_both *hr_both_load(const char *source);
/* Compile SOURCE, for the features that its functions name, or plain ones. */
void hr_both_compile(hr_both *b, const char *source);
/* Run function NAME on IN and OUT; return false, and print why, if it does not end normally. */
bool hr_both_interpret(hr_both *b, const char *name, uint8_t *in, uint8_t *out);
void hr_both_run_compiled(hr_both *b, const char *name, uint8_t *in, uint8_t *out);
void hr_both_unload(hr_both *b);

/* Record the instructions and intrinsics in FUNCTION (an LLVMValueRef) and the functions that it
 * calls: they ran and gave the right result. The record is shared by all processes of the test. */
void hr_cover(void *function);
/* Call before the first test runs. */
void hr_cover_begin(void);
bool hr_compiled_knows(const char *name); /* true for an intrinsic of the linked LLVM */
/* Return the number of rows that have not run on all classes of types they claim, and print their
 * names. */
unsigned hr_cover_check(void);

/* test_rows.c: the cases for rows of ir/lower/intrinsic.def. */
struct TCase;
void hr_rows_add(struct TCase *tcase);

#endif
