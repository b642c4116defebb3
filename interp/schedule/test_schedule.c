/* interp/schedule/test_schedule.c -- grids, orders, nesting, edges, barriers: G7, G8, N1-N4, E1-E5,
 * M1, M3. */
#include "interp/memory/memory.h"
#include "interp/run/deferred.h"
#include "interp/schedule/test_graph.h"

/* Root(log, bytes, n): Leaf is replicated GRID and appends a value computed from its index. */
#define LOGGER(create, index)                                                                      \
	"define void @Leaf(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %me = call ptr @llvm.hpvm.getNode()\n" index "  %at = load i64, ptr %log\n"             \
	"  %next = add i64 %at, 1\n"                                                               \
	"  store i64 %next, ptr %log\n"                                                            \
	"  %slot = getelementptr i64, ptr %log, i64 %next\n"                                       \
	"  store i64 %v, ptr %slot\n"                                                              \
	"  ret void\n}\n"                                                                          \
	"define void @Root(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %leaf = call ptr " create                                                               \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 2, i32 2, i1 0)\n"                       \
	"  ret void\n}\n"
#define INDEX_X "  %v = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"
#define INDEX_XYZ                                                                                  \
	"  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %y = call i64 @llvm.hpvm.getNodeInstanceID.y(ptr %me)\n"                                \
	"  %z = call i64 @llvm.hpvm.getNodeInstanceID.z(ptr %me)\n"                                \
	"  %x1 = mul i64 %x, 100\n  %y1 = mul i64 %y, 10\n"                                        \
	"  %xy = add i64 %x1, %y1\n  %v = add i64 %xy, %z\n"
#define LOGGER_1D LOGGER("@llvm.hpvm.createNode1D(ptr @Leaf, i64 %n)\n", INDEX_X)

typedef struct __attribute__((packed)) log_args {
	int64_t *log;
	int64_t bytes, n;
} log_args;

enum { LOG = 4096 };
static int64_t log_[LOG];

static log_args logging(int64_t n)
{
	memset(log_, 0, sizeof(log_));
	return (log_args){log_, sizeof(log_), n};
}

static void tracked_log(fixture *f)
{
	ck_ok(f, hr_track(f->run, log_, sizeof(log_)));
}

START_TEST(reference_order_is_ascending)
{
	log_args args = logging(5);
	fixture f;

	open_all(&f, LOGGER_1D);
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_int_eq(log_[0], 5);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(log_[i + 1], i);
	ck_assert_uint_eq(hr_diags_errors(f.diags), 0);
	close_all(&f);
}
END_TEST

START_TEST(z_is_innermost)
{
	log_args args = logging(3);
	fixture f;
	int at = 1;

	open_all(&f,
		 LOGGER("@llvm.hpvm.createNode3D(ptr @Leaf, i64 2, i64 %n, i64 4)\n", INDEX_XYZ));
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_int_eq(log_[0], 24);
	for (int x = 0; x < 2; x++)
		for (int y = 0; y < 3; y++)
			for (int z = 0; z < 4; z++)
				ck_assert_int_eq(log_[at++], 100 * x + 10 * y + z);
	close_all(&f);
}
END_TEST

START_TEST(reverse_order_is_descending)
{
	log_args args = logging(4);
	fixture f;

	open_program(&f, LOGGER_1D);
	f.options.schedule = HR_SCHEDULE_REVERSE;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	ck_ok(&f, run_graph(&f, "Root", &args));
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(log_[i + 1], 3 - i);
	close_all(&f);
}
END_TEST

START_TEST(depth_first_of_one_grid_is_reference_order)
{
	log_args args = logging(4);
	fixture f;

	open_program(&f, LOGGER_1D);
	f.options.schedule = HR_SCHEDULE_DEPTH_FIRST;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	ck_ok(&f, run_graph(&f, "Root", &args));
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(log_[i + 1], i);
	close_all(&f);
}
END_TEST

/* Source -> Sink, one to one: each logs 100 * its value plus its index. */
/* clang-format off */
#define PAIR                                                                                       \
	"define {i64, i64} @Source(ptr %log, i64 %bytes, i64 %what) {\n"                           \
	"  %me = call ptr @llvm.hpvm.getNode()\n" INDEX_X                                          \
	"  %w = add i64 %what, 1\n  %h = mul i64 %what, 100\n  %l = add i64 %h, %v\n"              \
	"  %at = load i64, ptr %log\n  %next = add i64 %at, 1\n  store i64 %next, ptr %log\n"      \
	"  %slot = getelementptr i64, ptr %log, i64 %next\n  store i64 %l, ptr %slot\n"            \
	"  %r = insertvalue {i64, i64} poison, i64 %w, 0\n"                                        \
	"  %s = insertvalue {i64, i64} %r, i64 7, 1\n  ret {i64, i64} %s\n}\n"                     \
	"define void @Root(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %a = call ptr @llvm.hpvm.createNode1D(ptr @Source, i64 %n)\n"                           \
	"  %b = call ptr @llvm.hpvm.createNode1D(ptr @Source, i64 %n)\n"                           \
	"  %c = call ptr @llvm.hpvm.createNode1D(ptr @Source, i64 %n)\n"                           \
	"  %d = call ptr @llvm.hpvm.createNode1D(ptr @Source, i64 %n)\n"                           \
	"  call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 0, i32 0, i32 2, i1 0)\n"             \
	"  call ptr @llvm.hpvm.createEdge(ptr %b, ptr %c, i1 0, i32 0, i32 2, i1 0)\n"             \
	"  call ptr @llvm.hpvm.createEdge(ptr %b, ptr %d, i1 1, i32 1, i32 2, i1 0)\n"             \
	PAIR_BINDS("a") PAIR_BINDS("b") PAIR_BINDS("c") PAIR_BINDS("d")                            \
	"  call void @llvm.hpvm.bind.input(ptr %a, i32 2, i32 2, i1 0)\n"                          \
	"  ret void\n}\n"
