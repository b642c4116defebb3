/* interp/orders_memory.c -- what memory an execution of a graph can reach, copied and restored.
 *
 * That is: globals that leaves name, what pointer arguments point to (tracked objects, or as many bytes
 * as the argument's size says), and tracked objects that words in there point to. Tracked objects that
 * nothing points to are left alone: the host may have freed them.
 *
 * Invariant: regions are sorted and disjoint, so a copy has every byte once.
 * Owns:      the copies.
 * Clauses:   N4 (from which memory each order starts).
 * Not here:  running (orders.c). */
#include "orders_memory.h"

#include <stdlib.h>
#include <string.h>

#include "image.h"

static void add_tracked(orders_memory *memory, hr_run *run)
{
	orders_region region = {.kind = ORDERS_TRACKED};
	void *base;

	for (size_t i = 0; hr_tracked_nth(run->tracker, i, &base, &region.bytes);
	     i++) {
		region.base = base;
		HR_PUSH(&memory->regions, region);
	}
}

static void add_arguments(orders_memory *memory, const hr_plan *plan, const hr_execution *what)
{
	const hr_node *root = plan->graph->root;

	for (unsigned i = 0; i + 1 < root->input_count; i++) {
		const hr_type *next = root->inputs[i + 1].type;
		orders_region region = {.kind = ORDERS_ARGUMENT, .reached = true};

		if (root->inputs[i].type->kind != HR_T_PTR || next->kind != HR_T_INT ||
		    next->bits != 64)
			continue;
		memcpy(&region.base, what->inputs + root->inputs[i].offset, sizeof(region.base));
		memcpy(&region.bytes, what->inputs + root->inputs[i + 1].offset,
		       sizeof(region.bytes));
		if (region.base && !hr_tracked(plan->run->tracker, region.base, NULL, NULL))
			HR_PUSH(&memory->regions, region);
	}
}

static void add_globals(orders_memory *memory, hr_run *run, const hr_uses *uses)
{
	for (size_t i = 0; i < uses->globals.count; i++) {
		const hr_global *global = run->program->globals[uses->globals.data[i]];
		uint64_t address;

		if (hr_image_global_address(run->image, global->id, &address) != HR_OK)
			continue;
		HR_PUSH(&memory->regions, (orders_region){.kind = ORDERS_GLOBAL,
							  .base = (uint8_t *)(uintptr_t)address,
							  .bytes = (size_t)global->bytes,
							  .name = global->name,
							  .reached = true});
	}
}

static int by_base(const void *a, const void *b)
{
	const orders_region *x = a, *y = b;

	if (x->base != y->base)
		return x->base < y->base ? -1 : 1;
	return x->kind == y->kind ? 0 : x->kind < y->kind ? -1 : 1;
}

static void make_disjoint(orders_memory *memory)
{
	uint8_t *end = NULL;
	size_t left = 0;

	if (memory->regions.count)
		qsort(memory->regions.data, memory->regions.count, sizeof(orders_region), by_base);
	for (size_t i = 0; i < memory->regions.count; i++) {
		orders_region region = memory->regions.data[i];
		size_t known = region.base < end ? (size_t)(end - region.base) : 0;

		region.object = region.base;
		if (known && region.reached)
			memory->regions.data[left - 1].reached = true;
		if (known >= region.bytes)
			continue;
		region.base += known;
		region.bytes -= known;
		end = region.base + region.bytes;
		memory->regions.data[left++] = region;
	}
	memory->regions.count = left;
}

/* --- what leads where ------------------------------------------------------------------------- */

static orders_region *region_at(const orders_memory *memory, uint64_t address)
{
	size_t low = 0, high = memory->regions.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)memory->regions.data[middle].base <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || address - (uintptr_t)memory->regions.data[low - 1].base >=
			    memory->regions.data[low - 1].bytes)
		return NULL;
	return &memory->regions.data[low - 1];
}

/* Words in BYTES bytes that point to regions; returns how many regions are new. */
static size_t scan(orders_memory *memory, const uint8_t *from, size_t bytes)
{
	uintptr_t skip = -(uintptr_t)from & 7;
	size_t found = 0;

	for (size_t i = skip; i + 8 <= bytes; i += 8) {
		orders_region *region;
		uint64_t word;

		memcpy(&word, from + i, sizeof(word));
		region = word ? region_at(memory, word) : NULL;
		if (region && !region->reached) {
			region->reached = true;
			found++;
		}
	}
	return found;
}

static size_t unreached(const orders_memory *memory)
{
	size_t count = 0;

	for (size_t i = 0; i < memory->regions.count; i++)
		count += !memory->regions.data[i].reached;
	return count;
}

static void reach(orders_memory *memory, const hr_plan *plan, const hr_execution *what)
{
	size_t count = memory->regions.count, left = unreached(memory);
	bool *scanned;

	if (left)
		left -= scan(memory, what->inputs, plan->graph->root->inputs_bytes);
	scanned = left ? hr_alloc_array(count, sizeof(*scanned)) : NULL;
	for (bool again = left > 0; again;) {
		again = false;
		for (size_t i = 0; i < count && left; i++) {
			const orders_region *region = &memory->regions.data[i];

			if (scanned[i] || !region->reached)
				continue;
			scanned[i] = again = true;
			left -= scan(memory, region->base, region->bytes);
		}
	}
	hr_free(scanned);
}

