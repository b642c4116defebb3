/* backends/crosscheck/crosscheck.h -- every grid of every unit on the golden model and on backends,
 * and what differs.
 *
 * A unit is an internal node that the backend runs as one with all below it, or a leaf. Where such
 * a node differs, it is run again leaf by leaf, to find which of them does.
 * A hr_offload that watches: before the engine runs a grid, each backend runs it, in a process of
 * its own (backends/worker/worker.h) unless the policy says otherwise, on the memory that the
 * engine is about to find; when the engine has run it, outputs and all memory that the leaf can
 * reach are compared (compare.h). The program goes on with the engine's results. */
#ifndef HR_CROSSCHECK_H
#define HR_CROSSCHECK_H

#include "backends/registry/registry.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"

typedef struct hr_crosscheck_policy {
	const char *const *backends; /* names */
	size_t backend_count;
	const char *const *paths; /* --backend-path */
	size_t path_count;
	hr_backend_host host; /* cache and threads; the rest is filled in */
	hr_worker_limits limits;
	/* backends run in this process: what they remember from grid to grid is found, and what
	 * kills them kills us */
	bool in_process;
	/* of each leaf the first so many grids, and as many of each doubling; 0: all */
	uint64_t sample;
	bool leaves;       /* no internal nodes as units; nor with several backends */
	const char *whole; /* but those of this function, and no others; NULL: all */
	/* a folder: what is found becomes a case there (backends/case/case.h); NULL: nothing */
	const char *cases;
	/* Where results differ: is the case at PATH of code that reads what nobody wrote? May be
	 * NULL. TRIALS: a folder for such cases. */
	bool (*is_undefined)(const char *path);
	const char *trials;
	/* Called before each grid on a backend, under a lock; may be NULL. */
	void (*show)(const hr_node *leaf, const char *backend);
} hr_crosscheck_policy;

/* Ordered: the greater is what a row says. V(enumerator, word) */
/* clang-format off */
#define HR_VERDICTS(V)                                                                             \
	V(HR_VERDICT_NOT_RUN, "not run")         /* no grid came */                                \
	V(HR_VERDICT_WITHIN, "within")           /* with a node above, which has a row */          \
	V(HR_VERDICT_SAME, "same")                                                                 \
	V(HR_VERDICT_BOUNDED, "bounded")         /* off by no more than other roundings explain */ \
	V(HR_VERDICT_ORDER, "order")             /* only what the order of instances decides differs */ \
	V(HR_VERDICT_ACCURACY, "accuracy")       /* off, and nobody can say what other roundings explain */ \
	V(HR_VERDICT_UNDEFINED, "undefined")     /* it reads what nobody wrote */                  \
	V(HR_VERDICT_REFUSED, "refused")                                                           \
	V(HR_VERDICT_HINDERED, "not compared")   /* an option or the leaf is in the way */         \
	V(HR_VERDICT_OUT, "out")                 /* the backend cannot be used */                  \
	V(HR_VERDICT_DIFFERS, "differs")                                                           \
	V(HR_VERDICT_DIVERGED, "diverged")       /* says that not all instances meet at a barrier */ \
	V(HR_VERDICT_FAILED, "failed")                                                             \
	V(HR_VERDICT_GARBAGE, "garbage")                                                           \
	V(HR_VERDICT_HUNG, "hung")                                                                 \
	V(HR_VERDICT_CRASHED, "crashed")
/* clang-format on */

#define HR_VERDICT_ENUMERATOR(name, word) name,
typedef enum hr_verdict { HR_VERDICTS(HR_VERDICT_ENUMERATOR) HR_VERDICT_COUNT } hr_verdict;
#undef HR_VERDICT_ENUMERATOR

/* A unit on a backend. */
typedef struct hr_crosscheck_row {
	const hr_node *leaf; /* or internal node */
	const char *backend;
	uint64_t grids, instances, bytes, mismatches; /* of what was compared */
	uint64_t left_out;                            /* grids, because of `sample` */
	uint64_t worst_ulps;                          /* HR_ULP_FAR: far apart, or no floats */
	uint64_t within; /* elements that are off by no more than their bounds: */
	double share;    /* the largest part of its bound that one uses */
	/* that one, and its bound; of what differs: the first one's bound */
	uint64_t off_ulps, allowed_ulps;
	bool bounded; /* allowed_ulps counts */
	hr_verdict verdict;
	char *why; /* text for people, or NULL; owned */
	/* The first mismatch: */
	char *first;      /* the diagnostic's text, or NULL; owned */
	const char *file; /* where the engine's value was written, or NULL; the program's */
	unsigned line;
	char *replay;           /* the case, or NULL; owned */
	const char *case_takes; /* what it needs beside the grid, or lacks; static, or NULL */
	const char *no_case;    /* why there is none though it was wanted; static, or NULL */
} hr_crosscheck_row;

typedef struct hr_crosscheck hr_crosscheck;

/* Loads the backends; reports which is out, and has rows for it all the same. POLICY is borrowed as
 * long as *crosscheck lives, which the caller owns and frees after the run. */
hr_status hr_crosscheck_new(hr_run *run, const hr_crosscheck_policy *policy,
			    hr_crosscheck **crosscheck) HR_MUST_CHECK;
void hr_crosscheck_free(hr_crosscheck *crosscheck);
/* For run->offload. */
const hr_offload *hr_crosscheck_offload(hr_crosscheck *crosscheck);
/* By node in the order of the program's graphs, then by backend: leaves, and internal nodes that
 * were compared. */
const hr_crosscheck_row *hr_crosscheck_rows(hr_crosscheck *crosscheck, size_t *count);
/* Tells whoever records the run of every row. */
void hr_crosscheck_emit(hr_crosscheck *crosscheck);
/* Cases that do not show what was found (SHOWS runs one) are written anew with grids that came
 * before. */
void hr_crosscheck_prove(hr_crosscheck *crosscheck,
			 bool (*shows)(void *data, const hr_crosscheck_row *row), void *data);
/* What the findings mean for the run: HR_OK when there are none. */
hr_status hr_crosscheck_status(const hr_crosscheck *crosscheck);
const char *hr_verdict_word(hr_verdict verdict);

#endif
