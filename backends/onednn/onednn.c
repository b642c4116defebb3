/* backends/onednn/onednn.c -- the onednn backend: runs leaves of tensor operations on the CPU by
 * oneDNN.
 *
 * A grid for which oneDNN differs from clauses T is refused, so that the interpreter runs it: NaN
 * that reaches an operation which loses it; negative variances; tensors without elements.
 * Invariant: a grid that is refused has changed nothing.
 * Owns:      the engine, units.
 * Clauses:   T1 to T7.
 * Not here:  primitives (product.c, simple.c), shapes (plan.c). */
#include "backends/onednn/onednn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dn_state {
	dnnl_engine_t engine;
	uint32_t threads;
} dn_state;

/* Weak, because they are defined only if oneDNN uses an OpenMP runtime. */
extern void omp_set_num_threads(int) __attribute__((weak));
extern int omp_get_num_procs(void) __attribute__((weak));

static int open_onednn(const hr_backend_host *host, void **made, char text[HR_BACKEND_TEXT])
{
	dn_state *self = hr_alloc_zero(sizeof(*self));
	dnnl_status_t status = dnnl_engine_create(&self->engine, dnnl_cpu, 0);

	self->threads = host->threads;
	if (status == dnnl_success) {
		*made = self;
		return 0;
	}
	snprintf(text, HR_BACKEND_TEXT, "oneDNN has no engine for this processor: status %d",
		 (int)status);
	hr_free(self);
	return 1;
}

static void close_onednn(void *data)
{
	dn_state *self = data;

	dnnl_engine_destroy(self->engine);
	hr_free(self);
}

static uint32_t devices(void *data, hr_device *list, uint32_t room)
{
	const dnnl_version_t *version = dnnl_version();
	static const struct {
		dnnl_cpu_isa_t isa;
		const char *name;
	} names[] = {{dnnl_cpu_isa_avx512_core, "AVX-512"},
		     {dnnl_cpu_isa_avx2, "AVX2"},
		     {dnnl_cpu_isa_avx, "AVX"},
		     {dnnl_cpu_isa_sse41, "SSE4.1"}};
	dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
	const char *name = "plain code";

	(void)data;
	for (size_t i = sizeof(names) / sizeof(names[0]); i > 0; i--)
		if (((unsigned)isa & (unsigned)names[i - 1].isa) == (unsigned)names[i - 1].isa)
			name = names[i - 1].name;
	if (room)
		snprintf(list->name, sizeof(list->name), "oneDNN %d.%d.%d, %s", version->major,
			 version->minor, version->patch, name);
	return 1;
}

static hr_unit_refusal admit(void *data, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)data;
	*text = '\0';
	return unit->features & HR_UNIT_TENSORS ? HR_TAKEN : HR_REFUSES_OTHER;
}

static void release(void *built)
{
	dn_unit *self = built;

	hr_plans_free(&self->plans, dn_plan_free);
	if (self->stream)
		dnnl_stream_destroy(self->stream);
	hr_free(self->steps);
	hr_free(self->finite);
	hr_free(self->contents);
	hr_free(self->roles);
	hr_free(self->slice);
	hr_free(self);
}

static hr_unit_refusal build(void *data, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT])
{
	const dn_state *module = data;
	dn_unit *self = hr_alloc_zero(sizeof(*self));

	self->engine = module->engine;
	self->threads = module->threads;
	self->step_count = unit->step_count;
	self->tensor_count = unit->tensor_count;
	self->steps = hr_alloc_array(unit->step_count, sizeof(*self->steps));
	memcpy(self->steps, unit->steps, unit->step_count * sizeof(*self->steps));
	self->finite = hr_alloc_zero((unit->tensor_count + 1) * sizeof(*self->finite));
	self->contents = hr_alloc_zero((unit->tensor_count + 1) * sizeof(*self->contents));
	self->roles = hr_alloc_zero(unit->tensor_count + unit->step_count);
	self->slice = hr_alloc_array(unit->tensor_count + unit->step_count, sizeof(*self->slice));
	if (dnnl_stream_create(&self->stream, self->engine, dnnl_stream_default_flags) !=
	    dnnl_success) {
		release(self);
		snprintf(text, HR_BACKEND_TEXT, "oneDNN has no stream");
		return HR_REFUSES_DEVICE;
	}
	*built = self;
	return HR_TAKEN;
}

