/* backends/dispatch/device.c -- runs grids on backends that have memory of their own.
 *
 * The memory that the sized pointer inputs of a grid point to, and the program's variables that the
 * unit uses, are copied to the device before the grid; what it may have written is copied back
 * afterwards. Inputs whose ranges touch become one range on the device, so that two pointers to one
 * object still point to one object.
 * Clauses:   G9 (sizes), M5 (what need not be copied), M6 (what a leaf may access).
 * Not here:  what stays on the device (resident.c). */
#include "backends/dispatch/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/unit/variables.h"
#include "interp/memory/memory.h"
#include "interp/run/thread.h"
#include "src/base/vec.h"

typedef hr_resident_range range;
typedef HR_VEC(range) ranges;

static bool takes_variables(const hr_run *run, const hr_backend *module, const hr_unit *unit,
			    char text[HR_BACKEND_TEXT])
{
	uint64_t address;

	if (!(unit->features & HR_UNIT_VARIABLES))
		return true;
	snprintf(text, HR_BACKEND_TEXT, "the device has its own memory");
	if (!(module->takes & HR_TAKES_VARIABLES))
		return false;
	for (uint32_t i = 0; i < unit->symbol_count; i++)
		if (!unit->functions[i] &&
		    !hr_variable_named(run, unit->symbols[i], &address, text))
			return false;
	*text = '\0';
	return true;
}

hr_unit_refusal hr_device_admit(const hr_run *run, const hr_backend *module, const hr_unit *unit,
				char text[HR_BACKEND_TEXT])
{
	if (unit->features & HR_UNIT_MALLOCS) {
		snprintf(text, HR_BACKEND_TEXT, "the device has its own memory");
		return HR_REFUSES_MALLOC;
	}
	if (!takes_variables(run, module, unit, text))
		return HR_REFUSES_VARIABLE;
	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *input = &unit->inputs[i];
		bool size_varies =
			i + 1 < unit->input_count && unit->inputs[i + 1].flags & HR_PORT_VARIES;

		if (input->kind != HR_UNIT_POINTER)
			continue;
		if (!(input->flags & (HR_PORT_SIZED | HR_PORT_OBJECT)) ||
		    input->flags & HR_PORT_VARIES ||
		    (size_varies && !(input->flags & HR_PORT_OBJECT))) {
			snprintf(text, HR_BACKEND_TEXT, "input %u: a pointer %s", i,
				 input->flags & (HR_PORT_SIZED | HR_PORT_OBJECT)
					 ? "that differs between instances"
					 : "without a size");
			return HR_REFUSES_ARGUMENT;
		}
	}
	for (uint32_t i = 0; i < unit->output_count; i++)
		if (unit->outputs[i].kind == HR_UNIT_POINTER && unit->outputs[i].same_as < 0) {
			snprintf(text, HR_BACKEND_TEXT, "output %u: a pointer", i);
			return HR_REFUSES_ARGUMENT;
		}
	return HR_TAKEN;
}

/* --- ranges ----------------------------------------------------------------------------------- */

