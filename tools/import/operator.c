/* tools/import/operator.c -- does a node have the attributes, operands and outputs of its operator?
 *
 * The signature of an operator depends on the operator set that the model imports. A node is never
 * guessed at: each attribute must be known, given once, and of the right type.
 *
 * Not here:  the table (operator.def), the meaning (ops.c and the files named there). */
#include <string.h>

#include "tools/import/import_node.h"

enum { NEWEST = IMPORT_NEWEST_OPSET, MANY = INT32_MAX };

/* AttributeProto.AttributeType. */
typedef enum attribute_type {
	UNDEFINED,
	FLOAT,
	INT,
	STRING,
	TENSOR,
	GRAPH,
	FLOATS,
	INTS,
	STRINGS,
	TENSORS,
	GRAPHS,
	SPARSE_TENSOR,
	TYPES
} attribute_type;

static const char *const type_names[TYPES] = {
	"of no type",        "a float",           "an integer", "a string",
	"a tensor",          "a graph",           "floats",     "a list of integers",
	"a list of strings", "a list of tensors", "graphs",     "a sparse tensor"};

/* --- the table -------------------------------------------------------------------------------- */

enum {
#define OPERATOR(name, handler) OP_##name,
#define TAKES(...)
#define ATTRIBUTE(...)
#include "tools/import/operator.def"
#undef OPERATOR
#undef TAKES
	OPERATORS
};

static const on_operator operators[OPERATORS] = {
#define OPERATOR(name, handler) [OP_##name] = {#name, on_##handler},
#define TAKES(...)
#include "tools/import/operator.def"
#undef OPERATOR
#undef TAKES
};

typedef struct signature {
	unsigned op;
	int64_t since;
	size_t least, most, outputs;
} signature;

static const signature signatures[] = {
#define OPERATOR(name, handler)
#define TAKES(name, since, least, most, outputs) {OP_##name, since, least, most, outputs},
#include "tools/import/operator.def"
#undef TAKES
#undef ATTRIBUTE
};

typedef struct attribute {
	unsigned op;
	const char *name;
	attribute_type type;
	int64_t first, last;
	bool required;
} attribute;

