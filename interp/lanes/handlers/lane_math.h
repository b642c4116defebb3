/* interp/lanes/handlers/lane_math.h -- functions of libm that math.c has for many lanes: X(name),
 * of floats.
 *
 * Not here: those that are called for each lane (ops.c). */
#ifndef HR_LANE_MATH_H
#define HR_LANE_MATH_H

#define LANE_MATH(X) X(exp) X(log)

#endif
