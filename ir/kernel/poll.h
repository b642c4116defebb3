/* ir/kernel/poll.h -- shared by poll.c and poll_loop.c: loops of a function that may wait. */
#ifndef HR_KERNEL_POLL_H
#define HR_KERNEL_POLL_H

#include "ir/kernel/kernel_private.h"

/* The control flow of a function, by the numbers of its blocks. */
typedef struct hr_poll_cfg {
	LLVMBasicBlockRef *blocks;
	uint32_t count;
	hr_map number; /* of a block */
	/* The successors of block b begin at next[b] in `to`, and end where those of b + 1 begin; the
	 * predecessors in the same way at before[b] in `from`. */
	uint32_t *next, *to, *before, *from;
} hr_poll_cfg;

/* One loop: the blocks that reach LATCH from HEADER and lie on a cycle with both. */
typedef struct hr_poll_loop {
	const hr_poll_cfg *cfg;
	const uint8_t *inside; /* by block */
	uint32_t header, latch;
} hr_poll_loop;

void hr_poll_cfg_make(hr_poll_cfg *cfg, LLVMValueRef function);
void hr_poll_cfg_free(hr_poll_cfg *cfg);
/* Return true if the block of INSTRUCTION is in LOOP. */
bool hr_poll_cfg_contains(const hr_poll_loop *loop, LLVMValueRef instruction);
/* Call VISIT for the loops that contain BLOCK, outer loops first, until it returns true. Return what it
 * returned last. */
bool hr_poll_cfg_each_loop(const hr_poll_cfg *cfg, LLVMBasicBlockRef block,
			   bool (*visit)(const hr_poll_loop *loop, void *data), void *data);
/* Set FOUND, by block, to 1 for the blocks of the loop that can be reached from the end of FROM before its header,
 * without entering AVOIDED (a block, or cfg->count for none). Return true if the header, or a block outside of
 * the loop, can be. */
bool hr_poll_cfg_reach(const hr_poll_loop *loop, LLVMBasicBlockRef from, uint32_t avoided,
		       uint8_t *found);
/* The number of a block. */
uint32_t hr_poll_cfg_number(const hr_poll_cfg *cfg, LLVMBasicBlockRef block);

#endif
