/* interp/lanes/build/wide.c -- creates and frees lane code.
 *
 * Owns:      the hr_wide. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/lanes/run/wide_batch.h"

/* Return the handler tables that this processor can run, best first. */
static const struct wide_ops *const *sets(void)
{
	static const struct wide_ops *found[4];
	unsigned count = 0;

#ifdef HR_WIDE_X86
	__builtin_cpu_init();
	if (__builtin_cpu_supports("x86-64-v4"))
		found[count++] = &hr_wide_ops_v4;
	if (__builtin_cpu_supports("x86-64-v3"))
		found[count++] = &hr_wide_ops_v3;
#endif
	found[count] = &hr_wide_ops_base;
	return found;
}

/* Return the table that the environment asks for, which may be less than the processor supports;
 * NULL if the processor does not support it. */
static const struct wide_ops *asked_ops(const char *asked)
{
	const struct wide_ops *const *best = sets();

	for (const struct wide_ops *const *set = best; *set; set++)
		if (!asked || !*asked || strcmp((*set)->name, asked) == 0)
			return *set;
	return NULL;
}

static const struct wide_ops *choose_ops(void)
{
	const struct wide_ops *asked = asked_ops(getenv("HPVM_RUN_ISA"));

	return asked ? asked : asked_ops(NULL);
}

bool hr_wide_sets(const char *asked, char *names, size_t room)
{
	const struct wide_ops *const *set = sets();

	*names = 0;
	for (; *set; set++) {
		const size_t used = strlen(names);

		snprintf(names + used, room - used, "%s%s", used ? ", " : "", (*set)->name);
	}
	return asked_ops(asked);
}

const char *hr_wide_set(const hr_wide *wide)
{
	return wide->ops->name;
}

unsigned hr_wide_lane_bytes(const hr_wide *wide)
{
	return wide->lane_bytes + wide->versions[0].lane_bytes;
}

const char *hr_wide_undefined(const hr_wide *wide)
{
	for (size_t i = 0; i < wide->areas.count; i++)
		if (wide->areas.data[i].code->undefined_count)
			return "it has undefined constants";
	return NULL;
}

static bool make(hr_wide *w)
{
	const char *why;

	if (!wide_decode(w))
		return false;
	why = wide_takes_turns(w);
	if (why)
		return wide_refuse(w, why);
	if (!wide_flow(w) || !wide_find_webs(w))
		return false;
	wide_find_unique(w);
	for (unsigned version = 0; version < 2; version++) {
		wide_classify(w, version == 0);
		if (!wide_emit(w, version))
			return false;
	}
	return true;
}

hr_wide *hr_wide_new(hr_run *run, const hr_code *code, const bool *varying_inputs,
		     const hr_shape *shape, const char **why)
{
	hr_wide *w = hr_alloc_zero(sizeof(*w));

	hr_arena_init(&w->arena);
	w->run = run;
	w->code = code;
	w->varying_inputs = varying_inputs;
	w->shape = *shape;
	w->lanes = (shape->lanes + WIDE_STRIP - 1) / WIDE_STRIP * WIDE_STRIP;
	w->lane_align = 64;
	w->ops = choose_ops();
	if (make(w))
		return w;
	*why = w->why;
	hr_wide_free(w);
	return NULL;
}

void hr_wide_free(hr_wide *w)
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
	HR_VEC_FREE(&w->gates);
	hr_map_free(&w->reg_index);
	hr_arena_free(&w->arena);
	hr_free(w);
}
