/* interp/stream/test_stream.c -- launches and streams: H1-H3, M7, S1-S6. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "interp/memory/memory.h"
#include "interp/schedule/test_graph.h"
#include "interp/stream/stream.h"
#include "src/base/tick.h"

/* Three stages, x -> 2x -> 2x + k -> log it and return it; k is not streaming. */
#define STAGES                                                                                     \
	"define { i64 } @Twice(i64 %x) {\n"                                                        \
	"  %v = mul i64 %x, 2\n"                                                                   \
	"  %r = insertvalue { i64 } undef, i64 %v, 0\n  ret { i64 } %r\n}\n"                       \
	"define { i64 } @Plus(i64 %x, i64 %k) {\n"                                                 \
	"  %v = add i64 %x, %k\n"                                                                  \
	"  %r = insertvalue { i64 } undef, i64 %v, 0\n  ret { i64 } %r\n}\n"                       \
	"define { i64, i32 } @Root(i64 %x, i64 %k) {\n"                                            \
	"  %a = call ptr @llvm.hpvm.createNode(ptr @Twice)\n"                                      \
	"  %b = call ptr @llvm.hpvm.createNode(ptr @Plus)\n"                                       \
	"  %c = call ptr @llvm.hpvm.createNode(ptr @Last)\n"                                       \
	"  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %b, i32 1, i32 1, i1 0)\n"                          \
	"  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 1, i32 0, i32 0, i1 1)\n"        \
	"  %f = call ptr @llvm.hpvm.createEdge(ptr %b, ptr %c, i1 1, i32 0, i32 0, i1 1)\n"        \
	"  call void @llvm.hpvm.bind.output(ptr %c, i32 0, i32 0, i1 1)\n"                         \
	"  call void @llvm.hpvm.bind.output(ptr %c, i32 1, i32 1, i1 1)\n"                         \
	"  ret { i64, i32 } undef\n}\n"
#define LAST                                                                                       \
	"define { i64, i32 } @Last(i64 %x) {\n"                                                    \
	"  %t = trunc i64 %x to i32\n"                                                             \
	"  %r = insertvalue { i64, i32 } undef, i64 %x, 0\n"                                       \
	"  %s = insertvalue { i64, i32 } %r, i32 %t, 1\n  ret { i64, i32 } %s\n}\n"
#define PIPELINE LAST STAGES

typedef struct __attribute__((packed)) stage_args {
	int64_t x, k;
} stage_args;

typedef struct __attribute__((packed)) stage_result {
	int64_t wide;
	int32_t narrow;
} stage_result;

static hr_status push(fixture *f, hr_launched *graph, int64_t x)
{
	stage_args args = {x, 1000000}; /* k is not streaming: this value must be ignored */

	return hr_push(f->run, graph, &args);
}

static void pop_expects(fixture *f, hr_launched *graph, int64_t expected)
{
	stage_result *result = NULL;

	ck_ok(f, hr_pop(f->run, graph, (void **)&result));
	ck_assert_int_eq(result->wide, expected);
	ck_assert_int_eq(result->narrow, (int32_t)expected);
	free(result);
}

/* --- streams ---------------------------------------------------------------------------------- */

START_TEST(results_come_in_order)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	for (int i = 0; i < 3; i++)
		ck_ok(&f, push(&f, graph, i));
	pop_expects(&f, graph, 5);
	for (int i = 3; i < 40; i++) {
		ck_ok(&f, push(&f, graph, i));
		pop_expects(&f, graph, 2 * (i - 2) + 5);
	}
	pop_expects(&f, graph, 81);
	pop_expects(&f, graph, 83);
	ck_ok(&f, hr_wait(f.run, graph));
	ck_ok(&f, hr_cleanup(f.run));
	ck_assert_int_eq(hr_run_finish(f.run), HR_OK);
	ck_assert_uint_eq(f.text_bytes, 0);
	close_all(&f);
}
END_TEST

/* Stages log (stage, execution), so that the test can observe that they overlap. */
#define LOGGING_STAGE(name, number)                                                                \
	"define { i64 } @" name "(i64 %x, ptr %log, i64 %bytes) {\n"                               \
	"  %at = load i64, ptr %log\n  %next = add i64 %at, 1\n"                                   \
	"  store i64 %next, ptr %log\n"                                                            \
	"  %slot = getelementptr i64, ptr %log, i64 %next\n"                                       \
	"  %x10 = mul i64 %x, 10\n  %v = add i64 %x10, " number "\n"                               \
	"  store i64 %v, ptr %slot\n"                                                              \
	"  %r = insertvalue { i64 } undef, i64 %x, 0\n  ret { i64 } %r\n}\n"
