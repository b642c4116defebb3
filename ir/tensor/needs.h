/* ir/tensor/needs.h -- extents of a program's inputs and what its operations need, as text of a module
 * (X2), and their check against the shapes of a run. */
#ifndef HR_NEEDS_H
#define HR_NEEDS_H

#include "ir/tensor/tensor_program.h"

typedef struct hr_needs_input {
	const char *name;
	hr_elem elem;
	unsigned rank;
	hr_sym extent[HR_RANK_MOST];
} hr_needs_input;

typedef struct hr_needs {
	unsigned input_count, need_count;
	const hr_needs_input *inputs;
	const hr_need *needs;
} hr_needs;

/* Write the inputs of PROGRAM and its needs that are not conditional, a line each:
 *
 *	input x: f32 (batch, 3, 224)
 *	need Add_3: s0 = s1 */
void hr_needs_write(const hr_tprogram *program, FILE *out);
/* Read what hr_needs_write() writes; memory and texts are from ARENA. Return false, with the reason in
 * *WHY (in the arena), if TEXT is something else. */
bool hr_needs_read(hr_arena *arena, hr_symbols *symbols, const char *text, hr_needs *out,
		   const char **why) HR_MUST_CHECK;
/* Return true if SHAPES[i], the shape of input i, fit the inputs' extents and meet all needs whose symbols
 * are extents of inputs. Values of symbols are added to *VALUES. Else the reason is in *WHY (in the arena):
 * "Add_3 needs s0 = s1; s0 is 8 (axis 0 of x); s1 is 5 (axis 0 of y)". */
bool hr_needs_check(hr_arena *arena, hr_symbols *symbols, const hr_needs *of, const hr_dims *shapes,
		    hr_sym_values *values, const char **why) HR_MUST_CHECK;

#endif
