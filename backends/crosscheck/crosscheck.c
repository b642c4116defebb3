/* backends/crosscheck/crosscheck.c -- runs every grid of every leaf on the interpreter and on
 * backends.
 *
 * Backends run first, so that they find the memory that the engine will start from. Nothing has to
 * be restored, because a worker runs the grid in a forked process. Their results count only after
 * the engine has run the grid without an error, because nothing can be expected of undefined
 * behaviour.
 * Invariant: the program continues with the engine's memory and outputs.
 * Owns:      workers (in the table of built units), rows, copies during a grid.
 * Clauses:   N4: a difference that depends on the order of instances is not reported as an error of
 *            the backend.
 * Not here:  comparing (compare_grid.c), the cause of a difference (blame.c), processes
 *            (backends/worker/worker.c). */
#include "backends/crosscheck/crosscheck.h"

#include <string.h>
#include <unistd.h>

#include "backends/bound/bound.h"
#include "backends/crosscheck/crosscheck_grid.h"
#include "backends/crosscheck/emit_findings.h"
#include "backends/dispatch/emit_events.h"
#include "backends/worker/reachable.h"
#include "interp/host/host.h"
#include "interp/run/events.h"
#include "interp/tensor/tensors.h"
#include "src/base/tick.h"

const char *hr_verdict_word(hr_verdict verdict)
{
#define VERDICT_WORD(name, word) word,
	static const char *const words[] = {HR_VERDICTS(VERDICT_WORD)};
#undef VERDICT_WORD

	return words[verdict];
}

static void conclude(hr_crosscheck_row *row, hr_verdict verdict, const char *why)
{
	if (verdict <= row->verdict)
		return;
	row->verdict = verdict;
	hr_free(row->why);
	row->why = why ? hr_strdup(why) : NULL;
}

/* --- leaves ----------------------------------------------------------------------------------- */

static const hr_uses *uses_of(hr_crosscheck *self, const hr_node *leaf)
{
	const hr_program *program = self->run->program;
	const hr_node *root = leaf;
	cross_uses *made;

	while (root->parent)
		root = root->parent;
	for (size_t i = 0; i < self->uses.count; i++)
		if (self->uses.data[i]->graph->root == root)
			return &self->uses.data[i]->uses;
	made = hr_alloc_zero(sizeof(*made));
	for (uint32_t i = 0; i < program->graph_count; i++)
		if (program->graphs[i]->root == root)
			made->graph = program->graphs[i];
	hr_uses_find(program, made->graph, &made->uses);
	HR_PUSH(&self->uses, made);
	return &made->uses;
}

static hr_crosscheck_row *row_of(const hr_crosscheck *self, const hr_node *leaf, size_t backend)
{
	size_t first = 0;

	while (self->rows[first].leaf != leaf)
		first += self->backends.count;
	return &self->rows[first + backend];
}

static hr_verdict verdict_of_worker(hr_worker_end end)
{
	switch (end) {
	case HR_WORKER_CRASHED: return HR_VERDICT_CRASHED;
	case HR_WORKER_HUNG: return HR_VERDICT_HUNG;
	case HR_WORKER_GARBAGE: return HR_VERDICT_GARBAGE;
	default: return HR_VERDICT_FAILED;
	}
}

static void report_failure(hr_crosscheck *self, const hr_node *leaf, hr_crosscheck_row *row,
			   hr_verdict verdict, const char *text)
{
	const char *what = verdict == HR_VERDICT_CRASHED    ? "crashed"
			   : verdict == HR_VERDICT_HUNG     ? "timed out"
			   : verdict == HR_VERDICT_GARBAGE  ? "wrote outside its memory"
			   : verdict == HR_VERDICT_DIVERGED ? "reported barrier divergence"
							    : "failed";
	hr_status status;

	conclude(row, verdict, text);
	self->findings++;
	status = hr_report(self->run->diags, HR_D_backend_fault, &leaf->where, row->backend, what,
			   leaf->path, text);
	if (self->status == HR_OK)
		self->status = status;
}

/* The system has no process or memory for a grid, which is no fault of the backend. */
static void report_lost(hr_crosscheck *self, const hr_node *leaf, hr_crosscheck_row *row,
			const char *text)
{
	conclude(row, HR_VERDICT_HINDERED, text);
	(void)hr_report(self->run->diags, HR_D_worker_lost, &leaf->where, row->backend, leaf->path,
			text);
	if (self->outcome == HR_OK)
		self->outcome = HR_UNSUPPORTED;
}

/* Return true if the leaf is one of a tensor program (X1), whose operations run one by one (rows.c). */
static bool is_of_rows(const hr_crosscheck *self, const hr_offload_question *question)
{
	return !question->leaf->internal && !question->leaf->dims &&
	       hr_node_calls_rows(self->run->program, question->leaf);
}

/* Build the unit of a leaf on a backend. */
static void build(hr_crosscheck *self, cross_leaf *made, size_t backend,
		  const hr_offload_question *question)
{
	const hr_backend_entry *entry = self->backends.data[backend];
	cross_got *got = &made->got[backend];
	hr_built_unit *unit;
	bool fresh;

	got->row = row_of(self, made->leaf, backend);
	if (!entry)
		return;
	if (question->hindered) {
		hr_emit_event_refusal(self->run, made->leaf, entry->name, question->hindered);
		conclude(got->row, HR_VERDICT_HINDERED, question->hindered);
		return;
	}
	if (made->rows)
		return;
	unit = hr_built_for(self->built, question, entry, &fresh);
	if (unit->built)
		got->unit = unit;
	else if (unit->ended == HR_WORKER_LOST)
		report_lost(self, made->leaf, got->row, unit->what);
	else if (unit->ended != HR_WORKER_ANSWERED)
		report_failure(self, made->leaf, got->row, verdict_of_worker(unit->ended),
			       unit->what);
	else
		conclude(got->row, HR_VERDICT_REFUSED, unit->why + strlen(entry->name) + 2);
	if (got->unit)
		made->unit = &got->unit->made->unit;
}

