/* backends/dispatch.c -- which leaf goes to which backend, and what interp/ asks of that.
 *
 * What is refused is said once for each unit and backend (built.h), and the interpreter runs the leaf.
 * Invariant: one built unit runs one grid at a time.
 * Owns:      what is known of how fast units are, texts.
 * Clauses:   M1 (through offload.h), M3 and H4 for what backends report.
 * Not here:  building and running units (built.c), grids (interp/schedule_offload.c). */
#include "dispatch.h"

#include <string.h>
#include <unistd.h>

#include "built.h"
#include "device.h"
#include "reach.h"
#include "tell.h"
#include "tensor_grid.h"
#include "tick.h"
#include "vec.h"

/* --backend auto: what a leaf must have cost before it is worth compiling, about 20 ms, which may be few operations on
 * tensors; how many grids, or nanoseconds, then tell whether it was. */
enum { HOT_OPERATIONS = 10 * 1000 * 1000, HOT_NANOSECONDS = 20 * 1000 * 1000, TRIAL_GRIDS = 4, TRIAL_NANOSECONDS = 2 * 1000 * 1000 };
/* What it must have taken, wherever it ran, before it is compiled for a device, too, whose compilers are slow. */
enum { DEVICE_NANOSECONDS = 200 * 1000 * 1000 };

typedef struct sent {
	hr_built_unit *unit;             /* borrowed */
	bool told;                       /* that it is refused */
	bool judged;                     /* --backend auto: */
	/* What it took here but for the first grid, which found cold caches. */
	double took;
	uint64_t ran, grids;
	/* In a worker: */
	bool looked, follows;            /* what hr_unit_follows() has said */
	const char *spoiled;             /* what it did wrong, for which it runs no more; NULL: nothing */
	hr_ranges ranges;
} sent;

/* --backend auto: who wants to run a leaf. */
typedef struct contest {
	const hr_node *leaf;
	double interpreted;              /* nanoseconds of an instance */
	HR_VEC(sent *) entrants;
	const char *refused;             /* "cpu: a barrier", by one of those who did not enter; NULL: nobody did */
	bool devices;                    /* they were asked, too */
	sent *winner;                    /* once it is decided; NULL: the interpreter */
	bool decided;
	const char *figures;             /* if it is: why; NULL: nobody entered */
} contest;

struct hr_dispatch {
	hr_offload offload;
	hr_run *run;
	const hr_backend_policy *policy;
	pthread_mutex_t lock;            /* all below */
	hr_built *built;                 /* owns */
	hr_kept *kept;                   /* owns */
	const hr_thread *keeper;         /* who runs an execution that may leave something on devices */
	const hr_backend_entry *behind;  /* whose grids may not be over; NULL: nobody's */
	hr_status failed;                /* what a device's failure after its grids has come to; told */
	const hr_backend_entry *stayed;  /* with whom results of tensor operations have stayed; NULL: none have */
	HR_VEC(sent *) sent;             /* owns */
	HR_VEC(contest *) contests;      /* owns */
	HR_VEC(char *) said;             /* owns */
	HR_VEC(const char *) out;        /* names of backends that are, as the policy has them */
	hr_status outcome;               /* because of these */
};

/* --- words ----------------------------------------------------------------------------------------- */

/* TEXT, as long as SELF lives. */
static const char *keep_text(hr_dispatch *self, const char *text)
{
	for (size_t i = 0; i < self->said.count; i++)
		if (strcmp(self->said.data[i], text) == 0)
			return self->said.data[i];
	HR_PUSH(&self->said, hr_strdup(text));
	return HR_LAST(&self->said);
}

/* "cpu: what: more", which lives as long as SELF; *FRESH: it has not been said before. */
static const char *say(hr_dispatch *self, const char *backend, const char *what, const char *more,
		       bool *fresh)
{
	char line[3 * HR_BACKEND_TEXT];
	size_t known = self->said.count;
	const char *kept;

	snprintf(line, sizeof(line), "%s: %s%s%s", backend, what, *more ? ": " : "", more);
	kept = keep_text(self, line);
	*fresh = self->said.count != known;
	return kept;
}

static hr_offload_answer refuse(hr_dispatch *self, const hr_node *leaf, const char *backend,
				const char *why)
{
	(void)hr_run_note(self->run, hr_report(self->run->diags, HR_D_backend_refuses, &leaf->where,
					       backend, leaf->path, why + strlen(backend) + 2));
	return HR_OFFLOAD_NEVER;
}

/* --- choosing ------------------------------------------------------------------------------------- */

static bool is_backend(const char *name)
{
	return name && strcmp(name, "interp") != 0 && strcmp(name, "hint") != 0 &&
	       strcmp(name, "auto") != 0;
}

