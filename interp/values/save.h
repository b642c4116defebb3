/* interp/values/save.h -- values of a run in files (hpvm-run --save). */
#ifndef HR_SAVE_H
#define HR_SAVE_H

#include "interp/run/run.h"

typedef struct hr_save_plan {
	const char *const *patterns; /* borrowed, as is TO */
	size_t pattern_count;
	/* a file NAME.npz, or a folder, which is made if it does not exist: NAME.npy for each value */
	const char *to;
	bool bounds; /* also NAME.bound for each NAME */
} hr_save_plan;

typedef struct hr_saver hr_saver;

/* Observe RUN from now on. Reports a pattern that matches nothing, and a place that cannot be written. */
hr_status hr_saver_new(hr_run *run, const hr_save_plan *plan, hr_saver **out) HR_MUST_CHECK;
/* Finish the files; RUN has ended. What was saved before an error is kept. */
hr_status hr_saver_end(hr_saver *saver) HR_MUST_CHECK;

#endif
