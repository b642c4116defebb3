/* src/base/test_alloc.c -- allocation: behaviour when memory is exhausted. */
#include "src/base/alloc.h"
#include "src/base/arena.h"
#include "src/base/status.h"
#include "src/base/test.h"

static void fail_third(void *unused)
{
	(void)unused;
	hr_alloc_fail_after(3);
	hr_free(hr_alloc(8));
	hr_free(hr_alloc_zero(8));
	hr_free(hr_strdup("third"));
	_exit(1);
}

START_TEST(third_allocation_fails)
{
	ck_assert_int_eq(hr_test_exit_status(fail_third, NULL, NULL), 122);
}
END_TEST

static void overflow(void *data)
{
	hr_free(hr_alloc_array(((size_t *)data)[0], ((size_t *)data)[1]));
	_exit(1);
}

static void overflow_resize(void *data)
{
	hr_free(hr_resize_array(NULL, ((size_t *)data)[0], ((size_t *)data)[1]));
	_exit(1);
}

START_TEST(product_that_wraps_is_out_of_memory)
{
	size_t sizes[] = {SIZE_MAX / 4 + 2, 4};

	ck_assert_int_eq(hr_test_exit_status(overflow, sizes, NULL), 122);
	ck_assert_int_eq(hr_test_exit_status(overflow_resize, sizes, NULL), 122);
}
END_TEST

static void too_large(void *data)
{
	hr_arena arena;

	hr_arena_init(&arena);
	hr_arena_alloc(&arena, *(size_t *)data);
	_exit(1);
}

START_TEST(arena_of_all_memory_is_out_of_memory)
{
	for (size_t bytes = SIZE_MAX - 64; bytes != 0; bytes++)
		ck_assert_int_eq(hr_test_exit_status(too_large, &bytes, NULL), 122);
}
END_TEST

static void leave(size_t bytes)
{
	_exit(bytes == 1234 ? 7 : 8);
}

static void use_handler(void *unused)
{
	(void)unused;
	hr_alloc_set_out_of_memory(leave);
	hr_alloc_fail_after(1);
	hr_free(hr_alloc(1234));
}

START_TEST(handler_is_told_how_much)
{
	ck_assert_int_eq(hr_test_exit_status(use_handler, NULL, NULL), 7);
}
END_TEST

START_TEST(zero_bytes_are_memory)
{
	void *none = hr_alloc(0);

	ck_assert_ptr_nonnull(none);
	none = hr_resize(none, 0);
	ck_assert_ptr_nonnull(none);
	hr_free(none);
	hr_free(NULL);
}
END_TEST

START_TEST(arrays_are_zeroed)
{
	unsigned char *bytes = hr_alloc_array(100, 3);

	for (int i = 0; i < 300; i++)
		ck_assert_int_eq(bytes[i], 0);
	hr_free(bytes);
}
END_TEST

HR_TEST_MAIN("alloc", third_allocation_fails, product_that_wraps_is_out_of_memory,
	     arena_of_all_memory_is_out_of_memory, handler_is_told_how_much, zero_bytes_are_memory,
	     arrays_are_zeroed)
