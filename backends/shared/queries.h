/* backends/shared/queries.h -- the calls by which an instance of a unit queries its indices and
 * extents.
 *
 * Shared by modules whose devices number instances themselves. */
#ifndef HR_QUERIES_H
#define HR_QUERIES_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

enum { HR_QUERY_LEVELS = 64 };

/* Reduce the queries NAME (hpvm_id and the like) in MODULE to one call for each level and
 * dimension, placed at the beginning of UNIT; all other calls are replaced by its result. INNER:
 * NAME is a query without a level, which counts as level 0.
 * FIRST receives these calls by level (HR_QUERY_LEVELS entries; one with INNER) and dimension.
 * Entries without a query are unchanged.
 * Return false if a level or dimension is out of range; *BEYOND is its value. */
bool hr_queries_unite(LLVMModuleRef module, LLVMValueRef unit, const char *name, bool inner,
		      LLVMValueRef (*first)[3], uint64_t *beyond);

#endif
