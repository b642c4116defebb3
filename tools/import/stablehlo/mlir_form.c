/* tools/import/stablehlo/mlir_form.c -- operations in their own forms, as printers write them.
 *
 * Most forms are a list of operands, words and NAME = VALUE, then attributes in braces, then types; they are
 * read alike. A word alone is an attribute named "word"; a second list after `x`, "NAME_rhs".
 *
 * Not here: the generic form (mlir_read.c). */
#include <stdlib.h>
#include <string.h>

#include "tools/import/stablehlo/mlir_private.h"

bool mlir_read_operand(mlir_reader *r, mlir_name_list *out)
{
	const char *name = mlir_signed_name(r, '%');

	if (!name)
		return false;
	if (*r->at == '#') {
		const char *number = mlir_signed_name(r, '#');

		if (!number)
			return false;
		if (strcmp(number, "0") != 0)
			name = hr_arena_printf(r->arena, "%s#%s", name, number);
	}
	HR_PUSH(out, name);
	return true;
}

/* --- types of results --------------------------------------------------------------------------- */

/* Set the types of B's results from LIST, in which one type may stand for all operands and results. */
static bool spread_types(mlir_building *b, const mlir_type_list *list)
{
	const size_t results = b->op.results.count;

	for (size_t i = 0; i < results && list->count; i++)
		HR_PUSH(&b->types,
			list->count == results ? list->data[i] : list->data[list->count - 1]);
	return true;
}

bool mlir_read_result_types(mlir_reader *r, mlir_building *b)
{
	mlir_type_list list = {0};
	bool read = true;

	if (mlir_accept(r, ":")) {
		read = mlir_read_types(r, &list);
		if (read && mlir_accept(r, "->"))
			read = mlir_read_types(r, &b->types);
		else
			spread_types(b, &list);
	}
	HR_VEC_FREE(&list);
	return read;
}

/* --- what most forms are of ---------------------------------------------------------------------- */

static void add_attribute(mlir_building *b, const char *name, mlir_attr value)
{
	value.name = name;
	HR_PUSH(&b->attributes, value);
}

static mlir_attr word_attr(const char *word)
{
	return (mlir_attr){.kind = MLIR_WORD, .text = word};
}

static bool read_value(mlir_reader *r, mlir_attr *out)
{
	bool read;

	r->plain = true;
	read = mlir_read_attribute(r, out);
	r->plain = false;
	return read;
}

/* Read `dim_numbers = [b, f]x[i, o]->[b, f]`, of which the first list is LHS. */
static bool read_dimension_numbers(mlir_reader *r, mlir_attr *lhs)
{
	mlir_attr *lists = hr_arena_array(r->arena, 3, sizeof(*lists));

	lists[0] = *lhs;
	*lhs = (mlir_attr){.kind = MLIR_LIST, .items = lists, .count = 3};
	return read_value(r, &lists[1]) && mlir_expect(r, "->") && read_value(r, &lists[2]);
}

static bool read_named_value(mlir_reader *r, mlir_building *b, const char *name)
{
	mlir_attr value;

	if (!read_value(r, &value))
		return false;
	if (value.kind == MLIR_LIST && mlir_accept(r, "x")) {
		mlir_attr other;

		if (strcmp(name, "dim_numbers") == 0) {
			if (!read_dimension_numbers(r, &value))
				return false;
		} else {
			if (!read_value(r, &other))
				return false;
			add_attribute(b, hr_arena_printf(r->arena, "%s_rhs", name), other);
		}
	}
	add_attribute(b, name, value);
	return true;
}

/* Read the ranges of a slice, `[0:4, 1:8:2]`, as attributes of the generic form. */
static bool read_ranges(mlir_reader *r, mlir_building *b)
{
	static const char *const names[] = {"start_indices", "limit_indices", "strides"};
	mlir_attr_list lists[3] = {0};
	bool read = mlir_expect(r, "[");

	while (read && !mlir_accept(r, "]")) {
		mlir_attr numbers[3] = {[2] = {.kind = MLIR_INTEGER, .integer = 1}};

		read = read_value(r, &numbers[0]);
		if (read && mlir_accept(r, ":"))
			read = read_value(r, &numbers[1]);
		if (read && mlir_accept(r, ":"))
			read = read_value(r, &numbers[2]);
		for (unsigned i = 0; i < 3; i++)
			HR_PUSH(&lists[i], numbers[i]);
		if (read && !mlir_accept(r, ",") && !mlir_next_is(r, "]"))
			read = mlir_expect(r, "]");
	}
	for (unsigned i = 0; i < 3; i++) {
		mlir_attr list = {.kind = MLIR_LIST};

		list.items = MLIR_KEEP(r, &lists[i], &list.count);
		add_attribute(b, names[i], list);
	}
	return read;
}

