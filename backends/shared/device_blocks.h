/* backends/shared/device_blocks.h -- a set of blocks of device memory, searched by any address
 * inside a block.
 *
 * Shared by modules that have memory of their own. Not thread-safe. */
#ifndef HR_DEVICE_BLOCKS_H
#define HR_DEVICE_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/vec.h"

typedef struct hr_device_block {
	uint64_t base, bytes;
	void *memory; /* the module's handle of the block */
} hr_device_block;

/* Sorted by base address; blocks do not overlap. A zeroed struct is the empty set. Free it with
 * HR_VEC_FREE. */
typedef HR_VEC(hr_device_block) hr_device_blocks;

void hr_device_blocks_add(hr_device_blocks *all, hr_device_block block);
/* Store the block that contains ADDRESS in *FOUND. Return false if no block contains it. */
bool hr_device_blocks_find(const hr_device_blocks *all, uint64_t address, hr_device_block *found);
/* Like hr_device_blocks_find(), and remove the block from ALL. */
bool hr_device_blocks_take(hr_device_blocks *all, uint64_t address, hr_device_block *taken);

#endif
