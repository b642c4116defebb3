/* interp/schedule/warp.c -- instances of a leaf that meet at collectives of their warp, at width 1.
 *
 * A warp is consecutive instances of the leaf; each is a lane. A lane stops at a collective until all lanes
 * that its mask names have stopped there, with the same mask; then all of them get their results and go
 * on. At a collective without a mask, those take part that stand there when no lane of the warp can go
 * on; of several, the first in the text goes on. Lanes that never meet are reported when no instance of the group can go on.
 *
 * Owns:      nothing.
 * Clauses:   W1-W4.
 * Not here:  what is computed (src/arith/warp.c), batches (interp/lanes/run/warp.c), the order of
 *            memory accesses (interp/check/race/order.c). */
#include "src/arith/warp.h"

#include <stdio.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/engine/engine.h"
#include "interp/run/deferred.h"
#include "interp/schedule/plan.h"

/* A lane at a collective. */
typedef struct call {
	const uint32_t *pc;
	uint32_t what;
	uint64_t mask;
} call;

static call call_of(const plan_lane *lane)
{
	const uint32_t *pc = lane->activation->pc - HR_WARP_WORDS;

	return (call){pc, pc[4], HR_REG(lane->activation->frame, I64, pc[1])};
}

static uint64_t present(const plan_lane *lanes, unsigned count)
{
	uint64_t mask = 0;

	for (unsigned i = 0; i < count; i++)
		if (lanes[i].state != PLAN_LANE_ABSENT)
			mask |= UINT64_C(1) << i;
	return mask;
}

/* Return true if LANE is at the collective AT, with the same mask if NAMED. */
static bool is_at(const plan_lane *lane, const call *at, uint64_t present_lanes)
{
	call own;

	if (lane->state != PLAN_LANE_COLLECTS)
		return false;
	own = call_of(lane);
	return own.pc == at->pc &&
	       (at->what & HR_WARP_WHO_COMES || !((own.mask ^ at->mask) & present_lanes));
}

/* --- results ---------------------------------------------------------------------------------- */

/* Return the undefined bits of what a lane gives to the collective, all in one, and their origin. */
static uint64_t undefined_of(hr_thread *thread, const hr_activation *from, const call *at,
			     uint32_t *origin)
{
	uint64_t undefined = hr_uninit_register(thread, from->frame, at->pc[2], origin);

	if (hr_warp_kind_of(at->what) != HR_WARP_PRODUCT || undefined)
		return undefined;
	undefined = hr_uninit_register(thread, from->frame, at->pc[3], origin);
	if (undefined)
		return undefined;
	*origin = from->warp.more_origin;
	return from->warp.more_undefined;
}

/* Give the result of lane I the undefined bits of the values that it depends on. */
static void follow_undefined(hr_thread *thread, plan_lane *lanes, const call *at, uint64_t members,
			     unsigned i, uint64_t operand)
{
	const uint64_t sources = hr_warp_sources(at->what, members, i, operand);
	hr_warp_result *result = &lanes[i].activation->warp;

	for (unsigned s = 0; s < HR_WARP_MOST; s++) {
		const hr_activation *from = lanes[s].activation;
		uint64_t undefined;
		uint32_t origin;

		if (!(sources >> s & 1) || !from->has_undefined)
			continue;
		undefined = undefined_of(thread, from, at, &origin);
		if (!undefined)
			continue;
		result->undefined |=
			hr_warp_kind_of(at->what) == HR_WARP_SHUFFLE ? undefined : ~UINT64_C(0);
		result->origin = result->origin ? result->origin : origin;
	}
	lanes[i].activation->has_undefined |= result->undefined != 0;
}

static void complete(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count,
		     const call *at, uint64_t members)
{
	const bool multiplies = hr_warp_kind_of(at->what) == HR_WARP_PRODUCT;
	hr_warp_lanes values;

	for (unsigned i = 0; i < count; i++) {
		uint8_t *frame = lanes[i].activation ? lanes[i].activation->frame : NULL;

		if (!(members >> i & 1))
			continue;
		values.value[i] = HR_REG(frame, I64, at->pc[2]);
		values.operand[i] = HR_REG(frame, I64, at->pc[3]);
		for (unsigned k = 0; k < HR_WARP_MORE && multiplies; k++)
			values.more[k][i] = lanes[i].activation->warp.more[k];
	}
	hr_warp_compute(at->what, members, &values);
	for (unsigned i = 0; i < count; i++) {
		hr_warp_result *result;

		if (!(members >> i & 1))
			continue;
		result = &lanes[i].activation->warp;
		result->value = values.result[i];
		if (multiplies)
			result->second = values.second[i];
		result->missed = values.missed >> i & 1;
		result->undefined = 0;
		result->origin = 0;
		if (plan->run->observed)
			follow_undefined(thread, lanes, at, members, i, values.operand[i]);
		lanes[i].state = PLAN_LANE_GOES;
	}
	for (unsigned i = 0; i < count && multiplies; i++)
		if (members >> i & 1)
			lanes[i].activation->warp.more_undefined = 0;
	if (hr_warp_kind_of(at->what) == HR_WARP_SYNC && plan->run->observed)
		hr_check_warp_barrier(plan->run->checker, lanes[0].index, members,
				      (unsigned)values.value[__builtin_ctzll(members)]);
}

