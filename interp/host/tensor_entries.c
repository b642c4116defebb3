/* interp/host/tensor_entries.c -- the C functions that implement tensor operations of nodes: one
 * for each of src/hpvm.h.
 *
 * Node code calls them like any C function, so every width and both kinds of host support them.
 * They find the calling node through the thread; a failure is a trap of the call
 * (interp/engine/native.c).
 *
 * Invariant: signatures are those of src/hpvm.h; the intrinsics have the same.
 * Clauses:   T1 to T6; G10 for calls from outside a node.
 * Not here:  the operations (apply.c). */
#include <stdarg.h>

#include "interp/engine/engine.h"
#include "interp/host/host.h"
#include "interp/tensor/tensors.h"
#include "ir/lift/tensor_leaf.h"

/* Return the thread, which runs a node: OP is called there alone. */
static hr_thread *in_node(hr_hpvm op)
{
	hr_thread *thread = hr_thread_peek();

	if (!thread || !thread->level)
		hr_entry_outside_node(op);
	return thread;
}

/* Return COUNT handles from LIST; the caller frees them. */
static void **read_handles(va_list list, uint32_t count)
{
	void **handles = hr_alloc_array((size_t)count + 1, sizeof(*handles));

	for (uint32_t i = 0; i < count; i++)
		handles[i] = va_arg(list, void *);
	return handles;
}

static void *tensor_op(const char *text, uint32_t count, ...)
{
	hr_thread *thread = in_node(HR_H_tensor_op);
	void **handles, *result;
	va_list list;

	va_start(list, count);
	handles = read_handles(list, count);
	va_end(list);
	result = hr_tensor_row(thread, text, count, handles);
	hr_free(handles);
	return result;
}

static int64_t tensor_integer(void *x)
{
	return hr_tensor_integer(in_node(HR_H_tensor_integer), x);
}

static uint64_t tensor_mark(void)
{
	return hr_tensors_made(in_node(HR_H_tensor_mark)->run);
}

static void tensor_keep(uint64_t mark, uint32_t count, ...)
{
	hr_thread *thread = in_node(HR_H_tensor_keep);
	void **handles;
	va_list list;

	va_start(list, count);
	handles = read_handles(list, count);
	va_end(list);
	hr_tensor_keep(thread, mark, handles, count);
	hr_free(handles);
}

static void *apply(hr_tensor_op op, void *const handles[HR_TENSOR_OPERANDS])
{
	return hr_tensor_apply(in_node(op.op), &op, handles);
}

static void tensor_part(int32_t number, int64_t iteration)
{
	hr_thread *thread = in_node(HR_H_tensor_part);

	thread->part = (hr_tensor_part){thread->level->node, number, iteration};
}

static void *tensor_value(int32_t output, void *x)
{
	return hr_tensor_value(in_node(HR_H_tensor_value), (unsigned)output, x);
}

static void *unary(hr_hpvm op, void *x)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x};

	return apply((hr_tensor_op){.op = op, .operand_count = 1}, handles);
}

static void *binary(hr_tensor_op op, void *x, void *other)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x, other};

	op.operand_count = 2;
	return apply(op, handles);
}

static void *tensor_add(void *x, void *b)
{
	return binary((hr_tensor_op){.op = HR_H_tensor_add}, x, b);
}

static void *tensor_mul(void *x, void *w)
{
	return binary((hr_tensor_op){.op = HR_H_tensor_mul}, x, w);
}

#define UNARY(ident)                                                                               \
	static void *ident(void *x)                                                                \
	{                                                                                          \
		return unary(HR_H_##ident, x);                                                     \
	}
UNARY(tensor_relu)
UNARY(tensor_clipped_relu)
UNARY(tensor_tanh)
UNARY(tensor_sigmoid)
UNARY(tensor_softmax)

static void *tensor_convolution(void *x, void *filter, int32_t vertical_pad, int32_t horizontal_pad,
				int32_t vertical_stride, int32_t horizontal_stride)
{
	return binary((hr_tensor_op){.op = HR_H_tensor_convolution,
				     .window = {.vertical_pad = vertical_pad,
						.horizontal_pad = horizontal_pad,
						.vertical_stride = vertical_stride,
						.horizontal_stride = horizontal_stride}},
		      x, filter);
}

static void *tensor_group_convolution(void *x, void *filter, int32_t vertical_pad,
				      int32_t horizontal_pad, int32_t vertical_stride,
				      int32_t horizontal_stride, int32_t mode, int32_t groups)
{
	(void)mode;
	return binary((hr_tensor_op){.op = HR_H_tensor_group_convolution,
				     .groups = groups,
				     .window = {.vertical_pad = vertical_pad,
						.horizontal_pad = horizontal_pad,
						.vertical_stride = vertical_stride,
						.horizontal_stride = horizontal_stride}},
		      x, filter);
}

static void *tensor_batchnorm(void *x, void *gamma, void *beta, void *mean, void *variance,
			      double epsilon)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x, gamma, beta, mean, variance};

	return apply(
		(hr_tensor_op){.op = HR_H_tensor_batchnorm, .operand_count = 5, .epsilon = epsilon},
		handles);
}