#define OVERLAPPING                                                                                \
	LOGGING_STAGE("A", "1")                                                                    \
	LOGGING_STAGE("B", "2")                                                                    \
	LOGGING_STAGE("C", "3")                                                                    \
	"define { i64 } @Root(i64 %x, ptr %log, i64 %bytes) {\n"                                   \
	"  %a = call ptr @llvm.hpvm.createNode(ptr @A)\n"                                          \
	"  %b = call ptr @llvm.hpvm.createNode(ptr @B)\n"                                          \
	"  %c = call ptr @llvm.hpvm.createNode(ptr @C)\n"                                          \
	"  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %a, i32 1, i32 1, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %a, i32 2, i32 2, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %b, i32 1, i32 1, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %b, i32 2, i32 2, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 1, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 2, i32 2, i1 0)\n"                          \
	"  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 1, i32 0, i32 0, i1 1)\n"        \
	"  %f = call ptr @llvm.hpvm.createEdge(ptr %b, ptr %c, i1 1, i32 0, i32 0, i1 1)\n"        \
	"  call void @llvm.hpvm.bind.output(ptr %c, i32 0, i32 0, i1 1)\n"                         \
	"  ret { i64 } undef\n}\n"

typedef struct __attribute__((packed)) stream_log_args {
	int64_t x, *log, bytes;
} stream_log_args;

START_TEST(stages_overlap)
{
	static const int64_t expected[] = {1, 2, 11, 3, 12, 21};
	int64_t log[64] = {0};
	stream_log_args args = {0, log, sizeof(log)};
	hr_launched *graph;
	fixture f;

	open_all(&f, OVERLAPPING);
	ck_ok(&f, hr_track(f.run, log, sizeof(log)));
	graph = start(&f, "Root", true, &args);
	for (args.x = 0; args.x < 3; args.x++)
		ck_ok(&f, hr_push(f.run, graph, &args));
	ck_assert_int_eq(log[0], 6);
	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(log[i + 1], expected[i]);
	ck_ok(&f, hr_wait(f.run, graph));
	ck_assert_int_eq(log[0], 9);
	ck_count(&f, stream_unpopped, 1);
	ck_says(&f, "3 results");
	close_all(&f);
}
END_TEST

/* Collect the log of six pushes. */
static void log_in_order(hr_schedule schedule, uint64_t seed, int64_t log[64])
{
	stream_log_args args = {0, log, 64 * sizeof(*log)};
	hr_launched *graph;
	fixture f;
	void *result;

	memset(log, 0, 64 * sizeof(*log));
	open_program(&f, OVERLAPPING);
	f.options.schedule = schedule;
	f.options.seed = seed;
	open_run(&f);
	ck_assert_int_eq(hr_init(f.run), HR_OK);
	ck_ok(&f, hr_track(f.run, log, 64 * sizeof(*log)));
	graph = start(&f, "Root", true, &args);
	for (args.x = 0; args.x < 6; args.x++)
		ck_ok(&f, hr_push(f.run, graph, &args));
	for (int64_t i = 0; i < 6; i++) {
		ck_ok(&f, hr_pop(f.run, graph, &result));
		ck_assert_int_eq(*(int64_t *)result, i);
		free(result);
	}
	ck_ok(&f, hr_wait(f.run, graph));
	ck_assert_int_eq(log[0], 18);
	close_all(&f);
}

START_TEST(a_seed_says_how_stages_overlap)
{
	static const int64_t breadth[] = {1,  11, 21, 31, 41, 51, 2,  12, 22,
					  32, 42, 52, 3,  13, 23, 33, 43, 53};
	int64_t log[64], again[64], in_flight[7] = {0};
	unsigned different = 0;

	log_in_order(HR_SCHEDULE_REVERSE, 0, log);
	for (int i = 0; i < 18; i++)
		ck_assert_int_eq(log[i + 1], breadth[i]);
	log_in_order(HR_SCHEDULE_REFERENCE, 0, again);
	for (uint64_t seed = 1; seed <= 40; seed++) {
		int64_t next[6] = {1, 1, 1, 1, 1, 1}, flying = 0, most = 0;

		log_in_order(HR_SCHEDULE_RANDOM, seed, log);
		different += memcmp(log, again, sizeof(log)) != 0;
		log_in_order(HR_SCHEDULE_RANDOM, seed, again);
		ck_assert(memcmp(log, again, sizeof(log)) == 0);
		for (int i = 1; i <= 18; i++) {
			int64_t k = log[i] / 10, stage = log[i] % 10;

			ck_assert_int_eq(stage, next[k]);         /* after the stage before it */
			ck_assert(k == 0 || next[k - 1] > stage); /* S3 */
			next[k]++;
			flying += (stage == 1) - (stage == 3);
			most = flying > most ? flying : most;
		}
		in_flight[most]++;
	}
	ck_assert_uint_ge(different, 30);
	ck_assert_int_gt(in_flight[1], 0); /* no overlap */
	ck_assert_int_gt(in_flight[2] + in_flight[3], 0);
	ck_assert_int_gt(in_flight[4] + in_flight[5] + in_flight[6], 0);
}
END_TEST

START_TEST(pop_without_push_is_an_error_and_no_hang)
{
	stage_args args = {0, 5};
	void *result = &args;
	hr_launched *graph;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_assert_ptr_eq(result, &args);
	ck_ok(&f, push(&f, graph, 1));
	pop_expects(&f, graph, 7);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_count(&f, pop_without_push, 2);
	close_all(&f);
}
END_TEST

