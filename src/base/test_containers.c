/* src/base/test_containers.c -- tests of arenas, vectors and maps. */
#include "src/base/arena.h"
#include "src/base/map.h"
#include "src/base/mix.h"
#include "src/base/spans.h"
#include "src/base/test.h"
#include "src/base/vec.h"

START_TEST(arena_blocks_are_apart_aligned_and_zero)
{
	hr_arena arena;
	unsigned char *blocks[500];

	hr_arena_init(&arena);
	for (size_t i = 0; i < 500; i++) {
		blocks[i] = hr_arena_alloc(&arena, i * 7);
		ck_assert_uint_eq((uintptr_t)blocks[i] % 16, 0);
		for (size_t b = 0; b < i * 7; b++)
			ck_assert_int_eq(blocks[i][b], 0);
		memset(blocks[i], (int)(i & 0xff), i * 7);
	}
	for (size_t i = 0; i < 500; i++)
		for (size_t b = 0; b < i * 7; b++)
			ck_assert_int_eq(blocks[i][b], (int)(i & 0xff));
	hr_arena_free(&arena);
	ck_assert_ptr_null(arena.blocks);
}
END_TEST

START_TEST(arena_large_block)
{
	hr_arena arena;
	char *small, *large;

	hr_arena_init(&arena);
	small = hr_arena_strdup(&arena, "small");
	large = hr_arena_alloc(&arena, 10 << 20);
	memset(large, 1, 10 << 20);
	ck_assert_str_eq(small, "small");
	ck_assert_str_eq(hr_arena_printf(&arena, "%d-%s", 42, small), "42-small");
	ck_assert_str_eq(hr_arena_strndup(&arena, "truncated", 5), "trunc");
	hr_arena_free(&arena);
}
END_TEST

START_TEST(vector_keeps_order)
{
	HR_VEC(int) numbers = {0};

	for (int i = 0; i < 1000; i++)
		HR_PUSH(&numbers, i * i);
	ck_assert_uint_eq(numbers.count, 1000);
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(numbers.data[i], i * i);
	ck_assert_int_eq(HR_LAST(&numbers), 999 * 999);
	HR_RESERVE(&numbers, 5000);
	ck_assert_uint_ge(numbers.capacity, 6000);
	HR_VEC_FREE(&numbers);
	ck_assert_ptr_null(numbers.data);
}
END_TEST

START_TEST(arena_shares_equal_texts)
{
	hr_arena arena, other;
	const char *text;

	hr_arena_init(&arena);
	hr_arena_init(&other);
	hr_arena_share_texts(&arena);
	text = hr_arena_printf(&arena, "%d texts", 3);
	ck_assert_str_eq(text, "3 texts");
	ck_assert_ptr_eq(hr_arena_strdup(&arena, "3 texts"), text);
	ck_assert_ptr_eq(hr_arena_strndup(&arena, "3 textsure", 7), text);
	ck_assert_str_eq(hr_arena_strdup(&arena, "3 text"), "3 text");
	ck_assert_str_eq(hr_arena_printf(&arena, "%s", ""), "");
	ck_assert_ptr_ne(hr_arena_strdup(&other, text), hr_arena_strdup(&other, text));
	hr_arena_free(&arena);
	hr_arena_free(&other);
}
END_TEST

/* A pushed value may be computed from the vector, which must not contain the new element yet. */
START_TEST(vector_push_of_what_is_read_from_it)
{
	HR_VEC(size_t) counts = {0};

	for (size_t i = 0; i < 20; i++)
		HR_PUSH(&counts, counts.count);
	for (size_t i = 0; i < 20; i++)
		ck_assert_uint_eq(counts.data[i], i);
	HR_VEC_FREE(&counts);
}
END_TEST

START_TEST(map_holds_what_was_put)
{
	hr_map map = {0};
	uint64_t value;

	ck_assert(!hr_map_get(&map, 1, &value));
	hr_map_remove(&map, 1);
	for (uint64_t i = 0; i < 2000; i++)
		hr_map_put(&map, i << 32, i);
	hr_map_put(&map, 0, 77);
	for (uint64_t i = 1; i < 2000; i++) {
		ck_assert(hr_map_get(&map, i << 32, &value));
		ck_assert_uint_eq(value, i);
		ck_assert(!hr_map_get(&map, i, NULL));
	}
	ck_assert(hr_map_get(&map, 0, &value));
	ck_assert_uint_eq(value, 77);
	hr_map_free(&map);
}
END_TEST

/* Removal must not interrupt the probe chains through the removed slot. */
START_TEST(map_removal_keeps_the_rest)
{
	hr_map map = {0};
	uint64_t value;

	for (uint64_t i = 0; i < 500; i++)
		hr_map_put(&map, i * 977, i);
	for (uint64_t i = 0; i < 500; i += 2)
		hr_map_remove(&map, i * 977);
	for (uint64_t i = 0; i < 500; i++) {
		ck_assert_int_eq(hr_map_get(&map, i * 977, &value), i % 2 == 1);
		if (i % 2)
			ck_assert_uint_eq(value, i);
	}
	ck_assert_uint_eq(map.count, 250);
	hr_map_free(&map);
}
END_TEST

