/* interp/run/run.h -- one run of a program in the golden model: what all of interp/ shares.
 *
 * Owns:    threads, image, tracker, launched graphs, statistics.
 * Borrows: the program, which must outlive the run.
 * Order:   hr_run_new, then one of hr_host_jit_main / hr_host_interp_main / hr_launch_direct,
 *          then hr_run_finish, hr_run_free. */
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
	HR_SCHEDULE_DEPTH_FIRST, /* down one-to-one edges as soon as an instance can run */
	HR_SCHEDULE_RANDOM,      /* by seed */
} hr_schedule;

enum {
	HR_CHECK_BOUNDS = 1,
	HR_CHECK_ATTRIBUTES = 2,
	HR_CHECK_RACE = 4,
	HR_CHECK_ORDER = 8,
	HR_CHECK_UNINIT = 16,
	HR_CHECK_MEMORY = 256,
	HR_CHECK_BARRIER = 512,
	HR_CHECK_ALL = 31 | HR_CHECK_MEMORY | HR_CHECK_BARRIER,
	/* Those that look at every access of a leaf. */
	HR_CHECK_ACCESSES = HR_CHECK_BOUNDS | HR_CHECK_ATTRIBUTES | HR_CHECK_RACE | HR_CHECK_UNINIT,
};

