/* interp/lanes/handlers/lane_loop.h -- names and loop pragmas for code that is compiled once for
 * each instruction set (HR_LANE_SET): ops.c, load.c, store.c, watch.c, watch_groups.c. */
#ifndef HR_LANE_LOOP_H
#define HR_LANE_LOOP_H

#include "interp/check/access_check.h"

#define HR_LANE_OF_SET(name)        HR_LANE_OF_SET_(HR_LANE_SET, name)
#define HR_LANE_OF_SET_(set, name)  HR_LANE_OF_SET__(set, name)
#define HR_LANE_OF_SET__(set, name) hr_lane_##name##_##set

/* The compiler may assume that lanes are independent. AT_ONCE unrolls to four vectors, because
 * branch prediction often fails at the end of a long loop. OF_STRIP is for loops of 64 iterations,
 * which often are only eight vectors. */
#ifdef __clang__
#define LANES_LOOP     _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#define LANES_AT_ONCE  _Pragma("clang loop vectorize(assume_safety) interleave_count(4)")
#define LANES_OF_STRIP LANES_AT_ONCE
#else
#define LANES_LOOP     _Pragma("GCC ivdep")
#define LANES_AT_ONCE  _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#define LANES_OF_STRIP _Pragma("GCC ivdep") _Pragma("GCC unroll 8")
#endif

/* watch.c */
hr_lanes_watch HR_LANE_OF_SET(watch);
/* watch_groups.c */
hr_groups_watch HR_LANE_OF_SET(watch_groups);

#endif
