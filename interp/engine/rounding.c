/* interp/engine/rounding.c -- reports where fusing a * b + c (one rounding) gives another result
 * than two operations.
 *
 * Owns:      nothing.
 * Clauses:   H4 (choice fmuladd).
 * Not here:  emitting the check and both results (ir/lower/intrinsic_float.c), reporting once for
 *            each place with a count (interp/run/deferred.c). */
#include <math.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/run/value_text.h"
#include "src/diag/sem.h"

static const char *text_of(double value, uint32_t bytes, char text[HR_VALUE_TEXT])
{
	float narrow = (float)value;

	return bytes == sizeof(value) ? hr_bytes_text(&value, sizeof(value), true, text)
				      : hr_bytes_text(&narrow, sizeof(narrow), true, text);
}

HR_HANDLER(hpvm_rounding)
{
	char texts[2][HR_VALUE_TEXT], profiles[400];
	const char *gives[2];
	double twice, once;
	hr_status status;

	memcpy(&twice, &HR_REG(frame, I64, pc[1]), sizeof(twice));
	memcpy(&once, &HR_REG(frame, I64, pc[2]), sizeof(once));
	if (!thread->level || memcmp(&twice, &once, sizeof(twice)) == 0 ||
	    (isnan(twice) && isnan(once)))
		return 0;
	gives[HR_SEM_fmuladd_separate] = text_of(twice, pc[3], texts[0]);
	gives[HR_SEM_fmuladd_fused] = text_of(once, pc[3], texts[1]);
	hr_sem_profiles(HR_SEM_fmuladd, gives, true, profiles, sizeof(profiles));
	status = hr_report_at(thread->run, thread, HR_D_fmuladd_rounding, texts[0], texts[1],
			      profiles, texts[1]);
	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}
