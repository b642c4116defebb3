/* backends/cudnn/engine.c -- convolutions as operation graphs of cuDNN, merged with a bias, another
 * addend and a relu.
 *
 * Tensors between the operations are virtual: they have no memory. Sums are in FP32 and add the
 * products of the formula. tanh and sigmoid are separate calls, because cuDNN does not document
 * their error within a graph.
 * Clauses:   T3, T4, T7.
 * Not here:  the choice of an engine (choose.c). */
#include <stdio.h>
#include <string.h>

#include "backends/cudnn/cudnn_plan.h"

enum { X = 0, FILTER, BIAS, ADDEND, RESULT, VIRTUAL = 100 }; /* ids of tensors in a graph */

bool dc_engine_takes(const hr_unit_step *activation)
{
	return activation->operation == HR_TENSOR_RELU ||
	       activation->operation == HR_TENSOR_CLIPPED_RELU;
}

void dc_engine_free(dc_card *card, dc_engine *engine)
{
	if (engine->pack)
		(void)card->dnn.end(engine->pack);
	for (size_t i = engine->made.count; i > 0; i--)
		(void)card->dnn.end(engine->made.data[i - 1]);
	HR_VEC_FREE(&engine->made);
	memset(engine, 0, sizeof(*engine));
}

/* The state while a graph is built. */
typedef struct dc_graph_maker {
	dc_maker *m;
	dc_engine *engine;
	dc_descriptor operations[4];
	int64_t count;
	dc_status status;
} dc_graph_maker;

static bool ok(dc_graph_maker *g, dc_status status)
{
	if (g->status == DC_SUCCESS)
		g->status = status;
	return g->status == DC_SUCCESS;
}

static dc_descriptor make(dc_graph_maker *g, dc_descriptor_type type)
{
	dc_descriptor made = NULL;

	if (g->status == DC_SUCCESS && ok(g, g->m->card->dnn.make(type, &made)))
		HR_PUSH(&g->engine->made, made);
	return made;
}

static void set(dc_graph_maker *g, dc_descriptor of, dc_attribute name, dc_attribute_type type,
		int64_t count, const void *values)
{
	if (g->status == DC_SUCCESS)
		(void)ok(g, g->m->card->dnn.set(of, name, type, count, values));
}

static void set_descriptor(dc_graph_maker *g, dc_descriptor of, dc_attribute name,
			   dc_descriptor value)
{
	set(g, of, name, DC_A_DESCRIPTOR, 1, &value);
}

static dc_descriptor finish(dc_graph_maker *g, dc_descriptor of)
{
	if (g->status == DC_SUCCESS)
		(void)ok(g, g->m->card->dnn.finalize(of));
	return of;
}

/* --- tensors ---------------------------------------------------------------------------------- */

static dc_descriptor tensor(dc_graph_maker *g, int64_t id, const hr_unit_tensor *of)
{
	const dc_data_type type = DC_FLOAT;
	const int64_t alignment = 16;
	const bool is_virtual = id >= VIRTUAL;
	int64_t dims[4], strides[4], stride = 1;
	dc_descriptor made = make(g, DC_IS_TENSOR);

	for (uint32_t i = 4; i > 0; i--) {
		dims[i - 1] = (int64_t)hr_unit_dim(of, i - 1);
		strides[i - 1] = stride;
		stride *= dims[i - 1];
	}
	set(g, made, DC_TENSOR_TYPE, DC_A_DATA_TYPE, 1, &type);
	set(g, made, DC_TENSOR_DIMS, DC_AN_INT64, 4, dims);
	set(g, made, DC_TENSOR_STRIDES, DC_AN_INT64, 4, strides);
	set(g, made, DC_TENSOR_ID, DC_AN_INT64, 1, &id);
	set(g, made, DC_TENSOR_ALIGNMENT, DC_AN_INT64, 1, &alignment);
	set(g, made, DC_TENSOR_VIRTUAL, DC_A_BOOLEAN, 1, &is_virtual);
	return finish(g, made);
}

/* Add a tensor of the unit, which needs an address. */
static dc_descriptor outer(dc_graph_maker *g, int64_t id, uint32_t number)
{
	dc_engine *engine = g->engine;

	engine->ids[engine->id_count] = id;
	engine->tensors[engine->id_count] = number;
	engine->bytes[engine->id_count++] =
		hr_unit_elements(&g->m->of.tensors[number]) * sizeof(float);
	return tensor(g, id, &g->m->of.tensors[number]);
}

/* --- operations ------------------------------------------------------------------------------- */

