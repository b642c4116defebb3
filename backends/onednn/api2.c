/* backends/onednn/api2.c -- layouts and primitive descriptors by the interface of oneDNN 2.
 *
 * Not here: the interface of version 3 (api3.c). */
#include <string.h>

#include "backends/onednn/onednn_api.h"

dnnl_status_t dn_layout_make(dn_layouts *all, int rank, const dnnl_dims_t dims,
			     dnnl_format_tag_t tag, dn_layout *layout)
{
	dnnl_memory_desc_t *made = hr_alloc_zero(sizeof(*made));
	dnnl_status_t status = dnnl_memory_desc_init_by_tag(made, rank, dims, dnnl_f32, tag);

	HR_PUSH(&all->all, made);
	if (status == dnnl_success)
		*layout = made;
	return status;
}

void dn_layouts_free(dn_layouts *all)
{
	for (size_t i = 0; i < all->all.count; i++)
		hr_free(all->all.data[i]);
	HR_VEC_FREE(&all->all);
}

int dn_layout_rank(dn_layout layout)
{
	return layout->ndims;
}

const dnnl_dim_t *dn_layout_dims(dn_layout layout)
{
	return layout->dims;
}

/* DESC was initialised with status STATUS. */
static dnnl_status_t create(dnnl_status_t status, dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
			    const void *desc, dnnl_primitive_attr_t attr)
{
	return status == dnnl_success ? dnnl_primitive_desc_create(pd, desc, attr, engine, NULL)
				      : status;
}

dnnl_status_t dn_describe_convolution(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout x,
				      dn_layout weights, dn_layout bias, dn_layout result,
				      const dnnl_dims_t stride, const dnnl_dims_t padding,
				      dnnl_primitive_attr_t attr)
{
	dnnl_convolution_desc_t desc;

	return create(dnnl_convolution_forward_desc_init(&desc, dnnl_forward_inference,
							 dnnl_convolution_direct, x, weights, bias,
							 result, stride, padding, padding),
		      pd, engine, &desc, attr);
}

dnnl_status_t dn_describe_inner_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
					dn_layout x, dn_layout weights, dn_layout bias,
					dn_layout result, dnnl_primitive_attr_t attr)
{
	dnnl_inner_product_desc_t desc;

	return create(dnnl_inner_product_forward_desc_init(&desc, dnnl_forward_inference, x,
							   weights, bias, result),
		      pd, engine, &desc, attr);
}

dnnl_status_t dn_describe_pool(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
			       dnnl_alg_kind_t kind, dn_layout x, dn_layout result,
			       const dnnl_dims_t stride, const dnnl_dims_t window,
			       const dnnl_dims_t padding)
{
	dnnl_pooling_desc_t desc;

	return create(dnnl_pooling_forward_desc_init(&desc, dnnl_forward_inference, kind, x, result,
						     stride, window, padding, padding),
		      pd, engine, &desc, NULL);
}

dnnl_status_t dn_describe_eltwise(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				  dnnl_alg_kind_t kind, dn_layout layout, float alpha, float beta)
{
	dnnl_eltwise_desc_t desc;

	return create(dnnl_eltwise_forward_desc_init(&desc, dnnl_forward_inference, kind, layout,
						     alpha, beta),
		      pd, engine, &desc, NULL);
}

dnnl_status_t dn_describe_add(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout a,
			      dn_layout b, dn_layout result)
{
	dnnl_binary_desc_t desc;

	return create(dnnl_binary_desc_init(&desc, dnnl_binary_add, a, b, result), pd, engine,
		      &desc, NULL);
}

dnnl_status_t dn_describe_softmax(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout layout)
{
	dnnl_softmax_desc_t desc;

	return create(dnnl_softmax_forward_desc_init(&desc, dnnl_forward_inference, layout, 1), pd,
		      engine, &desc, NULL);
}

dnnl_status_t dn_describe_batchnorm(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				    dn_layout layout, float epsilon)
{
	dnnl_batch_normalization_desc_t desc;

	return create(dnnl_batch_normalization_forward_desc_init(
			      &desc, dnnl_forward_inference, layout, epsilon,
			      dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift),
		      pd, engine, &desc, NULL);
}

dnnl_status_t dn_append_sum(dnnl_post_ops_t operations)
{
	return dnnl_post_ops_append_sum(operations, 1);
}

dnnl_status_t dn_append_eltwise(dnnl_post_ops_t operations, dnnl_alg_kind_t kind, float alpha,
				float beta)
{
	return dnnl_post_ops_append_eltwise(operations, 1, kind, alpha, beta);
}
