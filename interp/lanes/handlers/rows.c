/* interp/lanes/handlers/rows.c -- arithmetic on floats that finds its operands as rows of the
 * program's memory; compiled once for each instruction set.
 *
 * Groups of 16 by n instances that work on tiles of matrices load, for all lanes of a row, one
 * element of a column, or for all rows the same row. To spread these over arrays takes longer than
 * the arithmetic: here each source has a kind (lane_slot), and is read as it lies there.
 *
 * Where no source is of a kind of its own, the handler of ops.c does it. */
#include "interp/lanes/handlers/lane_rows.h"
#include "interp/lanes/handlers/lane_set.h"
#include "src/arith/arith.h"

#define VIEW(T) typedef hr_c_##T view_##T __attribute__((aligned(1), may_alias));
VIEW(F32)
VIEW(F64)

/* A source from the window on: that of a group lies STEP bytes behind that of the one before. */
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

/* Bit 1: source 1 is one value for each group; bit 2: source 2 is. 8: all are arrays. */
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

/* One loop for each set of sources that are one value for a group. */
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
