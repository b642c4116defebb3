/* interp/orders/memory.c -- the memory that an execution of a graph can reach, copied and restored.
 *
 * Invariant: regions are disjoint, so each byte is copied once.
 * Owns:      the copies.
 * Clauses:   N4 (the memory that each order starts from).
 * Not here:  finding reachable memory (interp/memory/regions.c), running (orders.c). */
#include <limits.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/lanes/lanes.h"
#include "interp/orders/orders_memory.h"
#include "src/arith/cfunction.h"

/* --- copies ----------------------------------------------------------------------------------- */

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
			       HR_D_memory_limit, "copies of the memory of the compared orders",
			       memory->bytes);
}

static bool may_write_unseen(const hr_plan *plan, const hr_uses *uses)
{
	for (size_t i = 0; i < uses->outside.count; i++) {
		const hr_cfunction *facts = hr_cfunction_find(uses->outside.data[i]);

		if (!hr_cfunction_keeps_nothing(facts) || hr_cfunction_follows_pointers(facts))
			return true;
	}
	return plan->run->options.split_memory || plan->run->tensors ||
	       !(plan->run->options.checks & HR_CHECK_BOUNDS);
}

static bool may_write(hr_plan *plan, const hr_execution *what, const hr_region *region)
{
	while (what && !hr_check_writes(plan->run->checker, plan->graph->root, what->inputs,
					region->base, region->bytes))
		what = what->next;
	return what != NULL;
}

/* Exclude memory that the graph only reads, which is most of it: it needs neither copy nor
 * comparison. */
static void leave_out_read(orders_memory *memory, hr_plan *plan, const hr_execution *what)
{
	hr_regions *regions = &memory->regions;
	size_t left = 0;

	memory->bytes = 0;
	for (size_t i = 0; i < regions->count; i++) {
		hr_region region = regions->data[i];

		if (!may_write(plan, what, &region))
			continue;
		region.at = memory->bytes;
		memory->bytes += region.bytes;
		regions->data[left++] = region;
	}
	regions->count = left;
}

/* Rank regions by argument: a difference is reported for the first argument, since addresses differ
 * from run to run. */
static void rank(orders_memory *memory, const hr_node *root, const uint8_t *inputs)
{
	for (unsigned i = 0; i < root->input_count; i++) {
		hr_region *region;
		uint64_t address;

		if (root->inputs[i].type->kind != HR_T_PTR)
			continue;
		memcpy(&address, inputs + root->inputs[i].offset, sizeof(address));
		region = hr_region_at(&memory->regions, address);
		if (region && region->rank == UINT_MAX)
			region->rank = i;
	}
}

/* Return the input images of all executions in one array, which the caller owns. */
static uint8_t *all_inputs(const hr_node *root, const hr_execution *what, size_t *bytes)
{
	size_t stride = ((size_t)root->inputs_bytes + 7) & ~(size_t)7, count = 0;
	uint8_t *images;

	for (const hr_execution *at = what; at; at = at->next)
		count++;
	images = hr_alloc_array(count, stride + 8);
	*bytes = count * stride;
	for (size_t i = 0; root->inputs_bytes && i < count; i++, what = what->next)
		memcpy(images + i * stride, what->inputs, root->inputs_bytes);
	return images;
}

hr_status orders_memory_take(orders_memory *memory, hr_plan *plan, const hr_uses *uses,
			     const hr_execution *what)
{
	const hr_node *root = plan->graph->root;
	size_t bytes;
	uint8_t *images = all_inputs(root, what, &bytes);

	hr_regions_begin(&memory->regions, plan->run);
	for (const hr_execution *at = what; at; at = at->next)
		hr_regions_arguments(&memory->regions, plan->run, root->inputs, root->input_count,
				     at->inputs);
	hr_regions_globals(&memory->regions, plan->run, uses);
	memory->bytes = hr_regions_finish(&memory->regions, images, bytes, true);
	hr_free(images);
	if (what->inputs && !may_write_unseen(plan, uses))
		leave_out_read(memory, plan, what);
	for (size_t i = 0; i < memory->regions.count; i++)
		memory->regions.data[i].rank = UINT_MAX;
	for (const hr_execution *at = what; at; at = at->next)
		rank(memory, root, at->inputs);
	HR_TRY(make_room(memory, plan, what));
	for (size_t i = 0; i < memory->regions.count; i++) {
		const hr_region *region = &memory->regions.data[i];

		memcpy(memory->before + region->at, region->base, region->bytes);
	}
	return HR_OK;
}

/* Pages of AFTER that are not written cost nothing. */
void orders_memory_keep(orders_memory *memory)
{
	for (size_t i = 0; i < memory->regions.count; i++) {
		hr_region *region = &memory->regions.data[i];

		region->same =
			memcmp(region->base, memory->before + region->at, region->bytes) == 0;
		if (!region->same)
			memcpy(memory->after + region->at, region->base, region->bytes);
	}
}

/* Restore REGION from COPY. Unchanged memory is not written: its pages may be read-only, or
 * shared. */
static void load(const hr_region *region, const uint8_t *copy)
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

bool orders_allocated(const hr_execution *what, uint64_t address)
{
	while (what && !hr_objects_held(what->objects, address))
		what = what->next;
	return what != NULL;
}

static bool is_address(const hr_region *region, const uint8_t *copy, size_t i,
		       const hr_execution *what, size_t *end)
{
	size_t from = i - ((uintptr_t)(region->base + i) & 7);
	uint64_t now, then;

	if (from > i || from + 8 > region->bytes)
		return false;
	memcpy(&now, region->base + from, sizeof(now));
	memcpy(&then, copy + from, sizeof(then));
	if (!orders_allocated(what, now) || !orders_allocated(what, then))
		return false;
	*end = from + 8;
	return true;
}

enum { BLOCK = 4096 };

static bool region_differs(const hr_region *region, const uint8_t *then, const hr_execution *what,
			   size_t *at)
{
	for (size_t i = 0; i < region->bytes;) {
		size_t block = region->bytes - i < BLOCK ? region->bytes - i : BLOCK;

		if (memcmp(region->base + i, then + i, block) == 0) {
			i += block;
			continue;
		}
		while (region->base[i] == then[i])
			i++;
		if (!is_address(region, then, i, what, &i)) {
			*at = i;
			return true;
		}
	}
	return false;
}

bool orders_memory_differs(const orders_memory *memory, const hr_execution *what,
			   const hr_region **region, uint8_t **address)
{
	const hr_region *first = NULL;
	size_t at;

	for (size_t i = 0; i < memory->regions.count; i++) {
		const hr_region *one = &memory->regions.data[i];

		if ((first && one->rank >= first->rank) ||
		    !region_differs(one, orders_memory_result(memory, one), what, &at))
			continue;
		first = one;
		*region = one;
		*address = one->base + at;
	}
	return first != NULL;
}

void orders_memory_free(orders_memory *memory)
{
	hr_pages_unmap(memory->before, memory->room);
	hr_pages_unmap(memory->after, memory->room);
	HR_VEC_FREE(&memory->regions);
}