typedef struct hr_options {
	hr_schedule schedule;
	uint64_t seed;
	uint64_t step_limit; /* operations for the whole run; 0: none */
	size_t stack_limit;  /* bytes for each thread; 0: the default of 8 MiB */
	unsigned jobs;       /* threads that may run batches of one leaf; 0: one */
	unsigned width;  /* lanes of a batch; 1: one instance at a time, 0: chosen for each node */
	unsigned checks; /* HR_CHECK_...: which checkers watch */
	unsigned schedules;     /* HR_CHECK_ORDER: how many orders are compared */
	bool first_order_alone; /* is watched by checkers; the others are compared with it */
	/* of the random ones among them, the first; the next ones follow */
	uint64_t schedules_seed;
	/* of internal nodes by depth, from 1: the one instance that runs */
	const int64_t (*pins)[3];
	size_t pin_count;
	bool split_memory; /* M7: devices have copies of tracked memory */
	bool keep_going;
	bool stats;
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

/* One value between a packed struct (H2) and an image. */
typedef struct hr_field {
	uint32_t packed, image; /* offsets */
	uint32_t bytes;         /* of the value in both */
	unsigned bits;          /* of an integer of odd width: the rest is cleared; else 0 */
} hr_field;

/* One level of the hierarchy around a running instance; its address is the node handle (N3). */
typedef struct hr_level hr_level;
struct hr_level {
	const hr_node *node;
	const hr_level *parent;
	unsigned dims;
	int64_t id[3], extent[3]; /* x, y, z; id 0 and extent 1 where not replicated */
};

/* The id of instance INDEX in the order of reference (N1). */
static inline void hr_instance_id(const int64_t extent[3], uint64_t index, int64_t id[3])
{
	uint64_t y = (uint64_t)extent[1], z = (uint64_t)extent[2];

	id[2] = (int64_t)(index % z);
	id[1] = (int64_t)(index / z % y);
	id[0] = (int64_t)(index / z / y);
}

/* Per node, summed over all instances and executions; by hr_node.number within its graph. */
typedef struct hr_node_stats {
	uint64_t instances, nanoseconds;
	uint64_t bytes;             /* of code (thread.h: HR_STEP_BYTES) */
	unsigned width;             /* lanes of its batches; 0 or 1: one instance at a time */
	const char *set;            /* the instruction set they run with, or NULL */
	const char *narrow;         /* why it runs at width 1 though more was asked for, or NULL */
	unsigned threads;           /* that ran its batches */
	const char *alone;          /* why one thread did though more were asked for, or NULL */
	const char *runner;         /* who else than the engine runs it, or NULL */
	uint64_t build_nanoseconds; /* that it took to build, which are no time of the node */
	/* who could have, and why not; with a runner why that one; or NULL */
	const char *not_offloaded;
	const char *within;     /* the internal node that runs as one with it, or NULL */
	const char *not_as_one; /* why an internal node is not, or NULL */
} hr_node_stats;

/* An execution that is undone, and done again at width 1, when there is anything to report of it
 * (interp/orders/speculative.c); until then nothing is. */
typedef struct hr_speculation {
	bool on, failed;
	/* something was done of which checkers alone do not tell whether another order would
	 * show */
	bool order_matters;
	bool allocated;   /* an instance has, where it may be elsewhere in another order */
	bool exact;       /* nothing is taken to be accessed but what is */
	bool guessed;     /* something was */
	pthread_t thread; /* that runs it */
} hr_speculation;

typedef struct hr_run hr_run;
typedef struct hr_thread hr_thread;
typedef struct hr_tracker hr_tracker;             /* interp/memory/memory.h */
typedef struct hr_launched hr_launched;           /* interp/host/launch.h */
typedef struct hr_image hr_image;                 /* interp/memory/image.h */
typedef struct hr_roots hr_roots;                 /* interp/host/launch.h */
typedef struct hr_checker hr_checker;             /* interp/check/checker.h */
typedef struct hr_split hr_split;                 /* interp/memory/device_copies.h */
typedef struct hr_pool hr_pool;                   /* thread_pool.h */
typedef struct hr_tensors hr_tensors;             /* interp/tensor/tensors.h */
typedef struct hr_access_checks hr_access_checks; /* interp/check/access_check.h */
typedef struct hr_offload hr_offload;             /* offload.h */
typedef struct hr_plan hr_plan;                   /* interp/schedule/schedule.h */
typedef struct hr_objects hr_objects;             /* interp/memory/memory.h */
typedef struct hr_events hr_events;               /* events.h */

/* How far a run is. */
typedef struct hr_run_point {
	/* the running one, or the outermost of several instances; NULL: host code */
	const hr_node *node;
	uint64_t done, total; /* its instances */
	uint64_t operations;  /* of the whole run */
} hr_run_point;

struct hr_run {
	hr_program *program;
	hr_diags *diags;
	hr_options options;
	hr_image *image;
	hr_tracker *tracker;
	hr_tensors *tensors;                       /* NULL: there were none yet */
	hr_split *split;                           /* where memory is; NULL: nobody asks */
	hr_checker *checker;                       /* NULL: nothing is checked */
	void (*say_findings)(hr_checker *checker); /* reports what it has kept; set with it */
	bool observed; /* it sees every access of leaves, and is told of their grids */
	struct hr_deferred *deferred; /* reports of instances that the run survives (deferred.h) */
	hr_pool *pool;                /* NULL: one thread runs a leaf */
	const hr_offload *offload;    /* who else runs leaves; NULL: nobody; borrowed */
	const hr_events *events;      /* who is told what happens; NULL: nobody; borrowed */
	pthread_mutex_t lock;         /* launched graphs, statistics */
	hr_launched *launched;        /* all of them, newest first */
	hr_roots *roots; /* what every launch of the same root shares (interp/host/launch.c) */
	bool initialised, cleaned_up; /* H1 */
	/* set by Ctrl-C; the engine looks at every backward jump */
	volatile sig_atomic_t interrupted;
	hr_status status;    /* first error of the run */
	uint64_t operations; /* of threads that have ended */
	/* Called now and then (at most every 100 ms) by what is interpreted, from any thread, and
	 * with POINT NULL when other code goes on, which may want to print; may be NULL. */
	void (*progress)(hr_run *run, const hr_run_point *point);
	uint64_t shown_at;     /* nanoseconds; atomic */
	volatile bool showing; /* POINT was not NULL at the last call */
	hr_speculation speculation;
	bool repeated; /* what runs did before, in another order: nothing is counted again */
};

hr_status hr_run_new(hr_program *program, const hr_options *options, hr_diags *diags, hr_run **run)
	HR_MUST_CHECK;
/* H1, H3, S5 checks at the end of the program: runs graphs never waited for. */
hr_status hr_run_finish(hr_run *run);
/* Reports what the run has survived so far, each with how often it happened; what is met again
 * afterwards is not told. hr_run_finish() does so. Safe in a signal handler that ends the
 * process. */
void hr_run_say(hr_run *run);
void hr_run_free(hr_run *run);

/* The place where THREAD stands in the program, which may be NULL; otherwise that of the call of
 * the runtime that compiled host code is making in this OS thread. All 0: unknown. */
hr_where hr_place_of(const hr_thread *thread);
/* Diagnostic at the place where THREAD stands: function, instruction, node, instance, execution are
 * filled in. When it is not inside the engine, or NULL, the place is the call of the runtime that
 * compiled host code is making in this OS thread, if any. */
hr_status hr_report_at(hr_run *run, const hr_thread *thread, hr_diag_id id, ...);
/* The same with what it is about. */
hr_status hr_report_about(hr_run *run, const hr_thread *thread, const hr_diag_facts *facts,
			  hr_diag_id id, ...);
/* Diagnostic about an instance or an edge: WHERE (may be NULL) says the place in the source, LEVEL
 * (may be NULL) fills in the node and its instance. */
hr_status hr_report_level(hr_run *run, const hr_where *where, const hr_level *level,
			  uint64_t execution, hr_diag_id id, ...);
/* The two places that a report is about, as numbers or addresses that no other place has; 0:
 * none. */
typedef struct hr_places {
	uint64_t first, second;
} hr_places;
/* The same; where the run goes on after it, it is said when the run ends, once for PLACES, with a
 * count. */
hr_status hr_report_places(hr_run *run, hr_places places, const hr_where *where,
			   const hr_level *level, uint64_t execution, hr_diag_id id, ...);
/* Writes the node and instance of LEVEL to WHERE, which borrows ANCESTORS: room for
 * hr_count_ancestors(LEVEL), which is 0 for NULL. Safe in a signal handler. */
unsigned hr_count_ancestors(const hr_level *level);
void hr_place_level(hr_where *where, const hr_level *level, uint64_t execution,
		    hr_ancestor *ancestors);
/* Tells run->progress where THREAD stands, if that is due; NODE: what it runs, NULL: host code. */
void hr_run_show(hr_thread *thread, const hr_node *node);
/* Takes back what is shown. */
void hr_run_show_nothing(hr_run *run);
/* There is something to report. True: of a speculative run, which has failed by that; nothing is to
 * be said. */
bool hr_speculation_fail(hr_run *run);

/* From now on the speculative run, if there is one, is doubtful. */
static inline void hr_speculation_order_matters(hr_run *run)
{
	__atomic_store_n(&run->speculation.order_matters, true, __ATOMIC_RELAXED);
}

static inline bool hr_speculation_failed(const hr_run *run)
{
	return run->speculation.failed;
}

/* Keeps STATUS as the run's if it is the first that is not HR_OK; gives it back. */
hr_status hr_run_note(hr_run *run, hr_status status);

#endif
