/* tools/import/stablehlo/mlir_attribute.c -- attributes.
 *
 * Attributes of dialects become lists and dictionaries: #stablehlo.gather<offset_dims = [0]>; a form that is
 * not known is kept as text.
 *
 * Not here: dense elements (mlir_type.c). */
#include <stdlib.h>
#include <string.h>

#include "tools/import/stablehlo/mlir_private.h"

/* Read items separated by commas up to CLOSE. */
static bool read_list(mlir_reader *r, const char *close, mlir_attr *out)
{
	mlir_attr_list items = {0};
	bool read = true;

	out->kind = MLIR_LIST;
	while (read && !mlir_accept(r, close)) {
		mlir_attr item;

		read = mlir_read_attribute(r, &item);
		if (read)
			HR_PUSH(&items, item);
		if (read && !mlir_accept(r, ",") && !mlir_next_is(r, close))
			read = mlir_expect(r, close);
	}
	out->items = MLIR_KEEP(r, &items, &out->count);
	return read;
}

bool mlir_read_entries(mlir_reader *r, const char *close, mlir_attr_list *list)
{
	while (!mlir_accept(r, close)) {
		mlir_attr entry = {.kind = MLIR_UNIT};
		const char *name = mlir_next_is(r, "\"") ? mlir_string(r) : mlir_word(r);

		if (!name)
			return mlir_fail(r, NULL, "the name of an attribute is missing here");
		if (mlir_accept(r, "=") && !mlir_read_attribute(r, &entry))
			return false;
		entry.name = name;
		HR_PUSH(list, entry);
		if (!mlir_accept(r, ",") && !mlir_next_is(r, close))
			return mlir_expect(r, close);
	}
	return true;
}

static bool read_dict(mlir_reader *r, const char *close, mlir_attr *out)
{
	mlir_attr_list entries = {0};
	const bool plain = r->plain;
	bool read;

	r->plain = false;
	read = mlir_read_entries(r, close, &entries);
	r->plain = plain;
	out->kind = MLIR_DICT;
	out->items = MLIR_KEEP(r, &entries, &out->count);
	return read;
}

/* Read `dense<...> : type`. The type, which says how elements are read, comes last. */
static bool read_dense(mlir_reader *r, mlir_attr *out)
{
	const char *from = r->at, *end, *after;
	bool read;

	if (!mlir_skip_brackets(r))
		return false;
	end = r->at - 1;
	if (!mlir_expect(r, ":") || !mlir_read_type(r, &out->type))
		return false;
	after = r->at;
	out->kind = MLIR_OPAQUE;
	out->text = out->type.text;
	if (!out->type.tensor || !out->type.elem || out->type.rank > HR_RANK_MOST)
		return true; /* refused where it is used */
	out->kind = MLIR_DENSE;
	r->at = from + 1;
	read = mlir_read_dense(r, end, out);
	r->at = after;
	return read;
}

static bool read_number(mlir_reader *r, mlir_attr *out)
{
	const char *from = r->at + (*r->at == '-');
	const bool hex = from[0] == '0' && from[1] == 'x';
	const char *digits = from + strspn(from, "0123456789");
	char *end;
	mlir_type type;

	out->kind = !hex && (*digits == '.' || *digits == 'e' || *digits == 'E') ? MLIR_REAL
										 : MLIR_INTEGER;
	if (out->kind == MLIR_REAL)
		out->real = strtod(r->at, &end);
	else
		out->integer = *r->at == '-' ? strtoll(r->at, &end, hex ? 16 : 10)
					     : (int64_t)strtoull(r->at, &end, hex ? 16 : 10);
	if (end == r->at)
		return mlir_fail(r, NULL, "a number is missing here");
	r->at = end;
	if (out->kind == MLIR_INTEGER)
		out->real = (double)out->integer;
	if (r->plain || !mlir_accept(r, ":"))
		return true;
	if (!mlir_read_type(r, &type))
		return false;
	if (hex && hr_elem_is_real(type.elem)) {
		const uint64_t bits = (uint64_t)out->integer;

		out->kind = MLIR_REAL;
		out->real = hr_elem_real(type.elem, &bits, 0);
	}
	return true;
}

/* Read `array<i64: 1, 2>`, after the bracket. */
static bool read_array(mlir_reader *r, mlir_attr *out)
{
	mlir_type type;

	out->kind = MLIR_LIST;
	if (!mlir_read_type(r, &type))
		return false;
	return mlir_accept(r, ":") ? read_list(r, ">", out) : mlir_expect(r, ">");
}

/* Read `[b, 0, f]x[0, i, o]->[b, 0, f]` up to CLOSE as a list of three lists. */
static bool read_dimension_numbers(mlir_reader *r, mlir_attr *out)
{
	mlir_attr *lists = hr_arena_array(r->arena, 3, sizeof(*lists));

	out->kind = MLIR_LIST;
	out->items = lists;
	out->count = 3;
	return mlir_expect(r, "[") && read_list(r, "]", &lists[0]) && mlir_expect(r, "x") &&
	       mlir_expect(r, "[") && read_list(r, "]", &lists[1]) && mlir_expect(r, "->") &&
	       mlir_expect(r, "[") && read_list(r, "]", &lists[2]);
}