static cross_leaf *make_leaf(hr_crosscheck *self, const hr_offload_question *question)
{
	const hr_node *leaf = question->leaf;
	cross_leaf *made = hr_alloc_zero(sizeof(*made));

	made->leaf = leaf;
	made->varies = hr_alloc_array(leaf->input_count + 1, sizeof(bool));
	memcpy(made->varies, question->varies, leaf->input_count * sizeof(bool));
	made->got = hr_alloc_zero(self->backends.count * sizeof(*made->got));
	if (is_of_rows(self, question) && !question->hindered)
		made->rows = hr_cross_rows_new(self, made);
	for (size_t i = 0; i < self->backends.count; i++)
		build(self, made, i, question);
	if (made->unit && !(made->unit->features & HR_UNIT_TENSORS)) {
		hr_stored_find(made->unit, &made->stored);
		made->closed = hr_unit_is_closed(made->unit);
		made->uses = uses_of(self, leaf);
	}
	HR_PUSH(&self->leaves, made);
	return made;
}

static bool stores_outputs(const hr_unit *unit)
{
	for (uint32_t i = 0; i < unit->output_count; i++)
		if (unit->outputs[i].same_as < 0)
			return true;
	return false;
}

static hr_offload_answer ask(void *data, const hr_offload_question *question, hr_offloaded *taken,
			     const char **why)
{
	hr_crosscheck *self = data;
	cross_leaf *made;

	*why = NULL;
	pthread_mutex_lock(&self->lock);
	made = make_leaf(self, question);
	pthread_mutex_unlock(&self->lock);
	if (!made->unit && !made->rows)
		return HR_OFFLOAD_NEVER;
	*taken = (hr_offloaded){.unit = made, .images = made->rows || stores_outputs(made->unit)};
	return HR_OFFLOAD_WATCHED;
}

static bool any_varies(const hr_offload_question *question)
{
	for (unsigned i = 0; i < question->leaf->input_count; i++)
		if (question->varies[i])
			return true;
	return false;
}

/* Answer for an internal node that the only backend runs as one unit. With several backends only
 * leaves are compared, because all of them can run leaves. */
static hr_offload_answer ask_graph(void *data, const hr_offload_question *question,
				   hr_offloaded *taken, const char **why)
{
	hr_crosscheck *self = data;
	cross_leaf *made;

	*why = NULL;
	if (self->policy->leaves || self->backends.count != 1 || !self->backends.data[0] ||
	    question->hindered ||
	    (self->policy->whole && strcmp(question->leaf->name, self->policy->whole) != 0) ||
	    question->apart || (question->chain && any_varies(question)) ||
	    hr_node_calls_rows(self->run->program, question->leaf) ||
	    !hr_takes_graph(self->backends.data[0]->module, question->leaf, question->chain))
		return HR_OFFLOAD_NEVER;
	pthread_mutex_lock(&self->lock);
	made = make_leaf(self, question);
	pthread_mutex_unlock(&self->lock);
	if (!made->unit)
		return HR_OFFLOAD_NEVER;
	*taken = (hr_offloaded){.unit = made,
				.images = stores_outputs(made->unit),
				.inner_bytes = made->got[0].unit->made->inner_bytes};
	return HR_OFFLOAD_WATCHED;
}

/* --- before the engine runs ---------------------------------------------------------------- */

static void find_memory(hr_crosscheck *self, const cross_leaf *leaf, const hr_offload_grid *grid)
{
	const hr_node *node = leaf->leaf;
	size_t stride = hr_inputs_stride(node), bytes = node->inputs_bytes;
	bool varies = false;

	for (unsigned i = 0; i < node->input_count; i++)
		varies |= leaf->varies[i];
	hr_regions_begin(&self->regions, self->run);
	if (!leaf->closed)
		hr_regions_variables(&self->regions, self->run);
	hr_regions_arguments(&self->regions, self->run, node->inputs, node->input_count,
			     grid->inputs);
	if (varies) {
		bytes += (size_t)(hr_cross_instances(grid) - 1) * stride;
		for (uint64_t i = 1; i < hr_cross_instances(grid); i++)
			hr_regions_arguments(&self->regions, self->run, node->inputs,
					     node->input_count, grid->inputs + i * stride);
	}
	hr_regions_globals(&self->regions, self->run, leaf->uses);
	if (!leaf->closed)
		hr_regions_objects(&self->regions, grid->thread->allocations);
	self->region_bytes = hr_regions_finish(&self->regions, grid->inputs, bytes, !leaf->closed);
	hr_free(self->unsure);
	hr_free(self->sure);
	self->sure = NULL;
	self->unsure = hr_alloc_zero(self->regions.count + node->output_count + 1);
}

static uint8_t *reserve(uint8_t **buffer, size_t *room, size_t bytes)
{
	if (bytes > *room) {
		hr_free(*buffer);
		*buffer = hr_alloc(bytes);
		*room = bytes;
	}
	return *buffer;
}

static void name_ranges(const hr_crosscheck *self, cross_got *got)
{
	size_t count = self->regions.count;

	if (count > got->range_room) {
		hr_free(got->ranges);
		got->ranges = hr_alloc_array(count, sizeof(*got->ranges));
		got->range_room = count;
	}
	for (size_t i = 0; i < count; i++)
		got->ranges[i] = (hr_worker_range){.memory = self->regions.data[i].base,
						   .bytes = self->regions.data[i].bytes,
						   .written = true};
}

