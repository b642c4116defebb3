/* backends/cudnn/test_examples.c -- examples for the tests of the cudnn backend.
 *
 * Owns:     the module's state, until a test closes it.
 * Not here: the expected behaviour (test_cudnn.c). */
#include "backends/cudnn/test_examples.h"

#include <dlfcn.h>

#include "backends/registry/settings.h"
#include "src/base/test.h"

hr_backend_host host = {.bytes = sizeof(hr_backend_host)};
const hr_backend *module;
void *state;
float memory[TENSORS + 8][ELEMENTS];
const volatile int stop, stopped = 1;
char text[HR_BACKEND_TEXT];

_Noreturn void wrong(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, text);
	fflush(NULL);
	_exit(95);
}

void load(void)
{
	static const char *values[16];
	void *handle = dlopen(MODULE_PATH, RTLD_NOW | RTLD_LOCAL);
	char why[HR_SETTING_TEXT];

	module = handle ? dlsym(handle, HR_BACKEND_SYMBOL) : NULL;
	if (!module)
		wrong(dlerror());
	if (hr_settings_fill(module, NULL, 0, values, why)) {
		host.options = values;
		return;
	}
	fprintf(stderr, "%s", why);
	fflush(NULL);
	_exit(96);
}

void begin(void)
{
	load();
	if (module->open(&host, &state, text) != 0)
		wrong("open");
}

/* --- units ------------------------------------------------------------------------------------ */

hr_unit_tensor tensors[TENSORS + 8] = {
	[X] = {.rank = 4, .dims = {2, 4, 6, 6}},
	[FILTER] = {.rank = 4, .dims = {8, 4, 3, 3}},
	[BIAS] = {.rank = 4, .dims = {1, 8, 1, 1}},
	[SAME] = {.rank = 4, .dims = {2, 8, 6, 6}},
	[MATRIX] = {.rank = 2, .dims = {144, 8}},
	[ROW] = {.rank = 4, .dims = {1, 8, 1, 1}},
	[CHANNELS] = {.rank = 4, .dims = {1, 4, 1, 1}},
	[ONE] = {.rank = 4, .dims = {2, 1, 6, 6}},
};

void set_shape(hr_unit_tensor *of, uint64_t n, uint64_t c, uint64_t h, uint64_t w)
{
	*of = (hr_unit_tensor){.rank = 4, .dims = {n, c, h, w}};
}

#define POOL(kind)                                                                                 \
	{.operation = kind,                                                                        \
	 .operand_count = 1,                                                                       \
	 .operands = {X},                                                                          \
	 .window = {3, 3},                                                                         \
	 .padding = {1, 1},                                                                        \
	 .stride = {2, 2},                                                                         \
	 .returned = 1}
#define ACTIVATION(kind)                                                                           \
	{.operation = kind, .operand_count = 1, .operands = {X}, .clip = 6, .returned = 1}

const example examples[EXAMPLES] = {
	{"add",
	 {{.operation = HR_TENSOR_ADD,
	   .operand_count = 2,
	   .operands = {X, CHANNELS},
	   .returned = 1}},
	 1,
	 {{2, 4, 6, 6}},
	 "cudnnOpTensor",
	 NULL},
	{"add, the other way",
	 {{.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {ONE, X}, .returned = 1}},
	 1,
	 {{2, 4, 6, 6}},
	 "cudnnOpTensor",
	 NULL},
	{"relu", {ACTIVATION(HR_TENSOR_RELU)}, 1, {{2, 4, 6, 6}}, "cudnnActivationForward", NULL},
	{"clipped relu",
	 {ACTIVATION(HR_TENSOR_CLIPPED_RELU)},
	 1,
	 {{2, 4, 6, 6}},
	 "cudnnActivationForward",
	 NULL},
	{"tanh", {ACTIVATION(HR_TENSOR_TANH)}, 1, {{2, 4, 6, 6}}, "cudnnActivationForward", NULL},
	{"sigmoid",
	 {ACTIVATION(HR_TENSOR_SIGMOID)},
	 1,
	 {{2, 4, 6, 6}},
	 "cudnnActivationForward",
	 NULL},
	{"softmax",
	 {ACTIVATION(HR_TENSOR_SOFTMAX)},
	 1,
	 {{2, 4, 6, 6}},
	 "cudnnSoftmaxForward",
	 NULL},
	{"batchnorm",
	 {{.operation = HR_TENSOR_BATCHNORM,
	   .operand_count = 5,
	   .operands = {X, CHANNELS, CHANNELS, CHANNELS, CHANNELS},
	   .epsilon = 1e-5,
	   .returned = 1}},
	 1,
	 {{2, 4, 6, 6}},
	 "cudnnBatchNormalizationForwardInference",
	 NULL},
	{"pool.max",
	 {POOL(HR_TENSOR_POOL_MAX)},
	 1,
	 {{2, 4, 3, 3}},
	 "cudnnPoolingForward",
	 "cudnnTransformTensor"},
	{"pool.mean", {POOL(HR_TENSOR_POOL_MEAN)}, 1, {{2, 4, 3, 3}}, "cudnnPoolingForward", NULL},
	{"pool.min",
	 {POOL(HR_TENSOR_POOL_MIN)},
	 1,
	 {{2, 4, 3, 3}},
	 "cudnnTransformTensor cudnnPoolingForward",
	 NULL},
	{"convolution", {CONVOLUTION}, 1, {{2, 8, 6, 6}}, "cudnnBackendExecute", NULL},
	{"convolution, bias, add, relu",
	 {CONVOLUTION,
	  {.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {RESULT(0), BIAS}},
	  {.operation = HR_TENSOR_RELU,
	   .operand_count = 1,
	   .operands = {RESULT(1)},
	   .returned = 1}},
	 3,
	 {{2, 8, 6, 6}, {2, 8, 6, 6}, {2, 8, 6, 6}},
	 "cudnnBackendExecute",
	 "cudnnActivationForward"},
	{"convolution, add, clipped relu",
	 {CONVOLUTION,
	  {.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {SAME, RESULT(0)}},
	  {.operation = HR_TENSOR_CLIPPED_RELU,
	   .operand_count = 1,
	   .operands = {RESULT(1)},
	   .clip = 6,
	   .returned = 1}},
	 3,
	 {{2, 8, 6, 6}, {2, 8, 6, 6}, {2, 8, 6, 6}},
	 "cudnnBackendExecute",
	 "cudnnOpTensor"},
	{"convolution, bias, tanh, pool",
	 {CONVOLUTION,
	  {.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {RESULT(0), BIAS}},
	  {.operation = HR_TENSOR_TANH, .operand_count = 1, .operands = {RESULT(1)}},
	  {.operation = HR_TENSOR_POOL_MAX,
	   .operand_count = 1,
	   .operands = {RESULT(2)},
	   .window = {2, 2},
	   .stride = {2, 2},
	   .returned = 1}},
	 4,
	 {{2, 8, 6, 6}, {2, 8, 6, 6}, {2, 8, 6, 6}, {2, 8, 3, 3}},
	 "cudnnBackendExecute cudnnActivationForward cudnnPoolingForward",
	 "cudnnOpTensor"},
	{"product",
	 {{.operation = HR_TENSOR_MUL, .operand_count = 2, .operands = {X, MATRIX}, .returned = 1}},
	 1,
	 {{2, 8, 1, 1}},
	 "cublasLtMatmul",
	 NULL},
	{"product, bias, relu",
	 {{.operation = HR_TENSOR_MUL, .operand_count = 2, .operands = {X, MATRIX}},
	  {.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {RESULT(0), ROW}},
	  {.operation = HR_TENSOR_RELU,
	   .operand_count = 1,
	   .operands = {RESULT(1)},
	   .returned = 1}},
	 3,
	 {{2, 8, 1, 1}, {2, 8, 1, 1}, {2, 8, 1, 1}},
	 "cublasLtMatmul cudnnActivationForward",
	 "cudnnOpTensor"},
};

