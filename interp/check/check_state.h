/* interp/check/check_state.h -- the state that the checkers share; private to interp/check/.
 *
 * A *site* is an operation in the code that accesses memory; a compiler can make several sites from
 * one place in the source. A *finding* is one diagnostic for a pair of such places (the second may
 * be absent); it is stored until the execution ends, and reported once with a count. */
#ifndef HR_CHECK_STATE_H
#define HR_CHECK_STATE_H

#include "interp/check/access_check.h"
#include "interp/check/extents.h"
#include "interp/run/value_text.h"
#include "ir/program/origin.h"
#include "src/base/spans.h"

typedef struct check_site {
	const hr_code *code;
	uint32_t word, number; /* number: from 1, in the order of first execution */
	uint32_t place;        /* number of the first site from the same place in the source */
	hr_origin origin[2];   /* of the address, and of the source address of a copy */
	uint32_t align[2];     /* alignment that the operation assumes for each; 1: none */
	bool floating;
	hr_ordering ordering;     /* of an atomic operation or fence (M8) */
	unsigned orders;          /* of a barrier or fence: HR_ORDERS_... */
	hr_memory_kind memory[2]; /* that each pointer points to by its type */
} check_site;

/* A pointer argument of the running leaf whose size is known (G9). */
typedef struct check_range {
	uint64_t base, end; /* both 0 if unknown */
	unsigned port;
} check_range;

typedef enum check_area {
	AREA_OTHER,
	AREA_STACK,
	AREA_ARGUMENT,
	AREA_GLOBAL,
	AREA_BLOCK,  /* only in host code: a check_block begins at `base` */
	AREA_THREAD, /* a thread-local global variable */
} check_area;

/* A local variable of a running call, in memory from BASE to END. */
typedef struct check_local {
	uint8_t *frame;
	const hr_code *owner;
	const hr_variable *variable; /* NULL: not of the entry block, or a copy of an argument */
	uint64_t base, end;
} check_local;

/* Where an address lies that may be one of a local variable. */
typedef enum hr_local_place {
	LOCAL_UNKNOWN, /* it cannot be told */
	LOCAL_FOUND,   /* in a variable, or at its end */
	LOCAL_GAP,     /* in memory of variables, but in no variable of the instance */
	LOCAL_GONE,    /* where a call that has returned had its variables */
	LOCAL_BESIDE,  /* outside of the frames of running calls */
} hr_local_place;

/* A pointer that does not point into the object that it is based on. */
typedef struct check_stray {
	check_local of;
	uint64_t variables; /* hr_frame_variables() of the frame of OF */
	/* in host code, where OF may be the range of another object: */
	uint64_t at; /* the value */
	check_area area;
	const char *name; /* AREA_GLOBAL */
	uint64_t time;    /* hr_check_block_time() when it was found */
} check_stray;

/* The memory that one access touches. */
typedef struct check_access {
	check_site *site;
	uint64_t address, bytes;
	unsigned kind;
	const void *value; /* the value written, or NULL */
	check_area area;
	const check_range *range; /* AREA_ARGUMENT */
	uint64_t base, end;       /* bounds of the object accessed */
	const char *name;         /* AREA_GLOBAL, AREA_THREAD */
	/* AREA_STACK: the function that the variable belongs to; NULL if unknown */
	const hr_code *owner;
	const hr_variable *variable; /* with owner */
	uint8_t *frame;              /* with owner: the frame that has the variable */
	hr_local_place place;        /* without owner */
	/* the address is a pointer as the code had it, without an offset of the access */
	bool pass_through;
	/* in this grid, every access of this site within base and end is to this object */
	bool lasting;
	bool constant; /* the object is read-only */
	bool second;   /* the source of a copy */
	bool framed;   /* base and end are relative to the running frame */
	/* number, from 1, of the argument of a call that is the address; 0: an operand */
	unsigned argument;
} check_access;

typedef struct race_state race_state;           /* interp/check/race/check_race.h */
typedef struct attribute_state attribute_state; /* interp/check/access/attributes.c */
typedef struct uninit_state uninit_state;       /* interp/check/uninit/uninit.c */
typedef struct block_state block_state;         /* blocks.c */
typedef struct host_checks host_checks;         /* interp/check/access/host_code.c */

