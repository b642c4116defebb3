/* interp/lanes/handlers/wide_math.h -- functions of libm that math.c has for many lanes: X(name), of floats.
 *
 * Not here: those that are called for each lane (ops.c). */
#ifndef HR_WIDE_MATH_H
#define HR_WIDE_MATH_H

#define WIDE_MATH(X) X(exp) X(log)

#endif