/* Examples for which the graph API has no engine. */
const example directs[DIRECTS] = {
	{"convolution, no engine",
	 {CONVOLUTION},
	 1,
	 {{2, 8, 6, 6}},
	 "cudnnConvolutionForward",
	 "cudnnBackendExecute"},
	{"convolution, bias, relu, no engine",
	 {CONVOLUTION,
	  {.operation = HR_TENSOR_ADD, .operand_count = 2, .operands = {RESULT(0), BIAS}},
	  {.operation = HR_TENSOR_RELU,
	   .operand_count = 1,
	   .operands = {RESULT(1)},
	   .returned = 1}},
	 3,
	 {{2, 8, 6, 6}, {2, 8, 6, 6}, {2, 8, 6, 6}},
	 "cudnnConvolutionForward cudnnOpTensor cudnnActivationForward",
	 "cudnnBackendExecute"},
};

void *build(const example *of)
{
	hr_unit_step steps[4];
	hr_unit unit = {.bytes = sizeof(unit),
			.features = HR_UNIT_TENSORS,
			.steps = steps,
			.step_count = of->count,
			.tensor_count = TENSORS};
	void *built = NULL;

	memcpy(steps, of->steps, sizeof(steps));
	steps[of->count - 1].returned = 1;
	if (module->admit(state, &unit, text) != HR_TAKEN ||
	    module->build(state, &unit, &built, text) != HR_TAKEN)
		wrong("build");
	memset(steps, 0xff, sizeof(steps)); /* the module must not use them after the call */
	return built;
}

/* Tensors from outside get versions counted from FIRST on, or 0 if FIRST is 0. */
hr_grid_end run(const example *of, void *built, uint64_t first, uint32_t stay,
		const volatile int *when)
{
	hr_unit_grid grid = {.stop = when, .tensors = tensors, .stay = stay};

	for (uint32_t i = 0; i < TENSORS; i++) {
		tensors[i].values = memory[i];
		tensors[i].version = first ? first + i : 0;
	}
	for (uint32_t i = 0; i < of->count; i++) {
		const uint64_t *shape = of->shapes[i];

		set_shape(&tensors[TENSORS + i], shape[0], shape[1], shape[2], shape[3]);
	}
	tensors[TENSORS + of->count - 1].values = memory[TENSORS];
	return module->run(built, &grid, text);
}

/* --- the log ---------------------------------------------------------------------------------- */

const char log_path[] = "cudnn.log";

/* Return the number of lines of CALL in the log. */
unsigned count_calls(const char *call)
{
	char line[1024], name[128];
	FILE *file = fopen(log_path, "r");
	unsigned count = 0;

	while (file && fgets(line, sizeof(line), file))
		count += sscanf(line, "%*u %127s", name) == 1 && (!call || strcmp(name, call) == 0);
	if (file)
		fclose(file);
	return count;
}

void check_calls(const example *of)
{
	char calls[256], *call;

	snprintf(calls, sizeof(calls), "%s", of->calls);
	for (call = strtok(calls, " "); call; call = strtok(NULL, " "))
		if (count_calls(call) != 1)
			wrong(call);
	if (of->never && count_calls(of->never))
		wrong(of->never);
}
