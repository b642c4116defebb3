/* backends/cudnn/test_examples.h -- examples for the tests of the cudnn backend: units of tensor
 * operations, and the calls that they must result in.
 *
 * One module is loaded at a time, in a separate process; wrong() ends that process. */
#ifndef HR_CUDNN_TEST_EXAMPLES_H
#define HR_CUDNN_TEST_EXAMPLES_H

#include "backends/backend.h"

enum { TENSORS = 8, ELEMENTS = 4096, LOG = 1 << 20 };

/* Numbers of the tensors that come from outside the unit; results follow. */
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
	uint64_t shapes[4][4]; /* shapes of the results */
	const char *calls;     /* the calls that it must make, in order, each once */
	const char *never;     /* a call that it must not make, or NULL */
} example;

enum { EXAMPLES = 17, DIRECTS = 2 };
extern const example examples[EXAMPLES];
/* Convolutions that no engine of the graph API supports. */
extern const example directs[DIRECTS];

extern hr_backend_host host;
extern const hr_backend *module;
extern void *state; /* the module's state */
extern float memory[TENSORS + 8][ELEMENTS];
extern hr_unit_tensor tensors[TENSORS + 8];
extern const volatile int stop, stopped; /* 0 and 1 */
extern char text[HR_BACKEND_TEXT];       /* the module's last message */
extern const char log_path[];            /* the path of the mock's log */

/* End the process with status 95 after printing WHAT and the module's message. */
_Noreturn void wrong(const char *what);
/* Load and open the module. */
void begin(void);
void load(void);
void set_shape(hr_unit_tensor *of, uint64_t n, uint64_t c, uint64_t h, uint64_t w);
/* Return the module's built unit for OF, which the module must release. */
void *build(const example *of);
/* Run OF. Tensors from outside get versions counted from FIRST on, or 0 if FIRST is 0. */
hr_grid_end run(const example *of, void *built, uint64_t first, uint32_t stay,
		const volatile int *when);
/* Return the number of lines of CALL in the log, or of all calls if CALL is NULL. */
unsigned count_calls(const char *call);
/* Check that the log contains the calls of OF. */
void check_calls(const example *of);

#endif