/* Name the ranges for a worker: after those of the regions, all other memory of the program that
 * the grid must not write, if that is certain. Return their number. */
static size_t name_all_ranges(const hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			      const hr_offload_grid *grid)
{
	size_t count = self->regions.count;

	if (!leaf->closed)
		return count;
	hr_reachable_others(grid, got->ranges, count, &got->others);
	if (count + got->others.count > got->range_room) {
		got->range_room = count + got->others.count;
		got->ranges = hr_resize_array(got->ranges, got->range_room, sizeof(*got->ranges));
	}
	for (size_t i = 0; i < got->others.count; i++)
		got->ranges[count + i] = got->others.data[i];
	return count + got->others.count;
}

/* Save what a grid has changed in the program's memory, or what backends/dispatch/device.c has
 * copied back from a device, and restore that memory. */
static void copy_before(const hr_crosscheck *self, cross_got *got)
{
	uint8_t *copies = reserve(&got->copies, &got->copies_room, 2 * self->region_bytes + 1);

	for (size_t i = 0; i < self->regions.count; i++) {
		hr_worker_range *range = &got->ranges[i];

		memcpy(copies + self->regions.data[i].at, range->memory, range->bytes);
		range->before = range->after = copies + self->regions.data[i].at;
	}
}

static void take_back(const hr_crosscheck *self, cross_got *got)
{
	uint8_t *copies = got->copies + self->region_bytes;

	for (size_t i = 0; i < self->regions.count; i++) {
		hr_worker_range *range = &got->ranges[i];

		if (memcmp(range->memory, range->before, range->bytes) == 0)
			continue;
		memcpy(copies + self->regions.data[i].at, range->memory, range->bytes);
		memcpy(range->memory, range->before, range->bytes);
		range->after = copies + self->regions.data[i].at;
	}
}

/* hpvm_malloc for backends in this process; a worker has its own. */
static void *allocate_here(void *run, uint64_t bytes)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	cross_got *got = run;
	hr_object made = {hr_pages_map(bytes ? bytes : 1, true), bytes};

	if (!made.memory)
		return NULL;
	memset(made.memory, HR_OBJECT_FILL, bytes);
	pthread_mutex_lock(&lock);
	HR_PUSH(&got->objects, made);
	pthread_mutex_unlock(&lock);
	return made.memory;
}

static void forget_objects(const hr_crosscheck *self, cross_got *got)
{
	for (size_t i = 0; i < got->objects.count && self->policy->in_process; i++)
		hr_pages_unmap(got->objects.data[i].memory,
			       got->objects.data[i].bytes ? got->objects.data[i].bytes : 1);
	got->objects.count = got->pairs.count = 0;
}

static const char *end_word(const cross_got *got)
{
	switch (got->end) {
	case HR_GRID_DONE: return "done";
	case HR_GRID_STOPPED: return "stopped";
	case HR_GRID_DIVERGED: return "diverged";
	case HR_GRID_NO_MEMORY: return "out of memory";
	case HR_GRID_TRAPPED: return "trapped";
	default: return got->worker == HR_WORKER_ANSWERED ? "failed" : hr_worker_word(got->worker);
	}
}

/* Emit the event that a backend begins or ends the grid. */
static void emit_unit_event(const cross_leaf *leaf, const cross_got *got,
			    const hr_offload_grid *grid, bool begins)
{
	if (!hr_events_want(grid->run, HR_EVENTS_NODE))
		return;
	hr_emit_event_unit(grid, leaf->leaf, begins ? HR_EVENT_BEGIN_UNIT : HR_EVENT_END_UNIT,
			   got->row->backend, begins ? NULL : end_word(got),
			   begins ? NULL : got->text);
}

void hr_cross_call(hr_crosscheck *self, cross_got *got)
{
	hr_process_set_backend(self->policy->in_process ? got->row->backend : NULL);
	got->end = hr_built_run(self->run, got->unit, &got->what, got->text);
	hr_process_set_backend(NULL);
	got->worker = hr_worker_last();
}

/* Let the process of the backend begin the grid. */
static void begin_apart(cross_got *got)
{
	const size_t bytes = hr_unit_trap_bytes(got->unit->made, &got->what);
	hr_unit_grid wide = got->what;

	if (!bytes) {
		hr_worker_begin(got->unit->built, &got->what);
		return;
	}
	wide.outputs = reserve(&got->wide, &got->wide_room, bytes);
	memset(wide.outputs, 0, bytes);
	got->wide_grid = wide;
	hr_worker_begin(got->unit->built, &got->wide_grid);
}

static void run_on(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid)
{
	const hr_unit *unit = &got->unit->made->unit;

	if (!got->levels)
		got->levels = hr_alloc_array(unit->level_count, sizeof(*got->levels));
	got->what = (hr_unit_grid){.levels = got->levels,
				   .inputs = grid->inputs,
				   .stop = &grid->run->interrupted,
				   .allocate = allocate_here,
				   .run = got};
	hr_built_levels(grid->level, got->levels, unit->level_count);
	memcpy(got->what.end, grid->end, sizeof(got->what.end));
	if (stores_outputs(unit)) {
		size_t bytes = hr_cross_instances(grid) * unit->output_stride;

		got->what.outputs = reserve(&got->outputs, &got->outputs_room, bytes);
		memset(got->what.outputs, 0, bytes);
	}
	if (self->policy->show)
		self->policy->show(leaf->leaf, got->row->backend);
	name_ranges(self, got);
	forget_objects(self, got);
	*got->text = '\0';
	emit_unit_event(leaf, got, grid, true);
	if (got->unit->entry->module->memory || self->policy->in_process) {
		copy_before(self, got);
		hr_cross_call(self, got);
		take_back(self, got);
		emit_unit_event(leaf, got, grid, false);
	} else {
		size_t count = name_all_ranges(self, leaf, got, grid);

		hr_worker_set_ranges(got->unit->built, got->ranges, count, leaf->closed);
		begin_apart(got);
		got->running = true;
	}
}

