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
	const char *what; /* for people: "the CUDA driver" */
	/* of files, tried in order, those that the process has loaded first; a NULL ends them */
	const char *const *names;
	const nv_symbol *symbols;
	size_t symbol_count;
} nv_library;

/* Loads the file WANTED, or LIBRARY's `names` if that is NULL, and fills in TABLE. The handle, to
 * be given to nv_library_close, or NULL: TEXT says in one line which file or symbol is missing, and
 * TABLE is zeroed. */
void *nv_library_open(const nv_library *library, const char *wanted, void *table,
		      char text[HR_BACKEND_TEXT]);
void nv_library_close(void *handle);

#endif
