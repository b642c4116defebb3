/* tools/import/onnx/node.c -- a node of a model: errors, attributes, operands.
 *
 * Not here:  which attributes and operands an operator has (operator.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* --- nodes ------------------------------------------------------------------------------------ */

bool onnx_is_default_domain(const char *domain)
{
	return !domain || !*domain || strcmp(domain, "ai.onnx") == 0;
}

/* Domains of ONNX beside the default one, and their operators that are known. */
static const char *const preview[][2] = {
	{"ai.onnx.preview", " FlexAttention "},
	{"ai.onnx.preview.training", " Adagrad Adam Momentum "},
};

bool onnx_is_own_domain(const Onnx__NodeProto *node)
{
	const char *own = "", *name = node->op_type;
	const size_t length = strlen(name);

	for (size_t i = 0; length && i < sizeof(preview) / sizeof(*preview); i++) {
		const char *at = strstr(preview[i][1], name);

		if (at && at[-1] == ' ' && at[length] == ' ')
			own = preview[i][0];
	}
	return *own ? node->domain && strcmp(node->domain, own) == 0
		    : onnx_is_default_domain(node->domain);
}

static bool equal_texts(const char *one, const char *other)
{
	return strcmp(one ? one : "", other ? other : "") == 0;
}

const Onnx__FunctionProto *onnx_function_of(const onnx_model *model, const Onnx__NodeProto *node)
{
	for (size_t i = 0; i < model->proto->n_functions; i++) {
		const Onnx__FunctionProto *function = model->proto->functions[i];

		if (equal_texts(function->name, node->op_type) &&
		    equal_texts(function->overload, node->overload) &&
		    (equal_texts(function->domain, node->domain) ||
		     (onnx_is_default_domain(function->domain) &&
		      onnx_is_default_domain(node->domain))))
			return function;
	}
	return NULL;
}

/* Return what A refers to in the call of SCOPE's function, or its default; A if it refers to nothing;
 * NULL if it is omitted. */
static const Onnx__AttributeProto *referred(const onnx_scope *scope, const Onnx__AttributeProto *a)
{
	const Onnx__FunctionProto *function = scope->function;

	if (!function || !a->ref_attr_name || !*a->ref_attr_name)
		return a;
	for (size_t i = 0; i < scope->caller->attribute_count; i++)
		if (strcmp(scope->caller->attributes[i].name, a->ref_attr_name) == 0)
			return scope->caller->attributes[i].value;
	for (size_t i = 0; i < function->n_attribute_proto; i++)
		if (strcmp(function->attribute_proto[i]->name, a->ref_attr_name) == 0)
			return function->attribute_proto[i];
	return NULL;
}

onnx_node onnx_node_of(onnx_scope *scope, const Onnx__NodeProto *proto)
{
	hr_arena *arena = scope->model->arena;
	const char *name = proto->name && *proto->name ? proto->name : proto->output[0];
	onnx_attribute *attributes =
		hr_arena_array(arena, proto->n_attribute + 1, sizeof(*attributes));
	onnx_node made = {.scope = scope,
			  .model = scope->model,
			  .program = scope->program,
			  .proto = proto,
			  .name = hr_arena_printf(arena, "%s%s", scope->prefix, name),
			  .what = hr_arena_printf(arena, "%s, opset %lld", proto->op_type,
						  (long long)scope->opset),
			  .opset = scope->opset,
			  .out_count = (unsigned)proto->n_output,
			  .attributes = attributes};

	made.out = hr_arena_array(arena, proto->n_output, sizeof(*made.out));
	for (size_t i = 0; i < proto->n_attribute; i++) {
		const Onnx__AttributeProto *value = referred(scope, proto->attribute[i]);

		if (value)
			attributes[made.attribute_count++] =
				(onnx_attribute){proto->attribute[i]->name, value};
	}
	if (onnx_is_own_domain(proto))
		made.op = onnx_operator_named(proto->op_type);
	if (made.op)
		made.argument = made.op->argument;
	return made;
}

