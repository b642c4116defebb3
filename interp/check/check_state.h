/* interp/check/check_state.h -- what the checkers share; private to check*.c.
 *
 * A *site* is an operation of the code that accesses memory; compilers make several of one place in
 * the source. A *finding* is a pair of such places (the second may be missing) with one diagnostic;
 * it is kept until the execution ends and reported once, with a count. */
#ifndef HR_CHECK_STATE_H
#define HR_CHECK_STATE_H

#include "interp/check/access_check.h"
#include "interp/run/value_text.h"
#include "ir/program/origin.h"

typedef struct check_site {
	const hr_code *code;
	uint32_t word, number; /* number: from 1, in the order of first execution */
	uint32_t place; /* number of the first site that comes from the same place in the source */
	hr_origin origin[2]; /* of the address, and of the source of a copy */
	uint32_t align[2];   /* that they rely on; 1: none */
	bool floating;
} check_site;

/* A pointer argument of the running leaf whose size is known (G9). */
typedef struct check_range {
	uint64_t base, end; /* both 0: unknown */
	unsigned port;
} check_range;

typedef enum check_area { AREA_OTHER, AREA_STACK, AREA_ARGUMENT, AREA_GLOBAL } check_area;

/* What one access touches. */
typedef struct check_access {
	check_site *site;
	uint64_t address, bytes;
	unsigned kind;
	const void *value; /* what is written, or NULL */
	check_area area;
	const check_range *range; /* AREA_ARGUMENT */
	uint64_t base, end;       /* of what it belongs to */
	const char *name;         /* AREA_GLOBAL */
	const hr_code *owner;     /* AREA_STACK: the function whose variable it is, NULL: of none */
	uint32_t variable;        /* with owner: the operation that makes it */
	/* AREA_STACK: where what is alive of a lane's variables ends, 0: no lane's */
	uint64_t alive;
	/* every access of this place within base and end belongs there, in this grid / */
	bool lasting;
	bool constant; /* nobody may write it */
	bool second;   /* the source of a copy */
	bool framed;   /* base and end go with the running frame */
} check_access;

typedef struct race_state race_state;           /* interp/check/race/check_race.h */
typedef struct attribute_state attribute_state; /* interp/check/access/attributes.c */
typedef struct uninit_state uninit_state;       /* interp/check/uninit/uninit.c */
typedef struct block_state block_state;         /* blocks.c */

/* hr_access_check.pass */
typedef hr_trap hr_access_pass(hr_thread *thread, const hr_access_check *check, uint64_t address,
			       const void *value);
/* Whether all is well with an access at the access check, and has been noted. */
typedef bool hr_access_fast(const hr_access_check *check, uint64_t address);

/* An access check and what is known of all that pass it. */
/* atomics.c: operand with the address, and bytes, of atomic operations; 0: accesses nothing. */
typedef struct check_atomic {
	uint8_t operand, bytes, kind;
} check_atomic;
extern const check_atomic hr_check_atomics[HR_OP_COUNT];

typedef struct check_site_check {
	hr_access_check check;
	hr_access_pass *watched; /* what accesses that do not pass at once go on to */
	check_access like;       /* but for address and value */
	/* WATCH_RACE: */
	race_state *race;
	hr_access_fast *in_order;
	hr_access_pass *race_alone;                /* in_order, or what WATCHED does */
	bool numbered;                             /* what follows is known */
	uint64_t writers, readers, others, starts; /* see hr_cells_bias() */
	uint32_t place;
	/* WATCH_ATTRIBUTES: see hr_attribute_prepare() */
	uint32_t out;
	attribute_state *attributes;
} check_site_check;

enum { WATCH_ATTRIBUTES = 1, WATCH_RACE = 2 };

/* interp/check/access/defined.c */
enum { KNOWN_OBJECTS = 16 };
typedef struct known_object {
	uint64_t base, end;
	bool defined;
} known_object;

typedef struct check_known {
	known_object objects[KNOWN_OBJECTS];
	unsigned count;
	uint64_t budget; /* bytes that may be looked through */
} check_known;