/* Wait for the process of a backend. A forked process has the memory of its start, so that it can
 * run concurrently with the engine. */
static void await(const cross_leaf *leaf, cross_got *got, const hr_offload_grid *grid)
{
	const hr_object *objects;
	size_t count;

	if (!got->running)
		return;
	got->running = false;
	got->end = hr_worker_finish(got->unit->built, got->text);
	objects = hr_worker_objects(got->unit->built, &count);
	for (size_t i = 0; i < count && got->end == HR_GRID_DONE; i++)
		HR_PUSH(&got->objects, objects[i]);
	got->text[HR_BACKEND_TEXT - 1] = '\0';
	if (hr_unit_trap_bytes(got->unit->made, &got->what))
		got->end = hr_unit_settle_traps(got->unit->made, &got->what, got->wide, got->end,
						got->text);
	got->worker = hr_worker_last();
	if (got->worker == HR_WORKER_GARBAGE)
		hr_reachable_stray(grid->run, got->text);
	emit_unit_event(leaf, got, grid, false);
}

/* Return true if grid NUMBER is not compared. The first FIRST grids are compared, and every STEP-th
 * one of the next FIRST, every second one of these in the next doubling, and so on. */
static bool is_beside(uint64_t number, uint64_t first, uint64_t step)
{
	if (number < first)
		return false;
	for (uint64_t end = 2 * first; number >= end; end *= 2)
		step *= 2;
	return number % step != 0;
}

static bool is_left_out(const hr_crosscheck *self, cross_leaf *leaf, uint64_t number)
{
	const hr_crosscheck_policy *policy = self->policy;

	if (policy->sample)
		return is_beside(number, policy->sample, 1);
	if (!leaf->sampled_from && policy->sample_after > 0 &&
	    (double)leaf->nanoseconds > policy->sample_after * (double)HR_SECOND)
		leaf->sampled_from = number;
	return leaf->sampled_from && is_beside(number, leaf->sampled_from,
					       (leaf->sampled_from + HR_SAMPLE - 1) / HR_SAMPLE);
}

/* Errors in operands are reported by the engine. */
static void before_tensors(hr_crosscheck *self, cross_leaf *leaf, const hr_offload_grid *grid)
{
	for (size_t i = 0; i < self->backends.count && !leaf->left_out; i++) {
		cross_got *got = &leaf->got[i];

		if (!got->unit || got->given_up)
			continue;
		emit_unit_event(leaf, got, grid, true);
		leaf->left_out = !hr_cross_run_tensors(self, leaf, got, grid);
		emit_unit_event(leaf, got, grid, false);
	}
}

static hr_status before(void *data, void *unit, const hr_offload_grid *grid)
{
	const uint64_t begin = hr_nanoseconds();
	hr_crosscheck *self = data;
	cross_leaf *leaf = unit;

	pthread_mutex_lock(&self->lock);
	if (leaf->apart) {
		hr_watched_apart(grid);
		return HR_OK;
	}
	leaf->left_out = leaf->undefined || is_left_out(self, leaf, leaf->grids++);
	if (leaf->left_out)
		return HR_OK;
	if (leaf->rows) {
		hr_cross_rows_begin(leaf->rows, grid);
		return HR_OK;
	}
	if (leaf->unit->features & HR_UNIT_TENSORS) {
		before_tensors(self, leaf, grid);
		leaf->nanoseconds += hr_nanoseconds() - begin;
		return HR_OK;
	}
	find_memory(self, leaf, grid);
	if (leaf->unit->features & HR_UNIT_MALLOCS && grid->thread->allocations)
		hr_objects_note_all(grid->thread->allocations);
	for (size_t i = 0; i < self->backends.count; i++)
		if (leaf->got[i].unit && !leaf->got[i].given_up)
			run_on(self, leaf, &leaf->got[i], grid);
	leaf->nanoseconds += hr_nanoseconds() - begin;
	return HR_OK;
}

/* --- after the engine has run -------------------------------------------------------------- */

/* Run the leaves of an internal node that has a finding one by one. *FOUND is set if one of them
 * has it, too. */
static hr_status look_at_leaves(hr_crosscheck *self, cross_leaf *leaf, const cross_got *got,
				const hr_offload_grid *grid, bool *found)
{
	uint64_t findings = self->findings + self->undefined;
	cross_suspended suspended;
	hr_status status;

	*found = false;
	if (!leaf->leaf->internal)
		return HR_OK;
	leaf->apart = true;
	hr_cross_restart(self, got, &suspended);
	status = hr_watched_leaves(grid);
	hr_cross_return(self, &suspended);
	*found = self->findings + self->undefined != findings;
	return status;
}

