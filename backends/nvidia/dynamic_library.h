/* backends/nvidia/dynamic_library.h -- libraries that are found when hpvm-run runs, and may be
 * missing.
 *
 * A library's functions are a table of pointers, which is filled in here from a list of symbols.
 * Nothing of NVIDIA's is needed to build. */
#ifndef HR_DYNAMIC_LIBRARY_H
#define HR_DYNAMIC_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/backend.h"

/* One function: where its address goes in the table. */
typedef struct nv_symbol {
	const char *name;
	size_t offset;
} nv_symbol;

/* What is to be found. */
typedef struct nv_library {
	const char *what;     /* for people: "the CUDA driver" */
	const char *variable; /* of the environment: a path that is taken in place of `names` */
	/* of files, tried in order, those that the process has loaded first; a NULL ends them */
	const char *const *names;
	const nv_symbol *symbols;
	size_t symbol_count;
} nv_library;

/* Loads LIBRARY and fills in TABLE. The handle, to be given to nv_library_close, or NULL: TEXT says
 * in one line which file or symbol is missing, and TABLE is zeroed. */
void *nv_library_open(const nv_library *library, void *table, char text[HR_BACKEND_TEXT]);
void nv_library_close(void *handle);

#endif
