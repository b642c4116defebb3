/* interp/memory/test_memory.c -- tests of the tracker and the objects of an execution: M1, M7. */
#include "interp/memory/memory.h"
#include "interp/schedule/test_graph.h"

#define EMPTY "define i32 @main() {\n  ret i32 0\n}\n"

static char space[1000];

START_TEST(tracks_and_finds_inside)
{
	void *base;
	size_t bytes;
	fixture f;

	open_all(&f, EMPTY);
	ck_ok(&f, hr_track(f.run, space + 100, 50));
	ck_ok(&f, hr_track(f.run, space + 300, 50));
	ck_ok(&f, hr_track(f.run, space + 200, 50));
	ck_assert(hr_tracked(f.run->tracker, space + 249, &base, &bytes));
	ck_assert_ptr_eq(base, space + 200);
	ck_assert_uint_eq(bytes, 50);
	ck_assert(hr_tracked(f.run->tracker, space + 100, NULL, NULL));
	ck_assert(!hr_tracked(f.run->tracker, space + 150, NULL, NULL));
	ck_assert(!hr_tracked(f.run->tracker, space + 99, NULL, NULL));
	ck_assert(!hr_tracked(f.run->tracker, space + 350, NULL, NULL));
	close_all(&f);
}
END_TEST

START_TEST(nested_objects_are_found)
{
	void *base;
	size_t bytes;
	fixture f;

	open_all(&f, EMPTY);
	ck_ok(&f, hr_track(f.run, space, 1000));
	ck_ok(&f, hr_track(f.run, space + 10, 10));
	ck_ok(&f, hr_track(f.run, space + 30, 10));
	ck_assert(hr_tracked(f.run->tracker, space + 15, &base, &bytes));
	ck_assert_ptr_eq(base, space + 10);
	ck_assert(hr_tracked(f.run->tracker, space + 500, &base, &bytes));
	ck_assert_ptr_eq(base, space);
	ck_ok(&f, hr_untrack(f.run, space));
	ck_assert(!hr_tracked(f.run->tracker, space + 500, NULL, NULL));
	ck_assert(hr_tracked(f.run->tracker, space + 35, NULL, NULL));
	close_all(&f);
}
END_TEST

START_TEST(tracking_again_replaces)
{
	size_t bytes;
	fixture f;

	open_all(&f, EMPTY);
	ck_ok(&f, hr_track(f.run, space, 100));
	ck_ok(&f, hr_track(f.run, space, 20));
	ck_assert(hr_tracked(f.run->tracker, space, NULL, &bytes));
	ck_assert_uint_eq(bytes, 20);
	ck_assert(!hr_tracked(f.run->tracker, space + 50, NULL, NULL));
	ck_ok(&f, hr_untrack(f.run, space));
	ck_assert(!hr_tracked(f.run->tracker, space, NULL, NULL));
	ck_assert_uint_eq(hr_diags_errors(f.diags), 0);
	close_all(&f);
}
END_TEST

START_TEST(many_objects)
{
	static char many[2000];
	fixture f;

	open_all(&f, EMPTY);
	for (int i = 0; i < 1000; i++) /* a mixed order */
		ck_ok(&f, hr_track(f.run, many + 2 * (i * 617 % 1000), 1));
	for (int i = 0; i < 2000; i++)
		ck_assert_int_eq(hr_tracked(f.run->tracker, many + i, NULL, NULL), i % 2 == 0);
	for (int i = 0; i < 1000; i += 2)
		ck_ok(&f, hr_untrack(f.run, many + 2 * i));
	for (int i = 0; i < 2000; i++)
		ck_assert_int_eq(hr_tracked(f.run->tracker, many + i, NULL, NULL), i % 4 == 2);
	close_all(&f);
}
END_TEST

START_TEST(untrack_of_what_is_unknown_warns)
{
	fixture f;

	open_all(&f, EMPTY);
	ck_ok(&f, hr_track(f.run, space, 100));
	ck_ok(&f, hr_untrack(f.run, space + 10));
	ck_count(&f, untrack_unknown, 1);
	ck_ok(&f, hr_untrack(f.run, space));
	ck_ok(&f, hr_untrack(f.run, space));
	ck_count(&f, untrack_unknown, 2);
	ck_assert_uint_eq(hr_diags_errors(f.diags), 0);
	close_all(&f);
}
END_TEST