/* --- errors ------------------------------------------------------------------------------------ */

/* Let later calls of O fail, without further errors. */
static void set_failed(const onnx_node *o)
{
	HR_LAST(&o->program->operators).failed = true;
}

hr_tv onnx_node_refuse(const onnx_node *o, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!HR_LAST(&o->program->operators).failed)
		onnx_refuse(&o->model->report, o->name, o->what, "%s", text);
	set_failed(o);
	return 0;
}

hr_tv onnx_node_invalid(const onnx_node *o, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!HR_LAST(&o->program->operators).failed)
		onnx_invalid(&o->model->report, o->name, o->what, "%s", text);
	set_failed(o);
	return 0;
}

/* --- attributes ------------------------------------------------------------------------------- */

const Onnx__AttributeProto *onnx_attr(const onnx_node *o, const char *name)
{
	for (size_t i = 0; i < o->attribute_count; i++)
		if (strcmp(o->attributes[i].name, name) == 0)
			return o->attributes[i].value;
	return NULL;
}

int64_t onnx_int(const onnx_node *o, const char *name, int64_t otherwise)
{
	const Onnx__AttributeProto *a = onnx_attr(o, name);

	return a ? a->i : otherwise; /* writers may omit a 0 */
}

double onnx_real(const onnx_node *o, const char *name, double otherwise)
{
	const Onnx__AttributeProto *a = onnx_attr(o, name);

	return a ? (double)a->f : otherwise;
}

const char *onnx_text(const onnx_node *o, const char *name, const char *otherwise)
{
	const Onnx__AttributeProto *a = onnx_attr(o, name);

	if (!a)
		return otherwise;
	return a->s.len ? hr_arena_strndup(o->model->arena, (const char *)a->s.data, a->s.len) : "";
}

bool onnx_is(const onnx_node *o, const char *name, const char *otherwise, const char *text)
{
	return strcmp(onnx_text(o, name, otherwise), text) == 0;
}

int onnx_choice(const onnx_node *o, const char *name, const char *choices)
{
	const char *text = onnx_text(o, name, NULL);
	const char *at = choices;

	if (!text)
		return 0;
	for (int i = 0; *at; i++) {
		const size_t length = strcspn(at, " ");

		if (strlen(text) == length && memcmp(at, text, length) == 0)
			return i;
		at += length + (at[length] == ' ');
	}
	onnx_node_invalid(o, "its attribute '%s' is '%s', but must be one of: %s", name, text,
			  choices);
	return -1;
}

onnx_list onnx_ints(const onnx_node *o, const char *name)
{
	const Onnx__AttributeProto *a = onnx_attr(o, name);

	return a ? (onnx_list){true, a->n_ints, a->ints} : (onnx_list){0};
}

/* --- operands ---------------------------------------------------------------------------------- */

hr_tv onnx_in(const onnx_node *o, unsigned i)
{
	return i < o->in_count ? o->in[i] : 0;
}

unsigned onnx_rank(const onnx_node *o, hr_tv value)
{
	return hr_t_value(o->program, value)->rank;
}

hr_elem onnx_type(const onnx_node *o, hr_tv value)
{
	return hr_t_value(o->program, value)->elem;
}

bool onnx_extent_is(const onnx_node *o, hr_tv a, unsigned i, int64_t extent)
{
	hr_symbols *symbols = o->model->symbols;

	if (hr_sym_need(symbols, HR_NEED_EQUAL, hr_t_value(o->program, a)->extent[i],
			hr_sym_number(symbols, extent), o->label))
		return true;
	onnx_node_invalid(o, "axis %u of %s must have %lld elements", i, hr_t_text(o->program, a),
			  (long long)extent);
	return false;
}

