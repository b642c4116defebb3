/* backends/cudnn/cudnn.c -- the cudnn backend: runs leaves of tensor operations on an NVIDIA device
 * by cuDNN and cuBLASLt.
 *
 * Results stay on the device if hpvm-run permits it, until it calls settle(). Operands that have a
 * version are copied to the device once.
 * Invariant: a grid that is refused has changed nothing.
 * Owns:      the card, units.
 * Clauses:   T1 to T7.
 * Not here:  calls (simple.c, engine.c, product.c), memory (blocks.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/cudnn/cudnn_plan.h"

/* A built unit. */
typedef struct dc_built_unit {
	dc_card *card;       /* borrowed */
	hr_unit_step *steps; /* owned */
	uint32_t step_count, tensor_count;
	hr_plans plans; /* cache of dc_plan made by this process; owned */
} dc_built_unit;

/* --- opening ---------------------------------------------------------------------------------- */

/* A process that may be forked later must not use the device: dc_card_enter() initialises it. */
static int open_cudnn(const hr_backend_host *host, void **made, char text[HR_BACKEND_TEXT])
{
	dc_card *card = hr_alloc_zero(sizeof(*card));

	card->host = host;
	card->cache = host->cache;
	card->wishes = dc_wishes_of(host);
	pthread_mutex_init(&card->lock, NULL);
	snprintf(card->name, sizeof(card->name), "an NVIDIA device that has not been started");
	if (!host->trial || dc_card_start(card, text)) {
		*made = card;
		return 0;
	}
	pthread_mutex_destroy(&card->lock);
	hr_free(card);
	return 1;
}

static void close_cudnn(void *data)
{
	dc_card *card = data;

	if (card->process == getpid())
		dc_card_stop(card);
	pthread_mutex_destroy(&card->lock);
	hr_free(card);
}

static uint32_t devices(void *data, hr_device *list, uint32_t room)
{
	const dc_card *card = data;

	if (room)
		snprintf(list->name, sizeof(list->name), "%s", card->name);
	return 1;
}

/* --- units ------------------------------------------------------------------------------------ */

static hr_unit_refusal admit(void *data, const hr_unit *of, char text[HR_BACKEND_TEXT])
{
	(void)data;
	*text = '\0';
	return of->features & HR_UNIT_TENSORS ? HR_TAKEN : HR_REFUSES_OTHER;
}

static hr_unit_refusal build(void *data, const hr_unit *of, void **built,
			     char text[HR_BACKEND_TEXT])
{
	dc_built_unit *self = hr_alloc_zero(sizeof(*self));

	(void)text;
	self->card = data;
	self->step_count = of->step_count;
	self->tensor_count = of->tensor_count;
	self->steps = hr_alloc_array(of->step_count, sizeof(*self->steps));
	memcpy(self->steps, of->steps, of->step_count * sizeof(*self->steps));
	*built = self;
	return HR_TAKEN;
}

/* A forked child must not destroy what its parent has made; and nothing can be destroyed on a lost
 * device. */
static void release(void *built)
{
	dc_built_unit *self = built;
	dc_card *card = self->card;

	pthread_mutex_lock(&card->lock);
	if (card->process == getpid() && !card->lost) {
		(void)card->cu.context_set(card->context);
		hr_plans_free(&self->plans, dc_plan_free);
	}
	pthread_mutex_unlock(&card->lock);
	hr_free(self->steps);
	hr_free(self);
}

/* --- running ---------------------------------------------------------------------------------- */

static dc_plan *plan_for(dc_built_unit *self, const hr_unit_tensor *tensors,
			 char text[HR_BACKEND_TEXT])
{
	const hr_steps of = {.steps = self->steps,
			     .tensors = tensors,
			     .step_count = self->step_count,
			     .tensor_count = self->tensor_count};
	uint32_t count = of.tensor_count + of.step_count;
	const char *why = hr_steps_unfit(&of);
	dc_plan *plan;

	if (why) {
		snprintf(text, HR_BACKEND_TEXT, "%s", why);
		return NULL;
	}
	plan = hr_plans_find(&self->plans, tensors, count);
	if (plan)
		return plan;
	plan = dc_plan_make(self->card, &of, text);
	if (plan)
		hr_plans_add(&self->plans, tensors, count, plan, dc_plan_free);
	return plan;
}

/* Find the blocks of a run, by tensor; -1: no block is needed. */
static nv_result find_blocks(dc_built_unit *self, const dc_plan *plan,
			     const hr_unit_tensor *tensors, int32_t *blocks)
{
	dc_card *card = self->card;
	uint32_t count = self->tensor_count + self->step_count;
	nv_result result = dc_card_workspace(card, plan->workspace);

	for (uint32_t i = 0; i < count; i++)
		blocks[i] = -1;
	for (uint32_t i = 0; i < self->tensor_count && result == NV_SUCCESS; i++)
		if (tensors[i].values)
			blocks[i] = dc_card_operand(card, &tensors[i], &result);
	for (size_t i = 0; i < plan->stages.count && result == NV_SUCCESS; i++) {
		uint32_t number = plan->stages.data[i].result;

		if (number < count)
			blocks[number] = dc_card_room(
				card, hr_unit_elements(&tensors[number]) * sizeof(float), &result);
	}
	for (size_t i = 0; i < plan->temporaries.count && result == NV_SUCCESS; i++)
		blocks[count + i] = dc_card_room(card, plan->temporaries.data[i], &result);
	return result;
}