START_TEST(wait_ends_a_stream)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	void *result;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	for (int i = 0; i < 20; i++)
		ck_ok(&f, push(&f, graph, i));
	pop_expects(&f, graph, 5);
	ck_ok(&f, hr_wait(f.run, graph));
	ck_count(&f, stream_unpopped, 1);
	ck_says(&f, "19 results");
	ck_assert_int_eq(push(&f, graph, 1), HR_TRAP);
	ck_count(&f, push_after_wait, 1);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_count(&f, pop_without_push, 1);
	ck_assert_int_eq(hr_wait(f.run, graph), HR_TRAP);
	ck_count(&f, bad_graph_handle, 1);
	close_all(&f);
}
END_TEST

START_TEST(a_stream_never_waited_for_ends_at_cleanup)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	ck_ok(&f, push(&f, graph, 1));
	ck_ok(&f, hr_cleanup(f.run));
	ck_count(&f, graph_never_waited, 1);
	ck_count(&f, stream_unpopped, 1);
	ck_assert_int_eq(hr_run_finish(f.run), HR_OK);
	close_all(&f);
}
END_TEST

START_TEST(a_graph_without_streaming_takes_no_push)
{
	int64_t args[4] = {1, 2, 0, 0};
	hr_launched *graph;
	void *result;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", false, args);
	ck_assert_int_eq(push(&f, graph, 1), HR_TRAP);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_count(&f, not_streaming, 2);
	close_all(&f);
}
END_TEST

/* --- capacity --------------------------------------------------------------------------------- */

START_TEST(full_stream_with_one_host_thread_is_an_error)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	fixture f;

	open_program(&f, PIPELINE);
	set_sem(&f, "stream-capacity=4");
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	graph = start(&f, "Root", true, &args);
	for (int i = 0; i < 4; i++)
		ck_ok(&f, push(&f, graph, i));
	ck_assert_int_eq(push(&f, graph, 4), HR_TRAP);
	ck_count(&f, stream_full, 1);
	ck_says(&f, "push 5");
	close_all(&f);
}
END_TEST

typedef struct popper {
	fixture *f;
	hr_launched *graph;
	int count;
	unsigned delay; /* microseconds before each pop */
	bool right;
} popper;

static void *pop_all(void *data)
{
	popper *self = data;

	self->right = true;
	for (int i = 0; i < self->count; i++) {
		stage_result *result = NULL;

		usleep(self->delay);
		if (hr_pop(self->f->run, self->graph, (void **)&result) != HR_OK) {
			self->right = false;
			return NULL;
		}
		self->right &= result->wide == 2 * i + 5;
		free(result);
	}
	return NULL;
}

START_TEST(another_thread_may_pop)
{
	stage_args args = {0, 5};
	pthread_t thread;
	popper other;
	fixture f;

	open_program(&f, PIPELINE);
	set_sem(&f, _i ? "stream-capacity=1" : "stream-capacity=unbounded");
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	other = (popper){&f, start(&f, "Root", true, &args), _i == 2 ? 20 : 2000,
			 _i == 2 ? 5000 : 0, false};
	pthread_create(&thread, NULL, pop_all, &other);
	for (int i = 0; i < other.count; i++)
		ck_ok(&f, push(&f, other.graph, i));
	pthread_join(thread, NULL);
	ck_assert_msg(other.right, "%s", f.text);
	ck_ok(&f, hr_wait(f.run, other.graph));
	ck_count(&f, stream_full, 0);
	ck_count(&f, pop_without_push, 0);
	ck_count(&f, stream_capacity, 0);
	close_all(&f);
}
END_TEST

static void *sleep_until_cancelled(void *data)
{
	pause();
	return data;
}

/* Counting many threads costs more, and that cost must not be taken for work of those threads. */
START_TEST(idle_threads_do_not_make_a_pop_hang)
{
	enum { MANY = 300 };
	stage_args args = {0, 5};
	unsigned count = _i ? MANY : 1;
	hr_launched *graph;
	pthread_t threads[MANY];
	void *result;
	fixture f;

	open_all(&f, PIPELINE);
	hr_block_set_patience(_i ? 1500 : 200);
	graph = start(&f, "Root", true, &args);
	for (unsigned i = 0; i < count; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, sleep_until_cancelled, NULL), 0);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_count(&f, pop_without_push, 1);
	for (unsigned i = 0; i < count; i++)
		pthread_cancel(threads[i]);
	for (unsigned i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	close_all(&f);
}
END_TEST

/* Return the processor time of one check for other threads in nanoseconds, the least of many. */
static uint64_t cost_of_asking(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 300; i++) {
		uint64_t begun = hr_clock(CLOCK_THREAD_CPUTIME_ID), took;

		hr_block_others();
		took = hr_clock(CLOCK_THREAD_CPUTIME_ID) - begun;
		least = took < least ? took : least;
	}
	return least;
}

START_TEST(many_threads_are_counted_as_quickly_as_one)
{
	enum { MANY = 300 };
	pthread_t threads[MANY];
	uint64_t one, many;
	fixture f;

	open_all(&f, PIPELINE);
	one = cost_of_asking();
	for (unsigned i = 0; i < MANY; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, sleep_until_cancelled, NULL), 0);
	many = cost_of_asking();
	ck_assert(hr_block_others());
	for (unsigned i = 0; i < MANY; i++)
		pthread_cancel(threads[i]);
	for (unsigned i = 0; i < MANY; i++)
		pthread_join(threads[i], NULL);
	printf("to ask for other threads: %llu ns of one, %llu ns of %d\n", (unsigned long long)one,
	       (unsigned long long)many, MANY);
	ck_assert_uint_lt(many, 4 * one);
	close_all(&f);
}
END_TEST

