/* backends/cudnn/simple.c -- steps that are a single call of cuDNN: add, activations, softmax,
 * batchnorm, pools.
 *
 * cuDNN is configured so that NaNs are propagated and a mean does not count padding (T5).
 * Clauses:   T1, T5, T6.
 * Not here:  convolutions (engine.c), products (product.c). */
#include <stdio.h>

#include "backends/cudnn/cudnn_plan.h"

static const hr_unit_tensor *tensor(const dc_maker *m, uint32_t number)
{
	return &m->of.tensors[number];
}

static const float zero = 0;

static void note(dc_run *run, dc_status status)
{
	if (run->status == DC_SUCCESS)
		run->status = status;
}

/* --- add -------------------------------------------------------------------------------------- */

static void call_add(dc_run *run, dc_stage *stage)
{
	note(run, run->card->dnn.op(run->card->handle, stage->op, &stage->alpha, stage->shapes[0],
				    run->at[stage->operands[0]], &stage->alpha, stage->shapes[1],
				    run->at[stage->operands[1]], &zero, stage->shapes[2],
				    run->at[stage->result]));
}

/* X + B, where X has the shape of the result. */
static bool add(dc_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->of.steps[step];
	uint32_t result = hr_steps_result(&m->of, step);
	unsigned x = !hr_same_shape(tensor(m, of->operands[0]), tensor(m, result));
	dc_stage *stage;

	if (!hr_same_shape(tensor(m, of->operands[x]), tensor(m, result))) {
		snprintf(m->text, HR_BACKEND_TEXT,
			 "add: both operands broadcast, which cuDNN does not support");
		return false;
	}
	stage = dc_stage_new(m, step, result);
	stage->operands[0] = of->operands[x];
	stage->operands[1] = of->operands[1 - x];
	stage->call = call_add;
	return dc_stage_shape(m, stage, 0, tensor(m, stage->operands[0])) &&
	       dc_stage_shape(m, stage, 1, tensor(m, stage->operands[1])) &&
	       dc_stage_shape(m, stage, 2, tensor(m, result)) &&
	       dc_made(m, step, m->card->dnn.op_create(&stage->op)) &&
	       dc_made(m, step, m->card->dnn.op_set(stage->op, DC_OP_ADD, DC_FLOAT, DC_KEEPS_NAN));
}

/* --- activations, softmax --------------------------------------------------------------------- */

static void call_activation(dc_run *run, dc_stage *stage)
{
	note(run, run->card->dnn.activate(run->card->handle, stage->activation, &stage->alpha,
					  stage->shapes[0], run->at[stage->operands[0]], &zero,
					  stage->shapes[2], run->at[stage->result]));
}

static dc_activation_mode mode_of(const hr_unit_step *step)
{
	switch (step->operation) {
	case HR_TENSOR_RELU: return DC_ACTIVATION_RELU;
	case HR_TENSOR_CLIPPED_RELU: return DC_ACTIVATION_CLIPPED_RELU;
	case HR_TENSOR_TANH: return DC_ACTIVATION_TANH;
	default: return DC_ACTIVATION_SIGMOID;
	}
}

static bool activation(dc_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->of.steps[step];
	dc_stage *stage = dc_stage_begin(m, step);

	if (!stage)
		return false;
	stage->call = call_activation;
	return dc_made(m, step, m->card->dnn.activation_create(&stage->activation)) &&
	       dc_made(m, step,
		       m->card->dnn.activation_set(stage->activation, mode_of(of), DC_KEEPS_NAN,
						   (double)of->clip));
}

static void call_softmax(dc_run *run, dc_stage *stage)
{
	note(run,
	     run->card->dnn.softmax(run->card->handle, DC_SOFTMAX_ACCURATE, DC_SOFTMAX_CHANNEL,
				    &stage->alpha, stage->shapes[0], run->at[stage->operands[0]],
				    &zero, stage->shapes[2], run->at[stage->result]));
}

static bool softmax(dc_maker *m, uint32_t step)
{
	dc_stage *stage = dc_stage_begin(m, step);

	if (stage)
		stage->call = call_softmax;
	return stage;
}