#define POOL(ident)                                                                                \
	static void *ident(void *x, int32_t height, int32_t width, int32_t vertical_pad,           \
			   int32_t horizontal_pad, int32_t vertical_stride,                        \
			   int32_t horizontal_stride)                                              \
	{                                                                                          \
		void *const handles[HR_TENSOR_OPERANDS] = {x};                                     \
                                                                                                   \
		return apply(                                                                      \
			(hr_tensor_op){.op = HR_H_##ident,                                         \
				       .operand_count = 1,                                         \
				       .window = {height, width, vertical_pad, horizontal_pad,     \
						  vertical_stride, horizontal_stride}},            \
			handles);                                                                  \
	}
POOL(tensor_pool_max)
POOL(tensor_pool_min)
POOL(tensor_pool_mean)

/* --- wrappers: the nodes that the pass wrapper-api makes -------------------------------------- */

/* The node's id and the ranges of quantised activations have no effect on results here. */

static void *no_such(hr_hpvm op, const char *what)
{
	hr_thread *thread = in_node(op);

	thread->native_trap = HR_REPORTED(thread, tensor_misuse, hr_hpvm_c_name(op), what);
	return NULL;
}

/* Apply a bias, which may be null, and an activation to X. X is NULL if its operation has reported
 * an error. */
static void *finish_layer(hr_hpvm wrapper, void *x, void *bias, int32_t activation)
{
	hr_hpvm op;

	if (!hr_wrapper_activation(activation, &op))
		return no_such(wrapper, "unknown activation");
	if (x && bias)
		x = tensor_add(x, bias);
	return x && op != HR_H_NONE ? unary(op, x) : x;
}

static void *pool_by_number(hr_hpvm wrapper, void *x, int32_t number, const hr_window *window)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x};
	hr_hpvm op;

	if (!hr_wrapper_pool(number, &op))
		return no_such(wrapper, "unknown pool");
	return apply((hr_tensor_op){.op = op, .operand_count = 1, .window = *window}, handles);
}

static void *wrapper_conv_layer(const char *id, void *x, void *filter, void *bias,
				int32_t vertical_pad, int32_t horizontal_pad,
				int32_t vertical_stride, int32_t horizontal_stride, int32_t pool,
				int32_t pool_height, int32_t pool_width, int32_t pool_vertical_pad,
				int32_t pool_horizontal_pad, int32_t pool_vertical_stride,
				int32_t pool_horizontal_stride, int32_t activation, float least,
				float most)
{
	const hr_window window = {pool_height,          pool_width,
				  pool_vertical_pad,    pool_horizontal_pad,
				  pool_vertical_stride, pool_horizontal_stride};

	(void)id, (void)least, (void)most;
	x = tensor_convolution(x, filter, vertical_pad, horizontal_pad, vertical_stride,
			       horizontal_stride);
	x = finish_layer(HR_H_wrapper_conv_layer, x, bias, activation);
	return x && pool_height ? pool_by_number(HR_H_wrapper_conv_layer, x, pool, &window) : x;
}

static void *wrapper_fc_layer(const char *id, void *x, void *weights, void *bias,
			      int32_t activation, float least, float most)
{
	(void)id, (void)least, (void)most;
	return finish_layer(HR_H_wrapper_fc_layer, tensor_mul(x, weights), bias, activation);
}

static void *wrapper_group_convolution(const char *id, void *x, void *filter, int32_t vertical_pad,
				       int32_t horizontal_pad, int32_t vertical_stride,
				       int32_t horizontal_stride, int32_t mode, int32_t groups)
{
	(void)id;
	return tensor_group_convolution(x, filter, vertical_pad, horizontal_pad, vertical_stride,
					horizontal_stride, mode, groups);
}

static void *wrapper_batchnorm(const char *id, void *x, void *gamma, void *beta, void *mean,
			       void *variance, double epsilon)
{
	(void)id;
	return tensor_batchnorm(x, gamma, beta, mean, variance, epsilon);
}

static void *wrapper_add(const char *id, void *x, void *b)
{
	(void)id;
	return tensor_add(x, b);
}

static void *wrapper_pooling(const char *id, void *x, int32_t pool, int32_t height, int32_t width,
			     int32_t vertical_pad, int32_t horizontal_pad, int32_t vertical_stride,
			     int32_t horizontal_stride)
{
	const hr_window window = {height,         width,           vertical_pad,
				  horizontal_pad, vertical_stride, horizontal_stride};

	(void)id;
	return pool_by_number(HR_H_wrapper_pooling, x, pool, &window);
}

#define WRAPPED_UNARY(ident)                                                                       \
	static void *wrapper_##ident(const char *id, void *x)                                      \
	{                                                                                          \
		(void)id;                                                                          \
		return unary(HR_H_tensor_##ident, x);                                              \
	}
WRAPPED_UNARY(relu)
WRAPPED_UNARY(clipped_relu)
WRAPPED_UNARY(tanh)
WRAPPED_UNARY(sigmoid)
WRAPPED_UNARY(softmax)

/* Called only outside of nodes: ir/lower/hpvm.c removes a call in a node. */
static void *node_id(int32_t number)
{
	(void)number;
	hr_entry_outside_node(HR_H_node_id);
}

#define FUNCTION_GRAPH(ident)
#define FUNCTION_NODE(ident)
#define FUNCTION_QUERY(ident)
#define FUNCTION_MEMORY(ident)
#define FUNCTION_HOST(ident)
#define FUNCTION_TENSOR(ident)                                                                     \
	case HR_H_##ident: return (void *)ident;

void *hr_tensor_operation(hr_hpvm op)
{
	switch (op) {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) FUNCTION_##class(ident)
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
	default: return NULL;
	}
}