static void convolution(dc_graph_maker *g, const hr_unit_step *of, dc_descriptor x,
			dc_descriptor filter, dc_descriptor y)
{
	const dc_data_type type = DC_FLOAT;
	const int mode = DC_CROSS_CORRELATION;
	const int64_t dims = 2, ones[] = {1, 1};
	const int64_t padding[] = {of->padding[0], of->padding[1]},
		      stride[] = {of->stride[0], of->stride[1]};
	const float one = 1, zero = 0;
	dc_descriptor how = make(g, DC_IS_CONVOLUTION), made;

	set(g, how, DC_CONVOLUTION_PRECISION, DC_A_DATA_TYPE, 1, &type);
	set(g, how, DC_CONVOLUTION_MODE, DC_A_CONVOLUTION_MODE, 1, &mode);
	set(g, how, DC_CONVOLUTION_DIMS, DC_AN_INT64, 1, &dims);
	set(g, how, DC_CONVOLUTION_DILATIONS, DC_AN_INT64, 2, ones);
	set(g, how, DC_CONVOLUTION_STRIDES, DC_AN_INT64, 2, stride);
	set(g, how, DC_CONVOLUTION_BEFORE, DC_AN_INT64, 2, padding);
	set(g, how, DC_CONVOLUTION_AFTER, DC_AN_INT64, 2, padding);
	(void)finish(g, how);
	made = make(g, DC_IS_CONVOLUTION_FORWARD);
	set_descriptor(g, made, DC_FORWARD_CONVOLUTION, how);
	set_descriptor(g, made, DC_FORWARD_X, x);
	set_descriptor(g, made, DC_FORWARD_W, filter);
	set_descriptor(g, made, DC_FORWARD_Y, y);
	set(g, made, DC_FORWARD_ALPHA, DC_A_FLOAT, 1, &one);
	set(g, made, DC_FORWARD_BETA, DC_A_FLOAT, 1, &zero);
	g->operations[g->count++] = finish(g, made);
}

/* B is NULL if the operation has one operand. */
static void pointwise(dc_graph_maker *g, dc_descriptor how, dc_descriptor x, dc_descriptor b,
		      dc_descriptor y)
{
	dc_descriptor made = make(g, DC_IS_POINTWISE_OPERATION);

	set_descriptor(g, made, DC_OPERATION_POINTWISE, how);
	set_descriptor(g, made, DC_OPERATION_X, x);
	if (b)
		set_descriptor(g, made, DC_OPERATION_B, b);
	set_descriptor(g, made, DC_OPERATION_Y, y);
	g->operations[g->count++] = finish(g, made);
}

static dc_descriptor pointwise_mode(dc_graph_maker *g, int mode)
{
	const dc_data_type type = DC_FLOAT;
	dc_descriptor how = make(g, DC_IS_POINTWISE);

	set(g, how, DC_POINTWISE_MODE, DC_A_POINTWISE_MODE, 1, &mode);
	set(g, how, DC_POINTWISE_PRECISION, DC_A_DATA_TYPE, 1, &type);
	return how;
}

static void relu(dc_graph_maker *g, const hr_unit_step *of, dc_descriptor x, dc_descriptor y)
{
	const dc_nan nan = DC_KEEPS_NAN;
	const double least = 0, most = (double)of->clip;
	dc_descriptor how = pointwise_mode(g, DC_POINTWISE_RELU);

	set(g, how, DC_POINTWISE_NAN, DC_A_NAN_CHOICE, 1, &nan);
	set(g, how, DC_POINTWISE_LEAST, DC_A_DOUBLE, 1, &least);
	if (of->operation == HR_TENSOR_CLIPPED_RELU)
		set(g, how, DC_POINTWISE_MOST, DC_A_DOUBLE, 1, &most);
	pointwise(g, finish(g, how), x, NULL, y);
}

/* --- building the graph -------------------------------------------------------------------- */

static void describe(dc_graph_maker *g, const hr_merged_steps *merged)
{
	const hr_steps *of = &g->m->of;
	const hr_unit_step *step = &of->steps[merged->step];
	const hr_unit_tensor *shape = &of->tensors[hr_steps_result(of, merged->step)];
	int left = (merged->bias >= 0) + (merged->addend >= 0) + (merged->activation >= 0);
	uint32_t result = hr_steps_result(of, merged->last);
	dc_descriptor x = outer(g, X, step->operands[0]),
		      filter = outer(g, FILTER, step->operands[1]), last, next;

	next = left ? tensor(g, VIRTUAL, shape) : outer(g, RESULT, result);
	convolution(g, step, x, filter, next);
	for (int id = BIAS; id <= ADDEND; id++) {
		int32_t number = id == BIAS ? merged->bias : merged->addend;

		if (number < 0)
			continue;
		last = next;
		next = --left ? tensor(g, VIRTUAL + id, shape) : outer(g, RESULT, result);
		pointwise(g, finish(g, pointwise_mode(g, DC_POINTWISE_ADD)), last,
			  outer(g, id, (uint32_t)number), next);
	}
	if (merged->activation >= 0)
		relu(g, &of->steps[merged->activation], next, outer(g, RESULT, result));
}

static dc_descriptor operation_graph(dc_graph_maker *g)
{
	dc_descriptor made = make(g, DC_IS_GRAPH);

	set(g, made, DC_GRAPH_HANDLE, DC_A_HANDLE, 1, &g->m->card->handle);
	set(g, made, DC_GRAPH_OPERATIONS, DC_A_DESCRIPTOR, g->count, g->operations);
	return finish(g, made);
}

