/* backends/nvidia/mock/cudnn_graph.c -- the mock of cuDNN's graph API: descriptors, their required
 * attributes, engines, execution.
 *
 * Source of the rules: NVIDIA, cuDNN API reference ("cudnn_graph Library", "Backend Descriptor
 * Types").
 * Not here: the rules for shapes (graph_shapes.c). */
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock_graph.h"

static const char *const kinds[] = {
	[DC_IS_POINTWISE] = "pointwise",
	[DC_IS_CONVOLUTION] = "convolution",
	[DC_IS_ENGINE] = "engine",
	[DC_IS_CONFIG] = "engine configuration",
	[DC_IS_HEURISTICS] = "heuristics",
	[DC_IS_PLAN] = "execution plan",
	[DC_IS_CONVOLUTION_FORWARD] = "convolution operation",
	[DC_IS_POINTWISE_OPERATION] = "pointwise operation",
	[DC_IS_GRAPH] = "operation graph",
	[DC_IS_PACK] = "variant pack",
	[DC_IS_TENSOR] = "tensor",
};

/* The attributes that a descriptor of KIND may or must have. If an element is a descriptor, it has
 * kind OF; -1: any. */
static const struct descriptor_rule {
	int kind, name, type, least, most;
	bool required;
	int of;
} rules[] = {
	{DC_IS_TENSOR, DC_TENSOR_TYPE, DC_A_DATA_TYPE, 1, 1, true, -1},
	{DC_IS_TENSOR, DC_TENSOR_DIMS, DC_AN_INT64, 1, 8, true, -1},
	{DC_IS_TENSOR, DC_TENSOR_STRIDES, DC_AN_INT64, 1, 8, true, -1},
	{DC_IS_TENSOR, DC_TENSOR_ID, DC_AN_INT64, 1, 1, true, -1},
	{DC_IS_TENSOR, DC_TENSOR_ALIGNMENT, DC_AN_INT64, 1, 1, true, -1},
	{DC_IS_TENSOR, DC_TENSOR_VIRTUAL, DC_A_BOOLEAN, 1, 1, false, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_PRECISION, DC_A_DATA_TYPE, 1, 1, true, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_MODE, DC_A_CONVOLUTION_MODE, 1, 1, true, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_DIMS, DC_AN_INT64, 1, 1, true, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_DILATIONS, DC_AN_INT64, 1, 6, true, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_STRIDES, DC_AN_INT64, 1, 6, true, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_BEFORE, DC_AN_INT64, 1, 6, true, -1},
	{DC_IS_CONVOLUTION, DC_CONVOLUTION_AFTER, DC_AN_INT64, 1, 6, true, -1},
	{DC_IS_CONVOLUTION_FORWARD, DC_FORWARD_CONVOLUTION, DC_A_DESCRIPTOR, 1, 1, true,
	 DC_IS_CONVOLUTION},
	{DC_IS_CONVOLUTION_FORWARD, DC_FORWARD_X, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_TENSOR},
	{DC_IS_CONVOLUTION_FORWARD, DC_FORWARD_W, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_TENSOR},
	{DC_IS_CONVOLUTION_FORWARD, DC_FORWARD_Y, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_TENSOR},
	{DC_IS_CONVOLUTION_FORWARD, DC_FORWARD_ALPHA, DC_A_FLOAT, 1, 1, true, -1},
	{DC_IS_CONVOLUTION_FORWARD, DC_FORWARD_BETA, DC_A_FLOAT, 1, 1, true, -1},
	{DC_IS_POINTWISE, DC_POINTWISE_MODE, DC_A_POINTWISE_MODE, 1, 1, true, -1},
	{DC_IS_POINTWISE, DC_POINTWISE_PRECISION, DC_A_DATA_TYPE, 1, 1, true, -1},
	{DC_IS_POINTWISE, DC_POINTWISE_NAN, DC_A_NAN_CHOICE, 1, 1, false, -1},
	{DC_IS_POINTWISE, DC_POINTWISE_LEAST, DC_A_DOUBLE, 1, 1, false, -1},
	{DC_IS_POINTWISE, DC_POINTWISE_MOST, DC_A_DOUBLE, 1, 1, false, -1},
	{DC_IS_POINTWISE_OPERATION, DC_OPERATION_POINTWISE, DC_A_DESCRIPTOR, 1, 1, true,
	 DC_IS_POINTWISE},
	{DC_IS_POINTWISE_OPERATION, DC_OPERATION_X, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_TENSOR},
	{DC_IS_POINTWISE_OPERATION, DC_OPERATION_B, DC_A_DESCRIPTOR, 1, 1, false, DC_IS_TENSOR},
	{DC_IS_POINTWISE_OPERATION, DC_OPERATION_Y, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_TENSOR},
	{DC_IS_GRAPH, DC_GRAPH_HANDLE, DC_A_HANDLE, 1, 1, true, -1},
	{DC_IS_GRAPH, DC_GRAPH_OPERATIONS, DC_A_DESCRIPTOR, 1, 8, true, -1},
	{DC_IS_HEURISTICS, DC_HEURISTICS_GRAPH, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_GRAPH},
	{DC_IS_HEURISTICS, DC_HEURISTICS_MODE, DC_A_HEURISTICS_MODE, 1, 1, true, -1},
	{DC_IS_PLAN, DC_PLAN_HANDLE, DC_A_HANDLE, 1, 1, true, -1},
	{DC_IS_PLAN, DC_PLAN_CONFIG, DC_A_DESCRIPTOR, 1, 1, true, DC_IS_CONFIG},
	{DC_IS_PACK, DC_PACK_IDS, DC_AN_INT64, 1, 64, true, -1},
	{DC_IS_PACK, DC_PACK_POINTERS, DC_A_POINTER, 1, 64, true, -1},
	{DC_IS_PACK, DC_PACK_WORKSPACE, DC_A_POINTER, 1, 1, true, -1},
};

