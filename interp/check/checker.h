/* interp/check/checker.h -- the checkers (--check), as the engine and the schedule see them.
 *
 * A run that checks has a hr_checker; leaves then run in the engine's checked instance
 * (interp/engine/engine.c, compiled with HR_CHECKED), which calls here before every access to
 * memory. Without one nothing is called. Executions that are checked run one at a time:
 * hr_check_enter() to hr_check_leave(). */
#ifndef HR_CHECKER_H
#define HR_CHECKER_H

#include "interp/run/frame.h"
#include "src/base/map.h"

enum { HR_ACCESS_READ = 1, HR_ACCESS_WRITE = 2, HR_ACCESS_ATOMIC = 4 };

hr_checker *hr_checker_new(hr_run *run);
void hr_checker_free(hr_checker *checker);

/* --- the engine --- */
/* Loads and stores pass an access check (access_check.h). All of these before the access, at the
 * published place. */
typedef struct hr_access_check hr_access_check;
/* Before a memcpy or memmove (SOURCE) or memset. */
hr_trap hr_check_block(hr_thread *thread, uint8_t *frame, uint64_t to, uint64_t source,
		       uint64_t bytes);
/* Before an operation out of line: atomic ones access memory. */
hr_trap hr_check_rare(hr_thread *thread, uint8_t *frame, hr_access_check *check,
		      const uint32_t *pc);
/* Before a call of a C function: some are known to access memory. */
hr_trap hr_check_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site);
/* Before one that may give memory, or take it back. *MADE: it has been made, the result is where it
 * belongs. */
hr_trap hr_check_heap(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool *made);
/* The thread begins to run, or goes on with, the instance of thread->level. True: some of its
 * inputs are undefined. */
bool hr_check_instance(hr_thread *thread, const hr_activation *activation);
/* The same for an instance that is a lane of a batch; all its variables are within BYTES, but for
 * those of functions that it calls, which run on the thread's own stack. */
void hr_check_lane(hr_thread *thread, const uint8_t *variables, size_t bytes);
/* The thread begins to run a batch. */
void hr_check_batch(hr_thread *thread);
/* There is memory for variables of leaves; it is about to be given back. CHECKER and BASE may be
 * NULL. */
void hr_check_mapped(hr_checker *checker, const void *base, size_t bytes);
void hr_check_unmapped(hr_checker *checker, const void *base, size_t bytes);
/* M1: BYTES at OBJECT have been allocated by the running instance. ENGINE: by the operation that
 * THREAD has published; else by code of a backend. */
void hr_check_allocated(hr_thread *thread, const void *object, uint64_t bytes, bool engine);
enum { HR_CHECK_GAP = 64 }; /* bytes behind each such object that belong to nobody */

/* --- uninitialised values: of threads that have a shadow --- */
/* A frame of CODE begins: its variables are undefined. */
void hr_uninit_frame(hr_thread *thread, const hr_code *code, const uint8_t *frame);
/* A dynamic alloca of the published operation. */
void hr_uninit_dynamic(hr_thread *thread, const void *place, uint64_t bytes);
/* The operation at PC copies memory, as memmove does. */
void hr_uninit_copy(hr_thread *thread, const uint8_t *frame, const uint32_t *pc, uint64_t to,
		    uint64_t from, uint64_t bytes);
/* The memset at PC. */
void hr_uninit_set(hr_thread *thread, const uint8_t *frame, const uint32_t *pc);
/* Before an operation out of line: true when it reads what nobody wrote, and goes through
 * definedness. */
bool hr_uninit_rare(hr_thread *thread, const uint8_t *frame, const uint32_t *pc);
/* Before a call of a C function, which may write what its arguments point to. HAS_UNDEFINED:
 * registers may have undefined bits. */
void hr_uninit_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool has_undefined);
/* After entering an interpreted function: its arguments. */
void hr_uninit_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site, uint8_t *inner,
		     bool has_undefined);
/* Whether no bit of BYTES at ADDRESS is undefined, once it was looked what the host has written. */
bool hr_uninit_defined(hr_checker *checker, uint64_t address, uint64_t bytes);
/* BYTES at BASE have no value yet, and nobody but the graph writes them. */
void hr_check_fresh(hr_checker *checker, const void *base, size_t bytes);

/* --- interp/check/uninit/definedness.c: what an operation does to undefined bits --- */
/* Before the operation at PC. False: no register is undefined any more. */
bool hr_definedness_step(hr_thread *thread, uint8_t *frame, const uint32_t *pc);

/* --- the schedule --- */
/* THREAD is this one. INPUTS: image of the root's, NULL for a stream. */
void hr_check_enter(hr_checker *checker, const hr_thread *thread, const hr_plan *plan,
		    const hr_node *root, uint64_t execution, const uint8_t *inputs);
void hr_check_leave(hr_checker *checker);
/* All instances of a leaf within one instance of its parent: COUNT of them; INPUTS are those that
 * all share. PER_INSTANCE: some inputs differ between instances. */
