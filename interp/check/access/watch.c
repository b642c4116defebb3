/* interp/check/access/watch.c -- the last write to one byte, and how all bytes are written.
 *
 * Schedules are deterministic, so the comparison of two of them (interp/orders/orders.c) finds the
 * last writer of a byte by running them again and observing every write to it.
 *
 * Owns:      the watch.
 * Clauses:   N4 (the instances that order-dependent names).
 * Not here:  choosing the byte (interp/orders/orders.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/run/deferred.h"

void hr_check_watch_begin(hr_checker *checker, uint64_t address)
{
	checker->watched = address;
	checker->write.hit = false;
	checker->run->observed = true;
	hr_access_checks_close(checker);
}

void hr_check_watch_end(hr_checker *checker, bool observed)
{
	checker->watched = 0;
	checker->tally = NULL;
	checker->run->observed = observed;
}

/* --- how bytes are written -------------------------------------------------------------------- */

/* Kinds of operations that commute only with operations of the same kind; MIXED: anything else. */
enum {
	COMBINE_SUM = 1,
	COMBINE_AND,
	COMBINE_OR,
	COMBINE_XOR,
	COMBINE_MAX,
	COMBINE_MIN,
	COMBINE_UMAX,
	COMBINE_UMIN,
	COMBINE_FSUM,
	COMBINE_MIXED
};

#define EACH_WIDTH(operation)                                                                      \
	HR_OP_rmw_##operation##_i8 : case HR_OP_rmw_##operation##_i16:                             \
	case HR_OP_rmw_##operation##_i32:                                                          \
	case HR_OP_rmw_##operation##_i64:                                                          \
	case HR_OP_rmw_##operation##_i128

#define EACH_FLOAT(operation) HR_OP_rmw_##operation##_f32 : case HR_OP_rmw_##operation##_f64

static uint64_t combine_of(const check_access *access)
{
	if (!(access->kind & HR_ACCESS_ATOMIC))
		return COMBINE_MIXED;
	switch (access->site->code->words[access->site->word]) {
	case EACH_WIDTH(add):
	case EACH_WIDTH(sub): return COMBINE_SUM;
	case EACH_WIDTH(and): return COMBINE_AND;
	case EACH_WIDTH(or): return COMBINE_OR;
	case EACH_WIDTH(xor): return COMBINE_XOR;
	case EACH_WIDTH(max): return COMBINE_MAX;
	case EACH_WIDTH(min): return COMBINE_MIN;
	case EACH_WIDTH(umax): return COMBINE_UMAX;
	case EACH_WIDTH(umin): return COMBINE_UMIN;
	case EACH_FLOAT(fadd):
	case EACH_FLOAT(fsub): return COMBINE_FSUM;
	default: return COMBINE_MIXED;
	}
}

/* All bytes of one number must be written the same way: the stored value includes the position
 * within the number. */
static void tally(hr_tally *self, const check_access *access)
{
	uint64_t combine = combine_of(access), before;

	for (uint64_t i = 0; i < access->bytes; i++) {
		uint64_t here =
			combine == COMBINE_MIXED ? combine : access->bytes << 16 | i << 8 | combine;

		if (hr_map_get(&self->combines, access->address + i, &before) && before != here)
			here = COMBINE_MIXED;
		hr_map_put(&self->combines, access->address + i, here);
	}
}

void hr_check_tally_begin(hr_checker *checker, hr_tally *tally)
{
	hr_check_watch_begin(checker, CHECK_EVERYTHING);
	checker->tally = tally;
}

bool hr_tally_commutes(const hr_tally *self, const uint8_t *byte)
{
	uint64_t combine;

	return hr_map_get(&self->combines, hr_map_key(byte), &combine) &&
	       (combine & 0xff) < COMBINE_FSUM;
}

bool hr_tally_sums(const hr_tally *self, const uint8_t *byte)
{
	uint64_t combine;

	return hr_map_get(&self->combines, hr_map_key(byte), &combine) &&
	       (combine & 0xff) == COMBINE_FSUM;
}

void hr_tally_free(hr_tally *self)
{
	hr_map_free(&self->combines);
}

/* --- one byte --------------------------------------------------------------------------------- */

void hr_check_watch(hr_checker *checker, const hr_thread *thread, const check_access *access)
{
	check_write *write = &checker->write;
	const hr_level *level = thread->level;

	if (checker->tally && access->kind & HR_ACCESS_WRITE)
		tally(checker->tally, access);
	if (!(access->kind & HR_ACCESS_WRITE) ||
	    checker->watched - access->address >= access->bytes)
		return;
	write->hit = true;
	write->site = access->site;
	write->address = access->address;
	write->bytes = access->bytes;
	write->execution = thread->execution;
	write->levels.count = 0;
	for (; level; level = level->parent)
		HR_PUSH(&write->levels, *level);
}

bool hr_check_last_write(hr_checker *checker, hr_last_write *last)
{
	check_write *write = &checker->write;

	memset(last, 0, sizeof(*last));
	if (!write->hit)
		return false;
	for (size_t i = 0; i + 1 < write->levels.count; i++)
		write->levels.data[i].parent = &write->levels.data[i + 1];
	last->address = write->address;
	last->bytes = write->bytes;
	last->execution = write->execution;
	last->floating = write->site->floating;
	last->place = hr_deferred_source(checker->run, write->site->code, write->site->word);
	last->where = hr_code_where(write->site->code, write->site->word);
	for (size_t i = write->levels.count; i > 0; i--) {
		hr_level *copy = HR_ARENA_NEW(&checker->arena, hr_level);

		*copy = write->levels.data[i - 1];
		copy->parent = last->level;
		last->level = copy;
	}
	return true;
}