/* What may run a leaf with this hint, the best first. */
static const char *const *names_for_hint(hr_target hint)
{
	static const char *const none[] = {NULL}, *const cpu[] = {"cpu", NULL};
	static const char *const gpu[] = {"cuda", "opencl", NULL};
	static const char *const either[] = {"cuda", "opencl", "cpu", NULL};
	static const char *const fpga[] = {"fpga", NULL}, *const tensor[] = {"cudnn", "onednn", NULL};

	switch (hint) {
	case HR_TARGET_CPU: return cpu;
	case HR_TARGET_GPU: return gpu;
	case HR_TARGET_CPU_OR_GPU: return either;
	case HR_TARGET_FPGA: return fpga;
	case HR_TARGET_CUDNN:
	case HR_TARGET_TENSOR: return tensor;
	default: return none;
	}
}

static const char *chosen(const hr_dispatch *self, const hr_node *leaf)
{
	const char *backend = self->policy->backend ? self->policy->backend : "interp";

	for (size_t i = 0; i < self->policy->choice_count; i++) {
		const hr_backend_choice *choice = &self->policy->choices[i];

		for (const hr_node *node = leaf; node; node = node->parent)
			if (strcmp(choice->node, node->path) == 0 || strcmp(choice->node, node->name) == 0)
				backend = choice->backend;
	}
	return backend;
}

/* The best backend for a hint that can be used. *WHY: which better ones are out, "cuda is out: ..."; NULL: none is. */
static const hr_backend_entry *backend_for_hint(hr_dispatch *self, hr_target hint, const char **why)
{
	const hr_backend_entry *entry = NULL;
	char text[3 * HR_BACKEND_TEXT] = "";
	const char *out;

	for (const char *const *names = names_for_hint(hint); *names && !entry; names++) {
		size_t used = strlen(text);

		entry = hr_built_load(self->built, *names, &out);
		if (!entry)
			snprintf(text + used, sizeof(text) - used, "%s%s is out: %s", used ? "; " : "", *names, out);
	}
	*why = *text ? keep_text(self, text) : NULL;
	return entry;
}

/* The backend for LEAF. NULL: none. *WHY: what is out that was meant; NULL: nothing. */
static const hr_backend_entry *backend_for(hr_dispatch *self, const hr_node *leaf,
					   const char *name, const char **why)
{
	*why = NULL;
	if (is_backend(name))
		return hr_built_load(self->built, name, why);
	return strcmp(name, "hint") == 0 ? backend_for_hint(self, leaf->hint, why) : NULL;
}

/* What was meant for LEAF is out. */
static hr_offload_answer go_without(hr_dispatch *self, const hr_node *leaf, const char *name, const char *out,
				    const char **why)
{
	bool fresh;

	*why = out ? say(self, name, out, "", &fresh) : NULL;
	if (!out || strcmp(name, "hint") != 0)
		return HR_OFFLOAD_NEVER;
	(void)say(self, leaf->path, out, "", &fresh);
	if (fresh)
		(void)hr_run_note(self->run, hr_report(self->run->diags, HR_D_hint_unserved, &leaf->where, leaf->path, out));
	return HR_OFFLOAD_NEVER;
}

/* --- the question --------------------------------------------------------------------------------- */

static sent *sent_to(hr_dispatch *self, hr_built_unit *unit)
{
	sent *to;

	for (size_t i = 0; i < self->sent.count; i++)
		if (self->sent.data[i]->unit == unit)
			return self->sent.data[i];
	to = hr_alloc_zero(sizeof(*to));
	to->unit = unit;
	HR_PUSH(&self->sent, to);
	return to;
}

static hr_diag_id finding(hr_worker_end end)
{
	switch (end) {
	case HR_WORKER_CRASHED: return HR_D_worker_crashed;
	case HR_WORKER_HUNG: return HR_D_worker_hung;
	case HR_WORKER_GARBAGE: return HR_D_worker_garbage;
	default: return HR_D_worker_lost;
	}
}

/* Why the unit is not run though it was built: "cpu: ..."; NULL: nothing. */
static const char *stray(hr_dispatch *self, sent *to)
{
	const hr_backend_entry *entry = to->unit->entry;

	if (!self->policy->workers || to->spoiled || entry->module->memory ||
	    to->unit->made->unit.features & HR_UNIT_TENSORS)
		return to->spoiled;
	if (to->unit->made->unit.features & HR_UNIT_MALLOCS)
		return say(self, entry->name, hr_unit_refusal_words(HR_REFUSES_MALLOC),
			   "what a worker allocates ends with it", &(bool){false});
	if (!to->looked)
		to->follows = hr_unit_follows(&to->unit->made->unit, false);
	to->looked = true;
	if (!to->follows)
		return NULL;
	return say(self, entry->name, "in a worker",
		   "it writes through pointers that are in no argument", &(bool){false});
}

