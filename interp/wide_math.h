/* interp/wide_math.h -- functions of libm that wide_math.c has for many lanes: X(name), of floats. cfunction.def says LANES of the
 * same ones.
 *
 * Not here: those that are called for each lane (wide_ops.c). */
#ifndef HR_WIDE_MATH_H
#define HR_WIDE_MATH_H

#define WIDE_MATH(X) X(exp) X(exp2) X(log) X(log2) X(sin) X(cos)

#endif