bool onnx_same_extent(const onnx_node *o, hr_tv a, unsigned i, hr_tv b, unsigned k)
{
	if (hr_sym_need(o->model->symbols, HR_NEED_EQUAL, hr_t_value(o->program, a)->extent[i],
			hr_t_value(o->program, b)->extent[k], o->label))
		return true;
	onnx_node_invalid(o, "axis %u of %s must be as long as axis %u of %s", i,
			  hr_t_text(o->program, a), k, hr_t_text(o->program, b));
	return false;
}

onnx_list onnx_known(const onnx_node *o, hr_tv value, const char *why)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	int64_t count = 1, *data;

	if (!value)
		return (onnx_list){0};
	if (of->rank > 1) {
		onnx_node_invalid(o, "%s are no vector, but %s", why, hr_t_text(o->program, value));
		return (onnx_list){0};
	}
	if (of->rank && !hr_t_extent(o->program, value, 0, &count)) {
		onnx_node_refuse(o, "the number of %s is not known at import: give them with --fix",
				 why);
		return (onnx_list){0};
	}
	data = hr_arena_array(o->model->arena, (size_t)count + 1, sizeof(*data));
	for (int64_t i = 0; i < count; i++)
		if (!hr_t_known(o->program, value, (size_t)i, &data[i])) {
			onnx_node_refuse(o, "%s are not known at import: give them with --fix",
					 why);
			return (onnx_list){0};
		}
	return (onnx_list){true, (size_t)count, data};
}

onnx_list onnx_ints_or_operand(const onnx_node *o, const char *name, unsigned i)
{
	return onnx_attr(o, name) ? onnx_ints(o, name)
				  : onnx_known(o, onnx_in(o, i),
					       hr_arena_printf(o->model->arena, "the %s", name));
}

/* --- axes ------------------------------------------------------------------------------------- */

bool onnx_axis(const onnx_node *o, int64_t at, unsigned rank, unsigned *axis)
{
	const int64_t axes = rank;

	if (at < -axes || at >= axes) {
		onnx_node_invalid(o, "there is no axis %lld among %u%s%s", (long long)at, rank,
				  onnx_in(o, 0) ? ": operand 0 is " : "",
				  onnx_in(o, 0) ? hr_t_text(o->program, o->in[0]) : "");
		return false;
	}
	*axis = (unsigned)(at < 0 ? at + axes : at);
	return true;
}

bool onnx_is_later(const onnx_node *o, hr_tv value)
{
	int64_t number;

	return value && onnx_rank(o, value) == 1 && hr_t_extent(o->program, value, 0, &number) &&
	       number > 0 && !hr_t_known(o->program, value, 0, &number);
}

const char *onnx_list_text(const onnx_node *o, const int64_t *list, size_t count)
{
	char *text = NULL, *end;
	size_t size = count * 21 + 1;

	text = end = hr_arena_alloc(o->model->arena, size);
	for (size_t i = 0; i < count; i++)
		end += snprintf(end, size - (size_t)(end - text), "%s%lld", i ? "," : "",
				(long long)list[i]);
	return text;
}

static int by_number(const void *one, const void *other)
{
	const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;

	return (a > b) - (a < b);
}

const char *onnx_axes_text(const onnx_node *o, onnx_list list, unsigned rank)
{
	int64_t axes[HR_RANK_MOST];
	unsigned axis;

	if (list.count > rank || rank > HR_RANK_MOST) {
		onnx_node_invalid(o, "it has %zu axes, but there are %u", list.count, rank);
		return NULL;
	}
	for (size_t i = 0; i < list.count; i++) {
		if (!onnx_axis(o, list.data[i], rank, &axis))
			return NULL;
		axes[i] = axis;
	}
	qsort(axes, list.count, sizeof(*axes), by_number);
	for (size_t i = 1; i < list.count; i++)
		if (axes[i] == axes[i - 1]) {
			onnx_node_invalid(o, "it has axis %lld twice", (long long)axes[i]);
			return NULL;
		}
	return onnx_list_text(o, axes, list.count);
}