static hr_offloaded taken_by(const hr_dispatch *self, sent *to, uint64_t nanoseconds)
{
	const hr_made_unit *made = to->unit->made;

	return (hr_offloaded){.unit = to,
			      .by = to->unit->entry->name,
			      .same_as = to->unit->same_as,
			      .nanoseconds = nanoseconds,
			      .whole = self->policy->workers ||
				       made->unit.features &
					       (HR_UNIT_BARRIERS | HR_UNIT_GROUPS | HR_UNIT_TENSORS),
			      .beside = to->unit->entry->module->memory && !self->policy->workers,
			      .inner_bytes = made->inner_bytes};
}

/* Says what became of the process that should have built UNIT. */
static void note_lost(hr_dispatch *self, const hr_node *leaf, const hr_built_unit *unit)
{
	(void)hr_run_note(self->run, hr_report(self->run->diags, finding(unit->ended), &leaf->where,
					       unit->entry->name, leaf->path, unit->what));
}

static hr_offload_answer ask_backend(hr_dispatch *self, const hr_offload_question *question,
				     const hr_backend_entry *entry, hr_offloaded *taken, const char **why)
{
	uint64_t begun = hr_nanoseconds();
	bool fresh;
	hr_built_unit *unit = hr_built_for(self->built, question, entry, &fresh);
	sent *to = sent_to(self, unit);

	*why = unit->built ? stray(self, to) : unit->why;
	if (*why) {
		bool told = to->told || question->leaf->internal;

		to->told = true;
		if (unit->ended != HR_WORKER_ANSWERED && fresh)
			note_lost(self, question->leaf, unit);
		else if (!told)
			refuse(self, question->leaf, entry->name, *why);
		return HR_OFFLOAD_NEVER;
	}
	*taken = taken_by(self, to, fresh ? hr_nanoseconds() - begun : 0);
	*why = fresh && !self->policy->workers ? unit->remark : NULL; /* workers build twice */
	return HR_OFFLOAD_TAKEN;
}

/* --- --backend auto ------------------------------------------------------------------------------- */

/* Builds the leaf on ENTRY. */
static void enter(hr_dispatch *self, contest *of, const hr_offload_question *question,
		  const hr_backend_entry *entry)
{
	bool fresh;
	hr_built_unit *unit = hr_built_for(self->built, question, entry, &fresh);
	sent *to = sent_to(self, unit);
	const char *why = unit->built ? stray(self, to) : unit->why;

	to->judged = true;
	if (!why)
		HR_PUSH(&of->entrants, to);
	else if (unit->ended != HR_WORKER_ANSWERED && fresh)
		note_lost(self, question->leaf, unit);
	if (why && !of->refused)
		of->refused = why;
}

/* All backends that work on the program's memory, or all others; those that are out are none. */
static void enter_all(hr_dispatch *self, contest *of, const hr_offload_question *question, bool devices)
{
	const char *name, *why;

	for (size_t i = 0; (name = hr_built_name(self->built, i)); i++) {
		const hr_backend_entry *entry = hr_built_load(self->built, name, &why);

		if (entry && (entry->module->memory != NULL) == devices)
			enter(self, of, question, entry);
	}
}

static contest *contest_of(hr_dispatch *self, const hr_offload_question *question)
{
	contest *of;

	for (size_t i = 0; i < self->contests.count; i++)
		if (self->contests.data[i]->leaf == question->leaf)
			return self->contests.data[i];
	of = hr_alloc_zero(sizeof(*of));
	of->leaf = question->leaf;
	if (question->stats->instances)
		of->interpreted = (double)question->stats->nanoseconds / (double)question->stats->instances;
	HR_PUSH(&self->contests, of);
	enter_all(self, of, question, false);
	return of;
}

/* Nanoseconds of an instance; less than 0: it has not run often enough. */
static double cost_of(sent *to)
{
	double cost = -1;

	pthread_mutex_lock(&to->unit->lock);
	if (to->ran && (to->grids >= TRIAL_GRIDS || to->took > (double)TRIAL_NANOSECONDS))
		cost = to->took / (double)to->ran;
	pthread_mutex_unlock(&to->unit->lock);
	return cost;
}

/* "an instance took 12 ns on cpu, 30 ns on opencl, 90 ns interpreted"; ahead of it, if nobody won, who did not. */
static const char *figures(hr_dispatch *self, const contest *of)
{
	char names[120] = "", text[2 * HR_BACKEND_TEXT] = "an instance took ";

	for (size_t i = 0; i < of->entrants.count; i++) {
		sent *to = of->entrants.data[i];
		size_t used = strlen(text), named = strlen(names);

		snprintf(text + used, sizeof(text) - used, "%.3g ns on %s, ", cost_of(to), to->unit->entry->name);
		snprintf(names + named, sizeof(names) - named, "%s%s", i ? ", " : "", to->unit->entry->name);
	}
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "%.3g ns interpreted", of->interpreted);
	if (of->winner)
		return keep_text(self, text);
	return say(self, names, text, "", &(bool){false});
}

