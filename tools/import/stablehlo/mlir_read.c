/* tools/import/stablehlo/mlir_read.c -- operations, regions, functions and the module.
 *
 * Not here: tokens (mlir_text.c), attributes and types, operations in their own forms (mlir_form.c). */
#include <stdlib.h>
#include <string.h>

#include "tools/import/stablehlo/mlir_private.h"

/* --- operations in the generic form -------------------------------------------------------------- */

static bool read_operands(mlir_reader *r, mlir_name_list *out)
{
	if (!mlir_expect(r, "("))
		return false;
	while (!mlir_accept(r, ")")) {
		if (!mlir_read_operand(r, out))
			return false;
		if (!mlir_accept(r, ",") && !mlir_next_is(r, ")"))
			return mlir_expect(r, ")");
	}
	return true;
}

static bool read_regions(mlir_reader *r, mlir_region_list *out)
{
	while (!mlir_accept(r, ")")) {
		mlir_region region = {0};

		if (!mlir_read_region(r, &region))
			return false;
		HR_PUSH(out, region);
		if (!mlir_accept(r, ",") && !mlir_next_is(r, ")"))
			return mlir_expect(r, ")");
	}
	return true;
}

/* Read an operation in the generic form, after its name. */
static bool read_generic(mlir_reader *r, mlir_building *b)
{
	if (!read_operands(r, &b->operands))
		return false;
	if (mlir_next_is(r, "["))
		return mlir_fail(r, NULL, "branches to blocks are not supported");
	if (mlir_accept(r, "<{") &&
	    (!mlir_read_entries(r, "}", &b->attributes) || !mlir_expect(r, ">")))
		return false;
	if (mlir_accept(r, "(") && !read_regions(r, &b->regions))
		return false;
	if (mlir_accept(r, "{") && !mlir_read_entries(r, "}", &b->attributes))
		return false;
	return mlir_next_is(r, ":") ? mlir_read_result_types(r, b) : mlir_expect(r, ":");
}

/* --- operations --------------------------------------------------------------------------------- */

/* Read `%0:2, %a =`, if results come next. */
static bool read_results(mlir_reader *r, mlir_name_list *out)
{
	if (!mlir_next_is(r, "%"))
		return true;
	do {
		const char *name = mlir_signed_name(r, '%');
		long count = 1;
		char *end;

		if (!name)
			return false;
		HR_PUSH(out, name);
		if (!mlir_accept(r, ":"))
			continue;
		count = strtol(r->at, &end, 10);
		if (end == r->at || count < 1 || count > MLIR_MOST_RESULTS)
			return mlir_fail(r, NULL, "a number of results is missing here");
		r->at = end;
		for (long i = 1; i < count; i++)
			HR_PUSH(out, hr_arena_printf(r->arena, "%s#%ld", name, i));
	} while (mlir_accept(r, ","));
	return mlir_expect(r, "=");
}

/* Return NAME with its dialect, which `func` may leave out. */
static const char *full_name(const char *name)
{
	return strcmp(name, "call") == 0     ? "func.call"
	       : strcmp(name, "return") == 0 ? "func.return"
					     : name;
}

static bool read_op_text(mlir_reader *r, mlir_building *b, mlir_name_list *results)
{
	bool generic;

	if (!read_results(r, results))
		return false;
	mlir_space(r);
	mlir_place(r, r->at, &b->op.line, &b->op.column);
	generic = *r->at == '"';
	b->op.name = generic ? mlir_string(r) : mlir_word(r);
	if (!b->op.name)
		return mlir_fail(r, NULL, "an operation is missing here");
	b->op.name = full_name(b->op.name);
	b->op.results.data = (const char *const *)results->data;
	b->op.results.count = results->count;
	return (generic ? read_generic(r, b) : mlir_read_form(r, b)) && mlir_location(r);
}

static bool read_op(mlir_reader *r, mlir_op *out)
{
	mlir_building b = {0};
	mlir_name_list results = {0};
	size_t types;
	const bool read = read_op_text(r, &b, &results);

	b.op.results.data = (const char *const *)MLIR_KEEP(r, &results, &b.op.results.count);
	b.op.operands.data = (const char *const *)MLIR_KEEP(r, &b.operands, &b.op.operands.count);
	b.op.attributes = MLIR_KEEP(r, &b.attributes, &b.op.attribute_count);
	b.op.regions = MLIR_KEEP(r, &b.regions, &b.op.region_count);
	b.op.types = MLIR_KEEP(r, &b.types, &types);
	b.op.typed = types == b.op.results.count;
	*out = b.op;
	return read;
}

/* --- regions and functions ---------------------------------------------------------------------- */