/* A push into a full stream checks for other threads only if none has popped since the last
 * push. */
START_TEST(who_pops_elsewhere_is_enough_for_a_push)
{
	stage_args args = {0, 5};
	pthread_t thread;
	popper other;
	fixture f;

	open_all(&f, PIPELINE);
	other = (popper){&f, start(&f, "Root", true, &args), 1, 0, false};
	for (int i = 0; i < 7; i++)
		ck_ok(&f, push(&f, other.graph, i));
	ck_count(&f, stream_capacity, 0);
	ck_ok(&f, push(&f, other.graph, 7));
	ck_count(&f, stream_capacity, 1);
	pthread_create(&thread, NULL, pop_all, &other);
	pthread_join(thread, NULL);
	ck_assert_msg(other.right, "%s", f.text);
	close_all(&f);

	open_all(&f, PIPELINE);
	other = (popper){&f, start(&f, "Root", true, &args), 1, 0, false};
	for (int i = 0; i < 7; i++)
		ck_ok(&f, push(&f, other.graph, i));
	pthread_create(&thread, NULL, pop_all, &other);
	pthread_join(thread, NULL);
	ck_assert(hr_block_alone());
	ck_ok(&f, push(&f, other.graph, 7));
	/* the thread has popped since, but has ended at the next push */
	ck_ok(&f, push(&f, other.graph, 8));
	ck_count(&f, stream_capacity, 1);
	ck_says(&f, "at push 9");
	close_all(&f);
}
END_TEST

static void *end_soon(void *data)
{
	usleep(5000);
	return data;
}

START_TEST(who_is_about_to_end_is_gone_in_a_moment)
{
	pthread_t thread;
	fixture f;

	open_all(&f, PIPELINE);
	pthread_create(&thread, NULL, end_soon, NULL);
	pthread_detach(thread);
	ck_assert(hr_block_others());
	ck_assert(hr_block_alone());
	ck_assert(!hr_block_others());
	close_all(&f);
}
END_TEST

/* A thread created on behalf of the runtime, such as by a driver, which creates another thread. */
static void *make_another(void *data)
{
	pthread_create(data, NULL, sleep_until_cancelled, NULL);
	pause();
	return data;
}

START_TEST(threads_of_the_tool_are_nobody)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	pthread_t own, other = 0;
	bool before;
	void *result;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	before = hr_block_make_own(true);
	pthread_create(&own, NULL, make_another, &other);
	hr_block_make_own(before);
	while (!__atomic_load_n(&other, __ATOMIC_ACQUIRE) || hr_block_others())
		usleep(1000);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_count(&f, pop_without_push, 1);
	pthread_cancel(own);
	pthread_cancel(other);
	pthread_join(own, NULL);
	pthread_join(other, NULL);
	/* a thread that has just ended may still be counted for a moment */
	ck_assert(hr_block_alone());
	pthread_create(&own, NULL, sleep_until_cancelled, NULL);
	ck_assert(hr_block_others());
	ck_assert(!hr_block_alone());
	pthread_cancel(own);
	pthread_join(own, NULL);
	close_all(&f);
}
END_TEST

START_TEST(hpvm_1_0_would_block)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	fixture f;

	/* host -> [1] -> Twice -> [1] -> Plus -> [1] -> Last -> [2] -> pop: four buffers on the
	 * path and three threads that hold one element each. */
	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	for (int i = 0; i < 7; i++)
		ck_ok(&f, push(&f, graph, i));
	ck_count(&f, stream_capacity, 0);
	pop_expects(&f, graph, 5);
	ck_ok(&f, push(&f, graph, 7));
	ck_count(&f, stream_capacity, 0);
	ck_ok(&f, push(&f, graph, 8));
	ck_count(&f, stream_capacity, 1);
	ck_says(&f, "at push 9");
	ck_says(&f, "holds 7");
	ck_ok(&f, push(&f, graph, 9));
	ck_count(&f, stream_capacity, 1);
	close_all(&f);
}
END_TEST

/* --- a stream may contain any graph (S6) ------------------------------------------------------ */

/* Fill(n) one-to-one into Add(n), which stores into out[id]; then Sum reads all of out, in a
 * stream. Fill is in an internal node. This covers float and a second level. */