typedef struct finding {
	hr_diag_id id;
	hr_where where;
	const hr_level *level; /* copy */
	uint64_t execution, key;
	uint64_t count;  /* in the order of instances that met it first, its */
	uint64_t repeat; /* the order of executions that met it first, and alone counts it */
	const char *text;
	const hr_node *declares; /* what is not as it says; NULL: no node */
	/* waits: of an execution that has ended, to be reported with the run's end */
	bool reported, waits;
} finding;

/* An object from hpvm.malloc; in descending order of base, as their memory is handed out. */
typedef struct check_object {
	uint64_t base, end;
	const char *node;
	int64_t instance[3];
	unsigned dims;
	uint64_t execution;
	const check_site *site; /* that allocated it; NULL: a backend's code */
	bool freed;
} check_object;

/* The last write to the watched byte. */
typedef struct check_write {
	bool hit;
	const check_site *site;
	uint64_t address, bytes, execution;
	HR_VEC(hr_level) levels; /* the instance, then its ancestors */
} check_write;

typedef struct check_snapshot check_snapshot; /* interp/check/access/undo.c */

/* Freed objects of an execution, whose memory is not handed out again. */
typedef struct check_freed {
	hr_objects *objects; /* owns */
	uint64_t bytes;
} check_freed;

/* Memory that the host has freed, and that nobody has got since. */
typedef struct check_host_freed {
	uint64_t base, end;
	const char *text; /* ", which the host freed at f.c:12" */
} check_host_freed;

/* Memory that a leaf has got from a function of C. */
typedef struct check_block {
	uint64_t base, end;
	uint64_t room;          /* nobody else has memory below */
	const char *name;       /* "malloc" */
	const char *node;       /* whose leaf got it */
	const check_site *site; /* where; NULL: not known */
	const hr_plan *plan;
	uint64_t execution;
	uint64_t age; /* see block_state */
	/* Freed by a leaf, and not given back yet: */
	bool quarantined;
	const char *freed_node;
	const check_site *freed_site;
	const hr_plan *freed_plan;
	uint64_t freed_execution;
	void (*give)(void *block);
} check_block;

#define CHECK_EVERYTHING UINT64_MAX

struct hr_checker {
	hr_run *run;
	unsigned checks;
	/* "__hpvm__attributes(...)" that would be right for a finding of what NODE declares, or
	 * NULL. */
	const char *(*fix_of)(hr_checker *checker, hr_diag_id id, const hr_node *node);
	pthread_mutex_t lock; /* held while a checked execution runs */
	hr_arena arena;       /* sites, findings */
	hr_map codes;         /* to check_site *[], by word */
	hr_map places;        /* numbers of sites, by hr_origin_source() */
	hr_map call_origins;  /* of arguments, by call and argument, to hr_origin */
	uint64_t *globals;    /* addresses by id, 0: not asked yet; owns */
	uint32_t site_count;
	hr_map roots; /* code entered from outside to its hr_access_checks */
	HR_VEC(check_site_check *) open_checks; /* those that are open */
	HR_VEC(finding) findings;
	hr_map finding_index;
	HR_VEC(check_object) objects;
	HR_VEC(check_freed) freed_objects; /* by execution, oldest first */
	pthread_mutex_t variables_lock;
	HR_VEC(check_range) variables;       /* memory of theirs; port: none */
	HR_VEC(check_host_freed) host_freed; /* ascending, apart from one another */
	hr_map writes;                       /* function id to its hr_writes */
	uint64_t repeat;                     /* which order of the execution runs, from 0 */
	const hr_plan *plan;
	uint64_t execution;
	const uint8_t *root_inputs; /* image; NULL: of a stream, which has many */
	const hr_node *leaf;        /* running */
	bool in_batch;              /* its instances */
	HR_VEC(check_range) ranges; /* by input of the leaf */
	uint64_t stack, stack_end;  /* of the running instance */
	/* on the thread's own stack: where functions that lanes call run */
	uint64_t frames, frames_end;
	race_state *race;
	attribute_state *attributes;
	uint64_t watched; /* address of a byte; 0: none, CHECK_EVERYTHING: all writes are tallied */
	hr_tally *tally;  /* borrowed */
	check_write write;
	uninit_state *uninit;
	block_state *blocks;
	check_known known;
	check_snapshot *to_undo; /* interp/check/access/undo.c */
};

