/* interp/tensor/operate.c -- map each operation to its function.
 *
 * Not here:  the functions (element.c, normal.c, product.c, pool.c), handles (apply.c). */
#include "interp/tensor/operate.h"

static hr_tensor_function *function_of(hr_hpvm op)
{
	switch (op) {
	case HR_H_tensor_add: return hr_operate_add;
	case HR_H_tensor_mul: return hr_operate_mul;
	case HR_H_tensor_relu:
	case HR_H_tensor_clipped_relu: return hr_operate_relu;
	case HR_H_tensor_tanh: return hr_operate_tanh;
	case HR_H_tensor_sigmoid: return hr_operate_sigmoid;
	case HR_H_tensor_softmax: return hr_operate_softmax;
	case HR_H_tensor_batchnorm: return hr_operate_batchnorm;
	case HR_H_tensor_convolution:
	case HR_H_tensor_group_convolution: return hr_operate_convolution;
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean: return hr_operate_pool;
	default: hr_bug("operation %d is not a tensor operation", (int)op);
	}
}

void hr_tensor_operate(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	function_of(op->op)(op, result, value, bound);
}
