/* backends/dispatch/run.c -- runs a grid on the unit that was chosen for its leaf.
 *
 * Invariant: a built unit runs one grid at a time.
 * Owns:      nothing.
 * Clauses:   H4 for what backends report.
 * Not here:  calling units (built.c), grids (interp/schedule/offload.c). */
#include <string.h>

#include "backends/dispatch/dispatch_parts.h"
#include "backends/dispatch/emit_events.h"
#include "backends/dispatch/tensor_grid.h"
#include "src/base/tick.h"

static void *allocate(void *run, uint64_t bytes)
{
	return hr_offload_allocate(run, bytes);
}

hr_status hr_dispatch_report_end(const hr_backend_entry *entry, const hr_offload_grid *grid,
				 hr_grid_end end, const char *text)
{
	const hr_level *level = grid->level;
	const hr_where *where = &level->node->where;
	uint64_t execution = grid->thread->execution;
	char diverged[HR_BACKEND_TEXT + 200];

	switch (end) {
	case HR_GRID_DONE: return HR_OK;
	case HR_GRID_STOPPED:
		return hr_report_level(grid->run, NULL, level->parent, execution, HR_D_interrupted);
	case HR_GRID_DIVERGED:
		snprintf(diverged, sizeof(diverged),
			 "not all instances reach the same barrier\nbackend '%.100s' reports: %s",
			 entry->name, text);
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_barrier_divergence, diverged);
	case HR_GRID_TRAPPED:
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_instance_trapped, level->node->path, entry->name, text);
	case HR_GRID_NO_MEMORY:
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_device_memory, entry->name, level->node->path);
	default:
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_backend_failed, entry->name, level->node->path, text);
	}
}

/* --- grids in workers ---------------------------------------------------------------------- */

/* A grid has failed without effects: interpret the unit from now on. */
static hr_status give_back(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			   hr_diag_id id, const char *text, const char **why)
{
	const hr_level *level = grid->level;
	const char *name = to->unit->entry->name;

	hr_fork_lock_take(&self->lock);
	*why = hr_dispatch_say(self, name, hr_diag_name(id), text, &(bool){false});
	to->spoiled = *why;
	to->reported = true;
	hr_fork_lock_release(&self->lock);
	(void)hr_run_note(self->run, hr_report_level(grid->run, &level->node->where, level->parent,
						     grid->thread->execution, id, name,
						     level->node->path, text));
	return HR_OK;
}

/* Evaluate a grid of a worker. Only the changes of a completed grid have reached the program's
 * memory. */
static hr_status settle(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			hr_grid_end end, const char *text, bool *untouched, const char **why)
{
	hr_worker_end last = hr_worker_last();

	*untouched = true;
	if (last != HR_WORKER_ANSWERED) {
		char said[HR_BACKEND_TEXT];

		snprintf(said, sizeof(said), "%s", hr_worker_why());
		hr_reachable_stray(grid->run, said);
		hr_emit_event_worker(self->run, to->unit->entry->name, hr_worker_word(last), said);
		return give_back(self, to, grid, hr_dispatch_finding(last), said, why);
	}
	if (end == HR_GRID_DIVERGED)
		return give_back(self, to, grid, HR_D_worker_diverged, text, why);
	if (end == HR_GRID_NO_MEMORY)
		return give_back(self, to, grid, HR_D_worker_failed, "it is out of memory", why);
	if (end == HR_GRID_FAILED)
		return give_back(self, to, grid, HR_D_worker_failed, text, why);
	*untouched = false;
	if (end == HR_GRID_DONE && !to->unit->entry->module->memory)
		hr_ranges_apply(&to->ranges);
	return hr_dispatch_report_end(to->unit->entry, grid, end, text);
}