/* clang-format on */
#define PAIR_BINDS(node)                                                                           \
	"  call void @llvm.hpvm.bind.input(ptr %" node ", i32 0, i32 0, i1 0)\n"                   \
	"  call void @llvm.hpvm.bind.input(ptr %" node ", i32 1, i32 1, i1 0)\n"

START_TEST(depth_first_goes_down_one_to_one_edges)
{
	/* n is 2, so a logs 200, b 300, c 400; d waits for all of b. */
	static const int64_t expected[] = {8, 200, 300, 400, 201, 301, 401, 700, 701};
	log_args args = logging(2);
	fixture f;

	open_program(&f, PAIR);
	f.options.schedule = HR_SCHEDULE_DEPTH_FIRST;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	ck_ok(&f, run_graph(&f, "Root", &args));
	for (int i = 0; i < 9; i++)
		ck_assert_int_eq(log_[i], expected[i]);
	close_all(&f);
}
END_TEST

static void random_log(uint64_t seed, int64_t n, int64_t *copy)
{
	log_args args = logging(n);
	fixture f;

	open_program(&f, LOGGER_1D);
	f.options.schedule = HR_SCHEDULE_RANDOM;
	f.options.seed = seed;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	ck_ok(&f, run_graph(&f, "Root", &args));
	memcpy(copy, log_, sizeof(log_));
	close_all(&f);
}

START_TEST(random_order_is_a_permutation_that_the_seed_decides)
{
	static int64_t first[LOG], again[LOG], other[LOG];
	static const int64_t sizes[] = {1, 2, 3, 7, 16, 100, 1000};

	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		bool seen[1000] = {false};

		random_log(7, sizes[s], first);
		ck_assert_int_eq(first[0], sizes[s]);
		for (int64_t i = 1; i <= sizes[s]; i++) {
			ck_assert(first[i] >= 0 && first[i] < sizes[s] && !seen[first[i]]);
			seen[first[i]] = true;
		}
	}
	random_log(7, 1000, again);
	random_log(8, 1000, other);
	ck_assert(memcmp(first, again, sizeof(first)) == 0);
	ck_assert(memcmp(first, other, sizeof(first)) != 0);
}
END_TEST

/* --- extents ---------------------------------------------------------------------------------- */

START_TEST(negative_extent_is_invalid)
{
	log_args args = logging(-3);
	fixture f;

	open_all(&f, LOGGER_1D);
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	ck_count(&f, extent_invalid, 1);
	ck_says(&f, "extent x is -3");
	ck_assert_int_eq(log_[0], 0);
	close_all(&f);
}
END_TEST

START_TEST(too_many_instances_are_invalid)
{
	log_args args = logging(INT64_C(1) << 32);
	fixture f;

	open_all(&f, LOGGER("@llvm.hpvm.createNode2D(ptr @Leaf, i64 %n, i64 %n)\n", INDEX_X));
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	ck_count(&f, extent_invalid, 1);
	close_all(&f);
}
END_TEST

START_TEST(zero_extent_runs_nothing_and_warns_once)
{
	log_args args = logging(0);
	fixture f;

	open_all(&f, LOGGER_1D);
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_count(&f, zero_extent, 1);
	ck_assert_int_eq(log_[0], 0);
	close_all(&f);
}
END_TEST

START_TEST(a_leaf_that_never_runs_gets_no_code)
{
	log_args args = logging(0);
	fixture f;

	open_all(&f, LOGGER_1D);
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_ptr_null(hr_program_function(f.program, "Leaf")->code);
	args = logging(1);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_ptr_nonnull(hr_program_function(f.program, "Leaf")->code);
	ck_assert_int_eq(log_[0], 1);
	close_all(&f);
}
END_TEST

START_TEST(zero_extent_is_one_instance_for_hpvm_1_0_cpu)
{
	log_args args = logging(0);
	fixture f;

	open_program(&f, LOGGER_1D);
	set_sem(&f, "hpvm-1.0-cpu");
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_count(&f, zero_extent, 0);
	ck_assert_int_eq(log_[0], 1);
	close_all(&f);
}
END_TEST

