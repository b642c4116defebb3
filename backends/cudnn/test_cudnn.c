/* backends/cudnn/test_cudnn.c -- tests the cudnn backend on the mock: every operation, what stays
 * on the device, and the failure of each call.
 *
 * Calls are checked, values are not, because the mock computes none. Each test runs in a separate
 * process. */
#include <dlfcn.h>

#include "backends/cudnn/test_examples.h"
#include "src/base/test.h"

/* --- acts ------------------------------------------------------------------------------------- */

static const example *current;

static void one(void)
{
	void *built;

	begin();
	unlink(log_path);
	setenv("HPVM_MOCK_LOG", log_path, 1);
	built = build(current);
	if (run(current, built, 0, 0, &stop) != HR_GRID_DONE)
		wrong("run");
	check_calls(current);
	module->release(built);
	module->close(state);
}

/* A version is copied once, and results that stay are not copied before settle(). */
static void staying(void)
{
	void *built, *next;

	begin();
	unlink(log_path);
	setenv("HPVM_MOCK_LOG", log_path, 1);
	built = build(&examples[0]);
	next = build(&examples[2]);
	if (run(&examples[0], built, 1, 1, &stop) != HR_GRID_DONE ||
	    count_calls("cuMemcpyHtoDAsync_v2") != TENSORS || count_calls("cuMemcpyDtoHAsync_v2"))
		wrong("the first run");
	/* X of the second grid is the result of the first. */
	for (unsigned i = 0; i < 2; i++) {
		hr_unit_grid grid = {.stop = &stop, .tensors = tensors, .stay = 1};

		tensors[X].values = memory[TENSORS];
		tensors[X].version = 0;
		tensors[TENSORS].values = memory[TENSORS + 1];
		if (module->run(next, &grid, text) != HR_GRID_DONE)
			wrong("a later run");
	}
	if (count_calls("cuMemcpyHtoDAsync_v2") != TENSORS || count_calls("cuMemcpyDtoHAsync_v2"))
		wrong("copies within an execution");
	module->forget(state, memory[TENSORS]); /* the first result, which nothing will read */
	module->forget(state, memory[0]);       /* not a result that has stayed */
	if (module->settle(state, text) != 0 || count_calls("cuMemcpyDtoHAsync_v2") != 1)
		wrong("settle");
	if (module->settle(state, text) != 0 || count_calls("cuMemcpyDtoHAsync_v2") != 1)
		wrong("settle again");
	/* From here on the program's memory counts. */
	if (run(&examples[0], built, 1, 0, &stop) != HR_GRID_DONE ||
	    count_calls("cuMemcpyHtoDAsync_v2") != TENSORS ||
	    run(&examples[0], built, 0, 0, &stop) != HR_GRID_DONE ||
	    count_calls("cuMemcpyHtoDAsync_v2") != 2 * TENSORS)
		wrong("after settle");
	if (run(&examples[0], built, 1, 0, &stopped) != HR_GRID_STOPPED)
		wrong("stop");
	module->release(built);
	module->release(next);
	module->close(state);
}

static void little_memory(void)
{
	void *built;

	begin();
	/* Results take a part of it, so that cached values are freed. */
	setenv("HPVM_MOCK", "memory=65536", 1);
	built = build(&examples[0]);
	for (uint64_t i = 1; i < 20; i++)
		if (run(&examples[0], built, i * 100, 0, &stop) != HR_GRID_DONE)
			wrong("run");
	module->release(built);
	module->close(state);
}

static void too_little_memory(void)
{
	void *built;

	begin();
	setenv("HPVM_MOCK", "memory=8192", 1);
	built = build(&examples[0]);
	if (run(&examples[0], built, 1, 0, &stop) != HR_GRID_NO_MEMORY)
		wrong("run");
	fprintf(stderr, "%s\n", text);
	module->release(built);
	module->close(state);
	fflush(NULL);
}