static hr_status settle_failure(hr_crosscheck *self, cross_leaf *leaf, cross_got *got,
				const hr_offload_grid *grid)
{
	char text[2 * HR_BACKEND_TEXT];
	hr_verdict verdict = HR_VERDICT_FAILED;
	bool found;

	snprintf(text, sizeof(text), "%s", got->text);
	if (got->end == HR_GRID_DIVERGED) {
		verdict = HR_VERDICT_DIVERGED;
		snprintf(text, sizeof(text), "not all instances meet at a barrier: %s", got->text);
	} else if (got->end == HR_GRID_NO_MEMORY) {
		snprintf(text, sizeof(text), "it is out of memory");
	} else if (got->end == HR_GRID_TRAPPED) {
		verdict = HR_VERDICT_TRAPPED;
		snprintf(text, sizeof(text), "%s; in the interpreter no instance does", got->text);
	} else {
		verdict = verdict_of_worker(got->worker);
	}
	got->given_up = true;
	if (got->end == HR_GRID_FAILED && got->worker != HR_WORKER_ANSWERED)
		hr_emit_event_worker(self->run, got->row->backend, hr_worker_word(got->worker),
				     text);
	hr_emit_event_failure(grid, got->row->backend, hr_verdict_word(verdict), text);
	if (got->worker == HR_WORKER_LOST) {
		report_lost(self, leaf->leaf, got->row, text);
		return HR_OK;
	}
	HR_TRY(look_at_leaves(self, leaf, got, grid, &found));
	if (found) {
		conclude(got->row, verdict, text);
		return HR_OK;
	}
	report_failure(self, leaf->leaf, got->row, verdict, text);
	hr_cross_keep(self, leaf, got, grid);
	return HR_OK;
}

/* Ignore all differences of this leaf from now on. */
static void excuse_undefined(hr_crosscheck *self, cross_leaf *leaf, const cross_got *got,
			     hr_compared *sum, const char *why)
{
	self->undefined++;
	leaf->undefined = true;
	*sum = (hr_compared){0};
	conclude(got->row, HR_VERDICT_UNDEFINED, why);
}

/* Only undefined bytes differ, which is no error of the backend. */
static void conclude_undefined(hr_crosscheck *self, hr_crosscheck_row *row, const hr_compared *sum)
{
	const cross_look *look = self->look;
	char text[1600];

	self->undefined++;
	row->undefined_differ += sum->undefined;
	snprintf(text, sizeof(text),
		 "only undefined bytes differ, %llu of %llu%s%s; see hpvm-run --check=%s",
		 (unsigned long long)sum->undefined, (unsigned long long)look->bytes,
		 *look->first ? ": " : "", look->first, look->poison ? "poison" : "uninit");
	conclude(row, HR_VERDICT_UNDEFINED, text);
}

/* Look at the grid again. Return true if that explains the difference, which *SUM and *SPOT then no
 * longer have. */
static bool look_again(hr_crosscheck *self, cross_leaf *leaf, cross_got *got,
		       const hr_offload_grid *grid, cross_spot *spot, hr_compared *sum)
{
	hr_cross_look(self, leaf, got, grid);
	if (!self->look)
		return false;
	*sum = hr_cross_compare(self, leaf, got, grid, spot);
	if (!sum->mismatches)
		conclude_undefined(self, got->row, sum);
	return !sum->mismatches;
}

/* Return true if the last look has found an error of the program that explains the difference. */
static bool excuse_fault(hr_crosscheck *self, cross_leaf *leaf, const cross_got *got,
			 const hr_offload_grid *grid, const cross_spot *spot, hr_compared *sum)
{
	hr_arena arena;
	const char *fault;

	hr_arena_init(&arena);
	fault = hr_cross_fault(self, leaf, grid, spot, &arena);
	if (fault)
		excuse_undefined(self, leaf, got, sum, fault);
	hr_arena_free(&arena);
	return fault != NULL;
}

static hr_status blame(hr_crosscheck *self, cross_leaf *leaf, cross_got *got,
		       const hr_offload_grid *grid, cross_spot *spot, hr_compared *sum)
{
	const uint64_t findings = self->findings, unexplained = self->unexplained;
	const bool whole = leaf->leaf->internal;
	bool found;

	if (!whole && look_again(self, leaf, got, grid, spot, sum))
		return HR_OK;
	HR_TRY(hr_cross_excuse(self, leaf, got, grid, spot, sum));
	if (!sum->mismatches || excuse_fault(self, leaf, got, grid, spot, sum))
		return HR_OK;
	HR_TRY(look_at_leaves(self, leaf, got, grid, &found));
	if (!found) {
		if (whole && (look_again(self, leaf, got, grid, spot, sum) ||
			      excuse_fault(self, leaf, got, grid, spot, sum)))
			return HR_OK;
		return hr_cross_blame(self, leaf, got, grid, spot);
	}
	if (self->findings == findings)
		excuse_undefined(self, leaf, got, sum, "one of its leaves is");
	else if (self->findings - findings == self->unexplained - unexplained)
		conclude(got->row, HR_VERDICT_UNEXPLAINED, "one of its leaves is");
	else
		conclude(got->row, HR_VERDICT_DIFFERS, "one of its leaves does");
	return HR_OK;
}

/* Save the objects that the engine has allocated. */
static void keep_objects(hr_crosscheck *self, const cross_leaf *leaf, const hr_offload_grid *grid)
{
	const hr_object *noted;
	size_t count;

	self->objects.count = 0;
	self->objects_unsure = false;
	if (!(leaf->unit->features & HR_UNIT_MALLOCS) || !grid->thread->allocations)
		return;
	noted = hr_objects_noted(grid->thread->allocations, &count);
	for (size_t i = 0; i < count; i++)
		HR_PUSH(&self->objects, noted[i]);
}

static void match_objects(const hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid)
{
	cross_match *match = hr_cross_match_begin(self->objects.data, self->objects.count,
						  got->objects.data, got->objects.count);
	const cross_pair *pairs;
	size_t count;

	for (size_t i = 0; i < self->regions.count; i++)
		if (got->ranges[i].after != got->ranges[i].before)
			hr_cross_match(match, self->regions.data[i].base,
				       (uint8_t *)(uintptr_t)got->ranges[i].after,
				       self->regions.data[i].bytes);
	if (got->what.outputs && grid->outputs)
		hr_cross_match(match, grid->outputs, got->what.outputs,
			       hr_cross_instances(grid) * leaf->unit->output_stride);
	pairs = hr_cross_match_pairs(match, &count);
	for (size_t i = 0; i < count; i++)
		HR_PUSH(&got->pairs, pairs[i]);
	hr_cross_match_end(match);
}

