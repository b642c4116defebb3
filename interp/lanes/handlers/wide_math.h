/* interp/lanes/handlers/wide_math.h -- the libm functions on floats that math.c vectorises:
 * X(name).
 *
 * Not here:  functions that are called lane by lane (ops.c). */
#ifndef HR_WIDE_MATH_H
#define HR_WIDE_MATH_H

#define WIDE_MATH(X) X(exp) X(log)

#endif
