/* interp/tensor/program.c -- operations of tensor programs: from the text of a call and handles to a new
 * tensor (X1 to X3).
 *
 * Invariant: an operation whose operands do not fit, or that is undefined, is reported with its node, the
 *            types and shapes of its operands and the reason, and returns nothing.
 * Owns:      nothing; the result belongs to the execution (heap.c).
 * Clauses:   X1, X2, X3.
 * Not here:  what operations compute (interp/row/), files of constants (files.c). */
#include <stdio.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/row/row.h"
#include "interp/row/row_constant.h"
#include "interp/tensor/row_sink.h"
#include "interp/tensor/tensors.h"

typedef struct row_call {
	hr_thread *thread;
	const char *text;
	hr_arena arena;
	hr_attributes attributes;
	unsigned count;
	hr_tensor_data *data; /* of the operands */
	const hr_tensor_data **operands;
	hr_tensor **tensors;
} row_call;

static const char *name_of(const row_call *call)
{
	return hr_row_of(call->attributes.row)->name;
}

/* --- operands --------------------------------------------------------------------------------- */

static hr_trap bad_operand(const row_call *call, unsigned i, const void *handle, const char *why)
{
	return HR_REPORTED(call->thread, tensor_handle, i, name_of(call), handle, why);
}

/* Set DATA to TENSOR. Return false and set *WHY if the program has damaged it. */
static bool data_of(const row_call *call, const hr_tensor *tensor, hr_tensor_data *data,
		    const char **why)
{
	const hr_tensor_view *view = &tensor->view;

	data->elem = hr_tensor_elem(view->data_type, &data->wide);
	*why = !data->elem                           ? "of unknown type"
	       : view->data_format != HR_TENSOR_NCHW ? "in the unsupported format NHWC"
	       : view->host_data && view->host_data != tensor->data
		       ? "invalid: the program has overwritten its host_data"
	       : !hr_tensor_dims(tensor, &data->shape)
		       ? "invalid: its dimensions do not match its number of elements"
		       : NULL;
	data->count = tensor->count;
	data->data = tensor->data;
	/* a backend that gets a wide operand rounds it, which its bound counts */
	data->bound =
		!data->wide && hr_tensor_is_exact(call->thread->run, tensor) ? NULL : tensor->bound;
	return !*why;
}

static hr_trap find_operands(row_call *call, void *const *handles)
{
	const char *why = NULL;

	call->data = hr_arena_array(&call->arena, call->count + 1, sizeof(*call->data));
	call->operands = hr_arena_array(&call->arena, call->count + 1, sizeof(*call->operands));
	call->tensors = hr_arena_array(&call->arena, call->count + 1, sizeof(*call->tensors));
	for (unsigned i = 0; i < call->count; i++) {
		if (!handles[i] && i >= hr_row_of(call->attributes.row)->least)
			continue;
		call->tensors[i] = hr_tensor_find(call->thread->run, handles[i], &why);
		if (!call->tensors[i])
			return bad_operand(call, i, handles[i], why);
		if (!data_of(call, call->tensors[i], &call->data[i], &why))
			return HR_REPORTED(call->thread, tensor_type, i, name_of(call), why);
		call->operands[i] = &call->data[i];
	}
	return 0;
}

/* --- reports ---------------------------------------------------------------------------------- */

/* "f32 (1, 3) and i64 (4)" */
static const char *operands_text(row_call *call)
{
	const char *text = "";
	char one[HR_DIMS_TEXT];

	for (unsigned i = 0; i < call->count; i++)
		text = hr_arena_printf(
			&call->arena, "%s%s%s %s", text,
			!i                     ? ""
			: i + 1 == call->count ? " and "
					       : ", ",
			call->operands[i] ? hr_elem_name(call->data[i].elem) : "none",
			call->operands[i] ? hr_dims_text(&call->data[i].shape, one) : "");
	return call->count ? text : "no operands";
}

/* Return where the call is, as messages say it. */
static const char *where(row_call *call)
{
	return hr_tensor_where(call->thread, &call->arena);
}

