/* backends/onednn/onednn.h -- declarations shared by the files of the onednn backend.
 *
 * A unit is a list of steps without shapes. At its first grid with certain shapes a *plan* is made:
 * primitives in execution order, and the memory that they use. Private to backends/onednn. */
#ifndef HR_ONEDNN_H
#define HR_ONEDNN_H

#include "backends/onednn/onednn_api.h"
#include "backends/shared/tensor_steps.h"

/* Memory with a layout. */
typedef struct dn_place {
	dnnl_memory_t memory; /* owned */
	/* Tensor whose values it has; its address is set before each run; -1: own memory, or
	 * weights. */
	int32_t tensor;
} dn_place;

enum { DN_ARGUMENTS = 8 };

typedef struct dn_stage {
	dnnl_primitive_t primitive; /* owned */
	int count;
	dnnl_exec_arg_t arguments[DN_ARGUMENTS];
} dn_stage;

/* The values of a tensor, reordered to the layout that a primitive wants, with their version. */
typedef struct dn_reordered {
	uint64_t version;
	void *data; /* owned */
} dn_reordered;

enum { DN_VERSIONS = 16 };

/* An operand that seldom changes, such as filters: it is reordered once for each version. */
typedef struct dn_weights {
	uint32_t tensor;
	dnnl_primitive_t reorder; /* owned */
	dnnl_memory_t from, to;   /* borrowed from places; `to` points to one of `kept` */
	size_t bytes;
	/* By version modulo DN_VERSIONS; [0] also for values without a version. */
	dn_reordered kept[DN_VERSIONS];
} dn_weights;

typedef struct dn_plan {
	HR_VEC(dn_place) places;    /* owned */
	HR_VEC(dn_stage) stages;    /* owned */
	HR_VEC(dn_weights) weights; /* owned */
} dn_plan;

/* What a tensor contains: only finite values; infinities, but no NaN; NaN. */
typedef enum dn_content { DN_FINITE, DN_INFINITE, DN_NANS } dn_content;

/* A built unit. */
typedef struct dn_unit {
	dnnl_engine_t engine; /* borrowed */
	dnnl_stream_t stream; /* owned */
	hr_unit_step *steps;  /* owned */
	uint32_t step_count, tensor_count;
	uint32_t threads;
	/* By tensor from outside: the last version found to contain only finite values; owned. */
	uint64_t *finite;
	dn_content *contents;  /* by tensor from outside, for the running grid; owned */
	uint8_t *roles;        /* by tensor, for the running grid (slices.c); owned */
	hr_unit_tensor *slice; /* for the running grid; owned */
	hr_plans plans;        /* cache of dn_plan; owned */
} dn_unit;

static inline hr_steps dn_steps(const dn_unit *unit, const hr_unit_tensor *tensors)
{
	return (hr_steps){.steps = unit->steps,
			  .tensors = tensors,
			  .step_count = unit->step_count,
			  .tensor_count = unit->tensor_count};
}

/* plan.c. Return the plan for these shapes, which is made on first use. Return NULL on failure,
 * with the reason in TEXT. */
dn_plan *dn_plan_for(dn_unit *unit, const hr_unit_tensor *tensors, char text[HR_BACKEND_TEXT]);
void dn_plan_free(void *plan);

/* slices.c. Return how many images of TENSORS are best computed at a time, at most all of them. */
uint64_t dn_images(const dn_unit *unit, const hr_unit_tensor *tensors);
/* Set SLICE to TENSORS restricted to IMAGES images starting at FROM. TENSORS must be those of the
 * last call of dn_images(). */
void dn_slice(const dn_unit *unit, const hr_unit_tensor *tensors, uint64_t from, uint64_t images,
	      hr_unit_tensor *slice);

/* weights.c. Update PLAN's weights to the values of TENSORS. */
bool dn_weights_ready(dn_plan *plan, const hr_unit_tensor *tensors, dnnl_stream_t stream,
		      char text[HR_BACKEND_TEXT]);
void dn_weights_free(dn_weights *weights);

/* --- the state while a plan is made -------------------------------------------------------- */

typedef struct dn_maker {
	const dn_unit *unit;
	dn_plan *plan;
	const hr_unit_tensor *tensors;
	dn_layouts layouts;   /* owned */
	int32_t *current;     /* by tensor: the place that holds its values; -1: none yet */
	bool *merged;         /* by step: part of an earlier primitive */
	dnnl_status_t status; /* the first error */
} dn_maker;

static inline bool dn_ok(dn_maker *m, dnnl_status_t status)
{
	if (m->status == dnnl_success)
		m->status = status;
	return m->status == dnnl_success;
}

/* places.c. Return a new place with layout MD: for the values of tensor NUMBER, or with own memory
 * if NUMBER is -1. */
int32_t dn_place_new(dn_maker *m, dn_layout md, int32_t number);
/* Return a place with layout MD for the memory of PLACE. */
int32_t dn_place_alias(dn_maker *m, int32_t place, dn_layout md);
dn_layout dn_place_desc(const dn_maker *m, int32_t place); /* of the place */
dnnl_memory_t dn_memory(const dn_maker *m, int32_t place);
/* Return a layout, owned by the maker; NULL on failure, with the error in M's status. dn_plain()
 * returns the dense layout of a tensor, in the order of its dimensions. */
dn_layout dn_layout_of(dn_maker *m, int rank, const dnnl_dims_t dims, dnnl_format_tag_t tag);
dn_layout dn_plain(dn_maker *m, const hr_unit_tensor *tensor);
/* Return a layout of the same shape that leaves the order to the primitive. */
dn_layout dn_any(dn_maker *m, dn_layout of);
/* Append a stage that copies place FROM to place TO, each in its layout. */
void dn_reorder(dn_maker *m, int32_t from, int32_t to);
/* Return the place of tensor NUMBER: as it is; with layout MD, reordered if necessary. */
int32_t dn_current(dn_maker *m, uint32_t number);
int32_t dn_as(dn_maker *m, uint32_t number, dn_layout md);
/* Return the place of tensor NUMBER, whose layout is SEEN, with layout MD, for an operand that
 * should be reordered only once. */
int32_t dn_weights_as(dn_maker *m, uint32_t number, dn_layout seen, dn_layout md);
/* Return the place for the result NUMBER in layout MD. The second function, called after the stage
 * that computes it, delivers the result to its users. */
int32_t dn_result(dn_maker *m, uint32_t number, dn_layout md);
void dn_deliver(dn_maker *m, uint32_t number);
/* Append a stage that runs PRIMITIVE, made from PD; frees PD. */
dn_stage *dn_stage_new(dn_maker *m, dnnl_primitive_desc_t pd);
void dn_argument(dn_maker *m, dn_stage *stage, int argument, int32_t place);
/* Return true if PD is implemented by code generated for this processor. */
bool dn_is_compiled(dnnl_primitive_desc_t pd);
/* Return the layout that PD has chosen for WHAT; borrowed from PD. */
dn_layout dn_chosen(dnnl_primitive_desc_t pd, dnnl_query_t what);

/* product.c. Append STEP, a convolution or product, merged with the following steps if possible;
 * these are marked. */
bool dn_make_product(dn_maker *m, uint32_t step);
/* simple.c. Append any other step. */
bool dn_make_simple(dn_maker *m, uint32_t step);
/* Return oneDNN's eltwise algorithm for an activation, or 0 if STEP is not one. */
dnnl_alg_kind_t dn_activation(const hr_unit_step *step, float *alpha, float *beta);

#endif
