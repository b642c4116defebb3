/* backends/dispatch/say.c -- messages about leaves and backends: why a backend does not run a leaf.
 *
 * Invariant: a message that is the same for every grid is reported once.
 * Owns:      nothing; strings belong to the dispatch.
 * Clauses:   none.
 * Not here:  the events of a trace (emit_events.c). */
#include <string.h>

#include "backends/dispatch/dispatch_parts.h"

/* --- words ------------------------------------------------------------------------------------ */

const char *hr_dispatch_keep_text(hr_dispatch *self, const char *text)
{
	for (size_t i = 0; i < self->said.count; i++)
		if (strcmp(self->said.data[i], text) == 0)
			return self->said.data[i];
	HR_PUSH(&self->said, hr_strdup(text));
	return HR_LAST(&self->said);
}

const char *hr_dispatch_say(hr_dispatch *self, const char *backend, const char *what,
			    const char *more, bool *fresh)
{
	char line[3 * HR_BACKEND_TEXT];
	size_t known = self->said.count;
	const char *kept;

	snprintf(line, sizeof(line), "%s: %s%s%s", backend, what, *more ? ": " : "", more);
	kept = hr_dispatch_keep_text(self, line);
	*fresh = self->said.count != known;
	return kept;
}

/* --- reports ------------------------------------------------------------------------------- */

hr_offload_answer hr_dispatch_refuse(hr_dispatch *self, const hr_node *leaf, const char *backend,
				     const char *why)
{
	(void)hr_run_note(self->run, hr_report(self->run->diags, HR_D_backend_refuses, &leaf->where,
					       backend, leaf->path, why + strlen(backend) + 2));
	return HR_OFFLOAD_NEVER;
}

hr_offload_answer hr_dispatch_go_without(hr_dispatch *self, const hr_node *leaf, const char *name,
					 const char *out, const char **why)
{
	bool fresh;

	*why = out ? hr_dispatch_say(self, name, out, "", &fresh) : NULL;
	if (!out || strcmp(name, "hint") != 0)
		return HR_OFFLOAD_NEVER;
	(void)hr_dispatch_say(self, leaf->path, out, "", &fresh);
	if (fresh)
		(void)hr_run_note(self->run, hr_report(self->run->diags, HR_D_hint_unserved,
						       &leaf->where, leaf->path, out));
	return HR_OFFLOAD_NEVER;
}

hr_diag_id hr_dispatch_finding(hr_worker_end end)
{
	switch (end) {
	case HR_WORKER_CRASHED: return HR_D_worker_crashed;
	case HR_WORKER_HUNG: return HR_D_worker_hung;
	case HR_WORKER_GARBAGE: return HR_D_worker_garbage;
	default: return HR_D_worker_lost;
	}
}

void hr_dispatch_note_lost(hr_dispatch *self, const hr_node *leaf, const hr_built_unit *unit)
{
	(void)hr_run_note(self->run,
			  hr_report(self->run->diags, hr_dispatch_finding(unit->ended),
				    &leaf->where, unit->entry->name, leaf->path, unit->what));
}
