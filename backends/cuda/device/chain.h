/* backends/cuda/device/chain.h -- launches that the host does not wait for one by one.
 *
 * Launches of grids with `stay` go into one stream, in order. If the same launches occur a second
 * time between two waits, and the sequence is short, it is recorded as a CUDA graph, which is
 * launched as a whole from then on; arguments that have changed are updated in the graph.
 * Thread-safe; the context must be current in the calling thread. */
#ifndef HR_CHAIN_H
#define HR_CHAIN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "backends/nvidia/driver.h"
#include "src/base/vec.h"

enum { CUDA_LONGEST_CHAIN = 64 };

/* One launch. Its COUNT arguments, of 8 bytes each, start at index AT of the values. */
typedef struct cuda_step {
	nv_kernel_node what;
	uint32_t at, count;
} cuda_step;

typedef struct cuda_steps {
	HR_VEC(cuda_step) all;
	HR_VEC(uint64_t) values;
} cuda_steps;

typedef enum cuda_graphs { CUDA_GRAPHS_SHORT, CUDA_GRAPHS_ALWAYS, CUDA_GRAPHS_NEVER } cuda_graphs;

typedef struct cuda_chain {
	const nv_driver *driver; /* borrowed */
	cuda_graphs when;        /* the option `graphs` */
	pthread_mutex_t lock;    /* all below */
	nv_stream stream;
	bool started; /* the stream has been created */
	/* Something was launched, or queued for launch, since the last wait. */
	bool behind;
	/* Number of launches so far; number of these known to have ended. */
	uint64_t added, ended;
	/* Recorded behind the first `recorded` launches; NULL: not created yet. */
	nv_event event;
	uint64_t recorded;
	/* Stop flag of the last launch; borrowed until the next wait. */
	const volatile int *stop;
	uint64_t begun; /* time of the first launch in `now` */
	/* Launches since the last wait or graph launch; the launches before those. */
	cuda_steps now, before;
	/* How many of `now` are in the stream; the rest waits until the graph is complete. */
	size_t given;
	bool follows;    /* `now` so far equals the beginning of the graph */
	cuda_steps made; /* the launches in the graph, with their arguments */
	nv_graph graph;
	/* NULL: there is no graph, and MADE, GRAPH and NODES are unused. */
	nv_graph_exec exec;
	HR_VEC(nv_graph_node) nodes;
} cuda_chain;

/* GRAPHS: the option; borrowed for the call. */
void cuda_chain_open(cuda_chain *chain, const nv_driver *driver, const char *graphs);
/* GIVEN_BACK: what it has on the device, which is idle, is; else that is left to the device. */
void cuda_chain_close(cuda_chain *chain, bool given_back);
/* Append a launch of WHAT, whose parameters are the COUNT VALUES. *NUMBER is its number, counted
 * from 1. STOP is borrowed until cuda_chain_wait(). */
nv_result cuda_chain_add(cuda_chain *chain, const nv_kernel_node *what, const uint64_t *values,
			 uint32_t count, const volatile int *stop, uint64_t *number);
/* Order all launches that are added later after EVENT. */
nv_result cuda_chain_after(cuda_chain *chain, nv_event event);
/* Order everything that is added to STREAM later after the first NUMBER launches. Set *STOP to the
 * stop flag of these launches, which a wait for STREAM must then obey, too; *STOP is unchanged if
 * they have ended. */
nv_result cuda_chain_before(cuda_chain *chain, uint64_t number, nv_stream stream,
			    const volatile int **stop);
/* Return true if the first NUMBER launches are known to have ended. */
bool cuda_chain_has_ended(cuda_chain *chain, uint64_t number);
/* Wait for all launches. Return NV_NOT_READY if STOP was set and they have not ended one second
 * later. */
nv_result cuda_chain_wait(cuda_chain *chain);
/* Return true if there are launches to wait for. */
bool cuda_chain_is_behind(cuda_chain *chain);
/* Drop the graph, because functions that it launches are about to be unloaded. Nothing may be left
 * to wait for. */
void cuda_chain_forget(cuda_chain *chain);

#endif
