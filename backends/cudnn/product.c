/* backends/cudnn/product.c -- matrix products by cuBLASLt, merged with a bias.
 *
 * cuBLASLt's matrices are stored column by column. Ours are stored row by row and thus are their
 * transposes: (x w)' = w' x', so the weights come first. Its relu is max(x, 0), which may lose a
 * NaN, so that a relu is not merged; a bias is.
 * Clauses:   T2, T4, T7. */
#include <stdio.h>
#include <string.h>

#include "backends/cudnn/cudnn_plan.h"

bool dc_product_takes(const hr_unit_step *activation)
{
	(void)activation;
	return false;
}

static dl_compute_type precision(const dc_card *card)
{
	static const dl_compute_type types[] = {DL_COMPUTE_FLOAT, DL_COMPUTE_TF32, DL_COMPUTE_HALF};

	return types[card->wishes.math];
}

static bool made(dc_maker *m, dl_status status)
{
	if (status == DL_SUCCESS)
		return true;
	snprintf(m->text, HR_BACKEND_TEXT, "mul: cuBLASLt failed with status %d", status);
	return false;
}

void dc_product_free(dc_card *card, dc_product *product)
{
	if (product->a)
		(void)card->blas.layout_destroy(product->a);
	if (product->b)
		(void)card->blas.layout_destroy(product->b);
	if (product->c)
		(void)card->blas.layout_destroy(product->c);
	if (product->product)
		(void)card->blas.product_destroy(product->product);
	memset(product, 0, sizeof(*product));
}

static void call_product(dc_run *run, dc_stage *stage)
{
	static const float one = 1, zero = 0;
	dc_product *product = &stage->product;
	dc_card *card = run->card;
	const void *bias = stage->operands[2] == UINT32_MAX ? NULL : run->at[stage->operands[2]];
	void *result = run->at[stage->result];
	dl_status status = DL_SUCCESS;

	if (bias)
		status = card->blas.product_set(product->product, DL_BIAS, &bias, sizeof(bias));
	if (status == DL_SUCCESS)
		status = card->blas.multiply(
			card->products, product->product, &one, run->at[stage->operands[1]],
			product->a, run->at[stage->operands[0]], product->b, &zero, result,
			product->c, result, product->c, &product->algorithm,
			(void *)(uintptr_t)card->workspace, product->workspace, card->stream);
	if (run->products == DL_SUCCESS)
		run->products = status;
}

/* *FOUND is set if there is an algorithm. */
static bool choose(dc_maker *m, dc_product *product, bool *found)
{
	const dc_blas *blas = &m->card->blas;
	uint64_t most = m->card->wishes.workspace;
	dl_choice choice = {.status = DL_NOT_SUPPORTED};
	dl_wish wish = NULL;
	int count = 0;
	dl_status status = blas->wish_create(&wish);

	if (status == DL_SUCCESS)
		status = blas->wish_set(wish, DL_WORKSPACE_BYTES, &most, sizeof(most));
	if (status == DL_SUCCESS)
		status = blas->choose(m->card->products, product->product, product->a, product->b,
				      product->c, product->c, wish, 1, &choice, &count);
	if (wish)
		(void)blas->wish_destroy(wish);
	if (status == DL_NOT_SUPPORTED)
		status = DL_SUCCESS;
	*found = count > 0 && choice.status == DL_SUCCESS;
	product->algorithm = choice.algorithm;
	product->workspace = choice.workspace_bytes;
	return made(m, status);
}

/* x is (rows, inner), w is (inner, columns); cuBLASLt sees them as stored by columns. */
static bool describe(dc_maker *m, dc_product *product, uint64_t rows, uint64_t inner,
		     uint64_t columns, bool bias)
{
	const dc_blas *blas = &m->card->blas;
	int epilogue = bias ? DL_EPILOGUE_BIAS : DL_EPILOGUE_NONE;

	return made(m, blas->product_create(&product->product, precision(m->card), DL_FLOAT)) &&
	       made(m, blas->product_set(product->product, DL_EPILOGUE, &epilogue,
					 sizeof(epilogue))) &&
	       made(m,
		    blas->layout_create(&product->a, DL_FLOAT, columns, inner, (int64_t)columns)) &&
	       made(m, blas->layout_create(&product->b, DL_FLOAT, inner, rows, (int64_t)inner)) &&
	       made(m, blas->layout_create(&product->c, DL_FLOAT, columns, rows, (int64_t)columns));
}

bool dc_make_product(dc_maker *m, const hr_merged_steps *merged)
{
	const hr_unit_step *of = &m->of.steps[merged->step];
	const hr_unit_tensor *x = &m->of.tensors[of->operands[0]];
	const hr_unit_tensor *result = &m->of.tensors[hr_steps_result(&m->of, merged->step)];
	uint64_t rows = result->dims[0], columns = result->dims[1],
		 inner = hr_unit_elements(x) / rows;
	dc_stage *stage;
	bool found = false;

	if (merged->addend >= 0) /* any other add is a separate call */
		return false;
	stage = dc_stage_new(m, merged->step, hr_steps_result(&m->of, merged->last));
	stage->operands[0] = of->operands[0];
	stage->operands[1] = of->operands[1];
	stage->operands[2] = merged->bias >= 0 ? (uint32_t)merged->bias : UINT32_MAX;
	stage->call = call_product;
	if (!describe(m, &stage->product, rows, inner, columns, merged->bias >= 0) ||
	    !choose(m, &stage->product, &found))
		return false;
	if (found)
		return true;
	dc_product_free(m->card, &stage->product);
	m->plan->stages.count--;
	return false;
}
