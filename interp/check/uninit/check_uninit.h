/* interp/check/uninit/check_uninit.h -- the state of --check=uninit; private to
 * interp/check/uninit/ and the files that set up arguments. */
#ifndef HR_CHECK_UNINIT_H
#define HR_CHECK_UNINIT_H

#include "interp/check/check_state.h"
#include "interp/check/shadow.h"
#include "ir/program/origin.h"

typedef enum origin_kind {
	RAW_VARIABLE,
	RAW_DYNAMIC,
	RAW_OBJECT,
	RAW_HOST,   /* may be written by the host; undefined while it holds HR_FRESH_WORD */
	RAW_FRESH,  /* written by the graph only */
	RAW_COPIED, /* copied, as memory, from any of the above or from another RAW_COPIED */
	READ,
	UNDEFINED, /* an undefined constant of the IR */
	POISON,    /* a broken promise, or a poison constant */
	STORED,
	FIELD, /* a field of an aggregate; used only for its number */
	/* not an origin: index key of the first READ of that memory at one place in the source */
	FIRST,
} origin_kind;

typedef struct origin {
	origin_kind kind;
	/* READ: the memory; STORED: the value; RAW_VARIABLE: the operation that allocates it */
	uint32_t from;
	/* READ: the first origin for that memory and source place, which can have several sites */
	uint32_t first;
	const hr_code *code;  /* RAW_VARIABLE */
	uint32_t offset, end; /* RAW_VARIABLE: range in the frame */
	/* describes the memory or the value; NULL for STORED and RAW_VARIABLE */
	const char *text;
	const char *broken; /* POISON: the promise, with its operands */
	hr_diag_id id;      /* POISON: what is reported where the value decides */
	bool in_bounds;     /* POISON: hr_poison_source.in_bounds */
	check_site *site;   /* READ, STORED, RAW_COPIED, POISON */
	/* READ (the first reader), POISON (the first instance), STORED: */
	const hr_level *level;
	uint64_t execution;
	/* STORED: */
	const hr_node *leaf;
	check_range range;
	hr_beside beside;
	/* RAW_COPIED: the last copy of it; to_end 0: none */
	uint64_t to, to_end, source;
	hr_level by; /* without its ancestors; node NULL: the host */
} origin;

/* The variables of a function. */
typedef struct variable {
	uint32_t offset, end, origin;
} variable;

typedef struct variables {
	const hr_code *code;
	variable *list;
	uint32_t count;
	uint32_t undefined; /* origin of the first undefined constant */
} variables;

/* Uninitialised arguments of an execution. */
typedef struct unwritten {
	const hr_node *root;
	uint64_t execution;
	uint32_t *origins; /* by input of the root; 0: the host wrote it */
} unwritten;

struct uninit_state {
	hr_shadow shadow;
	HR_VEC(origin) origins;
	hr_map index;     /* of origins, by their components */
	hr_map variables; /* from code to variables * */
	const variables *last;
	bool noted; /* some chunk has a noted page */
	/* interp/check/access/arguments.c */
	HR_VEC(unwritten) unwritten;
	HR_VEC(uint32_t) passed; /* origins of such arguments, each text once */
	const uint32_t *inputs;  /* of the running execution; NULL: all inputs were written */
};

enum { UNINIT_PAGE = HR_SHADOW_PAGE };

static inline const origin *origin_of(const uninit_state *state, uint32_t number)
{
	return &state->origins.data[number & ~(uint32_t)HR_ORIGIN_FLAGS];
}

/* --- uninit.c --- */
check_site *hr_uninit_site(hr_thread *thread, const uint32_t *pc);

/* Return the variables of a function in ascending order of offset. */
const variables *hr_uninit_variables(hr_checker *checker, const hr_code *code);

/* Return the origin of what the promise at PC makes poison, which is reported as ID; its text is NULL
 * at first. */
uint32_t hr_uninit_poison_origin(hr_thread *thread, const uint32_t *pc, hr_diag_id id);
/* Set the text of that origin, which the running instance has met first. IN_BOUNDS: that of its
 * promise. */
void hr_uninit_describe_poison(hr_thread *thread, uint32_t number, const char *broken,
			       bool in_bounds);

/* Return the origin described by TEXT; borrows TEXT. */
uint32_t hr_uninit_passed_origin(uninit_state *state, const char *text);

/* --- host.c: memory that the host may have written --- */
/* Mark what the host has written since, in the page of ADDRESS, as defined. ALL: memory of host code
 * is read, where the origin may also be a variable. */
void hr_uninit_look_again(uninit_state *state, uint64_t address, bool all);
/* The same for all pages that contain some of BYTES at ADDRESS. */
void hr_uninit_look_through(uninit_state *state, uint64_t address, uint64_t bytes, bool all);
/* Return true if memory of this origin is filled with HR_FRESH_WORD until it is written. */
static inline bool hr_uninit_is_fresh(origin_kind kind, bool all)
{
	return kind == RAW_HOST || (all && kind < RAW_COPIED);
}

/* --- text.c: texts in the checker's arena --- */
/* Return "at f.c:12:4". */
const char *hr_uninit_site_text(hr_arena *arena, const check_site *site);
/* Return "'Root/Leaf' (3)". */
const char *hr_uninit_level_text(hr_arena *arena, const hr_level *level);
/* Return the argument of the running leaf that contains ADDRESS, or NULL. */
const check_range *hr_uninit_range_at(const hr_checker *checker, uint64_t address);
/* Return a description of the object at ADDRESS in the program's memory. */
const char *hr_uninit_host_text(hr_checker *checker, uint64_t address);
/* Return a description of the object at ADDRESS, which is uninitialised memory of origin RAW. */
const char *hr_uninit_memory_text(hr_checker *checker, const origin *raw, const uint8_t *frame,
				  uint64_t address);

#endif