START_TEST(text_keys_are_copied)
{
	hr_strmap map = {0};
	char key[16];
	uint64_t value;

	for (int i = 0; i < 300; i++) {
		snprintf(key, sizeof(key), "key%d", i);
		hr_strmap_put(&map, key, (uint64_t)i);
	}
	hr_strmap_put(&map, "key7", 700);
	for (int i = 0; i < 300; i++) {
		snprintf(key, sizeof(key), "key%d", i);
		ck_assert(hr_strmap_get(&map, key, &value));
		ck_assert_uint_eq(value, i == 7 ? 700 : (uint64_t)i);
	}
	ck_assert(!hr_strmap_get(&map, "key300", NULL));
	ck_assert(!hr_strmap_get(&map, "", NULL));
	hr_strmap_free(&map);
}
END_TEST

/* A record, and the same records in a plain array, indexed by base; end 0: none. */
typedef struct number_span {
	hr_span span;
	uint64_t number;
} number_span;
enum { PLACES = 3000 };
static number_span plain[PLACES];

static const number_span *plain_over(uint64_t address, uint64_t last)
{
	for (uint64_t i = address + 1; i > 0; i--)
		if (plain[i - 1].span.end && plain[i - 1].span.end > last)
			return &plain[i - 1];
	return NULL;
}

static void compare_spans(const hr_spans *spans, uint64_t address, uint64_t last)
{
	const number_span *expected = plain_over(address, last);
	const number_span *found = hr_spans_over(spans, address, last);

	ck_assert_int_eq(found != NULL, expected != NULL);
	if (found)
		ck_assert_mem_eq(found, expected, sizeof(*found));
	found = hr_spans_get(spans, address);
	ck_assert_int_eq(found != NULL, plain[address].span.end != 0);
}

static void compare_order(const hr_spans *spans)
{
	const number_span *next = hr_spans_from(spans, 0);
	hr_span_place place = {0};
	size_t count = 0;

	for (size_t i = 0; i < PLACES; i++) {
		if (!plain[i].span.end)
			continue;
		ck_assert_mem_eq(next, &plain[i], sizeof(*next));
		ck_assert_ptr_eq(hr_spans_walk(spans, &place), next);
		next = hr_spans_next(spans, next);
		count++;
	}
	ck_assert_ptr_null(next);
	ck_assert_ptr_null(hr_spans_walk(spans, &place));
	ck_assert_uint_eq(spans->count, count);
}

START_TEST(spans_agree_with_a_plain_array)
{
	hr_spans spans = {.record_bytes = sizeof(number_span)};
	uint64_t state = 1;

	memset(plain, 0, sizeof(plain));
	for (uint64_t round = 0; round < 40000; round++) {
		uint64_t random = hr_mix(state += HR_MIX_STEP), base = random % PLACES;
		uint64_t end = base + 1 + (random >> 32) % ((random >> 24) % 64 ? 8 : 500);
		bool adds = (random >> 16) % 100 < (round / 8000 % 2 ? 35 : 70), fresh;

		if (adds) {
			number_span *made = hr_spans_put(&spans, base, end, &fresh);

			ck_assert_int_eq(fresh, plain[base].span.end == 0);
			made->number = round;
			plain[base] = (number_span){{base, end}, round};
		} else if ((random >> 24) % 50 == 0) {
			hr_spans_remove_within(&spans, base, end);
			for (uint64_t i = base; i < end && i < PLACES; i++)
				plain[i].span.end = 0;
		} else {
			hr_spans_remove(&spans, base);
			plain[base].span.end = 0;
		}
		compare_spans(&spans, (random >> 40) % PLACES, (random >> 40) % PLACES);
		compare_spans(&spans, base, end);
		if (round % 1000 == 0)
			compare_order(&spans);
	}
	ck_assert_ptr_null(hr_spans_from(&spans, PLACES));
	ck_assert_ptr_null(hr_spans_over(&spans, UINT64_MAX, UINT64_MAX));
	hr_spans_remove_within(&spans, 0, UINT64_MAX);
	ck_assert_ptr_null(hr_spans_up_to(&spans, UINT64_MAX));
	hr_spans_free(&spans);
}
END_TEST

/* Adding in ascending and in descending order leaves no gaps worth mentioning. */
START_TEST(spans_in_order_fill_their_blocks)
{
	hr_spans up = {.record_bytes = sizeof(hr_span)}, down = {.record_bytes = sizeof(hr_span)};
	hr_spans both = {.record_bytes = sizeof(hr_span)}; /* ascending, then descending */
	bool fresh;

	for (uint64_t i = 0; i < 100000; i++) {
		hr_spans_put(&up, i, i + 1, &fresh);
		hr_spans_put(&down, 100000 - i, 100000 - i + 1, &fresh);
	}
	ck_assert_uint_le(up.blocks.count, 100000 / HR_SPAN_BLOCK + 1);
	ck_assert_uint_le(down.blocks.count, 2 * (100000 / HR_SPAN_BLOCK + 1));
	hr_spans_free(&up);
	for (uint64_t i = 0; i < HR_SPAN_BLOCK; i++)
		hr_spans_put(&both, i, i + 1, &fresh);
	for (uint64_t i = 100000; i > HR_SPAN_BLOCK; i--)
		hr_spans_put(&both, i, i + 1, &fresh);
	ck_assert_uint_le(both.blocks.count, 2 * (100000 / HR_SPAN_BLOCK + 1));
	hr_spans_free(&both);
	hr_spans_free(&down);
}
END_TEST

HR_TEST_MAIN("containers", arena_blocks_are_apart_aligned_and_zero, arena_large_block,
	     arena_shares_equal_texts, vector_keeps_order, vector_push_of_what_is_read_from_it,
	     map_holds_what_was_put, map_removal_keeps_the_rest, text_keys_are_copied,
	     spans_agree_with_a_plain_array, spans_in_order_fill_their_blocks)