static int by_begin(const void *left, const void *right)
{
	const range *a = left, *b = right;

	return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static void join(ranges *all)
{
	size_t merged = 0;

	if (all->count > 1)
		qsort(all->data, all->count, sizeof(*all->data), by_begin);
	for (size_t i = 1; i < all->count; i++) {
		range *last = &all->data[merged], *next = &all->data[i];

		if (next->begin >= last->end) {
			all->data[++merged] = *next;
			continue;
		}
		/* Parts that one range does not write must hold the program's contents, because of
		 * the other. */
		last->read |= next->read || last->written != next->written ||
			      last->end != next->end || last->begin != next->begin;
		last->written |= next->written;
		last->end = next->end > last->end ? next->end : last->end;
	}
	if (all->count)
		all->count = merged + 1;
}

/* Store the address in the program of each variable of the unit in AT, by symbol, and add their
 * ranges. */
static void find_variables(const hr_run *run, const hr_unit *unit, uint64_t *at, ranges *all)
{
	char why[HR_BACKEND_TEXT];

	for (uint32_t i = 0; i < unit->symbol_count; i++) {
		const hr_global *found =
			unit->functions[i] ? NULL
					   : hr_variable_named(run, unit->symbols[i], &at[i], why);

		if (found && found->bytes)
			HR_PUSH(all,
				(range){at[i], at[i] + found->bytes, true, !found->constant, NULL});
	}
}

/* Set *BEGIN and *BYTES to the whole memory that *BEGIN points into. Return false if that has no
 * known size. */
static bool find_object(const hr_run *run, uint64_t *begin, uint64_t *bytes)
{
	const hr_thread *thread = hr_thread_peek();
	const void *piece = NULL;
	void *base = NULL;
	size_t size = 0;
	bool found = hr_tracked(run->tracker, (const void *)(uintptr_t)*begin, &base, &size);

	/* shared memory, if the group is not one unit */
	while (!found && thread && thread->allocations &&
	       (piece = hr_objects_next(thread->allocations, piece, &base, &size)) != NULL)
		found = *begin - (uint64_t)(uintptr_t)base < size;
	if (!found)
		return false;
	*begin = (uint64_t)(uintptr_t)base;
	*bytes = size;
	return true;
}

static bool find_ranges(const hr_run *run, const hr_unit *unit, const uint8_t *inputs, ranges *all,
			char text[HR_BACKEND_TEXT])
{
	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *input = &unit->inputs[i];
		unsigned directions = input->flags & (HR_PORT_IN | HR_PORT_OUT);
		uint64_t begin, bytes;

		if (input->kind != HR_UNIT_POINTER)
			continue;
		memcpy(&begin, inputs + input->offset, sizeof(begin));
		if (!begin)
			continue;
		if (input->flags & HR_PORT_SIZED) {
			memcpy(&bytes, inputs + unit->inputs[i + 1].offset, sizeof(bytes));
		} else if (!find_object(run, &begin, &bytes)) {
			snprintf(text, HR_BACKEND_TEXT,
				 "input %u%s%s points to memory of unknown size", i,
				 *input->name ? " " : "", input->name);
			return false;
		}
		/* M5: a leaf need not write all of an `out` pointer, so the contents must be copied
		 * to the device, too. */
		if (bytes)
			HR_PUSH(all, (range){begin, begin + bytes, true, directions != HR_PORT_IN,
					     NULL});
	}
	join(all);
	return true;
}

static uint64_t on_device(const ranges *all, uint64_t address)
{
	for (size_t i = 0; i < all->count; i++)
		if (address >= all->data[i].begin && address < all->data[i].end)
			return (uint64_t)(uintptr_t)all->data[i].device + address -
			       all->data[i].begin;
	return address;
}

/* --- a grid ----------------------------------------------------------------------------------- */

/* A small grid should need no allocation: its arrays are on the stack if they are small. */
enum { FEW = 16, FEW_BYTES = 64 * FEW };

/* Return zeroed memory: FEW, which has FEW_BYTES bytes, or an allocation if that is too small. */
static void *make_room(void *few, size_t count, size_t size)
{
	if (count > FEW_BYTES / size)
		return hr_alloc_array(count, size);
	return memset(few, 0, count * size);
}

static void leave_room(void *room, const void *few)
{
	if (room != few)
		hr_free(room);
}

/* Return the images of inputs with device addresses, in FEW or allocated. */
static uint8_t *translated(const hr_unit *unit, const hr_unit_grid *grid, const ranges *all,
			   void *few)
{
	size_t count = 1;
	uint8_t *images;

	for (uint32_t i = 0; i < unit->input_count; i++)
		if (unit->inputs[i].flags & HR_PORT_VARIES)
			count = (size_t)((grid->end[0] - grid->begin[0]) *
					 (grid->end[1] - grid->begin[1]) *
					 (grid->end[2] - grid->begin[2]));
	images = make_room(few, count, unit->input_stride);
	memcpy(images, grid->inputs, count * unit->input_stride - 16);
	for (size_t k = 0; k < count; k++)
		for (uint32_t i = 0; i < unit->input_count; i++) {
			uint8_t *value = images + k * unit->input_stride + unit->inputs[i].offset;
			uint64_t address;

			if (unit->inputs[i].kind != HR_UNIT_POINTER)
				continue;
			memcpy(&address, value, sizeof(address));
			address = on_device(all, address);
			memcpy(value, &address, sizeof(address));
		}
	return images;
}

