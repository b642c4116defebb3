/* tools/import/import_node.h -- a node of ONNX while it becomes steps: its attributes, its
 * operands, and the shapes that they are held in. Private to hpvm-import. */
#ifndef HR_IMPORT_NODE_H
#define HR_IMPORT_NODE_H

#include "tools/import/import.h"
#include "tools/import/onnx.pb-c.h"

typedef struct on {
	import_model *model;
	const Onnx__NodeProto *node;
	const char *name; /* for messages */
} on;

#define REFUSE(o, ...) import_refuse((o)->model, (o)->name, (o)->node->op_type, __VA_ARGS__)

static inline import_value *value_at(const on *o, unsigned value)
{
	return &o->model->values.data[value];
}

/* --- values.c: attributes -------------------------------------------------------------------- */

/* NULL: it is left out. */
const Onnx__AttributeProto *on_attribute(const on *o, const char *name);
int64_t on_integer(const on *o, const char *name, int64_t otherwise);
double on_real(const on *o, const char *name, double otherwise);
/* COUNT numbers from 0 on, each OTHERWISE if they are left out. */
hr_status on_integers(const on *o, const char *name, int64_t *to, size_t count, int64_t otherwise)
	HR_MUST_CHECK;

/* --- values.c: operands ---------------------------------------------------------------------- */

/* Operand I, or 0 when it is left out. */
hr_status on_operand(const on *o, size_t i, bool wanted, unsigned *value) HR_MUST_CHECK;
bool on_same(const hr_dims *a, const hr_dims *b);
/* DIMS at the place FIRST of four dimensions, all others 1. */
hr_dims on_padded(const hr_dims *dims, unsigned first);
/* Whether it is said already which shape the tensor of VALUE has; then its `held` is that. */
bool on_settled(const on *o, unsigned value);
/* *VALUE as a tensor of shape HELD: an input or a weight may become one, a weight also one beside
 * another. */
hr_status on_hold(const on *o, unsigned *value, const hr_dims *held) HR_MUST_CHECK;
hr_status on_as_it_is(const on *o, unsigned *value) HR_MUST_CHECK; /* as ONNX has it */
/* that, unless it is settled otherwise */
hr_status on_settle(const on *o, unsigned *value) HR_MUST_CHECK;
hr_status on_as_row(const on *o, unsigned *value) HR_MUST_CHECK; /* as (1, count, 1, 1) */
/* The same values with ONNX's shape SHAPE. */
hr_status on_reshaped(const on *o, unsigned x, const hr_dims *shape, unsigned *result)
	HR_MUST_CHECK;

/* --- values.c: weights that are made of others ----------------------------------------------- */

/* The numbers that VALUE always has, or NULL. */
const float *on_data(const on *o, unsigned value);
/* A weight of ONNX's shape SHAPE; *DATA: its numbers, to be filled in. Called NAME and SUFFIX. */
unsigned on_weight(const on *o, const char *name, const char *suffix, const hr_dims *shape,
		   float **data);
/* Dimension i of the result is dimension PERM[i] of VALUE, which has data. */
unsigned on_permuted(const on *o, unsigned value, const unsigned perm[HR_TENSOR_DIMS]);
/* *VALUE, times FACTOR; WHAT names the factor in a refusal. */
hr_status on_scaled(const on *o, unsigned *value, double factor, const char *what) HR_MUST_CHECK;

/* --- values.c: steps -------------------------------------------------------------------------- */

/* What STEP, whose operands are held, gives: with ONNX's shape as that of operand 0, unless set
 * later. */
hr_status on_step(const on *o, import_step step, unsigned *result) HR_MUST_CHECK;
hr_status on_unary(const on *o, hr_hpvm op, unsigned x, unsigned *result) HR_MUST_CHECK;
hr_status on_binary(const on *o, hr_hpvm op, unsigned x, unsigned other, unsigned *result)
	HR_MUST_CHECK;

/* --- window.c: what slides -------------------------------------------------------------------- */

hr_status on_convolution(const on *o, unsigned *result) HR_MUST_CHECK;
hr_status on_pool(const on *o, hr_hpvm op, bool global, unsigned *result) HR_MUST_CHECK;

/* --- product.c: sums and products of matrices ------------------------------------------------- */

/* X + B by ONNX's rules of broadcasting. */
hr_status on_sum(const on *o, unsigned x, unsigned b, unsigned *result) HR_MUST_CHECK;
hr_status on_gemm(const on *o, unsigned *result) HR_MUST_CHECK;
hr_status on_matmul(const on *o, unsigned *result) HR_MUST_CHECK;

#endif
