/* backends/dispatch/dispatch.c -- set-up and end of running leaves and graphs on backends.
 *
 * A refusal is reported once for each unit and backend (built.h), and the interpreter runs the
 * leaf.
 * Owns:      measurements of units, strings.
 * Clauses:   M1 (through interp/run/offload.h).
 * Not here:  the backend chosen for a leaf (choose.c), queries (ask.c), grids (run.c), what stays
 *            on devices (settle.c), building and running units (built.c). */
#include <unistd.h>

#include "backends/dispatch/dispatch_parts.h"

static uint64_t threads(const hr_backend_policy *policy)
{
	long count = policy->host.threads ? policy->host.threads : sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (uint64_t)count : 1;
}

hr_status hr_dispatch_new(hr_run *run, const hr_backend_policy *policy, hr_dispatch **dispatch)
{
	hr_dispatch *self = hr_alloc_zero(sizeof(*self));
	hr_status status;

	self->offload = (hr_offload){.data = self,
				     .ask = hr_dispatch_ask,
				     .run = hr_dispatch_run,
				     .ask_graph = hr_dispatch_ask_graph,
				     .begin = hr_dispatch_begin,
				     .settle = hr_dispatch_settle,
				     .forget = hr_dispatch_forget,
				     .rest = hr_dispatch_rest,
				     .bring_back = hr_dispatch_bring_back,
				     .touched = hr_dispatch_touched,
				     .copied = hr_dispatch_copied,
				     .before = hr_dispatch_before,
				     .after = hr_dispatch_after,
				     .threads = threads(policy)};
	self->run = run;
	self->policy = policy;
	hr_fork_lock_init(&self->lock);
	self->built = hr_built_new(run, &policy->search, &policy->host);
	self->resident = hr_resident_new(run);
	hr_built_set_resident(self->built, self->resident);
	hr_row_runner_begin(&self->rows, run, self->built, policy->workers);
	if (policy->workers)
		hr_built_use_workers(self->built, &policy->limits);
	status = hr_dispatch_load_all(self);
	if (status == HR_OK)
		*dispatch = self;
	else
		hr_dispatch_free(self);
	return status;
}

void hr_dispatch_free(hr_dispatch *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->sent.count; i++) {
		HR_VEC_FREE(&self->sent.data[i]->ranges);
		hr_free(self->sent.data[i]);
	}
	HR_VEC_FREE(&self->sent);
	for (size_t i = 0; i < self->contests.count; i++) {
		HR_VEC_FREE(&self->contests.data[i]->entrants);
		hr_free(self->contests.data[i]);
	}
	HR_VEC_FREE(&self->contests);
	for (size_t i = 0; i < self->said.count; i++)
		hr_free(self->said.data[i]);
	HR_VEC_FREE(&self->said);
	for (size_t i = 0; i < self->rowed.count; i++)
		hr_free(self->rowed.data[i]);
	HR_VEC_FREE(&self->rowed);
	HR_VEC_FREE(&self->out);
	/* exit() may be running host code */
	if (self->resident && !hr_resident_settle(self->resident))
		(void)hr_run_note(self->run, hr_dispatch_lost(self, "the program"));
	hr_resident_free(self->resident);
	hr_built_free(self->built);
	hr_row_runner_end(&self->rows);
	hr_fork_lock_end(&self->lock);
	hr_free(self);
}

const hr_offload *hr_dispatch_offload(hr_dispatch *self)
{
	return &self->offload;
}

hr_status hr_dispatch_status(const hr_dispatch *self)
{
	return self->outcome;
}
