/* interp/memory/c_heap.h -- functions of the C library that give memory, or take it back. */
#ifndef HR_C_HEAP_H
#define HR_C_HEAP_H

#include "ir/code/code.h"

/* By their parameters: what a call must look like to be one. */
typedef enum hr_c_heap_kind {
	HR_C_HEAP_UNKNOWN,	/* may do so, and nobody hears of what */
	HR_C_HEAP_SIZE,		/* void *(size_t bytes) */
	HR_C_HEAP_SIZE_QUIET,	/* void *(size_t bytes, const void *nothrow) */
	HR_C_HEAP_SIZE_ALIGN,	/* void *(size_t bytes, size_t align) */
	HR_C_HEAP_ALIGN_SIZE,	/* void *(size_t align, size_t bytes) */
	HR_C_HEAP_COUNT_SIZE,	/* void *(size_t count, size_t bytes) */
	HR_C_HEAP_POSIX,	/* int (void **block, size_t align, size_t bytes) */
	HR_C_HEAP_REALLOC,	/* void *(void *block, size_t bytes) */
	HR_C_HEAP_REALLOC_MANY, /* void *(void *block, size_t count, size_t bytes) */
	HR_C_HEAP_STRING,	/* char *(const char *, ...) */
	HR_C_HEAP_USABLE,	/* size_t (void *block) */
	HR_C_HEAP_FREE,		/* void (void *block, ...) */
	HR_C_HEAP_FREE_ALIGNED, /* the same, of blocks that HR_C_HEAP_FREE does not take */
} hr_c_heap_kind;

typedef struct hr_c_heap {
	const char *name;
	const char *shown; /* "malloc" */
	const char *plain; /* HR_C_HEAP_FREE: what does the same with the block alone */
	hr_c_heap_kind kind;
	uint8_t parameters;
} hr_c_heap;

/* Of a CALL of NAME; NULL: it neither gives memory nor takes any. */
const hr_c_heap *hr_c_heap_find(const char *name, const hr_call *call);
/* Whether NAME does one of the two. */
bool hr_c_heap_has(const char *name);

#endif
