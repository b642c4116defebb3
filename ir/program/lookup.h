/* ir/program/lookup.h -- maps LLVM's values to the program's functions and globals, and to source
 * places.
 *
 * Values are LLVMValueRef passed as void *, so that only files that need LLVM include it. */
#ifndef HR_LOOKUP_H
#define HR_LOOKUP_H

#include "ir/program/program.h"

/* LLVM's contexts serve one thread at a time, and so do the program's arena and type table. Hold
 * the lock while a function is lowered, and during any call of the functions below once several
 * threads run. */
void hr_program_lock(void);
void hr_program_unlock(void);

/* The symbol of a constant address: a function or global, plus a number of bytes. */
typedef struct hr_symbol {
	bool is_function;
	uint32_t id; /* index in program->functions or ->globals */
	int64_t addend;
} hr_symbol;

/* Find the symbol if VALUE is a function, global variable, alias, or a cast or constant
 * getelementptr of one. Return false otherwise, also for ifuncs. */
bool hr_symbol_of(const hr_program *program, void *value, hr_symbol *symbol);

/* Return the function that VALUE stands for (through aliases and casts), or NULL. */
hr_function *hr_function_of(const hr_program *program, void *value);
/* Return the global variable that VALUE itself is, or NULL. */
hr_global *hr_global_of(const hr_program *program, void *value);

/* Return places, whose texts are valid as long as the program. The text of the instruction is
 * filled in as well, which is slow: use it only for a report. */
hr_where hr_where_instruction(hr_program *program, void *instruction);
hr_where hr_where_call(hr_program *program, void *instruction); /* without the text */
/* As hr_where_instruction(), for use while other threads may be lowering. */
hr_where hr_where_running(hr_program *program, void *instruction);
hr_where hr_where_function(hr_program *program, void *function);

#endif
