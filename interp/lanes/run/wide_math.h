/* interp/lanes/run/wide_math.h -- functions of libm that math.c has for many lanes: X(name), of floats.
 *
 * Not here: those that are called for each lane (ops.c). */
#ifndef HR_WIDE_MATH_H
#define HR_WIDE_MATH_H

#define WIDE_MATH(X) X(exp) X(exp2) X(log) X(log2) X(sin) X(cos)

#endif