static void decide(hr_dispatch *self, contest *of)
{
	double least = of->interpreted;

	of->winner = NULL;
	for (size_t i = 0; i < of->entrants.count; i++) {
		double cost = cost_of(of->entrants.data[i]);

		if (cost > least || of->entrants.data[i]->spoiled)
			continue;
		least = cost;
		of->winner = of->entrants.data[i];
	}
	of->decided = true;
	of->figures = of->entrants.count ? figures(self, of) : NULL;
}

/* Each entrant runs a few grids; then the fastest all that come, unless there are devices to be asked later. */
static hr_offload_answer ask_all(hr_dispatch *self, const hr_offload_question *question,
				 hr_offloaded *taken, const char **why)
{
	uint64_t begun = hr_nanoseconds();
	size_t known = self->contests.count;
	contest *of = contest_of(self, question);
	bool fresh = self->contests.count != known;

	if (!of->devices && question->stats->nanoseconds > DEVICE_NANOSECONDS) {
		enter_all(self, of, question, true);
		of->devices = fresh = true;
		of->decided = false;
	}
	for (size_t i = 0; i < of->entrants.count && !of->decided; i++)
		if (cost_of(of->entrants.data[i]) < 0 && !of->entrants.data[i]->spoiled) {
			*taken = taken_by(self, of->entrants.data[i], fresh ? hr_nanoseconds() - begun : 0);
			*why = keep_text(self, "which is tried");
			return HR_OFFLOAD_TRIAL;
		}
	if (!of->decided)
		decide(self, of);
	*why = of->figures ? of->figures : of->refused;
	if (of->winner)
		*taken = taken_by(self, of->winner, fresh ? hr_nanoseconds() - begun : 0);
	if (of->winner && of->devices)
		of->winner->judged = false;
	if (of->devices)
		return of->winner ? HR_OFFLOAD_TAKEN : HR_OFFLOAD_NEVER;
	return of->winner ? HR_OFFLOAD_TRIAL : HR_OFFLOAD_LATER;
}

static bool is_contested(const hr_dispatch *self, const hr_node *leaf)
{
	for (size_t i = 0; i < self->contests.count; i++)
		if (self->contests.data[i]->leaf == leaf)
			return true;
	return false;
}

static bool is_cold(const hr_node_stats *stats)
{
	return stats->bytes / HR_STEP_BYTES < HOT_OPERATIONS && stats->nanoseconds < HOT_NANOSECONDS;
}

static hr_offload_answer ask_locked(hr_dispatch *self, const hr_offload_question *question,
				    hr_offloaded *taken, const char **why)
{
	const char *name = chosen(self, question->leaf), *out = NULL;
	bool automatic = strcmp(name, "auto") == 0, fresh;
	hr_offload_answer answer;
	const hr_backend_entry *entry;

	if (automatic && !question->hindered && is_cold(question->stats) &&
	    !is_contested(self, question->leaf))
		return HR_OFFLOAD_LATER;
	if (automatic && question->hindered) {
		*why = say(self, "backends", question->hindered, "", &fresh);
		return HR_OFFLOAD_NEVER;
	}
	if (automatic)
		return ask_all(self, question, taken, why);
	entry = backend_for(self, question->leaf, name, &out);
	if (!entry)
		return go_without(self, question->leaf, name, out, why);
	if (question->hindered) {
		*why = say(self, entry->name, question->hindered, "", &fresh);
		hr_tell_refusal(self->run, question->leaf, entry->name, question->hindered);
		return fresh ? refuse(self, question->leaf, entry->name, *why) : HR_OFFLOAD_NEVER;
	}
	answer = ask_backend(self, question, entry, taken, why);
	if (answer == HR_OFFLOAD_TAKEN && !*why)
		*why = out;
	return answer;
}

static hr_offload_answer ask(void *data, const hr_offload_question *question, hr_offloaded *taken,
			     const char **why)
{
	hr_dispatch *self = data;
	hr_offload_answer answer;

	pthread_mutex_lock(&self->lock);
	answer = ask_locked(self, question, taken, why);
	pthread_mutex_unlock(&self->lock);
	return answer;
}

/* --- graphs --------------------------------------------------------------------------------------- */

/* The backend that all leaves below NODE shall run on, as somebody asked; NULL: there is not one. */
static const hr_backend_entry *backend_below(hr_dispatch *self, const hr_node *node)
{
	const hr_backend_entry *all = NULL, *one;
	const char *why;

	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];
		const char *name = chosen(self, child);

		if (child->internal)
			one = backend_below(self, child);
		else
			one = strcmp(name, "auto") == 0 ? NULL : backend_for(self, child, name, &why);
		if (!one || (all && one != all))
			return NULL;
		all = one;
	}
	return all;
}

/* What cannot be run as one is run leaf by leaf, which is no loss but of time: nobody is warned. In workers all
 * leaves are, so that what is found is found of a leaf. */