/* --- what oneDNN computes differently ------------------------------------------------------ */

/* The product of a finite number with 0 is 0, of any other NaN. */
static bool is_finite(const float *values, uint64_t count)
{
	float sum = 0;

	for (uint64_t i = 0; i < count;) {
		float parts[16] = {0};
		uint64_t end = count - i < 4096 ? count : i + 4096;

		for (; i + 16 <= end; i += 16)
			for (unsigned k = 0; k < 16; k++)
				parts[k] += values[i + k] * 0.0f;
		for (; i < end; i++)
			sum += values[i] * 0.0f;
		for (unsigned k = 0; k < 16; k++)
			sum += parts[k];
		if (!(sum == 0))
			return false;
	}
	return true;
}

static dn_content content_of(const float *values, uint64_t count)
{
	if (is_finite(values, count))
		return DN_FINITE;
	for (uint64_t i = 0; i < count; i++)
		if (isnan(values[i]))
			return DN_NANS;
	return DN_INFINITE;
}

/* Determine what the tensors from outside contain. Return the worst of it. */
static dn_content read_contents(dn_unit *self, const hr_unit_tensor *tensors)
{
	dn_content worst = DN_FINITE;

	for (uint32_t i = 0; i < self->tensor_count; i++) {
		const hr_unit_tensor *tensor = &tensors[i];

		self->contents[i] = DN_FINITE;
		if (!tensor->values || (tensor->version && self->finite[i] == tensor->version))
			continue;
		self->contents[i] = content_of(tensor->values, hr_unit_elements(tensor));
		if (self->contents[i] == DN_FINITE)
			self->finite[i] = tensor->version;
		if (self->contents[i] > worst)
			worst = self->contents[i];
	}
	return worst;
}

/* Return why STEP may lose a NaN of its operands or make one, or NULL. Infinities, of which WORST
 * tells, may have become a NaN in an operand that is computed. */
static const char *loses(const dn_unit *self, const hr_unit_step *step, dn_content worst)
{
	dn_content of[2] = {DN_FINITE, DN_FINITE};

	for (uint32_t i = 0; i < 2 && i < step->operand_count; i++)
		if (step->operands[i] < self->tensor_count)
			of[i] = self->contents[step->operands[i]];
		else
			of[i] = worst == DN_FINITE ? DN_FINITE : DN_NANS;
	switch (step->operation) {
	case HR_TENSOR_RELU:
	case HR_TENSOR_CLIPPED_RELU: /* the maximum of NaN and 0 is 0 */
		return of[0] == DN_NANS ? "a NaN for a relu, which oneDNN loses" : NULL;
	case HR_TENSOR_POOL_MAX:
	case HR_TENSOR_POOL_MIN:
		/* the maximum begins with the least finite number */
		return of[0] != DN_FINITE
			       ? "a NaN or an infinity for a pool of extremes, which oneDNN loses"
			       : NULL;
	case HR_TENSOR_SOFTMAX: /* depends on the layout */
		return of[0] != DN_FINITE ? "a NaN or an infinity for a softmax, which oneDNN loses"
					  : NULL;
	case HR_TENSOR_CONVOLUTION: /* on some processors oneDNN multiplies padding */
		return of[1] != DN_FINITE && (step->padding[0] || step->padding[1])
			       ? "a NaN or an infinity in a filter that oneDNN multiplies by padding"
			       : NULL;
	default: return NULL;
	}
}

static bool has_roots(const hr_unit_step *step, const hr_unit_tensor *variance)
{
	uint64_t count = hr_unit_elements(variance);

	for (uint64_t i = 0; i < count; i++)
		if (!((double)variance->values[i] + step->epsilon > 0))
			return false;
	return true;
}

