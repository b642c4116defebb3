/* interp/check/uninit/check_uninit.h -- what --check=uninit knows of memory that nobody wrote;
 * private to check_uninit*.c. */
#ifndef HR_CHECK_UNINIT_H
#define HR_CHECK_UNINIT_H

#include "interp/check/check_state.h"
#include "interp/check/shadow.h"
#include "ir/program/origin.h"

typedef enum origin_kind {
	RAW_VARIABLE,
	RAW_DYNAMIC,
	RAW_OBJECT,
	RAW_HOST,   /* may be written by the host: holds HR_FRESH_WORD as long as it is not */
	RAW_FRESH,  /* written by the graph alone */
	RAW_COPIED, /* from any of those, or from such a one, as memory */
	READ,
	UNDEFINED, /* a constant of the IR */
	STORED,
	FIELD, /* of an aggregate, for its number alone */
	FIRST, /* none: in the index the first READ of that memory at that place in the source */
} origin_kind;

typedef struct origin {
	origin_kind kind;
	uint32_t from; /* READ: the memory; STORED: the value; RAW_VARIABLE: what makes it */
	/* READ: of the memory at that place in the source, which compilers may have made several
	 * of */
	uint32_t first;
	const hr_code *code;  /* RAW_VARIABLE */
	uint32_t offset, end; /* RAW_VARIABLE: in the frame */
	const char *text;     /* of the memory, or of the value, or (STORED, RAW_VARIABLE) NULL */
	check_site *site;     /* READ, STORED, RAW_COPIED */
	/* READ (who did first), STORED: */
	const hr_level *level;
	uint64_t execution;
	/* STORED: */
	const hr_node *leaf;
	check_range range;
	hr_beside beside;
	/* RAW_COPIED: the last copy of it; to_end: 0: none */
	uint64_t to, to_end, source;
	hr_level by; /* without its ancestors; node: NULL: the host */
} origin;

/* The variables of a function. */
typedef struct variable {
	uint32_t offset, end, origin;
} variable;

typedef struct variables {
	const hr_code *code;
	variable *list;
	uint32_t count;
	uint32_t undefined; /* origin of the first of its constants */
} variables;

/* Arguments of an execution. */
typedef struct unwritten {
	const hr_node *root;
	uint64_t execution;
	uint32_t *origins; /* by input of the root; 0: the host wrote it */
} unwritten;

struct uninit_state {
	hr_shadow shadow;
	HR_VEC(origin) origins;
	hr_map index;     /* of origins, by what they are made of */
	hr_map variables; /* by code, to variables * */
	const variables *last;
	bool noted; /* some chunk has a noted page */
	/* interp/check/access/arguments.c */
	HR_VEC(unwritten) unwritten;
	HR_VEC(uint32_t) passed; /* origins of such arguments, each text once */
	const uint32_t *inputs;  /* of the running execution; NULL: all were written */
};

enum { UNINIT_PAGE = HR_SHADOW_PAGE };

static inline const origin *origin_of(const uninit_state *state, uint32_t number)
{
	return &state->origins.data[number & ~(uint32_t)HR_ORIGIN_FLAGS];
}

/* --- uninit.c --- */
check_site *hr_uninit_site(hr_thread *thread, const uint32_t *pc);

/* The variables of a function, by ascending offset. */
const variables *hr_uninit_variables(hr_checker *checker, const hr_code *code);

/* The origin that TEXT names; borrows it. */
uint32_t hr_uninit_passed_origin(uninit_state *state, const char *text);

/* --- host.c: what the host may have written --- */
/* Forgets what the host has written since, of the page that has ADDRESS. */
void hr_uninit_look_again(uninit_state *state, uint64_t address);
/* The same of all pages that have some of BYTES at ADDRESS. */
void hr_uninit_look_through(uninit_state *state, uint64_t address, uint64_t bytes);

/* --- text.c: texts in the checker's arena --- */
/* "at f.c:12:4" */
const char *hr_uninit_site_text(hr_arena *arena, const check_site *site);
/* "'Root/Leaf' (3)" */
const char *hr_uninit_level_text(hr_arena *arena, const hr_level *level);
/* The argument of the running leaf that holds ADDRESS, or NULL. */
const check_range *hr_uninit_range_at(const hr_checker *checker, uint64_t address);
/* What lies at ADDRESS of the program's memory. */
const char *hr_uninit_host_text(hr_checker *checker, uint64_t address);
/* What lies at ADDRESS, of which RAW says that nobody wrote it. */
const char *hr_uninit_memory_text(hr_checker *checker, const origin *raw, const uint8_t *frame,
				  uint64_t address);

#endif