static hr_grid_end run_there(const hr_backend_entry *entry, const hr_made_unit *made, void *built,
			     const hr_unit_grid *grid, const ranges *all, uint64_t *variables,
			     char text[HR_BACKEND_TEXT])
{
	hr_unit_grid there = *grid;
	hr_unit_level levels[made->unit.level_count];
	_Alignas(16) uint8_t few[FEW_BYTES], *images;
	hr_grid_end end;

	for (unsigned d = 0; d < 3; d++)
		there.inner[d] = 1;
	if (made->inner && !hr_nest_place(&made->nest, made->inner, &there, levels)) {
		snprintf(text, HR_BACKEND_TEXT, "more than 2^63 - 1 groups in total");
		return HR_GRID_REFUSED;
	}
	images = translated(&made->unit, grid, all, few);
	there.inputs = images;
	there.variables = variables;
	for (uint32_t i = 0; i < made->unit.symbol_count; i++)
		variables[i] = on_device(all, variables[i]);
	end = entry->module->run(built, &there, text);
	leave_room(images, few);
	return end;
}

/* Return true if the device has failed for another reason than exhausted memory; TEXT is the
 * reason. */
static bool has_failed(const hr_backend_entry *entry, char text[HR_BACKEND_TEXT])
{
	return hr_stays_behind(entry->module) && entry->module->settle(entry->state, text) != 0;
}

static hr_grid_end run_resident(const hr_run *run, hr_resident *resident,
				const hr_backend_entry *entry, const hr_made_unit *made,
				void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	uint64_t few_variables[FEW_BYTES / sizeof(uint64_t)], *variables;
	size_t most = (size_t)made->unit.symbol_count + made->unit.input_count;
	range few_ranges[FEW];
	ranges all = {.data = most <= FEW ? few_ranges : NULL, .capacity = most <= FEW ? FEW : 0};
	hr_grid_end end;

	variables = make_room(few_variables, made->unit.symbol_count, sizeof(*variables));
	find_variables(run, &made->unit, variables, &all);
	end = HR_GRID_REFUSED;
	if (find_ranges(run, &made->unit, grid->inputs, &all, text))
		end = hr_resident_take(resident, entry, all.data, all.count);
	if (end == HR_GRID_DONE) {
		end = run_there(entry, made, built, grid, &all, variables, text);
		if (!hr_resident_give(resident, entry, all.data, all.count, end == HR_GRID_DONE) &&
		    end == HR_GRID_DONE)
			end = HR_GRID_FAILED;
	}
	if (end == HR_GRID_NO_MEMORY && !text[0] && has_failed(entry, text))
		end = HR_GRID_FAILED;
	if (end == HR_GRID_FAILED && !text[0])
		(void)hr_resident_failed(resident, text);
	leave_room(all.data, few_ranges);
	leave_room(variables, few_variables);
	return end;
}

hr_grid_end hr_device_run(hr_run *run, hr_resident *resident, const hr_backend_entry *entry,
			  const hr_made_unit *made, void *built, const hr_unit_grid *grid,
			  char text[HR_BACKEND_TEXT])
{
	hr_grid_end end;

	if (resident)
		return run_resident(run, resident, entry, made, built, grid, text);
	hr_resident_allow(HR_RESIDENT_NONE);
	resident = hr_resident_new(run);
	end = run_resident(run, resident, entry, made, built, grid, text);
	hr_resident_free(resident);
	return end;
}
