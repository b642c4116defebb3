/* backends/cudnn/plan.c -- makes the calls for a unit at certain shapes, once for these shapes.
 *
 * Invariant: the stages of a plan, executed in order, compute the returned tensors from those that
 *            come from outside.
 * Owns:      stages and their contents. */
#include <stdio.h>
#include <string.h>

#include "backends/cudnn/cudnn_plan.h"

dc_stage *dc_stage_new(dc_maker *m, uint32_t step, uint32_t result)
{
	HR_PUSH(&m->plan->stages, (dc_stage){.step = step, .result = result, .alpha = 1});
	return &HR_LAST(&m->plan->stages);
}

uint32_t dc_temporary(dc_maker *m, const hr_unit_tensor *tensor)
{
	HR_PUSH(&m->plan->temporaries, hr_unit_elements(tensor) * sizeof(float));
	return m->of.tensor_count + m->of.step_count + (uint32_t)m->plan->temporaries.count - 1;
}

bool dc_made(dc_maker *m, uint32_t step, dc_status status)
{
	char words[120];

	if (status == DC_SUCCESS)
		return true;
	snprintf(m->text, HR_BACKEND_TEXT, "%s: cuDNN reports %s",
		 hr_step_name(m->of.steps[step].operation),
		 dc_status_text(&m->card->dnn, status, words, sizeof(words)));
	return false;
}

static void free_stage(dc_card *card, dc_stage *stage)
{
	for (unsigned i = 0; i < DC_SHAPES; i++)
		if (stage->shapes[i])
			(void)card->dnn.tensor_destroy(stage->shapes[i]);
	if (stage->op)
		(void)card->dnn.op_destroy(stage->op);
	if (stage->activation)
		(void)card->dnn.activation_destroy(stage->activation);
	if (stage->pooling)
		(void)card->dnn.pooling_destroy(stage->pooling);
	dc_engine_free(card, &stage->engine);
	dc_product_free(card, &stage->product);
	dc_direct_free(card, &stage->direct);
}

void dc_plan_free(void *made)
{
	dc_plan *plan = made;

	for (size_t i = 0; i < plan->stages.count; i++)
		free_stage(plan->card, &plan->stages.data[i]);
	HR_VEC_FREE(&plan->stages);
	HR_VEC_FREE(&plan->temporaries);
	hr_free(plan);
}

bool dc_stage_shape(dc_maker *m, dc_stage *stage, unsigned place, const hr_unit_tensor *tensor)
{
	dc_status status = m->card->dnn.tensor_create(&stage->shapes[place]);

	if (status == DC_SUCCESS)
		status = m->card->dnn.tensor_set(
			stage->shapes[place], DC_NCHW, DC_FLOAT, (int)hr_unit_dim(tensor, 0),
			(int)hr_unit_dim(tensor, 1), (int)hr_unit_dim(tensor, 2),
			(int)hr_unit_dim(tensor, 3));
	return dc_made(m, stage->step, status);
}

dc_stage *dc_stage_begin(dc_maker *m, uint32_t step)
{
	uint32_t result = hr_steps_result(&m->of, step), x = m->of.steps[step].operands[0];
	dc_stage *stage = dc_stage_new(m, step, result);

	stage->operands[0] = x;
	if (!dc_stage_shape(m, stage, 0, &m->of.tensors[x]) ||
	    !dc_stage_shape(m, stage, 2, &m->of.tensors[result]))
		return NULL;
	return stage;
}

/* Make a stage for STEP merged with the steps after it, as far as the library supports that, or
 * alone. */
static bool make_merged(dc_maker *m, uint32_t step, bool (*takes)(const hr_unit_step *),
			bool (*make)(dc_maker *, const hr_merged_steps *))
{
	const hr_merged_steps alone = hr_steps_alone(step),
			      merged = hr_steps_merge(&m->of, step, takes);

	if (merged.last != step && make(m, &merged)) {
		hr_steps_mark(&merged, m->merged);
		return true;
	}
	if (m->text[0])
		return false;
	if (make(m, &alone))
		return true;
	if (!m->text[0])
		snprintf(m->text, HR_BACKEND_TEXT,
			 "%s: %s has no algorithm that needs at most %llu bytes of workspace",
			 hr_step_name(m->of.steps[step].operation),
			 m->of.steps[step].operation == HR_TENSOR_MUL ? "cuBLASLt" : "cuDNN",
			 (unsigned long long)m->card->wishes.workspace);
	return false;
}

static bool make_step(dc_maker *m, uint32_t step)
{
	uint32_t operation = m->of.steps[step].operation;

	if (m->merged[step])
		return true;
	if (operation == HR_TENSOR_CONVOLUTION)
		return make_merged(m, step, dc_engine_takes, dc_make_convolution);
	if (operation == HR_TENSOR_MUL)
		return make_merged(m, step, dc_product_takes, dc_make_product);
	return dc_make_simple(m, step);
}

dc_plan *dc_plan_make(dc_card *card, const hr_steps *of, char text[HR_BACKEND_TEXT])
{
	dc_maker m = {.card = card, .of = *of, .text = text};
	uint32_t step = 0;

	text[0] = '\0';
	m.plan = hr_alloc_zero(sizeof(*m.plan));
	m.plan->card = card;
	m.merged = hr_alloc_zero(of->step_count);
	while (step < of->step_count && make_step(&m, step))
		step++;
	hr_free(m.merged);
	if (step < of->step_count) {
		dc_plan_free(m.plan);
		return NULL;
	}
	for (size_t i = 0; i < m.plan->stages.count; i++) {
		const dc_stage *stage = &m.plan->stages.data[i];

		if (stage->engine.workspace > m.plan->workspace)
			m.plan->workspace = stage->engine.workspace;
		if (stage->product.workspace > m.plan->workspace)
			m.plan->workspace = stage->product.workspace;
		if (stage->direct.workspace > m.plan->workspace)
			m.plan->workspace = stage->direct.workspace;
	}
	return m.plan;
}
