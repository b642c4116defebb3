/* interp/lanes/build/alone.c -- whether batches of one leaf may run at once, and its instances in batches.
 *
 * Instances that do not race (M4) may run in any order, and at once, and give the same bytes. What
 * they may do without a race, and others can see the order of, is what is looked for here: atomics
 * but for those that add up the same in any order, functions of C that may keep something, and
 * what belongs to the running thread. Instances of a batch take turns at every operation, so that
 * what one of them leaves in the thread for itself, others find there.
 *
 * Owns:     nothing.
 * Clauses:  M2, N1.
 * Not here: whether instances race (interp/check/race.c). */
#include <string.h>

#include "interp/memory/c_heap.h"
#include "interp/host/host_calls.h"
#include "interp/lanes/build/wide_code.h"

enum { MOST_FUNCTIONS = 1024 };

typedef struct search {
	hr_run *run;
	const hr_wide *w; /* or NULL */
	bool checked;
	bool taking_turns; /* only what an instance keeps in the thread for itself is looked for */
	const hr_code *seen[MOST_FUNCTIONS]; /* functions that are called */
	unsigned seen_count;
	const char *family; /* of the atomics met so far, or NULL */
	uint8_t container;
} search;

/* --- atomics ---------------------------------------------------------------------------------- */

/* Atomics of one family may change places with one another. */
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

static bool is_used(const hr_wide *w, uint32_t web)
{
	for (size_t i = 0; i < w->insts.count; i++) {
		const wide_inst *inst = &w->insts.data[i];
		const wide_site *uses = &w->sites.data[inst->sites + inst->def_count];

		for (unsigned u = 0; u < inst->use_count; u++)
			if (uses[u].web == web)
				return true;
	}
	return false;
}