/* hr_access_check.pass */
typedef hr_trap hr_access_pass(hr_thread *thread, const hr_access_check *check, uint64_t address,
			       const void *value);
/* Return true if an access at the access check violates no rule, and record it. */
typedef bool hr_access_fast(const hr_access_check *check, uint64_t address);

/* atomics.c: the operand that holds the address, and the size, of each atomic operation; bytes 0:
 * the operation accesses no memory. */
typedef struct check_atomic {
	uint8_t operand, bytes, kind;
} check_atomic;
extern const check_atomic hr_check_atomics[HR_OP_COUNT];

/* An access check with the state of its observers. */
typedef struct check_site_check {
	hr_access_check check;
	/* in host code: the object that the operation has met last, and how often in a row */
	uint64_t met, times;
	hr_access_pass *watched; /* handles accesses that the fast path does not settle */
	check_access like;       /* the access, except for address and value */
	bool listed, of_caller;  /* in host code: the lists of open access checks that it is on */
	/* With WATCH_RACE: */
	race_state *race;
	hr_access_fast *in_order;
	hr_access_pass *race_alone;                /* tries in_order, then calls WATCHED */
	bool numbered;                             /* the following fields are valid */
	uint64_t writers, readers, others, starts; /* see hr_cells_bias() */
	uint32_t place;
	/* With WATCH_ATTRIBUTES, see hr_attribute_prepare(): */
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
	uint64_t budget; /* number of bytes of shadow that may still be searched */
} check_known;

typedef struct finding {
	hr_diag_id id;
	hr_where where;
	const hr_level *level; /* a copy */
	uint64_t execution, key;
	uint64_t count; /* number of occurrences in the order of instances that found it first */
	/* number of the order of the execution that found it first; only that order counts
	 * occurrences */
	uint64_t repeat;
	const char *text;
	const hr_node *declares; /* the node whose declaration is violated; NULL: none */
	/* waits: its execution has ended, and it is reported at the end of the run */
	bool reported, waits;
	int suppressed; /* K9: 1 + the number of the rule that matches it; 0: none */
	uint64_t told;  /* of a suppressed finding: occurrences that the rule knows of */
} finding;