static void call_all(dc_run *run, dc_plan *plan, const volatile int *stop)
{
	for (size_t i = 0; i < plan->stages.count && !*stop; i++) {
		dc_stage *stage = &plan->stages.data[i];

		stage->call(run, stage);
		if (run->status != DC_SUCCESS || run->products != DL_SUCCESS)
			return;
	}
}

static nv_result deliver(dc_built_unit *self, const hr_unit_grid *grid, const int32_t *blocks)
{
	nv_result result = NV_SUCCESS;

	for (uint32_t i = 0; i < self->step_count && result == NV_SUCCESS; i++) {
		uint32_t number = self->tensor_count + i;
		const hr_unit_tensor *tensor = &grid->tensors[number];

		if (self->steps[i].returned && tensor->values)
			result = dc_card_deliver(self->card, blocks[number], tensor->values,
						 hr_unit_elements(tensor) * sizeof(float),
						 grid->stay);
	}
	return result;
}

static hr_grid_end say_end(const dc_run *run, char text[HR_BACKEND_TEXT])
{
	char words[120];

	if (run->result != NV_SUCCESS) {
		dc_card_error(run->card, run->result, text);
		return nv_is_memory_error(run->result) ? HR_GRID_NO_MEMORY : HR_GRID_FAILED;
	}
	if (run->products != DL_SUCCESS) {
		snprintf(text, HR_BACKEND_TEXT, "cuBLASLt failed with status %d", run->products);
		return run->products == DL_ALLOCATION_FAILED ? HR_GRID_NO_MEMORY : HR_GRID_FAILED;
	}
	snprintf(text, HR_BACKEND_TEXT, "cuDNN reports %s",
		 dc_status_text(&run->card->dnn, run->status, words, sizeof(words)));
	return run->status == DC_HOST_ALLOCATION_FAILED ||
			       run->status == DC_DEVICE_ALLOCATION_FAILED
		       ? HR_GRID_NO_MEMORY
		       : HR_GRID_FAILED;
}

static hr_grid_end run_plan(dc_built_unit *self, dc_plan *plan, const hr_unit_grid *grid,
			    char text[HR_BACKEND_TEXT])
{
	size_t count = self->tensor_count + self->step_count + plan->temporaries.count;
	int32_t *blocks = hr_alloc_array(count, sizeof(*blocks));
	void **at = hr_alloc_array(count, sizeof(*at));
	dc_run run = {.card = self->card, .at = at};
	nv_result waited;

	run.result = find_blocks(self, plan, grid->tensors, blocks);
	for (size_t i = 0; i < count && run.result == NV_SUCCESS; i++)
		at[i] = blocks[i] < 0 ? NULL
				      : (void *)(uintptr_t)self->card->blocks.data[blocks[i]].at;
	if (run.result == NV_SUCCESS)
		call_all(&run, plan, grid->stop);
	if (run.result == NV_SUCCESS && run.status == DC_SUCCESS && run.products == DL_SUCCESS &&
	    !*grid->stop)
		run.result = deliver(self, grid, blocks);
	waited = grid->stay ? NV_SUCCESS : dc_card_wait(self->card);
	if (run.result == NV_SUCCESS)
		run.result = waited;
	hr_free(blocks);
	hr_free(at);
	if (run.result != NV_SUCCESS || run.status != DC_SUCCESS || run.products != DL_SUCCESS)
		return say_end(&run, text);
	return *grid->stop ? HR_GRID_STOPPED : HR_GRID_DONE;
}

static hr_grid_end run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	dc_built_unit *self = built;
	hr_grid_end end = HR_GRID_REFUSED;
	dc_plan *plan;

	if (!dc_card_enter(self->card, text))
		return HR_GRID_REFUSED;
	plan = plan_for(self, grid->tensors, text);
	if (plan)
		end = run_plan(self, plan, grid, text);
	dc_card_leave(self->card);
	return end;
}

static int settle(void *data, char text[HR_BACKEND_TEXT])
{
	dc_card *card = data;
	nv_result result;

	if (!dc_card_has_results(card))
		return 0;
	if (!dc_card_enter(card, text))
		return 1;
	result = dc_card_settle(card);
	if (result != NV_SUCCESS)
		dc_card_error(card, result, text);
	dc_card_leave(card);
	return result != NV_SUCCESS;
}

static void forget(void *data, const float *values)
{
	dc_card_forget(data, values);
}

/* Tensor cores round operands to 11 bits, a relative error of 2^-10, and truncate sums as well: the
 * excess of the bound covers sums of 2^13 terms. FP16 has no numbers between 0 and 2^-24, and none
 * beyond 65504. */
static void rounding(const hr_backend_host *host, hr_backend_rounding *to)
{
	const dc_wishes wishes = dc_wishes_of(host);

	*to = (hr_backend_rounding){0};
	if (wishes.math != DC_MATH_FP32)
		*to = (hr_backend_rounding){.relative = 0x1p-9, .largest = 0x1p127};
	if (to->relative > 0 && wishes.math == DC_MATH_FP16) {
		to->absolute = 0x1p-24;
		to->largest = 65504;
	}
}

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "cudnn",
	.summary = "tensor operations on an NVIDIA GPU, with cuDNN",
	.open = open_cudnn,
	.close = close_cudnn,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
	.options = dc_options,
	.option_count = DC_OPTIONS,
	.takes = HR_TAKES_TENSORS | HR_TAKES_REASSOCIATION | HR_TAKES_CONTRACTION,
	.settle = settle,
	.forget = forget,
	.rounding = rounding,
};
