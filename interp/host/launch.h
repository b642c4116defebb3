/* interp/host/launch.h -- the host's operations on graphs: launch, wait, push, pop (H, S).
 *
 * ARGUMENTS are packed (H2): every input of the root at its natural size without padding; for a
 * non-streaming graph with outputs the packed outputs follow. Handles are validated. All functions
 * are thread-safe. */
#ifndef HR_LAUNCH_H
#define HR_LAUNCH_H

#include "interp/schedule/schedule.h"
#include "interp/stream/roots.h"
#include "ir/graph/print_c.h"

hr_status hr_init(hr_run *run);
hr_status hr_cleanup(hr_run *run);
/* ROOT is the address of the root node function in this run (interp/memory/image.h). */
hr_status hr_launch(hr_run *run, bool streaming, const void *root, void *arguments,
		    hr_launched **graph) HR_MUST_CHECK;
hr_status hr_launch_function(hr_run *run, bool streaming, hr_function *root, void *arguments,
			     hr_launched **graph) HR_MUST_CHECK;
hr_status hr_wait(hr_run *run, hr_launched *graph);
/* Return true if a graph that has not ended received a pointer into the BYTES at BASE. */
bool hr_launched_with(hr_run *run, const void *base, size_t bytes);
hr_status hr_push(hr_run *run, hr_launched *graph, const void *arguments);
/* Set *RESULT to a structure with one field for each output, packed; it is allocated with malloc()
 * and the host frees it (S2). */
hr_status hr_pop(hr_run *run, hr_launched *graph, void **result);

/* layout.c (H2, H5): check what the running call of host code passes, at ARGUMENTS, or gets, which
 * ROOT expects to be PACKED. What is not known is accepted. */
typedef enum hr_layout_call { HR_LAYOUT_LAUNCH, HR_LAYOUT_PUSH, HR_LAYOUT_POP } hr_layout_call;
hr_status hr_host_check_layout(hr_run *run, const hr_root *root, hr_packed packed,
			       hr_layout_call call, const void *arguments) HR_MUST_CHECK;

/* The frame of the function that compiled host code called last for wait or cleanup, in this thread;
 * it begins where the frame of the caller ends. */
extern __thread const void *hr_host_frame;
/* Check that ARGUMENTS, which launch of ROOT got, still exist, for the results are written there. */
hr_status hr_host_check_alive(hr_run *run, const hr_root *root, const void *arguments)
	HR_MUST_CHECK;

/* Return the size of one value in a packed structure: sizeof in C and the alloc size in LLVM, which
 * a packed LLVM structure uses, too. */
size_t hr_packed_size(const hr_type *type);
/* Return the size of the packed inputs or outputs of a root. */
size_t hr_packed_inputs(const hr_function *root);
size_t hr_packed_outputs(const hr_function *root);

/* --stats: print one table for every graph that ran, and one of operators for a tensor program. For
 * streams it includes the most executions in flight (S4). */
void hr_stats_print(hr_run *run, FILE *stream);
/* What NODE, of a graph, has run so far, to *STATS; an internal node's operations and time are
 * those of the leaves below it. */
void hr_stats_of(const hr_run *run, const hr_node *node, hr_node_stats *stats);

#endif