/* An object from hpvm.malloc; begins as hr_span does. */
typedef struct check_object {
	uint64_t base, end;
	const char *node;
	const char *variable; /* K3: the shared variable; the instance is its group; NULL: none */
	int64_t instance[3];
	unsigned dims;
	hr_instance_kind kind;
	uint64_t execution;
	const check_site *site; /* the site that allocated it; NULL: code of a backend */
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

/* Freed objects of an execution whose memory is not reused yet. */
typedef struct check_freed {
	hr_objects *objects; /* owns */
	uint64_t bytes;
} check_freed;

/* Memory that the host has freed and that has not been allocated again. */
typedef struct check_host_freed {
	uint64_t base, end;
	const char *text; /* ", which the host freed at f.c:12" */
} check_host_freed;

/* Memory that a leaf, or checked host code, allocated with a C function. */
typedef struct check_block {
	uint64_t base, end;
	uint64_t room;          /* end of the usable memory; no other block begins below it */
	const char *name;       /* "malloc" */
	bool called;            /* the program has called the function NAME; else it may be any */
	const char *node;       /* path of the node whose leaf allocated it; NULL: host code */
	const check_site *site; /* the allocation site; NULL if unknown */
	const hr_plan *plan;
	uint64_t execution;
	uint64_t age, time; /* see block_state */
	bool freeing;       /* the C function that frees it is being called by host code */
	bool opened;        /* access checks of host code may be open for it */
	/* Freed, but not returned to C yet (deferred): */
	bool quarantined;
	const char *freed_node;
	const check_site *freed_site;
	const hr_plan *freed_plan;
	uint64_t freed_execution;
	void (*give)(void *block);
} check_block;

/* Where a second look stores undefined bits of outputs (look.c): by instance of NODE, STRIDE apart, laid
 * out as its image of outputs. */
typedef struct check_outputs {
	const hr_node *node;
	uint8_t *bits; /* NULL: undefined outputs are findings; borrowed */
	size_t stride;
} check_outputs;

#define CHECK_EVERYTHING UINT64_MAX

/* Memory that a program in the sandbox may access besides its objects. */
typedef struct check_grant {
	uint64_t base, end;
	bool writable;
} check_grant;

struct hr_checker {
	hr_run *run;
	unsigned checks;
	/* Return the "__hpvm__attributes(...)" that would make a finding about the declaration of
	 * NODE disappear, or NULL. */
	const char *(*fix_of)(hr_checker *checker, hr_diag_id id, const hr_node *node);
	pthread_mutex_t lock; /* held while a checked execution runs */
	hr_arena arena;       /* sites and findings */
	hr_map codes;         /* to check_site *[], by word */
	hr_map places;        /* number of the first site, by hr_origin_source() */
	/* origin of an argument, by call and argument; values are hr_origin * */
	hr_map call_origins;
	/* how the arguments of a call lie in memory, by call; values are hr_abi * */
	hr_map call_plans;
	uint64_t *globals; /* addresses by id, 0: not looked up yet; owns */
	uint32_t site_count;
	hr_map roots; /* code that is entered from outside to its hr_access_checks */
	HR_VEC(check_site_check *) open_checks; /* those that are open */
	HR_VEC(finding) findings;
	hr_map finding_index;
	hr_spans objects;                  /* of check_object */
	HR_VEC(check_freed) freed_objects; /* in order of executions, oldest first */
	pthread_mutex_t variables_lock;
	HR_VEC(check_range) variables; /* memory that holds variables of leaves; port is unused */
	HR_VEC(check_host_freed) host_freed; /* ascending, disjoint */
	hr_map writes;                       /* function id to its hr_writes */
	hr_map natives;  /* addresses of functions that free blocks, by the name in their row */
	uint64_t repeat; /* number of the current order of the execution, from 0 */
	const hr_plan *plan;
	uint64_t execution;
	/* image; NULL for a stream, which has one image for each execution */
	const uint8_t *root_inputs;
	hr_map ended;                /* address to hr_variable: its lifetime has ended */
	HR_VEC(check_local) dynamic; /* dynamic variables, ascending; some may be gone */
	HR_VEC(check_stray) strays;
	hr_map stray_index;         /* into strays, by the value of the pointer */
	const hr_node *leaf;        /* the running leaf */
	bool in_batch;              /* its instances run in batches */
	HR_VEC(check_range) ranges; /* by input of the leaf */
	uint64_t stack, stack_end;  /* of the running instance */
	/* the part of the thread's own stack where functions called by lanes run */
	uint64_t frames, frames_end;
	race_state *race;
	attribute_state *attributes;
	/* address of a watched byte; 0: none, CHECK_EVERYTHING: all writes are tallied */
	uint64_t watched;
	hr_tally *tally; /* borrowed */
	check_write write;
	uninit_state *uninit;
	block_state *blocks;
	hr_extents block_extents; /* of the blocks, where host code may access them */
	host_checks *host;        /* NULL: host code is not checked */
	check_known known;
	check_snapshot *to_undo; /* interp/check/access/undo.c */
	hr_write_log *log;       /* borrowed; NULL: writes are not logged */
	bool looks;              /* a second look (look.c) */
	check_outputs outputs;   /* of it */
	/* Of a program in the sandbox: */
	HR_VEC(check_grant) grants;
	uint64_t streams[2];    /* addresses of `stdout` and `stderr`; 0: not looked up */
	HR_VEC(uint64_t) files; /* streams that it has opened */
	uint64_t printed;       /* bytes */
	unsigned calling_back;  /* number of C functions that call the program back */
};

/* Return the site of the operation at WORD of CODE. */
check_site *hr_check_site(hr_checker *checker, const hr_code *code, uint32_t word);
/* Record a finding of THREAD at the site. TEXT and the texts of FACTS (allocated from the arena,
 * except the value, which is copied) describe the first occurrence. */
void hr_check_find(hr_checker *checker, const hr_thread *thread, hr_diag_id id,
		   const check_site *site, uint32_t other, const hr_diag_facts *facts,
		   const char *text);
/* Add a related place to the last finding; WHAT says what the place is. Borrows the texts of PLACE,
 * except the value. */
void hr_check_also(hr_checker *checker, const check_site *site, const char *what, hr_where place);
/* Set PLACE to the source place of the site; node and instance are left unchanged. */
void hr_check_placed(hr_checker *checker, const check_site *site, hr_where *place);
/* Set the node whose declaration the last finding is about. */
void hr_check_declared(hr_checker *checker, const hr_node *node);
/* Report the findings of the execution that has ended. Require the lock. */
hr_status hr_check_report(hr_checker *checker) HR_MUST_CHECK;
bool hr_check_known(hr_checker *checker, hr_diag_id id, const check_site *site, uint32_t other);
/* As hr_check_find(), for a finding about a port of NODE, which has no place in a leaf. */
void hr_check_find_port(hr_checker *checker, hr_diag_id id, const hr_node *node, unsigned port,
			const hr_diag_facts *facts, const char *text);
bool hr_check_known_port(hr_checker *checker, hr_diag_id id, const hr_node *node, unsigned port);
/* Return " (the value 5)" for a write whose value is known, stored in TEXT; else "". */
enum { HR_CHECK_WRITTEN = 96 };
const char *hr_check_written(const check_access *access, char text[HR_CHECK_WRITTEN]);
/* Return "5" for such a write; else NULL. */
const char *hr_check_value(const check_access *access, char text[HR_VALUE_TEXT]);
/* Return the facts of the accessed object: its name, "byte 4 of 'table'", and its origin. The texts
 * are in the arena, as are those of all functions below. */
hr_diag_facts hr_check_object_facts(hr_checker *checker, const check_access *access);
/* The same for ADDRESS in the range of an argument of LEAF. */
hr_diag_facts hr_check_argument_facts(hr_checker *checker, const hr_node *leaf,
				      const check_range *range, uint64_t address);
/* Return "argument 0 ('p') of 'Root/Leaf'". */
const char *hr_check_argument_name(hr_checker *checker, const hr_node *leaf, unsigned port);
/* Return object and origin in one text: "byte 4 of argument 0 ('p') of 'Root/Leaf' (tracked at
 * f.c:12)". */
const char *hr_check_facts_text(hr_checker *checker, const hr_diag_facts *facts);
/* Return "allocated by 'Root/Leaf' at f.c:12:4". */
const char *hr_check_allocated_text(hr_checker *checker, const check_object *object);
/* Return the origin of the memory at ADDRESS, "tracked at f.c:12" or "allocated by 'Root/Leaf' at
 * f.c:12:4"; NULL if unknown. */
const char *hr_check_origin(hr_checker *checker, uint64_t address);
/* Return " (tracked at f.c:12)", " (allocated by 'Root/Leaf' at f.c:12:4)", or "". */
const char *hr_check_tracked_text(hr_checker *checker, uint64_t address);
/* Return the object from hpvm.malloc that contains ADDRESS, including the gap behind it, or NULL. Valid
 * until the next one is allocated. */
const check_object *hr_check_object_at(const hr_checker *checker, uint64_t address);
/* Return true if a freed object has bytes in [BASE, END). */
bool hr_check_holds_freed_object(const hr_checker *checker, uint64_t base, uint64_t end);
/* Return the first memory freed by the host that has bytes in [BASE, END), or NULL. */
const check_host_freed *hr_check_host_freed_at(const hr_checker *checker, uint64_t base,
					       uint64_t end);

/* Find the block that contains ADDRESS, including the usable memory behind its end. Return false if
 * there is none. */
bool hr_check_block_at(hr_checker *checker, uint64_t address, check_block *found);
/* Find the first freed block that has bytes in [BASE, END). */
bool hr_check_block_freed_at(hr_checker *checker, uint64_t base, uint64_t end, check_block *found);
/* Return true if the memory behind the block is known to belong to no other object. */
bool hr_check_block_is_certain(hr_checker *checker, const check_block *block);
/* Return "'Root/Leaf' freed at f.c:12:4". */
const char *hr_check_block_freed_text(hr_checker *checker, const check_block *block);
void hr_check_block_add(hr_checker *checker, const check_block *made);
/* Mark a block as freed and defer its release; a large block is released at once. */
void hr_check_block_quarantine(hr_checker *checker, const check_block *freed);
/* Let the leaf use all memory that C allocated at BASE (malloc_usable_size). */
void hr_check_block_use_room(hr_checker *checker, uint64_t base);
/* Record that a leaf calls a function that may allocate or free memory without the checker's
 * knowledge. */
void hr_check_block_stranger(hr_checker *checker);
void hr_check_blocks_enter(hr_checker *checker);
/* The running execution is repeated: blocks that it freed and that existed before it are live
 * again. */
void hr_check_blocks_repeat(hr_checker *checker);
void hr_check_blocks_new(hr_checker *checker);
void hr_check_blocks_free(hr_checker *checker);
/* Return the number of blocks that have been allocated so far. */
uint64_t hr_check_block_time(hr_checker *checker);
/* Host code is about to call the C function that frees the block at BASE, at the place FREED. */
void hr_check_block_freeing(hr_checker *checker, uint64_t base, const check_site *freed);
/* An access check of host code opens for the block at BASE. */
void hr_check_block_opened(hr_checker *checker, uint64_t base);
/* Return "'Root/Leaf' allocated at f.c:12:4" with DID "allocated". SITE is NULL if the place is
 * unknown. */
const char *hr_check_did_text(hr_checker *checker, const char *node, const check_site *site,
			      const char *did);

/* Return the register of SCALAR in FRAME as a number; the bits above its type may be set. */
static inline uint64_t hr_check_register(const uint8_t *frame, const hr_scalar *scalar)
{
	uint64_t value = 0;

	memcpy(&value, frame + scalar->reg, hr_con_size(scalar->con) < 8 ? 4 : 8);
	return value;
}

/* Return true if ADDRESS lies where functions called by lanes have their frames. */
static inline bool hr_check_in_frames(const hr_checker *checker, uint64_t address)
{
	return address - checker->frames < checker->frames_end - checker->frames;
}

/* Return true if ADDRESS lies where the running instance, or a function that it calls, has its
 * variables. */
static inline bool hr_check_on_stack(const hr_checker *checker, uint64_t address)
{
	return address - checker->stack < checker->stack_end - checker->stack ||
	       hr_check_in_frames(checker, address);
}

/* Return where ADDRESS lies, for the running call with FRAME; set *FOUND with LOCAL_FOUND. */
hr_local_place hr_check_local(const hr_checker *checker, uint8_t *frame, uint64_t address,
			      check_local *found);
/* Return the frame of the caller of FRAME, NULL if it was entered from outside. In host code, C
 * functions may have been called in between. */
uint8_t *hr_check_caller_of(uint8_t *frame);
/* Find the copy that the call with FRAME has of its byval parameter INDEX. */
bool hr_check_copy(uint8_t *frame, uint32_t index, check_local *found);
/* Return the variable of CODE that has the byte at PLACE in the frame, or ends there; or NULL. */
const hr_variable *hr_check_variable_at(const hr_code *code, uint64_t place);
/* Return the variable of CODE at PLACE in its frame, or NULL. */
const hr_variable *hr_check_variable(const hr_code *code, uint32_t place);
/* Return true if VALUE is a stray, based on *FOUND, which a running call has. */
bool hr_check_stray(const hr_checker *checker, uint8_t *frame, uint64_t value, check_local *found);
/* Call before instances that cannot have pointers of those that ran before. */
void hr_check_strays_forget(hr_checker *checker);
void hr_check_strays_free(hr_checker *checker);
/* Return true if the lifetime of VARIABLE at BASE has ended. */
bool hr_check_has_ended(const hr_checker *checker, uint64_t base, const hr_variable *variable);
/* The lifetime of the variable begins: mark its bytes as undefined. */
void hr_uninit_begins(hr_thread *thread, const check_local *local);
/* Return "the variable 'x' of 'f'", for an access to a local variable whose owner is known. */
const char *hr_check_variable_text(hr_checker *checker, const check_access *access);
/* The operation `promise` at PC: check the object that its pointer points into. */
hr_trap hr_check_promise(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			 const uint32_t *pc);
/* Find the object of an access, of which site and address are set. */
void hr_check_find_object(hr_checker *checker, uint8_t *frame, check_access *access);
/* Set the fields of ACCESS that describe its object. */
void hr_check_use_local(const check_local *local, uint8_t *frame, check_access *access);
/* The address lies where the running code has its variables. */
void hr_check_use_stack(hr_checker *checker, uint8_t *frame, check_access *access);
/* Set the object of ACCESS to the global variable of the program at its address. Return false if there
 * is none. */
bool hr_check_use_global_at(hr_checker *checker, check_access *access);

/* --- interpreted host code (interp/check/access/host_code.c): it takes the place of the running
 * leaf between begin and end, with the lock. --- */
void hr_check_host_begin(hr_checker *checker, const hr_thread *thread);
void hr_check_host_end(hr_checker *checker);
/* Return true between begin and end; false in leaves. */
bool hr_check_in_host(const hr_checker *checker);
/* An execution begins, of which host code waits for the end: it may free blocks. */
void hr_check_host_pause(hr_checker *checker, const hr_thread *thread);
/* The execution has ended. */
void hr_check_host_resume(hr_checker *checker);
void hr_check_host_free(hr_checker *checker);
/* hr_check_access(), and an access of a call or copy that is never the same again, in host code. */
hr_trap hr_check_host_checked(hr_thread *thread, uint8_t *frame, check_access *access, bool opens);
/* Find the object of an address whose origin the code does not show. */
void hr_check_host_address(hr_checker *checker, uint8_t *frame, check_access *access);
/* Set OBJECT to the object of host code at ADDRESS, an operand of PC; it has no bytes if it is freed. Return
 * false if none is known. The range of the access check of PC becomes that of the object. */
bool hr_check_host_find(hr_thread *thread, uint8_t *frame, const uint32_t *pc, uint64_t address,
			check_access *object);
/* Without the lock: return true if ADDRESS lies in the object of host code that BASE, which is not null, points
 * into, or at its end, or if that is not known. If false, hr_check_host_find() tells. */
bool hr_check_host_stays(const hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			 uint64_t base, uint64_t address);
hr_trap hr_check_host_object(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			     const uint32_t *pc);
/* Find the local variable of host code, which has called C code or the runtime, at ADDRESS. */
bool hr_check_host_variable(hr_checker *checker, uint64_t address, check_local *found);
/* Close the access checks of host code that pass accesses to bytes in [BASE, END). */
void hr_check_host_close_over(hr_checker *checker, uint64_t base, uint64_t end);
/* Before a call of a C function that has a row: check its accesses by the row. */
hr_trap hr_check_c_function(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			    const hr_site *site);
/* Return the number of bytes that the call prints, with the final 0; UINT64_MAX if it cannot be told
 * without effects. FORMAT is the number of the argument. */
uint64_t hr_check_printed_bytes(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
				const hr_site *site, int format);
hr_trap hr_check_host_bounds(hr_checker *checker, hr_thread *thread, const check_access *access);

/* Return true if variables of leaves lie at ADDRESS. */
bool hr_check_is_variable(hr_checker *checker, uint64_t address);

/* Open the access check at the published place for accesses like ACCESS, which was found valid. */
void hr_access_check_open(hr_checker *checker, uint8_t *frame, const check_access *access);
/* The same for an access check of which only the range is used. */
void hr_access_open_range(hr_checker *checker, uint8_t *frame, const check_access *access);
void hr_access_checks_close(hr_checker *checker);
/* The access check of operations that have none yet, never open. */
extern const hr_access_check *const hr_access_check_closed;
/* Return the access check of the operation at WORD in the table, made if needed. */
check_site_check *hr_access_check_at(hr_checker *checker, hr_access_checks *checks, uint32_t word);
/* Close all access checks if one of them passes accesses to bytes in [BASE, END). */
void hr_access_checks_close_over(hr_checker *checker, uint64_t base, uint64_t end);
void hr_access_checks_free(hr_checker *checker);

/* With a log: save BYTES at ADDRESS, which the running leaf is about to write. */
void hr_check_log(hr_checker *checker, const hr_thread *thread, uint64_t address, uint64_t bytes);
/* Return true if the object of ACCESS need not be logged, so that the access check may open. */
bool hr_check_log_lasts(hr_checker *checker, const hr_thread *thread, const check_access *access);
/* With a log: save what the C function of SITE is about to write. */
hr_trap hr_check_log_native(hr_checker *checker, const hr_thread *thread, uint8_t *frame,
			    const hr_call *call, const hr_site *site);
/* M7: check an access of host code to memory that a device may have written. */
hr_trap hr_check_host_access(const hr_thread *thread, const check_access *access);

/* Report ID at ACCESS and return what the operation does; FACTS are of the object, and TEXT, of the arena, is
 * the second line. */
hr_trap hr_check_report_access(hr_checker *checker, hr_thread *thread, const check_access *access,
			       hr_diag_id id, hr_diag_facts facts, const char *text);
/* Return true if ID is off, or if the diagnostic of this place is deferred already and has now been
 * counted: then no text is needed. Set *TRAP to what hr_check_report_access() would return. */
bool hr_check_is_told(hr_checker *checker, hr_thread *thread, hr_diag_id id, hr_trap *trap);
/* Check that the object of ACCESS lies in the memory that the pointer points to (K2). */
hr_trap hr_check_space(hr_checker *checker, hr_thread *thread, const check_access *access);
/* Return "the variable 'x' of 'f'", for an access to AREA_STACK with an owner. */
const char *hr_check_variable_text(hr_checker *checker, const check_access *access);
hr_trap hr_check_bounds(hr_checker *checker, hr_thread *thread, const check_access *access);
/* The same for an access to AREA_STACK. */
hr_trap hr_check_stack(hr_checker *checker, hr_thread *thread, const check_access *access);

void hr_check_watch(hr_checker *checker, const hr_thread *thread, const check_access *access);

/* hr_attribute_allows() returns true if no declaration of the argument forbids the access.
 * hr_attribute_notes() returns true if reads or writes through it must be recorded: some node
 * declares it `out` only and has not written all of it. */
bool hr_attribute_allows(hr_checker *checker, const check_access *access);
bool hr_attribute_notes(const hr_checker *checker, const check_access *access);
void hr_check_attribute(hr_checker *checker, hr_thread *thread, const check_access *access);
/* Fill in what the fast path of an access check to an `out`-only argument needs. */
void hr_attribute_prepare(hr_checker *checker, check_site_check *check);
hr_access_fast hr_attribute_passes;
/* The same for all of BYTES, a multiple of the size of one access. */
bool hr_attribute_passes_all(const check_site_check *check, uint64_t address, uint64_t bytes);
/* The ranges now belong to the instances that run next. */
void hr_check_attributes_inputs(hr_checker *checker);
/* Return the "__hpvm__attributes(...)" that is right for a finding about the declaration of NODE,
 * or NULL. */
const char *hr_check_attributes_fix(hr_checker *checker, hr_diag_id id, const hr_node *node);
void hr_check_attributes_ended(hr_checker *checker, bool completed);
/* Return the number of missing attributes found so far; undo: forget all but the first COUNT, and
 * everything about the execution. */
size_t hr_check_attributes_missing(const hr_checker *checker);
void hr_check_attributes_undo(hr_checker *checker, size_t count);
void hr_check_attributes_free(hr_checker *checker);

void hr_check_snapshot_free(hr_checker *checker);

void hr_uninit_start(hr_checker *checker);
void hr_uninit_free(hr_checker *checker);
void hr_uninit_instance(hr_thread *thread);
void hr_uninit_allocated(hr_thread *thread, uint64_t base, uint64_t bytes);
/* Begin EXECUTION. */
void hr_uninit_execution(hr_checker *checker, const hr_node *root, uint64_t execution);
/* Mark the inputs of the new instance that the host has not written as undefined. Return true if
 * there are any. */
bool hr_uninit_inputs(hr_thread *thread, const struct hr_activation *activation);
/* The same for a batch; its speculative run fails if there are any. */
void hr_uninit_batch(hr_thread *thread, const hr_node *leaf);
/* Mark this memory as defined: nothing is known about it any more. */
void hr_uninit_forget(hr_checker *checker, uint64_t base, uint64_t bytes);
void hr_uninit_tracked(hr_checker *checker, uint64_t base, uint64_t bytes);
struct hr_shadow *hr_uninit_shadow(hr_checker *checker);
/* Return the distance from memory in [BASE, END) to its shadow; 0 if the shadow is not
 * contiguous. */
uint64_t hr_uninit_bias(hr_checker *checker, uint64_t base, uint64_t end);
/* Begin a grid of COUNT instances. */
void hr_defined_grid(hr_checker *checker, uint64_t count);
/* Return true if no bit of [BASE, END) is undefined. If so, access checks are closed before a bit
 * becomes undefined. */
bool hr_defined(hr_checker *checker, uint64_t base, uint64_t end);
/* A graph execution has ended: find undefined values in its results. */
void hr_uninit_ended(hr_checker *checker);

/* An origin number identifies where an undefined value comes from; 0 if it is defined. HR_COMPUTED
 * is set if the value was used in a computation since it was read; HR_MOVED if the computation only
 * extracted or shifted bits, as compilers do to copy a field that has no register of its own, or
 * composes the value with others to a larger one. */
enum {
	HR_COMPUTED = 1 << 30,
	HR_MOVED = 1 << 29,
	HR_ORIGIN_FLAGS = HR_COMPUTED | HR_MOVED,
};
/* interp/check/uninit/look.c. Store the UNDEFINED bits of an output of the running instance. Return false if no second look wants
 * them. */
bool hr_look_output(const hr_thread *thread, const hr_scalar *output, hr_u128 undefined);

enum { HR_PATIENCE = 16 }; /* see interp/check/uninit/definedness.c */
/* Return the undefined bits of BYTES at ADDRESS, which the operation at PC reads, and set
 * *ORIGIN. */
hr_u128 hr_uninit_read(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
		       uint64_t address, unsigned bytes, uint32_t *origin);
/* The operation at PC writes a value with undefined bits. PART: the value is an element of a vector
 * that has defined elements. */
void hr_uninit_write(hr_thread *thread, const uint32_t *pc, uint64_t address, unsigned bytes,
		     hr_u128 undefined, uint32_t origin, bool part);
/* Return true if an undefined value of ORIGIN, which is not 0, is poison. */
bool hr_uninit_is_poison(const hr_checker *checker, uint32_t origin);
/* Return true if ORIGIN is that of an address which is poison because it left its object. */
bool hr_uninit_left_object(const hr_checker *checker, uint32_t origin);
/* interp/check/uninit/definedness_call.c: registers of a call. */
void hr_definedness_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site,
			  uint8_t *inner);
