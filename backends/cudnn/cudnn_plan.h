/* backends/cudnn/cudnn_plan.h -- a plan: a unit as calls of cuDNN and cuBLASLt for certain shapes.
 *
 * Private to backends/cudnn. */
#ifndef HR_CUDNN_PLAN_H
#define HR_CUDNN_PLAN_H

#include "backends/cudnn/card.h"
#include "backends/shared/tensor_steps.h"

enum { DC_OPERANDS = 5, DC_SHAPES = 3 };

/* An operation graph of cuDNN with the engine chosen for it. */
typedef struct dc_engine {
	HR_VEC(dc_descriptor) made; /* all descriptors in order of creation; owned */
	/* Two of the descriptors; the pack is created again when addresses change. */
	dc_descriptor plan, pack;
	/* By tensor that is not virtual: its id in the graph. */
	int64_t ids[DC_OPERANDS];
	uint32_t tensors[DC_OPERANDS]; /* the same: its number in the unit */
	uint64_t bytes[DC_OPERANDS];   /* the same: its size */
	uint32_t id_count;
	/* The addresses that the pack is for; then the workspace. */
	void *pointers[DC_OPERANDS + 1];
	uint64_t workspace;
} dc_engine;

typedef struct dc_product {
	dl_product product; /* owned, like the layouts */
	dl_layout a, b, c;
	dl_algorithm algorithm;
	uint64_t workspace;
} dc_product;

/* A convolution as a single call. */
typedef struct dc_direct {
	dc_filter filter; /* owned, like HOW */
	dc_convolution how;
	dc_algorithm algorithm;
	uint64_t workspace;
} dc_direct;

typedef struct dc_stage dc_stage;

/* The addresses of a run: those of the tensors, then those of the plan's temporaries. */
typedef struct dc_run {
	dc_card *card;
	void **at;
	/* The first error of cuDNN; the next two are those of cuBLASLt and the driver. */
	dc_status status;
	dl_status products;
	nv_result result;
} dc_run;

/* One call. */
struct dc_stage {
	void (*call)(dc_run *run, dc_stage *stage);
	uint32_t operands[DC_OPERANDS], result; /* numbers of tensors or temporaries */
	uint32_t step;                          /* for messages */
	float alpha;                            /* factor of the result */
	double epsilon;
	dc_tensor shapes[DC_SHAPES]; /* of x, of another operand, of the result; owned */
	dc_op op;                    /* the next fields are owned if not NULL */
	dc_activation activation;
	dc_pooling pooling;
	dc_engine engine;
	dc_product product;
	dc_direct direct;
};

typedef struct dc_plan {
	dc_card *card;           /* borrowed */
	HR_VEC(dc_stage) stages; /* owned */
	/* Sizes of the temporaries, which are numbered after the tensors. */
	HR_VEC(uint64_t) temporaries;
	uint64_t workspace; /* the largest workspace of a stage */
} dc_plan;

/* The state while a plan is made. */
typedef struct dc_maker {
	dc_card *card;
	dc_plan *plan;
	hr_steps of;
	bool *merged; /* by step: part of an earlier stage */
	char *text;   /* HR_BACKEND_TEXT bytes: the reason of a failure */
} dc_maker;

/* plan.c. Return the plan, or NULL if cuDNN does not support a step, with the reason in TEXT. */
dc_plan *dc_plan_make(dc_card *card, const hr_steps *of, char text[HR_BACKEND_TEXT]);
void dc_plan_free(void *plan);
/* Append a stage for STEP that computes tensor RESULT. The pointer is valid until the next stage is
 * appended. */
dc_stage *dc_stage_new(dc_maker *m, uint32_t step, uint32_t result);
/* Like dc_stage_new(), from the step's first operand to its result, with both shapes set. Return
 * NULL on failure, with the reason in the maker's text. */
dc_stage *dc_stage_begin(dc_maker *m, uint32_t step);
/* Set shape number PLACE of STAGE to the shape of TENSOR, extended by ones to the four dimensions
 * that cuDNN requires. Return false on failure, with the reason in the maker's text. */
bool dc_stage_shape(dc_maker *m, dc_stage *stage, unsigned place, const hr_unit_tensor *tensor);
/* Return the number of a new temporary that has the size of TENSOR. */
uint32_t dc_temporary(dc_maker *m, const hr_unit_tensor *tensor);
/* Return true if STATUS is success; otherwise store the failure in the maker's text. */
bool dc_made(dc_maker *m, uint32_t step, dc_status status);

/* engine.c. Append an operation graph for MERGED, whose first step is a convolution. Return false
 * without a text if cuDNN has no engine for all of it at once; nothing has changed then. */
bool dc_make_convolution(dc_maker *m, const hr_merged_steps *merged);
void dc_engine_free(dc_card *card, dc_engine *engine);
bool dc_engine_takes(const hr_unit_step *activation);
/* Enqueue the graph in the card's stream with the tensors at AT, in the order of its ids. */
dc_status dc_engine_call(dc_card *card, dc_engine *engine, void *const *at);
/* choose.c. Choose an engine for the finalized operation graph GRAPH. KEY describes the
 * computation. Return false if no engine complies with the user's settings. */
bool dc_choose(dc_card *card, dc_descriptor graph, const char *key, dc_engine *engine);

/* direct.c. Append a single call for the convolution STEP. Return false if no algorithm exists or a
 * call fails, with the reason in the maker's text. */
bool dc_make_direct(dc_maker *m, uint32_t step);
void dc_direct_free(dc_card *card, dc_direct *direct);

/* product.c. Append a matrix product. */
bool dc_make_product(dc_maker *m, const hr_merged_steps *merged);
void dc_product_free(dc_card *card, dc_product *product);
bool dc_product_takes(const hr_unit_step *activation);

/* simple.c. Append any other step. */
bool dc_make_simple(dc_maker *m, uint32_t step);

#endif