/* --- nesting ---------------------------------------------------------------------------------- */

/* Group(outer) x Leaf(inner = n): logs 10 * group + leaf. */
#define NESTED                                                                                     \
	"define void @Leaf(ptr %log, i64 %bytes) {\n"                                              \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %up = call ptr @llvm.hpvm.getParentNode(ptr %me)\n"                                     \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %g = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %up)\n"                                \
	"  %g10 = mul i64 %g, 10\n  %v = add i64 %g10, %i\n"                                       \
	"  %at = load i64, ptr %log\n  %next = add i64 %at, 1\n"                                   \
	"  store i64 %next, ptr %log\n"                                                            \
	"  %slot = getelementptr i64, ptr %log, i64 %next\n"                                       \
	"  store i64 %v, ptr %slot\n  ret void\n}\n"                                               \
	"define void @Group(ptr %log, i64 %bytes, i64 %n) {\n"                                     \
	"  %leaf = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 %n)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"                       \
	"  ret void\n}\n"                                                                          \
	"define void @Root(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %group = call ptr @llvm.hpvm.createNode1D(ptr @Group, i64 3)\n"                         \
	"  call void @llvm.hpvm.bind.input(ptr %group, i32 0, i32 0, i1 0)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %group, i32 1, i32 1, i1 0)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %group, i32 2, i32 2, i1 0)\n"                      \
	"  ret void\n}\n"

START_TEST(each_instance_of_a_group_runs_its_children_in_full)
{
	log_args args = logging(2);
	fixture f;

	open_all(&f, NESTED);
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_int_eq(log_[0], 6);
	for (int g = 0, at = 1; g < 3; g++)
		for (int i = 0; i < 2; i++)
			ck_assert_int_eq(log_[at++], 10 * g + i);
	close_all(&f);
}
END_TEST

START_TEST(statistics_count_instances)
{
	log_args args = logging(2);
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);
	fixture f;

	open_program(&f, NESTED);
	f.options.stats = true;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_ok(&f, run_graph(&f, "Root", &args));
	hr_stats_print(f.run, stream);
	fclose(stream);
	ck_assert_ptr_nonnull(strstr(text, "Root/Group/Leaf             12 "));
	ck_assert_ptr_nonnull(strstr(text, "Root/Group                   6 "));
	ck_assert_ptr_nonnull(strstr(text, "Root                         2 "));
	free(text);
	close_all(&f);
}
END_TEST

/* --- edges ------------------------------------------------------------------------------------ */