void hr_definedness_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			   const hr_site *site);
/* Report that USE, for example "the condition of a branch is", at PC depends on a value of
 * ORIGIN. */
void hr_uninit_complain(hr_thread *thread, const uint32_t *pc, const char *use, uint32_t origin);

void hr_check_race(hr_checker *checker, hr_thread *thread, const check_access *access);
/* Return true if reads of the object of ACCESS cannot race in the running grid. */
bool hr_race_quiet(hr_checker *checker, const check_access *access);
void hr_race_prepare(hr_checker *checker, check_site_check *check);
/* Begin a grid; return a number with which hr_check_race_return() can resume it. */
uint64_t hr_check_race_grid(hr_checker *checker, const hr_level *level, uint64_t count);
/* Return the number for a grid that has passed barriers since, and is left now. */
uint64_t hr_check_race_pause(hr_checker *checker, uint64_t grid);
void hr_check_race_return(hr_checker *checker, const hr_level *level, uint64_t count,
			  uint64_t grid);
/* The running instance acquires or releases the lock at ADDRESS, makes an atomic access, or passes
 * a fence (M8). */
void hr_check_race_sync(hr_checker *checker, bool releases, uint64_t address);
void hr_check_race_atomic_before(hr_checker *checker, const check_access *access);
void hr_check_race_atomic_after(hr_checker *checker, const check_access *access);
void hr_check_race_fence(hr_checker *checker, const check_site *site);
void hr_check_race_instance(hr_checker *checker, const hr_level *level);
void hr_check_race_barrier(hr_checker *checker, const hr_code *code, uint32_t word);
/* W3; see hr_check_warp_barrier(). */
void hr_check_race_warp(hr_checker *checker, uint64_t first, uint64_t members, unsigned orders);
void hr_check_race_forget(hr_checker *checker, uint64_t base, uint64_t bytes);
uint64_t hr_check_race_launched(hr_checker *checker);
void hr_check_race_taken(hr_checker *checker, const hr_plan *plan, uint64_t launched);
void hr_check_race_given(hr_checker *checker, const hr_plan *plan);
void hr_check_race_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution);
void hr_check_race_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution);
void hr_check_race_free(hr_checker *checker);

#endif