static void refusals(void)
{
	static const example both = {
		"both",
		{{.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {ONE, CHANNELS}}},
		1,
		{{2, 4, 6, 6}},
		"",
		NULL};
	static const example below = {"below",
				      {{.operation = HR_TENSOR_BATCHNORM,
					.operand_count = 5,
					.epsilon = -1,
					.operands = {X, CHANNELS, CHANNELS, CHANNELS, CHANNELS}}},
				      1,
				      {{2, 4, 6, 6}},
				      "",
				      NULL};
	static const example *const all[] = {&both, &below};
	static const char *const said[] = {
		"add: both operands broadcast, which cuDNN does not support",
		"batchnorm: epsilon is negative, which cuDNN does not support"};

	begin();
	for (unsigned i = 0; i < 2; i++) {
		void *built = build(all[i]);

		if (run(all[i], built, 1, 0, &stop) != HR_GRID_REFUSED ||
		    strcmp(text, said[i]) != 0)
			wrong(said[i]);
		module->release(built);
	}
	tensors[ROW].dims[0] = 0;
	current = &examples[EXAMPLES - 1];
	{
		void *built = build(current);

		if (run(current, built, 1, 0, &stop) != HR_GRID_REFUSED ||
		    strcmp(text, "an empty tensor") != 0)
			wrong("without elements");
		module->release(built);
	}
	module->close(state);
}

static const example *const convolution = &examples[11], *const merged = &examples[12];

/* Engines of the heuristics that the settings exclude are not used, nor those that need too much
 * workspace. */
static void no_engine(void)
{
	void *built;

	begin();
	built = build(convolution);
	if (run(convolution, built, 1, 0, &stop) != HR_GRID_REFUSED)
		wrong("run");
	fprintf(stderr, "%s\n", text);
	fflush(NULL);
	module->release(built);
	module->close(state);
}

static void no_fusion(void)
{
	void *built;

	begin();
	unlink(log_path);
	setenv("HPVM_MOCK_LOG", log_path, 1);
	built = build(merged);
	if (run(merged, built, 1, 0, &stop) != HR_GRID_DONE ||
	    count_calls("cudnnBackendExecute") != 1 || count_calls("cudnnOpTensor") != 1 ||
	    count_calls("cudnnActivationForward") != 1)
		wrong("run");
	module->release(built);
	module->close(state);
}

static void sticky(void)
{
	void *built;

	begin();
	built = build(convolution);
	setenv("HPVM_MOCK_FAIL", "cuStreamSynchronize:1=700", 1);
	if (run(convolution, built, 1, 0, &stop) != HR_GRID_FAILED ||
	    !strstr(text, "CUDA_ERROR_ILLEGAL_ADDRESS"))
		wrong("run");
	if (run(convolution, built, 1, 0, &stop) != HR_GRID_REFUSED ||
	    strcmp(text, "an earlier error has made the device unusable in this process") != 0)
		wrong("the next run");
	module->release(built);
	module->close(state);
}

/* A child of a process that has used the device reports that, and does not touch the device. */
static void after_fork(void)
{
	void *built;
	int status = 0;

	begin();
	built = build(convolution);
	if (run(convolution, built, 1, 0, &stop) != HR_GRID_DONE)
		wrong("run");
	if (fork() == 0) {
		if (run(convolution, built, 1, 0, &stop) != HR_GRID_REFUSED ||
		    !strstr(text, "fork"))
			wrong("run in a fork");
		module->release(built);
		module->close(state);
		_exit(0);
	}
	(void)wait(&status);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		_exit(94);
	module->release(built);
	module->close(state);
}

static void all_with_errors(void)
{
	begin();
	setenv("HPVM_MOCK_FAIL", getenv("TEST_FAIL"), 1);
	unlink(log_path);
	setenv("HPVM_MOCK_LOG", log_path, 1);
	for (unsigned i = 10; i < EXAMPLES + 2 * DIRECTS; i += 2) {
		const example *of = i < EXAMPLES ? &examples[i] : &directs[(i - EXAMPLES) / 2];
		void *built = build(of);

		setenv("HPVM_MOCK", i < EXAMPLES ? "" : "engines=no", 1);
		for (unsigned k = 0; k < 2; k++) {
			text[0] = '\0';
			switch (run(of, built, 1, k, &stop)) {
			case HR_GRID_DONE: break;
			case HR_GRID_REFUSED:
			case HR_GRID_FAILED:
			case HR_GRID_NO_MEMORY:
				if (!text[0] || strchr(text, '\n'))
					wrong("an error without a text");
				break;
			default: wrong("an end that is none");
			}
		}
		if (module->settle(state, text) != 0 && !text[0])
			wrong("settle fails without a text");
		module->release(built);
	}
	module->close(state);
}

/* --- the tests -------------------------------------------------------------------------------- */

