/* backends/nvidia/dynamic_library.h -- loads optional libraries at run time.
 *
 * The functions of a library are a table of pointers, which is filled in from a list of symbols.
 * Nothing of NVIDIA's is needed to build hpvm-run. */
#ifndef HR_DYNAMIC_LIBRARY_H
#define HR_DYNAMIC_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/backend.h"

/* One function, and the offset of its address in the table. */
typedef struct nv_symbol {
	const char *name;
	size_t offset;
} nv_symbol;

/* A library to load. */
typedef struct nv_library {
	const char *what;     /* its name in messages, for example "the CUDA driver" */
	const char *variable; /* environment variable with a path that replaces `names` */
	/* File names, tried in order after those that the process has loaded already; ends with
	 * NULL. */
	const char *const *names;
	const nv_symbol *symbols;
	size_t symbol_count;
} nv_library;

/* Load LIBRARY and fill in TABLE. Return a handle for nv_library_close(), or NULL on failure: TEXT
 * then names the missing file or symbol, and TABLE is zeroed. */
void *nv_library_open(const nv_library *library, void *table, char text[HR_BACKEND_TEXT]);
void nv_library_close(void *handle);

#endif
