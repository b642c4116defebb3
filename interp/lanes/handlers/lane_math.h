/* interp/lanes/handlers/lane_math.h -- the libm functions on floats that math.c vectorises:
 * X(name).
 *
 * Not here:  functions that are called lane by lane (ops.c). */
#ifndef HR_LANE_MATH_H
#define HR_LANE_MATH_H

#define LANE_MATH(X) X(exp) X(log)

#endif
