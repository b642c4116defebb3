/* backends/dispatch/dispatch.h -- decides which leaf runs on which backend, and implements the
 * offload interface of interp/. */
#ifndef HR_DISPATCH_H
#define HR_DISPATCH_H

#include "backends/registry/registry.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"

typedef struct hr_backend_choice {
	/* Path of a node, or name of a node function: selects the node, or all leaves below it. */
	const char *node;
	const char *backend; /* name of a backend, or "interp" for the interpreter */
} hr_backend_choice;

typedef struct hr_backend_policy {
	/* Default for all leaves: a backend's name, "hint", "auto", or "interp"; NULL means
	 * "interp". */
	const char *backend;
	/* Override the default; the last choice for a node is used. */
	const hr_backend_choice *choices;
	size_t choice_count;
	hr_backend_search search; /* --backend-path, --backend-option; borrows its arrays */
	hr_backend_host host;     /* cache and threads; the rest is filled in */
	bool workers;             /* backends run in processes of their own, with these limits */
	hr_worker_limits limits;
} hr_backend_policy;

typedef struct hr_dispatch hr_dispatch;

/* Load the backends that POLICY names and report those that cannot be used. A module that cannot be
 * used is an error, after which the run continues without it; a backend for which no module exists
 * is an error that ends the run. On success the caller owns *dispatch and frees it after the run.
 * POLICY is borrowed until then. Only one dispatch may exist at a time. */
hr_status hr_dispatch_new(hr_run *run, const hr_backend_policy *policy, hr_dispatch **dispatch)
	HR_MUST_CHECK;
void hr_dispatch_free(hr_dispatch *dispatch);
/* Return the callbacks to store in run->offload. */
const hr_offload *hr_dispatch_offload(hr_dispatch *dispatch);
/* Return the status that the run ends with because a backend could not be used. The caller adds it
 * to the run's status only at the end, since a run whose status is not HR_OK is cut short. */
hr_status hr_dispatch_status(const hr_dispatch *dispatch);

#endif