/* Read the attribute of a dialect, or an alias, after its sign. */
static bool read_dialect(mlir_reader *r, mlir_attr *out)
{
	const char *from = r->at, *name = mlir_signed_name(r, '#'), *word;
	uint64_t place;
	bool read;

	if (!name)
		return false;
	if (hr_strmap_get(&r->aliases, hr_arena_printf(r->arena, "#%s", name), &place)) {
		const char *after = r->at;

		r->at = r->text + place;
		read = mlir_read_attribute(r, out);
		r->at = after;
		return read;
	}
	out->kind = MLIR_OPAQUE;
	if (*r->at != '<') {
		out->text = name;
		return true;
	}
	if (strcmp(name, "stablehlo.conv") == 0) {
		r->at++;
		return read_dimension_numbers(r, out) && mlir_expect(r, ">");
	}
	if (strcmp(name, "stablehlo") == 0 || strcmp(name, "chlo") == 0) {
		/* <comparison_direction LT> */
		r->at++;
		out->kind = MLIR_WORD;
		out->text = mlir_word(r);
		word = mlir_next_is(r, "<") ? NULL : mlir_word(r);
		out->text = word ? word : out->text;
		if (out->text && mlir_accept(r, ">"))
			return true;
		r->at = from + 1 + strlen(name);
		out->kind = MLIR_OPAQUE;
	}
	if (strncmp(name, "stablehlo.", 10) == 0) {
		r->at++;
		return read_dict(r, ">", out);
	}
	read = mlir_skip_brackets(r);
	out->text = hr_arena_strndup(r->arena, from, (size_t)(r->at - from));
	return read;
}

static bool read_word(mlir_reader *r, mlir_attr *out)
{
	const char *from = r->at;
	mlir_type type;

	if (mlir_accept(r, "dense<")) {
		r->at--;
		return read_dense(r, out);
	}
	if (mlir_accept(r, "array<"))
		return read_array(r, out);
	if (mlir_next_is(r, "tensor") || mlir_next_is(r, "tuple") || *from == '!' || *from == '(') {
		out->kind = MLIR_TYPE;
		return mlir_read_type(r, &out->type);
	}
	out->text = mlir_word(r);
	if (!out->text)
		return mlir_fail(r, NULL, "the value of an attribute is missing here");
	out->kind = MLIR_WORD;
	if (strcmp(out->text, "true") == 0 || strcmp(out->text, "false") == 0) {
		out->kind = MLIR_INTEGER;
		out->integer = *out->text == 't';
	} else if (strcmp(out->text, "unit") == 0) {
		out->kind = MLIR_UNIT;
	} else if (*r->at == '<') {
		/* dense_resource<...> and the like */
		out->kind = MLIR_OPAQUE;
		if (!mlir_skip_brackets(r))
			return false;
	}
	return r->plain || !mlir_accept(r, ":") || mlir_read_type(r, &type);
}

static bool read_by_sign(mlir_reader *r, mlir_attr *out)
{
	switch (*r->at) {
	case '"': out->kind = MLIR_STRING; return (out->text = mlir_string(r)) != NULL;
	case '@': out->kind = MLIR_SYMBOL; return (out->text = mlir_signed_name(r, '@')) != NULL;
	case '[': r->at++; return read_list(r, "]", out);
	case '{': r->at++; return read_dict(r, "}", out);
	case '<': r->at++; return read_dict(r, ">", out);
	case '#': return read_dialect(r, out);
	case '-':
	case '0' ... '9': return read_number(r, out);
	default: return read_word(r, out);
	}
}

bool mlir_read_attribute(mlir_reader *r, mlir_attr *out)
{
	bool read;

	*out = (mlir_attr){.name = ""};
	mlir_space(r);
	if (!mlir_enter(r))
		return false;
	read = read_by_sign(r, out);
	r->depth--;
	return read;
}

/* --- asking ------------------------------------------------------------------------------------ */

const mlir_attr *mlir_item(const mlir_attr *dict, const char *name)
{
	for (size_t i = 0; dict && dict->kind == MLIR_DICT && i < dict->count; i++)
		if (strcmp(dict->items[i].name, name) == 0)
			return &dict->items[i];
	return NULL;
}

const mlir_attr *mlir_attr_of(const mlir_op *op, const char *name)
{
	for (size_t i = 0; i < op->attribute_count; i++)
		if (strcmp(op->attributes[i].name, name) == 0)
			return &op->attributes[i];
	return NULL;
}

int64_t mlir_integer_at(const mlir_attr *list, size_t i)
{
	if (list->kind == MLIR_DENSE)
		return hr_elem_integer(list->type.elem, list->data, list->splat ? 0 : i);
	return list->items[i].integer;
}