/* Source(n) returns 10 * its index (or always 7); Sink(m) stores its input at its index. */
#define PIPE(value, all)                                                                           \
	"define { i64 } @Source(i64 %a) {\n"                                                       \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %i10 = mul i64 %i, 10\n"                                                                \
	"  %r = insertvalue { i64 } undef, i64 " value ", 0\n"                                     \
	"  ret { i64 } %r\n}\n"                                                                    \
	"define void @Sink(ptr %log, i64 %bytes, i64 %v) {\n"                                      \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %slot = getelementptr i64, ptr %log, i64 %i\n"                                          \
	"  store i64 %v, ptr %slot\n"                                                              \
	"  ret void\n}\n"                                                                          \
	"define void @Root(ptr %log, i64 %bytes, i64 %n, i64 %m) {\n"                              \
	"  %source = call ptr @llvm.hpvm.createNode1D(ptr @Source, i64 %n)\n"                      \
	"  %sink = call ptr @llvm.hpvm.createNode1D(ptr @Sink, i64 %m)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %source, i32 2, i32 0, i1 0)\n"                     \
	"  call void @llvm.hpvm.bind.input(ptr %sink, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %sink, i32 1, i32 1, i1 0)\n"                       \
	"  %edge = call ptr @llvm.hpvm.createEdge(ptr %source, ptr %sink, i1 " all                 \
	", i32 0, i32 2, i1 0)\n"                                                                  \
	"  ret void\n}\n"

typedef struct __attribute__((packed)) pipe_args {
	int64_t *log;
	int64_t bytes, n, m;
} pipe_args;

static pipe_args piping(int64_t n, int64_t m)
{
	for (int i = 0; i < LOG; i++)
		log_[i] = -1;
	return (pipe_args){log_, sizeof(log_), n, m};
}

static const hr_schedule schedules[] = {HR_SCHEDULE_REFERENCE, HR_SCHEDULE_REVERSE,
					HR_SCHEDULE_RANDOM};

static void open_scheduled(fixture *f, const char *text, hr_schedule schedule)
{
	open_program(f, text);
	f->options.schedule = schedule;
	f->options.seed = 3;
	open_run(f);
	ck_ok(f, hr_init(f->run));
	tracked_log(f);
}

START_TEST(one_to_one_carries_each_instance)
{
	pipe_args args = piping(50, 50);
	fixture f;

	open_scheduled(&f, PIPE("%i10", "0"), schedules[_i]);
	ck_ok(&f, run_graph(&f, "Root", &args));
	for (int i = 0; i < 50; i++)
		ck_assert_int_eq(log_[i], 10 * i);
	ck_assert_int_eq(log_[50], -1);
	ck_count(&f, edge_value_ambiguous, 0);
	close_all(&f);
}
END_TEST

START_TEST(one_to_one_needs_equal_grids)
{
	pipe_args args = piping(4, 5);
	fixture f;

	open_all(&f, PIPE("%i10", "0"));
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	ck_count(&f, edge_grid_mismatch, 1);
	ck_says(&f, "'Root/Source' (4) to 'Root/Sink' (5)");
	ck_assert_int_eq(log_[0], -1);
	close_all(&f);
}
END_TEST

START_TEST(all_to_all_carries_the_last_in_reference_order)
{
	pipe_args args = piping(20, 3);
	fixture f;

	open_scheduled(&f, PIPE("%i10", "1"), schedules[_i]);
	ck_ok(&f, run_graph(&f, "Root", &args));
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(log_[i], 190);
	ck_count(&f, edge_value_ambiguous, 1);
	ck_ok(&f, run_graph(&f, "Root", &args)); /* one for each port */
	ck_count(&f, edge_value_ambiguous, 1);
	close_all(&f);
}
END_TEST

START_TEST(all_to_all_with_equal_values_is_silent)
{
	pipe_args args = piping(20, 3);
	fixture f;

	open_scheduled(&f, PIPE("7", "1"), schedules[_i]);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_int_eq(log_[2], 7);
	ck_count(&f, edge_value_ambiguous, 0);
	close_all(&f);
}
END_TEST

START_TEST(ambiguous_values_can_be_an_error)
{
	pipe_args args = piping(20, 3);
	fixture f;

	open_all(&f, PIPE("%i10", "1"));
	tracked_log(&f);
	ck_assert(hr_diags_option(f.diags, "-Werror=edge-value-ambiguous"));
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	close_all(&f);
}
END_TEST

START_TEST(edge_value_choices)
{
	pipe_args args = piping(20, 3);
	fixture f;

	open_program(&f, PIPE("%i10", "1"));
	f.options.schedule = HR_SCHEDULE_REVERSE;
	set_sem(&f, _i ? "edge-value=schedule" : "edge-value=silent-last");
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_int_eq(log_[0], _i ? 0 : 190);
	ck_count(&f, edge_value_ambiguous, 0);
	close_all(&f);
}
END_TEST

START_TEST(value_of_no_instance_is_an_error_when_used)
{
	pipe_args args = piping(0, 3);
	fixture f;

	open_all(&f, PIPE("%i10", "1"));
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	ck_count(&f, zero_extent, 1);
	ck_count(&f, edge_no_value, 1);
	args.m = 0; /* the value is unused */
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_count(&f, edge_no_value, 1);
	close_all(&f);
}
END_TEST

/* A value through two levels: Inner(n) has Source(n) and binds its output out; Root does the
 * same. */
#define OUTWARD                                                                                    \
	"define { i64 } @Source(i64 %a) {\n"                                                       \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %up = call ptr @llvm.hpvm.getParentNode(ptr %me)\n"                                     \
	"  %g = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %up)\n"                                \
	"  %g10 = mul i64 %g, 10\n  %v = add i64 %g10, %i\n"                                       \
	"  %r = insertvalue { i64 } undef, i64 %v, 0\n  ret { i64 } %r\n}\n"                       \
	"define { i64 } @Inner(i64 %n) {\n"                                                        \
	"  %source = call ptr @llvm.hpvm.createNode1D(ptr @Source, i64 %n)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %source, i32 0, i32 0, i1 0)\n"                     \
	"  call void @llvm.hpvm.bind.output(ptr %source, i32 0, i32 0, i1 0)\n"                    \
	"  ret { i64 } undef\n}\n"                                                                 \
	"define { i64 } @Root(i64 %n, i64 %m) {\n"                                                 \
	"  %inner = call ptr @llvm.hpvm.createNode1D(ptr @Inner, i64 %m)\n"                        \
	"  call void @llvm.hpvm.bind.input(ptr %inner, i32 0, i32 0, i1 0)\n"                      \
	"  call void @llvm.hpvm.bind.output(ptr %inner, i32 0, i32 0, i1 0)\n"                     \
	"  ret { i64 } undef\n}\n"

START_TEST(output_binds_carry_values_outwards)
{
	int64_t args[3] = {4, 3, -1};
	fixture f;

	open_scheduled(&f, OUTWARD, schedules[_i]);
	ck_ok(&f, run_graph(&f, "Root", args));
	ck_assert_int_eq(args[2], 23);
	ck_count(&f, edge_value_ambiguous, 2); /* Source's and Inner's */
	close_all(&f);
}
END_TEST

START_TEST(missing_value_is_found_two_levels_up)
{
	int64_t args[3] = {0, 3, -1};
	fixture f;

	open_all(&f, OUTWARD);
	ck_assert_int_eq(run_graph(&f, "Root", args), HR_TRAP);
	ck_count(&f, edge_no_value, 1);
	ck_assert_int_eq(args[2], -1);
	close_all(&f);
}
END_TEST

