/* backends/onednn/onednn_api.h -- what the interfaces of oneDNN 2 and 3 have in different ways:
 * layouts of memory, and how primitives are described. api2.c and api3.c have the same functions;
 * the build takes one of them.
 *
 * Source: the oneDNN developer guides v2.6 and v3.2, C API, "Transition from v2.x to v3.x". Private
 * to backends/onednn. */
#ifndef HR_ONEDNN_API_H
#define HR_ONEDNN_API_H

#include <dnnl.h>
#include <stdbool.h>

#include "src/base/vec.h"

/* A layout; who owns it says whoever gives it. */
#if DNNL_VERSION_MAJOR >= 3
typedef const_dnnl_memory_desc_t dn_layout;
#else
typedef const dnnl_memory_desc_t *dn_layout;
#endif

/* Layouts that are wanted for a while. */
typedef struct dn_layouts {
	HR_VEC(void *) all; /* owns */
} dn_layouts;

/* A layout of floats, which ALL owns; TAG may be dnnl_format_tag_any: the primitive's choice. */
dnnl_status_t dn_layout_make(dn_layouts *all, int rank, const dnnl_dims_t dims,
			     dnnl_format_tag_t tag, dn_layout *layout);
void dn_layouts_free(dn_layouts *all);
int dn_layout_rank(dn_layout layout);
const dnnl_dim_t *dn_layout_dims(dn_layout layout);

/* Forward, for inference. In all of these *PD is the caller's when the status is success; ATTR and
 * BIAS may be NULL. */
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

/* Post-operations: adds to what is in the result; an activation. */
dnnl_status_t dn_append_sum(dnnl_post_ops_t operations);
dnnl_status_t dn_append_eltwise(dnnl_post_ops_t operations, dnnl_alg_kind_t kind, float alpha,
				float beta);

#endif
