/* backends/cuda/device/launch_order.h -- orders copies and launches on the device.
 *
 * Copies use other streams than launches. The host never waits to order one after another: if a
 * launch needs a copy, or a copy a launch, the stream of the one waits for an event of the other.
 * Thread-safe; the context must be current in the calling thread. A block is copied to only while
 * no grid uses it. */
#ifndef HR_LAUNCH_ORDER_H
#define HR_LAUNCH_ORDER_H

#include "backends/cuda/device/chain.h"

/* The state of a block of device memory, protected by the device's lock. */
typedef struct cuda_block {
	nv_event written; /* recorded behind the last copy to the block; NULL: none */
	bool coming;      /* that copy is not known to have ended */
	uint64_t copy;    /* number of that copy among all copies to blocks */
	/* Number of the chain's launch that is ordered after that copy; 0: none. */
	uint64_t needed;
	uint64_t used; /* the last launch of the chain that uses the block; 0: none */
} cuda_block;

/* Events of released blocks, kept for reuse. */
typedef struct cuda_events {
	HR_VEC(nv_event) spare; /* owned */
	uint64_t copies;        /* number of copies to blocks so far */
} cuda_events;

struct cuda_device;

/* Order the next operation in STREAM, a copy to or from BLOCK, after everything that uses BLOCK.
 * *STOP is set as by cuda_chain_before(). */
nv_result cuda_order_copy(struct cuda_device *device, cuda_block *block, nv_stream stream,
			  const volatile int **stop);
/* Record that the last operation added to STREAM is a copy to BLOCK. */
nv_result cuda_order_copied(struct cuda_device *device, cuda_block *block, nv_stream stream);
/* Order the next operation in STREAM, or in the chain if STREAM is NULL, after the copies to the
 * COUNT blocks BLOCKS, which the operation uses. */
nv_result cuda_order_launch(struct cuda_device *device, cuda_block *const *blocks, uint32_t count,
			    nv_stream stream);
/* Record that this launch has ended. */
void cuda_order_ended(struct cuda_device *device, cuda_block *const *blocks, uint32_t count);
/* Record that this launch is number NUMBER of the chain. */
void cuda_order_chained(struct cuda_device *device, cuda_block *const *blocks, uint32_t count,
			uint64_t number);

/* Wait until no operation uses BLOCK, which is no longer part of the device, and keep its event for
 * reuse. Return false if that failed or is not known; the failure is reported later. */
bool cuda_order_release(struct cuda_device *device, cuda_block *block);
/* Return true if a copy to some block is not known to have ended. */
bool cuda_order_is_open(struct cuda_device *device);
/* Wait for the copies to all blocks. */
nv_result cuda_order_settle(struct cuda_device *device);
/* Destroy all events, also those kept for reuse. GIVEN_BACK: as for cuda_chain_close(). */
void cuda_order_close(struct cuda_device *device, bool given_back);

#endif