/* HPVM-C: a float passes through varargs as double, a char as int. */
#define DEMOTED                                                                                    \
	"declare void @__hpvm__return(i32, ...)\n"                                                 \
	"declare ptr @__hpvm__createNodeND(i32, ...)\n"                                            \
	"declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)\n"                                \
	"declare void @__hpvm__bindIn(ptr, i32, i32, i32)\n"                                       \
	"define void @Source(float %a, i8 %c) {\n"                                                 \
	"  %d = fpext float %a to double\n  %w = sext i8 %c to i32\n"                              \
	"  call void (i32, ...) @__hpvm__return(i32 2, double %d, i32 %w)\n  ret void\n}\n"        \
	"define void @Sink(ptr %log, i64 %bytes, float %a, i8 %c) {\n"                             \
	"  %f = fptosi float %a to i64\n  store i64 %f, ptr %log\n"                                \
	"  %w = sext i8 %c to i64\n"                                                               \
	"  %slot = getelementptr i64, ptr %log, i64 1\n  store i64 %w, ptr %slot\n"                \
	"  call void (i32, ...) @__hpvm__return(i32 0)\n  ret void\n}\n"                           \
	"define void @Root(ptr %log, i64 %bytes, float %a, i8 %c) {\n"                             \
	"  %s = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Source)\n"                   \
	"  %t = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @Sink)\n"                     \
	"  call void @__hpvm__bindIn(ptr %s, i32 2, i32 0, i32 0)\n"                               \
	"  call void @__hpvm__bindIn(ptr %s, i32 3, i32 1, i32 0)\n"                               \
	"  call void @__hpvm__bindIn(ptr %t, i32 0, i32 0, i32 0)\n"                               \
	"  call void @__hpvm__bindIn(ptr %t, i32 1, i32 1, i32 0)\n"                               \
	"  %e = call ptr @__hpvm__edge(ptr %s, ptr %t, i32 1, i32 0, i32 2, i32 0)\n"              \
	"  %g = call ptr @__hpvm__edge(ptr %s, ptr %t, i32 1, i32 1, i32 3, i32 0)\n"              \
	"  ret void\n}\n"

START_TEST(promoted_values_are_narrowed_again)
{
	struct __attribute__((packed)) {
		int64_t *log, bytes;
		float a;
		int8_t c;
	} args = {log_, sizeof(log_), 12345.0f, -5};
	fixture f;

	open_all(&f, DEMOTED);
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_int_eq(log_[0], 12345);
	ck_assert_int_eq(log_[1], -5);
	close_all(&f);
}
END_TEST

/* The bits above those of an odd-sized integer in the packed arguments are undefined: 24 and 1 bits
 * here. */
#define ODD                                                                                        \
	"define { i64 } @Leaf(i24 %v, i1 %b) {\n"                                                  \
	"  %wide = zext i24 %v to i64\n  %flag = zext i1 %b to i64\n"                              \
	"  %shifted = shl i64 %flag, 32\n  %sum = or i64 %wide, %shifted\n"                        \
	"  %r = insertvalue { i64 } undef, i64 %sum, 0\n  ret { i64 } %r\n}\n"                     \
	"define { i64 } @Root(i24 %v, i1 %b) {\n"                                                  \
	"  %leaf = call ptr @llvm.hpvm.createNode(ptr @Leaf)\n"                                    \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.output(ptr %leaf, i32 0, i32 0, i1 0)\n"                      \
	"  ret { i64 } undef\n}\n"

START_TEST(bits_above_an_odd_width_do_not_count)
{
	struct __attribute__((packed)) {
		uint32_t v;
		uint8_t b;
		uint64_t result;
	} args = {0xff123456, 0xff, 0};
	fixture f;

	open_all(&f, ODD);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_uint_eq(args.result, UINT64_C(0x100123456));
	close_all(&f);
}
END_TEST

/* --- barriers --------------------------------------------------------------------------------- */

/* Leaf(n): log[id] = 1 + id; barrier; read its mirror; barrier; write it. CALL: through a
 * function. */
#define MIRROR                                                                                     \
	"define i64 @get(ptr %log, i64 %i) noinline {\n"                                           \
	"  %slot = getelementptr i64, ptr %log, i64 %i\n  %v = load i64, ptr %slot\n"              \
	"  ret i64 %v\n}\n"                                                                        \
	"define { i64 } @Leaf(ptr %log, i64 %bytes, i64 %n) {\n"                                   \
	"  %private = alloca i64\n"                                                                \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  store i64 %i, ptr %private\n"                                                           \
	"  %slot = getelementptr i64, ptr %log, i64 %i\n"                                          \
	"  %i1 = add i64 %i, 1\n  store i64 %i1, ptr %slot\n"                                      \
	"  call void @llvm.hpvm.barrier()\n"                                                       \
	"  %mine = load i64, ptr %private\n"                                                       \
	"  %m = sub i64 %n, %mine\n  %k = sub i64 %m, 1\n"                                         \
	"  %v = call i64 @get(ptr %log, i64 %k)\n"                                                 \
	"  call void @llvm.hpvm.barrier()\n"                                                       \
	"  store i64 %v, ptr %slot\n"                                                              \
	"  %r = insertvalue { i64 } undef, i64 %i, 0\n  ret { i64 } %r\n}\n"                       \
	"define { i64 } @Root(ptr %log, i64 %bytes, i64 %n) {\n"                                   \
	"  %leaf = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 %n)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 2, i32 2, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.output(ptr %leaf, i32 0, i32 0, i1 0)\n"                      \
	"  ret { i64 } undef\n}\n"

