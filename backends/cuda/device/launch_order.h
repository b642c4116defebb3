/* backends/cuda/device/launch_order.h -- which copies, and which launches, come after which.
 *
 * Copies have streams beside those of launches. Nobody on the host waits so that one of them comes
 * after another: where a launch needs a copy, or a copy a launch, the stream of the one waits for
 * an event of the other's. Safe from several threads, in each of which the context is current. A
 * block is copied to while no grid works on it. */
#ifndef HR_LAUNCH_ORDER_H
#define HR_LAUNCH_ORDER_H

#include "backends/cuda/device/chain.h"

/* What is known of a block of the device's memory; under the device's lock. */
typedef struct cuda_block {
	nv_event written; /* recorded behind the last copy to it; NULL: none */
	bool coming;      /* nobody knows yet that that is over */
	uint64_t copy;    /* its number, of all copies to blocks */
	uint64_t needed;  /* launch of the chain that comes after it; 0: none does */
	uint64_t used;    /* the last launch of the chain that works on it; 0: none */
} cuda_block;

/* Events that blocks have had, for others. */
typedef struct cuda_events {
	HR_VEC(nv_event) spare; /* owned */
	uint64_t copies;        /* to blocks, so far */
} cuda_events;

struct cuda_device;

/* What STREAM gets next, a copy to or from BLOCK, comes after all that works on it. *STOP: as
 * cuda_chain_before() has it. */
nv_result cuda_order_copy(struct cuda_device *device, cuda_block *block, nv_stream stream,
			  const volatile int **stop);
/* A copy to BLOCK is the last that STREAM has got. */
nv_result cuda_order_copied(struct cuda_device *device, cuda_block *block, nv_stream stream);
/* A launch that works on BLOCKS, COUNT of them, is what STREAM gets next; or, without one, the
 * chain. */
nv_result cuda_order_launch(struct cuda_device *device, cuda_block *const *blocks, uint32_t count,
			    nv_stream stream);
/* It was, and has ended. */
void cuda_order_ended(struct cuda_device *device, cuda_block *const *blocks, uint32_t count);
/* It was the chain's launch of that NUMBER. */
void cuda_order_chained(struct cuda_device *device, cuda_block *const *blocks, uint32_t count,
			uint64_t number);

/* Waits until nothing works on BLOCK, which is none of the device's any more, and whose event
 * becomes a spare one. False: nobody knows, or it has failed, and that is kept to be told. */
bool cuda_order_release(struct cuda_device *device, cuda_block *block);
/* A copy to some block is not known to be over. */
bool cuda_order_is_open(struct cuda_device *device);
/* Waits for copies to all blocks. */
nv_result cuda_order_settle(struct cuda_device *device);
/* Destroys events of blocks, and spare ones. GIVEN_BACK: as cuda_chain_close() has it. */
void cuda_order_close(struct cuda_device *device, bool given_back);

#endif