static const attribute attributes[] = {
#define TAKES(...)
#define ATTRIBUTE(op, name, type, first, last, required)                                           \
	{OP_##op, #name, type, first, last, required},
#include "tools/import/operator.def"
#undef OPERATOR
#undef TAKES
#undef ATTRIBUTE
};

enum {
	SIGNATURES = sizeof(signatures) / sizeof(*signatures),
	ATTRIBUTES = sizeof(attributes) / sizeof(*attributes)
};

on on_node(import_model *model, const Onnx__NodeProto *node)
{
	return (on){model, node, node->name && *node->name ? node->name : node->output[0],
		    hr_arena_printf(&model->arena, "%s, opset %lld", node->op_type,
				    (long long)model->opset)};
}

const on_operator *on_operator_of(const on *o)
{
	const char *domain = o->node->domain;

	if (domain && *domain && strcmp(domain, "ai.onnx") != 0)
		return NULL;
	for (unsigned i = 0; i < OPERATORS; i++)
		if (strcmp(operators[i].name, o->node->op_type) == 0)
			return &operators[i];
	return NULL;
}

/* --- attributes ------------------------------------------------------------------------------- */

static attribute_type type_by_values(const Onnx__AttributeProto *a, unsigned *kinds)
{
	const bool has[TYPES] = {
		[FLOAT] = a->has_f,
		[INT] = a->has_i,
		[STRING] = a->has_s,
		[TENSOR] = a->t != NULL,
		[GRAPH] = a->has_g,
		[FLOATS] = a->n_floats,
		[INTS] = a->n_ints,
		[STRINGS] = a->n_strings,
		[TENSORS] = a->n_tensors,
		[GRAPHS] = a->n_graphs,
		[SPARSE_TENSOR] = a->has_sparse_tensor,
	};
	attribute_type found = UNDEFINED;

	*kinds = 0;
	for (unsigned i = 0; i < TYPES; i++) {
		*kinds += has[i];
		found = has[i] ? (attribute_type)i : found;
	}
	return found;
}

/* Report that A has not the type WANTED. Old files do not tell the type of an attribute; then its
 * value does, and an empty list has any. */
static hr_status check_type(const on *o, const Onnx__AttributeProto *a, attribute_type wanted)
{
	unsigned kinds;
	attribute_type by_values = type_by_values(a, &kinds), type = by_values;

	if (a->ref_attr_name && *a->ref_attr_name)
		return INVALID(o,
			       "its attribute '%s' refers to '%s' of a function, but it is in none",
			       a->name, a->ref_attr_name);
	if (a->has_type && (a->type < 0 || a->type >= TYPES))
		return REFUSE(o, "its attribute '%s' has the type %d, which is not known", a->name,
			      a->type);
	if (a->has_type && a->type != UNDEFINED)
		type = (attribute_type)a->type;
	if (kinds > 1 || (by_values != UNDEFINED && by_values != type))
		return INVALID(o, "its attribute '%s' has values of several types", a->name);
	if (type == UNDEFINED || type == wanted)
		return HR_OK;
	return INVALID(o, "its attribute '%s' is %s, but must be %s", a->name, type_names[type],
		       type_names[wanted]);
}

static const attribute *find_attribute(unsigned op, const char *name, int64_t opset)
{
	for (unsigned i = 0; i < ATTRIBUTES; i++)
		if (attributes[i].op == op && strcmp(attributes[i].name, name) == 0 &&
		    opset >= attributes[i].first && opset <= attributes[i].last)
			return &attributes[i];
	return NULL;
}

/* Report that the operator has no attribute NAME, and which operator sets had one. */
static hr_status unknown_attribute(const on *o, unsigned op, const char *name)
{
	for (unsigned i = 0; i < ATTRIBUTES; i++)
		if (attributes[i].op == op && strcmp(attributes[i].name, name) == 0)
			return INVALID(
				o,
				"it has no attribute '%s' in this operator set; it has one in %lld to %lld",
				name, (long long)attributes[i].first,
				(long long)attributes[i].last);
	return INVALID(o, "it has no attribute '%s'", name);
}

static hr_status check_attributes(const on *o, unsigned op)
{
	const Onnx__NodeProto *node = o->node;
	hr_status status = HR_OK, one;

	for (size_t i = 0; i < node->n_attribute; i++) {
		const Onnx__AttributeProto *a = node->attribute[i];
		const attribute *known = find_attribute(op, a->name, o->model->opset);

		if (on_attribute(o, a->name) != a)
			one = INVALID(o, "it has two attributes '%s'", a->name);
		else if (known)
			one = check_type(o, a, known->type);
		else
			one = unknown_attribute(o, op, a->name);
		status = status == HR_OK ? one : status;
	}
	for (unsigned i = 0; i < ATTRIBUTES; i++) {
		const attribute *known = &attributes[i];

		if (known->op != op || !known->required || o->model->opset < known->first ||
		    o->model->opset > known->last || on_attribute(o, known->name))
			continue;
		one = INVALID(o, "it lacks its attribute '%s'", known->name);
		status = status == HR_OK ? one : status;
	}
	return status;
}

/* --- operands and outputs ---------------------------------------------------------------------- */

static const signature *signature_of(unsigned op, int64_t opset)
{
	const signature *found = NULL;

	for (unsigned i = 0; i < SIGNATURES; i++)
		if (signatures[i].op == op && signatures[i].since <= opset)
			found = &signatures[i];
	return found;
}

static int64_t first_opset(unsigned op)
{
	unsigned i = 0;

	while (signatures[i].op != op)
		i++;
	return signatures[i].since;
}

hr_status on_check(const on *o)
{
	const unsigned op = (unsigned)(on_operator_of(o) - operators);
	const signature *takes = signature_of(op, o->model->opset);
	const Onnx__NodeProto *node = o->node;
	hr_status status = HR_OK, one;

	if (!takes)
		return INVALID(o, "there is no such operator before operator set %lld",
			       (long long)first_opset(op));
	if (node->n_input < takes->least || node->n_input > takes->most)
		status = INVALID(o, "it has %zu operands, but takes %zu to %zu", node->n_input,
				 takes->least, takes->most);
	for (size_t i = 0; i < takes->least && i < node->n_input && status == HR_OK; i++)
		if (!*node->input[i])
			status = INVALID(o, "it lacks operand %zu, counted from 0", i);
	if (node->n_output > takes->outputs)
		status = INVALID(o, "it has %zu outputs, but at most %zu are possible",
				 node->n_output, takes->outputs);
	one = check_attributes(o, op);
	return status == HR_OK ? one : status;
}