typedef struct __attribute__((packed)) mirror_args {
	int64_t *log;
	int64_t bytes, n, result;
} mirror_args;

START_TEST(barriers_order_all_instances)
{
	static const int64_t sizes[] = {1, 2, 64, 1000};
	fixture f;

	open_scheduled(&f, MIRROR, schedules[_i]);
	for (size_t s = 0; s < 4; s++) {
		mirror_args args = {log_, sizeof(log_), sizes[s], -1};

		ck_ok(&f, run_graph(&f, "Root", &args));
		for (int64_t i = 0; i < sizes[s]; i++)
			ck_assert_int_eq(log_[i], sizes[s] - i);
		ck_assert_int_eq(args.result, sizes[s] - 1);
	}
	close_all(&f);
}
END_TEST

/* Leaf(log, bytes, n, how): instance 2 returns early (how 0), waits elsewhere (1) or once more
 * (2). */
#define DIVERGING                                                                                  \
	"define void @Leaf(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %two = icmp eq i64 %i, 2\n"                                                             \
	"  br i1 %two, label %special, label %all\n"                                               \
	"special:\n"                                                                               \
	"  switch i64 %n, label %again [ i64 0, label %out\n i64 1, label %elsewhere ]\n"          \
	"elsewhere:\n  call void @llvm.hpvm.barrier()\n  br label %out\n"                          \
	"again:\n  call void @llvm.hpvm.barrier()\n  br label %all\n"                              \
	"all:\n  call void @llvm.hpvm.barrier()\n  br label %out\n"                                \
	"out:\n"                                                                                   \
	"  %slot = getelementptr i64, ptr %log, i64 %i\n  store i64 1, ptr %slot\n"                \
	"  ret void\n}\n"                                                                          \
	"define void @Root(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %leaf = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 4)\n"                           \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 2, i32 2, i1 0)\n"                       \
	"  ret void\n}\n"

START_TEST(divergence_names_both_instances)
{
	static const char *const words[] = {"instance (2) has completed",
					    "instance (2) waits at another barrier",
					    "instance (2) waits at another barrier"};
	log_args args = logging(_i);
	fixture f;

	open_all(&f, DIVERGING);
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	ck_count(&f, barrier_divergence, 1);
	ck_says(&f, words[_i]);
	ck_says(&f, "while instance (0) waits at a barrier");
	close_all(&f);
}
END_TEST

START_TEST(a_run_goes_on_after_divergence_when_told_to)
{
	log_args args = logging(0);
	fixture f;

	open_program(&f, DIVERGING);
	f.options.keep_going = true;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_ok(&f, run_graph(&f, "Root", &args));
	hr_deferred_report(f.run);
	ck_count(&f, barrier_divergence, 1);
	ck_says(&f, "(2 times)");
	ck_assert_int_eq(f.run->status, HR_TRAP);
	close_all(&f);
}
END_TEST

/* --- traps, limits, memory -------------------------------------------------------------------- */

/* Leaf(n) returns 100 / (id - 2) for one-to-one use by Sink. */
#define TRAPPING                                                                                   \
	"define { i64 } @Source(i64 %a) {\n"                                                       \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %d = sub i64 %i, 2\n  %q = sdiv i64 100, %d\n"                                          \
	"  %r = insertvalue { i64 } undef, i64 %q, 0\n  ret { i64 } %r\n}\n"

START_TEST(a_trap_ends_the_run)
{
	pipe_args args = piping(5, 5);
	char *program = strdup(PIPE("%i10", "0"));
	fixture f;

	/* replace the source by one that divides */
	char *sink = strstr(program, "define void @Sink");
	char *text = malloc(strlen(TRAPPING) + strlen(sink) + 1);

	strcpy(text, TRAPPING);
	strcat(text, sink);
	open_program(&f, text);
	f.options.keep_going = _i == 1;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), _i ? HR_OK : HR_TRAP);
	hr_run_say(f.run);
	ck_count(&f, div_by_zero, 1);
	ck_says(&f, "at node Root/Source, instance (2)");
	ck_assert_int_eq(f.run->status, HR_TRAP);
	ck_assert_int_eq(log_[0], _i ? -50 : -1);
	ck_assert_int_eq(log_[2], _i ? 0 : -1);
	ck_assert_int_eq(log_[4], _i ? 50 : -1);
	free(program);
	free(text);
	close_all(&f);
}
END_TEST