/* --- meeting ---------------------------------------------------------------------------------- */

/* Return the lanes of the warp that are at the collective AT. */
static uint64_t who_is_at(const plan_lane *lanes, unsigned count, const call *at)
{
	uint64_t members = 0;

	for (unsigned i = 0; i < count; i++)
		if (is_at(&lanes[i], at, 0))
			members |= UINT64_C(1) << i;
	return members;
}

/* W4: which lanes are active hangs on the schedule. */
static bool is_alone(const hr_plan *plan, const call *at)
{
	if (hr_warp_kind_of(at->what) != HR_WARP_ACTIVE)
		return false;
	hr_speculation_order_matters(plan->run);
	return plan->order.schedule != HR_SCHEDULE_REFERENCE;
}

void hr_warp_arrive(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count,
		    unsigned arrived)
{
	const call at = call_of(&lanes[arrived]);
	const uint64_t all = present(lanes, count);

	if (at.what & HR_WARP_WHO_COMES) {
		if (is_alone(plan, &at))
			complete(plan, thread, lanes, count, &at, UINT64_C(1) << arrived);
		return;
	}
	if (!(at.mask >> arrived & 1))
		return;
	for (unsigned i = 0; i < count; i++)
		if ((at.mask & all) >> i & 1 && !is_at(&lanes[i], &at, all))
			return;
	complete(plan, thread, lanes, count, &at, at.mask & all);
}

bool hr_warp_settle(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count)
{
	call first = {0};

	for (unsigned i = 0; i < count; i++) {
		call at;

		if (lanes[i].state == PLAN_LANE_GOES)
			return false;
		if (lanes[i].state != PLAN_LANE_COLLECTS)
			continue;
		at = call_of(&lanes[i]);
		if (at.what & HR_WARP_WHO_COMES &&
		    (!first.pc || hr_warp_place(at.what) < hr_warp_place(first.what)))
			first = at;
	}
	if (first.pc)
		complete(plan, thread, lanes, count, &first, who_is_at(lanes, count, &first));
	return first.pc != NULL;
}

/* --- lanes that do not meet ------------------------------------------------------------------- */

static plan_standing standing(const plan_lane *lane)
{
	const hr_code *code = hr_frame_of(lane->activation->frame)->code;
	uint32_t word = (uint32_t)(lane->activation->pc - code->words);
	plan_standing at = {.code = code,
			    .how = lane->state == PLAN_LANE_COLLECTS ? PLAN_AT_WARP
				   : lane->state == PLAN_LANE_WAITS  ? PLAN_AT_BARRIER
								     : PLAN_ENDED,
			    .word = word};

	memcpy(at.id, lane->level->id, sizeof(at.id));
	at.waits = at.how != PLAN_ENDED;
	at.word -= at.how == PLAN_AT_WARP ? HR_WARP_WORDS : at.how == PLAN_AT_BARRIER;
	return at;
}

hr_status hr_warp_check(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count)
{
	const uint64_t all = present(lanes, count);

	for (unsigned i = 0; i < count; i++) {
		plan_standing here, there;
		unsigned other = i;
		call at;

		if (lanes[i].state != PLAN_LANE_COLLECTS)
			continue;
		at = call_of(&lanes[i]);
		here = standing(&lanes[i]);
		for (unsigned k = 0; k < count && at.mask >> i & 1 && other == i; k++)
			if ((at.mask & all) >> k & 1 && !is_at(&lanes[k], &at, all))
				other = k;
		there = standing(&lanes[other]);
		return hr_plan_warp_diverged(
			plan, thread, lanes[i].level, &here, &there,
			&(plan_warp_pair){.what = at.what, .lanes = {i, other}, .mask = at.mask});
	}
	return HR_OK;
}