static char messages[512];

static void act_on(void *data)
{
	(*(void (**)(void))data)();
}

static int status_of(void (*act)(void))
{
	int status = hr_test_exit_status(act_on, &act, "cudnn.messages");
	FILE *file = fopen("cudnn.messages", "r");
	size_t count = file ? fread(messages, 1, sizeof(messages) - 1, file) : 0;

	messages[count] = '\0';
	if (file)
		fclose(file);
	unlink("cudnn.messages");
	return status;
}

static void succeeds(const char *name, void (*act)(void))
{
	int status = status_of(act);

	ck_assert_msg(status == 0, "%s: status %d, %s", name, status, messages);
}

START_TEST(each_operation)
{
	for (unsigned i = 0; i < EXAMPLES; i++) {
		current = &examples[i];
		succeeds(current->name, one);
	}
}
END_TEST

START_TEST(what_stays)
{
	succeeds("staying", staying);
	succeeds("little memory", little_memory);
	succeeds("too little memory", too_little_memory);
	ck_assert_str_eq(messages, "the CUDA driver reports: the mock was asked for this error "
				   "(CUDA_ERROR_OUT_OF_MEMORY)\n");
}
END_TEST

START_TEST(what_is_refused)
{
	succeeds("refusals", refusals);
	setenv("HPVM_MOCK", "engines=no,direct=no", 1);
	succeeds("no engine", no_engine);
	ck_assert_str_eq(
		messages,
		"convolution: cuDNN has no algorithm that needs at most 268435456 bytes of workspace\n");
	setenv("HPVM_MOCK", "fusion=no", 1);
	succeeds("no fusion", no_fusion);
	setenv("HPVM_MOCK", "engines=fallback", 1);
	current = convolution;
	succeeds("fallback", one);
	setenv("HPVM_MOCK", "engines=no", 1);
	for (unsigned i = 0; i < DIRECTS; i++) {
		current = &directs[i];
		succeeds(current->name, one);
	}
	setenv("HPVM_CUDNN_WORKSPACE", "100", 1); /* the other algorithm needs none */
	succeeds("little workspace", one);
	unsetenv("HPVM_CUDNN_WORKSPACE");
	unsetenv("HPVM_MOCK");
}
END_TEST

/* The workspace limit decides between engines, like the other settings. */
START_TEST(wishes)
{
	static const struct {
		const char *variable, *value;
	} all[] = {{"HPVM_CUDNN_WORKSPACE", "0"}, {"HPVM_CUDNN_WORKSPACE", "65536"},
		   {"HPVM_CUDNN_ORDER", "any"},   {"HPVM_CUDNN_MATH", "tf32"},
		   {"HPVM_CUDNN_MATH", "fp16"},   {"HPVM_CUDNN_TUNE", "yes"}};

	static const example tuned = {"tuned", {CONVOLUTION}, 1, {{2, 8, 6, 6}}, "", NULL};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		setenv(all[i].variable, all[i].value, 1);
		current = strcmp(all[i].variable, "HPVM_CUDNN_TUNE") == 0 ? &tuned : merged;
		succeeds(all[i].variable, one);
		unsetenv(all[i].variable);
	}
}
END_TEST

/* Return how many lines of timed engines the cache has. */
static unsigned kept_lines(const char *folder)
{
	char path[256], line[4096];
	unsigned count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/cudnn-engines", folder);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		count++;
	if (file)
		fclose(file);
	return count;
}

/* The admitted engines, and the shapes, decide which engine a number in the cache means; what was
 * timed once is found again. */
