/* interp/row/move/row_move.h -- the one copy: which element goes where. */
#ifndef HR_ROW_MOVE_H
#define HR_ROW_MOVE_H

#include "interp/row/row_private.h"

/* Element (i0, i1, ...) of a result is element from[0][i0] + from[1][i1] + ... of an operand, or the fill if
 * any of these is negative. The tables are allocated by hr_moves_axis() and freed by hr_move(). */
typedef struct hr_moves {
	unsigned rank;
	uint64_t dim[HR_RANK_MOST];
	int64_t *from[HR_RANK_MOST];
} hr_moves;

/* Append an axis of EXTENT and return its table, zeroed. */
int64_t *hr_moves_axis(hr_moves *moves, uint64_t extent);
/* Append an axis of EXTENT whose elements are STEP apart. */
void hr_moves_run(hr_moves *moves, uint64_t extent, uint64_t step);

/* Copy the elements and bounds of FROM to RESULT, and free the tables. FILL is a scalar of the same type;
 * NULL: 0. */
void hr_move(const hr_tensor_data *from, hr_moves *moves, const hr_tensor_data *fill,
	     hr_tensor_data *result);
/* Free the tables. */
void hr_moves_free(hr_moves *moves);
/* Copy all elements in their order. */
void hr_move_all(const hr_tensor_data *from, hr_tensor_data *result);

/* Return FROM, or a copy in *MADE that is wide or not as RESULT; free with hr_free_like(). */
const hr_tensor_data *hr_like(const hr_tensor_data *from, const hr_tensor_data *result,
			      hr_tensor_data *made);
void hr_free_like(const hr_tensor_data *like, const hr_tensor_data *made);

/* Return the product of the extents of axes FIRST to END - 1. */
uint64_t hr_extents(const hr_dims *shape, unsigned first, unsigned end);

/* --- integers as operands --------------------------------------------------------------------- */

/* Some integers, such as a shape or axes. */
enum { HR_FEW = 2 * HR_RANK_MOST };
typedef struct hr_few {
	unsigned count;
	int64_t at[HR_FEW];
} hr_few;

/* Set *FEW to the elements of operand I, a scalar or vector of integers; of none, if it is omitted. */
bool hr_few_of(const hr_row_job *job, unsigned i, hr_few *few, char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Set *FEW to the axes in operand I, from -RANK to RANK - 1, as 0 to RANK - 1; if it is omitted, to the
 * first COUNT axes. Refuse an axis that is there twice, or another number of axes than COUNT. */
bool hr_few_axes(const hr_row_job *job, unsigned i, unsigned rank, unsigned count, hr_few *few,
		 char why[HR_ROW_WHY]) HR_MUST_CHECK;

#endif
