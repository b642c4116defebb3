/* tools/import/onnx/operator.c -- does a node have the attributes, operands and outputs of its operator?
 *
 * The signature of an operator depends on the operator set that the model imports. A node is never
 * guessed at: each attribute must be known, given once, and of the right type.
 *
 * Not here:  the tables (onnx.def, handlers.def), the meaning of operators (their handlers). */
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* onnx.def has the forms of this operator set and of later ones. */
enum { OLDEST_FORM = 7, MANY = INT32_MAX };

/* AttributeProto.AttributeType. */
typedef enum onnx_attribute_type {
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
} onnx_attribute_type;

static const char *const type_texts[TYPES] = {
	"of no type",        "a float",           "an integer", "a string",
	"a tensor",          "a graph",           "floats",     "a list of integers",
	"a list of strings", "a list of tensors", "graphs",     "a sparse tensor"};

/* The letters of types in the table, in the order of onnx_attribute_type. */
static const char type_letters[] = "?fistgFISTGp";

#define INVALID(o, ...) onnx_invalid(&(o)->model->report, (o)->name, (o)->what, __VA_ARGS__)

/* --- the tables ------------------------------------------------------------------------------- */

static const onnx_operator operators[] = {
#define OPERATOR(name, handler, argument) {#name, op_##handler, argument},
#include "tools/import/onnx/handlers.def"
#undef OPERATOR
};

typedef struct onnx_form {
	const char *name;
	int64_t since;
	size_t least, most, outputs; /* OUTPUTS 0: it is gone */
	const char *attributes;
} onnx_form;

static const onnx_form forms[] = {
#define FORM(name, since, least, most, outputs, attributes)                                        \
	{#name, since, least, most, outputs, attributes},
#define GONE(name, since) {#name, since, 0, 0, 0, ""},
#define LACKS(names, reason)
#include "tools/import/onnx/onnx.def"
#undef FORM
#undef GONE
#undef LACKS
};

static const char *const lacking[][2] = {
#define FORM(...)
#define GONE(...)
#define LACKS(names, reason) {" " names " ", reason},
#include "tools/import/onnx/onnx.def"
#undef FORM
#undef GONE
#undef LACKS
};

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

const onnx_operator *onnx_operator_named(const char *name)
{
	for (size_t i = 0; i < COUNT(operators); i++)
		if (strcmp(operators[i].name, name) == 0)
			return &operators[i];
	return NULL;
}

const char *onnx_operator_lacks(const char *name)
{
	const size_t length = strlen(name);

	for (size_t i = 0; i < COUNT(lacking); i++)
		for (const char *at = strstr(lacking[i][0], name); length && at;
		     at = strstr(at + 1, name))
			if (at > lacking[i][0] && at[-1] == ' ' && at[length] == ' ')
				return lacking[i][1];
	for (size_t i = 0; i < COUNT(forms); i++)
		if (strcmp(forms[i].name, name) == 0)
			return "this operator is not supported";
	return "ONNX has no such operator";
}

/* Return the form of the operator NAME in OPSET, or NULL. Forms of an operator are consecutive. */
static const onnx_form *form_of(const char *name, int64_t opset)
{
	const onnx_form *found = NULL;

	for (size_t i = 0; i < COUNT(forms); i++)
		if (strcmp(forms[i].name, name) == 0 && forms[i].since <= opset)
			found = &forms[i];
	return found;
}

/* Report that the operator has no form in O's operator set. */
static hr_status no_form(const onnx_node *o)
{
	const char *name = o->proto->op_type;
	size_t first = 0;

	while (first < COUNT(forms) && strcmp(forms[first].name, name) != 0)
		first++;
	if (first == COUNT(forms))
		hr_bug("onnx.def lacks %s", name);
	if (forms[first].since > OLDEST_FORM)
		return INVALID(o, "there is no such operator before operator set %lld",
			       (long long)forms[first].since);
	return onnx_refuse(&o->model->report, o->name, o->what,
			   "its form before operator set %lld is not supported",
			   (long long)forms[first].since);
}

/* --- attributes ------------------------------------------------------------------------------- */

/* The next attribute of a form. */
typedef struct onnx_form_attribute {
	const char *name;
	size_t length;
	onnx_attribute_type type;
	bool required;
} onnx_form_attribute;

/* Read the attribute at *AT, and set *AT after it. Return false at the end. */
static bool next_attribute(const char **at, onnx_form_attribute *next)
{
	const char *colon;

	*at += strspn(*at, " ");
	colon = strchr(*at, ':');
	if (!colon)
		return false;
	*next = (onnx_form_attribute){.name = *at, .length = (size_t)(colon - *at)};
	next->type = (onnx_attribute_type)(strchr(type_letters, colon[1]) - type_letters);
	next->required = colon[2] == '!';
	*at = colon + 2 + next->required;
	return true;
}

static bool find_attribute(const onnx_form *form, const char *name, onnx_form_attribute *found)
{
	for (const char *at = form->attributes; next_attribute(&at, found);)
		if (strlen(name) == found->length && memcmp(name, found->name, found->length) == 0)
			return true;
	return false;
}

static onnx_attribute_type type_by_values(const Onnx__AttributeProto *a, unsigned *kinds)
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
	onnx_attribute_type found = UNDEFINED;

	*kinds = 0;
	for (unsigned i = 0; i < TYPES; i++) {
		*kinds += has[i];
		found = has[i] ? (onnx_attribute_type)i : found;
	}
	return found;
}