/* An engine that the mock proposes. */
static const struct engine {
	int mode, note; /* note: -1 if it has none */
	int64_t workspace;
} engines[] = {
	{DC_MODE_B, DC_NOTE_NONDETERMINISTIC, 0},
	{DC_MODE_B, DC_NOTE_TENSOR_CORE, 0},
	{DC_MODE_A, DC_NOTE_WINOGRAD, 0},
	{DC_MODE_A, DC_NOTE_DOWN_CONVERT, 0},
	{DC_MODE_A, -1, INT64_C(1) << 40},
	{DC_MODE_A, -1, 65536},
	{DC_MODE_FALLBACK, -1, 0},
};
enum { ENGINES = sizeof(engines) / sizeof(engines[0]) };

/* --- descriptors ------------------------------------------------------------------------------ */

mock_graph_part *mock_part(const void *descriptor, int kind)
{
	mock_object *object =
		mock_object_of(descriptor, MOCK_DESCRIPTORS, "descriptor of the graph API");
	mock_graph_part *part = object->data;

	MOCK_RULE(object->maker && strcmp(object->maker, "graph") == 0, "handle",
		  "a %s is given as a descriptor of the graph API", object->what);
	MOCK_RULE(kind < 0 || part->kind == kind, "handle",
		  "a descriptor of kind %s is given, not %s", kinds[part->kind],
		  kind < 0 ? "" : kinds[kind]);
	return part;
}

const mock_graph_part *mock_finalized(const void *descriptor, int kind)
{
	const mock_graph_part *part = mock_part(descriptor, kind);

	MOCK_RULE(part->finalized, "finalize", "a descriptor of kind %s has not been finalized",
		  kinds[part->kind]);
	return part;
}

