/* interp/check/checker.h -- the interface of the checkers (--check) to the engine and the schedule.
 *
 * A run with checks has a hr_checker. Its leaves run in the checked build of the engine
 * (interp/engine/engine.c, compiled with HR_CHECKED), which calls these functions before every
 * access to memory. A run without checks has no checker and calls none of them. Checked executions
 * run one at a time, from hr_check_enter() to hr_check_leave(). */
#ifndef HR_CHECKER_H
#define HR_CHECKER_H

#include "interp/check/extents.h"
#include "interp/memory/write_log.h"
#include "interp/run/frame.h"
#include "src/base/map.h"

enum {
	HR_ACCESS_READ = HR_OBJECT_READ,
	HR_ACCESS_WRITE = HR_OBJECT_WRITE,
	HR_ACCESS_ATOMIC = HR_OBJECT_ATOMIC
};

hr_checker *hr_checker_new(hr_run *run);
void hr_checker_free(hr_checker *checker);

/* --- the engine --- */
/* Loads and stores use an access check (access_check.h). All functions below are called before the
 * access, with the place of the access published in the thread. */
typedef struct hr_access_check hr_access_check;
/* Before a memcpy or memmove (SOURCE) or memset. */
hr_trap hr_check_block(hr_thread *thread, uint8_t *frame, uint64_t to, uint64_t source,
		       uint64_t bytes);
/* Before an operation whose handler is out of line; atomic ones access memory. */
hr_trap hr_check_rare(hr_thread *thread, uint8_t *frame, hr_access_check *check,
		      const uint32_t *pc);
/* Return true if the address of the HR_POISON_OBJECT at PC is outside of the object that its base points
 * into, and set *OBJECT (may be NULL) to that; an object of no bytes at 0 if the base is null. An object that
 * is not known, or that is freed, has no outside. */
bool hr_check_leaves_object(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			    hr_extent *object);
/* Before an `object`, `stray` or `scope` operation at PC. */
hr_trap hr_check_object(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
			const uint32_t *pc);
/* Before a call of a C function; some functions are known to access memory. In a leaf that runs
 * concurrently with others, the caller holds the lock of the pool. */
hr_trap hr_check_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site);
/* What is known only after the call of a C function, whose row SITE has. hr_check_c_function_keeps()
 * returns false if there is nothing; else hr_check_c_function_done() must be called after the
 * call. */
typedef struct hr_check_later {
	const struct hr_cfunction_access *one;
	uint64_t address, each;
} hr_check_later;
bool hr_check_c_function_keeps(const hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			       const hr_site *site, hr_check_later *later);
hr_trap hr_check_c_function_done(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
				 const hr_site *site, const hr_check_later *later);
/* The running instance of THREAD acquires or releases the lock, guard or atomic object at ADDRESS
 * (M8). */
void hr_check_sync(hr_thread *thread, bool releases, uint64_t address);
/* The running instance, whose thread checks accesses, passes the fence at its place (M8). */
void hr_check_fence(hr_thread *thread);
/* Before a call of a C function that may allocate or free memory. Sets *MADE if the call has been
 * done here and its result stored. */
hr_trap hr_check_heap(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool *made);
/* The thread starts or resumes the instance of thread->level. Return true if some of its inputs are
 * undefined. */
bool hr_check_instance(hr_thread *thread, const hr_activation *activation);
/* The same for an instance that is a lane of a batch. All its variables lie in the BYTES at
 * VARIABLES, except those of functions that it calls, which run on the thread's own stack. */
void hr_check_lane(hr_thread *thread, const uint8_t *variables, size_t bytes);
/* The thread starts or resumes a batch. */
void hr_check_batch(hr_thread *thread);
/* Memory for variables of leaves has been mapped, or is about to be unmapped. CHECKER and BASE may
 * be NULL. */
void hr_check_mapped(hr_checker *checker, const void *base, size_t bytes);
void hr_check_unmapped(hr_checker *checker, const void *base, size_t bytes);
/* M1: the running instance has allocated BYTES at OBJECT. ENGINE: in the operation that THREAD has
 * published; else in code of a backend. */
void hr_check_allocated(hr_thread *thread, const void *object, uint64_t bytes, bool engine);
enum { HR_CHECK_GAP = 64 }; /* bytes behind each such object that belong to no object */

