/* interp/memory/write_log.c -- the old contents of memory outside of known regions that an
 * execution writes.
 *
 * Invariant: a byte is in the log at most once, with its contents before the execution.
 * Owns:      the saved contents.
 * Clauses:   N4 (the memory that each order starts from).
 * Not here:  which accesses are writes (interp/check/access/log.c), the regions (regions.c). */
#include "interp/memory/write_log.h"

#include <string.h>

void hr_log_begin(hr_write_log *log, const hr_regions *regions)
{
	hr_map_free(&log->index);
	memset(&log->index, 0, sizeof(log->index));
	log->blocks.count = 0;
	log->regions = regions;
	log->blind = NULL;
}

bool hr_log_covers(const hr_write_log *log, uint64_t base, uint64_t end)
{
	while (base < end) {
		const hr_region *region = hr_region_at(log->regions, base);

		if (!region)
			return false;
		base = hr_map_key(region->base) + region->bytes;
	}
	return true;
}

static hr_logged *block_at(hr_write_log *log, uint64_t base)
{
	hr_logged block = {.base = (uint8_t *)(uintptr_t)base};
	uint64_t known;

	if (hr_map_get(&log->index, base, &known))
		return &log->blocks.data[known];
	hr_map_put(&log->index, base, log->blocks.count);
	HR_PUSH(&log->blocks, block);
	return &HR_LAST(&log->blocks);
}

/* Save bytes FROM to END of BLOCK, none of which has been saved. */
static void save(hr_logged *block, unsigned from, unsigned end)
{
	memcpy(block->before + from, block->base + from, end - from);
	memcpy(block->first + from, block->base + from, end - from);
	for (unsigned i = from; i < end; i++)
		block->mask |= UINT64_C(1) << i;
}

static bool is_wanted(const hr_write_log *log, const hr_logged *block, unsigned i)
{
	return !(block->mask >> i & 1) && !hr_region_at(log->regions, hr_map_key(block->base + i));
}

static void note_in(hr_write_log *log, hr_logged *block, unsigned from, unsigned end,
		    hr_log_fresh *fresh, void *data)
{
	while (from < end) {
		unsigned stop = from;

		while (stop < end && is_wanted(log, block, stop))
			stop++;
		if (stop > from && fresh)
			fresh(data, block->base + from, stop - from);
		save(block, from, stop);
		from = stop + 1;
	}
}

void hr_log_note(hr_write_log *log, uint64_t address, uint64_t bytes, hr_log_fresh *fresh,
		 void *data)
{
	while (bytes) {
		const unsigned from = (unsigned)(address % HR_LOGGED_BYTES);
		const uint64_t room = HR_LOGGED_BYTES - from, here = bytes < room ? bytes : room;

		if (!hr_log_covers(log, address, address + here))
			note_in(log, block_at(log, address - from), from, from + (unsigned)here,
				fresh, data);
		address += here;
		bytes -= here;
	}
}

void hr_log_keep(hr_write_log *log)
{
	for (size_t k = 0; k < log->blocks.count; k++) {
		hr_logged *block = &log->blocks.data[k];

		for (unsigned i = 0; i < HR_LOGGED_BYTES; i++)
			if (block->mask >> i & 1)
				block->first[i] = block->base[i];
	}
}

/* Memory that has not changed is not written: it may be read-only now. */
void hr_log_restore(const hr_write_log *log, bool first)
{
	for (size_t k = 0; k < log->blocks.count; k++) {
		const hr_logged *block = &log->blocks.data[k];
		const uint8_t *from = first ? block->first : block->before;

		for (unsigned i = 0; i < HR_LOGGED_BYTES; i++)
			if (block->mask >> i & 1 && block->base[i] != from[i])
				block->base[i] = from[i];
	}
}

void hr_log_free(hr_write_log *log)
{
	hr_map_free(&log->index);
	HR_VEC_FREE(&log->blocks);
}
