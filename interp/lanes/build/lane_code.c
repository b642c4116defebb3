/* interp/lanes/build/lane_code.c -- creates and frees lane code.
 *
 * Owns:      the hr_lane_code. */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/lanes/run/lane_batch.h"

/* Return the handler tables that this processor can run, best first; filled once. */
static const struct lane_ops *found[4];

static void find_sets(void)
{
	unsigned count = 0;

#ifdef HR_LANE_X86
	__builtin_cpu_init();
	if (__builtin_cpu_supports("x86-64-v4"))
		found[count++] = &hr_lane_ops_v4;
	if (__builtin_cpu_supports("x86-64-v3"))
		found[count++] = &hr_lane_ops_v3;
#endif
	found[count] = &hr_lane_ops_base;
}

static const struct lane_ops *const *sets(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, find_sets);
	return found;
}

/* Return the table that the environment asks for, which may be less than the processor supports;
 * NULL if the processor does not support it. */
static const struct lane_ops *asked_ops(const char *asked)
{
	const struct lane_ops *const *best = sets();

	for (const struct lane_ops *const *set = best; *set; set++)
		if (!asked || !*asked || strcmp((*set)->name, asked) == 0)
			return *set;
	return NULL;
}

static const struct lane_ops *choose_ops(void)
{
	const struct lane_ops *asked = asked_ops(getenv("HPVM_RUN_ISA"));

	return asked ? asked : asked_ops(NULL);
}

bool hr_lane_sets(const char *asked, char *names, size_t room)
{
	const struct lane_ops *const *set = sets();

	*names = 0;
	for (; *set; set++) {
		const size_t used = strlen(names);

		snprintf(names + used, room - used, "%s%s", used ? ", " : "", (*set)->name);
	}
	return asked_ops(asked);
}

const char *hr_lane_set(const hr_lane_code *lane_code)
{
	return lane_code->ops->name;
}

unsigned hr_lane_bytes(const hr_lane_code *lane_code)
{
	return lane_code->lane_bytes + lane_code->versions[0].lane_bytes;
}

const char *hr_lane_undefined(const hr_lane_code *lane_code)
{
	for (size_t i = 0; i < lane_code->areas.count; i++)
		if (lane_code->areas.data[i].code->undefined_count)
			return "it has undefined constants";
	return NULL;
}

static bool make(hr_lane_code *w)
{
	const char *why;

	HR_RESERVE(&w->sites, 1); /* instructions without registers have a place in it, too */
	if (!lane_decode(w))
		return false;
	why = lane_takes_turns(w);
	if (why)
		return lane_refuse(w, why);
	if (!lane_flow(w) || !lane_find_webs(w))
		return false;
	lane_find_unique(w);
	for (unsigned version = 0; version < 2; version++) {
		lane_classify(w, version == 0);
		if (!lane_emit(w, version))
			return false;
	}
	return true;
}

hr_lane_code *hr_lane_code_new(hr_run *run, const hr_code *code, const bool *varying_inputs,
			       const hr_tile_shape *shape, const char **why)
{
	hr_lane_code *w = hr_alloc_zero(sizeof(*w));

	hr_arena_init(&w->arena);
	w->run = run;
	w->code = code;
	w->varying_inputs = varying_inputs;
	w->shape = *shape;
	w->lanes = (shape->lanes + LANE_STRIP - 1) / LANE_STRIP * LANE_STRIP;
	w->lane_align = 64;
	w->ops = choose_ops();
	if (make(w))
		return w;
	*why = w->why;
	hr_lane_code_free(w);
	return NULL;
}

void hr_lane_code_free(hr_lane_code *w)
{
	if (!w)
		return;
	for (unsigned i = 0; i < 2; i++) {
		HR_VEC_FREE(&w->versions[i].words);
		HR_VEC_FREE(&w->versions[i].webs);
		HR_VEC_FREE(&w->versions[i].constants);
		HR_VEC_FREE(&w->versions[i].params);
		HR_VEC_FREE(&w->versions[i].packings);
		HR_VEC_FREE(&w->versions[i].packed);
		HR_VEC_FREE(&w->versions[i].compared);
	}
	for (size_t i = 0; i < w->blocks.count; i++)
		HR_VEC_FREE(&w->blocks.data[i].preds);
	HR_VEC_FREE(&w->areas);
	HR_VEC_FREE(&w->insts);
	HR_VEC_FREE(&w->sites);
	HR_VEC_FREE(&w->blocks);
	HR_VEC_FREE(&w->loops);
	HR_VEC_FREE(&w->regs);
	HR_VEC_FREE(&w->webs);
	HR_VEC_FREE(&w->checks);
	hr_map_free(&w->reg_index);
	hr_arena_free(&w->arena);
	hr_free(w);
}
