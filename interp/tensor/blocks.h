/* interp/tensor/blocks.h -- memory for values of tensors, which many executions want in the same
 * sizes (blocks.c). */
#ifndef HR_TENSOR_BLOCKS_H
#define HR_TENSOR_BLOCKS_H

#include <pthread.h>
#include <stdint.h>

enum { HR_BLOCKS = 64 };

/* Blocks that nobody has at the moment. Zero is a table without any. */
typedef struct hr_blocks {
	pthread_mutex_t lock;
	struct {
		void *memory; /* NULL: none */
		size_t bytes;
		uint64_t since; /* in releases */
	} spare[HR_BLOCKS];
	uint64_t releases;
	size_t bytes; /* of all of them */
} hr_blocks;

/* BYTES of memory with anything in it; NULL: there is none. Safe from several threads, as the
 * next. */
void *hr_block_take(hr_blocks *blocks, size_t bytes);
/* MEMORY, which hr_block_take() has given for BYTES, or NULL. */
void hr_block_release(hr_blocks *blocks, void *memory, size_t bytes);
void hr_blocks_free(hr_blocks *blocks);

#endif
