/* backends/cudnn/cudnn_plan.h -- a unit as calls of cuDNN and cuBLASLt, for certain shapes.
 *
 * Private to backends/cudnn. */
#ifndef HR_CUDNN_PLAN_H
#define HR_CUDNN_PLAN_H

#include "backends/cudnn/card.h"
#include "backends/shared/tensor_steps.h"

enum { DC_OPERANDS = 5, DC_SHAPES = 3 };

/* An operation graph of cuDNN with the engine that was chosen for it. */
typedef struct dc_engine {
	HR_VEC(dc_descriptor) made;    /* in their order; owns */
	dc_descriptor plan, pack;      /* of these; the pack is made anew when addresses change */
	int64_t ids[DC_OPERANDS];      /* of tensors that are not virtual: in the graph, */
	uint32_t tensors[DC_OPERANDS]; /* in the unit, */
	uint64_t bytes[DC_OPERANDS];   /* and what they take */
	uint32_t id_count;
	void *pointers[DC_OPERANDS + 1]; /* that the pack is for; then the workspace */
	uint64_t workspace;
} dc_engine;

typedef struct dc_product {
	dl_product product; /* owns; so of the next */
	dl_layout a, b, c;
	dl_algorithm algorithm;
	uint64_t workspace;
} dc_product;

/* A convolution as one call. */
typedef struct dc_direct {
	dc_filter filter; /* owns; so of the next */
	dc_convolution how;
	dc_algorithm algorithm;
	uint64_t workspace;
} dc_direct;

typedef struct dc_stage dc_stage;

/* The addresses of a run: by tensor, then the temporaries of the plan. */
typedef struct dc_run {
	dc_card *card;
	void **at;
	dc_status status; /* the first of cuDNN that was none of success; so of the next two */
	dl_status products;
	nv_result result;
} dc_run;

/* One call. */
struct dc_stage {
	void (*call)(dc_run *run, dc_stage *stage);
	uint32_t operands[DC_OPERANDS], result; /* numbers of tensors, or of temporaries */
	uint32_t step;                          /* for messages */
	float alpha;                            /* what the result is multiplied with */
	double epsilon;
	dc_tensor shapes[DC_SHAPES]; /* of x, another operand, the result; owns */
	dc_op op;                    /* owns those that are not NULL */
	dc_activation activation;
	dc_pooling pooling;
	dc_engine engine;
	dc_product product;
	dc_direct direct;
};

typedef struct dc_plan {
	dc_card *card;                /* borrowed */
	HR_VEC(dc_stage) stages;      /* owns */
	HR_VEC(uint64_t) temporaries; /* bytes of what only stages see, numbered behind tensors */
	uint64_t workspace;           /* the most that a stage wants */
} dc_plan;

/* While it is made. */
typedef struct dc_maker {
	dc_card *card;
	dc_plan *plan;
	hr_steps of;
	bool *merged; /* by step: it is part of an earlier stage */
	char *text;   /* HR_BACKEND_TEXT: why not */
} dc_maker;

/* plan.c. NULL: TEXT says what cuDNN does not have. */
dc_plan *dc_plan_make(dc_card *card, const hr_steps *of, char text[HR_BACKEND_TEXT]);
void dc_plan_free(void *plan);
/* A new stage for STEP, which gives tensor RESULT; until the next is made. */
dc_stage *dc_stage_new(dc_maker *m, uint32_t step, uint32_t result);
/* The same, from the step's first operand to its result, with both shapes. NULL: the text says what
 * failed. */
dc_stage *dc_stage_begin(dc_maker *m, uint32_t step);
/* The shape of TENSOR, with ones behind it, as cuDNN wants four dimensions: number PLACE of the
 * stage's. False: as above. */
bool dc_stage_shape(dc_maker *m, dc_stage *stage, unsigned place, const hr_unit_tensor *tensor);
/* The number of a temporary of as many bytes as TENSOR has. */
uint32_t dc_temporary(dc_maker *m, const hr_unit_tensor *tensor);
/* STATUS is success; otherwise the text says what failed. */
bool dc_made(dc_maker *m, uint32_t step, dc_status status);

/* engine.c: an operation graph for MERGED, whose first is a convolution. False, with no text: cuDNN
 * has no engine for all of it at once; nothing has happened. */
bool dc_make_convolution(dc_maker *m, const hr_merged_steps *merged);
void dc_engine_free(dc_card *card, dc_engine *engine);
bool dc_engine_takes(const hr_unit_step *activation);
/* Puts the graph into the stream, with tensors at AT, in the order of its ids. */
dc_status dc_engine_call(dc_card *card, dc_engine *engine, void *const *at);
/* choose.c: a plan for the operation graph GRAPH, which is finalized. KEY says in words what it
 * computes. False: there is none that keeps the wishes. */
bool dc_choose(dc_card *card, dc_descriptor graph, const char *key, dc_engine *engine);

/* direct.c: the convolution STEP alone. False: the text says what failed, or there is none, for
 * there is no algorithm. */
bool dc_make_direct(dc_maker *m, uint32_t step);
void dc_direct_free(dc_card *card, dc_direct *direct);

/* product.c: a product of matrices. */
bool dc_make_product(dc_maker *m, const hr_merged_steps *merged);
void dc_product_free(dc_card *card, dc_product *product);
bool dc_product_takes(const hr_unit_step *activation);

/* simple.c: any other step. */
bool dc_make_simple(dc_maker *m, uint32_t step);

#endif
