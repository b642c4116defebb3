/* interp/run/run.h -- one run of a program in the golden model: the state that all of interp/
 * shares.
 *
 * Owns:    threads, image, tracker, launched graphs, statistics.
 * Borrows: the program, which must outlive the run.
 * Order:   hr_run_new, then one of hr_host_jit_main / hr_host_interp_main / hr_launch_direct, then
 *          hr_run_finish, hr_run_free. */
#ifndef HR_RUN_H
#define HR_RUN_H

#include <pthread.h>
#include <signal.h>

#include "ir/program/program.h"
#include "src/base/map.h"

/* N4: the order of instances of one node */
typedef enum hr_schedule {
	HR_SCHEDULE_REFERENCE, /* x outermost, z innermost, ascending */
	HR_SCHEDULE_REVERSE,
	HR_SCHEDULE_DEPTH_FIRST, /* follows one-to-one edges as soon as an instance can run */
	HR_SCHEDULE_RANDOM,      /* random, by seed */
} hr_schedule;

enum {
	HR_CHECK_BOUNDS = 1,
	HR_CHECK_ATTRIBUTES = 2,
	HR_CHECK_RACE = 4,
	HR_CHECK_ORDER = 8,
	HR_CHECK_UNINIT = 16,
	HR_CHECK_MEMORY = 256,
	HR_CHECK_BARRIER = 512,
	HR_CHECK_POISON = 1024, /* only with HR_CHECK_UNINIT */
	HR_CHECK_ALL = 31 | HR_CHECK_MEMORY | HR_CHECK_BARRIER | HR_CHECK_POISON,
	/* Checks that see every access of a leaf. */
	HR_CHECK_ACCESSES = HR_CHECK_BOUNDS | HR_CHECK_ATTRIBUTES | HR_CHECK_RACE | HR_CHECK_UNINIT,
	/* Checks whose findings depend on how instances interleave. In batches they run only
	 * speculatively: an execution with findings is repeated at width 1. */
	HR_CHECK_REPEATED = HR_CHECK_ATTRIBUTES | HR_CHECK_RACE | HR_CHECK_UNINIT | HR_CHECK_ORDER,
};

typedef struct hr_options {
	hr_schedule schedule;
	uint64_t seed;
	uint64_t step_limit; /* operations of the whole run; 0: no limit */
	double time_limit;   /* seconds of processor time; 0: no limit */
	size_t stack_limit;  /* bytes for each thread; 0: the default of 8 MiB */
	unsigned jobs;       /* threads that may run batches of one leaf; 0: one */
	unsigned width;  /* lanes of a batch; 1: one instance at a time, 0: chosen for each node */
	unsigned checks; /* HR_CHECK_...: the active checkers */
	unsigned schedules; /* HR_CHECK_ORDER: number of orders to compare */
	/* checkers watch only the first order; the others are compared with it */
	bool first_order_alone;
	/* seed of the first random order; the next orders use the following seeds */
	uint64_t schedules_seed;
	/* for internal nodes by depth, from 1: the only instance that runs */
	const int64_t (*pins)[3];
	size_t pin_count;
	bool split_memory; /* M7: devices have copies of tracked memory */
	bool keep_going;
	bool stats;
	bool embedded; /* the process is not the run's: what ends a run does not end the process */
	struct {
		bool on;         /* the program is in the sandbox (interp/check/sandbox.h) */
		uint64_t output; /* most bytes that it may print */
		/* files and folders that it may read */
		const char *const *readable;
		size_t readable_count;
	} sandbox;
	const char *const *libraries; /* -l, in order */
	size_t library_count;
	const char *const *library_paths; /* -L */
	size_t library_path_count;
} hr_options;

/* One order of the instances of each node (N4). */
typedef struct hr_order {
	hr_schedule schedule;
	uint64_t seed;
} hr_order;

/* How one value is copied between a packed struct (H2) and an image. */
typedef struct hr_field {
	uint32_t packed, image; /* offsets */
	uint32_t bytes;         /* size of the value in both */
	unsigned bits;          /* width of an integer whose upper bits are cleared; else 0 */
} hr_field;

