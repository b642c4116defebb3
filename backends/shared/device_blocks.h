/* backends/shared/device_blocks.h -- blocks of a device's memory, found by any address in them.
 *
 * Shared by modules that have memory of their own. Not safe from several threads. */
#ifndef HR_DEVICE_BLOCKS_H
#define HR_DEVICE_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/vec.h"

typedef struct hr_device_block {
	uint64_t base, bytes;
	void *memory; /* what the module knows it by */
} hr_device_block;

/* In order of their bases; no two have an address in common. Zeroed: there is none. Owned:
 * HR_VEC_FREE. */
typedef HR_VEC(hr_device_block) hr_device_blocks;

void hr_device_blocks_add(hr_device_blocks *all, hr_device_block block);
/* The block that has ADDRESS. False: none has. */
bool hr_device_blocks_find(const hr_device_blocks *all, uint64_t address, hr_device_block *found);
/* The same, which is none of them any more. */
bool hr_device_blocks_take(hr_device_blocks *all, uint64_t address, hr_device_block *taken);

#endif
