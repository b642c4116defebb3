/* ir/legacy/legacy.h -- files of older dialects, made modern before LLVM reads them. */
#ifndef HR_LEGACY_H
#define HR_LEGACY_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/status.h"
#include "src/base/vec.h"

typedef HR_VEC(char) hr_bytes;

/* What of a file has no modern form: at LINE (0: not known), WHY in plain words. */
typedef struct hr_legacy_refusal {
	unsigned line;
	char why[160];
} hr_legacy_refusal;

/* Rewrites LLVM assembly TEXT if it is of LLVM 9 to 16 or of HPVM 1.0. Sets *changed; if it is true
 * then OUT, which the caller owns, is the text of today, with a 0 after it that does not count.
 * HR_UNSUPPORTED: REFUSAL says why, nothing else is touched. */
hr_status hr_legacy_text(const char *text, size_t size, hr_bytes *out, bool *changed,
			 hr_legacy_refusal *refusal) HR_MUST_CHECK;

/* The same for bitcode that LLVM 9 wrote: HPVM 1.0's attribute kinds become strings. Bitcode that
 * is mangled is left as it is: LLVM's reader says better what is wrong with it. */
void hr_legacy_bitcode(const char *data, size_t size, hr_bytes *out, bool *changed);

#endif