/* --- calls ------------------------------------------------------------------------------------ */

static dc_status make_pack(dc_card *card, dc_engine *engine)
{
	dc_descriptor pack = NULL;
	dc_status status;

	if (engine->pack)
		(void)card->dnn.end(engine->pack);
	engine->pack = NULL;
	status = card->dnn.make(DC_IS_PACK, &pack);
	if (status != DC_SUCCESS)
		return status;
	status = card->dnn.set(pack, DC_PACK_IDS, DC_AN_INT64, engine->id_count, engine->ids);
	if (status == DC_SUCCESS)
		status = card->dnn.set(pack, DC_PACK_POINTERS, DC_A_POINTER, engine->id_count,
				       engine->pointers);
	if (status == DC_SUCCESS)
		status = card->dnn.set(pack, DC_PACK_WORKSPACE, DC_A_POINTER, 1,
				       &engine->pointers[engine->id_count]);
	if (status == DC_SUCCESS)
		status = card->dnn.finalize(pack);
	if (status == DC_SUCCESS)
		engine->pack = pack;
	else
		(void)card->dnn.end(pack);
	return status;
}

dc_status dc_engine_call(dc_card *card, dc_engine *engine, void *const *at)
{
	uint32_t count = engine->id_count;
	void *pointers[DC_OPERANDS + 1];
	dc_status status = DC_SUCCESS;

	memcpy(pointers, at, count * sizeof(*pointers));
	pointers[count] = engine->workspace ? (void *)(uintptr_t)card->workspace : NULL;
	if (!engine->pack ||
	    memcmp(pointers, engine->pointers, (count + 1) * sizeof(*pointers)) != 0) {
		memcpy(engine->pointers, pointers, (count + 1) * sizeof(*pointers));
		status = make_pack(card, engine);
	}
	return status == DC_SUCCESS ? card->dnn.execute(card->handle, engine->plan, engine->pack)
				    : status;
}

static void call_engine(dc_run *run, dc_stage *stage)
{
	const dc_engine *engine = &stage->engine;
	void *at[DC_OPERANDS];
	dc_status status;

	for (uint32_t i = 0; i < engine->id_count; i++)
		at[i] = run->at[engine->tensors[i]];
	status = dc_engine_call(run->card, &stage->engine, at);
	if (run->status == DC_SUCCESS)
		run->status = status;
}

static size_t describe_dims(const hr_unit_tensor *of, char key[HR_BACKEND_TEXT], size_t used)
{
	for (uint32_t i = 0; i < 4; i++)
		used += (size_t)snprintf(key + used, HR_BACKEND_TEXT - used, "%llu ",
					 (unsigned long long)hr_unit_dim(of, i));
	return used;
}

/* Describe the computation of the graph. The engine that was found fastest for one graph is used
 * for all with the same description. */
static void describe_key(const dc_maker *m, const hr_merged_steps *merged,
			 char key[HR_BACKEND_TEXT])
{
	const hr_unit_step *step = &m->of.steps[merged->step];
	const hr_unit_tensor *x = &m->of.tensors[step->operands[0]],
			     *f = &m->of.tensors[step->operands[1]];
	size_t used = 0;

	used = describe_dims(x, key, used);
	used = describe_dims(f, key, used);
	used += (size_t)snprintf(
		key + used, HR_BACKEND_TEXT - used, "padding %d %d stride %d %d%s%s",
		step->padding[0], step->padding[1], step->stride[0], step->stride[1],
		merged->bias >= 0 ? " bias" : "", merged->addend >= 0 ? " add " : "");
	if (merged->addend >= 0)
		used = describe_dims(&m->of.tensors[merged->addend], key, used);
	if (merged->activation >= 0)
		snprintf(key + used, HR_BACKEND_TEXT - used, " %s",
			 hr_step_name(m->of.steps[merged->activation].operation));
}

/* Return true if STATUS only means that there is no engine. */
static bool is_none(dc_status status)
{
	return status == DC_SUCCESS || status / 1000 == DC_NOT_SUPPORTED / 1000;
}

bool dc_make_convolution(dc_maker *m, const hr_merged_steps *merged)
{
	dc_stage *stage = dc_stage_new(m, merged->step, hr_steps_result(&m->of, merged->last));
	dc_graph_maker g = {.m = m, .engine = &stage->engine};
	char key[HR_BACKEND_TEXT];
	dc_descriptor made;
	bool chosen, alone;

	describe(&g, merged);
	made = operation_graph(&g);
	describe_key(m, merged, key);
	chosen = g.status == DC_SUCCESS && dc_choose(m->card, made, key, &stage->engine);
	stage->call = call_engine;
	if (chosen)
		return true;
	alone = merged->last == merged->step;
	if (alone && !is_none(g.status))
		(void)dc_made(m, merged->step, g.status);
	dc_engine_free(m->card, &stage->engine);
	m->plan->stages.count--;
	return alone && is_none(g.status) && dc_make_direct(m, merged->step);
}
