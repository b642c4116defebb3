/* interp/host/tensor_direct.c -- the operations of HPVM 1.0's tensor runtime that host code calls
 * without a graph: tensorConvolution(), tensorGemm() and the like.
 *
 * They are the operations of nodes, applied at once. Those that HPVM 1.0 computes in place change
 * their first operand here as well, and return it. The forms in half precision (tensorHalf...) are
 * computed in single precision, which is said once.
 *
 * Invariant: a call that failed changes nothing, and does not return unless --keep-going ignores
 *            the trap.
 * Clauses:   T1 to T6.
 * Not here:  the operations (interp/tensor/), the same in nodes (tensor_entries.c). */
#include <string.h>

#include "interp/host/host.h"
#include "interp/run/frame.h"
#include "interp/tensor/tensors.h"
#include "ir/lift/tensor_leaf.h"

/* The call of a C function NAME. */
typedef struct direct_call {
	const char *name;
	hr_run *run;
	const char *outer;
} direct_call;

static direct_call begin(const char *name)
{
	direct_call call = {.name = name};

	call.outer = hr_entry_begin(name, &call.run);
	if (strstr(name, "Half") && !hr_diags_count(call.run->diags, HR_D_half_as_float))
		hr_run_note(call.run,
			    hr_report_at(call.run, hr_thread_peek(), HR_D_half_as_float, name));
	return call;
}

static void *end(const direct_call *call, hr_status status, void *result)
{
	hr_entry_end(call->run, call->outer, status);
	return status == HR_OK ? result : NULL;
}

/* Return the new tensor that OP computes; NULL and the status in *STATUS if it cannot. */
static void *compute(const direct_call *call, hr_tensor_op op,
		     void *const handles[HR_TENSOR_OPERANDS], hr_status *status)
{
	hr_thread *thread = hr_thread_self(call->run);
	void *made = hr_tensor_apply(thread, &op, handles);

	*status = made ? HR_OK : (hr_status)(thread->native_trap & ~HR_TRAP_REPORTED);
	thread->native_trap = 0;
	return made;
}

static void *apply(const char *name, hr_tensor_op op, void *const handles[HR_TENSOR_OPERANDS])
{
	const direct_call call = begin(name);
	hr_status status;
	void *made = compute(&call, op, handles, &status);

	return end(&call, status, made);
}

/* Give TENSOR the values of MADE, which has been computed from it, and free MADE. */
static hr_status take_values(const direct_call *call, hr_tensor *tensor, hr_tensor *made)
{
	hr_status status = HR_OK;

	if (tensor->bytes != made->bytes || tensor->view.data_type != HR_TENSOR_FLOAT) {
		status = hr_report_at(call->run, hr_thread_peek(), HR_D_tensor_misuse, call->name,
				      "the result does not fit into the first operand");
	} else {
		memcpy(tensor->data, made->data, made->bytes);
		if (tensor->bound && made->bound)
			memcpy(tensor->bound, made->bound, made->count * sizeof(float));
		hr_tensor_renew(call->run, tensor);
	}
	hr_tensor_free(call->run, made, "a result that was computed in place");
	return status;
}

static void *apply_in_place(const char *name, hr_tensor_op op,
			    void *const handles[HR_TENSOR_OPERANDS])
{
	const direct_call call = begin(name);
	hr_status status;
	hr_tensor *made = compute(&call, op, handles, &status);

	if (status == HR_OK)
		status = take_values(&call, handles[0], made);
	return end(&call, status, handles[0]);
}

/* --- the operations --------------------------------------------------------------------------- */

static void *convolution(const char *name, void *x, void *filter, const hr_window *window,
			 int32_t groups)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x, filter};

	return apply(name,
		     (hr_tensor_op){.op = groups > 1 ? HR_H_tensor_group_convolution
						     : HR_H_tensor_convolution,
				    .operand_count = 2,
				    .groups = groups > 1 ? groups : 0,
				    .window = *window},
		     handles);
}

static void *pooling(const char *name, void *x, int32_t pool, const hr_window *window)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x};
	hr_tensor_op op = {.operand_count = 1, .window = *window};
	direct_call call;

	if (hr_wrapper_pool(pool, &op.op))
		return apply(name, op, handles);
	call = begin(name);
	return end(
		&call,
		hr_report_at(call.run, hr_thread_peek(), HR_D_tensor_misuse, name, "unknown pool"),
		NULL);
}

static void *batchnorm(const char *name, void *x, void *gamma, void *beta, void *mean,
		       void *variance, double epsilon)
{
	void *const handles[HR_TENSOR_OPERANDS] = {x, gamma, beta, mean, variance};

	return apply_in_place(
		name,
		(hr_tensor_op){.op = HR_H_tensor_batchnorm, .operand_count = 5, .epsilon = epsilon},
		handles);
}

static void *clip(const char *name, void *x, float least, float most)
{
	const direct_call call = begin(name);
	const char *why = "not the range of an activation";
	hr_tensor *tensor = hr_tensor_find(call.run, x, &why);
	hr_status status = HR_OK;

	if (!tensor || tensor->view.data_type != HR_TENSOR_FLOAT || !(least <= most))
		status = hr_report_at(call.run, hr_thread_peek(), HR_D_tensor_misuse, name, why);
	for (uint64_t i = 0; status == HR_OK && i < tensor->count; i++) {
		float *value = (float *)tensor->data + i;

		*value = *value < least ? least : *value > most ? most : *value;
	}
	if (status == HR_OK)
		hr_tensor_renew(call.run, tensor);
	return end(&call, status, x);
}

