/* backends/cudnn/test_examples.h -- what tests of the cudnn backend run: units of tensor
 * operations, and the calls that they are.
 *
 * One module is loaded at a time, in a process of its own; wrong() ends it. */
#ifndef HR_CUDNN_TEST_EXAMPLES_H
#define HR_CUDNN_TEST_EXAMPLES_H

#include "backends/backend.h"

enum { TENSORS = 8, ELEMENTS = 4096, LOG = 1 << 20 };

/* Numbers of tensors that come from outside; results follow. */
enum { X, FILTER, BIAS, SAME, MATRIX, ROW, CHANNELS, ONE };

#define CONVOLUTION                                                                                \
	{.operation = HR_TENSOR_CONVOLUTION,                                                       \
	 .operand_count = 2,                                                                       \
	 .operands = {X, FILTER},                                                                  \
	 .padding = {1, 1},                                                                        \
	 .stride = {1, 1},                                                                         \
	 .groups = 1}
#define RESULT(step) (TENSORS + (step))

typedef struct example {
	const char *name;
	hr_unit_step steps[4];
	uint32_t count;
	uint64_t shapes[4][4]; /* of the results */
	const char *calls;     /* that it makes, in their order, each once */
	const char *never;     /* one that it does not make; NULL: no matter */
} example;

enum { EXAMPLES = 17, DIRECTS = 2 };
extern const example examples[EXAMPLES];
/* Where no engine of the graph API takes a convolution. */
extern const example directs[DIRECTS];

extern hr_backend_host host;
extern const hr_backend *module;
extern void *state; /* the module's */
extern float memory[TENSORS + 8][ELEMENTS];
extern hr_unit_tensor tensors[TENSORS + 8];
extern const volatile int stop, stopped; /* 0, 1 */
extern char text[HR_BACKEND_TEXT];       /* what the module said last */
extern const char log_path[];            /* of the mock's log */

/* Ends the process with status 95: WHAT is wrong, and what the module said. */
_Noreturn void wrong(const char *what);
/* Loads and opens the module. */
void begin(void);
void load(void);
void set_shape(hr_unit_tensor *of, uint64_t n, uint64_t c, uint64_t h, uint64_t w);
/* The module's unit of OF, for it to release. */
void *build(const example *of);
/* Tensors from outside get the versions from FIRST on; 0: none. */
hr_grid_end run(const example *of, void *built, uint64_t first, uint32_t stay,
		const volatile int *when);
/* How many lines of the log are of CALL; NULL: of any. */
unsigned count_calls(const char *call);
/* The log has the calls of OF. */
void check_calls(const example *of);

#endif
