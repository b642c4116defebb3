/* backends/dispatch/rows.c -- leaves of tensor programs on a backend.
 *
 * The engine runs the leaf's code, with its branches and loops, and the backend computes the operations
 * for which it has kernels; the reference computes the others, from the backend's values. A result of the
 * backend counts as exact.
 * Owns:      nothing; what is counted of one execution of a leaf.
 * Clauses:   X3.
 * Not here:  one operation (row_run.c), comparing (backends/crosscheck/rows.c). */
#include <string.h>

#include "backends/dispatch/dispatch_parts.h"
#include "backends/dispatch/emit_events.h"
#include "interp/run/process.h"

enum { OPERANDS = 64 };

struct dispatch_rows {
	hr_row_sink sink; /* the first member */
	hr_dispatch *dispatch;
	const hr_backend_entry *entry;
	const hr_node *leaf;
	const char **why; /* of the statistics of the leaf */
	const hr_offload_grid *grid;
	bool given_up; /* the backend's process has failed */
	/* of this execution */
	uint64_t on_backend, copied, left;
	char first_left[2 * HR_BACKEND_TEXT];
};

/* --- an operation ----------------------------------------------------------------------------- */

/* The process of the backend has failed: the reference computes this operation and all later ones. */
static void give_up(dispatch_rows *self, const hr_row_answer *answer)
{
	const hr_level *level = self->grid->level;
	const hr_diag_id id = answer->worker == HR_WORKER_ANSWERED
				      ? HR_D_worker_failed
				      : hr_dispatch_finding(answer->worker);

	self->given_up = true;
	if (answer->worker != HR_WORKER_ANSWERED)
		hr_emit_event_worker(self->dispatch->run, self->entry->name,
				     hr_worker_word(answer->worker), answer->text);
	(void)hr_run_note(self->dispatch->run,
			  hr_report_level(self->dispatch->run, &self->leaf->where, level->parent,
					  self->grid->thread->execution, id, self->entry->name,
					  self->leaf->path, answer->text));
}

static void fail(dispatch_rows *self, const hr_row_answer *answer, hr_status *status)
{
	if (self->dispatch->policy->workers && answer->grid != HR_GRID_STOPPED) {
		give_up(self, answer);
		return;
	}
	*status = hr_dispatch_report_end(self->entry, self->grid, answer->grid, answer->text);
}

/* A kernel that the backend does not take is reported once; that there is none is not. */
static void leave(dispatch_rows *self, const hr_row_answer *answer)
{
	hr_dispatch *dispatch = self->dispatch;
	const char *why;
	bool fresh;

	if (self->left++ == 0)
		snprintf(self->first_left, sizeof(self->first_left), "%s", answer->text);
	if (answer->planned)
		return;
	hr_fork_lock_take(&dispatch->lock);
	why = hr_dispatch_say(dispatch, self->entry->name, answer->text, "", &fresh);
	if (fresh)
		(void)hr_dispatch_refuse(dispatch, self->leaf, self->entry->name, why);
	hr_fork_lock_release(&dispatch->lock);
}

static bool conclude(dispatch_rows *self, const hr_row_answer *answer, hr_status *status)
{
	switch (answer->end) {
	case HR_ROW_ON_BACKEND: self->on_backend++; return true;
	case HR_ROW_COPIED: self->copied++; return true;
	case HR_ROW_LEFT: leave(self, answer); return false;
	default: fail(self, answer, status); return false;
	}
}

static bool run(hr_row_sink *sink, const hr_row_op *op, hr_status *status)
{
	dispatch_rows *self = (dispatch_rows *)sink;
	const void *operands[OPERANDS];
	void *copies[OPERANDS], *result = op->result->data, *wide = NULL;
	hr_row_answer answer;
	bool done;

	if (self->given_up || op->count > OPERANDS)
		return false;
	for (unsigned i = 0; i < op->count; i++) {
		copies[i] = NULL;
		operands[i] = op->operands[i] ? hr_row_stored(op->operands[i], &copies[i]) : NULL;
	}
	if (hr_row_stored_bytes(op->result) != op->made->bytes)
		result = wide = hr_alloc(hr_row_stored_bytes(op->result) + 1);
	hr_process_set_backend(self->entry->name);
	hr_row_on_backend(&self->dispatch->rows, self->entry, self->leaf, op, operands, result,
			  &answer);
	hr_process_set_backend(NULL);
	done = conclude(self, &answer, status);
	if (done)
		hr_row_set_stored(op->result, result);
	for (unsigned i = 0; i < op->count; i++)
		hr_free(copies[i]);
	hr_free(wide);
	return done;
}

/* --- a leaf ----------------------------------------------------------------------------------- */

hr_offload_answer hr_dispatch_ask_rows(hr_dispatch *self, const hr_offload_question *question,
				       const hr_backend_entry *entry, hr_offloaded *taken,
				       const char **why)
{
	dispatch_rows *rows = hr_alloc_zero(sizeof(*rows));

	rows->sink.run = run;
	rows->dispatch = self;
	rows->entry = entry;
	rows->leaf = question->leaf;
	rows->why = why;
	HR_PUSH(&self->rowed, rows);
	*taken = (hr_offloaded){.unit = rows, .by = entry->name};
	return HR_OFFLOAD_WATCHED;
}

/* Operands may still be on a backend, as results of other leaves. */
hr_status hr_dispatch_before(void *data, void *unit, const hr_offload_grid *grid)
{
	hr_dispatch *self = data;
	dispatch_rows *rows = unit;

	HR_TRY(hr_dispatch_settle_tensors(self));
	HR_TRY(hr_dispatch_settle(self));
	rows->grid = grid;
	rows->on_backend = rows->copied = rows->left = 0;
	rows->first_left[0] = '\0';
	grid->thread->rows = &rows->sink;
	return HR_OK;
}

/* "6 operations, 1 copy; 2 interpreted (unique: no kernel)" */
static void write_counts(const dispatch_rows *rows, char *text, size_t room)
{
	size_t used = (size_t)snprintf(text, room, "%llu operation%s",
				       (unsigned long long)rows->on_backend,
				       rows->on_backend == 1 ? "" : "s");

	if (rows->copied && used < room)
		used += (size_t)snprintf(text + used, room - used, ", %llu cop%s",
					 (unsigned long long)rows->copied,
					 rows->copied == 1 ? "y" : "ies");
	if (rows->left && used < room)
		snprintf(text + used, room - used, "; %llu interpreted (%s)",
			 (unsigned long long)rows->left, rows->first_left);
}

hr_status hr_dispatch_after(void *data, void *unit, const hr_offload_grid *grid, hr_status status)
{
	hr_dispatch *self = data;
	dispatch_rows *rows = unit;
	char text[3 * HR_BACKEND_TEXT];

	grid->thread->rows = NULL;
	write_counts(rows, text, sizeof(text));
	hr_fork_lock_take(&self->lock);
	*rows->why = hr_dispatch_keep_text(self, text);
	hr_fork_lock_release(&self->lock);
	return status;
}