bool mlir_read_arguments(mlir_reader *r, const char *close, mlir_name_list *names,
			 mlir_type_list *types)
{
	while (!mlir_accept(r, close)) {
		const char *name = mlir_signed_name(r, '%');
		mlir_attr attributes;
		mlir_type type;

		if (!name || !mlir_expect(r, ":") || !mlir_read_type(r, &type))
			return false;
		HR_PUSH(names, name);
		HR_PUSH(types, type);
		if ((mlir_next_is(r, "{") && !mlir_read_attribute(r, &attributes)) ||
		    !mlir_location(r))
			return false;
		if (!mlir_accept(r, ",") && !mlir_next_is(r, close))
			return mlir_expect(r, close);
	}
	return true;
}

/* Read `^bb0(%a: type):`, if it comes next. */
static bool read_block_head(mlir_reader *r, mlir_name_list *names, mlir_type_list *types)
{
	if (!mlir_next_is(r, "^"))
		return true;
	return mlir_signed_name(r, '^') &&
	       (!mlir_accept(r, "(") || mlir_read_arguments(r, ")", names, types)) &&
	       mlir_expect(r, ":");
}

bool mlir_read_region(mlir_reader *r, mlir_region *out)
{
	mlir_name_list names = {0};
	mlir_type_list types = {0};
	mlir_op_list ops = {0};
	size_t count;
	bool read = mlir_expect(r, "{") && mlir_enter(r) && read_block_head(r, &names, &types);

	while (read && !mlir_accept(r, "}")) {
		mlir_op op;

		if (mlir_next_is(r, "^"))
			read = mlir_fail(r, NULL, "a region with several blocks is not supported");
		read = read && read_op(r, &op);
		if (read)
			HR_PUSH(&ops, op);
	}
	if (read)
		r->depth--;
	out->arguments.data = (const char *const *)MLIR_KEEP(r, &names, &out->arguments.count);
	out->types = MLIR_KEEP(r, &types, &count);
	out->ops = MLIR_KEEP(r, &ops, &out->op_count);
	return read;
}

/* Pass over the results of a function, `-> (type {...}, type)`; its return operation has them too. */
static bool skip_results(mlir_reader *r)
{
	mlir_type type;

	if (!mlir_accept(r, "->"))
		return true;
	return mlir_next_is(r, "(") ? mlir_skip_brackets(r) : mlir_read_type(r, &type);
}

/* Read a function after `func.func`. */
static bool read_function(mlir_reader *r, mlir_function *out)
{
	mlir_name_list names = {0};
	mlir_type_list types = {0};
	mlir_names arguments;
	const mlir_type *kept;
	size_t count;
	bool read;

	mlir_place(r, r->at, &out->line, &out->column);
	if (mlir_accept(r, "public") || mlir_accept(r, "private") || mlir_accept(r, "nested"))
		mlir_space(r);
	out->name = mlir_signed_name(r, '@');
	read = out->name && mlir_expect(r, "(") && mlir_read_arguments(r, ")", &names, &types) &&
	       skip_results(r);
	if (read && mlir_accept(r, "attributes"))
		read = mlir_next_is(r, "{") ? mlir_skip_brackets(r) : mlir_expect(r, "{");
	arguments.data = (const char *const *)MLIR_KEEP(r, &names, &arguments.count);
	kept = MLIR_KEEP(r, &types, &count);
	read = read && mlir_read_region(r, &out->body) && mlir_location(r);
	out->body.arguments = arguments;
	out->body.types = kept;
	return read;
}

/* Read a function in the generic form, `"func.func"() <{sym_name = "main", ...}> ({...}) : () -> ()`. */
static bool read_generic_function(mlir_reader *r, mlir_function *out)
{
	const mlir_attr *name;
	mlir_op op;

	if (!read_op(r, &op))
		return false;
	name = mlir_attr_of(&op, "sym_name");
	if (!name || name->kind != MLIR_STRING || op.region_count != 1)
		return mlir_fail(r, NULL, "the function has no name or no body");
	*out = (mlir_function){name->text, op.line, op.column, op.regions[0]};
	return true;
}

/* --- the module --------------------------------------------------------------------------------- */

/* Note `#name = attribute` or `!name = type`, and pass over it. Those of locations are not used. */
static bool read_alias(mlir_reader *r)
{
	const char sign = *r->at, *name = mlir_signed_name(r, sign);
	mlir_attr attribute;
	mlir_type type;

	if (!name || !mlir_expect(r, "="))
		return false;
	if (mlir_next_is(r, "loc"))
		return mlir_location(r);
	mlir_space(r);
	hr_strmap_put(&r->aliases, hr_arena_printf(r->arena, "%c%s", sign, name),
		      (uint64_t)(r->at - r->text));
	return sign == '#' ? mlir_read_attribute(r, &attribute) : mlir_read_type(r, &type);
}

