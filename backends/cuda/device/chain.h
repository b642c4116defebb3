/* backends/cuda/device/chain.h -- launches that nobody waits for one by one.
 *
 * What grids with `stay` launch goes into one stream, in their order. The second time that the same
 * launches come between two waits, and are short, they are made a graph, which is launched at once
 * from then on; arguments that have changed are changed in it. Safe from several threads, in each
 * of which the context is current. */
#ifndef HR_CHAIN_H
#define HR_CHAIN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "backends/nvidia/driver.h"
#include "src/base/vec.h"

enum { CUDA_LONGEST_CHAIN = 64 };

/* One launch; its arguments, of 8 bytes each, are `count` of the values from `at` on. */
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
	cuda_graphs when;        /* HPVM_CUDA_GRAPHS */
	pthread_mutex_t lock;    /* all below */
	nv_stream stream;
	bool started;          /* the stream is there */
	bool behind;           /* something was launched, or is to be, since the last wait */
	uint64_t added, ended; /* launches so far; of them so many are known to have ended */
	nv_event event; /* recorded behind the first `recorded` of them; NULL: not made yet */
	uint64_t recorded;
	const volatile int *stop; /* of the last launch; borrowed until the next wait */
	uint64_t begun;           /* when the first of `now` came */
	cuda_steps now, before; /* since the last wait, or the last graph; what came before that */
	size_t given; /* of `now` are in the stream; the others wait for the graph to be complete */
	bool follows; /* `now` is, so far, what is in the graph */
	cuda_steps made; /* what is in the graph, with its arguments */
	nv_graph graph;
	nv_graph_exec exec; /* NULL: there is none, and nothing of the three */
	HR_VEC(nv_graph_node) nodes;
} cuda_chain;

/* False: HPVM_CUDA_GRAPHS is no such word, and TEXT says so. */
bool cuda_chain_open(cuda_chain *chain, const nv_driver *driver, char text[HR_BACKEND_TEXT]);
/* GIVEN_BACK: what it has on the device, which is idle, is; else that is left to the device. */
void cuda_chain_close(cuda_chain *chain, bool given_back);
/* The launch of WHAT, whose parameters are COUNT VALUES, comes after all others: it is *NUMBER of
 * them, from 1. STOP is borrowed until cuda_chain_wait(). */
nv_result cuda_chain_add(cuda_chain *chain, const nv_kernel_node *what, const uint64_t *values,
			 uint32_t count, const volatile int *stop, uint64_t *number);
/* What is added from now on comes after EVENT. */
nv_result cuda_chain_after(cuda_chain *chain, nv_event event);
/* What STREAM gets from now on comes after the first NUMBER launches. *STOP: who waits for that
 * stream now waits for them, too, as long as this says; left alone where they have ended. */
nv_result cuda_chain_before(cuda_chain *chain, uint64_t number, nv_stream stream,
			    const volatile int **stop);
/* The first NUMBER launches are known to have ended. */
bool cuda_chain_has_ended(cuda_chain *chain, uint64_t number);
/* Waits for all of them. NV_NOT_READY: STOP was set, and they have not ended a second later. */
nv_result cuda_chain_wait(cuda_chain *chain);
/* Something is to be waited for. */
bool cuda_chain_is_behind(cuda_chain *chain);
/* Functions go: no graph has any. Nothing is to be waited for. */
void cuda_chain_forget(cuda_chain *chain);

#endif