/* --- batchnorm -------------------------------------------------------------------------------- */

static void call_batchnorm(dc_run *run, dc_stage *stage)
{
	const uint32_t *operands = stage->operands;

	note(run,
	     run->card->dnn.batchnorm(run->card->handle, DC_BATCHNORM_SPATIAL, &stage->alpha, &zero,
				      stage->shapes[0], run->at[operands[0]], stage->shapes[2],
				      run->at[stage->result], stage->shapes[1],
				      run->at[operands[1]], run->at[operands[2]],
				      run->at[operands[3]], run->at[operands[4]], stage->epsilon));
}

static bool batchnorm(dc_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->of.steps[step];
	dc_stage *stage = dc_stage_begin(m, step);
	hr_unit_tensor channels = {.rank = 4, .dims = {1, 1, 1, 1}};

	if (!stage)
		return false;
	channels.dims[1] = hr_unit_dim(tensor(m, of->operands[0]), 1);
	for (uint32_t i = 1; i < of->operand_count; i++)
		stage->operands[i] = of->operands[i];
	stage->epsilon = of->epsilon;
	stage->call = call_batchnorm;
	if (of->epsilon >= 0)
		return dc_stage_shape(m, stage, 1, &channels);
	snprintf(m->text, HR_BACKEND_TEXT,
		 "batchnorm: epsilon is negative, which cuDNN does not support");
	return false;
}

/* --- pools ------------------------------------------------------------------------------------ */

static void call_pool(dc_run *run, dc_stage *stage)
{
	note(run, run->card->dnn.pool(run->card->handle, stage->pooling, &stage->alpha,
				      stage->shapes[0], run->at[stage->operands[0]], &zero,
				      stage->shapes[2], run->at[stage->result]));
}

static void call_scale(dc_run *run, dc_stage *stage)
{
	note(run, run->card->dnn.transform(run->card->handle, &stage->alpha, stage->shapes[0],
					   run->at[stage->operands[0]], &zero, stage->shapes[2],
					   run->at[stage->result]));
}

/* Add a stage that computes -x in a temporary, and return its number, or 0 on failure; no temporary
 * has number 0. */
static uint32_t negated(dc_maker *m, uint32_t step)
{
	uint32_t x = m->of.steps[step].operands[0], number = dc_temporary(m, tensor(m, x));
	dc_stage *stage = dc_stage_new(m, step, number);

	stage->operands[0] = x;
	stage->alpha = -1;
	stage->call = call_scale;
	return dc_stage_shape(m, stage, 0, tensor(m, x)) &&
			       dc_stage_shape(m, stage, 2, tensor(m, x))
		       ? number
		       : 0;
}

/* The minimum is the negated maximum of the negated values, which is exact. */
static bool pool(dc_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->of.steps[step];
	bool least = of->operation == HR_TENSOR_POOL_MIN;
	uint32_t from = least ? negated(m, step) : of->operands[0];
	dc_stage *stage = least && !from ? NULL : dc_stage_begin(m, step);

	if (!stage)
		return false;
	stage->operands[0] = from;
	stage->alpha = least ? -1 : 1;
	stage->call = call_pool;
	return dc_made(m, step, m->card->dnn.pooling_create(&stage->pooling)) &&
	       dc_made(m, step,
		       m->card->dnn.pooling_set(
			       stage->pooling,
			       of->operation == HR_TENSOR_POOL_MEAN ? DC_POOL_MEAN : DC_POOL_MAX,
			       DC_KEEPS_NAN, of->window[0], of->window[1], of->padding[0],
			       of->padding[1], of->stride[0], of->stride[1]));
}

bool dc_make_simple(dc_maker *m, uint32_t step)
{
	switch (m->of.steps[step].operation) {
	case HR_TENSOR_ADD: return add(m, step);
	case HR_TENSOR_SOFTMAX: return softmax(m, step);
	case HR_TENSOR_BATCHNORM: return batchnorm(m, step);
	case HR_TENSOR_POOL_MAX:
	case HR_TENSOR_POOL_MIN:
	case HR_TENSOR_POOL_MEAN: return pool(m, step);
	default: return activation(m, step);
	}
}
