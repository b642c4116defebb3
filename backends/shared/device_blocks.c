/* backends/shared/device_blocks.c -- a set of blocks of device memory, searched by any address
 * inside a block.
 *
 * Not here:  the users (backends/cuda/device/memory.c, backends/opencl/device/buffers.c). */
#include "backends/shared/device_blocks.h"

#include <stddef.h>
#include <string.h>

/* Return the index of the block that contains ADDRESS, or SIZE_MAX if none does. */
static size_t number_of(const hr_device_blocks *all, uint64_t address)
{
	size_t low = 0, high = all->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const hr_device_block *at = &all->data[middle];

		if (address < at->base)
			high = middle;
		else if (address - at->base >= at->bytes)
			low = middle + 1;
		else
			return middle;
	}
	return SIZE_MAX;
}

void hr_device_blocks_add(hr_device_blocks *all, hr_device_block block)
{
	size_t at;

	HR_PUSH(all, block);
	for (at = all->count - 1; at > 0 && all->data[at - 1].base > block.base; at--)
		all->data[at] = all->data[at - 1];
	all->data[at] = block;
}

bool hr_device_blocks_find(const hr_device_blocks *all, uint64_t address, hr_device_block *found)
{
	size_t i = number_of(all, address);

	if (i != SIZE_MAX)
		*found = all->data[i];
	return i != SIZE_MAX;
}

bool hr_device_blocks_take(hr_device_blocks *all, uint64_t address, hr_device_block *taken)
{
	size_t i = number_of(all, address);

	if (i == SIZE_MAX)
		return false;
	*taken = all->data[i];
	memmove(&all->data[i], &all->data[i + 1], (all->count - i - 1) * sizeof(*all->data));
	all->count--;
	return true;
}
