/* backends/onednn/onednn_api.h -- the differences between the interfaces of oneDNN 2 and 3: memory
 * layouts, and the creation of primitive descriptors. api2.c and api3.c implement the same
 * functions; the build takes one of them.
 *
 * Source: the oneDNN developer guides v2.6 and v3.2, C API, "Transition from v2.x to v3.x". Private
 * to backends/onednn. */
#ifndef HR_ONEDNN_API_H
#define HR_ONEDNN_API_H

#include <dnnl.h>
#include <stdbool.h>

#include "src/base/vec.h"

/* A layout. The function that returns one says who owns it. */
#if DNNL_VERSION_MAJOR >= 3
typedef const_dnnl_memory_desc_t dn_layout;
#else
typedef const dnnl_memory_desc_t *dn_layout;
#endif

/* A list of layouts that are freed together. */
typedef struct dn_layouts {
	HR_VEC(void *) all; /* owned */
} dn_layouts;

/* Create a layout of floats, owned by ALL. TAG may be dnnl_format_tag_any, which leaves the order
 * to the primitive. */
dnnl_status_t dn_layout_make(dn_layouts *all, int rank, const dnnl_dims_t dims,
			     dnnl_format_tag_t tag, dn_layout *layout);
void dn_layouts_free(dn_layouts *all);
int dn_layout_rank(dn_layout layout);
const dnnl_dim_t *dn_layout_dims(dn_layout layout);

/* Descriptors of forward inference. On success the caller owns *PD, in all of these functions; ATTR
 * and BIAS may be NULL. */
dnnl_status_t dn_describe_convolution(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout x,
				      dn_layout weights, dn_layout bias, dn_layout result,
				      const dnnl_dims_t stride, const dnnl_dims_t padding,
				      dnnl_primitive_attr_t attr);
dnnl_status_t dn_describe_inner_product(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
					dn_layout x, dn_layout weights, dn_layout bias,
					dn_layout result, dnnl_primitive_attr_t attr);
dnnl_status_t dn_describe_pool(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
			       dnnl_alg_kind_t kind, dn_layout x, dn_layout result,
			       const dnnl_dims_t stride, const dnnl_dims_t window,
			       const dnnl_dims_t padding);
dnnl_status_t dn_describe_eltwise(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				  dnnl_alg_kind_t kind, dn_layout layout, float alpha, float beta);
dnnl_status_t dn_describe_add(dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dn_layout a,
			      dn_layout b, dn_layout result);
/* Over the second dimension. */
dnnl_status_t dn_describe_softmax(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				  dn_layout layout);
dnnl_status_t dn_describe_batchnorm(dnnl_primitive_desc_t *pd, dnnl_engine_t engine,
				    dn_layout layout, float epsilon);

/* Append a post-operation: add the previous contents of the result; an activation. */
dnnl_status_t dn_append_sum(dnnl_post_ops_t operations);
dnnl_status_t dn_append_eltwise(dnnl_post_ops_t operations, dnnl_alg_kind_t kind, float alpha,
				float beta);

#endif