/* One level of the hierarchy around a running instance; its address is the node handle (N3). */
typedef struct hr_level hr_level;
struct hr_level {
	const hr_node *node;
	const hr_level *parent;
	unsigned dims;
	int64_t id[3], extent[3]; /* x, y, z; id 0 and extent 1 where not replicated */
};

/* Compute the id of instance INDEX in reference order (N1). */
static inline void hr_instance_id(const int64_t extent[3], uint64_t index, int64_t id[3])
{
	uint64_t y = (uint64_t)extent[1], z = (uint64_t)extent[2];

	id[2] = (int64_t)(index % z);
	id[1] = (int64_t)(index / z % y);
	id[0] = (int64_t)(index / z / y);
}

/* Return the index in reference order of the instance ID: the inverse of hr_instance_id(). */
static inline uint64_t hr_instance_index(const int64_t extent[3], const int64_t id[3])
{
	return ((uint64_t)id[0] * (uint64_t)extent[1] + (uint64_t)id[1]) * (uint64_t)extent[2] +
	       (uint64_t)id[2];
}

/* Statistics of a node, summed over all instances and executions; indexed by hr_node.number within
 * its graph. */
typedef struct hr_node_stats {
	uint64_t instances, nanoseconds;
	uint64_t bytes;     /* bytes of code that ran (thread.h: HR_STEP_BYTES) */
	unsigned width;     /* lanes of its batches; 0 or 1: one instance at a time */
	const char *set;    /* the instruction set of its batches, or NULL */
	const char *along;  /* the dimension of its lanes if it is not the innermost one, or NULL */
	const char *narrow; /* why it runs at width 1 although more was requested, or NULL */
	unsigned threads;   /* number of threads that ran its batches */
	const char *alone;  /* why one thread ran it although more were requested, or NULL */
	const char *runner; /* the backend that runs it instead of the engine, or NULL */
	uint64_t build_nanoseconds; /* time to build it, which is not part of `nanoseconds` */
	/* why a backend that could have run it did not; with a runner: why that one did; or NULL */
	const char *not_offloaded;
	const char *within;     /* the internal node that it runs in as one unit, or NULL */
	const char *not_as_one; /* why an internal node does not run as one unit, or NULL */
} hr_node_stats;

/* A speculative run: an execution that runs in batches; if there is anything to report, it is
 * undone and repeated at width 1 (interp/orders/speculative.c). Until then nothing is reported. */
typedef struct hr_speculation {
	bool on, failed; /* atomic */
	/* something happened whose dependence on the order checkers alone do not detect */
	bool order_matters;
	/* an instance has allocated memory, whose address may differ in another order */
	bool allocated;
	/* accesses are recorded exactly; otherwise gaps between the reads of a batch may count as
	 * read */
	bool exact;
	bool guessed;     /* a gap has been counted as read */
	pthread_t thread; /* atomic: the thread that runs it */
} hr_speculation;

typedef struct hr_run hr_run;
typedef struct hr_thread hr_thread;
typedef struct hr_tracker hr_tracker;             /* interp/memory/memory.h */
typedef struct hr_launched hr_launched;           /* interp/stream/launched.h */
typedef struct hr_image hr_image;                 /* interp/memory/image.h */
typedef struct hr_roots hr_roots;                 /* interp/stream/launched.h */
typedef struct hr_checker hr_checker;             /* interp/check/checker.h */
typedef struct hr_split hr_split;                 /* interp/memory/device_copies.h */
typedef struct hr_pool hr_pool;                   /* thread_pool.h */
typedef struct hr_tensors hr_tensors;             /* interp/tensor/tensors.h */
typedef struct hr_tensor_files hr_tensor_files;   /* interp/tensor/files.c */
typedef struct hr_access_checks hr_access_checks; /* interp/check/access_check.h */
typedef struct hr_offload hr_offload;             /* offload.h */
typedef struct hr_plan hr_plan;                   /* interp/schedule/plan.h */
typedef struct hr_objects hr_objects;             /* interp/memory/memory.h */
typedef struct hr_events hr_events;               /* events.h */
typedef struct hr_observer hr_observer;           /* observer.h */

