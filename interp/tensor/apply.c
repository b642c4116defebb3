/* interp/tensor/apply.c -- run one tensor operation of a node: from handles to a new tensor.
 *
 * Invariant: an operation with operands that do not fit one another is reported with its node, the
 *            shapes of its operands and the reason, and returns nothing.
 * Owns:      nothing; the result belongs to the execution (heap.c).
 * Clauses:   T.
 * Not here:  formulas (operate.c), conditions (shape.c). */
#include <stdio.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/tensor/tensors.h"

static const char *name_of(hr_hpvm op)
{
	return hr_hpvm_ir_name(op);
}

static hr_trap bad_operand(hr_thread *thread, const hr_tensor_op *op, unsigned i,
			   const void *handle, const char *why)
{
	return HR_REPORTED(thread, tensor_handle, i, name_of(op->op), handle, why);
}

static hr_trap find_operands(hr_thread *thread, hr_tensor_op *op, void *const *handles,
			     hr_tensor **tensors)
{
	const char *why = NULL;

	for (unsigned i = 0; i < op->operand_count; i++) {
		tensors[i] = hr_tensor_find(thread->run, handles[i], &why);
		if (!tensors[i])
			return bad_operand(thread, op, i, handles[i], why);
		if (!hr_tensor_array(tensors[i], &op->operand[i], &why))
			return HR_REPORTED(thread, tensor_type, i, name_of(op->op), why);
		if (hr_tensor_is_exact(thread->run, tensors[i]))
			op->operand[i].bound = NULL;
	}
	return 0;
}

/* "(1, 3, 32, 32) and (16, 3, 3, 3)" */
static const char *shapes_text(const hr_tensor_op *op, char *text, size_t room)
{
	char one[HR_DIMS_TEXT];
	size_t used = 0;

	for (unsigned i = 0; i < op->operand_count && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s",
					 !i                           ? ""
					 : i + 1 == op->operand_count ? " and "
								      : ", ",
					 hr_dims_text(&op->operand[i].shape, one));
	return text;
}

static const char *clause_of(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_add: return "T1";
	case HR_H_tensor_mul: return "T2";
	case HR_H_tensor_convolution: return "T3";
	case HR_H_tensor_group_convolution: return "T4";
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean: return "T5";
	default: return "T6";
	}
}

static hr_trap refuse_shapes(hr_thread *thread, const hr_tensor_op *op, const char *why)
{
	char shapes[HR_TENSOR_OPERANDS * (HR_DIMS_TEXT + 8)];

	const hr_diag_facts facts = {.clause = clause_of(op->op)};
	hr_status status;

	shapes_text(op, shapes, sizeof(shapes));
	status = hr_report_about(thread->run, thread, &facts, HR_D_tensor_shape, name_of(op->op),
				 shapes, thread->level ? thread->level->node->path : "?", why);
	return hr_trap_reported(status, HR_D_tensor_shape);
}

static void operate(hr_thread *thread, const hr_tensor_op *op, const hr_dims *shape,
		    hr_tensor *result)
{
	const hr_rounding rounding = hr_tensors_rounding(thread->run);
	hr_tensor_op rounded = hr_rounded(op, &rounding);

	hr_tensor_operate(&rounded, shape, result->data, result->bound);
	hr_rounded_free(&rounded, op);
}

static hr_trap apply(hr_thread *thread, hr_tensor_op *op, void *const *handles, hr_tensor **result)
{
	hr_tensor *tensors[HR_TENSOR_OPERANDS];
	char why[HR_TENSOR_WHY];
	hr_dims shape;
	hr_status status;
	hr_trap trap = find_operands(thread, op, handles, tensors);

	if (trap)
		return trap;
	if (!hr_tensor_shape(op, &shape, why))
		return refuse_shapes(thread, op, why);
	if (hr_dims_count(&shape) > SIZE_MAX / sizeof(float))
		return refuse_shapes(thread, op, "the result would exceed the address space");
	status = hr_tensor_new(thread->run, thread, &shape, HR_TENSOR_FLOAT, HR_TENSOR_RESULT,
			       name_of(op->op), result);
	if (status != HR_OK || !*result)
		return hr_trap_reported(status, HR_D_memory_limit);
	op->threads = thread->run->options.jobs;
	op->clip_max = thread->run->program->sem.clip_max;
	operate(thread, op, &shape, *result);
	status = hr_tensors_consume(thread, op, tensors, *result);
	return status == HR_OK ? 0 : hr_trap_reported(status, HR_D_tensor_overwritten);
}

void *hr_tensor_apply(hr_thread *thread, hr_tensor_op *op, void *const handles[HR_TENSOR_OPERANDS])
{
	hr_tensor *result = NULL;
	hr_trap trap = apply(thread, op, handles, &result);

	thread->native_trap = trap;
	return trap ? NULL : result;
}
