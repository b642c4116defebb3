/* src/base/test_containers.c -- tests of arenas, vectors and maps. */
#include "src/base/arena.h"
#include "src/base/map.h"
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

HR_TEST_MAIN("containers", arena_blocks_are_apart_aligned_and_zero, arena_large_block,
	     vector_keeps_order, vector_push_of_what_is_read_from_it, map_holds_what_was_put,
	     map_removal_keeps_the_rest, text_keys_are_copied)