/* Return why oneDNN cannot run these tensors, or NULL if it can. */
static const char *objection(dn_unit *self, const hr_unit_tensor *tensors)
{
	const hr_steps steps = dn_steps(self, tensors);
	const char *why = hr_steps_unfit(&steps);
	dn_content worst;

	if (why)
		return why;
	worst = read_contents(self, tensors);
	for (uint32_t i = 0; i < self->step_count && !why && worst != DN_FINITE; i++)
		why = loses(self, &self->steps[i], worst);
	for (uint32_t i = 0; i < self->step_count && !why; i++) {
		const hr_unit_step *step = &self->steps[i];
		uint32_t variance = step->operands[4];

		if (step->operation != HR_TENSOR_BATCHNORM)
			continue;
		if (variance >= self->tensor_count)
			return "a variance that is computed";
		if (!has_roots(step, &tensors[variance]))
			return "a variance that has no square root";
	}
	return why;
}

/* --- running ---------------------------------------------------------------------------------- */

static dnnl_status_t bind(const dn_plan *plan, const hr_unit_tensor *tensors)
{
	for (size_t i = 0; i < plan->places.count; i++) {
		const dn_place *place = &plan->places.data[i];
		dnnl_status_t status;

		if (place->tensor < 0)
			continue;
		status = dnnl_memory_set_data_handle(place->memory, tensors[place->tensor].values);
		if (status != dnnl_success)
			return status;
	}
	return dnnl_success;
}

static dnnl_status_t execute(const dn_unit *self, const dn_plan *plan, const volatile int *stop)
{
	for (size_t i = 0; i < plan->stages.count && !*stop; i++) {
		const dn_stage *stage = &plan->stages.data[i];
		dnnl_status_t status = dnnl_primitive_execute(stage->primitive, self->stream,
							      stage->count, stage->arguments);

		if (status != dnnl_success)
			return status;
	}
	return dnnl_stream_wait(self->stream);
}

static hr_grid_end run_plan(dn_unit *self, dn_plan *plan, const hr_unit_tensor *tensors,
			    const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	dnnl_status_t status = bind(plan, tensors);

	if (status == dnnl_success && !dn_weights_ready(plan, tensors, self->stream, text))
		return HR_GRID_FAILED;
	if (status == dnnl_success)
		status = execute(self, plan, grid->stop);
	if (status == dnnl_success)
		return *grid->stop ? HR_GRID_STOPPED : HR_GRID_DONE;
	snprintf(text, HR_BACKEND_TEXT, "status %d of oneDNN", (int)status);
	return HR_GRID_FAILED;
}

/* Run IMAGES images at a time. The last slice may be smaller; it has a separate plan. */
static hr_grid_end run_slices(dn_unit *self, const hr_unit_grid *grid, uint64_t images,
			      char text[HR_BACKEND_TEXT])
{
	uint64_t batch = grid->tensors[self->tensor_count].dims[0], rest = batch % images;
	dn_plan *plan, *last = NULL;
	hr_grid_end end = HR_GRID_DONE;

	dn_slice(self, grid->tensors, 0, images, self->slice);
	plan = dn_plan_for(self, self->slice, text);
	if (plan && rest) {
		dn_slice(self, grid->tensors, batch - rest, rest, self->slice);
		last = dn_plan_for(self, self->slice, text);
	}
	if (!plan || (rest && !last))
		return HR_GRID_REFUSED;
	for (uint64_t from = 0; from < batch && end == HR_GRID_DONE; from += images) {
		uint64_t count = batch - from < images ? rest : images;

		dn_slice(self, grid->tensors, from, count, self->slice);
		end = run_plan(self, count == images ? plan : last, self->slice, grid, text);
	}
	return end;
}

static hr_grid_end run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	dn_unit *self = built;
	const char *why = objection(self, grid->tensors);

	if (why) {
		snprintf(text, HR_BACKEND_TEXT, "%s", why);
		return HR_GRID_REFUSED;
	}
	if (omp_set_num_threads && omp_get_num_procs)
		omp_set_num_threads(self->threads ? (int)self->threads : omp_get_num_procs());
	return run_slices(self, grid, dn_images(self, grid->tensors), text);
}

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "onednn",
	.summary = "tensor operations on this processor, with oneDNN",
	.open = open_onednn,
	.close = close_onednn,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
	.takes = HR_TAKES_TENSORS | HR_TAKES_REASSOCIATION | HR_TAKES_CONTRACTION,
};