/* The site of the operation at WORD of CODE. */
check_site *hr_check_site(hr_checker *checker, const hr_code *code, uint32_t word);
/* Notes a finding of THREAD at the site; TEXT, and those of FACTS but the value, which are taken
 * from the arena, are those of the first. */
void hr_check_find(hr_checker *checker, const hr_thread *thread, hr_diag_id id,
		   const check_site *site, uint32_t other, const hr_diag_facts *facts,
		   const char *text);
/* The last finding is about this place, too, which is WHAT; borrows the texts of PLACE, but the
 * value. */
void hr_check_also(hr_checker *checker, const check_site *site, const char *what, hr_where place);
/* PLACE becomes that of the site, but for node and instance. */
void hr_check_placed(hr_checker *checker, const check_site *site, hr_where *place);
/* The last finding is of what NODE declares. */
void hr_check_declared(hr_checker *checker, const hr_node *node);
/* Reports what waits for no more: findings of the execution that has ended. The lock is held. */
hr_status hr_check_report(hr_checker *checker) HR_MUST_CHECK;
bool hr_check_known(hr_checker *checker, hr_diag_id id, const check_site *site, uint32_t other);
/* The same of what is found of a port of NODE, at no place in a leaf. */
void hr_check_find_port(hr_checker *checker, hr_diag_id id, const hr_node *node, unsigned port,
			const hr_diag_facts *facts, const char *text);
bool hr_check_known_port(hr_checker *checker, hr_diag_id id, const hr_node *node, unsigned port);
/* " (the value 5)" of a write whose value is known, in TEXT; "" of others. */
enum { HR_CHECK_WRITTEN = 96 };
const char *hr_check_written(const check_access *access, char text[HR_CHECK_WRITTEN]);
/* "5" of such a write; NULL of others. */
const char *hr_check_value(const check_access *access, char text[HR_VALUE_TEXT]);
/* What lies at an access: "byte 4 of 'table'", and its origin. Texts are in the arena, as all that
 * follow. */
hr_diag_facts hr_check_object_facts(hr_checker *checker, const check_access *access);
/* The same of ADDRESS in the range of an argument of LEAF. */
hr_diag_facts hr_check_argument_facts(hr_checker *checker, const hr_node *leaf,
				      const check_range *range, uint64_t address);
/* "argument 0 ('p') of 'Root/Leaf'" */
const char *hr_check_argument_name(hr_checker *checker, const hr_node *leaf, unsigned port);
/* Object and origin in one: "byte 4 of argument 0 ('p') of 'Root/Leaf' (tracked at f.c:12)". */
const char *hr_check_facts_text(hr_checker *checker, const hr_diag_facts *facts);
/* "'Root/Leaf' allocated at f.c:12:4" */
const char *hr_check_allocated_text(hr_checker *checker, const check_object *object);
/* "tracked at f.c:12", "'Root/Leaf' allocated at f.c:12:4" of what lies at ADDRESS; NULL:
 * unknown. */
const char *hr_check_origin(hr_checker *checker, uint64_t address);
/* What a sentence has before ORIGIN: "which " or "". */
const char *hr_check_which(const char *origin);
/* " (tracked at f.c:12)", " (which 'Root/Leaf' allocated at f.c:12:4)", or "". */
const char *hr_check_tracked_text(hr_checker *checker, uint64_t address);
/* How many objects have a base above ADDRESS. */
size_t hr_check_objects_above(const hr_checker *checker, uint64_t address);
const check_object *hr_check_object_at(const hr_checker *checker, uint64_t address);
/* Whether an object that has been freed has bytes of [BASE, END). */
bool hr_check_holds_freed_object(const hr_checker *checker, uint64_t base, uint64_t end);
/* The first of what the host has freed that has bytes of [BASE, END); NULL: none. */
const check_host_freed *hr_check_host_freed_at(const hr_checker *checker, uint64_t base,
					       uint64_t end);