/* Attributes of integers that are truth values. */
static const char truth_values[] =
	" align_corners allowzero antialias ceil_mode center_point_box count_include_pad detect_negative "
	"detect_positive exclude_outside exclusive fmod input_forget interleaved inverse is_causal keepdims "
	"largest layout linear_before_reset noop_with_empty_axes onesided periodic reverse saturate "
	"select_last_index sorted spatial storage_order training_mode transA transB upper ";

/* Return true if the attribute NAME must be 0 or 1. */
static bool is_truth_value(const char *name)
{
	const size_t length = strlen(name);
	const char *at = strstr(truth_values, name);

	while (at && (at[-1] != ' ' || at[length] != ' '))
		at = strstr(at + 1, name);
	return at && length;
}

/* Report that A has not the type WANTED. Old files do not tell the type of an attribute; then its
 * value does, and an empty list has any. */
static hr_status check_type(const onnx_node *o, const onnx_attribute *given,
			    onnx_attribute_type wanted)
{
	const Onnx__AttributeProto *a = given->value;
	unsigned kinds;
	onnx_attribute_type by_values = type_by_values(a, &kinds), type = by_values;

	if (a->ref_attr_name && *a->ref_attr_name)
		return INVALID(o,
			       "its attribute '%s' refers to '%s' of a function, but it is in none",
			       given->name, a->ref_attr_name);
	if (a->has_type && (a->type < 0 || a->type >= TYPES))
		return onnx_refuse(&o->model->report, o->name, o->what,
				   "its attribute '%s' has the type %d, which is not known",
				   given->name, a->type);
	if (a->has_type && a->type != UNDEFINED)
		type = (onnx_attribute_type)a->type;
	if (kinds > 1 || (by_values != UNDEFINED && by_values != type))
		return INVALID(o, "its attribute '%s' has values of several types", given->name);
	if (type == INT && type == wanted && (a->i < 0 || a->i > 1) && is_truth_value(given->name))
		return INVALID(o, "its attribute '%s' is %lld, but must be 0 or 1", given->name,
			       (long long)a->i);
	if (type == UNDEFINED || type == wanted)
		return HR_OK;
	return INVALID(o, "its attribute '%s' is %s, but must be %s", given->name, type_texts[type],
		       type_texts[wanted]);
}

/* Report that the operator has no attribute NAME, and which operator sets had one. */
static hr_status unknown_attribute(const onnx_node *o, const char *name)
{
	onnx_form_attribute found;
	int64_t first = 0, last = 0;

	for (size_t i = 0; i < COUNT(forms); i++) {
		if (strcmp(forms[i].name, o->proto->op_type) != 0)
			continue;
		if (first && !last)
			last = forms[i].since - 1;
		if (find_attribute(&forms[i], name, &found)) {
			first = first ? first : forms[i].since;
			last = 0;
		}
	}
	if (!first)
		return INVALID(o, "it has no attribute '%s'", name);
	return INVALID(o,
		       "it has no attribute '%s' in this operator set; it has one in %lld to %lld",
		       name, (long long)first, (long long)(last ? last : ONNX_NEWEST_OPSET));
}

static hr_status worse(hr_status status, hr_status one)
{
	return status == HR_OK ? one : status;
}

static hr_status check_attributes(const onnx_node *o, const onnx_form *form)
{
	hr_status status = HR_OK;
	onnx_form_attribute known;

	for (size_t i = 0; i < o->attribute_count; i++) {
		const onnx_attribute *a = &o->attributes[i];

		if (onnx_attr(o, a->name) != a->value)
			status = worse(status, INVALID(o, "it has two attributes '%s'", a->name));
		else if (find_attribute(form, a->name, &known))
			status = worse(status, check_type(o, a, known.type));
		else
			status = worse(status, unknown_attribute(o, a->name));
	}
	for (const char *at = form->attributes; next_attribute(&at, &known);) {
		const char *name = hr_arena_strndup(o->model->arena, known.name, known.length);

		if (known.required && !onnx_attr(o, name))
			status = worse(status, INVALID(o, "it lacks its attribute '%s'", name));
	}
	return status;
}

/* --- operands and outputs --------------------------------------------------------------------- */

/* Report a number of operands that FORM does not take. */
static hr_status check_count(const onnx_node *o, const onnx_form *form)
{
	const size_t count = o->proto->n_input, least = form->least, most = form->most;
	const char *s = count == 1 ? "" : "s";

	if (count >= least && count <= most)
		return HR_OK;
	if (least == most)
		return INVALID(o, "it has %zu operand%s, but takes %zu", count, s, least);
	if (count < least)
		return INVALID(o, "it has %zu operand%s, but takes at least %zu", count, s, least);
	return INVALID(o, "it has %zu operand%s, but takes at most %zu", count, s, most);
}

/* Return true if operand I may not be omitted. What loops may omit, their handlers know. */
static bool must_have(const onnx_form *form, size_t i)
{
	return !strstr(form->attributes, "body:g") && (i < form->least || form->most == MANY);
}

hr_status onnx_check_node(const onnx_node *o)
{
	const Onnx__NodeProto *node = o->proto;
	const onnx_form *form = form_of(node->op_type, o->opset);
	hr_status status;

	if (!form)
		return no_form(o);
	if (!form->outputs)
		return INVALID(o, "there is no such operator from operator set %lld on",
			       (long long)form->since);
	status = check_count(o, form);
	for (size_t i = 0; i < node->n_input && status == HR_OK; i++)
		if (!*node->input[i] && must_have(form, i))
			status = INVALID(o, "it lacks operand %zu, counted from 0", i);
	if (node->n_output > form->outputs)
		status = INVALID(o, "it has %zu outputs, but at most %zu are possible",
				 node->n_output, form->outputs);
	return worse(status, check_attributes(o, form));
}
