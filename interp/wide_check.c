/* interp/wide_check.c -- accesses of many lanes as the checkers see them, beyond the gate's comparison.
 *
 * Lanes that run and stand side by side are looked at together (checker.h); only where that does not
 * do each is looked at by itself, as if it ran alone.
 *
 * Undefined bits: in batches no register has any. What is written is defined, then, and where what is
 * read is not, the trial that the batch is part of has failed (orders_trial.c).
 *
 * Invariant: every access of every lane that runs has been noted before the batch makes it.
 * Clauses:   M4-M6. */
#include "checker.h"
#include "shadow.h"
#include "wide_batch.h"

/* Nothing is reported here: the execution is done again. */
const uint32_t *hr_wide_met_undefined(hr_batch *batch)
{
	if (!hr_trial_fail(batch->thread->run))
		hr_bug("a batch has met undefined bits outside of a trial");
	batch->status = HR_TRAP;
	return NULL;
}

/* COUNT accesses of BYTES, STRIDE from one another. */
static bool shadow_run(hr_batch *batch, uint64_t address, uint64_t stride, unsigned count,
		       uint64_t bytes, bool write)
{
	hr_checker *checker = batch->thread->run->checker;

	if (stride == bytes || !stride) {
		bytes *= stride ? count : 1;
		count = 1;
	}
	for (unsigned i = 0; i < count; i++) {
		uint64_t at = address + i * stride;

		if (write)
			hr_shadow_clear(batch->shadow, at, bytes);
		else if (!hr_uninit_defined(checker, at, bytes))
			return hr_wide_met_undefined(batch) != NULL;
	}
	return true;
}

bool hr_wide_defined(hr_batch *batch, uint64_t address, uint64_t bytes, bool write)
{
	return !batch->shadow || shadow_run(batch, address, bytes, 1, bytes, write);
}

typedef struct lanes_access {
	uint32_t gate, bytes;
	const uint8_t *value; /* NULL: a read */
	uint32_t step;
} lanes_access;

static bool watch_run(hr_batch *batch, const lanes_access *access, unsigned first, unsigned count,
		      uint64_t address, uint64_t stride)
{
	const hr_gate *gate = *batch->gates[access->gate].gate;
	const hr_gate_run run = {address, stride, batch->tile.first + first, count};

	if (gate->watch && !hr_gate_watched_run(gate, &run, batch->wide->ops->watch)) {
		for (unsigned i = 0; i < count; i++)
			if (!hr_wide_admit(batch, access->gate, first + i, address + i * stride,
					   access->bytes,
					   access->value ? access->value +
								   (size_t)(first + i) * access->step
							 : NULL))
				return false;
		return true;
	}
	return !batch->shadow || gate->defined ||
	       shadow_run(batch, address, stride, count, access->bytes, access->value != NULL);
}

/* Lanes from LANE on that run, side by side, up to END; gives how many; *first: where they begin. */
static unsigned next_run(const hr_batch *batch, unsigned lane, unsigned end, unsigned *first)
{
	uint64_t bits;

	while (lane < end) {
		bits = batch->mask[lane / 64] >> lane % 64;
		if (bits)
			break;
		lane = (lane / 64 + 1) * 64;
	}
	if (lane >= end)
		return 0;
	lane += (unsigned)__builtin_ctzll(bits);
	*first = lane;
	while (lane < end && batch->mask[lane / 64] >> lane % 64 & 1) {
		bits = ~(batch->mask[lane / 64] >> lane % 64);
		lane += bits ? (unsigned)__builtin_ctzll(bits) : 64;
	}
	return (lane < end ? lane : end) - *first;
}

static uint64_t of_lane(const hr_batch *batch, const wide_affine *a, unsigned lane)
{
	return a->base + batch->column_of[lane] * a->stride[0] + batch->row_of[lane] * a->stride[1];
}

bool hr_wide_watch(hr_batch *batch, uint32_t gate, const wide_affine *a, uint32_t bytes,
		   const uint8_t *value, uint32_t step)
{
	const lanes_access access = {gate, bytes, value, step};
	const bool one_row = batch->rows == 1 || a->stride[1] == batch->columns * a->stride[0];
	unsigned end = batch->end_group * WIDE_GROUP, first, count;

	for (unsigned lane = batch->first_group * WIDE_GROUP;
	     (count = next_run(batch, lane, end, &first)) > 0; lane = first + count) {
		unsigned left = batch->columns - batch->column_of[first];

		if (!one_row && count > left)
			count = left;
		if (!watch_run(batch, &access, first, count, of_lane(batch, a, first), a->stride[0]))
			return false;
	}
	return true;
}

bool hr_wide_watch_array(hr_batch *batch, uint32_t gate, const uint64_t *index, uint64_t base,
			 uint64_t scale, uint32_t bytes, const uint8_t *value, uint32_t step)
{
	const lanes_access access = {gate, bytes, value, step};

	WIDE_FOR_LANES(batch, lane)
		if (!watch_run(batch, &access, (unsigned)lane, 1, base + index[lane] * scale, bytes))
			return false;
	return true;
}

/* A function begins in all lanes that run. */
const uint32_t *hr_wide_frame(hr_batch *batch, const uint32_t *pc)
{
	const wide_area *area = &batch->wide->areas.data[wide_inst_at(batch, pc[1])->area];

	if (!batch->shadow)
		return pc + 2;
	WIDE_FOR_LANES(batch, lane)
		hr_shadow_fill(batch->shadow,
			       hr_map_key(batch->memory) + lane * batch->memory_stride + area->slots,
			       area->code->frame_bytes - area->code->register_bytes, 0);
	return pc + 2;
}
