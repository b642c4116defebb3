/* interp/values/names.c -- which values a program has, and their names.
 *
 * Owns:      the list of values; names and paths are in its arena, or the program's. */
#include <fnmatch.h>
#include <string.h>

#include "interp/tensor/tensors.h"
#include "interp/values/values.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/diag/near.h"

struct hr_values {
	hr_arena arena;
	HR_VEC(hr_value) all;
	hr_map first, count; /* by node */
	hr_map inner;        /* by node: the first value of its parts, which are sorted */
};

static bool is_pointer(const hr_port *port)
{
	return port->type->kind == HR_T_PTR;
}

static const char *name_of_output(const hr_program *program, const hr_node *leaf, unsigned port)
{
	char attribute[32];

	snprintf(attribute, sizeof(attribute), "hpvm.value.%u", port);
	return hr_said_of(program->functions[leaf->function], attribute);
}

/* Return the path of VALUE, of a node or part that has several. */
static const char *path_of(hr_values *values, const hr_value *value)
{
	const hr_port *input = value->input ? &value->node->inputs[value->port] : NULL;

	return input && *input->name
		       ? hr_arena_printf(&values->arena, "%s.%s", value->where, input->name)
		       : hr_arena_printf(&values->arena, "%s.%u", value->where, value->port);
}

/* Add the value OF; ALONE: it is the only output of its node or part. */
static void add(hr_values *values, hr_strmap *names, const hr_value *of, bool alone,
		const char *name)
{
	hr_value value = *of;

	value.path = alone ? of->where : path_of(values, of);
	value.name = name && *name && !hr_strmap_get(names, name, NULL) ? name : value.path;
	hr_strmap_put(names, value.name, 1);
	HR_PUSH(&values->all, value);
}

/* Add the outputs of the operators in LEAF's bodies. */
static void add_parts(hr_values *values, hr_strmap *names, const hr_program *program,
		      const hr_node *leaf)
{
	hr_value value = {.node = leaf};
	char what[32];

	hr_map_put(&values->inner, hr_map_key(leaf), values->all.count);
	for (; hr_tensor_part_said(program, leaf, value.part, ""); value.part++) {
		const char *name, *only = hr_tensor_part_said(program, leaf, value.part, "value.1");

		value.where = hr_tensor_part_path(program, leaf, value.part, &values->arena);
		value.operator_ = hr_tensor_part_said(program, leaf, value.part, "operator");
		for (value.port = 0;; value.port++) {
			snprintf(what, sizeof(what), "value.%u", value.port);
			name = hr_tensor_part_said(program, leaf, value.part, what);
			if (!name)
				break;
			add(values, names, &value, !only, name);
		}
	}
}

static void add_node(hr_values *values, hr_strmap *names, const hr_program *program,
		     const hr_node *node)
{
	const char *said = hr_said_of(program->functions[node->function], "hpvm.operator");
	const size_t first = values->all.count;
	hr_value value = {.node = node,
			  .input = node->internal,
			  .part = -1,
			  .where = node->path,
			  .operator_ = said ? said : ""};

	if (node->internal && node->parent)
		return;
	for (; node->internal && value.port < node->input_count; value.port++)
		if (is_pointer(&node->inputs[value.port]))
			add(values, names, &value, false, node->inputs[value.port].name);
	for (; !node->internal && value.port < node->output_count; value.port++)
		if (is_pointer(&node->outputs[value.port]))
			add(values, names, &value, node->output_count == 1,
			    name_of_output(program, node, value.port));
	hr_map_put(&values->first, hr_map_key(node), first);
	hr_map_put(&values->count, hr_map_key(node), values->all.count - first);
	if (said)
		add_parts(values, names, program, node);
}

hr_values *hr_values_new(const hr_program *program)
{
	hr_values *values = hr_alloc_zero(sizeof(*values));
	hr_strmap names = {0};

	hr_arena_init(&values->arena);
	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++)
			add_node(values, &names, program, program->graphs[g]->nodes[i]);
	hr_strmap_free(&names);
	return values;
}

void hr_values_free(hr_values *values)
{
	if (!values)
		return;
	HR_VEC_FREE(&values->all);
	hr_map_free(&values->first);
	hr_map_free(&values->count);
	hr_map_free(&values->inner);
	hr_arena_free(&values->arena);
	hr_free(values);
}

size_t hr_values_count(const hr_values *values)
{
	return values->all.count;
}

const hr_value *hr_values_at(const hr_values *values, size_t i)
{
	return &values->all.data[i];
}

size_t hr_values_of(const hr_values *values, const hr_node *node, size_t *first)
{
	uint64_t count = 0;

	*first = 0;
	hr_map_get(&values->first, hr_map_key(node), first);
	hr_map_get(&values->count, hr_map_key(node), &count);
	return count;
}

bool hr_values_inner(const hr_values *values, const hr_node *leaf, int32_t part, unsigned port,
		     size_t *index)
{
	uint64_t from;
	size_t to = values->all.count;

	if (!hr_map_get(&values->inner, hr_map_key(leaf), &from))
		return false;
	/* all values behind those of the leaf are of later nodes: the first is found that is not before it */
	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		const hr_value *of = &values->all.data[middle];

		if (of->node == leaf && (of->part < part || (of->part == part && of->port < port)))
			from = middle + 1;
		else
			to = middle;
	}
	*index = from;
	if (from == values->all.count)
		return false;
	return values->all.data[from].node == leaf && values->all.data[from].part == part &&
	       values->all.data[from].port == port;
}

/* A pattern is also a text: tensors may be called "x[0]". */
static bool matches(const char *pattern, const char *name)
{
	return strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0;
}

bool hr_value_matches(const hr_value *value, const char *pattern)
{
	const hr_node *top = value->node;

	while (top->parent)
		top = top->parent;
	return matches(pattern, value->name) || matches(pattern, value->path) ||
	       matches(pattern, value->where) ||
	       (value->node != top && (matches(pattern, value->path + strlen(top->path) + 1) ||
				       matches(pattern, hr_node_label(value->node))));
}

hr_status hr_values_none(const hr_values *values, hr_diags *diags, const char *pattern)
{
	HR_VEC(const char *) names = {0};
	char near[HR_NEAR_TEXT];

	for (size_t i = 0; i < values->all.count; i++) {
		HR_PUSH(&names, values->all.data[i].name);
		HR_PUSH(&names, values->all.data[i].path);
	}
	hr_did_you_mean(pattern, names.data, names.count, near);
	HR_VEC_FREE(&names);
	return hr_report(diags, HR_D_no_such_value, NULL, pattern, near);
}