static hr_offload_answer ask_graph(void *data, const hr_offload_question *question,
				   hr_offloaded *taken, const char **why)
{
	hr_dispatch *self = data;
	const hr_backend_entry *entry;
	hr_offload_answer answer = HR_OFFLOAD_NEVER;
	bool fresh;

	pthread_mutex_lock(&self->lock);
	entry = question->hindered || self->policy->workers ? NULL : backend_below(self, question->leaf);
	if (entry && question->apart)
		*why = entry->module->memory ? say(self, entry->name, question->apart, "", &fresh) : NULL;
	else if (entry && hr_takes_graph(entry->module, question->leaf, question->chain))
		answer = ask_backend(self, question, entry, taken, why);
	pthread_mutex_unlock(&self->lock);
	return answer;
}

static uint64_t threads(const hr_backend_policy *policy)
{
	long count = policy->host.threads ? policy->host.threads : sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (uint64_t)count : 1;
}

/* --- running -------------------------------------------------------------------------------------- */

static void *allocate(void *run, uint64_t bytes)
{
	return hr_offload_allocate(run, bytes);
}

static hr_status report_end(const hr_backend_entry *entry, const hr_offload_grid *grid, hr_grid_end end,
			    const char *text)
{
	const hr_level *level = grid->level;
	const hr_where *where = &level->node->where;
	uint64_t execution = grid->thread->execution;

	switch (end) {
	case HR_GRID_DONE:
		return HR_OK;
	case HR_GRID_STOPPED:
		return hr_report_level(grid->run, NULL, level->parent, execution, HR_D_interrupted);
	case HR_GRID_DIVERGED:
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_barrier_divergence, text, "?", entry->name);
	case HR_GRID_NO_MEMORY:
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_device_memory, entry->name, level->node->path);
	default:
		return hr_report_level(grid->run, where, level->parent, execution,
				       HR_D_backend_failed, entry->name, level->node->path,
				       text);
	}
}

static void measure(sent *to, const hr_offload_grid *grid, uint64_t nanoseconds)
{
	uint64_t instances = 1;

	if (to->grids++ == 0)
		return;
	for (unsigned d = 0; d < 3; d++)
		instances *= (uint64_t)(grid->end[d] - grid->begin[d]);
	to->ran += instances;
	to->took += (double)nanoseconds;
}

/* --- in workers ----------------------------------------------------------------------------------- */

/* A grid came back untouched: the unit is interpreted from now on. */
static hr_status give_back(hr_dispatch *self, sent *to, const hr_offload_grid *grid, hr_diag_id id,
			   const char *text, const char **why)
{
	const hr_level *level = grid->level;
	const char *name = to->unit->entry->name;

	pthread_mutex_lock(&self->lock);
	*why = say(self, name, hr_diag_name(id), text, &(bool){false});
	to->spoiled = *why;
	to->told = true;
	pthread_mutex_unlock(&self->lock);
	(void)hr_run_note(self->run, hr_report_level(grid->run, &level->node->where, level->parent,
						     grid->thread->execution, id, name,
						     level->node->path, text));
	return HR_OK;
}

/* Only what is done has reached the program's memory. */
static hr_status settle(hr_dispatch *self, sent *to, const hr_offload_grid *grid, hr_grid_end end,
			const char *text, bool *untouched, const char **why)
{
	hr_worker_end last = hr_worker_last();

	*untouched = true;
	if (last != HR_WORKER_ANSWERED) {
		char said[HR_BACKEND_TEXT];

		snprintf(said, sizeof(said), "%s", hr_worker_why());
		hr_reach_stray(grid->run, said);
		hr_tell_worker(self->run, to->unit->entry->name, hr_worker_word(last), said);
		return give_back(self, to, grid, finding(last), said, why);
	}
	if (end == HR_GRID_DIVERGED)
		return give_back(self, to, grid, HR_D_worker_diverged, text, why);
	if (end == HR_GRID_NO_MEMORY)
		return give_back(self, to, grid, HR_D_worker_failed, "it has no memory left", why);
	if (end == HR_GRID_FAILED)
		return give_back(self, to, grid, HR_D_worker_failed, text, why);
	*untouched = false;
	if (end == HR_GRID_DONE && !to->unit->entry->module->memory)
		hr_ranges_apply(&to->ranges);
	return report_end(to->unit->entry, grid, end, text);
}

/* What the grid may change; false: nobody knows. */
static bool name_ranges(hr_dispatch *self, sent *to, const hr_offload_grid *grid,
			const hr_unit_grid *what, const char **why)
{
	char text[HR_BACKEND_TEXT];

	if (!self->policy->workers || to->unit->entry->module->memory)
		return true;
	if (!hr_reach(grid, &to->unit->made->unit, what, &to->ranges, text)) {
		(void)give_back(self, to, grid, HR_D_backend_refuses, text, why);
		return false;
	}
	hr_worker_set_ranges(to->unit->built, to->ranges.data, to->ranges.count, false);
	return true;
}

