/* interp/run/test_thread_pool.c -- tasks on several threads have the effects of running in order;
 * tiles by number. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "interp/lanes/lanes.h"
#include "interp/run/thread_pool.h"
#include "interp/schedule/test_graph.h"

enum { TASKS = 2000, MEMBERS = 4 };

static hr_run run;

/* The results of the tasks of a job. */
typedef struct task_record {
	uint64_t order[TASKS]; /* order in which they had their turn */
	uint64_t count, done[TASKS], fails, threads[MEMBERS];
	hr_pool *pool;
} task_record;

static hr_status note(void *job, unsigned member, hr_thread *thread, uint64_t task)
{
	task_record *r = job;

	if (task % 7 == 3)
		usleep(50);
	r->threads[member]++;
	r->done[task]++;
	thread->granted += HR_STEP_BYTES / 2;
	if (!hr_pool_wait_turn(thread))
		return HR_TRAP;
	r->order[r->count++] = task;
	return task >= r->fails ? HR_LIMIT : HR_OK;
}

static hr_status fail_early(void *job, unsigned member, hr_thread *thread, uint64_t task)
{
	task_record *r = job;

	(void)member;
	if (task == r->fails)
		usleep(20000);
	while (task > r->fails && !hr_pool_is_cancelled(thread))
		usleep(100); /* like an infinite loop */
	r->done[task]++;
	return task == r->fails ? HR_LIMIT : task > r->fails ? HR_TRAP : HR_OK;
}

static hr_status nested(void *job, unsigned member, hr_thread *thread, uint64_t task)
{
	task_record *r = job;
	task_record inner = {.fails = TASKS};

	(void)member;
	r->done[task]++;
	return hr_pool_run(r->pool, thread, 5, note, &inner);
}

START_TEST(turns_are_in_order)
{
	task_record *r = calloc(1, sizeof(*r));
	hr_thread *thread = hr_thread_self(&run);
	uint64_t steps = thread->steps;
	hr_pool *pool = hr_pool_new(&run, MEMBERS);

	r->fails = TASKS;
	ck_assert_int_eq(hr_pool_run(pool, thread, TASKS, note, r), HR_OK);
	ck_assert_uint_eq(r->count, TASKS);
	for (uint64_t i = 0; i < TASKS; i++) {
		ck_assert_uint_eq(r->order[i], i);
		ck_assert_uint_eq(r->done[i], 1);
	}
	ck_assert_uint_eq(thread->steps - steps, TASKS / 2); /* the halves add up */
	hr_pool_free(pool);
	free(r);
}
END_TEST

START_TEST(the_first_that_fails_counts)
{
	hr_thread *thread = hr_thread_self(&run);
	hr_pool *pool = hr_pool_new(&run, MEMBERS);

	for (uint64_t fails = 0; fails < 40; fails += 13) {
		task_record *r = calloc(1, sizeof(*r));

		r->fails = fails;
		ck_assert_int_eq(hr_pool_run(pool, thread, TASKS, note, r), HR_LIMIT);
		ck_assert_uint_eq(r->count, fails + 1); /* no later task had a turn */
		free(r);
		r = calloc(1, sizeof(*r));
		r->fails = fails;
		ck_assert_int_eq(hr_pool_run(pool, thread, TASKS, fail_early, r), HR_LIMIT);
		for (uint64_t i = 0; i <= fails; i++)
			ck_assert_uint_eq(r->done[i], 1);
		free(r);
	}
	hr_pool_free(pool);
}
END_TEST

START_TEST(a_task_has_no_pool_of_its_own)
{
	task_record *r = calloc(1, sizeof(*r));

	r->pool = hr_pool_new(&run, MEMBERS);
	ck_assert_int_eq(hr_pool_run(r->pool, hr_thread_self(&run), 50, nested, r), HR_OK);
	for (uint64_t i = 0; i < 50; i++)
		ck_assert_uint_eq(r->done[i], 1);
	hr_pool_free(r->pool);
	free(r);
}
END_TEST

static bool is_same_tile(const hr_tile *a, const hr_tile *b)
{
	return a->first == b->first && memcmp(a->id, b->id, sizeof(a->id)) == 0 &&
	       a->rows == b->rows && a->columns == b->columns && a->count == b->count;
}