/* The block that ADDRESS lies in, or in the room behind. False: none. */
bool hr_check_block_at(hr_checker *checker, uint64_t address, check_block *found);
/* The first that has been freed and has bytes of [BASE, END). */
bool hr_check_block_freed_at(hr_checker *checker, uint64_t base, uint64_t end, check_block *found);
/* Whether what lies behind the block is nobody's for certain. */
bool hr_check_block_is_certain(hr_checker *checker, const check_block *block);
/* Whether leaves may have got memory from C that is no block. */
bool hr_check_has_strangers(hr_checker *checker);
/* "'Root/Leaf' freed at f.c:12:4" */
const char *hr_check_block_freed_text(hr_checker *checker, const check_block *block);
void hr_check_block_add(hr_checker *checker, const check_block *made);
/* Is freed, and held; a large one is given back at once. */
void hr_check_block_quarantine(hr_checker *checker, const check_block *freed);
/* The leaf may use all that C has given at BASE. */
void hr_check_block_use_room(hr_checker *checker, uint64_t base);
/* A leaf calls what may give memory, or take some back, that nobody hears of. */
void hr_check_block_stranger(hr_checker *checker);
void hr_check_blocks_enter(hr_checker *checker);
/* The running execution begins again: what it freed of what was there before is not. */
void hr_check_blocks_repeat(hr_checker *checker);
void hr_check_blocks_new(hr_checker *checker);
void hr_check_blocks_free(hr_checker *checker);
/* "'Root/Leaf' allocated at f.c:12:4", with DID "allocated"; SITE: NULL, where is not known. */
const char *hr_check_did_text(hr_checker *checker, const char *node, const check_site *site,
			      const char *did);

/* Whether functions that lanes call run at ADDRESS, or may. */
static inline bool hr_check_in_frames(const hr_checker *checker, uint64_t address)
{
	return address - checker->frames < checker->frames_end - checker->frames;
}

/* Whether that is where the running instance has variables, or where what it calls has them. */
static inline bool hr_check_on_stack(const hr_checker *checker, uint64_t address)
{
	return address - checker->stack < checker->stack_end - checker->stack ||
	       hr_check_in_frames(checker, address);
}

/* Whether variables of leaves lie at ADDRESS. */
bool hr_check_is_variable(hr_checker *checker, uint64_t address);

/* The access check at the published place lets pass what is like ACCESS, which was found right. */
void hr_access_check_open(hr_checker *checker, uint8_t *frame, const check_access *access);
void hr_access_checks_close(hr_checker *checker);
/* All, if one lets pass what has bytes of [BASE, END). */
void hr_access_checks_close_over(hr_checker *checker, uint64_t base, uint64_t end);
void hr_access_checks_free(hr_checker *checker);

/* M7: host code is watched for reading what a device has written. */
hr_trap hr_check_host_access(const hr_thread *thread, const check_access *access);

hr_trap hr_check_bounds(hr_checker *checker, hr_thread *thread, const check_access *access);

void hr_check_watch(hr_checker *checker, const hr_thread *thread, const check_access *access);

/* Whether nothing that is declared of the argument forbids the access; and whether reads or writes
 * through it are noted: some node has it as `out` alone, and has not written all of it. */
bool hr_attribute_allows(hr_checker *checker, const check_access *access);
bool hr_attribute_notes(const hr_checker *checker, const check_access *access);
void hr_check_attribute(hr_checker *checker, hr_thread *thread, const check_access *access);
/* What the short way needs to know of an access check to an argument that is `out` alone. */
void hr_attribute_prepare(hr_checker *checker, check_site_check *check);
hr_access_fast hr_attribute_passes;
/* The same for all of BYTES, a multiple of what one access has. */
bool hr_attribute_passes_all(const check_site_check *check, uint64_t address, uint64_t bytes);
/* The ranges are those of the instances that run next. */
void hr_check_attributes_inputs(hr_checker *checker);
/* "__hpvm__attributes(...)", right for a finding of what NODE declares, else NULL. */
const char *hr_check_attributes_fix(hr_checker *checker, hr_diag_id id, const hr_node *node);
void hr_check_attributes_ended(hr_checker *checker, bool completed);
/* How many missing attributes are known; undo: only so many, and nothing of an execution. */
size_t hr_check_attributes_missing(const hr_checker *checker);
void hr_check_attributes_undo(hr_checker *checker, size_t count);
void hr_check_attributes_free(hr_checker *checker);

