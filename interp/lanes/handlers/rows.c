/* interp/lanes/handlers/rows.c -- arithmetic on floats that reads its operands as rows of the
 * program's memory; compiled once for each instruction set.
 *
 * Groups of 16 by n instances that work on tiles of matrices load one element of a column for all
 * lanes of a row, or the same row for all rows. Copying these to arrays takes longer than the
 * arithmetic. Here each source has a kind (lane_slot) and is read in place.
 *
 * If all sources are arrays, the handler of ops.c is used. */
#include "interp/lanes/handlers/lane_rows.h"
#include "interp/lanes/handlers/lane_set.h"
#include "src/arith/arith.h"

#define VIEW(T) typedef hr_c_##T view_##T __attribute__((aligned(1), may_alias));
VIEW(F32)
VIEW(F64)

/* A source from the window on; each group is STEP bytes behind the previous one. */
typedef struct row_source {
	const uint8_t *at;
	ptrdiff_t step;
} row_source;

static inline row_source source_of(const hr_batch *batch, uint32_t place, size_t size)
{
	const lane_slot *slot = (const lane_slot *)(const void *)(batch->frame + place);
	row_source s = {slot->at, slot->kind == LANE_SLOT_ARRAY ? (ptrdiff_t)(LANE_GROUP * size)
								: slot->step};

	s.at += s.step * (ptrdiff_t)batch->first_group;
	return s;
}

static inline unsigned kind_of(const hr_batch *batch, uint32_t place)
{
	return ((const lane_slot *)(const void *)(batch->frame + place))->kind;
}

/* Return a bit mask of the sources that are one value for each group; 8 if all sources are
 * arrays. */
static inline unsigned kinds_of(const hr_batch *batch, const uint32_t *pc, unsigned count)
{
	unsigned any = 0, ones = 0;

	for (unsigned k = 0; k < count; k++) {
		any |= kind_of(batch, pc[2 + k]);
		ones |= (unsigned)(kind_of(batch, pc[2 + k]) == LANE_SLOT_ONE) << k;
	}
	return any ? ones : 8;
}

#define GROUPS const unsigned groups = batch->end_group - batch->first_group
#define OF_GROUP(T, name, g)                                                                       \
	const view_##T *const name##_ = (const view_##T *)(name.at + (ptrdiff_t)(g) * name.step)

/* One loop for each set of sources that are one value for each group. */
#define BIN_LOOP(ident, T, ones)                                                                   \
	case ones:                                                                                 \
		for (unsigned g = 0; g < groups; g++, d += LANE_GROUP) {                           \
			OF_GROUP(T, a, g);                                                         \
			OF_GROUP(T, b, g);                                                         \
			LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) d[i] =                \
				hr_a_##ident(a_[(ones) & 1 ? 0 : i], b_[(ones) & 2 ? 0 : i]);      \
		}                                                                                  \
		return pc + 4;
#define BIN(ident, T)                                                                              \
	HANDLER(rows_##ident)                                                                      \
	{                                                                                          \
		hr_c_##T *d = GROUPS_ARRAY(T, 1);                                                  \
		const row_source a = source_of(batch, pc[2], sizeof(*d)),                          \
				 b = source_of(batch, pc[3], sizeof(*d));                          \
		GROUPS;                                                                            \
                                                                                                   \
		switch (kinds_of(batch, pc, 2)) {                                                  \
			BIN_LOOP(ident, T, 0)                                                      \
			BIN_LOOP(ident, T, 1)                                                      \
			BIN_LOOP(ident, T, 2)                                                      \
			BIN_LOOP(ident, T, 3)                                                      \
		default:                                                                           \
			return batch->lane_code->ops->handlers[HR_OP_##ident * LANE_FORMS + 3](    \
				batch, pc);                                                        \
		}                                                                                  \
	}
#define TER_LOOP(ident, T, ones)                                                                   \
	case ones:                                                                                 \
		for (unsigned g = 0; g < groups; g++, d += LANE_GROUP) {                           \
			OF_GROUP(T, a, g);                                                         \
			OF_GROUP(T, b, g);                                                         \
			OF_GROUP(T, c, g);                                                         \
			LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) d[i] =                \
				hr_a_##ident(a_[(ones) & 1 ? 0 : i], b_[(ones) & 2 ? 0 : i],       \
					     c_[(ones) & 4 ? 0 : i]);                              \
		}                                                                                  \
		return pc + 5;
#define TER(ident, T)                                                                              \
	HANDLER(rows_##ident)                                                                      \
	{                                                                                          \
		hr_c_##T *d = GROUPS_ARRAY(T, 1);                                                  \
		const row_source a = source_of(batch, pc[2], sizeof(*d)),                          \
				 b = source_of(batch, pc[3], sizeof(*d)),                          \
				 c = source_of(batch, pc[4], sizeof(*d));                          \
		GROUPS;                                                                            \
                                                                                                   \
		switch (kinds_of(batch, pc, 3)) {                                                  \
			TER_LOOP(ident, T, 0)                                                      \
			TER_LOOP(ident, T, 1)                                                      \
			TER_LOOP(ident, T, 2)                                                      \
			TER_LOOP(ident, T, 3)                                                      \
			TER_LOOP(ident, T, 4)                                                      \
			TER_LOOP(ident, T, 5)                                                      \
			TER_LOOP(ident, T, 6)                                                      \
			TER_LOOP(ident, T, 7)                                                      \
		default:                                                                           \
			return batch->lane_code->ops->handlers[HR_OP_##ident * LANE_FORMS + 7](    \
				batch, pc);                                                        \
		}                                                                                  \
	}
LANE_ROWS(BIN, TER)
