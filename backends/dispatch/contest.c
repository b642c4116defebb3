/* backends/dispatch/contest.c -- --backend auto: each backend runs a few grids of a hot leaf, and
 * the fastest runs all later grids.
 *
 * Owns:      nothing; contests belong to the dispatch.
 * Clauses:   none.
 * Not here:  the time of a grid (sent.c). */
#include <string.h>

#include "backends/dispatch/dispatch_parts.h"
#include "src/base/c_locale.h"
#include "src/base/tick.h"

/* The cost of a leaf from which compiling it is worth while: about 20 ms. Operations on tensors can
 * take that long with few operations. */
enum { HOT_OPERATIONS = 10 * 1000 * 1000, HOT_NANOSECONDS = 20 * 1000 * 1000 };
/* The time that a leaf must have taken, wherever it ran, before it is compiled for a device, too;
 * compilers for devices are slow. */
enum { DEVICE_NANOSECONDS = 200 * 1000 * 1000 };

/* Build the leaf on ENTRY and add it to the contest. */
static void enter(hr_dispatch *self, dispatch_contest *of, const hr_offload_question *question,
		  const hr_backend_entry *entry)
{
	bool fresh;
	hr_built_unit *unit = hr_built_for(self->built, question, entry, &fresh);
	dispatch_sent *to = hr_dispatch_sent_to(self, unit);
	const char *why = unit->built ? hr_dispatch_stray(self, to) : unit->why;

	to->judged = true;
	if (!why)
		HR_PUSH(&of->entrants, to);
	else if (unit->ended != HR_WORKER_ANSWERED && fresh)
		hr_dispatch_note_lost(self, question->leaf, unit);
	if (why && !of->refused)
		of->refused = why;
}

/* Enter all backends that work on the program's memory, or all others if DEVICES is set; skip those
 * that cannot be used. */
static void enter_all(hr_dispatch *self, dispatch_contest *of, const hr_offload_question *question,
		      bool devices)
{
	const char *name, *why;

	for (size_t i = 0; (name = hr_built_name(self->built, i)); i++) {
		const hr_backend_entry *entry = hr_built_load(self->built, name, &why);

		if (entry && (entry->module->memory != NULL) == devices)
			enter(self, of, question, entry);
	}
}

static dispatch_contest *contest_of(hr_dispatch *self, const hr_offload_question *question)
{
	dispatch_contest *of;

	for (size_t i = 0; i < self->contests.count; i++)
		if (self->contests.data[i]->leaf == question->leaf)
			return self->contests.data[i];
	of = hr_alloc_zero(sizeof(*of));
	of->leaf = question->leaf;
	if (question->stats->instances)
		of->interpreted =
			(double)question->stats->nanoseconds / (double)question->stats->instances;
	HR_PUSH(&self->contests, of);
	enter_all(self, of, question, false);
	return of;
}

/* Return a text such as "an instance took 12 ns on cpu, 30 ns on opencl, 90 ns interpreted". If the
 * interpreter won, it starts with the names of the backends. */
static const char *figures(hr_dispatch *self, const dispatch_contest *of)
{
	char names[120] = "", text[2 * HR_BACKEND_TEXT] = "an instance took ";
	locale_t programs = hr_c_locale_enter();

	for (size_t i = 0; i < of->entrants.count; i++) {
		dispatch_sent *to = of->entrants.data[i];
		size_t used = strlen(text), named = strlen(names);

		snprintf(text + used, sizeof(text) - used, "%.3g ns on %s, ", hr_dispatch_cost(to),
			 to->unit->entry->name);
		snprintf(names + named, sizeof(names) - named, "%s%s", i ? ", " : "",
			 to->unit->entry->name);
	}
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "%.3g ns interpreted",
		 of->interpreted);
	hr_c_locale_leave(programs);
	if (of->winner)
		return hr_dispatch_keep_text(self, text);
	return hr_dispatch_say(self, names, text, "", &(bool){false});
}

static void decide(hr_dispatch *self, dispatch_contest *of)
{
	double least = of->interpreted;

	of->winner = NULL;
	for (size_t i = 0; i < of->entrants.count; i++) {
		double cost = hr_dispatch_cost(of->entrants.data[i]);

		if (cost > least || of->entrants.data[i]->spoiled)
			continue;
		least = cost;
		of->winner = of->entrants.data[i];
	}
	of->decided = true;
	of->figures = of->entrants.count ? figures(self, of) : NULL;
}

hr_offload_answer hr_dispatch_contest(hr_dispatch *self, const hr_offload_question *question,
				      hr_offloaded *taken, const char **why)
{
	uint64_t begun = hr_nanoseconds();
	size_t known = self->contests.count;
	dispatch_contest *of = contest_of(self, question);
	bool fresh = self->contests.count != known;

	if (!of->devices && question->stats->nanoseconds > DEVICE_NANOSECONDS) {
		enter_all(self, of, question, true);
		of->devices = fresh = true;
		of->decided = false;
	}
	for (size_t i = 0; i < of->entrants.count && !of->decided; i++)
		if (hr_dispatch_cost(of->entrants.data[i]) < 0 && !of->entrants.data[i]->spoiled) {
			*taken = hr_dispatch_taken_by(self, of->entrants.data[i],
						      fresh ? hr_nanoseconds() - begun : 0);
			*why = hr_dispatch_keep_text(self, "which is being timed");
			return HR_OFFLOAD_TRIAL;
		}
	if (!of->decided)
		decide(self, of);
	*why = of->figures ? of->figures : of->refused;
	if (of->winner)
		*taken = hr_dispatch_taken_by(self, of->winner,
					      fresh ? hr_nanoseconds() - begun : 0);
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

bool hr_dispatch_is_cold(const hr_dispatch *self, const hr_offload_question *question)
{
	const hr_node_stats *stats = question->stats;

	return stats->bytes / HR_STEP_BYTES < HOT_OPERATIONS &&
	       stats->nanoseconds < HOT_NANOSECONDS && !is_contested(self, question->leaf);
}