static hr_trap refuse_shapes(row_call *call, const char *why)
{
	const char *text = hr_arena_printf(&call->arena, "'%s' of %s in %s cannot be computed: %s",
					   name_of(call), operands_text(call), where(call), why);

	return HR_REPORTED(call->thread, shape_constraint, text);
}

static hr_trap refuse_values(row_call *call, const char *why)
{
	/* what an operator requires of its operands says the reason itself */
	if (call->attributes.row == HR_R_require)
		return HR_REPORTED(call->thread, shape_constraint,
				   hr_arena_printf(&call->arena, "%s cannot be computed: %s",
						   where(call), why));
	return HR_REPORTED(call->thread, tensor_index, name_of(call), operands_text(call),
			   where(call), why);
}

static hr_trap misuse(row_call *call, const char *why)
{
	return HR_REPORTED(call->thread, tensor_misuse, "__hpvm__tensor_op", why);
}

/* --- constants -------------------------------------------------------------------------------- */

static hr_trap from_file(row_call *call, const hr_attribute *file, const hr_tensor_data *shape,
			 hr_tensor *result)
{
	const char *why = NULL;
	uint64_t offset = (uint64_t)hr_attribute_integer(&call->attributes, "offset", 0);
	const void *data = hr_tensor_file(call->thread->run, file->text, offset,
					  shape->count * hr_elem_bytes(shape->elem), &why);

	if (!data)
		return HR_REPORTED(call->thread, unreadable_file, file->text, why);
	result->data = (void *)(uintptr_t)data;
	return 0;
}

/* --- running ---------------------------------------------------------------------------------- */

static bool all_zero(const float *bound, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (bound[i] != 0)
			return false;
	return true;
}

static hr_trap make_result(row_call *call, const hr_tensor_data *shape, hr_tensor_use use,
			   hr_tensor **result)
{
	hr_status status = hr_tensor_new(call->thread->run, call->thread, &shape->shape,
					 hr_tensor_type_of(shape->elem, shape->wide), use,
					 name_of(call), result);

	return status == HR_OK && *result ? 0 : hr_trap_reported(status, HR_D_memory_limit);
}

static hr_trap run_constant(row_call *call, hr_tensor **result)
{
	const hr_attribute *file = hr_attribute_of(&call->attributes, "file");
	hr_tensor_data made = {0};
	hr_trap trap;

	if (!hr_row_constant_shape(&call->attributes, &made))
		return misuse(call, "the constant has no valid type or shape");
	trap = make_result(call, &made, file ? HR_TENSOR_MAPPED : HR_TENSOR_RESULT, result);
	if (trap)
		return trap;
	if (file)
		return from_file(call, file, &made, *result);
	made.data = (*result)->data;
	memset((*result)->bound, 0, made.count * sizeof(float));
	return hr_row_constant_values(&call->attributes, &made)
		       ? 0
		       : misuse(call, "the constant has another number of values than its shape");
}

static hr_row_op op_of(const row_call *call, const hr_tensor_data *made, hr_tensor *result)
{
	return (hr_row_op){.thread = call->thread,
			   .text = call->text,
			   .attributes = &call->attributes,
			   .count = call->count,
			   .operands = call->operands,
			   .tensors = call->tensors,
			   .result = made,
			   .made = result};
}

/* Let the thread's sink compute the result, if there is one that does. */
static bool run_elsewhere(const row_call *call, const hr_tensor_data *made, hr_tensor *result,
			  hr_trap *trap)
{
	hr_row_sink *sink = call->thread->rows;
	const hr_row_op op = op_of(call, made, result);
	hr_status status = HR_OK;
	bool done = sink && sink->run && sink->run(sink, &op, &status);

	if (done)
		hr_tensor_computed(call->thread->run, result);
	if (status != HR_OK)
		*trap = hr_trap_reported(status, HR_D_backend_failed);
	return done;
}

static void show(const row_call *call, const hr_tensor_data *made, hr_tensor *result)
{
	hr_row_sink *sink = call->thread->rows;
	const hr_row_op op = op_of(call, made, result);

	if (sink && sink->see)
		sink->see(sink, &op);
}

