/* backends/dispatch/test_sent.c -- tests when measured grids determine the cost of an instance, and
 * its value. */
#include "backends/dispatch/dispatch_parts.h"
#include "interp/schedule/test_graph.h"

enum { MILLISECOND = 1000 * 1000 };

typedef struct trial {
	hr_built_unit unit;
	dispatch_sent sent;
} trial;

static trial self;

static void begin(void)
{
	self = (trial){.sent.unit = &self.unit};
	hr_fork_lock_init(&self.unit.lock);
}

static void end(void)
{
	hr_fork_lock_end(&self.unit.lock);
}

static void took(int64_t instances, uint64_t nanoseconds)
{
	const hr_offload_grid grid = {.begin = {2, 0, 0}, .end = {2 + instances, 1, 1}};

	hr_dispatch_measure(&self.sent, &grid, nanoseconds);
}

static bool is_open(void)
{
	return hr_dispatch_cost(&self.sent) < 0;
}

static double cost(void)
{
	return hr_dispatch_cost(&self.sent);
}

START_TEST(after_four_grids)
{
	ck_assert(is_open());
	took(10, 99000); /* the first grid, with cold caches */
	ck_assert(is_open());
	took(10, 100);
	took(10, 300);
	ck_assert(is_open());
	took(10, 200);
	ck_assert_double_eq(cost(), 15);
}
END_TEST

START_TEST(after_two_milliseconds)
{
	took(1, 9 * MILLISECOND);
	took(1, 3 * MILLISECOND);
	ck_assert(is_open());
	took(1, 4 * MILLISECOND);
	ck_assert_double_eq(cost(), 3 * MILLISECOND);
}
END_TEST

/* Other work has used the processor. */
START_TEST(one_slow_grid_counts_for_nothing)
{
	for (int i = 0; i < 4; i++) {
		ck_assert(is_open());
		took(1, i == _i ? 32 * MILLISECOND : MILLISECOND);
	}
	ck_assert_double_eq(cost(), MILLISECOND);
}
END_TEST

START_TEST(the_slowest_is_so_for_an_instance)
{
	took(1, 1);
	took(1000, 5000);
	took(1, 500);
	took(1000, 7000);
	ck_assert_double_eq(cost(), 6);
}
END_TEST

START_TEST(what_is_dear_is_not_repeated)
{
	took(1, 1);
	took(2, UINT64_C(1200) * MILLISECOND);
	ck_assert_double_eq(cost(), 600 * MILLISECOND);
}
END_TEST

START_TEST(a_grid_without_instances_tells_nothing)
{
	for (int i = 0; i < 6; i++)
		took(0, 3 * MILLISECOND);
	ck_assert(is_open());
	for (int i = 0; i < 4; i++)
		took(10, 300);
	ck_assert_double_eq(cost(), 30);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dispatch_sent");
	TCase *trials = tcase_create("trials");

	tcase_add_checked_fixture(trials, begin, end);
	tcase_add_test(trials, after_four_grids);
	tcase_add_test(trials, after_two_milliseconds);
	tcase_add_loop_test(trials, one_slow_grid_counts_for_nothing, 1, 4);
	tcase_add_test(trials, the_slowest_is_so_for_an_instance);
	tcase_add_test(trials, what_is_dear_is_not_repeated);
	tcase_add_test(trials, a_grid_without_instances_tells_nothing);
	suite_add_tcase(suite, trials);
	return run_suite(suite);
}