START_TEST(ctrl_c_ends_a_grid)
{
	log_args args = logging(1000);
	fixture f;

	open_all(&f, LOGGER_1D);
	tracked_log(&f);
	f.run->interrupted = 1;
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_LIMIT);
	ck_count(&f, interrupted, 1);
	ck_assert_int_eq(log_[0], 0);
	close_all(&f);
}
END_TEST

/* Each instance of Maker allocates; Sink writes through all the pointers it receives. */
#define ALLOCATING                                                                                 \
	"define { ptr, i64 } @Maker(i64 %n) {\n"                                                   \
	"  %p = call ptr @llvm.hpvm.malloc(i64 64)\n"                                              \
	"  %a = insertvalue { ptr, i64 } undef, ptr %p, 0\n"                                       \
	"  %b = insertvalue { ptr, i64 } %a, i64 64, 1\n  ret { ptr, i64 } %b\n}\n"                \
	"define void @User(ptr %log, i64 %bytes, ptr %p, i64 %pb) {\n"                             \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %old = load i64, ptr %p\n  store i64 %i, ptr %p\n"                                      \
	"  %slot = getelementptr i64, ptr %log, i64 %i\n  store i64 %old, ptr %slot\n"             \
	"  ret void\n}\n"                                                                          \
	"define void @Root(ptr %log, i64 %bytes, i64 %n) {\n"                                      \
	"  %m = call ptr @llvm.hpvm.createNode1D(ptr @Maker, i64 %n)\n"                            \
	"  %u = call ptr @llvm.hpvm.createNode1D(ptr @User, i64 %n)\n"                             \
	"  call void @llvm.hpvm.bind.input(ptr %m, i32 2, i32 0, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %u, i32 0, i32 0, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %u, i32 1, i32 1, i1 0)\n"                          \
	"  %e = call ptr @llvm.hpvm.createEdge(ptr %m, ptr %u, i1 0, i32 0, i32 2, i1 0)\n"        \
	"  %g = call ptr @llvm.hpvm.createEdge(ptr %m, ptr %u, i1 0, i32 1, i32 3, i1 0)\n"        \
	"  ret void\n}\n"

START_TEST(each_instance_has_its_own_allocation)
{
	log_args args = logging(10);
	fixture f;

	open_all(&f, ALLOCATING);
	tracked_log(&f);
	ck_ok(&f, run_graph(&f, "Root", &args));
	for (int i = 0; i < 10; i++)
		ck_assert_uint_eq((uint64_t)log_[i], UINT64_C(0xA5A5A5A5A5A5A5A5));
	close_all(&f);
}
END_TEST

/* Infinite recursion inside a leaf: its stack is limited, and the tool survives. */
#define RECURSIVE                                                                                  \
	"define i64 @deep(i64 %n) noinline optnone {\n"                                            \
	"  %a = alloca [64 x i64]\n  %m = add i64 %n, 1\n"                                         \
	"  store i64 %m, ptr %a\n  %r = call i64 @deep(i64 %m)\n"                                  \
	"  %v = load i64, ptr %a\n  %s = add i64 %r, %v\n  ret i64 %s\n}\n"                        \
	"define { i64 } @Leaf(i64 %n) {\n"                                                         \
	"  %v = call i64 @deep(i64 %n)\n"                                                          \
	"  call void @llvm.hpvm.barrier()\n"                                                       \
	"  %r = insertvalue { i64 } undef, i64 %v, 0\n  ret { i64 } %r\n}\n"                       \
	"define { i64 } @Root(i64 %n) {\n"                                                         \
	"  %leaf = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 %n)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"                       \
	"  call void @llvm.hpvm.bind.output(ptr %leaf, i32 0, i32 0, i1 0)\n"                      \
	"  ret { i64 } undef\n}\n"

START_TEST(endless_recursion_reaches_the_stack_limit)
{
	int64_t args[2] = {_i ? 4 : 1, 0}; /* with and without other instances at the barrier */
	fixture f;

	open_program(&f, RECURSIVE);
	f.options.stack_limit = 1024 * 1024;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	ck_assert_int_eq(run_graph(&f, "Root", args), HR_LIMIT);
	ck_count(&f, stack_overflow, 1);
	close_all(&f);
}
END_TEST

START_TEST(diagnostics_name_the_instances_of_ancestors)
{
	char *text = strdup(NESTED), *at = strstr(text, "mul i64 %g, 10\n");
	log_args args = logging(2);
	fixture f;

	memcpy(at, "sdiv i64 10, %g", 15); /* traps in group 0 */
	at[15] = '\n';
	open_all(&f, text);
	tracked_log(&f);
	ck_assert_int_eq(run_graph(&f, "Root", &args), HR_TRAP);
	ck_says(&f, "at node Root/Group/Leaf, instance (0) in Root/Group (0), execution 0");
	free(text);
	close_all(&f);
}
END_TEST

static uint64_t seen_done, seen_total, seen_calls;

static uint64_t seen_operations;

