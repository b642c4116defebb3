/* backends/worker/side_effects.h -- what a backend changes in the process that it works in. */
#ifndef HR_SIDE_EFFECTS_H
#define HR_SIDE_EFFECTS_H

#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>

typedef struct worker_surroundings {
	sigset_t blocked;
	void *handlers[NSIG];
	struct stat folder, standard[3];
	mode_t mask;
	struct rlimit limits[RLIMIT_NLIMITS];
	int rounding, trapping, threads;
	char **environment;
	size_t variables;
	char locale[200];
} worker_surroundings;

/* Note the surroundings of code that runs in this process, whose standard output is discarded from
 * here on. */
void hr_surroundings_begin(worker_surroundings *now);
/* Return what has changed since BEFORE, as the object of "leaves", or NULL. A thread or a child
 * process that is there counts as a change. */
const char *hr_surroundings_change(const worker_surroundings *before);

#endif
