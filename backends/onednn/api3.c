/* backends/onednn/api3.c -- layouts and primitive descriptors by the interface of oneDNN 3.
 *
 * Not here: the interface of version 2 (api2.c). */
#include "backends/onednn/onednn_api.h"

dnnl_status_t dn_layout_make(dn_layouts *all, int rank, const dnnl_dims_t dims,
			     dnnl_format_tag_t tag, dn_layout *layout)
{
	dnnl_memory_desc_t made = NULL;
	dnnl_status_t status = dnnl_memory_desc_create_with_tag(&made, rank, dims, dnnl_f32, tag);

	if (status != dnnl_success)
		return status;
	HR_PUSH(&all->all, made);
	*layout = made;
	return status;
}

void dn_layouts_free(dn_layouts *all)
{
	for (size_t i = 0; i < all->all.count; i++)
		dnnl_memory_desc_destroy(all->all.data[i]);
	HR_VEC_FREE(&all->all);
}

int dn_layout_rank(dn_layout layout)
{
	int rank = 0;

	(void)dnnl_memory_desc_query(layout, dnnl_query_ndims_s32, &rank);
	return rank;
}

const dnnl_dim_t *dn_layout_dims(dn_layout layout)
{
	static const dnnl_dims_t none;
	const dnnl_dim_t *dims = none;

	(void)dnnl_memory_desc_query(layout, dnnl_query_dims, &dims);
	return dims;
}

dnnl_status_t dn_describe_convolution(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout x,
				      dn_layout weights, dn_layout bias, dn_layout result,
				      const dnnl_dims_t stride, const dnnl_dims_t padding,
				      dnnl_primitive_attr_t attr)
{
	static const dnnl_dims_t dilation;

	return dnnl_convolution_forward_primitive_desc_create(
		pd, engine, dnnl_forward_inference, dnnl_convolution_direct, x, weights, bias,
		result, stride, dilation, padding, padding, attr);
}

dnnl_status_t dn_describe_inner_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
					dn_layout x, dn_layout weights, dn_layout bias,
					dn_layout result, dnnl_primitive_attr_t attr)
{
	return dnnl_inner_product_forward_primitive_desc_create(pd, engine, dnnl_forward_inference,
								x, weights, bias, result, attr);
}

dnnl_status_t dn_describe_pool(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
			       dnnl_alg_kind_t kind, dn_layout x, dn_layout result,
			       const dnnl_dims_t stride, const dnnl_dims_t window,
			       const dnnl_dims_t padding)
{
	static const dnnl_dims_t dilation;

	return dnnl_pooling_forward_primitive_desc_create(pd, engine, dnnl_forward_inference, kind,
							  x, result, stride, window, dilation,
							  padding, padding, NULL);
}

dnnl_status_t dn_describe_eltwise(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				  dnnl_alg_kind_t kind, dn_layout layout, float alpha, float beta)
{
	return dnnl_eltwise_forward_primitive_desc_create(pd, engine, dnnl_forward_inference, kind,
							  layout, layout, alpha, beta, NULL);
}

dnnl_status_t dn_describe_add(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout a,
			      dn_layout b, dn_layout result)
{
	return dnnl_binary_primitive_desc_create(pd, engine, dnnl_binary_add, a, b, result, NULL);
}

dnnl_status_t dn_describe_softmax(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout layout)
{
	return dnnl_softmax_forward_primitive_desc_create(
		pd, engine, dnnl_forward_inference, dnnl_softmax_accurate, layout, layout, 1, NULL);
}

dnnl_status_t dn_describe_batchnorm(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				    dn_layout layout, float epsilon)
{
	return dnnl_batch_normalization_forward_primitive_desc_create(
		pd, engine, dnnl_forward_inference, layout, layout, epsilon,
		dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift, NULL);
}

dnnl_status_t dn_append_sum(dnnl_post_ops_t operations)
{
	return dnnl_post_ops_append_sum(operations, 1, 0, dnnl_data_type_undef);
}

dnnl_status_t dn_append_eltwise(dnnl_post_ops_t operations, dnnl_alg_kind_t kind, float alpha,
				float beta)
{
	return dnnl_post_ops_append_eltwise(operations, kind, alpha, beta);
}
