/* interp/lanes/run/lane_warp.h -- lanes at collectives of their warps; private to interp/lanes/. */
#ifndef HR_LANE_WARP_H
#define HR_LANE_WARP_H

#include "interp/lanes/run/lane_batch.h"
#include "src/arith/warp.h"

/* Return what a batch of LANE_CODE needs, which the caller frees with hr_free(); NULL: it has no
 * collectives. */
lane_warps *hr_lane_warps_new(const hr_lane_code *lane_code);
/* A batch begins: no lane is parked. */
void hr_lane_warps_begin(lane_warps *warps);
/* Return true if lanes are parked. WARPS may be NULL. */
bool hr_lane_warps_wait(const lane_warps *warps);
/* No lane is active or waits at a position: complete collectives without masks. Return where the batch
 * goes on, or NULL if nothing can. */
const uint32_t *hr_lane_warps_settle(hr_batch *batch);
/* Return the collective at which LANE is parked, or NULL. */
const lane_inst *hr_lane_parked_at(const hr_batch *batch, unsigned lane);
/* Return where LANE has stopped: at a collective, at a barrier, or at its end. */
hr_standing hr_lane_standing(const hr_batch *batch, unsigned lane);

#endif