/* Tell the worker what the grid may change. Return false if that is not known. */
static bool name_ranges(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			const hr_unit_grid *what, const char **why)
{
	char text[HR_BACKEND_TEXT];

	if (!self->policy->workers || to->unit->entry->module->memory)
		return true;
	if (!hr_reachable(grid, &to->unit->made->unit, what, &to->ranges, text)) {
		(void)give_back(self, to, grid, HR_D_backend_refuses, text, why);
		return false;
	}
	hr_worker_set_ranges(to->unit->built, to->ranges.data, to->ranges.count, to->closed);
	return true;
}

/* --- grids ------------------------------------------------------------------------------------ */

static hr_grid_end run_measured(dispatch_sent *to, const hr_offload_grid *grid,
				const hr_unit_grid *what, char text[HR_BACKEND_TEXT])
{
	uint64_t begun = to->judged ? hr_nanoseconds() : 0;
	hr_grid_end end = hr_built_run(grid->run, to->unit, what, text);

	if (to->judged)
		hr_dispatch_measure(to, grid, hr_nanoseconds() - begun);
	return end;
}

/* Evaluate the end of a grid that was run on a unit or refused by it. */
static hr_status conclude(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			  hr_grid_end end, const char *text, bool *untouched, const char **why)
{
	/* The engine then queries for the leaf itself. */
	if (end == HR_GRID_REFUSED && to->unit->made->inner) {
		*why = hr_dispatch_say(self, to->unit->entry->name, text, "", &(bool){false});
		return HR_OK;
	}
	if (end == HR_GRID_REFUSED)
		return give_back(self, to, grid, HR_D_backend_refuses, text, why);
	if (*untouched)
		return HR_OK;
	return self->policy->workers ? settle(self, to, grid, end, text, untouched, why)
				     : hr_dispatch_report_end(to->unit->entry, grid, end, text);
}

/* Prepare for a grid on TO: bring the program's memory up to date if the results of tensor
 * operations or grids of another backend are outstanding. Within an execution, only the thread of
 * the execution touches its memory, so that all of it may stay on the device. During a contest
 * nothing stays, so that each grid costs as much as the first. */
static hr_status make_room(hr_dispatch *self, const dispatch_sent *to)
{
	const hr_backend_entry *entry = to->unit->entry;
	bool keeps = hr_dispatch_keeps(self);

	if (keeps && self->stayed == entry)
		return HR_OK;
	HR_TRY(hr_dispatch_settle_tensors(self));
	if (!entry->module->memory)
		return hr_dispatch_settle(self);
	if (keeps && self->behind != entry)
		HR_TRY(hr_dispatch_settle_grids(self));
	if (self->policy->workers || to->judged)
		hr_resident_allow(HR_RESIDENT_NONE);
	else
		hr_resident_allow(keeps ? HR_RESIDENT_ALL : HR_RESIDENT_TRACKED);
	return HR_OK;
}

static hr_unit_grid grid_for(const hr_offload_grid *grid, const hr_unit_level *levels)
{
	return (hr_unit_grid){.levels = levels,
			      .inputs = grid->inputs,
			      .outputs = grid->outputs,
			      .stop = &grid->run->interrupted,
			      .allocate = allocate,
			      .run = (void *)(uintptr_t)grid};
}

/* Return true if run() need not wait for the grid: its time is not measured, and the thread that
 * runs it waits at the end of the execution. */
static bool may_stay_behind(const hr_dispatch *self, const dispatch_sent *to)
{
	return hr_dispatch_keeps(self) && !self->policy->workers && !to->judged &&
	       !self->run->options.stats && !self->run->events &&
	       hr_stays_behind(to->unit->entry->module);
}

static hr_status run_memory(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			    hr_unit_grid *what, bool *untouched, const char **why)
{
	char text[HR_BACKEND_TEXT] = "";
	hr_grid_end end = HR_GRID_DONE;

	memcpy(what->begin, grid->begin, sizeof(what->begin));
	memcpy(what->end, grid->end, sizeof(what->end));
	*untouched = !name_ranges(self, to, grid, what, why);
	what->stay = may_stay_behind(self, to);
	if (what->stay)
		self->behind = to->unit->entry;
	if (!*untouched) {
		end = run_measured(to, grid, what, text);
		*untouched = end == HR_GRID_REFUSED;
	}
	return conclude(self, to, grid, end, text, untouched, why);
}