static hr_grid_end run_measured(sent *to, const hr_offload_grid *grid, const hr_unit_grid *what,
				char text[HR_BACKEND_TEXT])
{
	uint64_t begun = to->judged ? hr_nanoseconds() : 0;
	hr_grid_end end = hr_built_run(grid->run, to->unit, what, text);

	if (to->judged)
		measure(to, grid, hr_nanoseconds() - begun);
	return end;
}

static void begin(void *data, const hr_thread *thread)
{
	hr_dispatch *self = data;

	pthread_mutex_lock(&self->lock);
	self->keeper = thread;
	pthread_mutex_unlock(&self->lock);
}

/* What is stopped is nobody's failure; a failure is told once. */
static hr_status lost(hr_dispatch *self, const char *what)
{
	char text[HR_BACKEND_TEXT];
	const hr_backend_entry *entry = hr_kept_failed(self->kept, text);

	if (self->run->interrupted && hr_diags_count(self->run->diags, HR_D_interrupted))
		return HR_LIMIT;
	if (self->run->interrupted)
		return hr_report(self->run->diags, HR_D_interrupted, NULL);
	if (self->failed != HR_OK)
		return self->failed;
	return hr_report(self->run->diags, HR_D_backend_failed, NULL, entry ? entry->name : "device", what, text);
}

/* Results of tensor operations that have stayed with a backend. */
static hr_status settle_tensors(hr_dispatch *self)
{
	const hr_backend_entry *entry = self->stayed;
	char text[HR_BACKEND_TEXT] = "";

	self->stayed = NULL;
	if (!entry || entry->module->settle(entry->state, text) == 0)
		return HR_OK;
	return hr_report(self->run->diags, HR_D_backend_failed, NULL, entry->name, "an execution", text);
}

static void forget(void *data, const void *values)
{
	const hr_backend_entry *entry = ((hr_dispatch *)data)->stayed;

	if (entry && entry->module->bytes > offsetof(hr_backend, forget) && entry->module->forget)
		entry->module->forget(entry->state, values);
}

/* Grids that were not waited for. */
static hr_status settle_grids(hr_dispatch *self)
{
	const hr_backend_entry *entry = self->behind;
	char text[HR_BACKEND_TEXT] = "";

	self->behind = NULL;
	if (!entry || entry->module->settle(entry->state, text) == 0 || self->run->interrupted)
		return HR_OK;
	self->failed = hr_report(self->run->diags, HR_D_backend_failed, NULL, entry->name, "an execution", text);
	return self->failed;
}

static hr_status settle_devices(void *data)
{
	hr_dispatch *self = data;

	HR_TRY(settle_tensors(self));
	HR_TRY(settle_grids(self));
	return hr_kept_settle(self->kept) ? HR_OK : lost(self, "an execution");
}

static hr_status rest(void *data)
{
	hr_dispatch *self = data;

	pthread_mutex_lock(&self->lock);
	if (self->keeper == hr_thread_peek())
		self->keeper = NULL;
	pthread_mutex_unlock(&self->lock);
	HR_TRY(settle_tensors(self));
	HR_TRY(settle_grids(self));
	return hr_kept_rest(self->kept) ? HR_OK : lost(self, "an execution");
}

static hr_status bring_back(void *data, const void *base, uint64_t bytes, bool gone)
{
	hr_dispatch *self = data;

	return hr_kept_return(self->kept, base, bytes, gone) ? HR_OK : lost(self, "tracked memory");
}

static bool touched(void *data, const void *address)
{
	return hr_kept_touched(((hr_dispatch *)data)->kept, address);
}

static uint64_t copied(void *data, bool back)
{
	return hr_kept_copied(((hr_dispatch *)data)->kept, back);
}

/* Within an execution nobody but the thread that it belongs to touches its memory; other backends find the program's
 * memory as it is. What is tried is to cost what it costs the first time. */
static hr_status make_room(hr_dispatch *self, const sent *to, const hr_offload_grid *grid)
{
	if (self->stayed == to->unit->entry)
		return HR_OK;
	HR_TRY(settle_tensors(self));
	if (!to->unit->entry->module->memory)
		return settle_devices(self);
	if (self->behind && self->behind != to->unit->entry)
		HR_TRY(settle_grids(self));
	if (self->policy->workers || to->judged)
		hr_kept_allow(HR_KEEPS_NOTHING);
	else
		hr_kept_allow(self->keeper == grid->thread ? HR_KEEPS_ALL : HR_KEEPS_TRACKED);
	return HR_OK;
}

/* What came of a grid that was run on a unit, or given back. */
static hr_status conclude(hr_dispatch *self, sent *to, const hr_offload_grid *grid, hr_grid_end end,
			  const char *text, bool *untouched, const char **why)
{
	if (end == HR_GRID_REFUSED && to->unit->made->inner) { /* its leaf is asked for by itself */
		*why = say(self, to->unit->entry->name, text, "", &(bool){false});
		return HR_OK;
	}
	if (end == HR_GRID_REFUSED)
		return give_back(self, to, grid, HR_D_backend_refuses, text, why);
	if (*untouched)
		return HR_OK;
	return self->policy->workers ? settle(self, to, grid, end, text, untouched, why)
				     : report_end(to->unit->entry, grid, end, text);
}

