/* backends/worker/worker.c -- a backend in another process: what the two kinds of workers share.
 *
 * Owns:     workers.
 * Not here: grids in forked processes (worker_fork.c), a process with memory of its own (remote.c),
 *           how findings are reported (backends/dispatch/run.c). */
#include <stdio.h>

#include "backends/unit/unit.h"
#include "backends/worker/worker_process.h"

bool hr_worker_new(const hr_backend *module, const hr_backend_host *host,
		   const hr_worker_limits *limits, hr_worker **result, char why[HR_BACKEND_TEXT])
{
	hr_worker *worker = hr_alloc_zero(sizeof(*worker));
	bool open;

	worker->module = module;
	worker->host = *host;
	worker->limits = *limits;
	worker->table = module->memory ? hr_worker_remote_table : hr_worker_fork_table;
	/* Memory cannot be shared with a separate process. */
	worker->table.takes = module->takes & ~(uint32_t)HR_TAKES_SHARED;
	worker->table.accuracy = module->accuracy;
	worker->table.accuracy_count = module->accuracy_count;
	worker->table.rounding = module->rounding;
	worker->entry = (hr_backend_entry){.name = hr_strdup(module->name),
					   .host = *host,
					   .tried = true,
					   .module = &worker->table,
					   .state = worker};
	open = module->memory ? hr_worker_remote_open(worker, why)
			      : hr_worker_fork_open(worker, why);
	if (open) {
		*result = worker;
		return true;
	}
	hr_free(worker->entry.name);
	hr_free(worker);
	return false;
}

void hr_worker_free(hr_worker *worker)
{
	if (!worker)
		return;
	if (worker->module->memory)
		hr_worker_remote_close(worker);
	else
		hr_worker_fork_close(worker);
	hr_free(worker->entry.name);
	hr_free(worker);
}

const hr_backend_entry *hr_worker_entry(const hr_worker *worker)
{
	return &worker->entry;
}

int hr_worker_open_nothing(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	(void)host, (void)state;
	snprintf(text, HR_BACKEND_TEXT, "the first worker starts open");
	return 1;
}

void hr_worker_close_nothing(void *state)
{
	(void)state;
}
