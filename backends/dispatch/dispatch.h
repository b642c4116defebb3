/* backends/dispatch/dispatch.h -- which leaf goes to which backend, and what interp/ asks of
 * that. */
#ifndef HR_DISPATCH_H
#define HR_DISPATCH_H

#include "backends/registry/registry.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"

typedef struct hr_backend_choice {
	/* path of a node, or name of a node function: it, or all leaves below it */
	const char *node;
	const char *backend; /* "interp": the interpreter */
} hr_backend_choice;

typedef struct hr_backend_policy {
	/* of all leaves: a name, "hint", "auto", "interp"; NULL: as "interp" */
	const char *backend;
	const hr_backend_choice *choices; /* go before that; the last of one node counts */
	size_t choice_count;
	const char *const *paths; /* --backend-path */
	size_t path_count;
	hr_backend_host host; /* cache and threads; the rest is filled in */
	bool workers;         /* backends run in processes of their own, with these limits */
	hr_worker_limits limits;
} hr_backend_policy;

typedef struct hr_dispatch hr_dispatch;

/* Loads what the policy names; reports what is out. A module that cannot be used is an error, after
 * which the run goes on without it; one that nobody has is none to go on with. On success the
 * caller owns *dispatch and frees it after the run. POLICY is borrowed as long. One at a time. */
hr_status hr_dispatch_new(hr_run *run, const hr_backend_policy *policy, hr_dispatch **dispatch)
	HR_MUST_CHECK;
void hr_dispatch_free(hr_dispatch *dispatch);
/* For run->offload. */
const hr_offload *hr_dispatch_offload(hr_dispatch *dispatch);
/* What a backend that is out means for the run, which notes it at its end: a run whose status is
 * not HR_OK is cut short. */
hr_status hr_dispatch_status(const hr_dispatch *dispatch);

#endif