dc_status cudnnBackendCreateDescriptor(dc_descriptor_type kind, dc_descriptor *made)
{
	MOCK_CALL(cudnnBackendCreateDescriptor, MOCK_ANY, "%d", kind);
	mock_object *object;

	MOCK_RULE(kind >= 0 && (size_t)kind < sizeof(kinds) / sizeof(kinds[0]) && kinds[kind],
		  "kind", "the mock knows no descriptors of kind %d", kind);
	object = mock_object_new(MOCK_DESCRIPTORS, kinds[kind], NULL, sizeof(mock_graph_part));
	object->maker = "graph";
	((mock_graph_part *)object->data)->kind = kind;
	*made = object;
	return DC_SUCCESS;
}

dc_status cudnnBackendDestroyDescriptor(dc_descriptor of)
{
	MOCK_CALL(cudnnBackendDestroyDescriptor, MOCK_ANY, "%p", of);
	(void)mock_part(of, -1);
	mock_object_end(mock_object_of(of, MOCK_DESCRIPTORS, "descriptor"));
	return DC_SUCCESS;
}

static size_t size_of(int type)
{
	switch (type) {
	case DC_A_BOOLEAN: return sizeof(bool);
	case DC_AN_INT64: return sizeof(int64_t);
	case DC_A_FLOAT: return sizeof(float);
	case DC_A_DOUBLE: return sizeof(double);
	case DC_A_HANDLE:
	case DC_A_POINTER:
	case DC_A_DESCRIPTOR: return sizeof(void *);
	default: return sizeof(int);
	}
}

static const struct descriptor_rule *rule_for(const mock_graph_part *part, int name)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (rules[i].kind == part->kind && rules[i].name == name)
			return &rules[i];
	mock_broken("attribute", "a descriptor of kind %s has no attribute %d", kinds[part->kind],
		    name);
}

dc_status cudnnBackendSetAttribute(dc_descriptor of, dc_attribute name, dc_attribute_type type,
				   int64_t count, const void *elements)
{
	MOCK_CALL(cudnnBackendSetAttribute, MOCK_ANY, "%p, %d, type %d, %lld", of, name, type,
		  (long long)count);
	mock_graph_part *part = mock_part(of, -1);
	const struct descriptor_rule *rule = rule_for(part, name);
	mock_attribute *to = NULL;

	MOCK_RULE(!part->finalized, "finalize",
		  "attribute %d is set after the descriptor was finalized", name);
	MOCK_RULE(rule->type == type, "attribute", "attribute %d has type %d, and is to have %d",
		  name, type, rule->type);
	MOCK_RULE(count >= rule->least && count <= rule->most, "attribute",
		  "attribute %d has %lld elements", name, (long long)count);
	mock_host_bytes(elements, (uint64_t)count * size_of(type), "the elements");
	if (type == DC_A_HANDLE)
		(void)mock_cudnn_stream(*(const dc_handle *)elements);
	for (int64_t i = 0; type == DC_A_DESCRIPTOR && i < count; i++)
		(void)mock_finalized(((const dc_descriptor *)elements)[i], rule->of);
	for (uint32_t i = 0; i < part->count && !to; i++)
		to = part->attributes[i].name == name ? &part->attributes[i] : NULL;
	if (!to) {
		MOCK_RULE(part->count < MOCK_ATTRIBUTES, "attribute", "too many attributes");
		to = &part->attributes[part->count++];
	}
	*to = (mock_attribute){.name = name, .count = count};
	MOCK_RULE((uint64_t)count * size_of(type) <= sizeof(to->bytes), "attribute",
		  "too many elements");
	memcpy(to->bytes, elements, (size_t)count * size_of(type));
	return DC_SUCCESS;
}

const void *mock_attribute_of(const mock_graph_part *part, int name, int64_t *count)
{
	for (uint32_t i = 0; i < part->count; i++)
		if (part->attributes[i].name == name) {
			if (count)
				*count = part->attributes[i].count;
			return part->attributes[i].bytes;
		}
	if (count)
		*count = 0;
	return NULL;
}

static void check_required(const mock_graph_part *part)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		MOCK_RULE(rules[i].kind != part->kind || !rules[i].required ||
				  mock_attribute_of(part, rules[i].name, NULL),
			  "finalize", "a descriptor of kind %s lacks attribute %d",
			  kinds[part->kind], rules[i].name);
}

