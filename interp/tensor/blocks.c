/* interp/tensor/blocks.c -- memory for values of tensors: a released large block is reused for the
 * next tensor of its size.
 *
 * A network creates tensors of the same sizes at each launch. New memory from the system costs a
 * page fault for each page, which is more than many operations cost, and memory that is passed to
 * free() may be returned to the system.
 *
 * A value that grows has another size at each step, so the sizes of large blocks are rounded up by at most
 * an eighth, to one of eight sizes between two powers of two.
 *
 * Invariant: at most MOST_BYTES are cached, and no block that is in use.
 * Owns:      the cached blocks. */
#include "interp/tensor/blocks.h"

#include "interp/memory/memory.h"
#include "src/base/alloc.h"

enum { FROM_SYSTEM = 1 << 16 };
static const size_t most_bytes = (size_t)512 << 20;

/* Return the size of the block that has BYTES, FROM_SYSTEM at least. */
static size_t block_bytes(size_t bytes)
{
	const size_t step = (size_t)1 << (60 - __builtin_clzl(bytes));

	return bytes > SIZE_MAX - step ? bytes : (bytes + step - 1) / step * step;
}

static void give_back(void *memory, size_t bytes)
{
	hr_pages_unmap(memory, bytes);
}

/* Return the most recently released block of BYTES, whose pages are most likely still mapped, or -1
 * if there is none. */
static int newest_of(const hr_blocks *blocks, size_t bytes)
{
	int place = -1;

	for (int i = 0; i < HR_BLOCKS; i++)
		if (blocks->spare[i].memory && blocks->spare[i].bytes == bytes &&
		    (place < 0 || blocks->spare[i].since > blocks->spare[place].since))
			place = i;
	return place;
}

void *hr_block_take(hr_blocks *blocks, size_t bytes)
{
	void *found = NULL;
	int place;

	if (bytes < FROM_SYSTEM)
		return hr_alloc(bytes + 1);
	bytes = block_bytes(bytes);
	pthread_mutex_lock(&blocks->lock);
	place = newest_of(blocks, bytes);
	if (place >= 0) {
		found = blocks->spare[place].memory;
		blocks->spare[place].memory = NULL;
		blocks->bytes -= bytes;
	}
	pthread_mutex_unlock(&blocks->lock);
	return found ? found : hr_pages_map(bytes, true);
}

/* Return an empty slot, or else that of the oldest block. */
static unsigned place_for(const hr_blocks *blocks)
{
	unsigned place = 0;

	for (unsigned i = 0; i < HR_BLOCKS; i++) {
		if (!blocks->spare[i].memory)
			return i;
		if (blocks->spare[i].since < blocks->spare[place].since)
			place = i;
	}
	return place;
}

static void keep(hr_blocks *blocks, void *memory, size_t bytes)
{
	unsigned place = place_for(blocks);

	if (blocks->spare[place].memory) {
		blocks->bytes -= blocks->spare[place].bytes;
		give_back(blocks->spare[place].memory, blocks->spare[place].bytes);
	}
	blocks->spare[place].memory = memory;
	blocks->spare[place].bytes = bytes;
	blocks->spare[place].since = ++blocks->releases;
	blocks->bytes += bytes;
}

void hr_block_release(hr_blocks *blocks, void *memory, size_t bytes)
{
	if (bytes < FROM_SYSTEM) {
		hr_free(memory);
		return;
	}
	bytes = block_bytes(bytes);
	pthread_mutex_lock(&blocks->lock);
	if (memory && blocks->bytes + bytes <= most_bytes)
		keep(blocks, memory, bytes);
	else if (memory)
		give_back(memory, bytes);
	pthread_mutex_unlock(&blocks->lock);
}

void hr_blocks_free(hr_blocks *blocks)
{
	for (unsigned i = 0; i < HR_BLOCKS; i++)
		if (blocks->spare[i].memory)
			give_back(blocks->spare[i].memory, blocks->spare[i].bytes);
	pthread_mutex_destroy(&blocks->lock);
}
