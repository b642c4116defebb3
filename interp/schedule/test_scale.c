/* interp/schedule/test_scale.c -- graphs of many nodes, edges and instances run, and their cost is
 * linear, not quadratic.
 *
 * Cost is the processor time of this thread, the least of a few tries, so that other processes do
 * not count. Four times the size may cost up to eight times as much; quadratic cost would be
 * sixteen. */
#include <malloc.h>
#include <time.h>

#include "interp/schedule/test_graph.h"

enum { SIZE = 3000, TIMES = 4, LIMIT = 8, TRIES = 3, MORE_TRIES = 3 };

/* --- programs: Root passes a number to its first child, returns its last child's result --- */

static const char leaf[] = "define {i64} @Leaf(i64 %n) {\n"
			   "  %m = add i64 %n, 1\n"
			   "  %r = insertvalue {i64} poison, i64 %m, 0\n"
			   "  ret {i64} %r\n}\n";

static void create(FILE *out, unsigned child, const char *function)
{
	fprintf(out, "  %%n%u = call ptr @llvm.hpvm.createNode(ptr @%s)\n", child, function);
}

static void edge(FILE *out, unsigned from, unsigned to)
{
	fprintf(out,
		"  call ptr @llvm.hpvm.createEdge(ptr %%n%u, ptr %%n%u, i1 0, i32 0, i32 0, i1 "
		"0)\n",
		from, to);
}

static void begin(FILE *out, const char *function)
{
	fprintf(out, "define {i64} @%s(i64 %%n) {\n", function);
}

static void end(FILE *out, unsigned first, unsigned last)
{
	fprintf(out, "  call void @llvm.hpvm.bind.input(ptr %%n%u, i32 0, i32 0, i1 0)\n", first);
	fprintf(out, "  call void @llvm.hpvm.bind.output(ptr %%n%u, i32 0, i32 0, i1 0)\n", last);
	fputs("  ret {i64} poison\n}\n", out);
}

static void chain(FILE *out, unsigned nodes)
{
	begin(out, "Root");
	for (unsigned i = 0; i < nodes; i++)
		create(out, i, "Leaf");
	for (unsigned i = 1; i < nodes; i++)
		edge(out, i - 1, i);
	end(out, 0, nodes - 1);
}

/* One source; all other nodes are its sinks. */
static void fan(FILE *out, unsigned nodes)
{
	begin(out, "Root");
	for (unsigned i = 0; i < nodes; i++)
		create(out, i, "Leaf");
	for (unsigned i = 1; i < nodes; i++)
		edge(out, 0, i);
	end(out, 0, nodes - 1);
}

/* Groups of nine leaves below nodes below the root; each group has its own function. */
static void groups(FILE *out, unsigned nodes)
{
	unsigned count = nodes / 10;
	char name[32];

	for (unsigned g = 0; g < count; g++) {
		snprintf(name, sizeof(name), "Group%u", g);
		begin(out, name);
		for (unsigned i = 0; i < 9; i++)
			create(out, i, "Leaf");
		for (unsigned i = 1; i < 9; i++)
			edge(out, i - 1, i);
		end(out, 0, 8);
	}
	begin(out, "Root");
	for (unsigned g = 0; g < count; g++) {
		snprintf(name, sizeof(name), "Group%u", g);
		create(out, g, name);
	}
	for (unsigned g = 1; g < count; g++)
		edge(out, g - 1, g);
	end(out, 0, count - 1);
}

/* Each node has its own leaf function. */
static void functions(FILE *out, unsigned nodes)
{
	char name[32];

	for (unsigned i = 0; i < nodes; i++) {
		snprintf(name, sizeof(name), "Leaf%u", i);
		begin(out, name);
		fprintf(out,
			"  %%m = add i64 %%n, %u\n"
			"  %%r = insertvalue {i64} poison, i64 %%m, 0\n"
			"  ret {i64} %%r\n}\n",
			i);
	}
	begin(out, "Root");
	for (unsigned i = 0; i < nodes; i++) {
		snprintf(name, sizeof(name), "Leaf%u", i);
		create(out, i, name);
	}
	for (unsigned i = 1; i < nodes; i++)
		edge(out, i - 1, i);
	end(out, 0, nodes - 1);
}

