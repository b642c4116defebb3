/* interp/run/observer.h -- who is shown the inputs of graphs and the outputs of leaves, and may replace the latter.
 *
 * A run with an observer runs leaf by leaf: no internal node runs as one unit on a backend, and no execution
 * runs speculatively. Repetitions of an execution in other orders are not shown. */
#ifndef HR_OBSERVER_H
#define HR_OBSERVER_H

#include "interp/run/thread.h"

/* Several threads may call at once. An error ends the execution. */
typedef struct hr_observer {
	void *data;
	/* An execution of ROOT begins with INPUTS, an image. */
	hr_status (*began)(void *data, const hr_node *root, const uint8_t *inputs);
	/* A grid of LEAF that is one instance has ended. OUTPUTS is its image, which may be changed. */
	hr_status (*ended)(void *data, hr_thread *thread, const hr_node *leaf, uint8_t *outputs);
	/* Output OUTPUT of the operator in a body that THREAD runs (thread.h) is the tensor *HANDLE, which may be
	 * changed. */
	hr_status (*inner)(void *data, hr_thread *thread, unsigned output, void **handle);
} hr_observer;

#endif