static bool read_functions(mlir_reader *r, mlir_module *out, const char *close)
{
	HR_VEC(mlir_function) list = {0};
	bool read = true;

	while (read && !(*close ? mlir_accept(r, close) : (mlir_space(r), r->at == r->end))) {
		mlir_function function = {0};

		if (mlir_next_is(r, "#") || mlir_next_is(r, "!")) {
			read = read_alias(r);
			continue;
		}
		if (strncmp(r->at + (*r->at == '"'), "vhlo.", 5) == 0)
			return mlir_fail(
				r, NULL,
				"it is VHLO, the form in which modules are stored: convert it "
				"with `stablehlo-translate --deserialize`");
		read = mlir_next_is(r, "\"func.func\"")
			       ? read_generic_function(r, &function)
			       : mlir_expect(r, "func.func") && read_function(r, &function);
		if (read)
			HR_PUSH(&list, function);
	}
	out->functions = MLIR_KEEP(r, &list, &out->function_count);
	return read;
}

/* Read `"builtin.module"() <{...}> ({ functions }) {...} : () -> ()`, after its name. */
static bool read_generic_module(mlir_reader *r, mlir_module *out)
{
	mlir_building building = {0};
	mlir_name_list names = {0};
	mlir_type_list types = {0};
	const mlir_attr *name;
	bool read = mlir_expect(r, "(") && mlir_expect(r, ")");

	if (read && mlir_accept(r, "<{"))
		read = mlir_read_entries(r, "}", &building.attributes) && mlir_expect(r, ">");
	read = read && mlir_expect(r, "(") && mlir_expect(r, "{") &&
	       read_block_head(r, &names, &types) && read_functions(r, out, "}") &&
	       mlir_expect(r, ")");
	if (read && mlir_accept(r, "{"))
		read = mlir_read_entries(r, "}", &building.attributes);
	read = read && mlir_next_is(r, ":") && mlir_read_result_types(r, &building);
	name = mlir_attr_of(&(mlir_op){.attributes = building.attributes.data,
				       .attribute_count = building.attributes.count},
			    "sym_name");
	if (name && name->kind == MLIR_STRING)
		out->name = name->text;
	HR_VEC_FREE(&building.attributes);
	HR_VEC_FREE(&building.types);
	HR_VEC_FREE(&names);
	HR_VEC_FREE(&types);
	return read && mlir_location(r);
}

/* Read `module @name attributes {...} { functions }`. */
static bool read_own_module(mlir_reader *r, mlir_module *out)
{
	if (!mlir_accept(r, "builtin.module") && !mlir_expect(r, "module"))
		return false;
	if (mlir_next_is(r, "@") && !(out->name = mlir_signed_name(r, '@')))
		return false;
	if (mlir_accept(r, "attributes") && !mlir_skip_brackets(r))
		return false;
	return mlir_expect(r, "{") && read_functions(r, out, "}") && mlir_location(r);
}

static bool read_module(mlir_reader *r, mlir_module *out)
{
	bool read = true;

	out->name = "main";
	while (read && (mlir_next_is(r, "#") || mlir_next_is(r, "!")))
		read = read_alias(r);
	if (!read)
		return false;
	if (mlir_next_is(r, "func.func") || mlir_next_is(r, "\"func.func\""))
		return read_functions(r, out, "");
	read = mlir_accept(r, "\"builtin.module\"") ? read_generic_module(r, out)
						    : read_own_module(r, out);
	while (read && (mlir_next_is(r, "#") || mlir_next_is(r, "!")))
		read = read_alias(r);
	mlir_space(r);
	return read && (r->at == r->end || mlir_fail(r, NULL, "there is text after the module"));
}

const char *mlir_read(hr_arena *arena, const char *text, size_t size, mlir_known *known,
		      mlir_module *out)
{
	mlir_reader r = {.arena = arena,
			 .text = text,
			 .end = text + size,
			 .at = text,
			 .known = known,
			 .counted = text,
			 .line = 1,
			 .line_start = text};

	*out = (mlir_module){0};
	if (!read_module(&r, out))
		mlir_fail(&r, NULL, "this cannot be read");
	hr_strmap_free(&r.aliases);
	return r.error;
}

bool mlir_is_bytecode(const char *text, size_t size)
{
	return size >= 4 && memcmp(text, "ML\xefR", 4) == 0;
}

bool mlir_is_text(const char *text, size_t size)
{
	static const char *const first[] = {"module", "builtin.module",     "func.func",     "#",
					    "!",      "\"builtin.module\"", "\"func.func\"", "//"};
	size_t at = 0;

	while (at < size && strchr(" \t\r\n", text[at]) && text[at])
		at++;
	for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++)
		if (size - at >= strlen(first[i]) &&
		    memcmp(text + at, first[i], strlen(first[i])) == 0)
			return true;
	return false;
}
