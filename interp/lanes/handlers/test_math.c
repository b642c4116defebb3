/* interp/lanes/handlers/test_math.c -- vectorised functions agree with libm bit by bit.
 *
 * With --all (make check-math) for each of the 2^32 floats, otherwise for one in 4099, and for all
 * floats near the limits of the paths in math.c. */
#include "config.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/lanes/handlers/lane_math.h"
#include "interp/lanes/run/lane_batch.h"
#include "src/arith/arith.h"
#include "src/arith/cfunction.h"

enum { LANES = 512, STEP = 4099, NEAR = 3000 };

static bool all;

typedef struct tested_function {
	const char *name;
	unsigned handler;
	float (*libm)(float);
} tested_function;

static const tested_function functions[] = {
#define X(name) {#name, LANE_X_math_##name, hr_a_##name##_f32},
	LANE_MATH(X)
#undef X
};

static const struct lane_ops *const sets[] = {
	&hr_lane_ops_base,
#ifdef HR_LANE_X86
	&hr_lane_ops_v3,
	&hr_lane_ops_v4,
#endif
};

static bool runs_here(unsigned set)
{
#ifdef HR_LANE_X86
	__builtin_cpu_init();
	return set == 0 || (set == 1 && __builtin_cpu_supports("x86-64-v3")) ||
	       (set == 2 && __builtin_cpu_supports("x86-64-v4"));
#else
	return set == 0;
#endif
}

/* The frame of a handler: arrays of sources and of results, and a slot. */
static struct {
	_Alignas(64) float to[LANES], from[LANES];
	const float *slot;
} frame;

static hr_batch batch;
static unsigned filled;

static void look(const struct lane_ops *set, const tested_function *f)
{
	const uint32_t words[] = {0, offsetof(__typeof__(frame), to),
				  offsetof(__typeof__(frame), slot)};

	frame.slot = frame.from;
	batch.frame = (uint8_t *)&frame;
	lane_set_window(&batch, 0, (filled + LANE_GROUP - 1) / LANE_GROUP);
	ck_assert_ptr_eq(set->handlers[f->handler](&batch, words), words + 3);
	for (unsigned i = 0; i < filled; i++) {
		const float right = f->libm(frame.from[i]);

		if (memcmp(&right, &frame.to[i], sizeof(right)) != 0)
			ck_abort_msg("%s of set %s: %s(%a) is %a, not %a", f->name, set->name,
				     f->name, frame.from[i], right, frame.to[i]);
	}
	filled = 0;
}

static void add(const struct lane_ops *set, const tested_function *f, uint64_t bits)
{
	frame.from[filled++] = hr_from_bits_f32((uint32_t)bits);
	if (filled == LANES)
		look(set, f);
}

static void compare(const struct lane_ops *set, const tested_function *f)
{
	/* the smallest normal number, sqrt(2)/2 and parts of the logarithm, 1, 88, infinity */
	static const float ends[] = {0, 0x1p-126f, 0x1p-12f, 0.7f, 1, 1.4f, 88, 128, 150, INFINITY};

	filled = 0;
	for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += all ? 1 : STEP)
		add(set, f, bits);
	for (unsigned e = 0; e < sizeof(ends) / sizeof(*ends); e++)
		for (uint64_t bits = hr_bits_f32(ends[e]), i = 0; i < NEAR; i++) {
			add(set, f, bits + i - NEAR / 2);
			add(set, f, (bits + i - NEAR / 2) ^ UINT64_C(1) << 31);
		}
	while (filled)
		add(set, f, 0);
}

START_TEST(every_set)
{
	const struct lane_ops *set = sets[_i];

	if (!runs_here((unsigned)_i) || (all && _i == 0)) /* the base set calls libm */
		return;
	for (unsigned f = 0; f < sizeof(functions) / sizeof(*functions); f++) {
		compare(set, &functions[f]);
		if (all)
			printf("%s of set %s: all arguments agree\n", functions[f].name, set->name);
	}
}
END_TEST

/* The functions that src/arith/cfunction.def marks as vectorised. */
START_TEST(those_of_the_table)
{
	const hr_cfunction *row;
	size_t count = 0;

	for (size_t i = 0; (row = hr_cfunction_at(i)); i++)
		count += row->lanes;
	ck_assert_uint_eq(count, sizeof(functions) / sizeof(*functions));
	for (size_t i = 0; i < count; i++) {
		row = hr_cfunction_find(functions[i].name);
		ck_assert_msg(row && row->lanes, "'%s' is not done at once", functions[i].name);
	}
}
END_TEST

int main(int argc, char **argv)
{
	Suite *suite = suite_create("lane_math");
	TCase *tests = tcase_create("libm");
	SRunner *runner = srunner_create(suite);
	int failed;

	all = argc > 1 && strcmp(argv[1], "--all") == 0;
	tcase_set_timeout(tests, all ? 0 : 60);
	tcase_add_loop_test(tests, every_set, 0, sizeof(sets) / sizeof(*sets));
	tcase_add_test(tests, those_of_the_table);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