/* Return true if results may differ because of other roundings, or another order of sums in
 * memory. */
static bool may_round(const cross_leaf *leaf, const cross_got *got)
{
	const hr_liberties liberties = hr_liberties_of(got->unit->entry->module);

	return leaf->stored.sums_floats || liberties.reassociates || liberties.contracts ||
	       liberties.functions || got->unit->made->unit.features & HR_UNIT_FAST_MATH;
}

/* For a node whose instances are groups, bounds exist for its leaves only. */
static hr_status bound_leaves(hr_crosscheck *self, cross_leaf *leaf, cross_got *got,
			      const hr_offload_grid *grid)
{
	bool found;

	HR_TRY(look_at_leaves(self, leaf, got, grid, &found));
	if (found)
		conclude(got->row, HR_VERDICT_DIFFERS, "one of its leaves does");
	else
		conclude(got->row, HR_VERDICT_ACCURACY,
			 "bounds apply to its leaves, which are compared from now on");
	return HR_OK;
}

static void note_bounds(hr_crosscheck_row *row, const hr_compared *sum)
{
	if (sum->within && (!row->within || sum->share > row->share)) {
		row->share = sum->share;
		row->off_ulps = sum->off_ulps;
		row->allowed_ulps = sum->allowed_ulps;
		row->bounded = true;
	}
	row->within += sum->within;
}

/* Conclude what the remaining differences mean, after bounds were applied. */
static void conclude_bounds(const hr_crosscheck *self, hr_crosscheck_row *row,
			    const hr_compared *sum, const char *why)
{
	char text[100] = "the error of some values has no bound";

	note_bounds(row, sum);
	if (sum->open && self->bounds.unsure && self->bounds.line)
		snprintf(text, sizeof(text), "a comparison in line %u depends on rounding",
			 self->bounds.line);
	else if (sum->open && self->bounds.unsure)
		snprintf(text, sizeof(text), "a comparison depends on rounding");
	if (sum->open)
		conclude(row, HR_VERDICT_ACCURACY, text);
	else if (sum->within)
		conclude(row, HR_VERDICT_BOUNDED, why);
}

/* Conclude from SUM, where bounds are known; WHY is the remark of a row without a difference, or NULL. */
static void conclude_sum(hr_crosscheck *self, hr_crosscheck_row *row, const hr_compared *sum,
			 const char *why)
{
	row->bytes += sum->bytes;
	self->bounds.unsure = false;
	conclude_bounds(self, row, sum, why);
	if (sum->worst_ulps > row->worst_ulps)
		row->worst_ulps = sum->worst_ulps;
	row->mismatches += sum->mismatches;
	if (sum->mismatches)
		conclude(row, HR_VERDICT_DIFFERS, NULL);
	else
		conclude(row, HR_VERDICT_SAME, why);
}

static hr_status judge_tensors(hr_crosscheck *self, cross_leaf *leaf, cross_got *got,
			       const hr_offload_grid *grid)
{
	hr_compared sum = hr_cross_judge_tensors(self, leaf, got, grid);

	conclude_sum(self, got->row, &sum, NULL);
	if (sum.mismatches)
		hr_cross_keep(self, leaf, got, grid);
	else
		hr_cross_remember(self, leaf, got, grid);
	hr_cross_forget_tensors(got);
	return HR_OK;
}

static hr_status judge(hr_crosscheck *self, cross_leaf *leaf, cross_got *got,
		       const hr_offload_grid *grid)
{
	char text[HR_BACKEND_TEXT];
	hr_crosscheck_row *row = got->row;
	cross_spot spot;
	hr_compared sum;

	self->bounded = false;
	hr_cross_forget_look(self);
	if (got->end == HR_GRID_STOPPED)
		return HR_OK; /* the engine has detected it, too */
	row->grids++;
	row->instances += hr_cross_instances(grid);
	if (got->end == HR_GRID_REFUSED) {
		row->grids--;
		row->instances -= hr_cross_instances(grid);
		conclude(row, HR_VERDICT_REFUSED, got->text);
		got->given_up = true;
		return HR_OK;
	}
	if (got->end != HR_GRID_DONE)
		return settle_failure(self, leaf, got, grid);
	if (leaf->unit->features & HR_UNIT_TENSORS)
		return judge_tensors(self, leaf, got, grid);
	match_objects(self, leaf, got, grid);
	sum = hr_cross_compare(self, leaf, got, grid, &spot);
	row->bytes += sum.bytes;
	if (sum.mismatches && may_round(leaf, got)) {
		if (got->unit->made->unit.features & HR_UNIT_GROUPS)
			return bound_leaves(self, leaf, got, grid);
		if (!hr_cross_bound(self, got, grid, text)) {
			conclude(row, HR_VERDICT_ACCURACY, text);
			return HR_OK;
		}
		sum = hr_cross_compare(self, leaf, got, grid, &spot);
		conclude_bounds(self, row, &sum, NULL);
	}
	if (sum.mismatches && !row->mismatches)
		HR_TRY(blame(self, leaf, got, grid, &spot, &sum));
	if (sum.worst_ulps > row->worst_ulps)
		row->worst_ulps = sum.worst_ulps;
	row->mismatches += sum.mismatches;
	conclude(row,
		 !sum.mismatches ? HR_VERDICT_SAME
		 : row->unlooked ? HR_VERDICT_UNEXPLAINED
				 : HR_VERDICT_DIFFERS,
		 row->unlooked);
	/* Otherwise the case of one of its leaves is kept. */
	if (sum.mismatches && !(leaf->leaf->internal && row->why))
		hr_cross_keep(self, leaf, got, grid);
	else if (!sum.mismatches)
		hr_cross_remember(self, leaf, got, grid);
	return HR_OK;
}

