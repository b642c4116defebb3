/* backends/crosscheck/crosscheck.h -- runs every grid of every unit on the interpreter and on
 * backends, and reports differences.
 *
 * A unit is a leaf, or an internal node that the backend runs together with everything below it. If
 * such a node differs, it is run again leaf by leaf to find the leaf that differs.
 * The cross-check is an hr_offload that observes. Before the engine runs a grid, each backend runs
 * it on the memory that the engine will start from, in a separate process
 * (backends/worker/worker.h) unless the policy says otherwise. After the engine has run the grid,
 * outputs and all memory that the leaf can reach are compared (compare.h). The program continues
 * with the engine's results. */
#ifndef HR_CROSSCHECK_H
#define HR_CROSSCHECK_H

#include "backends/registry/registry.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"

enum { HR_SAMPLE = 16 };

typedef struct hr_crosscheck_policy {
	const char *const *backends; /* names */
	size_t backend_count;
	hr_backend_search search; /* --backend-path, --backend-option; borrows its arrays */
	hr_backend_host host;     /* cache and threads; the rest is filled in */
	hr_worker_limits limits;
	/* run backends in this process: errors caused by state that a backend keeps from grid to
	 * grid are found, too, but a crash of the backend ends the tool */
	bool in_process;
	/* Number of grids of each leaf that are compared: the first N, then N of each doubling; 0:
	 * all. */
	uint64_t sample;
	/* Without `sample`: when the comparison of a node has taken so many seconds, at most
	 * HR_SAMPLE grids of each further doubling are compared; 0: all. */
	double sample_after;
	/* Compare leaves only, no internal nodes; always the case with several backends. */
	bool leaves;
	/* Run only internal nodes of this function as units; NULL: all that the backend accepts. */
	const char *whole;
	/* Directory in which findings are written as cases (backends/case/case.h); NULL: none. */
	const char *cases;
	/* Called before each grid on a backend, with a lock held; may be NULL. */
	void (*show)(const hr_node *leaf, const char *backend);
} hr_crosscheck_policy;

/* Sorted by severity: a row has the greatest verdict of its grids. V(enumerator, word) */
#define HR_VERDICTS(V)                                                                             \
	V(HR_VERDICT_NOT_RUN, "not run") /* there was no grid */                                   \
	V(HR_VERDICT_WITHIN, "within")   /* part of a node above that has a row */                 \
	V(HR_VERDICT_SAME, "same")                                                                 \
	V(HR_VERDICT_BOUNDED, "bounded")     /* within the error bounds */                         \
	V(HR_VERDICT_ORDER, "order")         /* differs only by the order */                       \
	V(HR_VERDICT_ACCURACY, "accuracy")   /* differs; no bound is known */                      \
	V(HR_VERDICT_UNDEFINED, "undefined") /* by an error of the program */                      \
	V(HR_VERDICT_REFUSED, "refused")                                                           \
	V(HR_VERDICT_HINDERED, "not compared")   /* an option or the leaf prevents it */           \
	V(HR_VERDICT_OUT, "out")                 /* the backend cannot be used */                  \
	V(HR_VERDICT_UNEXPLAINED, "unexplained") /* differs; nobody could look again */            \
	V(HR_VERDICT_DIFFERS, "differs")                                                           \
	V(HR_VERDICT_TRAPPED, "trapped")   /* an instance ended in a failed check */               \
	V(HR_VERDICT_DIVERGED, "diverged") /* instances missed a barrier */                        \
	V(HR_VERDICT_FAILED, "failed")                                                             \
	V(HR_VERDICT_GARBAGE, "garbage")                                                           \
	V(HR_VERDICT_HUNG, "hung")                                                                 \
	V(HR_VERDICT_CRASHED, "crashed")

#define HR_VERDICT_ENUMERATOR(name, word) name,
typedef enum hr_verdict { HR_VERDICTS(HR_VERDICT_ENUMERATOR) HR_VERDICT_COUNT } hr_verdict;
#undef HR_VERDICT_ENUMERATOR

/* The results for one unit on one backend. */
typedef struct hr_crosscheck_row {
	const hr_node *leaf; /* a leaf or an internal node */
	const char *backend;
	uint64_t grids, instances, bytes, mismatches; /* totals of what was compared */
	uint64_t left_out; /* grids that were not compared because of `sample` or `sample_after` */
	uint64_t
		sampled_from; /* number of the grid from which on `sample_after` applied; 0: none */
	uint64_t worst_ulps;  /* HR_ULP_FAR: far apart, or not floats */
	uint64_t within;      /* elements that differ by no more than their bound */
	double share;         /* the largest quotient of difference and bound among these */
	/* Difference and bound of that element; if there is a mismatch, the bound of the first. */
	uint64_t off_ulps, allowed_ulps;
	bool bounded; /* allowed_ulps is valid */
	/* Bytes of results that are undefined, summed over grids that were looked at again because
	 * something differed. */
	uint64_t undefined;
	uint64_t undefined_differ; /* those that differed, in grids without a mismatch */
	char *unlooked;            /* why the last such look was not possible, or NULL; owned */
	hr_verdict verdict;
	char *why; /* explanation, or NULL; owned */
	/* The first mismatch: */
	char *first; /* text of the diagnostic, or NULL; owned */
	/* Source file that wrote the engine's value, or NULL; borrowed from the program. */
	const char *file;
	unsigned line;
	char *replay; /* path of the case, or NULL; owned */
	/* What is needed to reproduce the finding besides the grid, or what the case lacks; static,
	 * or NULL. */
	const char *case_takes;
	const char *no_case; /* why a case was requested but not written; static, or NULL */
} hr_crosscheck_row;

typedef struct hr_crosscheck hr_crosscheck;

/* Load the backends and report those that cannot be used; these get rows, too. The caller owns
 * *CROSSCHECK and frees it after the run. POLICY is borrowed until then. */
hr_status hr_crosscheck_new(hr_run *run, const hr_crosscheck_policy *policy,
			    hr_crosscheck **crosscheck) HR_MUST_CHECK;
void hr_crosscheck_free(hr_crosscheck *crosscheck);
/* Return the callbacks to store in run->offload. */
const hr_offload *hr_crosscheck_offload(hr_crosscheck *crosscheck);
/* Return the rows, sorted by node in the order of the program's graphs, then by backend: leaves,
 * and internal nodes that were compared. */
const hr_crosscheck_row *hr_crosscheck_rows(hr_crosscheck *crosscheck, size_t *count);
/* Emit an event for each row. */
void hr_crosscheck_emit(hr_crosscheck *crosscheck);
typedef enum hr_shown { HR_SHOWN, HR_NOT_SHOWN, HR_SHOWN_UNKNOWN } hr_shown;
/* Run a case. Return whether it reproduces its finding; HR_SHOWN_UNKNOWN if the system has prevented
 * the run. */
typedef hr_shown hr_shows(void *data, const hr_crosscheck_row *row);
/* Check all cases with SHOWS. A case that does not reproduce its finding is written again with the
 * grids that ran before. */
void hr_crosscheck_prove(hr_crosscheck *crosscheck, hr_shows *shows, void *data);
/* Return the status that the findings imply for the run: HR_OK if there are none. */
hr_status hr_crosscheck_status(const hr_crosscheck *crosscheck);
const char *hr_verdict_word(hr_verdict verdict);

#endif
