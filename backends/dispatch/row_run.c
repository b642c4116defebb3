/* backends/dispatch/row_run.c -- an operation of a tensor program as a grid of a kernel on a backend.
 *
 * Invariant: an operation that is not computed leaves its result undefined, and nothing else changes.
 * Owns:      nothing; kernels and units belong to the table of built units.
 * Not here:  kernels (backends/rows/), which leaf runs where (rows.c, backends/crosscheck/rows.c). */
#include "backends/dispatch/row_run.h"

#include <string.h>

#include "backends/dispatch/resident.h"
#include "backends/worker/reachable.h"

void hr_row_runner_begin(hr_row_runner *self, hr_run *run, hr_built *built, bool workers)
{
	*self = (hr_row_runner){.run = run, .built = built, .workers = workers};
	self->steps = hr_row_steps_new();
	hr_fork_lock_init(&self->lock);
}

void hr_row_runner_end(hr_row_runner *self)
{
	hr_row_steps_free(self->steps);
	hr_fork_lock_end(&self->lock);
}

static const char *name_of(const hr_row_op *op)
{
	return hr_row_of(op->attributes->row)->name;
}

static void leave(hr_row_answer *answer, const hr_row_op *op, const char *why)
{
	answer->end = HR_ROW_LEFT;
	snprintf(answer->text, sizeof(answer->text), "%s: %s", name_of(op), why);
}

/* The backend has refused the grid, with a reason in ANSWER. */
static void leave_refused(hr_row_answer *answer, const hr_row_op *op)
{
	char why[HR_BACKEND_TEXT];

	snprintf(why, sizeof(why), "%.*s", HR_BACKEND_TEXT - 1, answer->text);
	leave(answer, op, why);
}

/* --- a grid ----------------------------------------------------------------------------------- */

/* Run WHAT on UNIT, which is locked. */
static void run_locked(const hr_row_runner *self, hr_built_unit *unit, const hr_unit_grid *what,
		       hr_worker_range *result, hr_row_answer *answer)
{
	const bool forked = self->workers && !unit->entry->module->memory;
	hr_ranges ranges = {.data = result, .count = 1};
	char text[HR_BACKEND_TEXT] = "";

	hr_resident_allow(HR_RESIDENT_NONE);
	if (forked)
		hr_worker_set_ranges(unit->built, ranges.data, ranges.count, false);
	answer->grid = hr_built_run(self->run, unit, what, text);
	answer->worker = hr_worker_last();
	if (forked && answer->grid == HR_GRID_DONE)
		hr_ranges_apply(&ranges);
	if (forked)
		hr_worker_set_ranges(unit->built, NULL, 0, false);
	answer->end = answer->grid == HR_GRID_DONE ? HR_ROW_ON_BACKEND : HR_ROW_FAILED;
	snprintf(answer->text, sizeof(answer->text), "%s", text);
}

/* Run WHAT, a grid for OP whose result is at RESULT. */
static void run_grid(const hr_row_runner *self, hr_built_unit *unit, const hr_unit_grid *what,
		     const hr_row_op *op, void *result, hr_row_answer *answer)
{
	hr_worker_range range = {
		.memory = result, .bytes = hr_row_stored_bytes(op->result), .written = true};

	hr_fork_lock_take(&unit->lock);
	run_locked(self, unit, what, &range, answer);
	hr_fork_lock_release(&unit->lock);
	if (answer->grid == HR_GRID_REFUSED)
		leave_refused(answer, op);
}

static void run_kernel(const hr_row_runner *self, const hr_row_kernel *kernel, hr_built_unit *unit,
		       const hr_row_op *op, const void *const *operands, void *result,
		       hr_row_answer *answer)
{
	hr_unit_grid what = {.stop = &self->run->interrupted};
	hr_row_grid grid;

	hr_row_grid_make(kernel, &unit->made->unit, op, operands, result, &grid);
	what.levels = grid.levels;
	what.inputs = grid.inputs;
	memcpy(what.end, grid.end, sizeof(what.end));
	run_grid(self, unit, &what, op, result, answer);
	hr_free(grid.inputs);
}

static void run_step(const hr_row_runner *self, hr_row_step *step, hr_built_unit *unit,
		     const hr_row_op *op, const void *const *operands, void *result,
		     hr_row_answer *answer)
{
	const uint32_t count = step->step.operand_count;
	const hr_unit_level level = {.extent = {1, 1, 1}};
	hr_unit_grid what = {.levels = &level,
			     .end = {1, 1, 1},
			     .stop = &self->run->interrupted,
			     .tensors = step->tensors};
	uint8_t *inputs = hr_alloc_zero((size_t)unit->made->unit.input_stride);

	for (uint32_t i = 0; i < count; i++)
		step->tensors[i].values = (float *)(uintptr_t)operands[i];
	step->tensors[count].values = result;
	what.inputs = inputs;
	run_grid(self, unit, &what, op, result, answer);
	hr_free(inputs);
}

/* --- an operation ----------------------------------------------------------------------------- */

/* Return true if UNIT can run; otherwise ANSWER says why not. */
static bool is_built(const hr_built_unit *unit, const hr_row_op *op, hr_row_answer *answer)
{
	if (unit->built)
		return true;
	if (unit->ended == HR_WORKER_ANSWERED) {
		leave(answer, op, unit->why + strlen(unit->entry->name) + 2);
		return false;
	}
	answer->end = HR_ROW_FAILED;
	answer->grid = HR_GRID_FAILED;
	answer->worker = unit->ended;
	snprintf(answer->text, sizeof(answer->text), "%s", unit->what);
	return false;
}

