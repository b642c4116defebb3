/* interp/check/access/undo.c -- saves and restores the state of the checkers for speculative runs
 * (interp/orders/speculative.c).
 *
 * The race checker's state is not saved: the accesses of the first run are ordered before those of
 * its repetition, and accesses that were found to race have not been overwritten
 * (interp/check/race/race.c).
 *
 * Owns:      the saved state.
 * Clauses:   M4-M6.
 * Not here:  the program's memory (interp/orders/memory.c). */
#include "interp/check/race/check_race.h"
#include "interp/check/shadow.h"

/* Consecutive bytes of memory whose shadow is uniform. */
typedef struct saved_shadow {
	uint64_t address, bytes;
	uint32_t undefined, origin; /* of every four bytes */
} saved_shadow;

struct check_snapshot {
	size_t findings, missing;
	HR_VEC(saved_shadow) shadow;
	HR_VEC(check_range) memory;
};

void hr_check_snapshot_free(hr_checker *checker)
{
	if (!checker->to_undo)
		return;
	HR_VEC_FREE(&checker->to_undo->shadow);
	HR_VEC_FREE(&checker->to_undo->memory);
	hr_free(checker->to_undo);
}

bool hr_check_is_alone(const hr_checker *checker)
{
	return !checker->race || (checker->race->open.count <= 1 && !checker->race->crowded);
}

void hr_check_snapshot(hr_checker *checker)
{
	check_snapshot *snapshot = checker->to_undo;

	if (!snapshot)
		snapshot = checker->to_undo = hr_alloc_zero(sizeof(*snapshot));
	snapshot->findings = checker->findings.count;
	snapshot->missing = hr_check_attributes_missing(checker);
	snapshot->shadow.count = snapshot->memory.count = 0;
	if (checker->race)
		checker->race->missed = false;
	if (checker->race && checker->race->shared)
		checker->race->shared->missed = false;
}

bool hr_check_missed(const hr_checker *checker)
{
	return !checker->race || checker->race->missed ||
	       (checker->race->shared && checker->race->shared->missed);
}

/* Return the shadow of the four bytes at ADDRESS, which have undefined bits. */
static saved_shadow shadow_at(const hr_shadow *shadow, uint64_t address)
{
	const hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);
	uint64_t at = address & (HR_SHADOW_BYTES - 1);
	saved_shadow one = {
		.address = address, .bytes = 4, .origin = hr_shadow_origin(shadow, address)};

	memcpy(&one.undefined, &chunk->undefined[at], sizeof(one.undefined));
	return one;
}

void hr_check_snapshot_memory(hr_checker *checker, const void *base, size_t bytes)
{
	check_snapshot *snapshot = checker->to_undo;
	uint64_t at = hr_map_key(base), end = at + bytes;
	hr_shadow *shadow;

	if (!checker->uninit)
		return;
	shadow = hr_uninit_shadow(checker);
	HR_PUSH(&snapshot->memory, (check_range){.base = at, .end = end});
	while ((at = hr_shadow_next(shadow, at, end)) < end) {
		saved_shadow one = shadow_at(shadow, at & ~UINT64_C(3)), *last;

		at = one.address + 4;
		last = snapshot->shadow.count ? &HR_LAST(&snapshot->shadow) : NULL;
		if (last && last->address + last->bytes == one.address &&
		    last->undefined == one.undefined && last->origin == one.origin)
			last->bytes += 4;
		else
			HR_PUSH(&snapshot->shadow, one);
	}
}

static void undo_findings(hr_checker *checker)
{
	while (checker->findings.count > checker->to_undo->findings)
		hr_map_remove(&checker->finding_index,
			      checker->findings.data[--checker->findings.count].key);
}

static void undo_shadow(hr_checker *checker)
{
	const check_snapshot *snapshot = checker->to_undo;
	hr_shadow *shadow = hr_uninit_shadow(checker);

	for (size_t i = 0; i < snapshot->memory.count; i++)
		hr_shadow_clear(shadow, snapshot->memory.data[i].base,
				snapshot->memory.data[i].end - snapshot->memory.data[i].base);
	for (size_t i = 0; i < snapshot->shadow.count; i++) {
		const saved_shadow *one = &snapshot->shadow.data[i];

		if (one->undefined == UINT32_MAX)
			hr_shadow_fill(shadow, one->address, one->bytes, one->origin);
		else
			for (uint64_t at = 0; at < one->bytes; at += 4)
				hr_shadow_write(shadow, one->address + at, 4, one->undefined,
						one->origin);
	}
}

void hr_check_undo(hr_checker *checker)
{
	hr_access_checks_close(checker);
	undo_findings(checker);
	hr_check_attributes_undo(checker, checker->to_undo->missing);
	if (checker->uninit)
		undo_shadow(checker);
}