uint64_t hr_check_grid(hr_checker *checker, const hr_level *level, uint64_t count,
		       const uint8_t *inputs, bool per_instance);
/* Goes on with a grid whose instances take turns with those of others: what hr_check_grid() said.
 */
void hr_check_return(hr_checker *checker, const hr_level *level, uint64_t count,
		     const uint8_t *inputs, bool per_instance, uint64_t grid);
/* Inputs of the instance that runs next, where they differ. */
void hr_check_inputs(hr_checker *checker, const uint8_t *inputs);
/* All instances of the grid have met at a barrier. */
void hr_check_barrier(hr_checker *checker);
/* A graph execution has ended, COMPLETED or by an error: its findings are reported, but for those
 * that the run survives, which are when it ends. */
hr_status hr_check_ended(hr_checker *checker, bool completed) HR_MUST_CHECK;
/* The run ends: what it survived is reported. */
void hr_check_say(hr_checker *checker);
/* The objects of an execution are about to be freed: the checker keeps their memory for a while. */
void hr_check_retire(hr_checker *checker, hr_objects *objects);

/* The execution that has ended is repeated by what follows: nothing orders it after what was. */
void hr_check_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution);

/* --- a speculative run (interp/orders/speculative.c) --- */
/* Whether one graph alone is in flight. */
bool hr_check_is_alone(const hr_checker *checker);
/* Keeps what is known, before an execution, and what is known of some memory. */
void hr_check_snapshot(hr_checker *checker);
void hr_check_snapshot_memory(hr_checker *checker, const void *base, size_t bytes);
/* Whether accesses may have raced unseen since then, for lack of room. */
bool hr_check_missed(const hr_checker *checker);
/* Nothing is known but what was kept. */
void hr_check_undo(hr_checker *checker);

/* Whether a graph of ROOT with INPUTS may write some of the memory, which was there before. False
 * only if accesses out of bounds are found before they are made, and functions that the program
 * does not define write nothing. */
bool hr_check_writes(hr_checker *checker, const hr_node *root, const uint8_t *inputs,
		     const void *base, size_t bytes);

/* The last write of a leaf to one byte (interp/check/access/watch.c). */
typedef struct hr_last_write {
	uint64_t address, bytes; /* of the whole access */
	uint64_t execution;
	bool floating;
	hr_where where;
	uint64_t place;        /* a number of what the code does there, or its address */
	const hr_level *level; /* the instance; lives as long as the checker */
} hr_last_write;
void hr_check_watch_begin(hr_checker *checker, uint64_t address);
/* OBSERVED: what run->observed was before. */
void hr_check_watch_end(hr_checker *checker, bool observed);
/* False: nobody wrote it. */
bool hr_check_last_write(hr_checker *checker, hr_last_write *last);

/* How each byte of the program's memory is written by leaves between begin and
 * hr_check_watch_end(). The caller owns *TALLY, and frees it. */
typedef struct hr_tally {
	hr_map combines; /* by address */
} hr_tally;
void hr_check_tally_begin(hr_checker *checker, hr_tally *tally);
/* The byte is written, and by nothing but atomic operations on integers of one kind, whose order
 * changes old values alone. */
bool hr_tally_commutes(const hr_tally *tally, const uint8_t *byte);
/* The same of sums of floats, which hang on the order by roundings alone. */
bool hr_tally_sums(const hr_tally *tally, const uint8_t *byte);
void hr_tally_free(hr_tally *tally);

/* --- the host --- */
/* The host has launched GRAPH, or pushes for EXECUTION, with ARGUMENTS, whose INPUTS lie as they
 * say, one for each input of the root. CHECKER may be NULL. */
typedef enum hr_passing { HR_PASS_LAUNCH, HR_PASS_STREAM, HR_PASS_PUSH } hr_passing;
hr_status hr_check_arguments(hr_checker *checker, const hr_graph *graph, const hr_field *inputs,
			     const void *arguments, uint64_t execution, hr_passing how)
	HR_MUST_CHECK;
/* A graph that does not stream has been launched; gives the time of it, for when its plan is taken.
 * CHECKER may be NULL. */
uint64_t hr_check_launched(hr_checker *checker);
/* LAUNCHED: 0 for a stream. */
void hr_check_plan_taken(hr_checker *checker, const hr_plan *plan, uint64_t launched);
void hr_check_plan_given(hr_checker *checker, const hr_plan *plan);
/* The host has the result of EXECUTION of a stream: what it does later comes after it. */
void hr_check_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution);
void hr_check_tracked(hr_checker *checker, const void *base, size_t bytes);
/* The host has freed memory that nobody gets until hr_check_host_given(). TEXT: ", which the host
 * freed at f.c:12". */
void hr_check_host_freed(hr_checker *checker, const void *base, size_t bytes, const char *text);
void hr_check_host_given(hr_checker *checker, const void *base);
/* The host is about to free BLOCK, or to move it, which leaves may have got from C. CHECKER may be
 * NULL. */
void hr_check_block_taken(hr_checker *checker, void *block);

#endif
