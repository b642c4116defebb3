/* interp/check/test_shadow.c -- compares shadow memory (shadow.h) with a plain array: M6. */
#include <stdlib.h>

#include "interp/check/shadow.h"
#include "interp/schedule/test_graph.h"

enum {
	BASE = 3 * HR_SHADOW_BYTES / 2, /* the tested memory spans three chunks */
	BYTES = 2 * HR_SHADOW_BYTES,
	STEPS = 300,
};

typedef struct model {
	uint8_t undefined[BYTES];
	uint32_t origin[BYTES]; /* of undefined bytes; the four bytes of a word share one */
} model;

static const uint32_t origins[] = {HR_SHADOW_HOST, 2, 77, UINT32_C(1) << 31};

static uint64_t random_below(uint64_t *state, uint64_t limit)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (*state >> 20) % limit;
}

static void fill(hr_shadow *shadow, model *known, uint64_t at, uint64_t bytes, uint32_t origin)
{
	hr_shadow_fill(shadow, BASE + at, bytes, origin);
	memset(known->undefined + at, 0xFF, bytes);
	for (uint64_t i = at; i < at + bytes; i++)
		known->origin[i] = origin;
}

static void clear(hr_shadow *shadow, model *known, uint64_t at, uint64_t bytes)
{
	hr_shadow_clear(shadow, BASE + at, bytes);
	memset(known->undefined + at, 0, bytes);
}

static void same(const hr_shadow *shadow, const model *known)
{
	uint64_t next = BASE, wrong = 0;

	for (uint64_t i = 0; i < BYTES; i++) {
		if (!known->undefined[i])
			continue;
		next = hr_shadow_next(shadow, next, BASE + BYTES);
		wrong += next != BASE + i || hr_shadow_origin(shadow, next) != known->origin[i];
		next++;
	}
	ck_assert_uint_eq(wrong, 0);
	ck_assert_uint_eq(hr_shadow_next(shadow, next, BASE + BYTES), BASE + BYTES);
}

/* Small and large pieces, with several origins in the same chunk. */
START_TEST(pieces_are_undefined_and_know_where_from)
{
	hr_shadow shadow = {0};
	model *known = hr_alloc_zero(sizeof(*known));
	uint64_t state = 1;

	ck_assert(hr_shadow_init(&shadow));
	for (unsigned step = 0; step < STEPS; step++) {
		uint64_t most = step % 8 ? 4000 : 300000;
		uint64_t bytes = (1 + random_below(&state, most / 4)) * 4;
		uint64_t at = random_below(&state, (BYTES - bytes) / 4) * 4;
		uint32_t origin = origins[random_below(&state, 4)];

		if (random_below(&state, 3))
			fill(&shadow, known, at, bytes, origin);
		else
			clear(&shadow, known, at + random_below(&state, 4), bytes - 4);
		if (step % 100 == 99)
			same(&shadow, known);
	}
	clear(&shadow, known, 0, BYTES);
	same(&shadow, known);
	hr_shadow_free(&shadow);
	hr_free(known);
}
END_TEST

/* Addresses outside the address space have no shadow, and accessing them is not an error. */
START_TEST(nothing_is_known_beyond_the_address_space)
{
	const uint64_t beyond = UINT64_C(1) << 50;
	hr_shadow shadow = {0};
	uint32_t origin;

	ck_assert(hr_shadow_init(&shadow));
	hr_shadow_fill(&shadow, beyond, 100, 2);
	ck_assert(hr_shadow_read(&shadow, beyond, 8, &origin) == 0);
	ck_assert_uint_eq(origin, 0);
	hr_shadow_clear(&shadow, beyond, 100);
	hr_shadow_free(&shadow);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shadow");
	TCase *all = tcase_create("all");

	tcase_add_test(all, pieces_are_undefined_and_know_where_from);
	tcase_add_test(all, nothing_is_known_beyond_the_address_space);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
