/* backends/dispatch/settle.c -- handles what is still with backends after a grid: memory, tensors,
 * and grids that run() did not wait for.
 *
 * Invariant: other backends, and whatever runs after an execution, find the program's memory up to
 *            date.
 * Owns:      nothing.
 * Clauses:   H4 for errors that a device reports after the grid.
 * Not here:  memory that stays on a device (resident.c), which grids run() need not wait for
 *            (run.c). */
#include <stddef.h>

#include "backends/dispatch/dispatch_parts.h"

bool hr_dispatch_keeps(const hr_dispatch *self)
{
	const hr_thread *thread = hr_thread_peek();

	return thread && thread == __atomic_load_n(&self->keeper, __ATOMIC_RELAXED);
}

/* What another execution has left on a device stays its own. */
void hr_dispatch_begin(void *data, const hr_thread *thread)
{
	hr_dispatch *self = data;
	const hr_thread *none = NULL;

	__atomic_compare_exchange_n(&self->keeper, &none, thread, false, __ATOMIC_ACQUIRE,
				    __ATOMIC_RELAXED);
}

hr_status hr_dispatch_lost(hr_dispatch *self, const char *what)
{
	char text[HR_BACKEND_TEXT];
	const hr_backend_entry *entry = hr_resident_failed(self->resident, text), *reported;
	hr_status failed;

	if (__atomic_load_n(&self->run->interrupted, __ATOMIC_RELAXED))
		return hr_report_at(self->run, NULL, HR_D_interrupted);
	hr_fork_lock_take(&self->lock);
	reported = self->reported;
	failed = self->failed;
	hr_fork_lock_release(&self->lock);
	if (entry && entry == reported)
		return failed;
	return hr_report(self->run->diags, HR_D_backend_failed, NULL,
			 entry ? entry->name : "device", what, text);
}

hr_status hr_dispatch_settle_tensors(hr_dispatch *self)
{
	const hr_backend_entry *entry;
	char text[HR_BACKEND_TEXT] = "";

	if (!hr_dispatch_keeps(self))
		return HR_OK;
	entry = self->stayed;
	self->stayed = NULL;
	if (!entry || entry->module->settle(entry->state, text) == 0)
		return HR_OK;
	return hr_report(self->run->diags, HR_D_backend_failed, NULL, entry->name, "an execution",
			 text);
}

void hr_dispatch_forget(void *data, const void *values)
{
	const hr_dispatch *self = data;
	const hr_backend_entry *entry = hr_dispatch_keeps(self) ? self->stayed : NULL;

	if (entry && entry->module->forget)
		entry->module->forget(entry->state, values);
}

hr_status hr_dispatch_settle_grids(hr_dispatch *self)
{
	const hr_backend_entry *entry;
	char text[HR_BACKEND_TEXT] = "";
	hr_status status;

	if (!hr_dispatch_keeps(self))
		return HR_OK;
	entry = self->behind;
	self->behind = NULL;
	if (!entry || entry->module->settle(entry->state, text) == 0 ||
	    __atomic_load_n(&self->run->interrupted, __ATOMIC_RELAXED))
		return HR_OK;
	status = hr_report(self->run->diags, HR_D_backend_failed, NULL, entry->name, "an execution",
			   text);
	hr_fork_lock_take(&self->lock);
	self->reported = entry;
	self->failed = status;
	hr_fork_lock_release(&self->lock);
	return status;
}

hr_status hr_dispatch_settle(void *data)
{
	hr_dispatch *self = data;

	HR_TRY(hr_dispatch_settle_tensors(self));
	HR_TRY(hr_dispatch_settle_grids(self));
	return hr_resident_settle(self->resident) ? HR_OK : hr_dispatch_lost(self, "an execution");
}

hr_status hr_dispatch_rest(void *data)
{
	hr_dispatch *self = data;
	hr_status tensors = hr_dispatch_settle_tensors(self);
	hr_status grids = hr_dispatch_settle_grids(self);

	if (hr_dispatch_keeps(self))
		__atomic_store_n(&self->keeper, NULL, __ATOMIC_RELEASE);
	HR_TRY(tensors);
	HR_TRY(grids);
	return hr_resident_rest(self->resident) ? HR_OK : hr_dispatch_lost(self, "an execution");
}

hr_status hr_dispatch_bring_back(void *data, const void *base, uint64_t bytes, bool gone)
{
	hr_dispatch *self = data;

	return hr_resident_return(self->resident, base, bytes, gone)
		       ? HR_OK
		       : hr_dispatch_lost(self, "tracked memory");
}

bool hr_dispatch_touched(void *data, const void *address)
{
	return hr_resident_touched(((hr_dispatch *)data)->resident, address);
}

uint64_t hr_dispatch_copied(void *data, bool back)
{
	return hr_resident_copied(((hr_dispatch *)data)->resident, back);
}
