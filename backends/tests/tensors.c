/* tensors.c -- a backend for hyperbolic tangents of tensors, with an error of HPVM_TEST_ULPS ULP,
 * and, with HPVM_TEST_CUT, for products of operands rounded to eleven bits, which it declares if
 * the value is "told".
 *
 * The test shows that findings are found: results within the bound are no findings, others are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/backend.h"

static int open_tensors(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	(void)host, (void)text;
	*state = NULL;
	return 0;
}

static void close_tensors(void *state)
{
	(void)state;
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	(void)state;
	if (room)
		strcpy(list->name, "this processor");
	return 1;
}

static hr_unit_refusal admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)state, (void)text;
	if (!(unit->features & HR_UNIT_TENSORS))
		return HR_REFUSES_OTHER;
	if (unit->step_count == 1 && unit->steps[0].operation == HR_TENSOR_MUL && getenv("HPVM_TEST_CUT"))
		return HR_TAKEN;
	return unit->step_count == 1 && unit->steps[0].operation == HR_TENSOR_TANH ? HR_TAKEN
										     : HR_REFUSES_TENSOR;
}

static void rounding(const hr_backend_host *host, hr_backend_rounding *to)
{
	const char *cut = getenv("HPVM_TEST_CUT");

	(void)host;
	*to = (hr_backend_rounding){0};
	if (cut && strcmp(cut, "told") == 0)
		*to = (hr_backend_rounding){.relative = 0x1p-10, .largest = 0x1p127};
}

typedef struct unit {
	uint32_t x, w, result, operation;
} unit;

static hr_unit_refusal build(void *state, const hr_unit *of, void **built, char text[HR_BACKEND_TEXT])
{
	unit *made = malloc(sizeof(*made));

	(void)state, (void)text;
	if (!made)
		return HR_REFUSES_COMPILER;
	*made = (unit){of->steps[0].operands[0], of->steps[0].operands[1], of->tensor_count,
		       of->steps[0].operation};
	*built = made;
	return HR_TAKEN;
}

static double cut(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	bits &= ~UINT32_C(0x1fff);
	memcpy(&value, &bits, sizeof(value));
	return (double)value;
}

static void multiply(const hr_unit_tensor *x, const hr_unit_tensor *w, const hr_unit_tensor *result)
{
	uint64_t columns = result->dims[1], terms = 1;

	for (uint32_t i = 1; i < x->rank; i++)
		terms *= x->dims[i];
	for (uint64_t i = 0; i < result->dims[0] * columns; i++) {
		double sum = 0;

		for (uint64_t k = 0; k < terms; k++)
			sum += cut(x->values[i / columns * terms + k]) * cut(w->values[k * columns + i % columns]);
		result->values[i] = (float)sum;
	}
}

static hr_grid_end run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	const unit *of = built;
	const hr_unit_tensor *x = &grid->tensors[of->x], *result = &grid->tensors[of->result];
	const char *ulps = getenv("HPVM_TEST_ULPS");
	uint64_t count = 1;

	(void)text;
	if (of->operation == HR_TENSOR_MUL) {
		multiply(x, &grid->tensors[of->w], result);
		return HR_GRID_DONE;
	}
	for (uint32_t i = 0; i < x->rank; i++)
		count *= x->dims[i];
	for (uint64_t i = 0; i < count; i++) {
		result->values[i] = (float)tanh((double)x->values[i]);
		for (int n = ulps ? atoi(ulps) : 0; n > 0; n--)
			result->values[i] = nextafterf(result->values[i], 2);
	}
	return HR_GRID_DONE;
}

static void release(void *built)
{
	free(built);
}

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "tensors",
	.summary = "hyperbolic tangents",
	.open = open_tensors,
	.close = close_tensors,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
	.takes = HR_TAKES_TENSORS,
	.rounding = rounding,
};