#define REPLICATED                                                                                 \
	"define { float } @Fill(float %x) {\n"                                                     \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %f = sitofp i64 %i to float\n  %v = fadd float %f, %x\n"                                \
	"  %r = insertvalue { float } undef, float %v, 0\n  ret { float } %r\n}\n"                 \
	"define { i64 } @Add(float %v, ptr %out, i64 %bytes) {\n"                                  \
	"  %me = call ptr @llvm.hpvm.getNode()\n"                                                  \
	"  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %me)\n"                                \
	"  %slot = getelementptr float, ptr %out, i64 %i\n"                                        \
	"  store float %v, ptr %slot\n"                                                            \
	"  call void @llvm.hpvm.barrier()\n"                                                       \
	"  %r = insertvalue { i64 } undef, i64 1, 0\n  ret { i64 } %r\n}\n"                        \
	"define { float } @Sum(ptr %out, i64 %n, i64 %ready) {\n"                                  \
	"entry:\n  br label %loop\n"                                                               \
	"loop:\n"                                                                                  \
	"  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"                                         \
	"  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]\n"                                      \
	"  %slot = getelementptr float, ptr %out, i64 %i\n  %v = load float, ptr %slot\n"          \
	"  %sum = fadd float %s, %v\n  %next = add i64 %i, 1\n"                                    \
	"  %more = icmp ult i64 %next, %n\n  br i1 %more, label %loop, label %done\n"              \
	"done:\n  %r = insertvalue { float } undef, float %sum, 0\n  ret { float } %r\n}\n"        \
	"define { float } @Inner(ptr %out, i64 %n, i64 %ready) {\n"                                \
	"  %s = call ptr @llvm.hpvm.createNode(ptr @Sum)\n"                                        \
	"  call void @llvm.hpvm.bind.input(ptr %s, i32 0, i32 0, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %s, i32 1, i32 1, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %s, i32 2, i32 2, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.output(ptr %s, i32 0, i32 0, i1 1)\n"                         \
	"  ret { float } undef\n}\n"                                                               \
	"define { float } @Root(float %x, ptr %out, i64 %n) {\n"                                   \
	"  %a = call ptr @llvm.hpvm.createNode1D(ptr @Fill, i64 %n)\n"                             \
	"  %b = call ptr @llvm.hpvm.createNode1D(ptr @Add, i64 %n)\n"                              \
	"  %c = call ptr @llvm.hpvm.createNode(ptr @Inner)\n"                                      \
	"  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %b, i32 1, i32 1, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %b, i32 2, i32 2, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 0, i1 1)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 2, i32 1, i1 1)\n"                          \
	"  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 0, i32 0, i32 0, i1 1)\n"        \
	"  %f = call ptr @llvm.hpvm.createEdge(ptr %b, ptr %c, i1 1, i32 0, i32 2, i1 1)\n"        \
	"  call void @llvm.hpvm.bind.output(ptr %c, i32 0, i32 0, i1 1)\n"                         \
	"  ret { float } undef\n}\n"

START_TEST(replicated_nested_floating_streams)
{
	static float out[10][100];
	struct __attribute__((packed)) {
		float x;
		float *out;
		int64_t n;
	} args = {0, out[0], 0};
	hr_launched *graph;
	fixture f;

	open_all(&f, REPLICATED);
	ck_ok(&f, hr_track(f.run, out, sizeof(out)));
	graph = start(&f, "Root", true, &args);
	for (int i = 0; i < 10; i++) { /* the grid depends on the pushed values */
		args.x = (float)i;
		args.out = out[i];
		args.n = 10 + i;
		ck_ok(&f, hr_push(f.run, graph, &args));
	}
	for (int i = 0; i < 10; i++) {
		float *sum = NULL, n = (float)(10 + i);

		ck_ok(&f, hr_pop(f.run, graph, (void **)&sum));
		ck_assert_float_eq(*sum, n * (float)i + n * (n - 1) / 2);
		free(sum);
	}
	ck_ok(&f, hr_wait(f.run, graph));
	ck_count(&f, edge_value_ambiguous, 0);
	close_all(&f);
}
END_TEST

/* A stage that divides by the pushed value. */
#define DIVIDING                                                                                   \
	"define { i64, i32 } @Last(i64 %x) {\n"                                                    \
	"  %d = sub i64 %x, 9\n  %q = sdiv i64 100, %d\n"                                          \
	"  %r = insertvalue { i64, i32 } undef, i64 %q, 0\n"                                       \
	"  %s = insertvalue { i64, i32 } %r, i32 1, 1\n  ret { i64, i32 } %s\n}\n" STAGES

START_TEST(a_trap_breaks_a_stream)
{
	stage_args args = {0, 5};
	stage_result *result = NULL;
	hr_launched *graph;
	fixture f;

	open_all(&f, DIVIDING);
	graph = start(&f, "Root", true, &args);
	for (int i = 1; i < 4; i++)
		ck_ok(&f, push(&f, graph, i));
	ck_assert_int_eq(push(&f, graph, 4), HR_TRAP); /* execution 1 divides by 0 now */
	ck_says(&f, "at node Root/Last, execution 1");
	ck_assert_int_eq(push(&f, graph, 5), HR_TRAP);
	ck_assert_int_eq(hr_pop(f.run, graph, (void **)&result), HR_TRAP);
	ck_assert_int_eq(hr_wait(f.run, graph), HR_TRAP);
	ck_count(&f, div_by_zero, 1);
	close_all(&f);
}
END_TEST

START_TEST(a_stream_goes_on_when_told_to)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	fixture f;

	open_program(&f, DIVIDING);
	f.options.keep_going = true;
	open_run(&f);
	ck_ok(&f, hr_init(f.run));
	graph = start(&f, "Root", true, &args);
	for (int i = 0; i < 5; i++)
		ck_ok(&f, push(&f, graph, i));
	for (int i = 0; i < 5; i++) {
		stage_result *result = NULL;

		ck_ok(&f, hr_pop(f.run, graph, (void **)&result));
		ck_assert_int_eq(result->wide, i == 2 ? 0 : 100 / (2 * i - 4));
		ck_assert_int_eq(result->narrow, i != 2);
		free(result);
	}
	ck_ok(&f, hr_wait(f.run, graph));
	hr_run_say(f.run);
	ck_count(&f, div_by_zero, 1);
	ck_assert_int_eq(f.run->status, HR_TRAP);
	close_all(&f);
}
END_TEST