/* FRAME has allocated a variable of BYTES dynamically. */
void hr_check_dynamic(hr_thread *thread, uint8_t *frame, const void *place, uint64_t bytes);
/* The thread has released dynamic variables, from its top on. */
void hr_check_released(hr_thread *thread);

/* --- interpreted host code --- */
/* Check interpreted host code like leaves from now on, before any of it is lowered. CHECKER may be
 * NULL. */
void hr_check_host_code(hr_checker *checker);
/* THREAD enters host code. Return true if it is checked. */
bool hr_check_host_enters(hr_thread *thread);
/* Hold the checker's lock if THREAD runs host code: leaves have it already. */
void hr_check_lock_host(const hr_thread *thread);
void hr_check_unlock_host(const hr_thread *thread);
/* FRAME of checked host code, whose variables other frames have accessed, is about to be left. */
void hr_check_host_returns(hr_thread *thread, uint8_t *frame);
/* The C function that frees BLOCK of checked host code runs: keep the block, which FREES frees
 * later. Return false if the block is not one of host code, and must be freed now. CHECKER may be
 * NULL. */
bool hr_check_block_keep(hr_checker *checker, void *block, void (*frees)(void *block));

/* --- uninitialised values: for threads that have a shadow --- */
/* A frame of CODE begins: its variables become undefined. */
void hr_uninit_frame(hr_thread *thread, const hr_code *code, const uint8_t *frame);
/* The published operation has executed a dynamic alloca. */
void hr_uninit_dynamic(hr_thread *thread, const void *place, uint64_t bytes);
/* The operation at PC copies memory as memmove does. */
void hr_uninit_copy(hr_thread *thread, const uint8_t *frame, const uint32_t *pc, uint64_t to,
		    uint64_t from, uint64_t bytes);
/* The memset at PC runs. */
void hr_uninit_set(hr_thread *thread, const uint8_t *frame, const uint32_t *pc);
/* Before an operation whose handler is out of line: return true if it reads uninitialised memory
 * and must take the path that tracks definedness. */
bool hr_uninit_rare(hr_thread *thread, const uint8_t *frame, const uint32_t *pc);
/* Before a call of a C function, which may write the memory that its arguments point to.
 * HAS_UNDEFINED: registers may have undefined bits. */
void hr_uninit_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool has_undefined);
/* Return true if a call may access memory of the program. */
bool hr_uninit_may_access(const hr_site *site);
/* After entry to an interpreted function: propagate the definedness of its arguments. */
void hr_uninit_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site, uint8_t *inner,
		     bool has_undefined);
/* The promise at PC is made. Return true if it is broken, and its value has become poison.
 * HAS_UNDEFINED: registers may have undefined bits. LEFT: the object that the address of an
 * HR_POISON_OBJECT has left; NULL for other promises. */
bool hr_uninit_poison_source(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
			     bool has_undefined, const hr_extent *left);
/* The same for each promise; finds the object. */
bool hr_check_poison_source(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			    bool has_undefined);
/* Return the first address from ADDRESS to END with undefined bits, after checking what the host has
 * written; END if there is none. */
uint64_t hr_uninit_next(hr_checker *checker, uint64_t address, uint64_t end);
/* Return true if no bit of BYTES at ADDRESS is undefined. */
bool hr_uninit_defined(hr_checker *checker, uint64_t address, uint64_t bytes);
/* The BYTES at BASE are uninitialised, and only the graph writes them. */
void hr_check_fresh(hr_checker *checker, const void *base, size_t bytes);

/* The host has written the BYTES at BASE, or copied them from FROM. CHECKER may be NULL. */
void hr_check_host_sets(hr_checker *checker, const void *base, size_t bytes);
void hr_check_host_copies(hr_checker *checker, const void *to, const void *from, size_t bytes);

/* Return the undefined bits of the 8 bytes of register REG in FRAME of an instance that waits, and their
 * origin. */
uint64_t hr_uninit_register(const hr_thread *thread, const uint8_t *frame, uint32_t reg,
			    uint32_t *origin);

/* --- interp/check/uninit/definedness.c: the effect of operations on undefined bits --- */
/* Call before the operation at PC. Return false if no register has undefined bits any more. */
bool hr_definedness_step(hr_thread *thread, uint8_t *frame, const uint32_t *pc);

/* --- the schedule --- */
/* Begin a checked execution; THREAD is the calling thread. INPUTS is the image of the root's
 * inputs, NULL for a stream. */
