/* interp/values/names.c -- which values a program has, and their names.
 *
 * Owns:      the list of values; names and paths are in its arena, or the program's. */
#include <fnmatch.h>
#include <string.h>

#include "interp/values/values.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/diag/near.h"

struct hr_values {
	hr_arena arena;
	HR_VEC(hr_value) all;
	hr_map first, count; /* by node */
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

static const char *path_of(hr_values *values, const hr_node *node, bool input, unsigned port)
{
	const hr_port *of = input ? &node->inputs[port] : &node->outputs[port];

	if (!input && node->output_count == 1)
		return node->path;
	return input && *of->name ? hr_arena_printf(&values->arena, "%s.%s", node->path, of->name)
				  : hr_arena_printf(&values->arena, "%s.%u", node->path, port);
}

static void add(hr_values *values, hr_strmap *names, const hr_value *of, const char *name)
{
	hr_value value = *of;

	value.path = path_of(values, of->node, of->input, of->port);
	value.name = name && *name && !hr_strmap_get(names, name, NULL) ? name : value.path;
	hr_strmap_put(names, value.name, 1);
	HR_PUSH(&values->all, value);
}

static void add_node(hr_values *values, hr_strmap *names, const hr_program *program,
		     const hr_node *node)
{
	const char *said = hr_said_of(program->functions[node->function], "hpvm.operator");
	const size_t first = values->all.count;
	hr_value value = {.node = node, .input = node->internal, .operator_ = said ? said : ""};

	if (node->internal && node->parent)
		return;
	for (; node->internal && value.port < node->input_count; value.port++)
		if (is_pointer(&node->inputs[value.port]))
			add(values, names, &value, node->inputs[value.port].name);
	for (; !node->internal && value.port < node->output_count; value.port++)
		if (is_pointer(&node->outputs[value.port]))
			add(values, names, &value, name_of_output(program, node, value.port));
	hr_map_put(&values->first, hr_map_key(node), first);
	hr_map_put(&values->count, hr_map_key(node), values->all.count - first);
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
	       matches(pattern, value->node->path) ||
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