/* Two nodes with COUNT edges between them. */
static void edges(FILE *out, unsigned count)
{
	fputs("define {", out);
	for (unsigned i = 0; i < count; i++)
		fputs(i ? ", i64" : "i64", out);
	fputs("} @Source(i64 %n) {\n  ret {", out);
	for (unsigned i = 0; i < count; i++)
		fputs(i ? ", i64" : "i64", out);
	fputs("} zeroinitializer\n}\ndefine {i64} @Sink(", out);
	for (unsigned i = 0; i < count; i++)
		fprintf(out, "%si64 %%p%u", i ? ", " : "", i);
	fputs(") {\n  ret {i64} {i64 7}\n}\n", out);
	begin(out, "Root");
	create(out, 0, "Source");
	create(out, 1, "Sink");
	for (unsigned i = 0; i < count; i++)
		fprintf(out,
			"  call ptr @llvm.hpvm.createEdge(ptr %%n0, ptr %%n1, i1 0, i32 %u, i32 "
			"%u, "
			"i1 0)\n",
			i, i);
	end(out, 0, 1);
}

static void instances(FILE *out, unsigned count)
{
	begin(out, "Root");
	fprintf(out, "  %%n0 = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 %u)\n", 50 * count);
	end(out, 0, 0);
}

typedef void graph_shape(FILE *out, unsigned size);
static graph_shape *const shapes[] = {chain, fan, groups, functions, edges, instances};
enum { SHAPES = sizeof(shapes) / sizeof(*shapes) };

static char *text_of(graph_shape *make, unsigned size)
{
	char *text = NULL;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	ck_assert_ptr_nonnull(out);
	fputs(leaf, out);
	make(out, size);
	fclose(out);
	return text;
}

/* --- costs --- */

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct cost {
	double load, run;
	size_t bytes; /* memory while it is loaded and has run */
} cost;

static size_t allocated(void)
{
#if __GLIBC_PREREQ(2, 33)
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
#else
	return 0;
#endif
}

/* Load the program and run it with the argument 5. Return its cost and set *RESULT. */
static cost cost_of(const char *text, hr_schedule schedule, int64_t *result)
{
	struct __attribute__((packed)) {
		int64_t n, result;
	} arguments = {5, 0};
	size_t before = allocated();
	double start = seconds(), loaded;
	cost spent;
	fixture f;

	open_program(&f, text);
	loaded = seconds();
	f.options.schedule = schedule;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	ck_ok(&f, run_graph(&f, "Root", &arguments));
	spent = (cost){loaded - start, seconds() - loaded, allocated() - before};
	close_all(&f);
	*result = arguments.result;
	return spent;
}

static cost least_cost(graph_shape *make, unsigned size, hr_schedule schedule)
{
	char *text = text_of(make, size);
	cost least = {1e9, 1e9, 0};
	int64_t result;

	for (int i = 0; i < TRIES; i++) {
		cost spent = cost_of(text, schedule, &result);

		least.load = spent.load < least.load ? spent.load : least.load;
		least.run = spent.run < least.run ? spent.run : least.run;
		least.bytes = spent.bytes;
	}
	free(text);
	return least;
}

/* Repeat a measurement that is too long, since other processes on the machine may have slowed it
 * down. */
static void check_growth(graph_shape *make, hr_schedule schedule)
{
	cost small = least_cost(make, SIZE, schedule),
	     large = least_cost(make, TIMES * SIZE, schedule);

	for (int i = 0; i < MORE_TRIES && (large.load >= (double)LIMIT * small.load ||
					   large.run >= (double)LIMIT * small.run);
	     i++) {
		small = least_cost(make, SIZE, schedule);
		large = least_cost(make, TIMES * SIZE, schedule);
	}
	ck_assert_msg(large.load < (double)LIMIT * small.load, "loading: %g s, then %g s",
		      small.load, large.load);
	ck_assert_msg(large.run < (double)LIMIT * small.run, "running: %g s, then %g s", small.run,
		      large.run);
	ck_assert_msg(large.bytes <= (TIMES + 1) * small.bytes, "memory: %zu bytes, then %zu",
		      small.bytes, large.bytes);
}

/* --- tests --- */

START_TEST(cost_grows_with_size)
{
	check_growth(shapes[_i], HR_SCHEDULE_REFERENCE);
}
END_TEST

START_TEST(cost_grows_with_size_depth_first)
{
	check_growth(shapes[_i], HR_SCHEDULE_DEPTH_FIRST);
}
END_TEST

/* More leaves than a process may have mappings, in a chain longer than the C stack is deep. */
START_TEST(many_leaves_run)
{
	char *text = text_of(chain, 40000);
	int64_t result;

	cost_of(text, _i ? HR_SCHEDULE_DEPTH_FIRST : HR_SCHEDULE_REFERENCE, &result);
	ck_assert_int_eq(result, 40005);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scale");
	TCase *all = tcase_create("all");

	tcase_set_timeout(all, 300);
	tcase_add_loop_test(all, cost_grows_with_size, 0, SHAPES);
	tcase_add_loop_test(all, cost_grows_with_size_depth_first, 0, SHAPES);
	tcase_add_loop_test(all, many_leaves_run, 0, 2);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