START_TEST(ctrl_c_ends_a_stream)
{
	stage_args args = {0, 5};
	hr_launched *graph;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	f.run->interrupted = 1;
	ck_assert_int_eq(push(&f, graph, 1), HR_LIMIT);
	ck_count(&f, interrupted, 1);
	close_all(&f);
}
END_TEST

/* --- HPVM 1.0's capacity, by hand ------------------------------------------------------------- */

static hr_port some_ports[4];

START_TEST(capacity_of_one_node)
{
	hr_node node = {.input_count = 1, .output_count = 1, .inputs = some_ports};
	hr_node *children[] = {&node};
	hr_bind in = {.streaming = true}, out = {.streaming = true};
	hr_node root = {.input_count = 1,
			.child_count = 1,
			.children = children,
			.input_binds = &in,
			.input_bind_count = 1,
			.output_binds = &out,
			.output_bind_count = 1};

	ck_assert_uint_eq(hr_pipeline_capacity(&root), 3); /* buffer, thread, buffer */
	root.output_bind_count = 0;                        /* nothing to pop: never full */
	ck_assert_uint_eq(hr_pipeline_capacity(&root), 0);
	root.output_bind_count = 1;
	in.streaming = false; /* nothing to push: push never blocks */
	ck_assert_uint_eq(hr_pipeline_capacity(&root), 0);
}
END_TEST

/* A feeds D directly and through B. D has 1 in its output buffer and holds 2; both edges to D
 * hold 3; A cannot write 4; 5 waits before A. */
START_TEST(capacity_of_unequal_branches)
{
	hr_node a = {.input_count = 1}, b = {.input_count = 1}, d = {.input_count = 2};
	hr_node *children[] = {&a, &b, &d};
	hr_edge edges[] = {{.source = 0, .sink = 2},
			   {.source = 0, .sink = 1},
			   {.source = 1, .sink = 2, .sink_port = 1}};
	hr_bind in = {.streaming = true}, out = {.child = 2, .streaming = true};
	hr_node root = {.input_count = 1,
			.child_count = 3,
			.children = children,
			.edges = edges,
			.edge_count = 3,
			.input_binds = &in,
			.input_bind_count = 1,
			.output_binds = &out,
			.output_bind_count = 1};

	ck_assert_uint_eq(hr_pipeline_capacity(&root), 5);
}
END_TEST

/* --- order of calls, and handles -------------------------------------------------------------- */

START_TEST(everything_needs_init)
{
	stage_args args = {0, 5};
	hr_launched *graph = NULL;
	void *result;
	fixture f;

	open_program(&f, PIPELINE);
	open_run(&f);
	ck_assert_int_eq(hr_launch_function(f.run, false, hr_program_function(f.program, "Root"),
					    &args, &graph),
			 HR_TRAP);
	ck_assert_int_eq(hr_wait(f.run, graph), HR_TRAP);
	ck_assert_int_eq(hr_push(f.run, graph, &args), HR_TRAP);
	ck_assert_int_eq(hr_pop(f.run, graph, &result), HR_TRAP);
	ck_assert_int_eq(hr_cleanup(f.run), HR_TRAP);
	ck_count(&f, runtime_order, 5);
	close_all(&f);
}
END_TEST

START_TEST(init_and_cleanup_come_once)
{
	fixture f;

	open_all(&f, PIPELINE);
	ck_assert_int_eq(hr_init(f.run), HR_TRAP);
	ck_ok(&f, hr_cleanup(f.run));
	ck_assert_int_eq(hr_cleanup(f.run), HR_TRAP);
	ck_assert_int_eq(hr_init(f.run), HR_TRAP);
	ck_count(&f, runtime_order, 3);
	close_all(&f);
}
END_TEST

START_TEST(a_program_must_clean_up)
{
	fixture f;

	open_all(&f, PIPELINE);
	ck_assert_int_eq(hr_run_finish(f.run), HR_TRAP);
	ck_count(&f, runtime_order, 1);
	close_all(&f);
}
END_TEST

START_TEST(results_appear_at_wait)
{
	struct __attribute__((packed)) {
		stage_args in;
		stage_result out;
	} args = {{4, 1}, {-1, -1}};
	hr_launched *graph;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", false, &args);
	ck_assert_int_eq(args.out.wide, -1);
	args.in.x = 77; /* read at launch */
	ck_ok(&f, hr_wait(f.run, graph));
	ck_assert_int_eq(args.out.wide, 9);
	ck_assert_int_eq(args.out.narrow, 9);
	ck_assert_int_eq(hr_wait(f.run, graph), HR_TRAP);
	ck_assert_int_eq(hr_wait(f.run, (hr_launched *)&args), HR_TRAP);
	ck_assert_int_eq(hr_wait(f.run, NULL), HR_TRAP);
	ck_count(&f, bad_graph_handle, 3);
	close_all(&f);
}
END_TEST