/* Judge what BACKEND has computed of a leaf of a tensor program. */
static hr_status judge_rows(hr_crosscheck *self, cross_leaf *leaf, size_t backend,
			    const hr_offload_grid *grid)
{
	cross_got *got = &leaf->got[backend];
	char text[HR_CROSS_ROWS_TEXT];
	hr_compared sum;

	if (got->end == HR_GRID_STOPPED)
		return HR_OK;
	if (got->end != HR_GRID_DONE)
		return settle_failure(self, leaf, got, grid);
	if (!hr_cross_rows_text(leaf->rows, backend, text)) {
		conclude(got->row, HR_VERDICT_REFUSED, text);
		return HR_OK;
	}
	got->row->grids++;
	got->row->instances++;
	sum = hr_cross_judge_rows(leaf->rows, backend, grid);
	conclude_sum(self, got->row, &sum, *text ? text : NULL);
	if (sum.mismatches && self->policy->cases)
		got->row->no_case = "the leaf is one of a tensor program";
	return HR_OK;
}

static hr_status after_rows(hr_crosscheck *self, cross_leaf *leaf, const hr_offload_grid *grid,
			    hr_status status)
{
	if (!leaf->left_out)
		hr_cross_rows_end(leaf->rows, grid);
	for (size_t i = 0; i < self->backends.count && status == HR_OK; i++)
		if (self->backends.data[i] && leaf->left_out)
			leaf->got[i].row->left_out++;
		else if (self->backends.data[i] && !leaf->got[i].given_up)
			status = judge_rows(self, leaf, i, grid);
	hr_cross_rows_forget(leaf->rows);
	return status;
}

/* The interpreter has stopped at an error: an instance that ends in a failed check does so on the
 * backend, too. */
static void judge_trap(cross_got *got, const hr_offload_grid *grid)
{
	if (!got->unit || got->given_up || got->end != HR_GRID_TRAPPED)
		return;
	got->row->grids++;
	got->row->instances += hr_cross_instances(grid);
	conclude(got->row, HR_VERDICT_SAME, "an instance traps, as in the interpreter");
}

static hr_status after(void *data, void *unit, const hr_offload_grid *grid, hr_status status)
{
	const uint64_t begin = hr_nanoseconds();
	hr_crosscheck *self = data;
	cross_leaf *leaf = unit;
	bool apart = leaf->apart;

	if (leaf->rows) {
		status = after_rows(self, leaf, grid, status);
		pthread_mutex_unlock(&self->lock);
		return status;
	}
	for (size_t i = 0; i < self->backends.count; i++) {
		await(leaf, &leaf->got[i], grid);
		if (status == HR_TRAP && !leaf->left_out && !apart)
			judge_trap(&leaf->got[i], grid);
	}
	if (!apart && status == HR_OK)
		keep_objects(self, leaf, grid);
	for (size_t i = 0; i < self->backends.count && status == HR_OK && !apart; i++)
		if (leaf->got[i].unit && (leaf->left_out || leaf->undefined)) {
			leaf->got[i].row->left_out++;
			leaf->got[i].row->sampled_from = leaf->sampled_from;
		} else if (leaf->got[i].unit && !leaf->got[i].given_up) {
			status = judge(self, leaf, &leaf->got[i], grid);
		}
	leaf->nanoseconds += hr_nanoseconds() - begin;
	pthread_mutex_unlock(&self->lock);
	return status;
}

/* --- set-up and end ------------------------------------------------------------------------ */

/* The bounds of tensors are the same for all backends: the widest. */
static void allow_rounding(hr_crosscheck *self, const hr_backend_entry *entry)
{
	hr_rounding widest = hr_tensors_rounding(self->run);
	hr_backend_rounding its = {0};

	if (entry->module->rounding)
		entry->module->rounding(&entry->host, &its);
	if (its.relative <= widest.relative)
		return;
	widest = (hr_rounding){its.relative, its.absolute, its.largest};
	hr_tensors_rounded(self->run, &widest);
}

static hr_status load(hr_crosscheck *self)
{
	const hr_crosscheck_policy *policy = self->policy;

	for (size_t i = 0; i < policy->backend_count; i++)
		hr_built_try(self->built, policy->backends[i]);
	for (size_t i = 0; i < policy->backend_count; i++) {
		const char *why;
		const hr_backend_entry *entry =
			hr_built_load(self->built, policy->backends[i], &why);

		HR_PUSH(&self->backends, entry);
		HR_PUSH(&self->out, entry ? NULL : hr_strdup(why));
		if (entry)
			allow_rounding(self, entry);
		if (entry)
			continue;
		HR_TRY(hr_built_report_out(self->built, policy->backends[i], why, &self->outcome));
		self->findings++;
	}
	return HR_OK;
}

static size_t count_nodes(const hr_program *program)
{
	size_t count = 0;

	for (uint32_t g = 0; g < program->graph_count; g++)
		count += program->graphs[g]->node_count;
	return count;
}

static void make_rows(hr_crosscheck *self)
{
	const hr_program *program = self->run->program;
	hr_crosscheck_row *row;

	self->row_count = count_nodes(program) * self->backends.count;
	row = self->rows = hr_alloc_zero((self->row_count + 1) * sizeof(*row));
	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++)
			for (size_t b = 0; b < self->backends.count; b++) {
				row->leaf = program->graphs[g]->nodes[i];
				row->backend = self->policy->backends[b];
				if (self->out.data[b] && !row->leaf->internal)
					conclude(row, HR_VERDICT_OUT, self->out.data[b]);
				row++;
			}
}