/* Read one item of a form. */
static bool read_item(mlir_reader *r, mlir_building *b)
{
	const char *word;

	mlir_space(r);
	if (*r->at == '%')
		return mlir_read_operand(r, &b->operands) &&
		       (!mlir_next_is(r, "[") || read_ranges(r, b));
	if (*r->at == '@') {
		const char *name = mlir_signed_name(r, '@');

		add_attribute(b, "callee", (mlir_attr){.kind = MLIR_SYMBOL, .text = name});
		return name != NULL;
	}
	if (*r->at == '"') {
		const char *name = mlir_string(r);

		add_attribute(b, "name", (mlir_attr){.kind = MLIR_STRING, .text = name});
		return name != NULL;
	}
	word = mlir_word(r);
	if (!word)
		return mlir_fail(r, NULL, "an operand or attribute is missing here");
	if (mlir_accept(r, "="))
		return read_named_value(r, b, word);
	add_attribute(b,
		      mlir_attr_of(&(mlir_op){.attributes = b->attributes.data,
					      .attribute_count = b->attributes.count},
				   "word")
			      ? "word_2"
			      : "word",
		      word_attr(word));
	return true;
}

/* Return true if an item of a form comes next, and not the types, or the next operation. */
static bool at_item(mlir_reader *r)
{
	mlir_space(r);
	return !mlir_next_is(r, "loc(") &&
	       (strchr("%@\"", *r->at) || (*r->at >= 'A' && *r->at <= 'z'));
}

/* Read items, separated by commas, some of them in brackets, up to the types. */
static bool read_items(mlir_reader *r, mlir_building *b)
{
	bool brackets = false;

	for (;;) {
		if (!brackets && mlir_accept(r, "("))
			brackets = true;
		if (brackets && mlir_accept(r, ")"))
			brackets = false;
		if (mlir_accept(r, ","))
			continue;
		if (mlir_accept(r, "{")) {
			if (!mlir_read_entries(r, "}", &b->attributes))
				return false;
		} else if (mlir_next_is(r, ":") || !*r->at || !at_item(r)) {
			return true;
		} else if (!read_item(r, b)) {
			return false;
		}
	}
}

/* --- forms that differ --------------------------------------------------------------------------- */

/* Add the operation NAME of ARGUMENTS to OPS, and one that returns its result. */
static void add_simple_ops(mlir_reader *r, mlir_op *ops, const mlir_op *owner, const char *name,
			   const char *const *arguments)
{
	const char **result = hr_arena_array(r->arena, 1, sizeof(*result));

	*result = "result";
	for (unsigned i = 0; i < 2; i++) {
		ops[i].line = owner->line;
		ops[i].column = owner->column;
	}
	ops[0].name = name;
	ops[0].operands = (mlir_names){arguments, 2};
	ops[0].results = (mlir_names){(const char *const *)result, 1};
	ops[1].name = "stablehlo.return";
	ops[1].operands = ops[0].results;
}

/* Read `applies stablehlo.add`: a region of one operation. */
static bool read_applies(mlir_reader *r, mlir_building *b)
{
	static const char *const arguments[] = {"lhs", "rhs"};
	mlir_op *ops = hr_arena_array(r->arena, 2, sizeof(*ops));
	const char *name = mlir_word(r);
	mlir_region region = {.arguments = {arguments, 2}, .ops = ops, .op_count = 2};

	if (!name)
		return mlir_fail(r, NULL, "the name of an operation is missing here");
	region.types = hr_arena_array(r->arena, 2, sizeof(*region.types));
	add_simple_ops(r, ops, &b->op, name, arguments);
	HR_PUSH(&b->regions, region);
	return true;
}

/* Read `reducer(%a: type, %b: type) (%c: type, %d: type) { ... }`: pairs of arguments. */
static bool read_reducer(mlir_reader *r, mlir_building *b)
{
	mlir_name_list pairs = {0};
	mlir_type_list types = {0};
	mlir_region region = {0};
	bool read = true;

	while (read && mlir_accept(r, "("))
		read = mlir_read_arguments(r, ")", &pairs, &types);
	read = read && mlir_read_region(r, &region);
	if (read) {
		const size_t count = pairs.count;
		const char **names = hr_arena_array(r->arena, count + 1, sizeof(*names));
		mlir_type *kept = hr_arena_array(r->arena, count + 1, sizeof(*kept));

		/* In the generic form, all first ones come before all second ones. */
		for (size_t i = 0; i < count; i++) {
			names[i % 2 * (count / 2) + i / 2] = pairs.data[i];
			kept[i % 2 * (count / 2) + i / 2] = types.data[i];
		}
		region.arguments = (mlir_names){(const char *const *)names, count};
		region.types = kept;
		read = count % 2 == 0 ||
		       mlir_fail(r, NULL, "the reducer has an odd number of arguments");
	}
	HR_PUSH(&b->regions, region);
	HR_VEC_FREE(&pairs);
	HR_VEC_FREE(&types);
	return read;
}