/* How far a run is. */
typedef struct hr_run_point {
	/* the running node, or the outermost one with several instances; NULL: host code */
	const hr_node *node;
	uint64_t done, total; /* number of its instances */
	uint64_t operations;  /* of the whole run */
} hr_run_point;

/* Whether a thread has reported what all threads come upon. */
typedef enum hr_said { HR_UNSAID, HR_BEING_SAID, HR_SAID } hr_said;

struct hr_run {
	hr_program *program;
	hr_diags *diags;
	hr_options options;
	hr_image *image;
	hr_tracker *tracker;
	hr_tensors *tensors;                       /* NULL: none yet */
	hr_tensor_files *tensor_files;             /* NULL: none yet */
	hr_split *split;                           /* location of memory; NULL: not needed */
	hr_checker *checker;                       /* NULL: nothing is checked */
	void (*say_findings)(hr_checker *checker); /* reports what it has kept; set with it */
	bool observed;    /* it sees every access of leaves, and is told of their grids */
	bool checks_host; /* it sees every access of host code, which is interpreted */
	/* the object that checked host code has accessed last, which it may access from BASE to END;
	 * both 0: none. Only while it has one thread, and runs. */
	struct {
		uint64_t base, end;
	} object;
	struct hr_host *host;         /* what its host code has (interp/host/host_state.h) */
	hr_run *next_run;             /* all runs of the process (process.h) */
	struct hr_deferred *deferred; /* reports of instances that the run survives (deferred.h) */
	hr_pool *pool;                /* NULL: one thread runs a leaf */
	const hr_offload *offload;    /* who else runs leaves; NULL: nobody; borrowed */
	const hr_events *events;      /* who is told what happens; NULL: nobody; borrowed */
	const hr_observer *observer;  /* who is shown values; NULL: nobody; borrowed */
	pthread_mutex_t lock;         /* launched graphs, statistics */
	hr_launched *launched;        /* all of them, newest first */
	hr_roots *roots; /* what every launch of the same root shares (interp/host/launch.c) */
	bool initialised, cleaned_up; /* H1 */
	/* set by Ctrl-C; the engine reads it at every backward jump */
	volatile sig_atomic_t interrupted;
	volatile sig_atomic_t timed_out;  /* by the limit of time */
	hr_status status;                 /* first error of the run */
	volatile sig_atomic_t native;     /* native host code runs */
	volatile sig_atomic_t was_native; /* or has run */
	int program_threads; /* atomic: that its program has made and that have not ended */
	bool ended;          /* atomic: embedded, and a thread of its program met its end, */
	int program_status;  /* by exit() with this, unless STATUS says otherwise */
	int in_runtime;      /* atomic: entry points being carried out, by all threads */
	/* Called when everything is ready for the program, before its first instruction; NULL:
	 * nothing. */
	void (*at_begin)(hr_run *run);
	/* What hr_host_end() and hr_die() call, once, before the last line (--stats ...), and which
	 * may still note what the run has come to; NULL: nothing. */
	void (*at_end)(hr_run *run);
	/* Says where call NUMBER of compiled host code is (site.h); NULL: there is no table. */
	hr_where (*site_where)(const hr_run *run, uint32_t number);
	uint64_t operations; /* of threads that have ended */
	/* Called at most every 100 ms by interpreted code, from any thread, and with POINT NULL
	 * when other code continues, which may want to print; may be NULL. */
	void (*progress)(hr_run *run, const hr_run_point *point);
	uint64_t shown_at;       /* nanoseconds; atomic */
	bool showing;            /* atomic: POINT was not NULL at the last call */
	unsigned interrupt_said; /* atomic: hr_said, of the interruption or the time limit */
	bool several;            /* atomic: its program has made a thread */
	hr_speculation speculation;
	/* this execution repeats an earlier one in another order: nothing is counted again */
	bool repeated;
};

