/* interp/orders/memory.c -- the memory that an execution of a graph can reach, copied and restored.
 *
 * Invariant: regions are disjoint, so each byte is copied once.
 * Owns:      the copies.
 * Clauses:   N4 (the memory that each order starts from).
 * Not here:  finding reachable memory (interp/memory/regions.c), running (orders.c). */
#include <limits.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/check/given.h"
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

bool orders_memory_strays(const orders_memory *memory, const hr_plan *plan,
			  const hr_execution *what)
{
	/* no argument overlaps nothing at the end of the address space */
	void *nowhere = (void *)UINTPTR_MAX;

	if (memory->log.blocks.count || !what->inputs)
		return true;
	while (what &&
	       !hr_check_writes(plan->run->checker, plan->graph->root, what->inputs, nowhere, 0))
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

	memory->plan = plan;
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
	hr_log_begin(&memory->log, &memory->regions);
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
	hr_log_keep(&memory->log);
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
	hr_log_restore(&memory->log, false);
}

void orders_memory_finish(const orders_memory *memory)
{
	for (size_t i = 0; i < memory->regions.count; i++)
		load(&memory->regions.data[i],
		     orders_memory_result(memory, &memory->regions.data[i]));
	hr_log_restore(&memory->log, true);
}

/* --- comparing -------------------------------------------------------------------------------- */

bool orders_allocated(const hr_plan *plan, const hr_execution *what, uint64_t address)
{
	while (what && !hr_objects_held(what->objects, address) &&
	       !hr_check_given(plan->run->checker, plan, what->number, address))
		what = what->next;
	return what != NULL;
}

static bool is_address(const hr_plan *plan, const hr_region *region, const uint8_t *copy, size_t i,
		       const hr_execution *what, size_t *end)
{
	size_t from = i - ((uintptr_t)(region->base + i) & 7);
	uint64_t now, then;

	if (from > i || from + 8 > region->bytes)
		return false;
	memcpy(&now, region->base + from, sizeof(now));
	memcpy(&then, copy + from, sizeof(then));
	if (!orders_allocated(plan, what, now) || !orders_allocated(plan, what, then))
		return false;
	*end = from + 8;
	return true;
}

enum { BLOCK = 4096 };

static bool region_differs(const hr_plan *plan, const hr_region *region, const uint8_t *then,
			   const hr_execution *what, size_t *at)
{
	for (size_t i = 0; i < region->bytes;) {
		size_t block = region->bytes - i < BLOCK ? region->bytes - i : BLOCK;

		if (memcmp(region->base + i, then + i, block) == 0) {
			i += block;
			continue;
		}
		while (region->base[i] == then[i])
			i++;
		if (!is_address(plan, region, then, i, what, &i)) {
			*at = i;
			return true;
		}
	}
	return false;
}

/* Find the first logged byte that differs, and set *FROM and *END to the logged bytes around it. */
static bool block_differs(const hr_plan *plan, const hr_logged *block, const hr_execution *what,
			  unsigned *from, unsigned *end, unsigned *at)
{
	const hr_region region = {.base = block->base, .bytes = HR_LOGGED_BYTES};

	for (size_t i = 0; i < HR_LOGGED_BYTES; i++) {
		if (!(block->mask >> i & 1) || block->base[i] == block->first[i] ||
		    is_address(plan, &region, block->first, i, what, &i))
			continue;
		*at = *from = *end = (unsigned)i;
		while (*from && block->mask >> (*from - 1) & 1)
			(*from)--;
		while (*end < HR_LOGGED_BYTES && block->mask >> *end & 1)
			(*end)++;
		return true;
	}
	return false;
}

static bool log_differs(orders_memory *memory, const hr_execution *what, const hr_region **region,
			uint8_t **address)
{
	for (size_t k = 0; k < memory->log.blocks.count; k++) {
		const hr_logged *block = &memory->log.blocks.data[k];
		unsigned from, end, at;

		if (!block_differs(memory->plan, block, what, &from, &end, &at))
			continue;
		memory->odd = (hr_region){.kind = HR_REGION_UNTRACKED,
					  .base = block->base + from,
					  .object = block->base + from,
					  .bytes = end - from};
		memcpy(memory->odd_first, block->first + from, end - from);
		*region = &memory->odd;
		*address = block->base + at;
		return true;
	}
	return false;
}

bool orders_memory_differs(orders_memory *memory, const hr_execution *what,
			   const hr_region **region, uint8_t **address)
{
	const hr_region *first = NULL;
	size_t at;

	for (size_t i = 0; i < memory->regions.count; i++) {
		const hr_region *one = &memory->regions.data[i];

		if ((first && one->rank >= first->rank) ||
		    !region_differs(memory->plan, one, orders_memory_result(memory, one), what,
				    &at))
			continue;
		first = one;
		*region = one;
		*address = one->base + at;
	}
	return first || log_differs(memory, what, region, address);
}

void orders_memory_free(orders_memory *memory)
{
	hr_pages_unmap(memory->before, memory->room);
	hr_pages_unmap(memory->after, memory->room);
	HR_VEC_FREE(&memory->regions);
	hr_log_free(&memory->log);
}