/* Read `(%a init: %b), (%c init: %d) applies NAME across dimensions = [1] : types reducer...`. */
static bool read_reduce(mlir_reader *r, mlir_building *b)
{
	mlir_name_list initial = {0};
	bool read = true, applies;

	while (read && mlir_accept(r, "(")) {
		read = mlir_read_operand(r, &b->operands) && mlir_expect(r, "init") &&
		       mlir_expect(r, ":") && mlir_read_operand(r, &initial) && mlir_expect(r, ")");
		mlir_accept(r, ",");
	}
	for (size_t i = 0; i < initial.count; i++)
		HR_PUSH(&b->operands, initial.data[i]);
	HR_VEC_FREE(&initial);
	applies = mlir_accept(r, "applies");
	if (!read || (applies && !read_applies(r, b)))
		return false;
	if (!mlir_expect(r, "across") || !mlir_expect(r, "dimensions") || !mlir_expect(r, "=") ||
	    !read_named_value(r, b, "dimensions"))
		return false;
	if (mlir_accept(r, "{") && !mlir_read_entries(r, "}", &b->attributes))
		return false;
	return mlir_read_result_types(r, b) &&
	       (applies || (mlir_expect(r, "reducer") && read_reducer(r, b)));
}

/* Read `(%a = %0, %b = %1) : types attributes {...} cond {...} do {...}`. */
static bool read_while(mlir_reader *r, mlir_building *b)
{
	mlir_name_list arguments = {0};
	mlir_region regions[2] = {0};
	mlir_names names;
	const char *const *kept;
	const mlir_type *types;

	if (!mlir_expect(r, "("))
		return false;
	while (!mlir_accept(r, ")")) {
		const char *name = mlir_signed_name(r, '%');

		if (name)
			HR_PUSH(&arguments, name);
		if (!name || !mlir_expect(r, "=") || !mlir_read_operand(r, &b->operands) ||
		    (!mlir_accept(r, ",") && !mlir_next_is(r, ")"))) {
			HR_VEC_FREE(&arguments);
			return mlir_expect(r, ")") && false;
		}
	}
	kept = (const char *const *)MLIR_KEEP(r, &arguments, &names.count);
	names.data = kept;
	if (!mlir_read_result_types(r, b) ||
	    (mlir_accept(r, "attributes") &&
	     (!mlir_expect(r, "{") || !mlir_read_entries(r, "}", &b->attributes))) ||
	    !mlir_expect(r, "cond") || !mlir_read_region(r, &regions[0]) || !mlir_expect(r, "do") ||
	    !mlir_read_region(r, &regions[1]))
		return false;
	if (b->types.count != names.count)
		return mlir_fail(r, NULL, "the loop has %zu states and %zu types", names.count,
				 b->types.count);
	types = hr_arena_array(r->arena, names.count + 1, sizeof(*types));
	if (names.count)
		memcpy((void *)(uintptr_t)types, b->types.data, names.count * sizeof(*types));
	for (unsigned i = 0; i < 2; i++) {
		regions[i].arguments = names;
		regions[i].types = types;
		HR_PUSH(&b->regions, regions[i]);
	}
	return true;
}

static bool read_constant(mlir_reader *r, mlir_building *b)
{
	mlir_attr value;

	if (mlir_accept(r, "{") && !mlir_read_entries(r, "}", &b->attributes))
		return false;
	if (!mlir_read_attribute(r, &value))
		return false;
	add_attribute(b, "value", value);
	HR_PUSH(&b->types, value.type);
	return true;
}

/* --- all ------------------------------------------------------------------------------------------ */

/* Pass over an operation whose form is not known: up to a line on which another one begins. */
static bool skip_form(mlir_reader *r)
{
	for (;;) {
		r->at += strcspn(r->at, "([{<\"\n})");
		if (!*r->at || strchr("})", *r->at))
			return true;
		if (*r->at == '"') {
			if (!mlir_string(r))
				return false;
		} else if (*r->at == '\n') {
			mlir_space(r);
			return true;
		} else if (!mlir_skip_brackets(r)) {
			return false;
		}
	}
}

static const struct {
	const char *name;
	bool (*read)(mlir_reader *r, mlir_building *b);
} forms[] = {
	{"stablehlo.reduce", read_reduce},
	{"stablehlo.while", read_while},
	{"stablehlo.constant", read_constant},
	{"chlo.constant", read_constant},
};

bool mlir_read_form(mlir_reader *r, mlir_building *b)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (strcmp(forms[i].name, b->op.name) == 0)
			return forms[i].read(r, b);
	if (!r->known(b->op.name))
		return skip_form(r);
	return read_items(r, b) && mlir_read_result_types(r, b);
}