static hr_trap run_row(row_call *call, hr_tensor **result)
{
	char why[HR_ROW_WHY] = "";
	hr_tensor_data made = {0};
	hr_row_job job = {.attributes = &call->attributes,
			  .operand_count = call->count,
			  .operands = call->operands,
			  .threads = call->thread->run->options.jobs};
	hr_trap trap;

	job.threads = job.threads ? job.threads : 1;
	if (!hr_row_shape(&job, &made, why))
		return refuse_shapes(call, why);
	if (made.count >= SIZE_MAX / sizeof(double))
		return refuse_shapes(call, "the result would exceed the address space");
	trap = make_result(call, &made, HR_TENSOR_RESULT, result);
	if (trap)
		return trap;
	made.data = (*result)->data;
	made.bound = (*result)->bound;
	if (run_elsewhere(call, &made, *result, &trap) || trap)
		return trap;
	if (!hr_row_run(&job, &made, why))
		return refuse_values(call, why);
	show(call, &made, *result);
	if (all_zero(made.bound, made.count))
		hr_tensor_settle(call->thread->run, *result);
	return 0;
}

static hr_trap run_call(row_call *call, const char *text, void *const *handles, hr_tensor **result)
{
	const char *why = NULL;
	const hr_row_about *about;
	hr_trap trap;

	if (!hr_attributes_read(&call->arena, text, &call->attributes, &why))
		return misuse(call, why);
	about = hr_row_of(call->attributes.row);
	if (call->count < about->least || (about->most != HR_ROW_ANY && call->count > about->most))
		return misuse(call,
			      hr_arena_printf(&call->arena, "%s takes %u to %u operands, not %u",
					      about->name, about->least, about->most, call->count));
	trap = find_operands(call, handles);
	if (trap)
		return trap;
	return call->attributes.row == HR_R_constant ? run_constant(call, result)
						     : run_row(call, result);
}

void *hr_tensor_row(hr_thread *thread, const char *text, unsigned count, void *const *handles)
{
	row_call call = {.thread = thread, .text = text, .count = count};
	hr_tensor *result = NULL;
	hr_trap trap;

	hr_arena_init(&call.arena);
	trap = run_call(&call, text, handles, &result);
	hr_arena_free(&call.arena);
	thread->native_trap = trap;
	return trap ? NULL : result;
}

void hr_tensor_keep(hr_thread *thread, uint64_t mark, void *const *handles, unsigned count)
{
	hr_tensor **kept = hr_alloc_array((size_t)count + 1, sizeof(*kept));
	const char *why = NULL;

	thread->native_trap = 0;
	for (unsigned i = 0; i < count && !thread->native_trap; i++) {
		kept[i] = hr_tensor_find(thread->run, handles[i], &why);
		if (!kept[i])
			thread->native_trap = HR_REPORTED(thread, tensor_handle, i,
							  "__hpvm__tensor_keep", handles[i], why);
	}
	if (!thread->native_trap)
		hr_tensors_keep(thread, mark, kept, count);
	hr_free(kept);
}

int64_t hr_tensor_integer(hr_thread *thread, const void *handle)
{
	static const char name[] = "__hpvm__tensor_integer";
	const char *why = NULL;
	hr_tensor *tensor = hr_tensor_find(thread->run, handle, &why);
	row_call call = {.thread = thread};
	hr_tensor_data data = {0};

	thread->native_trap = 0;
	if (!tensor)
		thread->native_trap = HR_REPORTED(thread, tensor_handle, 0, name, handle, why);
	else if (!data_of(&call, tensor, &data, &why))
		thread->native_trap = HR_REPORTED(thread, tensor_type, 0, name, why);
	else if (data.count != 1 || hr_elem_is_real(data.elem))
		thread->native_trap =
			HR_REPORTED(thread, tensor_misuse, name, "the tensor is not one integer");
	return thread->native_trap ? 0 : hr_elem_integer(data.elem, data.data, 0);
}