/* INST is NULL in a function that is called: what becomes of the value is not known. */
static const char *look_at_atomic(search *s, uint32_t op, const wide_inst *inst)
{
	const hr_op_info *info = &hr_op_infos[op];
	const char *family = info->shape == HR_SHAPE_RMW ? family_of(info->name) : NULL;

	if (!family || !inst)
		return "the order of its atomics counts";
	if (is_used(s->w, s->w->sites.data[inst->sites].web))
		return "it uses what atomics return";
	if (s->family && (strcmp(s->family, family) != 0 || s->container != info->to))
		return "the order of its different atomics counts";
	s->family = family;
	s->container = info->to;
	return NULL;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* NAME is one of NAMES, of any floating type: "sin", "sinf", "sinl". */
static bool is_of_any_type(const char *name, const char *const *names, size_t count)
{
	const size_t length = strlen(name);

	for (size_t i = 0; i < count; i++) {
		const size_t stem = strlen(names[i]);

		if (strncmp(name, names[i], stem) == 0 &&
		    (length == stem ||
		     (length == stem + 1 && (name[stem] == 'f' || name[stem] == 'l'))))
			return true;
	}
	return false;
}

/* Nothing but errno, which every thread has for itself. */
bool hr_c_keeps_nothing(const char *name)
{
	static const char *const any_type[] = {
		"acos",	 "acosh", "asin",  "asinh",  "atan",	  "atan2",     "atanh",	 "cbrt",
		"ceil",	 "cos",	  "cosh",  "erf",    "erfc",	  "exp",       "exp10",	 "exp2",
		"expm1", "fabs",  "fdim",  "floor",  "fma",	  "fmax",      "fmin",	 "fmod",
		"frexp", "hypot", "ilogb", "ldexp",  "llrint",	  "llround",   "log",	 "log10",
		"log1p", "log2",  "logb",  "lrint",  "lround",	  "modf",      "pow",	 "rint",
		"round", "sin",	  "sinh",  "sincos", "sqrt",	  "tan",       "tanh",	 "trunc",
		"scalbn", "copysign", "nearbyint", "nextafter", "remainder", "roundeven",
	};
	static const char *const others[] = {"abs",    "labs",	  "llabs", "memcpy",
					     "memset", "memmove", "memcmp"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(name, others[i]) == 0)
			return true;
	return is_of_any_type(name, any_type, sizeof(any_type) / sizeof(any_type[0]));
}

/* Nothing, between two calls, but where all instances find it: memory, and files. */
static bool is_over_when_it_returns(const char *name)
{
	static const char *const any_type[] = {
		"cabs",	  "cacos",  "cacosh", "carg",  "casin", "casinh", "catan", "catanh", "ccos",
		"ccosh",  "cexp",   "cimag",  "clog",  "conj",	"cpow",	  "cproj", "creal",  "csin",
		"csinh",  "csqrt",  "ctan",   "ctanh", "drem",	"finite", "j0",	   "j1",     "jn",
		"lgamma", "nan",    "nexttoward", "remquo", "scalbln", "significand", "tgamma",
		"y0",	  "y1",	    "yn",
	};
	static const char *const names[] = {
		"printf",	 "fprintf",	 "vprintf",	   "vfprintf",	   "__printf_chk",
		"__fprintf_chk", "sprintf",	 "snprintf",	   "vsprintf",	   "vsnprintf",
		"__sprintf_chk", "__snprintf_chk", "sscanf",	   "__isoc99_sscanf", "putchar",
		"putc",		 "fputc",	 "fflush",	   "time",	   "clock",
		"clock_gettime", "gettimeofday", "usleep",	   "nanosleep",	   "sched_yield",
		"isalnum",	 "isalpha",	 "isdigit",	   "islower",	   "isprint",
		"ispunct",	 "isspace",	 "isupper",	   "isxdigit",	   "tolower",
		"toupper",	 "div",		 "ldiv",	   "lldiv",	   "ffs",
		"memccpy",	 "strspn",	 "strcspn",	   "strpbrk",	   "strncat",
		"strtoul",	 "strtoll",	 "strtoull",	   "strtof",	   "strtold",
		"abort",	 "exit",	 "_exit",	   "__assert_fail", "getenv",
		"rand_r",	 "erand48",	 "nrand48",	   "jrand48",	   "atoll",
		"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
		"__mulsc3",	 "__muldc3",	 "__mulxc3",	   "__divsc3",	   "__divdc3",
		"__divxc3",
	};

	if (hr_c_keeps_nothing(name) || hr_c_call_find(name) || hr_c_heap_has(name) ||
	    strncmp(name, "llvm.", 5) == 0 ||
	    is_of_any_type(name, any_type, sizeof(any_type) / sizeof(any_type[0])))
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

bool hr_c_follows_pointers(const char *name)
{
	static const char *const stems[] = {"frexp", "modf", "sincos", "memcmp"};

	for (size_t i = 0; i < sizeof(stems) / sizeof(stems[0]); i++)
		if (strncmp(name, stems[i], strlen(stems[i])) == 0)
			return true;
	return false;
}

static const char *look_at_code(search *s, const hr_code *code);

static const char *look_at_function(search *s, hr_function *function)
{
	const hr_code *called;

	if (!function->defined && (s->taking_turns ? is_over_when_it_returns(function->name)
						   : hr_c_keeps_nothing(function->name)))
		return NULL;
	if (!function->defined)
		return "it calls C functions that may keep something";
	if (s->checked)
		return "it calls functions whose accesses are checked";
	if (hr_lower(s->run->program, function, &called) != HR_OK)
		return "it calls what cannot be lowered";
	for (unsigned i = 0; i < s->seen_count; i++)
		if (s->seen[i] == called)
			return NULL;
	if (s->seen_count == MOST_FUNCTIONS)
		return "it calls many functions";
	s->seen[s->seen_count++] = called;
	return look_at_code(s, called);
}

/* Any function whose address the program has. */
static const char *look_at_pointed(search *s)
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

static const char *look_at_call(search *s, const hr_code *code, const uint32_t *pc)
{
	const hr_call *call = &code->calls[pc[1]];

	if (call->callee >= 0)
		return look_at_function(s, s->run->program->functions[call->callee]);
	return s->taking_turns ? look_at_pointed(s) : "it calls through pointers";
}

/* --- operations ------------------------------------------------------------------------------- */

static const char *look_at(search *s, uint32_t op, const wide_inst *inst)
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

static const char *look_at_code(search *s, const hr_code *code)
{
	for (uint32_t at = 0; at < code->word_count;) {
		const uint32_t *pc = code->words + at;
		const char *why = *pc == HR_OP_call ? look_at_call(s, code, pc)
						    : look_at(s, *pc, NULL);

		if (why)
			return why;
		at += hr_op_length((hr_op)*pc);
	}
	return NULL;
}

static const char *look_at_all(search *s)
{
	const hr_wide *w = s->w;

	for (size_t i = 0; i < w->insts.count; i++) {
		const wide_inst *inst = &w->insts.data[i];
		const char *why = NULL;

		if (inst->op == WIDE_OP_CALL)
			why = look_at_call(s, w->areas.data[inst->area].code, inst->pc);
		else if (inst->op < HR_OP_COUNT)
			why = look_at(s, inst->op, inst);
		if (why)
			return why;
	}
	return NULL;
}

const char *hr_wide_alone(const hr_wide *w, bool checked)
{
	search s = {.run = w->run, .w = w, .checked = checked};

	return look_at_all(&s);
}

const char *wide_takes_turns(const hr_wide *w)
{
	search s = {.run = w->run, .w = w, .taking_turns = true};

	return look_at_all(&s);
}

const char *hr_code_alone(hr_run *run, const hr_code *code)
{
	search s = {.run = run};

	return look_at_code(&s, code);
}