/* --- tensors ---------------------------------------------------------------------------------- */

/* Run the grid; its results have tensors already. */
static hr_status compute_tensors(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
				 hr_unit_grid *what, const hr_tensor_grid *tensors, bool *untouched,
				 const char **why)
{
	char text[HR_BACKEND_TEXT] = "";
	hr_grid_end end;

	what->tensors = tensors->all;
	what->stay = hr_dispatch_keeps(self) && !self->policy->workers && !to->judged &&
		     hr_keeps_tensors(to->unit->entry->module);
	if (what->stay)
		self->stayed = to->unit->entry;
	if (self->policy->workers) {
		hr_tensor_grid_ranges(tensors, &to->ranges);
		hr_worker_set_ranges(to->unit->built, to->ranges.data, to->ranges.count, false);
	}
	end = run_measured(to, grid, what, text);
	*untouched = end == HR_GRID_REFUSED;
	return conclude(self, to, grid, end, text, untouched, why);
}

/* Run one instance. The engine reports errors in its handles and shapes. */
static hr_status run_instance(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			      hr_unit_grid *what, uint64_t number, bool *untouched,
			      const char **why)
{
	const hr_unit *unit = &to->unit->made->unit;
	hr_tensor_grid tensors;
	hr_status status = HR_OK;

	what->inputs = grid->inputs + (hr_unit_varies(unit) ? number * unit->input_stride : 0);
	what->outputs = grid->outputs ? grid->outputs + number * unit->output_stride : NULL;
	*untouched = !hr_tensor_grid_begin(grid->run, to->unit->made, what->inputs, &tensors);
	if (!*untouched)
		status = hr_tensor_grid_make(&tensors, grid->thread);
	if (!*untouched && status == HR_OK)
		status = compute_tensors(self, to, grid, what, &tensors, untouched, why);
	if (!*untouched && status == HR_OK)
		status = hr_tensor_grid_end(&tensors, grid->thread, what->outputs);
	hr_tensor_grid_free(&tensors);
	return status;
}

static hr_status run_tensors(hr_dispatch *self, dispatch_sent *to, const hr_offload_grid *grid,
			     hr_unit_grid *what, bool *untouched, const char **why)
{
	const int64_t *begin = grid->begin, *end = grid->end;
	uint64_t number = 0;

	*untouched = false;
	for (int64_t x = begin[0]; x < end[0]; x++)
		for (int64_t y = begin[1]; y < end[1]; y++)
			for (int64_t z = begin[2]; z < end[2]; z++) {
				const int64_t id[3] = {x, y, z};

				for (unsigned d = 0; d < 3; d++)
					what->end[d] = (what->begin[d] = id[d]) + 1;
				HR_TRY(run_instance(self, to, grid, what, number++, untouched,
						    why));
				if (*untouched)
					return HR_OK;
			}
	return HR_OK;
}

hr_status hr_dispatch_run(void *data, void *taken, const hr_offload_grid *grid, bool *untouched,
			  const char **why)
{
	hr_dispatch *self = data;
	dispatch_sent *to = taken;
	uint32_t count = to->unit->made->unit.level_count;
	hr_unit_level levels[count];
	hr_unit_grid what = grid_for(grid, levels);
	hr_status status;

	hr_built_levels(grid->level, levels, count);
	HR_TRY(make_room(self, to));
	hr_fork_lock_take(&to->unit->lock);
	if (to->unit->made->unit.features & HR_UNIT_TENSORS)
		status = run_tensors(self, to, grid, &what, untouched, why);
	else
		status = run_memory(self, to, grid, &what, untouched, why);
	hr_fork_lock_release(&to->unit->lock);
	return status;
}