void hr_check_enter(hr_checker *checker, const hr_thread *thread, const hr_plan *plan,
		    const hr_node *root, uint64_t execution, const uint8_t *inputs);
void hr_check_leave(hr_checker *checker);
/* Begin all COUNT instances of a leaf within one instance of its parent. INPUTS holds the inputs
 * that all instances share. PER_INSTANCE: some inputs differ between instances. Return a number for
 * hr_check_return(). */
uint64_t hr_check_grid(hr_checker *checker, const hr_level *level, uint64_t count,
		       const uint8_t *inputs, bool per_instance);
/* Resume a grid whose instances are interleaved with those of other grids; GRID is the return value
 * of hr_check_grid(). */
void hr_check_return(hr_checker *checker, const hr_level *level, uint64_t count,
		     const uint8_t *inputs, bool per_instance, uint64_t grid);
/* The running grid, GRID, which may have passed barriers, is about to be left for another one. Return its new
 * number. */
uint64_t hr_check_pause(hr_checker *checker, uint64_t grid);
/* Set the inputs of the instance that runs next, if inputs differ. */
void hr_check_inputs(hr_checker *checker, const uint8_t *inputs);
/* All instances of the grid have reached the barrier at WORD of CODE. */
void hr_check_barrier(hr_checker *checker, const hr_code *code, uint32_t word);
/* Return the memory in which ADDRESS lies for the running kernel (K2). */
hr_memory_kind hr_check_memory(hr_thread *thread, uint64_t address);
/* W3: the instances FIRST + i of the grid, for each bit i of MEMBERS, have met: what they did before is
 * ordered before what they do from now on, in the memory that ORDERS says (HR_ORDERS_*). */
void hr_check_warp_barrier(hr_checker *checker, uint64_t first, uint64_t members, unsigned orders);
/* Return what is at ADDRESS, for reports: "byte 4 of ..."; CHECKER may be NULL. */
const char *hr_check_memory_text(hr_checker *checker, uint64_t address);
/* A graph execution has ended, COMPLETED or by an error. Report its findings, except those that do
 * not end the run, which are reported when the run ends. */
hr_status hr_check_ended(hr_checker *checker, bool completed) HR_MUST_CHECK;
/* The run ends: report the findings that did not end it. */
void hr_check_say(hr_checker *checker);
/* The objects of an execution are about to be freed: the checker keeps their memory for a while. */
void hr_check_retire(hr_checker *checker, hr_objects *objects);

/* The execution that has ended is repeated next: the repetition is not ordered after it. */
void hr_check_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution);

/* --- a speculative run (interp/orders/speculative.c) --- */
/* Return true if only one graph is in flight. */
bool hr_check_is_alone(const hr_checker *checker);
/* Save the checker's state before an execution, and its state about some memory. */
void hr_check_snapshot(hr_checker *checker);
void hr_check_snapshot_memory(hr_checker *checker, const void *base, size_t bytes);
/* Return true if races may have been missed since hr_check_snapshot(), because a limit of the race
 * checker was reached. */
bool hr_check_missed(const hr_checker *checker);
/* Restore the saved state. */
void hr_check_undo(hr_checker *checker);
/* Add to LOG what leaves write outside of its regions, from now on; with NULL no longer. LOG is
 * borrowed. Only observed leaves (run->observed) are seen. A call that may write anything is
 * refused if the execution is speculative or a repetition: its instance ends without a report. */
void hr_check_log_writes(hr_checker *checker, hr_write_log *log);

/* Return true if a graph of ROOT with INPUTS may write to the given memory, which existed before
 * the execution. False is reliable only if out-of-bounds accesses are found before they happen, and
 * functions that the program does not define write nothing. */
bool hr_check_writes(hr_checker *checker, const hr_node *root, const uint8_t *inputs,
		     const void *base, size_t bytes);

/* The last write of a leaf to one byte (interp/check/access/watch.c). */
typedef struct hr_last_write {
	uint64_t address, bytes; /* the whole access */
	uint64_t execution;
	bool floating;
	hr_where where;
	uint64_t place;        /* identifies the operation: a number, or its address */
	const hr_level *level; /* the instance; lives as long as the checker */
} hr_last_write;
void hr_check_watch_begin(hr_checker *checker, uint64_t address);
/* OBSERVED is the value of run->observed before hr_check_watch_begin(). */
void hr_check_watch_end(hr_checker *checker, bool observed);
/* Return false if the byte was not written. */
bool hr_check_last_write(hr_checker *checker, hr_last_write *last);

