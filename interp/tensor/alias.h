/* interp/tensor/alias.h -- where tensors would lie in HPVM 1.0's memory (alias.c).
 *
 * All calls under the lock of the run's tensors. */
#ifndef HR_TENSOR_ALIAS_H
#define HR_TENSOR_ALIAS_H

#include "interp/run/thread.h"
#include "ir/program/hpvm_names.h"
#include "src/base/alloc.h"

typedef struct hr_storage hr_storage;
typedef struct hr_aliases hr_aliases;

/* Where a tensor would lie; holds on to STORAGE. */
typedef struct hr_alias {
	hr_storage *storage;
	uint64_t version;
} hr_alias;

/* What is to be reported, when the lock has been given back. */
enum { HR_ALIAS_FINDINGS = 4, HR_ALIAS_TEXT = 600 };
typedef struct hr_alias_finding {
	unsigned count;
	char text[HR_ALIAS_FINDINGS][HR_ALIAS_TEXT];
} hr_alias_finding;

hr_aliases *hr_aliases_new(void);
void hr_aliases_free(hr_aliases *aliases);

hr_storage *hr_storage_new(void);
void hr_storage_drop(hr_storage *storage);

/* THREAD (NULL, or outside nodes: the host) reads AT for WHAT, a static text. */
void hr_alias_read(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
		   const char *what, hr_alias_finding *finding);
/* It overwrites AT, which it has read: gives what lies there then, which holds on to it, too. */
hr_alias hr_alias_overwrite(hr_aliases *aliases, const hr_alias *at, const hr_thread *thread,
			    const char *what, hr_alias_finding *finding);
/* Whether HPVM 1.0 does OP in place. */
bool hr_overwrites_operand(hr_hpvm op);

#endif
