/* ir/legacy/legacy.h -- rewrites files of older dialects before LLVM reads them. */
#ifndef HR_LEGACY_H
#define HR_LEGACY_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/status.h"
#include "src/base/vec.h"

/* A feature of a file that has no modern form: its LINE (0: unknown) and the reason. */
typedef struct hr_legacy_refusal {
	unsigned line;
	char why[160];
} hr_legacy_refusal;

/* Rewrite LLVM assembly TEXT if it is of LLVM 9 to 16 or of HPVM 1.0, or has what LLVM 23
 * writes in another way. TEXT is followed by a 0 that SIZE does not include. Set *changed; if it is true,
 * OUT, which the caller owns, is the modern text, followed by a 0 that its size does not include.
 * Return HR_UNSUPPORTED, and set only REFUSAL, if that is impossible. */
hr_status hr_legacy_text(const char *text, size_t size, hr_bytes *out, bool *changed,
			 hr_legacy_refusal *refusal) HR_MUST_CHECK;

/* The same for bitcode that LLVM 9 wrote: HPVM 1.0's attribute kinds become strings. Corrupted
 * bitcode is unchanged, since LLVM's reader reports the error better. */
void hr_legacy_bitcode(const char *data, size_t size, hr_bytes *out, bool *changed);

#endif