START_TEST(request_must_lie_in_an_object)
{
	fixture f;

	open_all(&f, EMPTY);
	ck_ok(&f, hr_track(f.run, space, 100));
	ck_ok(&f, hr_request(f.run, space, 100));
	ck_ok(&f, hr_request(f.run, space + 50, 50));
	ck_count(&f, tracker_misuse, 0);
	ck_assert_int_eq(hr_request(f.run, space + 50, 51), HR_TRAP);
	ck_says(&f, "beyond the tracked object");
	ck_assert_int_eq(hr_request(f.run, space + 100, 1), HR_TRAP);
	ck_says(&f, "does not lie in a tracked object");
	ck_count(&f, tracker_misuse, 2);
	close_all(&f);
}
END_TEST

START_TEST(impossible_objects_are_refused)
{
	fixture f;

	open_all(&f, EMPTY);
	ck_ok(&f, hr_track(f.run, NULL, 0));
	ck_assert_int_eq(hr_track(f.run, NULL, 10), HR_TRAP);
	ck_assert_int_eq(hr_track(f.run, space, SIZE_MAX), HR_TRAP);
	ck_count(&f, tracker_misuse, 2);
	close_all(&f);
}
END_TEST

START_TEST(tracking_needs_init)
{
	fixture f;

	open_program(&f, EMPTY);
	open_run(&f);
	ck_assert_int_eq(hr_track(f.run, space, 10), HR_TRAP);
	ck_count(&f, runtime_order, 1);
	ck_ok(&f, hr_init(f.run));
	ck_ok(&f, hr_track(f.run, space, 10));
	ck_ok(&f, hr_cleanup(f.run));
	ck_ok(&f, hr_request(f.run, space, 10)); /* results are final: allowed */
	ck_ok(&f, hr_untrack(f.run, space));
	ck_assert_int_eq(hr_track(f.run, space, 10), HR_TRAP);
	ck_count(&f, runtime_order, 2);
	close_all(&f);
}
END_TEST

static bool holds_only(const uint8_t *object, uint64_t bytes, int value)
{
	for (uint64_t b = 0; b < bytes; b++)
		if (object[b] != value)
			return false;
	return true;
}

START_TEST(objects_are_aligned_distinct_and_filled)
{
	static const uint64_t sizes[] = {0, 1, 64, 65, 4096, 20000, 100000, 3, 65536};
	enum { COUNT = sizeof(sizes) / sizeof(*sizes) };
	hr_objects *objects = hr_objects_new();

	for (int round = 0; round < 3; round++) {
		uint8_t *made[COUNT];

		for (int i = 0; i < COUNT; i++) {
			made[i] = hr_objects_alloc(objects, sizes[i]);
			ck_assert_ptr_nonnull(made[i]);
			ck_assert_uint_eq((uintptr_t)made[i] % 64, 0);
			ck_assert(holds_only(made[i], sizes[i], 0xA5));
			memset(made[i], i, sizes[i]);
		}
		for (int i = 0; i < COUNT; i++)
			ck_assert(holds_only(made[i], sizes[i], i));
		hr_objects_reset(objects);
	}
	ck_assert_ptr_null(hr_objects_alloc(objects, UINT64_MAX));
	ck_assert_ptr_null(hr_objects_alloc(objects, UINT64_C(1) << 62));
	hr_objects_free(objects);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("memory");
	TCase *all = tcase_create("all");

	tcase_add_test(all, tracks_and_finds_inside);
	tcase_add_test(all, nested_objects_are_found);
	tcase_add_test(all, tracking_again_replaces);
	tcase_add_test(all, many_objects);
	tcase_add_test(all, untrack_of_what_is_unknown_warns);
	tcase_add_test(all, request_must_lie_in_an_object);
	tcase_add_test(all, impossible_objects_are_refused);
	tcase_add_test(all, tracking_needs_init);
	tcase_add_test(all, objects_are_aligned_distinct_and_filled);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
