/* backends/shared/queries.h -- where an instance of a unit asks where it is.
 *
 * Shared by modules whose devices number instances themselves. */
#ifndef HR_QUERIES_H
#define HR_QUERIES_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

enum { HR_QUERY_LEVELS = 64 };

/* One call asks UNIT, at its beginning, for each index or extent: all others in MODULE, which are
 * in it, have its result. NAME: hpvm_id and the like; INNER: one of those that have no level, which
 * is 0 then. FIRST: that call, by level (HR_QUERY_LEVELS of them; with INNER, 1) and dimension;
 * where nobody asks, as it was. False: *BEYOND is a level, or a dimension, that is too much. */
bool hr_queries_unite(LLVMModuleRef module, LLVMValueRef unit, const char *name, bool inner,
		      LLVMValueRef (*first)[3], uint64_t *beyond);

#endif
