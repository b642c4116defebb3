/* interp/tensor/blocks.h -- a cache of memory blocks for values of tensors; executions repeat the
 * same sizes (blocks.c). */
#ifndef HR_TENSOR_BLOCKS_H
#define HR_TENSOR_BLOCKS_H

#include <pthread.h>
#include <stdint.h>

enum { HR_BLOCKS = 64 };

/* The free blocks. An all-zero table is empty. */
typedef struct hr_blocks {
	pthread_mutex_t lock;
	struct {
		void *memory; /* NULL if the slot is empty */
		size_t bytes;
		uint64_t since; /* value of RELEASES when the block was released */
	} spare[HR_BLOCKS];
	uint64_t releases;
	size_t bytes; /* total size of the free blocks */
} hr_blocks;

/* Return BYTES of memory with arbitrary contents, or NULL if memory is exhausted. Thread-safe, as
 * is hr_block_release(). */
void *hr_block_take(hr_blocks *blocks, size_t bytes);
/* Take back MEMORY, which hr_block_take() returned for BYTES; MEMORY may be NULL. */
void hr_block_release(hr_blocks *blocks, void *memory, size_t bytes);
void hr_blocks_free(hr_blocks *blocks);

#endif