/* Check that the tiles of a grid found by number are the same as those cut one after the other, and
 * as those found from the previous one. There are millions of tiles; each assertion reports its
 * position to the parent process of the test. */
static void compare_tiles(const int64_t extent[3], unsigned dims, unsigned lanes)
{
	uint64_t all = (uint64_t)(extent[0] * extent[1] * extent[2]), number = 0, first = 0;
	hr_tile next = hr_tile_at(extent, dims, 0, lanes);

	for (; first < all; number++) {
		const hr_tile tile = hr_tile_at(extent, dims, first, lanes);
		const uint64_t found = hr_tile_first(extent, dims, lanes, number);

		if (found != first || tile.first != first || !is_same_tile(&next, &tile))
			ck_abort_msg("tile %" PRIu64 " of %" PRId64 " x %" PRId64 " x %" PRId64
				     " by %u lanes: found at %" PRIu64 ", cut at %" PRIu64,
				     number, extent[0], extent[1], extent[2], lanes, found, first);
		first += tile.count;
		if (first < all)
			hr_tile_next(extent, dims, lanes, &next);
	}
	ck_assert_uint_eq(hr_tile_count(extent, dims, lanes), number);
}

/* Check that the bands along COLUMN follow one another in reference order, that their tiles contain
 * each instance once, and that hr_band_tile_of() finds them. */
static void compare_bands(const int64_t extent[3], unsigned column, unsigned width)
{
	const hr_tile_shape shape = hr_band_shape_of(column, width, 64);
	const uint64_t all = (uint64_t)(extent[0] * extent[1] * extent[2]);
	bool *seen = calloc(all, sizeof(*seen));
	uint64_t first = 0;

	for (uint64_t b = 0; b < hr_band_count(extent, &shape); b++) {
		const hr_band band = hr_band_at(extent, &shape, b);

		ck_assert_uint_eq(band.first, first);
		for (uint64_t t = 0; t < band.tiles; t++) {
			hr_tile tile = hr_band_tile(extent, &shape, &band, t);

			ck_assert_uint_eq(tile.count, band.width);
			for (unsigned lane = 0; lane < tile.count; lane++, tile.id[column]++) {
				const uint64_t index = hr_instance_index(extent, tile.id);

				ck_assert(lane > 0 || index == tile.first);
				ck_assert(index >= band.first && index < band.first + band.count);
				ck_assert(!seen[index]);
				seen[index] = true;
				ck_assert_uint_eq(hr_band_tile_of(extent, &shape, tile.id), t);
			}
		}
		first += band.count;
	}
	ck_assert_uint_eq(first, all);
	for (uint64_t i = 0; i < all; i++)
		ck_assert(seen[i]);
	free(seen);
}

START_TEST(bands_contain_each_instance_once)
{
	static const int64_t extents[][3] = {{1, 1, 1},  {7, 3, 1},   {64, 5, 1}, {65, 2, 3},
					     {3, 64, 5}, {2, 130, 1}, {100, 1, 4}};

	for (unsigned i = 0; i < sizeof(extents) / sizeof(extents[0]); i++)
		for (unsigned column = 0; column < 2; column++)
			for (unsigned width = 1; width <= 64; width += 21)
				compare_bands(extents[i], column, width);
}
END_TEST

START_TEST(tiles_are_found_by_number)
{
	static const int64_t sizes[] = {1, 2, 3, 7, 8, 9, 31, 64, 100};
	enum { COUNT = sizeof(sizes) / sizeof(sizes[0]) };

	for (unsigned i = 0; i < COUNT * COUNT * COUNT; i++) {
		int64_t extent[3] = {sizes[i % COUNT], sizes[i / COUNT % COUNT],
				     sizes[i / COUNT / COUNT]};
		unsigned dims = extent[2] > 1 ? 3 : extent[1] > 1 ? 2 : 1;

		compare_tiles(extent, dims, 8);
		compare_tiles(extent, dims, 50);
		compare_tiles(extent, 3, 256);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("thread pool");
	TCase *all = tcase_create("all");

	tcase_set_timeout(all, 60);
	tcase_add_test(all, turns_are_in_order);
	tcase_add_test(all, the_first_that_fails_counts);
	tcase_add_test(all, a_task_has_no_pool_of_its_own);
	tcase_add_test(all, tiles_are_found_by_number);
	tcase_add_test(all, bands_contain_each_instance_once);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