static void see_progress(hr_run *run, const hr_run_point *point)
{
	(void)run;
	if (!point) /* the host continues */
		return;
	ck_assert_str_eq(point->node->path, "Root/Leaf");
	ck_assert_uint_ge(point->done, seen_done);
	ck_assert_uint_ge(point->operations, seen_operations);
	seen_done = point->done;
	seen_total = point->total;
	seen_operations = point->operations;
	seen_calls++;
}

START_TEST(progress_is_called_now_and_then)
{
	log_args args = logging(3000000);
	fixture f;

	open_all(&f, "define void @Leaf(ptr %log, i64 %bytes) {\n  ret void\n}\n"
		     "define void @Root(ptr %log, i64 %bytes, i64 %n) {\n"
		     "  %leaf = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 %n)\n"
		     "  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"
		     "  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"
		     "  ret void\n}\n");
	tracked_log(&f);
	f.run->progress = see_progress;
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_uint_eq(seen_total, 3000000);
	ck_assert_uint_ge(seen_calls, 1);
	ck_assert_uint_le(seen_calls, 300); /* at most ten a second */
	close_all(&f);
}
END_TEST

START_TEST(progress_within_one_instance)
{
	log_args args = logging(1);
	fixture f;

	open_all(&f, "define void @Leaf(ptr %log, i64 %bytes) {\n  br label %loop\nloop:\n"
		     "  %i = phi i64 [ 0, %0 ], [ %n, %loop ]\n  %n = add i64 %i, 1\n"
		     "  %c = icmp ult i64 %n, 100000000\n"
		     "  br i1 %c, label %loop, label %end\nend:\n  ret void\n}\n"
		     "define void @Root(ptr %log, i64 %bytes) {\n"
		     "  %leaf = call ptr @llvm.hpvm.createNode(ptr @Leaf)\n"
		     "  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 0)\n"
		     "  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 0)\n"
		     "  ret void\n}\n");
	tracked_log(&f);
	f.run->progress = see_progress;
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_uint_eq(seen_total, 1);
	ck_assert_uint_eq(seen_done, 0);
	ck_assert_uint_ge(seen_calls, 2); /* the first comes before the instance */
	close_all(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("schedule");
	TCase *grids = tcase_create("grids"), *edges = tcase_create("edges");
	TCase *rest = tcase_create("barriers and traps");

	tcase_add_test(grids, reference_order_is_ascending);
	tcase_add_test(grids, z_is_innermost);
	tcase_add_test(grids, reverse_order_is_descending);
	tcase_add_test(grids, depth_first_of_one_grid_is_reference_order);
	tcase_add_test(grids, depth_first_goes_down_one_to_one_edges);
	tcase_add_test(grids, random_order_is_a_permutation_that_the_seed_decides);
	tcase_add_test(grids, negative_extent_is_invalid);
	tcase_add_test(grids, too_many_instances_are_invalid);
	tcase_add_test(grids, zero_extent_runs_nothing_and_warns_once);
	tcase_add_test(grids, a_leaf_that_never_runs_gets_no_code);
	tcase_add_test(grids, zero_extent_is_one_instance_for_hpvm_1_0_cpu);
	tcase_add_test(grids, each_instance_of_a_group_runs_its_children_in_full);
	tcase_add_test(grids, statistics_count_instances);
	suite_add_tcase(suite, grids);
	tcase_add_loop_test(edges, one_to_one_carries_each_instance, 0, 3);
	tcase_add_test(edges, one_to_one_needs_equal_grids);
	tcase_add_loop_test(edges, all_to_all_carries_the_last_in_reference_order, 0, 3);
	tcase_add_loop_test(edges, all_to_all_with_equal_values_is_silent, 0, 3);
	tcase_add_test(edges, ambiguous_values_can_be_an_error);
	tcase_add_loop_test(edges, edge_value_choices, 0, 2);
	tcase_add_test(edges, value_of_no_instance_is_an_error_when_used);
	tcase_add_loop_test(edges, output_binds_carry_values_outwards, 0, 3);
	tcase_add_test(edges, missing_value_is_found_two_levels_up);
	tcase_add_test(edges, promoted_values_are_narrowed_again);
	tcase_add_test(edges, bits_above_an_odd_width_do_not_count);
	suite_add_tcase(suite, edges);
	tcase_add_loop_test(rest, barriers_order_all_instances, 0, 3);
	tcase_add_loop_test(rest, divergence_names_both_instances, 0, 3);
	tcase_add_test(rest, a_run_goes_on_after_divergence_when_told_to);
	tcase_add_loop_test(rest, a_trap_ends_the_run, 0, 2);
	tcase_add_test(rest, ctrl_c_ends_a_grid);
	tcase_add_test(rest, each_instance_has_its_own_allocation);
	tcase_add_loop_test(rest, endless_recursion_reaches_the_stack_limit, 0, 2);
	tcase_add_test(rest, diagnostics_name_the_instances_of_ancestors);
	tcase_add_test(rest, progress_is_called_now_and_then);
	tcase_add_test(rest, progress_within_one_instance);
	tcase_set_timeout(rest, 60);
	suite_add_tcase(suite, rest);
	return run_suite(suite);
}