static uint64_t thread_count(const hr_crosscheck_policy *policy)
{
	long count = policy->host.threads ? policy->host.threads : sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (uint64_t)count : 1;
}

hr_status hr_crosscheck_new(hr_run *run, const hr_crosscheck_policy *policy,
			    hr_crosscheck **crosscheck)
{
	hr_crosscheck *self = hr_alloc_zero(sizeof(*self));
	pthread_mutexattr_t again;
	hr_status status;

	self->offload = (hr_offload){.data = self,
				     .ask = ask,
				     .ask_graph = ask_graph,
				     .before = before,
				     .after = after,
				     .threads = thread_count(policy)};
	self->run = run;
	self->policy = policy;
	pthread_mutexattr_init(&again);
	/* Leaves are compared while a node is. */
	pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&self->lock, &again);
	pthread_mutexattr_destroy(&again);
	self->built = hr_built_new(run, &policy->search, &policy->host);
	if (!policy->in_process)
		hr_built_use_workers(self->built, &policy->limits);
	hr_row_runner_begin(&self->runner, run, self->built, !policy->in_process);
	status = load(self);
	if (status != HR_OK) {
		hr_crosscheck_free(self);
		return status;
	}
	make_rows(self);
	*crosscheck = self;
	return HR_OK;
}

static void free_leaf(const hr_crosscheck *self, cross_leaf *leaf)
{
	for (size_t i = 0; i < self->backends.count; i++) {
		hr_free(leaf->got[i].ranges);
		HR_VEC_FREE(&leaf->got[i].others);
		hr_free(leaf->got[i].outputs);
		hr_free(leaf->got[i].wide);
		hr_free(leaf->got[i].levels);
		hr_free(leaf->got[i].copies);
		forget_objects(self, &leaf->got[i]);
		HR_VEC_FREE(&leaf->got[i].objects);
		HR_VEC_FREE(&leaf->got[i].pairs);
		hr_cross_forget_tensors(&leaf->got[i]);
		HR_VEC_FREE(&leaf->got[i].results);
	}
	hr_free(leaf->got);
	hr_cross_rows_free(leaf->rows);
	hr_cross_forget(leaf);
	hr_free(leaf->varies);
	hr_stored_free(&leaf->stored);
	hr_free(leaf);
}

void hr_crosscheck_free(hr_crosscheck *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->leaves.count; i++)
		free_leaf(self, self->leaves.data[i]);
	HR_VEC_FREE(&self->leaves);
	hr_cross_free_cases(self);
	for (size_t i = 0; i < self->uses.count; i++) {
		hr_uses_free(&self->uses.data[i]->uses);
		hr_free(self->uses.data[i]);
	}
	HR_VEC_FREE(&self->uses);
	for (size_t i = 0; i < self->row_count; i++) {
		hr_free(self->rows[i].why);
		hr_free(self->rows[i].first);
		hr_free(self->rows[i].replay);
		hr_free(self->rows[i].unlooked);
	}
	hr_free(self->rows);
	hr_free(self->shown);
	HR_VEC_FREE(&self->backends);
	for (size_t i = 0; i < self->out.count; i++)
		hr_free(self->out.data[i]);
	HR_VEC_FREE(&self->out);
	hr_built_free(self->built);
	hr_row_runner_end(&self->runner);
	HR_VEC_FREE(&self->regions);
	HR_VEC_FREE(&self->objects);
	hr_free(self->unsure);
	hr_free(self->saved);
	HR_VEC_FREE(&self->bounds.of);
	hr_tally_free(&self->tally);
	hr_free(self->sure);
	hr_cross_forget_look(self);
	pthread_mutex_destroy(&self->lock);
	hr_free(self);
}

const hr_offload *hr_crosscheck_offload(hr_crosscheck *self)
{
	return &self->offload;
}

/* Return the node above LEAF that was compared with everything below it, or NULL. */
static const hr_node *compared_above(const hr_crosscheck *self, const hr_node *leaf)
{
	for (const hr_node *node = leaf->parent; node; node = node->parent)
		if (row_of(self, node, 0)->grids)
			return node;
	return NULL;
}

static void settle_rows(hr_crosscheck *self)
{
	for (size_t i = 0; i < self->row_count && self->backends.count == 1; i++) {
		hr_crosscheck_row *row = &self->rows[i];
		const hr_node *above = row->leaf->internal || row->verdict != HR_VERDICT_NOT_RUN
					       ? NULL
					       : compared_above(self, row->leaf);

		if (above)
			conclude(row, HR_VERDICT_WITHIN, above->path);
	}
}

void hr_crosscheck_emit(hr_crosscheck *self)
{
	size_t count;
	const hr_crosscheck_row *rows = hr_crosscheck_rows(self, &count);

	for (size_t i = 0; i < count; i++)
		hr_emit_event_verdict(self->run, &rows[i]);
}

const hr_crosscheck_row *hr_crosscheck_rows(hr_crosscheck *self, size_t *count)
{
	settle_rows(self);
	if (!self->shown)
		self->shown = hr_alloc_array(self->row_count + 1, sizeof(*self->shown));
	*count = 0;
	for (size_t i = 0; i < self->row_count; i++)
		if (!self->rows[i].leaf->internal || self->rows[i].grids ||
		    self->rows[i].verdict >= HR_VERDICT_UNEXPLAINED)
			self->shown[(*count)++] = self->rows[i];
	return self->shown;
}

hr_status hr_crosscheck_status(const hr_crosscheck *self)
{
	return self->status != HR_OK ? self->status : self->outcome;
}
