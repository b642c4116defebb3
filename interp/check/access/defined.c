/* interp/check/access/defined.c -- fully initialised objects, whose reads need no check of the
 * shadow (--check=uninit).
 *
 * The shadow of an object is searched when an access check for it opens. The search must not cost
 * more than running the instances, so each instance adds to a budget of bytes, and an object beyond
 * the budget counts as undefined. An object without any shadow needs no budget. The result is
 * cached for a few objects: "defined" until a part of the object becomes undefined, "undefined"
 * until the next grid.
 *
 * Invariant: an object recorded as defined has no undefined bit.
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  the shadow (interp/check/shadow.c). */
#include "interp/check/check_state.h"
#include "interp/check/shadow.h"

enum { PAID = 64 }; /* bytes added to the budget by each instance */
static const uint64_t most_paid = UINT64_C(1) << 32;

/* All access checks are closed at this point, so none depends on the entries that are dropped. */
void hr_defined_grid(hr_checker *checker, uint64_t count)
{
	check_known *known = &checker->known;
	unsigned left = 0;

	if (!checker->uninit)
		return;
	known->budget = count > (most_paid - known->budget) / PAID ? most_paid
								   : known->budget + PAID * count;
	for (unsigned i = 0; i < known->count && known->count < KNOWN_OBJECTS; i++)
		if (known->objects[i].defined)
			known->objects[left++] = known->objects[i];
	known->count = left;
}

/* Some of [ADDRESS, ADDRESS + BYTES) becomes undefined. */
static void lose(void *listener, uint64_t address, uint64_t bytes)
{
	hr_checker *checker = listener;
	bool any = false;

	for (unsigned i = 0; i < checker->known.count; i++) {
		known_object *at = &checker->known.objects[i];

		if (at->defined && at->base < address + bytes && address < at->end) {
			at->defined = false;
			any = true;
		}
	}
	if (any)
		hr_access_checks_close(checker);
}

static void listen(hr_checker *checker, hr_shadow *shadow, uint64_t base, uint64_t end)
{
	shadow->lost = lose;
	shadow->listener = checker;
	shadow->low = shadow->high && shadow->low < base ? shadow->low : base;
	shadow->high = shadow->high > end ? shadow->high : end;
}

bool hr_defined(hr_checker *checker, uint64_t base, uint64_t end)
{
	check_known *known = &checker->known;
	hr_shadow *shadow = hr_uninit_shadow(checker);
	uint64_t first;

	for (unsigned i = 0; i < known->count; i++)
		if (known->objects[i].base == base && known->objects[i].end == end)
			return known->objects[i].defined;
	if (known->count == KNOWN_OBJECTS)
		return false;
	if (!hr_shadow_exists(shadow, base, end)) {
		known->objects[known->count++] = (known_object){base, end, true};
		listen(checker, shadow, base, end);
		return true;
	}
	if (end - base > known->budget)
		return false;
	first = hr_uninit_next(checker, base, end);
	known->budget -= first - base;
	known->objects[known->count++] = (known_object){base, end, first == end};
	if (first == end)
		listen(checker, shadow, base, end);
	return first == end;
}
