/* interp/lanes/build/alone.c -- whether batches of one leaf may run concurrently, and whether its
 * instances may run in batches.
 *
 * Instances that do not race (M4) may run in any order or concurrently, with the same result. This
 * file looks for operations that are not races but depend on the order of instances: atomics,
 * except those that commute; C functions that may keep state; and state of the running thread.
 * Instances of a batch are interleaved at every operation, so an instance can find state in the
 * thread that another instance left there.
 *
 * Owns:      nothing.
 * Clauses:   M2, N1.
 * Not here:  whether instances race (interp/check/race/race.c). */
#include <string.h>

#include "interp/lanes/lane_code.h"
#include "ir/lower/lower.h"
#include "src/arith/cfunction.h"

enum { MOST_FUNCTIONS = 1024 };

typedef struct alone_search {
	hr_run *run;
	const hr_lane_code *w; /* or NULL */
	bool checked;
	bool taking_turns; /* only thread state kept for one instance is looked for */
	const hr_code *seen[MOST_FUNCTIONS]; /* called functions */
	unsigned seen_count;
	const char *family; /* family of the atomics found so far, or NULL */
	uint8_t container;
} alone_search;

/* --- atomics ---------------------------------------------------------------------------------- */

/* Return the family of an atomic; atomics of one family commute. */
static const char *family_of(const char *name)
{
	static const char *const families[][2] = {
		{"rmw_add.", "add"}, {"rmw_sub.", "add"},   {"rmw_and.", "and"},
		{"rmw_or.", "or"},   {"rmw_xor.", "xor"},   {"rmw_max.", "max"},
		{"rmw_min.", "min"}, {"rmw_umax.", "umax"}, {"rmw_umin.", "umin"},
	};

	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (strncmp(name, families[i][0], strlen(families[i][0])) == 0)
			return families[i][1];
	return NULL;
}

static bool is_used(const hr_lane_code *w, uint32_t web)
{
	for (size_t i = 0; i < w->insts.count; i++) {
		const lane_inst *inst = &w->insts.data[i];
		const lane_site *uses = &w->sites.data[inst->sites + inst->def_count];

		for (unsigned u = 0; u < inst->use_count; u++)
			if (uses[u].web == web)
				return true;
	}
	return false;
}

/* INST is NULL in a called function, where the use of the result is not known. */
static const char *look_at_atomic(alone_search *s, uint32_t op, const lane_inst *inst)
{
	const hr_op_info *info = &hr_op_infos[op];
	const char *family = info->shape == HR_SHAPE_RMW ? family_of(info->name) : NULL;

	if (!family || !inst)
		return "its result depends on the order of atomic operations";
	if (is_used(s->w, s->w->sites.data[inst->sites].web))
		return "it uses the results of atomic operations";
	if (s->family && (strcmp(s->family, family) != 0 || s->container != info->to))
		return "its result depends on the order of different atomic operations";
	s->family = family;
	s->container = info->to;
	return NULL;
}

/* --- calls ------------------------------------------------------------------------------------ */

static const char *look_at_code(alone_search *s, const hr_code *code);

static const char *look_at_function(alone_search *s, hr_function *function)
{
	const hr_cfunction *facts = function->defined ? NULL : hr_cfunction_find(function->name);
	const hr_code *called;

	if (strncmp(function->name, "llvm.", 5) == 0 && s->taking_turns)
		return NULL;
	if (s->taking_turns ? facts && facts->state != HR_STATE_KEEPS
			    : hr_cfunction_keeps_nothing(facts))
		return NULL;
	if (!function->defined)
		return "it calls C functions that may keep state";
	if (s->checked)
		return "it calls functions whose accesses are checked";
	if (hr_lower(s->run->program, function, &called) != HR_OK)
		return "it calls a function that cannot be lowered";
	for (unsigned i = 0; i < s->seen_count; i++)
		if (s->seen[i] == called)
			return NULL;
	if (s->seen_count == MOST_FUNCTIONS)
		return "it calls many functions";
	s->seen[s->seen_count++] = called;
	return look_at_code(s, called);
}

/* An indirect call: consider every function whose address is taken. */
static const char *look_at_pointed(alone_search *s)
{
	const hr_program *program = s->run->program;
	const char *why = NULL;

	for (uint32_t i = 0; i < program->function_count && !why; i++) {
		hr_function *function = program->functions[i];

		if (function->address_taken && !function->leaf_node && !function->internal_node)
			why = look_at_function(s, function);
	}
	return why;
}

static const char *look_at_call(alone_search *s, const hr_code *code, const uint32_t *pc)
{
	const hr_call *call = &code->calls[pc[1]];

	if (call->callee >= 0)
		return look_at_function(s, s->run->program->functions[call->callee]);
	return s->taking_turns ? look_at_pointed(s) : "it calls through pointers";
}

/* --- operations ------------------------------------------------------------------------------- */

static const char *look_at(alone_search *s, uint32_t op, const lane_inst *inst)
{
	unsigned shape = hr_op_infos[op].shape;

	if (op == HR_OP_tls)
		return "it uses thread-local variables";
	if (s->taking_turns)
		return NULL;
	if (shape == HR_SHAPE_RMW || shape == HR_SHAPE_CMPXCHG || shape == HR_SHAPE_ALOAD ||
	    shape == HR_SHAPE_ASTORE)
		return look_at_atomic(s, op, inst);
	return NULL;
}

static const char *look_at_code(alone_search *s, const hr_code *code)
{
	for (uint32_t at = 0; at < code->word_count;) {
		const uint32_t *pc = code->words + at;
		const char *why =
			*pc == HR_OP_call ? look_at_call(s, code, pc) : look_at(s, *pc, NULL);

		if (why)
			return why;
		at += hr_op_length((hr_op)*pc);
	}
	return NULL;
}

static const char *look_at_all(alone_search *s)
{
	const hr_lane_code *w = s->w;

	for (size_t i = 0; i < w->insts.count; i++) {
		const lane_inst *inst = &w->insts.data[i];
		const char *why = NULL;

		if (inst->op == LANE_OP_CALL)
			why = look_at_call(s, w->areas.data[inst->area].code, inst->pc);
		else if (inst->op < HR_OP_COUNT)
			why = look_at(s, inst->op, inst);
		if (why)
			return why;
	}
	return NULL;
}

const char *hr_lane_alone(const hr_lane_code *w, bool checked)
{
	alone_search s = {.run = w->run, .w = w, .checked = checked};

	return look_at_all(&s);
}

const char *lane_takes_turns(const hr_lane_code *w)
{
	alone_search s = {.run = w->run, .w = w, .taking_turns = true};

	return look_at_all(&s);
}

const char *hr_code_alone(hr_run *run, const hr_code *code)
{
	alone_search s = {.run = run};

	return look_at_code(&s, code);
}