dc_status cudnnBackendFinalize(dc_descriptor of)
{
	MOCK_CALL(cudnnBackendFinalize, MOCK_ANY, "%p", of);
	mock_graph_part *part = mock_part(of, -1);

	MOCK_RULE(!part->finalized, "finalize", "the descriptor has been finalized before");
	MOCK_RULE(part->kind != DC_IS_ENGINE && part->kind != DC_IS_CONFIG, "finalize",
		  "a descriptor of kind %s comes from the heuristics", kinds[part->kind]);
	check_required(part);
	mock_check_shapes(part);
	if (part->kind == DC_IS_PLAN) {
		const dc_descriptor *config = mock_attribute_of(part, DC_PLAN_CONFIG, NULL);

		part->engine = mock_finalized(*config, DC_IS_CONFIG)->engine;
		part->graph = mock_finalized(*config, DC_IS_CONFIG)->graph;
	}
	part->finalized = true;
	return DC_SUCCESS;
}

/* --- engines ---------------------------------------------------------------------------------- */

static bool has_engine(const mock_graph_part *graph, const struct engine *engine, int mode)
{
	int64_t operations;

	(void)mock_attribute_of(graph, DC_GRAPH_OPERATIONS, &operations);
	return engine->mode == mode && !mock_option_is("engines", "no") &&
	       !(mock_option_is("engines", "fallback") && mode != DC_MODE_FALLBACK) &&
	       !(mock_option_is("fusion", "no") && operations > 1);
}

static int64_t give_configs(const mock_graph_part *heuristics, int64_t room, dc_descriptor *configs)
{
	const dc_descriptor *graph = mock_attribute_of(heuristics, DC_HEURISTICS_GRAPH, NULL);
	int mode = *(const int *)mock_attribute_of(heuristics, DC_HEURISTICS_MODE, NULL);
	int64_t given = 0;

	for (int i = 0; i < ENGINES && given < room; i++) {
		mock_graph_part *config;

		if (!has_engine(mock_finalized(*graph, DC_IS_GRAPH), &engines[i], mode))
			continue;
		config = mock_part(configs[given++], DC_IS_CONFIG);
		config->engine = i;
		config->graph = *graph;
		config->finalized = true;
	}
	return given;
}

static int64_t give_notes(const mock_graph_part *engine, int64_t room, int *notes)
{
	if (engines[engine->engine].note < 0 || room < 1)
		return 0;
	notes[0] = engines[engine->engine].note;
	return 1;
}

dc_status cudnnBackendGetAttribute(dc_descriptor of, dc_attribute name, dc_attribute_type type,
				   int64_t room, int64_t *count, void *elements)
{
	MOCK_CALL(cudnnBackendGetAttribute, MOCK_ANY, "%p, %d, type %d, %lld", of, name, type,
		  (long long)room);
	const mock_graph_part *part = mock_finalized(of, -1);

	mock_host_bytes(elements, (uint64_t)room * size_of(type), "the elements");
	if (part->kind == DC_IS_HEURISTICS && name == DC_HEURISTICS_RESULTS &&
	    type == DC_A_DESCRIPTOR) {
		*count = give_configs(part, room, elements);
	} else if (part->kind == DC_IS_CONFIG && name == DC_CONFIG_ENGINE &&
		   type == DC_A_DESCRIPTOR) {
		mock_graph_part *engine = mock_part(*(dc_descriptor *)elements, DC_IS_ENGINE);

		engine->engine = part->engine;
		engine->finalized = true;
		*count = 1;
	} else if (part->kind == DC_IS_ENGINE && name == DC_ENGINE_NOTES && type == DC_A_NOTE) {
		*count = give_notes(part, room, elements);
	} else if (part->kind == DC_IS_PLAN && name == DC_PLAN_WORKSPACE && type == DC_AN_INT64) {
		*(int64_t *)elements = engines[part->engine].workspace;
		*count = 1;
	} else {
		mock_broken(
			"attribute",
			"attribute %d of type %d of a descriptor of kind %s cannot be asked for",
			name, type, kinds[part->kind]);
	}
	return DC_SUCCESS;
}

