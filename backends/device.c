/* backends/device.c -- grids on backends that have memory of their own.
 *
 * What the sized pointer inputs of a grid point to is copied to the device before it, and what may have been
 * written is copied back after it. Inputs whose ranges touch are one range there, so that two names of
 * one object stay that.
 * What one grid has there stays for the next ones of the execution, where the caller allows it; only what is written is
 * brought back, at the latest when somebody else is to run.
 * Invariant: a byte of the program's memory is on one device at most, and in one place there.
 * Owns:      device memory.
 * Clauses:   G9 (sizes), M5 (what need not be copied), M6 (what a leaf may access).
 * Not here:  when nothing may stay there (dispatch.c). */
#include "device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tell.h"
#include "vec.h"

typedef struct range {
	uint64_t begin, end;     /* in the program's memory */
	bool read, written;
	uint8_t *device;         /* what begin is there */
	bool here;               /* it is given back after the grid */
	bool shared;             /* with the device: nothing moves */
} range;

typedef HR_VEC(range) ranges;

hr_unit_refusal hr_device_admit(const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	if (unit->features & (HR_UNIT_VARIABLES | HR_UNIT_MALLOCS)) {
		snprintf(text, HR_BACKEND_TEXT, "the device has memory of its own");
		return unit->features & HR_UNIT_MALLOCS ? HR_REFUSES_MALLOC : HR_REFUSES_VARIABLE;
	}
	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *input = &unit->inputs[i];
		bool size_varies = i + 1 < unit->input_count &&
				   unit->inputs[i + 1].flags & HR_PORT_VARIES;

		if (input->kind != HR_UNIT_POINTER)
			continue;
		if (!(input->flags & HR_PORT_SIZED) || input->flags & HR_PORT_VARIES || size_varies) {
			snprintf(text, HR_BACKEND_TEXT, "input %u: a pointer %s", i,
				 input->flags & HR_PORT_SIZED ? "that differs between instances"
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

/* --- ranges --------------------------------------------------------------------------------------- */

static int by_begin(const void *left, const void *right)
{
	const range *a = left, *b = right;

	return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static void join(ranges *all)
{
	size_t kept = 0;

	if (all->count)
		qsort(all->data, all->count, sizeof(*all->data), by_begin);
	for (size_t i = 1; i < all->count; i++) {
		range *last = &all->data[kept], *next = &all->data[i];

		if (next->begin >= last->end) {
			all->data[++kept] = *next;
			continue;
		}
		/* What one of them leaves alone has to be there for the other. */
		last->read |= next->read || last->written != next->written ||
			      last->end != next->end || last->begin != next->begin;
		last->written |= next->written;
		last->end = next->end > last->end ? next->end : last->end;
	}
	if (all->count)
		all->count = kept + 1;
}

static void find_ranges(const hr_unit *unit, const uint8_t *inputs, ranges *all)
{
	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *input = &unit->inputs[i];
		unsigned ways = input->flags & (HR_PORT_IN | HR_PORT_OUT);
		uint64_t begin, bytes;

		if (input->kind != HR_UNIT_POINTER)
			continue;
		memcpy(&begin, inputs + input->offset, sizeof(begin));
		memcpy(&bytes, inputs + unit->inputs[i + 1].offset, sizeof(bytes));
		/* M5: `out` alone may leave bytes as they were. */
		if (begin && bytes)
			HR_PUSH(all, (range){begin, begin + bytes, true, ways != HR_PORT_IN, NULL, false, false});
	}
	join(all);
}

static uint64_t on_device(const ranges *all, uint64_t address)
{
	for (size_t i = 0; i < all->count; i++)
		if (address >= all->data[i].begin && address < all->data[i].end)
			return (uint64_t)(uintptr_t)all->data[i].device + address -
			       all->data[i].begin;
	return address;
}

/* --- what stays there --------------------------------------------------------------------------------- */

typedef struct place {
	const hr_backend_entry *entry;
	range at;
	bool dirty;              /* newer than the program's memory */
} place;

struct hr_kept {
	HR_VEC(place) places;
	pthread_mutex_t lock;
	uint64_t there, back;    /* bytes copied */
};

hr_kept *hr_kept_new(void)
{
	hr_kept *kept = hr_alloc_zero(sizeof(*kept));

	pthread_mutex_init(&kept->lock, NULL);
	return kept;
}

void hr_kept_free(hr_kept *kept)
{
	if (!kept)
		return;
	for (size_t i = 0; i < kept->places.count; i++)
		kept->places.data[i].entry->module->memory->release(kept->places.data[i].entry->state,
								    kept->places.data[i].at.device);
	HR_VEC_FREE(&kept->places);
	pthread_mutex_destroy(&kept->lock);
	hr_free(kept);
}

uint64_t hr_kept_copied(const hr_kept *kept, bool back)
{
	return back ? kept->back : kept->there;
}

static _Thread_local bool may_keep;

void hr_kept_allow(bool allow)
{
	may_keep = allow;
}

static bool write_range(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const range *at)
{
	uint64_t bytes = at->end - at->begin;
	void *here = (void *)(uintptr_t)at->begin;

	if (entry->module->memory->write(entry->state, at->device, here, bytes) != 0)
		return false;
	if (at->shared)
		return true;
	hr_tell_copy(run, entry->name, here, bytes, true);
	if (kept)
		kept->there += bytes;
	return true;
}

static bool read_range(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const range *at)
{
	uint64_t bytes = at->end - at->begin;
	void *here = (void *)(uintptr_t)at->begin;

	if (entry->module->memory->read(entry->state, at->device, here, bytes) != 0)
		return false;
	if (at->shared)
		return true;
	hr_tell_copy(run, entry->name, here, bytes, false);
	if (kept)
		kept->back += bytes;
	return true;
}

/* Ends the stay of number I. */
static bool bring_back(hr_run *run, hr_kept *kept, size_t i)
{
	place it = kept->places.data[i];
	bool read = !it.dirty || read_range(run, kept, it.entry, &it.at);

	it.entry->module->memory->release(it.entry->state, it.at.device);
	kept->places.data[i] = HR_LAST(&kept->places);
	kept->places.count--;
	return read;
}

static bool settle_locked(hr_run *run, hr_kept *kept)
{
	bool good = true;

	while (kept->places.count)
		good &= bring_back(run, kept, kept->places.count - 1);
	return good;
}

bool hr_kept_settle(hr_run *run, hr_kept *kept)
{
	bool good;

	pthread_mutex_lock(&kept->lock);
	good = settle_locked(run, kept);
	pthread_mutex_unlock(&kept->lock);
	return good;
}

/* Where AT is on the device already; NULL: nowhere, and nothing that overlaps it is on any, or *GOOD is false. */
static place *stays(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const range *at, bool *good)
{
	for (size_t i = 0; i < kept->places.count;) {
		place *it = &kept->places.data[i];

		if (it->entry == entry && it->at.begin <= at->begin && at->end <= it->at.end)
			return it;
		if (it->at.begin < at->end && at->begin < it->at.end)
			*good &= bring_back(run, kept, i);
		else
			i++;
	}
	return NULL;
}

/* --- a grid --------------------------------------------------------------------------------------- */

/* What stays and overlaps a range without having all of it is brought back. */
static bool clear_ways(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const ranges *all)
{
	bool good = true;
	size_t before;

	do { /* what an earlier range has found may go because of a later one */
		before = kept->places.count;
		for (size_t i = 0; i < all->count; i++)
			(void)stays(run, kept, entry, &all->data[i], &good);
	} while (kept->places.count != before);
	return good;
}

/* The program's memory itself, where the device works on that; otherwise as much of its own. */
static void find_room(const hr_backend_entry *entry, range *at)
{
	const hr_backend *module = entry->module;
	uint64_t bytes = at->end - at->begin;

	at->device = module->bytes > offsetof(hr_backend, takes) && module->takes & HR_TAKES_SHARED
			     ? module->memory->share(entry->state, (void *)(uintptr_t)at->begin, bytes)
			     : NULL;
	at->shared = at->device != NULL;
	if (!at->shared)
		at->device = module->memory->allocate(entry->state, bytes);
}

static hr_grid_end copy_in(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, ranges *all)
{
	bool good = true;

	if (kept && !clear_ways(run, kept, entry, all))
		return HR_GRID_FAILED;
	for (size_t i = 0; i < all->count; i++) {
		range *at = &all->data[i];
		place *it = kept ? stays(run, kept, entry, at, &good) : NULL;

		if (it) {
			at->device = it->at.device + (at->begin - it->at.begin);
			continue;
		}
		find_room(entry, at);
		if (!at->device && kept && kept->places.count) { /* begin anew, with all that stays gone */
			for (size_t k = 0; k < all->count; k++)
				all->data[k].device = NULL;
			return settle_locked(run, kept) ? copy_in(run, kept, entry, all) : HR_GRID_FAILED;
		}
		if (!at->device)
			return HR_GRID_NO_MEMORY;
		at->here = true;
		if (at->read && !write_range(run, kept, entry, at))
			return HR_GRID_FAILED;
		if (kept && may_keep) {
			HR_PUSH(&kept->places, (place){entry, *at, false});
			HR_LAST(&kept->places).at.here = false;
			at->here = false;
		}
	}
	return HR_GRID_DONE;
}

static hr_grid_end copy_out(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const ranges *all)
{
	for (size_t i = 0; i < all->count; i++) {
		const range *at = &all->data[i];
		bool good = true;
		place *it = NULL;

		if (!at->written)
			continue;
		if (!at->here)
			it = stays(run, kept, entry, at, &good);
		if (it)
			it->dirty = true;
		else if (!good || !read_range(run, kept, entry, at))
			return HR_GRID_FAILED;
	}
	return HR_GRID_DONE;
}

static uint8_t *translated(const hr_unit *unit, const hr_unit_grid *grid, const ranges *all)
{
	size_t count = 1;
	uint8_t *images;

	for (uint32_t i = 0; i < unit->input_count; i++)
		if (unit->inputs[i].flags & HR_PORT_VARIES)
			count = (size_t)((grid->end[0] - grid->begin[0]) *
					 (grid->end[1] - grid->begin[1]) *
					 (grid->end[2] - grid->begin[2]));
	images = hr_alloc_array(count, unit->input_stride);
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

/* The leaf's grid in each instance of a node of groups: they all have the same inputs. */
static void find_inner(const hr_made_unit *made, hr_unit_grid *grid)
{
	const hr_node *leaf = made->inner;
	const char *why;

	for (unsigned d = 0; d < 3; d++) {
		uint64_t extent = 1;

		if (leaf && d < leaf->dims &&
		    !hr_expr_value(leaf->extent[d], leaf->parent->inputs, grid->inputs, &extent, &why))
			hr_bug("a grid that was valid has no extent: %s", why);
		grid->inner[d] = (int64_t)extent;
	}
}

static hr_grid_end run_there(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const hr_made_unit *made,
			     void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	const hr_unit *unit = &made->unit;
	hr_unit_grid there = *grid;
	ranges all = {0};
	hr_grid_end end;

	find_inner(made, &there);
	find_ranges(unit, grid->inputs, &all);
	end = copy_in(run, kept, entry, &all);
	if (end == HR_GRID_DONE) {
		uint8_t *images = translated(unit, grid, &all);

		there.inputs = images;
		end = entry->module->run(built, &there, text);
		hr_free(images);
		if (end == HR_GRID_DONE)
			end = copy_out(run, kept, entry, &all);
	}
	if (end == HR_GRID_FAILED && !text[0])
		snprintf(text, HR_BACKEND_TEXT, "memory cannot be copied");
	for (size_t i = 0; i < all.count; i++)
		if (all.data[i].device && all.data[i].here)
			entry->module->memory->release(entry->state, all.data[i].device);
	HR_VEC_FREE(&all);
	return end;
}

hr_grid_end hr_device_run(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const hr_made_unit *made,
			  void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	hr_grid_end end = HR_GRID_FAILED;

	if (!kept)
		return run_there(run, NULL, entry, made, built, grid, text);
	pthread_mutex_lock(&kept->lock);
	if (may_keep || settle_locked(run, kept))
		end = run_there(run, kept, entry, made, built, grid, text);
	pthread_mutex_unlock(&kept->lock);
	return end;
}