START_TEST(a_graph_never_waited_for_runs_at_cleanup)
{
	struct __attribute__((packed)) {
		stage_args in;
		stage_result out;
	} args[2] = {{{4, 1}, {-1, -1}}, {{5, 1}, {-1, -1}}};
	fixture f;

	open_all(&f, PIPELINE);
	start(&f, "Root", false, &args[0]);
	start(&f, "Root", false, &args[1]);
	ck_ok(&f, hr_cleanup(f.run));
	ck_count(&f, graph_never_waited, 2);
	ck_assert_int_eq(args[0].out.wide, 9);
	ck_assert_int_eq(args[1].out.wide, 11);
	close_all(&f);
}
END_TEST

START_TEST(only_roots_can_be_launched)
{
	stage_args args = {0, 5};
	hr_launched *graph = NULL;
	fixture f;

	open_all(&f, PIPELINE);
	ck_assert_int_eq(hr_launch_function(f.run, false, hr_program_function(f.program, "Twice"),
					    &args, &graph),
			 HR_TRAP);
	ck_assert_int_eq(hr_launch(f.run, false, &args, &args, &graph), HR_TRAP);
	ck_assert_int_eq(hr_launch_function(f.run, false, hr_program_function(f.program, "Root"),
					    NULL, &graph),
			 HR_TRAP);
	ck_count(&f, bad_launch, 3);
	ck_assert_ptr_null(graph);
	close_all(&f);
}
END_TEST

START_TEST(untracked_arguments_warn_once)
{
	int64_t log[64] = {0};
	stream_log_args args = {0, log, sizeof(log)};
	int64_t *nothing = NULL;
	fixture f;

	open_all(&f, OVERLAPPING);
	for (int i = 0; i < 3; i++) {
		struct __attribute__((packed)) {
			stream_log_args in;
			int64_t out;
		} whole = {args, 0};

		ck_ok(&f, run_graph(&f, "Root", &whole));
	}
	ck_count(&f, untracked_memory, 1);
	ck_says(&f, "argument 1 ('log')");
	ck_assert_ptr_null(nothing);
	close_all(&f);
}
END_TEST

typedef struct launcher {
	fixture *f;
	bool right;
} launcher;

static void *launch_many(void *data)
{
	launcher *self = data;
	hr_function *root = hr_program_function(self->f->program, "Root");

	self->right = true;
	for (int i = 0; i < 2000; i++) {
		struct __attribute__((packed)) {
			stage_args in;
			stage_result out;
		} args = {{i, 1}, {-1, -1}};
		hr_launched *graph = NULL;

		if (hr_launch_function(self->f->run, false, root, &args, &graph) != HR_OK ||
		    hr_wait(self->f->run, graph) != HR_OK)
			self->right = false;
		self->right &= args.out.wide == 2 * i + 1;
	}
	return NULL;
}

START_TEST(host_threads_launch_at_the_same_time)
{
	pthread_t threads[3];
	launcher launchers[3];
	fixture f;

	open_all(&f, PIPELINE);
	for (int i = 0; i < 3; i++) {
		launchers[i].f = &f;
		pthread_create(&threads[i], NULL, launch_many, &launchers[i]);
	}
	for (int i = 0; i < 3; i++) {
		pthread_join(threads[i], NULL);
		ck_assert(launchers[i].right);
	}
	ck_assert_uint_eq(hr_diags_errors(f.diags), 0);
	close_all(&f);
}
END_TEST

/* Packed structures have no padding, and integers of odd width are zero-extended. */
#define PACKED                                                                                     \
	"define { i1, i24, double, i8 } @Leaf(i1 %a, i24 %b, double %c, i8 %d) {\n"                \
	"  %n = xor i1 %a, 1\n  %m = add i24 %b, 1\n  %o = fadd double %c, 1.0\n"                  \
	"  %p = add i8 %d, 1\n"                                                                    \
	"  %r = insertvalue { i1, i24, double, i8 } undef, i1 %n, 0\n"                             \
	"  %s = insertvalue { i1, i24, double, i8 } %r, i24 %m, 1\n"                               \
	"  %t = insertvalue { i1, i24, double, i8 } %s, double %o, 2\n"                            \
	"  %u = insertvalue { i1, i24, double, i8 } %t, i8 %p, 3\n"                                \
	"  ret { i1, i24, double, i8 } %u\n}\n"                                                    \
	"define { i1, i24, double, i8 } @Root(i1 %a, i24 %b, double %c, i8 %d) {\n"                \
	"  %l = call ptr @llvm.hpvm.createNode(ptr @Leaf)\n"                                       \
	"  call void @llvm.hpvm.bind.input(ptr %l, i32 0, i32 0, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %l, i32 1, i32 1, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %l, i32 2, i32 2, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.input(ptr %l, i32 3, i32 3, i1 0)\n"                          \
	"  call void @llvm.hpvm.bind.output(ptr %l, i32 0, i32 0, i1 0)\n"                         \
	"  call void @llvm.hpvm.bind.output(ptr %l, i32 1, i32 1, i1 0)\n"                         \
	"  call void @llvm.hpvm.bind.output(ptr %l, i32 2, i32 2, i1 0)\n"                         \
	"  call void @llvm.hpvm.bind.output(ptr %l, i32 3, i32 3, i1 0)\n"                         \
	"  ret { i1, i24, double, i8 } undef\n}\n"

