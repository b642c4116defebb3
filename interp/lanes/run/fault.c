/* interp/lanes/run/fault.c -- finds the lane that a hardware fault belongs to. */
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/lanes/run/lane_batch.h"
#include "interp/run/thread_pool.h"

/* Words of an affine address: a i scale offset. */
static uint64_t affine_address(const hr_batch *batch, const uint32_t *words, unsigned lane)
{
	return lane_affine_of(batch, words[0], lane) +
	       lane_affine_of(batch, words[1], lane) * words[2] +
	       (uint64_t)(int64_t)(int32_t)words[3];
}

/* Words: a i scale offset; a is uniform, i an array. */
static uint64_t indexed_address(const hr_batch *batch, const uint32_t *words, unsigned lane)
{
	uint64_t base, index;

	memcpy(&base, batch->frame + words[0], 8);
	memcpy(&index, batch->frame + words[1] + (size_t)lane * 8, 8);
	return base + index * words[2] + (uint64_t)(int64_t)(int32_t)words[3];
}

static uint64_t gathered_address(const hr_batch *batch, const uint32_t *words, unsigned lane)
{
	uint64_t address;

	memcpy(&address, batch->frame + words[0] + (size_t)lane * 8, 8);
	return address + (uint64_t)(int64_t)(int32_t)words[1];
}

/* Return the address that LANE accesses in the operation at PC; *size is 0 if it is not known. */
static uint64_t address_of(const hr_batch *batch, const uint32_t *pc, unsigned lane, uint32_t *size)
{
	switch (*pc) {
	case LANE_X_load_affine: *size = pc[4]; return affine_address(batch, pc + 5, lane);
	case LANE_X_load_indexed: *size = pc[4]; return indexed_address(batch, pc + 5, lane);
	case LANE_X_load_gather: *size = pc[4]; return gathered_address(batch, pc + 5, lane);
	case LANE_X_store_affine: *size = pc[5]; return affine_address(batch, pc + 6, lane);
	case LANE_X_store_indexed: *size = pc[5]; return indexed_address(batch, pc + 6, lane);
	case LANE_X_store_scatter: *size = pc[5]; return gathered_address(batch, pc + 6, lane);
	case LANE_X_atomic:
		*size = pc[8];
		return gathered_address(batch, (const uint32_t[]){pc[7], 0}, lane);
	default: *size = 0; return 0;
	}
}

/* Return the first lane that accesses the address of the fault, or a non-canonical address if the
 * fault has none. */
static uint32_t lane_of_fault(const hr_batch *batch)
{
	const void *fault = batch->thread->fault_address;

	FOR_LANES_IN_MASK(batch, lane) {
		uint32_t size;
		uint64_t address = address_of(batch, batch->at, (unsigned)lane, &size);
		bool canonical = (address + (UINT64_C(1) << 47)) >> 48 == 0;

		if (size && (fault == HR_NO_ADDRESS ? !canonical
						    : (uint64_t)(uintptr_t)fault - address < size))
			return (uint32_t)lane;
	}
	return batch->fault_lane;
}

hr_status hr_lane_report_fault(hr_batch *batch)
{
	hr_thread *thread = batch->thread;

	thread->recover = NULL;
	thread->reporting = true;
	hr_pool_unlock_after_fault(thread);
	if (batch->at && batch->fault_lane == LANE_NONE)
		batch->fault_lane = lane_of_fault(batch);
	if (batch->at)
		hr_lane_stand_at(batch, batch->fault_lane);
	batch->status = hr_engine_trap(thread, (hr_trap)thread->fault + 1);
	thread->reporting = false;
	return batch->status;
}