/* How leaves write each byte of the program's memory between hr_check_tally_begin() and
 * hr_check_watch_end(). The caller owns *TALLY and must free it. */
typedef struct hr_tally {
	hr_map combines; /* by address */
} hr_tally;
void hr_check_tally_begin(hr_checker *checker, hr_tally *tally);
/* Return true if the byte is written, and only by atomic operations on integers of one kind, so
 * that the order of the operations changes only the old values they return. */
bool hr_tally_commutes(const hr_tally *tally, const uint8_t *byte);
/* The same for sums of floats, which depend on the order only by rounding. */
bool hr_tally_sums(const hr_tally *tally, const uint8_t *byte);
void hr_tally_free(hr_tally *tally);

/* --- a second look at a grid (uninit/look.c), in a process of its own --- */
/* Check everything that runs from now on for undefined values, poison, races and the use of arguments.
 * The run has a checker; its code must be lowered again first (hr_watched_lower_again()). */
void hr_look_begin(hr_run *run);
/* BYTES at BASE are memory of an argument of NODE that is declared `out` alone: they have no value
 * yet (M5). */
void hr_look_unwritten(hr_checker *checker, const hr_node *node, unsigned port, uint64_t base,
		       uint64_t bytes);
/* Store undefined bits of outputs of NODE in BITS, which are 0 and borrowed, instead of making
 * findings of them: an image of outputs for each instance, STRIDE apart. */
void hr_look_outputs(hr_checker *checker, const hr_node *node, uint8_t *bits, size_t stride);
/* Store the undefined bits of BYTES at BASE in BITS, which are 0. Return the number of bytes that have
 * some. */
uint64_t hr_look_bits(const hr_checker *checker, uint64_t base, uint64_t bytes, uint8_t *bits);
/* Return where the undefined byte at ADDRESS comes from, and whether it is poison; the text may be
 * NULL, and lives as long as the checker. */
const char *hr_look_origin(hr_checker *checker, uint64_t address, bool *poison);
typedef enum hr_look_fault {
	HR_LOOK_UNDEFINED, /* an undefined value decides, or another error of its kind */
	HR_LOOK_WRITES_INPUT,
	HR_LOOK_RACE
} hr_look_fault;
/* Return true if there is such a finding; *FROM is the origin of its value or object, or NULL. */
bool hr_look_finding(const hr_checker *checker, hr_look_fault fault, const char **from);

/* --- the host --- */
/* The host has launched GRAPH, or pushes for EXECUTION, with ARGUMENTS; INPUTS holds the layout of
 * each input of the root. Report arguments that the host has not written. CHECKER may be NULL. */
typedef enum hr_passing { HR_PASS_LAUNCH, HR_PASS_STREAM, HR_PASS_PUSH } hr_passing;
hr_status hr_check_arguments(hr_checker *checker, const hr_graph *graph, const hr_field *inputs,
			     const void *arguments, uint64_t execution, hr_passing how)
	HR_MUST_CHECK;
/* A graph that is not a stream has been launched. Return the time of the launch, for
 * hr_check_plan_taken(). CHECKER may be NULL. */
uint64_t hr_check_launched(hr_checker *checker);
/* LAUNCHED is 0 for a stream. */
void hr_check_plan_taken(hr_checker *checker, const hr_plan *plan, uint64_t launched);
void hr_check_plan_given(hr_checker *checker, const hr_plan *plan);
/* The host has received the result of EXECUTION of a stream: later actions of the host are ordered
 * after it. */
void hr_check_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution);
void hr_check_tracked(hr_checker *checker, const void *base, size_t bytes);
/* The host has freed memory, which is not reused until hr_check_host_given(). TEXT is like ", which
 * the host freed at f.c:12". */
void hr_check_host_freed(hr_checker *checker, const void *base, size_t bytes, const char *text);
void hr_check_host_given(hr_checker *checker, const void *base);
/* The host is about to free or move BLOCK, which a leaf may have allocated with a C function.
 * CHECKER may be NULL. */
void hr_check_block_taken(hr_checker *checker, void *block);
/* Return true if interpreted code has allocated BLOCK with a C function, and set *BYTES to its size,
 * without the gap behind it. CHECKER may be NULL. */
bool hr_check_block_size(hr_checker *checker, const void *block, uint64_t *bytes) HR_MUST_CHECK;

#endif
