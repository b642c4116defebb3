/* backends/onednn/onednn.h -- what the files of the onednn backend share.
 *
 * A unit is steps without shapes. At its first grid with these shapes it becomes a *plan*:
 * primitives in their order, and the memory that they work on. Private to backends/onednn. */
#ifndef HR_ONEDNN_H
#define HR_ONEDNN_H

#include "backends/onednn/onednn_api.h"
#include "backends/shared/tensor_steps.h"

/* Memory in some layout. */
typedef struct dn_place {
	dnnl_memory_t memory; /* owns */
	/* whose values these are, to be set before each run; -1: its own, or weights */
	int32_t tensor;
} dn_place;

enum { DN_ARGUMENTS = 8 };

typedef struct dn_stage {
	dnnl_primitive_t primitive; /* owns */
	int count;
	dnnl_exec_arg_t arguments[DN_ARGUMENTS];
} dn_stage;

/* Values of a tensor in the layout that a primitive wants, by version. */
typedef struct dn_reordered {
	uint64_t version;
	void *data; /* owns */
} dn_reordered;

enum { DN_VERSIONS = 16 };

/* An operand that seldom changes: filters, weights of a product. */
typedef struct dn_weights {
	uint32_t tensor;
	dnnl_primitive_t reorder; /* owns */
	dnnl_memory_t from, to;   /* borrowed from places; `to` points to one of: */
	size_t bytes;
	dn_reordered kept[DN_VERSIONS]; /* by version modulo that; [0] also without one */
} dn_weights;

typedef struct dn_plan {
	HR_VEC(dn_place) places;    /* owns */
	HR_VEC(dn_stage) stages;    /* owns */
	HR_VEC(dn_weights) weights; /* owns */
} dn_plan;

/* A unit as it was built. */
typedef struct dn_unit {
	dnnl_engine_t engine; /* borrowed */
	dnnl_stream_t stream; /* owns */
	hr_unit_step *steps;  /* owns */
	uint32_t step_count, tensor_count;
	uint32_t threads;
	uint64_t *finite;      /* by tensor from outside: the version that was found to be; owns */
	uint8_t *roles;        /* by tensor, of the grid that runs (slices.c); owns */
	hr_unit_tensor *slice; /* of that grid; owns */
	hr_plans plans;        /* of dn_plan; owns */
} dn_unit;

static inline hr_steps dn_steps(const dn_unit *unit, const hr_unit_tensor *tensors)
{
	return (hr_steps){.steps = unit->steps,
			  .tensors = tensors,
			  .step_count = unit->step_count,
			  .tensor_count = unit->tensor_count};
}

/* plan.c: the plan for these shapes, made at the first time; NULL: TEXT says why there is none. */
dn_plan *dn_plan_for(dn_unit *unit, const hr_unit_tensor *tensors, char text[HR_BACKEND_TEXT]);
void dn_plan_free(void *plan);

/* slices.c: how many images of TENSORS are best computed at a time; as many as there are: all. */
uint64_t dn_images(const dn_unit *unit, const hr_unit_tensor *tensors);
/* SLICE is TENSORS, of which dn_images() was asked last, with IMAGES of them alone, from FROM
 * on. */
void dn_slice(const dn_unit *unit, const hr_unit_tensor *tensors, uint64_t from, uint64_t images,
	      hr_unit_tensor *slice);

/* weights.c: makes PLAN's weights those of TENSORS. */
bool dn_weights_ready(dn_plan *plan, const hr_unit_tensor *tensors, dnnl_stream_t stream,
		      char text[HR_BACKEND_TEXT]);
void dn_weights_free(dn_weights *weights);

/* --- while a plan is made --------------------------------------------------------------------- */

typedef struct dn_maker {
	const dn_unit *unit;
	dn_plan *plan;
	const hr_unit_tensor *tensors;
	dn_layouts layouts;   /* owns */
	int32_t *current;     /* by tensor: the place where its values are; -1: none yet */
	bool *merged;         /* by step: it is part of an earlier primitive */
	dnnl_status_t status; /* the first that was not success */
} dn_maker;

static inline bool dn_ok(dn_maker *m, dnnl_status_t status)
{
	if (m->status == dnnl_success)
		m->status = status;
	return m->status == dnnl_success;
}

/* places.c: a place for MD: of tensor NUMBER's values, or with memory of its own (-1). */
int32_t dn_place_new(dn_maker *m, dn_layout md, int32_t number);
/* The same memory seen as MD. */
int32_t dn_place_alias(dn_maker *m, int32_t place, dn_layout md);
dn_layout dn_place_desc(const dn_maker *m, int32_t place); /* the place's */
dnnl_memory_t dn_memory(const dn_maker *m, int32_t place);
/* A layout, which the maker owns; NULL: M's status says why not. The second: as tensors are, dense,
 * in the order of dimensions. */
dn_layout dn_layout_of(dn_maker *m, int rank, const dnnl_dims_t dims, dnnl_format_tag_t tag);
dn_layout dn_plain(dn_maker *m, const hr_unit_tensor *tensor);
/* The same shape, in a layout that the primitive chooses. */
dn_layout dn_any(dn_maker *m, dn_layout of);
/* A stage that copies the values of place FROM, in their layout, to TO, in its. */
void dn_reorder(dn_maker *m, int32_t from, int32_t to);
/* Tensor NUMBER as it is at the moment; as a MD, reordered if it has to be. */
int32_t dn_current(dn_maker *m, uint32_t number);
int32_t dn_as(dn_maker *m, uint32_t number, dn_layout md);
/* Tensor NUMBER, seen as SEEN, as MD, for a primitive that would rather have it reordered once. */
int32_t dn_weights_as(dn_maker *m, uint32_t number, dn_layout seen, dn_layout md);
/* Where the result NUMBER goes, in the layout MD; and after the stage that computes it: to who
 * wants it. */
int32_t dn_result(dn_maker *m, uint32_t number, dn_layout md);
void dn_deliver(dn_maker *m, uint32_t number);
/* Takes PRIMITIVE over, made from PD, which it frees. */
dn_stage *dn_stage_new(dn_maker *m, dnnl_primitive_desc_t pd);
void dn_argument(dn_maker *m, dn_stage *stage, int argument, int32_t place);
/* Whether PD is code made for this processor. */
bool dn_is_compiled(dnnl_primitive_desc_t pd);
/* The layout that PD has chosen, and which is its. */
dn_layout dn_chosen(dnnl_primitive_desc_t pd, dnnl_query_t what);

/* product.c: step STEP, a convolution or product, with the steps after it that can be merged with
 * it; marks them. */
bool dn_make_product(dn_maker *m, uint32_t step);
/* simple.c: any other step. */
bool dn_make_simple(dn_maker *m, uint32_t step);
/* The eltwise of an activation; 0: it is none. */
dnnl_alg_kind_t dn_activation(const hr_unit_step *step, float *alpha, float *beta);

#endif