static hr_unit_grid grid_for(const hr_offload_grid *grid, const hr_unit_level *levels)
{
	return (hr_unit_grid){.levels = levels,
			      .inputs = grid->inputs,
			      .outputs = grid->outputs,
			      .stop = &grid->run->interrupted,
			      .allocate = allocate,
			      .run = (void *)(uintptr_t)grid};
}

/* Nobody asks how long a grid takes, and the thread that runs it waits for it at the end of the execution. */
static bool may_stay_behind(const hr_dispatch *self, const sent *to, const hr_offload_grid *grid)
{
	return self->keeper == grid->thread && !self->policy->workers && !to->judged && !self->run->options.stats &&
	       !self->run->events && hr_stays_behind(to->unit->entry->module);
}

static hr_status run_memory(hr_dispatch *self, sent *to, const hr_offload_grid *grid,
			    hr_unit_grid *what, bool *untouched, const char **why)
{
	char text[HR_BACKEND_TEXT] = "";
	hr_grid_end end = HR_GRID_DONE;

	memcpy(what->begin, grid->begin, sizeof(what->begin));
	memcpy(what->end, grid->end, sizeof(what->end));
	*untouched = !name_ranges(self, to, grid, what, why);
	what->stay = may_stay_behind(self, to, grid);
	if (what->stay)
		self->behind = to->unit->entry;
	if (!*untouched) {
		end = run_measured(to, grid, what, text);
		*untouched = end == HR_GRID_REFUSED;
	}
	return conclude(self, to, grid, end, text, untouched, why);
}

/* --- tensors -------------------------------------------------------------------------------------- */

/* The results have tensors. */
static hr_status compute_tensors(hr_dispatch *self, sent *to, const hr_offload_grid *grid,
				 hr_unit_grid *what, const hr_tensor_grid *tensors,
				 bool *untouched, const char **why)
{
	char text[HR_BACKEND_TEXT] = "";
	hr_grid_end end;

	what->tensors = tensors->all;
	what->stay = self->keeper == grid->thread && !self->policy->workers && !to->judged &&
		     hr_keeps_tensors(to->unit->entry->module);
	if (what->stay)
		self->stayed = to->unit->entry;
	if (self->policy->workers) {
		hr_tensor_grid_ranges(tensors, &to->ranges);
		hr_worker_set_ranges(to->unit->built, to->ranges.data, to->ranges.count, false);
	}
	end = run_measured(to, grid, what, text);
	*untouched = end == HR_GRID_REFUSED;
	return conclude(self, to, grid, end, text, untouched, why);
}

/* One instance. What is wrong with its handles and shapes the engine says. */
static hr_status run_instance(hr_dispatch *self, sent *to, const hr_offload_grid *grid,
			      hr_unit_grid *what, uint64_t number, bool *untouched, const char **why)
{
	const hr_unit *unit = &to->unit->made->unit;
	hr_tensor_grid tensors;
	hr_status status = HR_OK;

	what->inputs = grid->inputs + (hr_unit_varies(unit) ? number * unit->input_stride : 0);
	what->outputs = grid->outputs ? grid->outputs + number * unit->output_stride : NULL;
	*untouched = !hr_tensor_grid_begin(grid->run, to->unit->made, what->inputs, &tensors);
	if (!*untouched)
		status = hr_tensor_grid_make(&tensors, grid->thread);
	if (!*untouched && status == HR_OK)
		status = compute_tensors(self, to, grid, what, &tensors, untouched, why);
	if (!*untouched && status == HR_OK)
		status = hr_tensor_grid_end(&tensors, grid->thread, what->outputs);
	hr_tensor_grid_free(&tensors);
	return status;
}

static hr_status run_tensors(hr_dispatch *self, sent *to, const hr_offload_grid *grid,
			     hr_unit_grid *what, bool *untouched, const char **why)
{
	const int64_t *begin = grid->begin, *end = grid->end;
	uint64_t number = 0;

	*untouched = false;
	for (int64_t x = begin[0]; x < end[0]; x++)
		for (int64_t y = begin[1]; y < end[1]; y++)
			for (int64_t z = begin[2]; z < end[2]; z++) {
				const int64_t id[3] = {x, y, z};

				for (unsigned d = 0; d < 3; d++)
					what->end[d] = (what->begin[d] = id[d]) + 1;
				HR_TRY(run_instance(self, to, grid, what, number++, untouched, why));
				if (*untouched)
					return HR_OK;
			}
	return HR_OK;
}