START_TEST(tuned_engines_are_kept)
{
	static const example same = {"same",
				     {CONVOLUTION,
				      {.operation = HR_TENSOR_ADD,
				       .operand_count = 2,
				       .operands = {RESULT(0), SAME},
				       .returned = 1}},
				     2,
				     {{2, 8, 6, 6}, {2, 8, 6, 6}},
				     "",
				     NULL};
	static const example row = {"row",
				    {CONVOLUTION,
				     {.operation = HR_TENSOR_ADD,
				      .operand_count = 2,
				      .operands = {RESULT(0), ONE},
				      .returned = 1}},
				    2,
				    {{2, 8, 6, 6}, {2, 8, 6, 6}},
				    "",
				    NULL};
	static const example *const all[] = {&same, &same, &row, &row, &same};
	static const unsigned lines[] = {1, 1, 2, 2, 3};
	char folder[] = "/tmp/test-cudnn-XXXXXX", path[256];

	ck_assert_ptr_nonnull(mkdtemp(folder));
	host.cache = folder;
	setenv("HPVM_CUDNN_TUNE", "yes", 1);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (i == 4)
			setenv("HPVM_CUDNN_WORKSPACE", "100000000", 1);
		current = all[i];
		succeeds(current->name, one);
		ck_assert_uint_eq(kept_lines(folder), lines[i]);
	}
	unsetenv("HPVM_CUDNN_WORKSPACE");
	unsetenv("HPVM_CUDNN_TUNE");
	host.cache = NULL;
	snprintf(path, sizeof(path), "%s/cudnn-engines", folder);
	ck_assert_int_eq(remove(path), 0);
	ck_assert_int_eq(remove(folder), 0);
}
END_TEST

static void open_only(void)
{
	hr_backend_host trial;

	load();
	trial = host;
	trial.trial = 1;
	if (module->open(&trial, &state, text) == 0)
		_exit(93);
	fprintf(stderr, "%s", text);
	fflush(NULL);
}

START_TEST(why_it_is_out)
{
	static const struct {
		const char *variable, *value, *text;
	} all[] = {
		{"HPVM_CUDNN_MATH", "fp64", "HPVM_CUDNN_MATH takes fp32, tf32, fp16, not 'fp64'"},
		{"HPVM_CUDNN_WORKSPACE", "-1",
		 "HPVM_CUDNN_WORKSPACE takes a number from 0 to 9223372036854775807, not '-1'"},
		{"HPVM_CUDNN", "libm.so.6",
		 "cuDNN is too old or another library: libm.so.6 has no symbol cudnnGetVersion"},
		{"HPVM_CUBLASLT", "libm.so.6",
		 "cuBLASLt is too old or another library: libm.so.6 has no symbol cublasLtGetVersion"},
		{"HPVM_MOCK", "devices=0",
		 "no NVIDIA device: the mock was asked for this error (CUDA_ERROR_NO_DEVICE)"},
		{"HPVM_MOCK_FAIL", "cudnnCreate:1=4000",
		 "cannot start cuDNN: CUDNN_STATUS_INTERNAL_ERROR (4000)"},
		{"HPVM_MOCK_FAIL", "cublasLtCreate:1=14", "cannot start cuBLASLt: status 14"},
		{"HPVM_MOCK_FAIL", "cuStreamCreate:1=2",
		 "the CUDA driver reports: the mock was asked for this error (CUDA_ERROR_OUT_OF_MEMORY)"},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		char before[256];
		const char *old = getenv(all[i].variable);

		snprintf(before, sizeof(before), "%s", old ? old : "");
		setenv(all[i].variable, all[i].value, 1);
		/* the first two never come to the module */
		ck_assert_int_eq(status_of(open_only), i < 2 ? 96 : 0);
		ck_assert_str_eq(messages, all[i].text);
		if (old)
			setenv(all[i].variable, before, 1);
		else
			unsetenv(all[i].variable);
	}
}
END_TEST

START_TEST(errors_that_stick)
{
	succeeds("sticky", sticky);
	succeeds("a fork", after_fork);
}
END_TEST

START_TEST(each_call_fails)
{
	char fail[64];
	unsigned count;

	setenv("TEST_FAIL", "none:1=1", 1);
	succeeds("no failure", all_with_errors);
	count = count_calls(NULL);
	ck_assert_uint_gt(count, 300);
	for (unsigned i = 1; i <= count; i++) {
		snprintf(fail, sizeof(fail), "*:%u=-1", i);
		setenv("TEST_FAIL", fail, 1);
		succeeds(fail, all_with_errors);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		each_operation,         what_stays,    what_is_refused,   wishes,
		tuned_engines_are_kept, why_it_is_out, errors_that_stick, each_call_fails};
	int status;

	setenv("HPVM_CUDA_DRIVER", MOCK_PATH, 1);
	setenv("HPVM_CUDNN", MOCK_PATH, 1);
	setenv("HPVM_CUBLASLT", MOCK_PATH, 1);
	setenv("HPVM_MOCK_LEAKS", "yes", 1);
	status = hr_test_run("cudnn", tests, sizeof(tests) / sizeof(tests[0]));
	unlink(log_path);
	return status;
}
