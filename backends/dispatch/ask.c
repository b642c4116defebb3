/* backends/dispatch/ask.c -- answers the interpreter's query which backend runs a leaf or a graph.
 *
 * Invariant: a query is answered with the lock held.
 * Owns:      nothing.
 * Clauses:   M1 (through interp/run/offload.h).
 * Not here:  the backend chosen for a leaf (choose.c), --backend auto (contest.c). */
#include <string.h>

#include "backends/dispatch/dispatch_parts.h"
#include "backends/dispatch/emit_events.h"
#include "src/base/tick.h"

/* --- leaves ----------------------------------------------------------------------------------- */

static hr_offload_answer ask_backend(hr_dispatch *self, const hr_offload_question *question,
				     const hr_backend_entry *entry, hr_offloaded *taken,
				     const char **why)
{
	uint64_t begun = hr_nanoseconds();
	bool fresh;
	hr_built_unit *unit = hr_built_for(self->built, question, entry, &fresh);
	dispatch_sent *to = hr_dispatch_sent_to(self, unit);

	*why = unit->built ? hr_dispatch_stray(self, to) : unit->why;
	if (*why) {
		bool reported = to->reported || question->leaf->internal;

		to->reported = true;
		if (unit->ended != HR_WORKER_ANSWERED && fresh)
			hr_dispatch_note_lost(self, question->leaf, unit);
		else if (!reported)
			hr_dispatch_refuse(self, question->leaf, entry->name, *why);
		return HR_OFFLOAD_NEVER;
	}
	*taken = hr_dispatch_taken_by(self, to, fresh ? hr_nanoseconds() - begun : 0);
	/* Workers build a unit twice. */
	*why = fresh && !self->policy->workers ? unit->remark : NULL;
	return HR_OFFLOAD_TAKEN;
}

/* Return true if the leaf is one of a tensor program (X1): its code calls operations, which run one by
 * one. */
static bool is_of_rows(const hr_dispatch *self, const hr_node *leaf)
{
	return !leaf->dims && hr_node_calls_rows(self->run->program, leaf);
}

static hr_offload_answer ask_locked(hr_dispatch *self, const hr_offload_question *question,
				    hr_offloaded *taken, const char **why)
{
	const char *name = hr_dispatch_chosen(self, question->leaf), *out = NULL;
	bool automatic = strcmp(name, "auto") == 0, fresh;
	hr_offload_answer answer;
	const hr_backend_entry *entry;

	if (automatic && !question->hindered && hr_dispatch_is_cold(self, question))
		return HR_OFFLOAD_LATER;
	if (automatic && question->hindered) {
		*why = hr_dispatch_say(self, "backends", question->hindered, "", &fresh);
		return HR_OFFLOAD_NEVER;
	}
	if (automatic)
		return hr_dispatch_contest(self, question, taken, why);
	entry = hr_dispatch_backend_for(self, question->leaf, name, &out);
	if (!entry)
		return hr_dispatch_go_without(self, question->leaf, name, out, why);
	if (question->hindered) {
		*why = hr_dispatch_say(self, entry->name, question->hindered, "", &fresh);
		hr_emit_event_refusal(self->run, question->leaf, entry->name, question->hindered);
		return fresh ? hr_dispatch_refuse(self, question->leaf, entry->name, *why)
			     : HR_OFFLOAD_NEVER;
	}
	answer = (is_of_rows(self, question->leaf) ? hr_dispatch_ask_rows : ask_backend)(
		self, question, entry, taken, why);
	if (answer == HR_OFFLOAD_TAKEN && !*why)
		*why = out;
	return answer;
}

hr_offload_answer hr_dispatch_ask(void *data, const hr_offload_question *question,
				  hr_offloaded *taken, const char **why)
{
	hr_dispatch *self = data;
	hr_offload_answer answer;

	hr_fork_lock_take(&self->lock);
	answer = ask_locked(self, question, taken, why);
	hr_fork_lock_release(&self->lock);
	return answer;
}

/* --- graphs ----------------------------------------------------------------------------------- */

/* Return the backend that was chosen for all leaves below NODE, or NULL if the choices differ or
 * some leaf has none. */
static const hr_backend_entry *backend_below(hr_dispatch *self, const hr_node *node)
{
	const hr_backend_entry *all = NULL, *one;
	const char *why;

	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];
		const char *name = hr_dispatch_chosen(self, child);

		if (child->internal)
			one = backend_below(self, child);
		else
			one = strcmp(name, "auto") == 0
				      ? NULL
				      : hr_dispatch_backend_for(self, child, name, &why);
		if (!one || (all && one != all))
			return NULL;
		all = one;
	}
	return all;
}

/* A graph that cannot run as one unit is run leaf by leaf, without a warning, because only time is
 * lost. With workers, leaves always run separately, so that a finding refers to a leaf. */
hr_offload_answer hr_dispatch_ask_graph(void *data, const hr_offload_question *question,
					hr_offloaded *taken, const char **why)
{
	hr_dispatch *self = data;
	const hr_backend_entry *entry;
	hr_offload_answer answer = HR_OFFLOAD_NEVER;
	bool fresh;

	hr_fork_lock_take(&self->lock);
	entry = question->hindered || self->policy->workers ||
				hr_node_calls_rows(self->run->program, question->leaf)
			? NULL
			: backend_below(self, question->leaf);
	if (entry && question->apart)
		*why = entry->module->memory
			       ? hr_dispatch_say(self, entry->name, question->apart, "", &fresh)
			       : NULL;
	else if (entry && hr_takes_graph(entry->module, question->leaf, question->chain))
		answer = ask_backend(self, question, entry, taken, why);
	hr_fork_lock_release(&self->lock);
	return answer;
}