/* --- execution -------------------------------------------------------------------------------- */

typedef struct pack {
	const int64_t *ids;
	void *const *pointers;
	int64_t count;
	uint64_t used; /* bit set of the ids that tensors have */
} pack;

static void check_tensor(pack *of, const void *descriptor)
{
	const mock_graph_part *tensor = mock_finalized(descriptor, DC_IS_TENSOR);
	int64_t id = *(const int64_t *)mock_attribute_of(tensor, DC_TENSOR_ID, NULL), at = 0;
	int64_t alignment = *(const int64_t *)mock_attribute_of(tensor, DC_TENSOR_ALIGNMENT, NULL);

	if (mock_is_virtual(tensor))
		return;
	while (at < of->count && of->ids[at] != id)
		at++;
	MOCK_RULE(at < of->count, "pack", "tensor %lld of the graph has no pointer", (long long)id);
	of->used |= UINT64_C(1) << at;
	MOCK_RULE((uintptr_t)of->pointers[at] % (uintptr_t)alignment == 0, "alignment",
		  "tensor %lld is not aligned to %lld", (long long)id, (long long)alignment);
	(void)mock_device_bytes((nv_address)(uintptr_t)of->pointers[at], mock_tensor_bytes(tensor),
				"a tensor of the graph");
}

static void check_operation(pack *of, const mock_graph_part *operation)
{
	static const int names[] = {DC_FORWARD_X,   DC_FORWARD_W,   DC_FORWARD_Y,
				    DC_OPERATION_X, DC_OPERATION_B, DC_OPERATION_Y};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const dc_descriptor *tensor = mock_attribute_of(operation, names[i], NULL);

		if (tensor)
			check_tensor(of, *tensor);
	}
}

static void check_pack(pack *of, const mock_graph_part *given, const mock_graph_part *plan)
{
	const mock_graph_part *graph = mock_finalized(plan->graph, DC_IS_GRAPH);
	int64_t pointers, operations;
	const dc_descriptor *all = mock_attribute_of(graph, DC_GRAPH_OPERATIONS, &operations);
	void *const *workspace = mock_attribute_of(given, DC_PACK_WORKSPACE, NULL);

	of->ids = mock_attribute_of(given, DC_PACK_IDS, &of->count);
	of->pointers = mock_attribute_of(given, DC_PACK_POINTERS, &pointers);
	MOCK_RULE(of->count == pointers, "pack", "%lld pointers for %lld tensors",
		  (long long)pointers, (long long)of->count);
	for (int64_t i = 0; i < operations; i++)
		check_operation(of, mock_finalized(all[i], -1));
	MOCK_RULE(of->used == (UINT64_C(1) << of->count) - 1, "pack",
		  "a pointer is of no tensor of the graph");
	mock_log("engine %d", plan->engine);
	if (engines[plan->engine].workspace)
		(void)mock_device_bytes((nv_address)(uintptr_t)*workspace,
					(uint64_t)engines[plan->engine].workspace, "the workspace");
}

dc_status cudnnBackendExecute(dc_handle handle, dc_descriptor plan, dc_descriptor variants)
{
	MOCK_CALL(cudnnBackendExecute, MOCK_INITIALISED, "%p, %p", plan, variants);
	const mock_graph_part *of = mock_finalized(plan, DC_IS_PLAN);
	nv_stream stream = mock_cudnn_stream(handle);
	pack given = {0};

	check_pack(&given, mock_finalized(variants, DC_IS_PACK), of);
	if (mock_sticky())
		return DC_EXECUTION_FAILED;
	mock_enqueue_use(stream, "graph", (const void *const *)given.pointers,
			 (uint32_t)given.count);
	return DC_SUCCESS;
}
