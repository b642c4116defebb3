/* interp/schedule/diverge.c -- report that instances have not reached the same barrier, or wait for ever.
 *
 * Clauses:   M3, W2, M8.
 * Not here:  detecting it (group.c, batches.c, progress.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/run/deferred.h"
#include "interp/run/value_text.h"
#include "interp/schedule/plan.h"
#include "src/arith/warp.h"

enum { TEXT = 160 };

static const char *place_text(const plan_standing *at, char text[TEXT])
{
	hr_where where = hr_code_where(at->code, at->word);

	if (where.file && where.line)
		snprintf(text, TEXT, "at %s:%u:%u", where.file, where.line, where.column);
	else
		snprintf(text, TEXT, "in '%s'",
			 where.function ? where.function : at->code->function->name);
	return text;
}

/* Write "instance (1, 2)", or in a kernel "work-item (2, 1, 0)". */
static const char *instance_text(const hr_level *level, const int64_t id[3], char text[TEXT])
{
	const hr_node *node = level->node;
	char index[HR_VALUE_TEXT];

	if (node->kernel)
		hr_instance_print(text, TEXT, node->path, node->kind, level->dims, id);
	else
		snprintf(text, TEXT, "instance%s",
			 level->dims ? hr_index_text(level->dims, id, index) : " ()");
	return text;
}

hr_status hr_plan_diverged(hr_plan *plan, hr_thread *thread, const hr_level *level,
			   const plan_standing *waiting, const plan_standing *other,
			   const plan_tally *tally)
{
	const hr_places places = {hr_deferred_source(plan->run, waiting->code, waiting->word),
				  hr_deferred_source(plan->run, other->code, other->word)};
	char who[TEXT], at[TEXT], other_who[TEXT], other_at[TEXT], what[8 * TEXT], all[TEXT] = "";
	hr_where where = hr_code_where(waiting->code, waiting->word);
	hr_level here = *level;

	memcpy(here.id, waiting->id, sizeof(here.id));
	if (plan->run->options.checks & HR_CHECK_BARRIER)
		snprintf(all, TEXT, "\nof %llu %ss, %llu wait and %llu have completed",
			 (unsigned long long)tally->count, hr_instance_noun(level->node->kind),
			 (unsigned long long)tally->waiting, (unsigned long long)tally->completed);
	instance_text(level, other->id, other_who);
	place_text(other, other_at);
	instance_text(level, waiting->id, who);
	snprintf(what, sizeof(what),
		 "%s %s while %s waits at a barrier\n"
		 "%s waits %s\n%s %s %s%s",
		 other_who, other->waits ? "waits at another barrier" : "has completed", who, who,
		 place_text(waiting, at), other_who, other->waits ? "waits" : "has completed",
		 other_at, all);
	return hr_report_places(plan->run, places, &where, &here, thread->execution,
				HR_D_barrier_divergence, what);
}

hr_status hr_plan_warp_diverged(hr_plan *plan, hr_thread *thread, const hr_level *level,
				const plan_standing *waiting, const plan_standing *other,
				const plan_warp_pair *pair)
{
	const hr_places places = {hr_deferred_source(plan->run, waiting->code, waiting->word),
				  hr_deferred_source(plan->run, other->code, other->word)};
	const char *name = hr_warp_name(pair->what);
	const bool same = waiting->code == other->code && waiting->word == other->word;
	const char *does = other->how == PLAN_ENDED        ? "has completed"
			   : other->how == PLAN_AT_BARRIER ? "waits at a barrier"
			   : same                          ? "waits there with another mask"
							   : "waits at another collective";
	char who[TEXT], at[TEXT], other_who[TEXT], other_at[TEXT], what[8 * TEXT];
	hr_where where = hr_code_where(waiting->code, waiting->word);
	hr_level here = *level;

	memcpy(here.id, waiting->id, sizeof(here.id));
	instance_text(level, waiting->id, who);
	place_text(waiting, at);
	instance_text(level, other->id, other_who);
	place_text(other, other_at);
	if (pair->lanes[0] == pair->lanes[1])
		snprintf(what, sizeof(what),
			 "lane %u is not in its own mask 0x%llx of a %s\ninstance %s waits %s",
			 pair->lanes[0], (unsigned long long)pair->mask, name, who, at);
	else
		snprintf(what, sizeof(what),
			 "lane %u waits at a %s for lane %u of its warp, which %s\n"
			 "lane %u is instance %s, and waits %s with mask 0x%llx\n"
			 "lane %u is instance %s, and %s %s",
			 pair->lanes[0], name, pair->lanes[1], does, pair->lanes[0], who, at,
			 (unsigned long long)pair->mask, pair->lanes[1], other_who,
			 other->how == PLAN_ENDED ? "has completed" : "waits", other_at);
	return hr_report_places(plan->run, places, &where, &here, thread->execution,
				HR_D_warp_divergence, what);
}

/* --- loops that wait -------------------------------------------------------------------------- */

/* Append what WAITER waits for; LEVEL is that of its leaf. */
static void describe(hr_plan *plan, const hr_level *level, const plan_waiter *waiter, FILE *out)
{
	const hr_level *parent = level->parent;
	char who[TEXT], group[TEXT], at[TEXT];

	instance_text(level, waiter->at.id, who);
	instance_text(parent, waiter->group, group);
	fprintf(out, "\n%s in %s waits ", who, group);
	place_text(&waiter->at, at);
	switch (waiter->at.how) {
	case PLAN_AT_BARRIER: fprintf(out, "at the barrier %s", at); return;
	case PLAN_AT_WARP: fprintf(out, "at the collective of its warp %s", at); return;
	default: break;
	}
	fprintf(out, "%s: %s holds %lld", at,
		hr_check_memory_text(plan->run->checker, waiter->address),
		(long long)(int64_t)waiter->value);
}

hr_status hr_plan_no_progress(hr_plan *plan, hr_thread *thread, const hr_level *level,
			      const plan_waiters *list)
{
	const plan_standing *at = &list->list[0].at;
	const hr_places places = {hr_deferred_source(plan->run, at->code, at->word), 0};
	hr_where where = hr_code_where(at->code, at->word);
	hr_level here = *level;
	hr_status status;
	size_t bytes;
	char *text;
	FILE *out = open_memstream(&text, &bytes);

	if (!out)
		hr_bug("no memory for a report");
	memcpy(here.id, at->id, sizeof(here.id));
	fprintf(out, "%llu %s%s in %s that nobody can end", (unsigned long long)list->polling,
		hr_instance_noun(level->node->kind), list->polling == 1 ? " waits" : "s wait",
		list->polling == 1 ? "a loop" : "loops");
	if (list->others)
		fprintf(out, ", and %llu at barriers or collectives",
			(unsigned long long)list->others);
	for (unsigned i = 0; i < list->count; i++)
		describe(plan, level, &list->list[i], out);
	if (list->unbegun)
		fprintf(out, "\n%llu %ss have not begun: more wait than a device can hold at once",
			(unsigned long long)list->unbegun,
			hr_instance_noun(level->parent->node->kind));
	fclose(out);
	status = hr_report_places(plan->run, places, &where, &here, thread->execution,
				  HR_D_no_progress, text);
	free(text);
	return status;
}