/* Return the unit of OP, built on ENTRY: of its kernel, or if that is NULL, of STEP. */
static hr_built_unit *find_unit(hr_row_runner *self, const hr_backend_entry *entry,
				const hr_node *node, const hr_row_kernel *kernel,
				const hr_row_step *step)
{
	hr_made_unit *made;
	hr_built_unit *unit;

	hr_fork_lock_take(&self->lock);
	made = kernel ? hr_row_kernel_unit(hr_built_kernels(self->built), kernel,
					   hr_home_of(entry->module))
		      : hr_row_step_unit(self->steps, &step->step);
	unit = hr_built_of(self->built, made, node, entry, &(bool){false});
	hr_fork_lock_release(&self->lock);
	return unit;
}

static void as_step(hr_row_runner *self, const hr_backend_entry *entry, const hr_node *node,
		    const hr_row_op *op, const void *const *operands, void *result,
		    hr_row_answer *answer)
{
	hr_row_step step;
	const char *why = hr_row_step_of(op, &step);
	hr_built_unit *unit;

	if (why) {
		leave(answer, op, why);
		return;
	}
	unit = find_unit(self, entry, node, NULL, &step);
	if (is_built(unit, op, answer))
		run_step(self, &step, unit, op, operands, result, answer);
}

static void as_kernel(hr_row_runner *self, const hr_backend_entry *entry, const hr_node *node,
		      const hr_row_kernel *kernel, const hr_row_op *op, const void *const *operands,
		      void *result, hr_row_answer *answer)
{
	hr_built_unit *unit = find_unit(self, entry, node, kernel, NULL);

	if (is_built(unit, op, answer))
		run_kernel(self, kernel, unit, op, operands, result, answer);
}

static const hr_row_kernel *find_kernel(hr_row_runner *self, const hr_row_op *op)
{
	const hr_row_kernel *kernel;

	hr_fork_lock_take(&self->lock);
	kernel = hr_row_kernel_for(hr_built_kernels(self->built), op);
	hr_fork_lock_release(&self->lock);
	return kernel;
}

/* A concatenation of more operands than a kernel takes: of the first ones, then of the result and the next
 * ones, and so on. */
static void concat_in_parts(hr_row_runner *self, const hr_backend_entry *entry, const hr_node *node,
			    const hr_row_op *op, const void *const *operands, void *result,
			    hr_row_answer *answer)
{
	const unsigned axis = (unsigned)hr_attribute_integer(op->attributes, "axis", 0);
	hr_tensor_data sum = *op->operands[0], made;
	const void *elements[HR_ROWKERNEL_OPERANDS] = {operands[0]};
	const hr_tensor_data *list[HR_ROWKERNEL_OPERANDS] = {&sum};
	void *owned = NULL;

	for (unsigned next = 1; next < op->count;) {
		hr_row_op part = *op;
		void *to;

		made = sum;
		for (part.count = 1; part.count < HR_ROWKERNEL_OPERANDS && next < op->count;
		     part.count++, next++) {
			list[part.count] = op->operands[next];
			elements[part.count] = operands[next];
			made.shape.dim[axis] += op->operands[next]->shape.dim[axis];
		}
		made.count = hr_dims_count(&made.shape);
		part.operands = list;
		part.result = &made;
		to = next == op->count ? result : hr_alloc(hr_row_stored_bytes(&made) + 1);
		hr_row_on_backend(self, entry, node, &part, elements, to, answer);
		hr_free(owned);
		owned = to == result ? NULL : to;
		if (answer->end == HR_ROW_LEFT || answer->end == HR_ROW_FAILED)
			break;
		sum = made;
		elements[0] = to;
	}
	hr_free(owned);
}

/* Return true if OP only converts between a type and its wide form, which kernels have in the same way. */
static bool is_same(const hr_row_op *op)
{
	const hr_tensor_data *from = op->count ? op->operands[0] : NULL, *to = op->result;

	return (op->attributes->row == HR_R_widen || op->attributes->row == HR_R_narrow) &&
	       hr_rowkernel_storage(from->elem, from->wide) ==
		       hr_rowkernel_storage(to->elem, to->wide);
}

void hr_row_on_backend(hr_row_runner *self, const hr_backend_entry *entry, const hr_node *node,
		       const hr_row_op *op, const void *const *operands, void *result,
		       hr_row_answer *answer)
{
	const hr_row_kernel *kernel = find_kernel(self, op);

	*answer = (hr_row_answer){.end = HR_ROW_ON_BACKEND};
	if (op->attributes->row == HR_R_concat && op->count > HR_ROWKERNEL_OPERANDS) {
		concat_in_parts(self, entry, node, op, operands, result, answer);
	} else if (kernel->of.how == HR_ROWKERNEL_HOST) {
		leave(answer, op, "no kernel");
		answer->planned = true;
	} else if (kernel->of.how == HR_ROWKERNEL_COPY || is_same(op)) {
		memcpy(result, operands[0], hr_row_stored_bytes(op->result));
		answer->end = HR_ROW_COPIED;
	} else if (!hr_row_stored_bytes(op->result)) {
		return;
	} else if (hr_takes_tensors(entry->module)) {
		as_step(self, entry, node, op, operands, result, answer);
	} else {
		as_kernel(self, entry, node, kernel, op, operands, result, answer);
	}
}
