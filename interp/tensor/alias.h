/* interp/tensor/alias.h -- where HPVM 1.0 would place tensors in memory (alias.c).
 *
 * All functions require the lock of the run's tensors. */
#ifndef HR_TENSOR_ALIAS_H
#define HR_TENSOR_ALIAS_H

#include "interp/run/thread.h"
#include "ir/program/hpvm_names.h"
#include "src/base/alloc.h"

typedef struct hr_storage hr_storage;
typedef struct hr_aliases hr_aliases;

/* The place where HPVM 1.0 would keep a tensor; holds a reference to STORAGE. */
typedef struct hr_alias {
	hr_storage *storage;
	uint64_t version;
} hr_alias;

/* Diagnostics to report once the lock is released. */
enum { HR_ALIAS_FINDINGS = 4, HR_ALIAS_TEXT = 600 };
typedef struct hr_alias_finding {
	unsigned count;
	char text[HR_ALIAS_FINDINGS][HR_ALIAS_TEXT];
} hr_alias_finding;

hr_aliases *hr_aliases_new(void);
void hr_aliases_free(hr_aliases *aliases);

hr_storage *hr_storage_new(void);
void hr_storage_drop(hr_storage *storage);

/* Record that THREAD reads AT; a THREAD of NULL or outside nodes means the host. WHAT names the
 * operation, a static text. */
void hr_alias_read(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
		   const char *what, hr_alias_finding *finding);
/* Record that THREAD overwrites AT, which it has read. Return the new place, which holds a
 * reference to the same storage. */
hr_alias hr_alias_overwrite(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
			    const char *what, hr_alias_finding *finding);
/* Return true if HPVM 1.0 does OP in place. */
bool hr_overwrites_operand(hr_hpvm op);

#endif
