/* interp/schedule/diverge.c -- report that instances have not reached the same barrier.
 *
 * Clauses:   M3.
 * Not here:  detecting it (group.c, batches.c). */
#include <stdio.h>
#include <string.h>

#include "interp/run/deferred.h"
#include "interp/schedule/plan.h"

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

static const char *instance_text(const hr_level *level, const int64_t id[3], char text[TEXT])
{
	size_t used = (size_t)snprintf(text, TEXT, "(");

	for (unsigned d = 0; d < level->dims; d++)
		used += (size_t)snprintf(text + used, TEXT - used, "%s%lld", d ? ", " : "",
					 (long long)id[d]);
	snprintf(text + used, TEXT - used, ")");
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
		snprintf(all, TEXT, "\nof %llu instances, %llu wait and %llu have completed",
			 (unsigned long long)tally->count, (unsigned long long)tally->waiting,
			 (unsigned long long)tally->completed);
	instance_text(level, other->id, other_who);
	place_text(other, other_at);
	instance_text(level, waiting->id, who);
	snprintf(what, sizeof(what),
		 "instance %s %s while instance %s waits at a barrier\n"
		 "instance %s waits %s\ninstance %s %s %s%s",
		 other_who, other->waits ? "waits at another barrier" : "has completed", who, who,
		 place_text(waiting, at), other_who, other->waits ? "waits" : "has completed",
		 other_at, all);
	return hr_report_places(plan->run, places, &where, &here, thread->execution,
				HR_D_barrier_divergence, what);
}