/* Make a run of PROGRAM with OPTIONS. On success the caller owns *run and frees it with
 * hr_run_free(). */
hr_status hr_run_new(hr_program *program, const hr_options *options, hr_diags *diags, hr_run **run)
	HR_MUST_CHECK;
/* Do the checks H1, H3 and S5 at the end of the program, and run graphs that the program never
 * waited for. */
hr_status hr_run_finish(hr_run *run);
/* Report the deferred diagnostics so far, each with its count; repetitions after this call are not
 * reported. hr_run_finish() calls it. Safe in a signal handler that ends the process. */
void hr_run_say(hr_run *run);
void hr_run_free(hr_run *run);

/* Return the place in the program where THREAD is. If THREAD is NULL or outside the engine, return
 * the place of the call of the runtime that compiled host code makes in this OS thread. All 0 if
 * unknown. */
hr_where hr_place_of(const hr_thread *thread);
/* Report a diagnostic at the place where THREAD is: function, instruction, node, instance and
 * execution are filled in. If THREAD is NULL or outside the engine, the place is that of the call
 * of the runtime that compiled host code makes in this OS thread, if any. */
hr_status hr_report_at(hr_run *run, const hr_thread *thread, hr_diag_id id, ...);
/* Report that the run is interrupted: by Ctrl-C, or by its limit of time. */
hr_status hr_report_interrupted(hr_run *run, const hr_thread *thread);
/* The same with FACTS about the value or memory concerned. */
hr_status hr_report_about(hr_run *run, const hr_thread *thread, const hr_diag_facts *facts,
			  hr_diag_id id, ...);
/* Report a diagnostic about an instance or an edge. WHERE (may be NULL) is the place in the source,
 * LEVEL (may be NULL) fills in the node and its instance. */
hr_status hr_report_level(hr_run *run, const hr_where *where, const hr_level *level,
			  uint64_t execution, hr_diag_id id, ...);
/* The two places that a diagnostic is about, as numbers or addresses that are unique to a place; 0:
 * none. */
typedef struct hr_places {
	uint64_t first, second;
} hr_places;
/* The same. If the run continues, the diagnostic is deferred to its end, and reported once for
 * PLACES with a count. */
hr_status hr_report_places(hr_run *run, hr_places places, const hr_where *where,
			   const hr_level *level, uint64_t execution, hr_diag_id id, ...);
/* Write the node and instance of LEVEL to WHERE, which borrows ANCESTORS: an array of
 * hr_count_ancestors(LEVEL) elements, which is 0 for NULL. Safe in a signal handler. */
unsigned hr_count_ancestors(const hr_level *level);
void hr_place_level(hr_where *where, const hr_level *level, uint64_t execution,
		    hr_ancestor *ancestors);
/* Call run->progress with the place of THREAD, if that is due. NODE is the node it runs; NULL: host
 * code. */
void hr_run_show(hr_thread *thread, const hr_node *node);
/* Remove the progress line. */
void hr_run_show_nothing(hr_run *run);
/* Call when there is something to report. Return true in a speculative run: it has failed, and
 * nothing is reported. */
bool hr_speculation_fail(hr_run *run);

/* Mark the speculative run, if there is one, as doubtful. */
static inline void hr_speculation_order_matters(hr_run *run)
{
	__atomic_store_n(&run->speculation.order_matters, true, __ATOMIC_RELAXED);
}

/* Return true if this thread's speculative run has failed, so that it is going to be undone. */
static inline bool hr_speculation_failed(const hr_run *run)
{
	return __builtin_expect(__atomic_load_n(&run->speculation.failed, __ATOMIC_RELAXED), 0) &&
	       pthread_equal(__atomic_load_n(&run->speculation.thread, __ATOMIC_RELAXED),
			     pthread_self());
}

/* Keep STATUS as the run's status if it is the first that is not HR_OK; return STATUS. */
hr_status hr_run_note(hr_run *run, hr_status status);

#endif
