/* interp/schedule/diverge.c -- report that instances have not reached the same barrier.
 *
 * Clauses:   M3, W2.
 * Not here:  detecting it (group.c, batches.c). */
#include <stdio.h>
#include <string.h>

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