START_TEST(arguments_are_packed)
{
	struct __attribute__((packed)) {
		uint8_t a;
		uint32_t b; /* an i24 takes four bytes in C (_BitInt) and in LLVM */
		double c;
		uint8_t d;
		uint8_t a2;
		uint32_t b2;
		double c2;
		uint8_t d2;
	} args = {0xFE, 0xAAFFFFFF, 1.5, 255, 9, 0x99999999, 9, 9};
	fixture f;

	open_all(&f, PACKED);
	ck_assert_uint_eq(hr_packed_inputs(hr_program_function(f.program, "Root")), 14);
	ck_assert_uint_eq(hr_packed_outputs(hr_program_function(f.program, "Root")), 14);
	ck_ok(&f, run_graph(&f, "Root", &args));
	ck_assert_uint_eq(args.a2, 1);
	ck_assert_uint_eq(args.b2 & 0xFFFFFF, 0);
	ck_assert_double_eq(args.c2, 2.5);
	ck_assert_uint_eq(args.d2, 0);
	close_all(&f);
}
END_TEST

/* --- speed: printed; only a much too low speed is an error ------------------------------------ */

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#ifdef HR_TSAN
enum { LEAST_ITEMS = 300 };
#else
enum { LEAST_ITEMS = 30000 }; /* a tenth of the target, for slow machines */
#endif

START_TEST(streams_and_launches_are_quick)
{
	const int items = 200000, launches = 100000;
	struct __attribute__((packed)) {
		stage_args in;
		stage_result out;
	} args = {{4, 1}, {-1, -1}};
	hr_status status = HR_OK; /* asserting each call would cost more than the call */
	hr_function *root;
	hr_launched *graph;
	double from, took;
	fixture f;

	open_all(&f, PIPELINE);
	graph = start(&f, "Root", true, &args);
	from = seconds();
	for (int i = 0; i < items; i++) {
		stage_result *result = NULL;

		status |= push(&f, graph, i);
		if (i < 2)
			continue;
		status |= hr_pop(f.run, graph, (void **)&result);
		free(result);
	}
	took = seconds() - from;
	ck_assert_int_eq(status, HR_OK);
	printf("stream of three nodes: %.0f items a second\n", items / took);
	ck_assert_double_gt(items / took, LEAST_ITEMS);
	from = seconds();
	root = hr_program_function(f.program, "Root");
	for (int i = 0; i < launches; i++) {
		status |= hr_launch_function(f.run, false, root, &args, &graph);
		status |= hr_wait(f.run, graph);
	}
	took = seconds() - from;
	ck_assert_int_eq(status, HR_OK);
	ck_assert_int_eq(args.out.wide, 9);
	printf("launch and wait of three nodes: %.2f microseconds\n", 1e6 * took / launches);
	close_all(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stream");
	TCase *streams = tcase_create("streams"), *launches = tcase_create("launches");

	tcase_add_test(streams, results_come_in_order);
	tcase_add_test(streams, stages_overlap);
	tcase_add_test(streams, a_seed_says_how_stages_overlap);
	tcase_add_test(streams, pop_without_push_is_an_error_and_no_hang);
	tcase_add_test(streams, wait_ends_a_stream);
	tcase_add_test(streams, a_stream_never_waited_for_ends_at_cleanup);
	tcase_add_test(streams, a_graph_without_streaming_takes_no_push);
	tcase_add_test(streams, full_stream_with_one_host_thread_is_an_error);
	tcase_add_loop_test(streams, another_thread_may_pop, 0, 3);
	tcase_add_loop_test(streams, idle_threads_do_not_make_a_pop_hang, 0, 2);
	tcase_add_test(streams, many_threads_are_counted_as_quickly_as_one);
	tcase_add_test(streams, who_pops_elsewhere_is_enough_for_a_push);
	tcase_add_test(streams, who_is_about_to_end_is_gone_in_a_moment);
	tcase_add_test(streams, threads_of_the_tool_are_nobody);
	tcase_add_test(streams, hpvm_1_0_would_block);
	tcase_add_test(streams, replicated_nested_floating_streams);
	tcase_add_test(streams, a_trap_breaks_a_stream);
	tcase_add_test(streams, a_stream_goes_on_when_told_to);
	tcase_add_test(streams, ctrl_c_ends_a_stream);
	tcase_add_test(streams, capacity_of_one_node);
	tcase_add_test(streams, capacity_of_unequal_branches);
	tcase_set_timeout(streams, 30);
	suite_add_tcase(suite, streams);
	tcase_add_test(launches, everything_needs_init);
	tcase_add_test(launches, init_and_cleanup_come_once);
	tcase_add_test(launches, a_program_must_clean_up);
	tcase_add_test(launches, results_appear_at_wait);
	tcase_add_test(launches, a_graph_never_waited_for_runs_at_cleanup);
	tcase_add_test(launches, only_roots_can_be_launched);
	tcase_add_test(launches, untracked_arguments_warn_once);
	tcase_add_test(launches, host_threads_launch_at_the_same_time);
	tcase_add_test(launches, arguments_are_packed);
	tcase_add_test(launches, streams_and_launches_are_quick);
	tcase_set_timeout(launches, 60);
	suite_add_tcase(suite, launches);
	return run_suite(suite);
}