#define CONVOLUTION(function, text)                                                                \
	static void *function(void *x, void *filter, int32_t vertical_pad, int32_t horizontal_pad, \
			      int32_t vertical_stride, int32_t horizontal_stride, int32_t mode,    \
			      int32_t groups)                                                      \
	{                                                                                          \
		const hr_window window = {.vertical_pad = vertical_pad,                            \
					  .horizontal_pad = horizontal_pad,                        \
					  .vertical_stride = vertical_stride,                      \
					  .horizontal_stride = horizontal_stride};                 \
                                                                                                   \
		(void)mode;                                                                        \
		return convolution(text, x, filter, &window, groups);                              \
	}
CONVOLUTION(tensor_convolution, "tensorConvolution")
CONVOLUTION(half_convolution, "tensorHalfConvolution")

#define POOLING(function, text)                                                                    \
	static void *function(void *x, int32_t pool, int32_t height, int32_t width,                \
			      int32_t vertical_pad, int32_t horizontal_pad,                        \
			      int32_t vertical_stride, int32_t horizontal_stride)                  \
	{                                                                                          \
		const hr_window window = {height,         width,           vertical_pad,           \
					  horizontal_pad, vertical_stride, horizontal_stride};     \
                                                                                                   \
		return pooling(text, x, pool, &window);                                            \
	}
POOLING(tensor_pooling, "tensorPooling")
POOLING(half_pooling, "tensorHalfPooling")

#define BATCHNORM(function, text)                                                                  \
	static void *function(void *x, void *gamma, void *beta, void *mean, void *variance,        \
			      double epsilon)                                                      \
	{                                                                                          \
		return batchnorm(text, x, gamma, beta, mean, variance, epsilon);                   \
	}
BATCHNORM(tensor_batchnorm, "tensorBatchNorm")
BATCHNORM(half_batchnorm, "tensorHalfBatchNorm")

/* HOW is apply or apply_in_place. */
#define BINARY(function, text, ident, how)                                                         \
	static void *function(void *x, void *other)                                                \
	{                                                                                          \
		void *const handles[HR_TENSOR_OPERANDS] = {x, other};                              \
                                                                                                   \
		return how(text, (hr_tensor_op){.op = HR_H_##ident, .operand_count = 2}, handles); \
	}
BINARY(tensor_gemm, "tensorGemm", tensor_mul, apply)
BINARY(tensor_gemm_cpu, "tensorGemmCPU", tensor_mul, apply)
BINARY(tensor_gemm_gpu, "tensorGemmGPU", tensor_mul, apply)
BINARY(half_gemm, "tensorHalfGemm", tensor_mul, apply)
BINARY(half_gemm_gpu, "tensorHalfGemmGPU", tensor_mul, apply)
BINARY(tensor_gemm_bias, "tensorGemmBias", tensor_add, apply_in_place)
BINARY(tensor_add, "tensorAdd", tensor_add, apply_in_place)
BINARY(half_add, "tensorHalfAdd", tensor_add, apply_in_place)

#define UNARY(function, text, ident)                                                               \
	static void *function(void *x)                                                             \
	{                                                                                          \
		void *const handles[HR_TENSOR_OPERANDS] = {x};                                     \
                                                                                                   \
		return apply_in_place(                                                             \
			text, (hr_tensor_op){.op = HR_H_##ident, .operand_count = 1}, handles);    \
	}
UNARY(tensor_relu, "tensorRelu", tensor_relu)
UNARY(half_relu, "tensorHalfRelu", tensor_relu)
UNARY(tensor_tanh, "tensorTanh", tensor_tanh)
UNARY(half_tanh, "tensorHalfTanh", tensor_tanh)
UNARY(tensor_softmax, "tensorSoftmax", tensor_softmax)

#define CLIP(function, text)                                                                       \
	static void *function(void *x, float least, float most)                                    \
	{                                                                                          \
		return clip(text, x, least, most);                                                 \
	}
CLIP(tensor_relu2, "tensorRelu2")
CLIP(half_relu2, "tensorHalfRelu2")

/* --- by name ---------------------------------------------------------------------------------- */

void *hr_tensor_direct(const char *name)
{
	static const struct {
		const char *name;
		void *function;
	} functions[] = {
		{"tensorConvolution", (void *)tensor_convolution},
		{"tensorHalfConvolution", (void *)half_convolution},
		{"tensorPooling", (void *)tensor_pooling},
		{"tensorHalfPooling", (void *)half_pooling},
		{"tensorBatchNorm", (void *)tensor_batchnorm},
		{"tensorHalfBatchNorm", (void *)half_batchnorm},
		{"tensorGemm", (void *)tensor_gemm},
		{"tensorGemmCPU", (void *)tensor_gemm_cpu},
		{"tensorGemmGPU", (void *)tensor_gemm_gpu},
		{"tensorHalfGemm", (void *)half_gemm},
		{"tensorHalfGemmGPU", (void *)half_gemm_gpu},
		{"tensorGemmBias", (void *)tensor_gemm_bias},
		{"tensorAdd", (void *)tensor_add},
		{"tensorHalfAdd", (void *)half_add},
		{"tensorRelu", (void *)tensor_relu},
		{"tensorHalfRelu", (void *)half_relu},
		{"tensorRelu2", (void *)tensor_relu2},
		{"tensorHalfRelu2", (void *)half_relu2},
		{"tensorTanh", (void *)tensor_tanh},
		{"tensorHalfTanh", (void *)half_tanh},
		{"tensorSoftmax", (void *)tensor_softmax},
	};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(name, functions[i].name) == 0)
			return functions[i].function;
	return NULL;
}
