/* interp/tensor/operate.h -- the reference operations, one function for each row of the clauses T1
 * to T6.
 *
 * Every function requires an operation whose shapes have been checked (hr_tensor_shape), and writes
 * as many elements to VALUE and BOUND as RESULT has. */
#ifndef HR_TENSOR_OPERATE_H
#define HR_TENSOR_OPERATE_H

#include "interp/tensor/array.h"

typedef void hr_tensor_function(const hr_tensor_op *op, const hr_dims *result, float *value,
				float *bound);

/* element.c */
hr_tensor_function hr_operate_add, hr_operate_relu, hr_operate_tanh, hr_operate_sigmoid;
/* normal.c */
hr_tensor_function hr_operate_softmax, hr_operate_batchnorm;
/* product.c */
hr_tensor_function hr_operate_mul, hr_operate_convolution;
/* The convolution computed element by element from the formula. */
hr_tensor_function hr_operate_convolution_plain;
/* pool.c */
hr_tensor_function hr_operate_pool;

#endif