/* --- copies ----------------------------------------------------------------------------------- */

static void place(orders_memory *memory)
{
	size_t left = 0;

	memory->bytes = 0;
	for (size_t i = 0; i < memory->regions.count; i++) {
		orders_region region = memory->regions.data[i];

		if (!region.reached)
			continue;
		region.at = memory->bytes;
		memory->bytes += region.bytes;
		memory->regions.data[left++] = region;
	}
	memory->regions.count = left;
}

static hr_status make_room(orders_memory *memory, const hr_plan *plan, const hr_execution *what)
{
	if (memory->room >= memory->bytes && memory->before)
		return HR_OK;
	hr_pages_unmap(memory->before, memory->room);
	hr_pages_unmap(memory->after, memory->room);
	memory->room = memory->bytes;
	memory->before = hr_pages_map(memory->room, true);
	memory->after = memory->before ? hr_pages_map(memory->room, true) : NULL;
	if (memory->after)
		return HR_OK;
	hr_pages_unmap(memory->before, memory->room);
	memory->before = NULL;
	return hr_report_level(plan->run, &plan->graph->root->where, NULL, what->number,
			       HR_D_memory_limit, "copies of the memory whose orders are compared",
			       memory->bytes);
}

hr_status orders_memory_take(orders_memory *memory, hr_plan *plan, const hr_uses *uses,
			     const hr_execution *what)
{
	memory->regions.count = 0;
	add_tracked(memory, plan->run);
	add_arguments(memory, plan, what);
	add_globals(memory, plan->run, uses);
	make_disjoint(memory);
	reach(memory, plan, what);
	place(memory);
	HR_TRY(make_room(memory, plan, what));
	for (size_t i = 0; i < memory->regions.count; i++) {
		const orders_region *region = &memory->regions.data[i];

		memcpy(memory->before + region->at, region->base, region->bytes);
	}
	return HR_OK;
}

/* Pages of AFTER that nothing is written to cost nothing. */
void orders_memory_keep(orders_memory *memory)
{
	for (size_t i = 0; i < memory->regions.count; i++) {
		orders_region *region = &memory->regions.data[i];

		region->same = memcmp(region->base, memory->before + region->at, region->bytes) == 0;
		if (!region->same)
			memcpy(memory->after + region->at, region->base, region->bytes);
	}
}

/* What is as it was is not written: its pages may be read-only, or shared. */
static void load(const orders_region *region, const uint8_t *copy)
{
	if (memcmp(region->base, copy, region->bytes) != 0)
		memcpy(region->base, copy, region->bytes);
}

void orders_memory_restart(const orders_memory *memory)
{
	for (size_t i = 0; i < memory->regions.count; i++)
		load(&memory->regions.data[i], memory->before + memory->regions.data[i].at);
}

void orders_memory_finish(const orders_memory *memory)
{
	for (size_t i = 0; i < memory->regions.count; i++)
		load(&memory->regions.data[i],
		     orders_memory_result(memory, &memory->regions.data[i]));
}

/* --- comparing -------------------------------------------------------------------------------- */

static bool is_address(const orders_region *region, const uint8_t *copy, size_t i,
		       const hr_objects *objects, size_t *end)
{
	size_t from = i - ((uintptr_t)(region->base + i) & 7);
	uint64_t now, then;

	if (from > i || from + 8 > region->bytes)
		return false;
	memcpy(&now, region->base + from, sizeof(now));
	memcpy(&then, copy + from, sizeof(then));
	if (!hr_objects_held(objects, now) || !hr_objects_held(objects, then))
		return false;
	*end = from + 8;
	return true;
}

enum { BLOCK = 4096 };

static bool region_differs(const orders_region *region, const uint8_t *then,
			   const hr_objects *objects, size_t *at)
{
	for (size_t i = 0; i < region->bytes;) {
		size_t block = region->bytes - i < BLOCK ? region->bytes - i : BLOCK;

		if (memcmp(region->base + i, then + i, block) == 0) {
			i += block;
			continue;
		}
		while (region->base[i] == then[i])
			i++;
		if (!is_address(region, then, i, objects, &i)) {
			*at = i;
			return true;
		}
	}
	return false;
}

bool orders_memory_differs(const orders_memory *memory, const hr_objects *objects,
			   const orders_region **region, uint8_t **address)
{
	size_t at;

	for (size_t i = 0; i < memory->regions.count; i++) {
		const orders_region *one = &memory->regions.data[i];

		if (!region_differs(one, orders_memory_result(memory, one), objects, &at))
			continue;
		*region = one;
		*address = one->base + at;
		return true;
	}
	return false;
}

void orders_memory_free(orders_memory *memory)
{
	hr_pages_unmap(memory->before, memory->room);
	hr_pages_unmap(memory->after, memory->room);
	HR_VEC_FREE(&memory->regions);
}
