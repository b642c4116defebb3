/* interp/memory/regions.c -- finds the memory that code can reach from its arguments.
 *
 * Invariant: after hr_regions_finish() regions are sorted and disjoint.
 * Owns:      nothing; the vector is the caller's.
 * Clauses:   N4 and cross-checks (which memory is part of a result).
 * Not here:  copies of it (interp/orders/memory.c). */
#include "interp/memory/regions.h"

#include <stdlib.h>
#include <string.h>

#include "interp/memory/image.h"

void hr_regions_begin(hr_regions *regions, hr_run *run)
{
	hr_tracked_objects objects = {0};

	regions->count = 0;
	hr_tracked_all(run->tracker, &objects);
	HR_RESERVE(regions, objects.count);
	for (size_t i = 0; i < objects.count; i++)
		HR_PUSH(regions, (hr_region){.kind = HR_REGION_TRACKED,
					     .base = objects.data[i].base,
					     .bytes = objects.data[i].bytes});
	HR_VEC_FREE(&objects);
}

void hr_regions_arguments(hr_regions *regions, hr_run *run, const hr_port *ports, unsigned count,
			  const uint8_t *image)
{
	for (unsigned i = 0; i + 1 < count; i++) {
		hr_region region = {.kind = HR_REGION_ARGUMENT, .reached = true};

		if (!hr_port_has_size(ports, count, i))
			continue;
		memcpy(&region.base, image + ports[i].offset, sizeof(region.base));
		memcpy(&region.bytes, image + ports[i + 1].offset, sizeof(region.bytes));
		if (region.base && !hr_tracked(run->tracker, region.base, NULL, NULL))
			HR_PUSH(regions, region);
	}
}

void hr_regions_variables(hr_regions *regions, hr_run *run)
{
	uint64_t address;

	for (uint32_t i = 0; i < run->program->global_count; i++) {
		const hr_global *global = run->program->globals[i];

		if (!global->constant && global->bytes &&
		    hr_image_global_known(run->image, i, &address))
			HR_PUSH(regions, (hr_region){.kind = HR_REGION_GLOBAL,
						     .base = (uint8_t *)(uintptr_t)address,
						     .bytes = (size_t)global->bytes,
						     .name = global->name});
	}
}

void hr_regions_globals(hr_regions *regions, hr_run *run, const hr_uses *uses)
{
	for (size_t i = 0; i < uses->globals.count; i++) {
		const hr_global *global = run->program->globals[uses->globals.data[i]];
		uint64_t address;

		if (hr_image_global_address(run->image, global->id, &address) != HR_OK)
			continue;
		HR_PUSH(regions, (hr_region){.kind = HR_REGION_GLOBAL,
					     .base = (uint8_t *)(uintptr_t)address,
					     .bytes = (size_t)global->bytes,
					     .name = global->name,
					     .reached = true});
	}
}

void hr_regions_objects(hr_regions *regions, const hr_objects *objects)
{
	hr_region region = {.kind = HR_REGION_OBJECT, .reached = true};
	const void *piece = NULL;
	void *base;

	while ((piece = hr_objects_next(objects, piece, &base, &region.bytes)) != NULL) {
		region.base = base;
		HR_PUSH(regions, region);
	}
}

/* --- order ------------------------------------------------------------------------------------ */

static int by_base(const void *a, const void *b)
{
	const hr_region *x = a, *y = b;

	if (x->base != y->base)
		return x->base < y->base ? -1 : 1;
	return x->kind == y->kind ? 0 : x->kind < y->kind ? -1 : 1;
}

static void make_disjoint(hr_regions *regions)
{
	uint8_t *end = NULL;
	size_t left = 0;

	if (regions->count)
		qsort(regions->data, regions->count, sizeof(hr_region), by_base);
	for (size_t i = 0; i < regions->count; i++) {
		hr_region region = regions->data[i];
		size_t known = region.base < end ? (size_t)(end - region.base) : 0;

		region.object = region.base;
		if (known && region.reached)
			regions->data[left - 1].reached = true;
		if (known >= region.bytes)
			continue;
		region.base += known;
		region.bytes -= known;
		end = region.base + region.bytes;
		regions->data[left++] = region;
	}
	regions->count = left;
}

/* --- reachability ----------------------------------------------------------------------------- */

hr_region *hr_region_at(const hr_regions *regions, uint64_t address)
{
	size_t low = 0, high = regions->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)regions->data[middle].base <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low ||
	    address - (uintptr_t)regions->data[low - 1].base >= regions->data[low - 1].bytes)
		return NULL;
	return &regions->data[low - 1];
}