static hr_status run_unit(void *data, void *taken, const hr_offload_grid *grid, bool *untouched,
			  const char **why)
{
	hr_dispatch *self = data;
	sent *to = taken;
	uint32_t count = to->unit->made->unit.level_count;
	hr_unit_level levels[count];
	hr_unit_grid what = grid_for(grid, levels);
	hr_status status;

	hr_built_levels(grid->level, levels, count);
	HR_TRY(make_room(self, to, grid));
	pthread_mutex_lock(&to->unit->lock);
	if (to->unit->made->unit.features & HR_UNIT_TENSORS)
		status = run_tensors(self, to, grid, &what, untouched, why);
	else
		status = run_memory(self, to, grid, &what, untouched, why);
	pthread_mutex_unlock(&to->unit->lock);
	return status;
}

/* --- beginning and end ---------------------------------------------------------------------------- */

static hr_status load(hr_dispatch *self, const char *name)
{
	const char *why;

	if (!is_backend(name) || hr_built_load(self->built, name, &why))
		return HR_OK;
	for (size_t i = 0; i < self->out.count; i++)
		if (strcmp(self->out.data[i], name) == 0)
			return HR_OK;
	HR_PUSH(&self->out, name);
	return hr_built_report_out(self->built, name, why, &self->outcome);
}

static bool is_node(const hr_program *program, const char *name)
{
	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++) {
			const hr_node *node = program->graphs[g]->nodes[i];

			if (strcmp(node->path, name) == 0 || strcmp(node->name, name) == 0)
				return true;
		}
	return false;
}

static bool asks_for(const hr_backend_policy *policy, const char *name)
{
	for (size_t i = 0; i < policy->choice_count; i++)
		if (strcmp(policy->choices[i].backend, name) == 0)
			return true;
	return policy->backend && strcmp(policy->backend, name) == 0;
}

static void try_one(hr_dispatch *self, const char *name)
{
	hr_built_try(self->built, name);
}

static void load_one(hr_dispatch *self, const char *name)
{
	const char *why;

	(void)hr_built_load(self->built, name, &why);
}

/* Those that nobody names, but `hint` and `auto` may want. */
static void each_possible(hr_dispatch *self, void (*act)(hr_dispatch *, const char *))
{
	const hr_program *program = self->run->program;
	const char *all;

	for (uint32_t g = 0; asks_for(self->policy, "hint") && g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++)
			for (const char *const *name =
				     names_for_hint(program->graphs[g]->nodes[i]->hint); *name; name++)
				act(self, *name);
	if (asks_for(self->policy, "hint"))
		act(self, "cpu");
	for (size_t i = 0; asks_for(self->policy, "auto") && (all = hr_built_name(self->built, i)); i++)
		act(self, all);
}

static void try_all(hr_dispatch *self)
{
	const hr_backend_policy *policy = self->policy;

	each_possible(self, try_one);
	if (is_backend(policy->backend))
		try_one(self, policy->backend);
	for (size_t i = 0; i < policy->choice_count; i++)
		if (is_backend(policy->choices[i].backend))
			try_one(self, policy->choices[i].backend);
}

/* Before the program runs, for a trial takes a fork; and no trial comes after a load (hr_built_try). */
static hr_status load_all(hr_dispatch *self)
{
	const hr_backend_policy *policy = self->policy;

	try_all(self);
	each_possible(self, load_one);
	HR_TRY(load(self, policy->backend));
	for (size_t i = 0; i < policy->choice_count; i++) {
		if (!is_node(self->run->program, policy->choices[i].node))
			HR_TRY(hr_report(self->run->diags, HR_D_no_such_node, NULL,
					 policy->choices[i].node));
		HR_TRY(load(self, policy->choices[i].backend));
	}
	return HR_OK;
}

hr_status hr_dispatch_new(hr_run *run, const hr_backend_policy *policy, hr_dispatch **dispatch)
{
	hr_dispatch *self = hr_alloc_zero(sizeof(*self));
	hr_status status;

	self->offload = (hr_offload){.data = self,
				     .ask = ask,
				     .run = run_unit,
				     .ask_graph = ask_graph,
				     .begin = begin,
				     .settle = settle_devices,
				     .forget = forget,
				      .rest = rest,
				     .bring_back = bring_back,
				     .touched = touched,
				     .copied = copied,
				     .threads = threads(policy)};
	self->run = run;
	self->policy = policy;
	pthread_mutex_init(&self->lock, NULL);
	self->built = hr_built_new(run, policy->paths, policy->path_count, &policy->host);
	self->kept = hr_kept_new(run);
	hr_built_keep(self->built, self->kept);
	if (policy->workers)
		hr_built_use_workers(self->built, &policy->limits);
	status = load_all(self);
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
	HR_VEC_FREE(&self->out);
	if (self->kept && !hr_kept_settle(self->kept)) /* host code may be run by exit() */
		(void)hr_run_note(self->run, lost(self, "the program"));
	hr_kept_free(self->kept);
	hr_built_free(self->built);
	pthread_mutex_destroy(&self->lock);
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
