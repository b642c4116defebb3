/* ir/program/lookup.h -- from LLVM's values to the program's functions and globals, and to source
 * places.
 *
 * Values are LLVMValueRef passed as void *, so that only files that need LLVM include it. */
#ifndef HR_LOOKUP_H
#define HR_LOOKUP_H

#include "ir/program/program.h"

/* LLVM's contexts serve one thread at a time, and so do the program's arena and type table. The
 * lock is held while a function is lowered, and while anything here is asked once threads run. */
void hr_program_lock(void);
void hr_program_unlock(void);

/* What a constant address stands for: a function or global, and bytes added to it. */
typedef struct hr_symbol {
	bool is_function;
	uint32_t id; /* index in program->functions or ->globals */
	int64_t addend;
} hr_symbol;

/* VALUE is a function, global variable, alias, or a cast or constant getelementptr of one. False
 * for anything else, for ifuncs too. */
bool hr_symbol_of(const hr_program *program, void *value, hr_symbol *symbol);

/* The function VALUE stands for (aliases and casts are looked through), or NULL. */
hr_function *hr_function_of(const hr_program *program, void *value);
/* The global variable VALUE itself is, or NULL. */
hr_global *hr_global_of(const hr_program *program, void *value);

/* Places: the texts live as long as the program. The instruction's text is filled in as well, which
 * costs: only for a report. */
hr_where hr_where_instruction(hr_program *program, void *instruction);
hr_where hr_where_call(hr_program *program, void *instruction); /* without the text */
/* As hr_where_instruction(), while other threads may be lowering. */
hr_where hr_where_running(hr_program *program, void *instruction);
hr_where hr_where_function(hr_program *program, void *function);

#endif