/* Mark the regions that words in BYTES bytes point to; return the number of newly marked ones. */
static size_t scan(hr_regions *regions, const uint8_t *from, size_t bytes)
{
	uintptr_t skip = -(uintptr_t)from & 7;
	size_t found = 0;

	for (size_t i = skip; i + 8 <= bytes; i += 8) {
		hr_region *region;
		uint64_t word;

		memcpy(&word, from + i, sizeof(word));
		region = word ? hr_region_at(regions, word) : NULL;
		if (region && !region->reached) {
			region->reached = true;
			found++;
		}
	}
	return found;
}

static size_t unreached(const hr_regions *regions)
{
	size_t count = 0;

	for (size_t i = 0; i < regions->count; i++)
		count += !regions->data[i].reached;
	return count;
}

static void follow(hr_regions *regions, const uint8_t *image, size_t bytes, bool deep)
{
	size_t count = regions->count, left = unreached(regions);
	bool *scanned;

	if (left)
		left -= scan(regions, image, bytes);
	scanned = left && deep ? hr_alloc_array(count, sizeof(*scanned)) : NULL;
	for (bool again = scanned; again;) {
		again = false;
		for (size_t i = 0; i < count && left; i++) {
			const hr_region *region = &regions->data[i];

			if (scanned[i] || !region->reached)
				continue;
			scanned[i] = again = true;
			left -= scan(regions, region->base, region->bytes);
		}
	}
	hr_free(scanned);
}

/* --- the result ------------------------------------------------------------------------------- */

size_t hr_regions_finish(hr_regions *regions, const uint8_t *image, size_t bytes, bool deep)
{
	size_t left = 0, total = 0;

	make_disjoint(regions);
	follow(regions, image, bytes, deep);
	for (size_t i = 0; i < regions->count; i++) {
		hr_region region = regions->data[i];

		if (!region.reached)
			continue;
		region.at = total;
		region.same = false;
		total += region.bytes;
		regions->data[left++] = region;
	}
	regions->count = left;
	return total;
}

/* --- text ------------------------------------------------------------------------------------- */

/* Return the argument of NODE whose memory, of the size that the next argument says, contains
 * ADDRESS; or NULL. */
static const hr_port *argument_at(const hr_node *node, const uint8_t *image, const uint8_t *address,
				  unsigned *input, uint8_t **base)
{
	for (unsigned i = 0; i + 1 < node->input_count; i++) {
		uint64_t bytes;

		if (!hr_port_has_size(node->inputs, node->input_count, i))
			continue;
		memcpy(base, image + node->inputs[i].offset, sizeof(*base));
		memcpy(&bytes, image + node->inputs[i + 1].offset, sizeof(bytes));
		*input = i;
		if (*base && (uint64_t)(address - *base) < bytes)
			return &node->inputs[i];
	}
	return NULL;
}

bool hr_region_name(const hr_node *node, const uint8_t *image, const hr_region *region,
		    const uint8_t *address, uint8_t **base, char text[HR_REGION_TEXT])
{
	unsigned input = 0;
	const hr_port *port = argument_at(node, image, address, &input, base);
	char note[HR_PORT_NOTE];

	if (region->kind == HR_REGION_GLOBAL) {
		*base = region->object;
		snprintf(text, HR_REGION_TEXT, "'%s'", region->name);
		return true;
	}
	if (region->kind == HR_REGION_UNTRACKED && !port) {
		*base = region->object;
		snprintf(text, HR_REGION_TEXT,
			 "untracked memory that a pointer in memory leads to");
	} else if (port) {
		snprintf(text, HR_REGION_TEXT, "argument %u%s of '%s'", input,
			 hr_port_note(port, note), node->path);
	} else {
		*base = region->object;
		snprintf(text, HR_REGION_TEXT, "an object of %zu bytes", region->bytes);
	}
	return port != NULL;
}

const char *hr_region_origin(hr_run *run, const hr_region *region, char text[HR_REGION_TEXT])
{
	char by[HR_TRACKED_BY];

	*text = '\0';
	if (region->kind != HR_REGION_GLOBAL && *hr_tracked_by(run->tracker, region->object, by))
		snprintf(text, HR_REGION_TEXT, "tracked%s", by);
	return text;
}

bool hr_region_text(hr_run *run, const hr_node *node, const uint8_t *image, const hr_region *region,
		    const uint8_t *address, uint8_t **base, char text[HR_REGION_TEXT])
{
	bool found = hr_region_name(node, image, region, address, base, text);
	char origin[HR_REGION_TEXT];
	size_t used = strlen(text);

	if (*hr_region_origin(run, region, origin))
		snprintf(text + used, HR_REGION_TEXT - used, " (%s)", origin);
	return found;
}