void hr_check_snapshot_free(hr_checker *checker);

void hr_uninit_start(hr_checker *checker);
void hr_uninit_free(hr_checker *checker);
void hr_uninit_instance(hr_thread *thread);
void hr_uninit_allocated(hr_thread *thread, uint64_t base, uint64_t bytes);
/* EXECUTION runs from here on. */
void hr_uninit_execution(hr_checker *checker, const hr_node *root, uint64_t execution);
/* Marks inputs of the instance that begins which the host has not written; whether there are
 * any. */
bool hr_uninit_inputs(hr_thread *thread, const struct hr_activation *activation);
/* The same of a batch, whose speculative run fails then. */
void hr_uninit_batch(hr_thread *thread, const hr_node *leaf);
/* Nothing is known of this memory any more. */
void hr_uninit_forget(hr_checker *checker, uint64_t base, uint64_t bytes);
void hr_uninit_tracked(hr_checker *checker, uint64_t base, uint64_t bytes);
struct hr_shadow *hr_uninit_shadow(hr_checker *checker);
/* Where the shadow of memory from BASE to END is, less BASE; 0: it is not in one piece. */
uint64_t hr_uninit_bias(hr_checker *checker, uint64_t base, uint64_t end);
/* A grid of COUNT instances begins. */
void hr_defined_grid(hr_checker *checker, uint64_t count);
/* Whether no bit of [BASE, END) is undefined; if so, access checks are closed before one becomes
 * so. */
bool hr_defined(hr_checker *checker, uint64_t base, uint64_t end);
/* A graph execution has ended: undefined values in its results are found. */
void hr_uninit_ended(hr_checker *checker);

/* An origin says where an undefined value comes from; 0: it is defined. HR_COMPUTED is set when
 * something was done with it since it was read; HR_MOVED when that was to take some of its bits or
 * move them, with which compilers copy a field that has no register of its own. */
enum {
	HR_COMPUTED = 1 << 30,
	HR_MOVED = 1 << 29,
	HR_ORIGIN_FLAGS = HR_COMPUTED | HR_MOVED,
};
enum { HR_PATIENCE = 16 }; /* see interp/check/uninit/definedness.c */
/* Undefined bits of BYTES at ADDRESS, which the operation at PC reads, and their origin. */
hr_u128 hr_uninit_read(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
		       uint64_t address, unsigned bytes, uint32_t *origin);
/* The operation at PC writes a value with undefined bits. PART: of a vector other parts of which
 * are defined. */
void hr_uninit_write(hr_thread *thread, const uint32_t *pc, uint64_t address, unsigned bytes,
		     hr_u128 undefined, uint32_t origin, bool part);
/* interp/check/uninit/definedness_call.c: registers of a call. */
void hr_definedness_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site,
			  uint8_t *inner);
void hr_definedness_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			   const hr_site *site);
/* USE, "the condition of a branch is", is decided at PC by a value of ORIGIN. */
void hr_uninit_complain(hr_thread *thread, const uint32_t *pc, const char *use, uint32_t origin);

void hr_check_race(hr_checker *checker, hr_thread *thread, const check_access *access);
/* Whether reading what ACCESS belongs to needs no watching in the running grid. */
bool hr_race_quiet(hr_checker *checker, const check_access *access);
void hr_race_prepare(hr_checker *checker, check_site_check *check);
/* A name for the grid, to return to it. */
uint64_t hr_check_race_grid(hr_checker *checker, const hr_level *level, uint64_t count);
void hr_check_race_return(hr_checker *checker, const hr_level *level, uint64_t count,
			  uint64_t grid);
void hr_check_race_instance(hr_checker *checker, const hr_level *level);
void hr_check_race_barrier(hr_checker *checker);
void hr_check_race_forget(hr_checker *checker, uint64_t base, uint64_t bytes);
uint64_t hr_check_race_launched(hr_checker *checker);
void hr_check_race_taken(hr_checker *checker, const hr_plan *plan, uint64_t launched);
void hr_check_race_given(hr_checker *checker, const hr_plan *plan);
void hr_check_race_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution);
void hr_check_race_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution);
void hr_check_race_free(hr_checker *checker);

#endif
