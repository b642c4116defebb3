/* interp/check/test_extents.c -- compares numbers of objects by address (extents.h) with a plain array:
 * M6, P6. */
#include "interp/check/extents.h"
#include "src/base/test.h"

enum {
	GRANULE = 1 << HR_EXTENT_GRANULE,
	CELLS = 1 << 16, /* 1 MiB, around the border of two chunks */
	OBJECTS = 40,
	STEPS = 3000,
};

static const uint64_t BASE = (UINT64_C(5) << HR_EXTENT_CHUNK) - CELLS / 2 * GRANULE;

typedef struct placed {
	uint64_t base, limit;
	uint32_t number; /* 0: there is none */
} placed;

typedef struct placed_model {
	uint32_t numbers[CELLS];
	placed objects[OBJECTS];
} placed_model;

static uint64_t random_below(uint64_t *state, uint64_t limit)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (*state >> 20) % limit;
}

static void mark(placed_model *known, const placed *one, uint32_t number)
{
	for (uint64_t at = one->base; at < one->limit; at += GRANULE)
		known->numbers[(at - BASE) / GRANULE] = number;
}

static bool is_free(const placed_model *known, const placed *one)
{
	for (uint64_t at = one->base; at < one->limit; at += GRANULE)
		if (known->numbers[(at - BASE) / GRANULE])
			return false;
	return true;
}

static void change(hr_extents *extents, placed_model *known, uint64_t *state)
{
	placed *one = &known->objects[random_below(state, OBJECTS)];
	const uint64_t cells = 1 + random_below(state, random_below(state, 2) ? 12 : 3000);

	if (one->number) {
		hr_extents_remove(extents, one->base, one->limit, one->number);
		mark(known, one, 0);
		one->number = 0;
		return;
	}
	one->base = BASE + random_below(state, CELLS - cells) * GRANULE;
	one->limit = one->base + cells * GRANULE - random_below(state, GRANULE);
	if (!is_free(known, one))
		return;
	one->number = hr_extents_add(extents, one->base, one->limit,
				     (hr_extent){one->base, one->limit - 1});
	mark(known, one, one->number);
}

static void same(const hr_extents *extents, const placed_model *known)
{
	unsigned wrong = 0;
	uint64_t at;

	for (uint64_t i = 0; i < CELLS; i++)
		wrong += hr_extent_number(extents, BASE + i * GRANULE + i % GRANULE) !=
			 known->numbers[i];
	for (unsigned i = 0; i < OBJECTS; i++) {
		const placed *one = &known->objects[i];
		hr_extent found;

		if (!one->number)
			continue;
		wrong += !hr_extent_at(extents, one->base, &found) || found.base != one->base;
		wrong += !hr_extent_at(extents, one->limit - 1, &found);
		wrong += hr_extents_first(extents, one->base, one->limit, &at) != one->number ||
			 at != one->base;
	}
	ck_assert_uint_eq(wrong, 0);
}

/* Small objects and objects of many pages come and go. */
START_TEST(objects_are_found_by_address)
{
	placed_model *known = hr_alloc_zero(sizeof(*known));
	hr_extents extents = {0};
	uint64_t state = 1, at;

	for (unsigned step = 0; step < STEPS; step++) {
		change(&extents, known, &state);
		if (step % 100 == 99)
			same(&extents, known);
	}
	for (unsigned i = 0; i < OBJECTS; i++)
		if (known->objects[i].number)
			hr_extents_remove(&extents, known->objects[i].base, known->objects[i].limit,
					  known->objects[i].number);
	ck_assert_uint_eq(hr_extents_first(&extents, BASE, BASE + CELLS * GRANULE, &at), 0);
	hr_extents_free(&extents);
	hr_free(known);
}
END_TEST

/* The end of an object belongs to the object that begins there, whichever was first. */
START_TEST(an_end_gives_way_to_a_beginning)
{
	hr_extents extents = {0};
	const uint32_t first = hr_extents_add(&extents, BASE, BASE + 32, HR_EXTENT_SHUT);
	uint32_t second;

	hr_extents_add_end(&extents, BASE + 32, first);
	ck_assert_uint_eq(hr_extent_number(&extents, BASE + 32), first);
	second = hr_extents_add(&extents, BASE + 32, BASE + 48, HR_EXTENT_SHUT);
	ck_assert_uint_eq(hr_extent_number(&extents, BASE + 32), second);
	hr_extents_add_end(&extents, BASE + 32, first);
	ck_assert_uint_eq(hr_extent_number(&extents, BASE + 32), second);
	ck_assert_uint_eq(hr_extent_number(&extents, BASE + 31), first);
	hr_extents_free(&extents);
}
END_TEST

HR_TEST_MAIN("extents", objects_are_found_by_address, an_end_gives_way_to_a_beginning)
