/* tools/import/import_node.h -- a node of ONNX during its conversion to steps: attributes,
 * operands, and the shapes of their tensors. Private to hpvm-import. */
#ifndef HR_IMPORT_NODE_H
#define HR_IMPORT_NODE_H

#include "tools/import/file/onnx.pb-c.h"
#include "tools/import/import.h"

typedef struct on {
	import_model *model;
	const Onnx__NodeProto *node;
	const char *name; /* for messages */
	const char *what; /* for messages: "Conv, opset 13" */
} on;

#define REFUSE(o, ...)  import_refuse((o)->model, (o)->name, (o)->what, __VA_ARGS__)
#define INVALID(o, ...) import_invalid((o)->model, (o)->name, (o)->what, __VA_ARGS__)

static inline import_value *value_at(const on *o, unsigned value)
{
	return &o->model->values.data[value];
}

/* --- operator.c: the table of operators -------------------------------------------------------- */

typedef struct on_operator {
	const char *name;
	/* Add the steps of a node whose attributes and numbers of operands are right. */
	hr_status (*translate)(const on *o, unsigned *result);
} on_operator;

/* Return NODE for messages and translation; the texts are in the arena. */
on on_node(import_model *model, const Onnx__NodeProto *node);
/* Return the operator of the node, or NULL if there is none in its domain. */
const on_operator *on_operator_of(const on *o);
/* Report all attributes and numbers of operands that the operator does not have. */
hr_status on_check(const on *o) HR_MUST_CHECK;

/* Handlers, one for each operator. */
#define OPERATOR(name, handler) hr_status on_##handler(const on *o, unsigned *result) HR_MUST_CHECK;
#define TAKES(...)
#define ATTRIBUTE(...)
#include "tools/import/operator.def"
#undef OPERATOR
#undef TAKES
#undef ATTRIBUTE

/* --- values.c: attributes -------------------------------------------------------------------- */

/* Return the attribute NAME, or NULL if it is omitted. */
const Onnx__AttributeProto *on_attribute(const on *o, const char *name);
int64_t on_integer(const on *o, const char *name, int64_t otherwise);
double on_real(const on *o, const char *name, double otherwise);
/* Read COUNT numbers to TO; each is OTHERWISE if the attribute is omitted. */
hr_status on_integers(const on *o, const char *name, int64_t *to, size_t count, int64_t otherwise)
	HR_MUST_CHECK;

/* --- values.c: operands ---------------------------------------------------------------------- */

/* Set *VALUE to operand I, or to 0 if it is omitted. */
hr_status on_operand(const on *o, size_t i, bool wanted, unsigned *value) HR_MUST_CHECK;
/* Set *VALUE to operand I, which must be a constant of integers, or to 0 if it is omitted. NAME
 * names it in a refusal. */
hr_status on_constant_operand(const on *o, size_t i, const char *name, unsigned *value)
	HR_MUST_CHECK;
bool on_same(const hr_dims *a, const hr_dims *b);
/* Return four dimensions: DIMS from position FIRST on, the others 1. */
hr_dims on_padded(const hr_dims *dims, unsigned first);
/* Return true if the shape of VALUE's tensor is determined; then its `held` is set to that
 * shape. */
bool on_settled(const on *o, unsigned value);
/* Make *VALUE a tensor of shape HELD. An undetermined input or weight gets that shape; a weight may
 * also be duplicated with it. */
hr_status on_hold(const on *o, unsigned *value, const hr_dims *held) HR_MUST_CHECK;
hr_status on_as_it_is(const on *o, unsigned *value) HR_MUST_CHECK; /* with the shape of ONNX */
/* with its determined shape, else that of ONNX */
hr_status on_settle(const on *o, unsigned *value) HR_MUST_CHECK;
/* with the shape (1, count, 1, 1) */
hr_status on_as_row(const on *o, unsigned *value) HR_MUST_CHECK;
/* Set *RESULT to the same values with ONNX's shape SHAPE. */
hr_status on_reshaped(const on *o, unsigned x, const hr_dims *shape, unsigned *result)
	HR_MUST_CHECK;

/* --- values.c: weights derived from others --------------------------------------------------- */

/* Return the constant data of VALUE, or NULL. */
const float *on_data(const on *o, unsigned value);
/* Create a weight of ONNX's shape SHAPE, named NAME and SUFFIX. Set *DATA to its elements, which
 * the caller fills in. */
unsigned on_weight(const on *o, const char *name, const char *suffix, const hr_dims *shape,
		   float **data);
/* Return a weight whose dimension i is dimension PERM[i] of VALUE. VALUE must have data. */
unsigned on_permuted(const on *o, unsigned value, const unsigned perm[HR_TENSOR_DIMS]);
/* Multiply *VALUE by FACTOR. WHAT names the factor in a refusal. */
hr_status on_scaled(const on *o, unsigned *value, double factor, const char *what) HR_MUST_CHECK;

/* --- values.c: steps -------------------------------------------------------------------------- */

/* Add STEP, whose operands are held, and set *RESULT to its result. ONNX's shape is that of operand
 * 0, unless it is changed later. */
hr_status on_step(const on *o, import_step step, unsigned *result) HR_MUST_CHECK;
hr_status on_unary(const on *o, hr_hpvm op, unsigned x, unsigned *result) HR_MUST_CHECK;
hr_status on_binary(const on *o, hr_hpvm op, unsigned x, unsigned other, unsigned *result)
	HR_MUST_CHECK;

/* Set MARKS for the axes of the node among RANK dimensions, from its attribute or operand 1. Set
 * *SAID to true if it has any. */
hr_status on_axes(const on *o, unsigned rank, bool marks[2 * HR_TENSOR_DIMS], bool *said)
	HR_MUST_CHECK;

/* --- fold.c: integers, which are computed at import -------------------------------------------- */

/* Return true if operand I is a constant of integers. */
bool on_has_integers(const on *o, size_t i);

/* --- product.c: sums and products of matrices ------------------------------------------------- */

/* Set *RESULT to X + B by ONNX's rules of broadcasting. */
hr_status on_sum(const on *o, unsigned x, unsigned b, unsigned *result) HR_MUST_CHECK;

#endif
