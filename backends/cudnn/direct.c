/* backends/cudnn/direct.c -- a convolution as a single call, used if the graph API has no engine
 * for it.
 *
 * Only algorithms that add the products of the formula in a fixed order are used: implicit matrix
 * products. FP32 operands are multiplied unrounded unless the user's settings permit rounding.
 * Clauses:   T3, T4.
 * Source:    NVIDIA, cuDNN API reference, "cudnnConvolutionForward", "cudnnMathType_t".
 * Not here:  operation graphs (engine.c). */
#include "backends/cudnn/cudnn_plan.h"

static const float one = 1, zero = 0;

void dc_direct_free(dc_card *card, dc_direct *direct)
{
	if (direct->filter)
		(void)card->dnn.filter_destroy(direct->filter);
	if (direct->how)
		(void)card->dnn.convolution_destroy(direct->how);
}

static void call_direct(dc_run *run, dc_stage *stage)
{
	dc_card *card = run->card;
	void *workspace = stage->direct.workspace ? (void *)(uintptr_t)card->workspace : NULL;
	dc_status status = card->dnn.convolve(
		card->handle, &one, stage->shapes[0], run->at[stage->operands[0]],
		stage->direct.filter, run->at[stage->operands[1]], stage->direct.how,
		stage->direct.algorithm, workspace, stage->direct.workspace, &zero,
		stage->shapes[2], run->at[stage->result]);

	if (run->status == DC_SUCCESS)
		run->status = status;
}

static dc_status describe_filter(dc_maker *m, dc_direct *direct, const hr_unit_tensor *of)
{
	dc_status status = m->card->dnn.filter_create(&direct->filter);

	return status != DC_SUCCESS
		       ? status
		       : m->card->dnn.filter_set(direct->filter, DC_FLOAT, DC_NCHW,
						 (int)hr_unit_dim(of, 0), (int)hr_unit_dim(of, 1),
						 (int)hr_unit_dim(of, 2), (int)hr_unit_dim(of, 3));
}

static dc_status describe_convolution(dc_maker *m, dc_direct *direct, const hr_unit_step *of)
{
	const dc_cudnn *dnn = &m->card->dnn;
	bool exact = m->card->wishes.math == DC_MATH_FP32;
	dc_status status = dnn->convolution_create(&direct->how);

	if (status == DC_SUCCESS)
		status = dnn->convolution_set(direct->how, of->padding[0], of->padding[1],
					      of->stride[0], of->stride[1], 1, 1,
					      DC_CROSS_CORRELATION, DC_FLOAT);
	if (status == DC_SUCCESS)
		status = dnn->convolution_groups(direct->how, of->groups);
	return status == DC_SUCCESS ? dnn->convolution_math(direct->how, exact ? DC_MATH_AS_IT_IS
									       : DC_MATH_DEFAULT)
				    : status;
}

/* Choose the first algorithm that exists and fits in the workspace. */
static bool choose(dc_maker *m, dc_stage *stage)
{
	static const dc_algorithm algorithms[] = {DC_GEMM_PREPARED, DC_GEMM};
	dc_direct *direct = &stage->direct;

	for (unsigned i = 0; i < sizeof(algorithms) / sizeof(algorithms[0]); i++) {
		size_t bytes = 0;

		if (m->card->dnn.convolution_workspace(
			    m->card->handle, stage->shapes[0], direct->filter, direct->how,
			    stage->shapes[2], algorithms[i], &bytes) == DC_SUCCESS &&
		    bytes <= m->card->wishes.workspace) {
			direct->algorithm = algorithms[i];
			direct->workspace = bytes;
			return true;
		}
	}
	return false;
}

bool dc_make_direct(dc_maker *m, uint32_t step)
{
	const hr_unit_step *of = &m->of.steps[step];
	dc_stage *stage = dc_stage_begin(m, step);

	if (!stage)
		return false;
	stage->operands[1] = of->operands[1];
	stage->call = call_direct;
	return dc_made(m, step,
		       describe_filter(m, &stage->direct, &m->of.tensors[of->operands[1]])) &&
	       dc_made(m, step, describe_convolution(m, &stage->direct, of)) && choose(m, stage);
}
