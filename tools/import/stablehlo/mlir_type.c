/* tools/import/stablehlo/mlir_type.c -- types, and elements of dense tensors.
 *
 * Invariant: the number of elements of a dense tensor is at most the number of characters that it was read
 *            from, or one.
 * Not here:  other attributes (mlir_attribute.c). */
#include <stdlib.h>
#include <string.h>

#include "tools/import/stablehlo/mlir_private.h"

/* --- types ------------------------------------------------------------------------------------- */

static hr_elem element_named(const char *name)
{
	static const struct {
		const char *name;
		hr_elem elem;
	} names[] = {
		{"i1", HR_E_BOOL},   {"i8", HR_E_I8},     {"ui8", HR_E_U8},   {"i16", HR_E_I16},
		{"i32", HR_E_I32},   {"ui16", HR_E_U16},  {"ui32", HR_E_U32}, {"i64", HR_E_I64},
		{"f16", HR_E_F16},   {"bf16", HR_E_BF16}, {"f32", HR_E_F32},  {"f64", HR_E_F64},
		{"index", HR_E_I64},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(names[i].name, name) == 0)
			return names[i].elem;
	return HR_E_NONE;
}

/* Return the text from FROM to where the reader is. */
static const char *text_from(const mlir_reader *r, const char *from)
{
	return hr_arena_strndup(r->arena, from, (size_t)(r->at - from));
}

/* Pass over a type that is no tensor. */
static bool other_type(mlir_reader *r)
{
	const bool named = *r->at == '!';

	if (named)
		r->at++;
	if (mlir_next_is(r, "(")) {
		mlir_type result;

		if (!mlir_skip_brackets(r) || !mlir_expect(r, "->"))
			return false;
		return mlir_next_is(r, "(") ? mlir_skip_brackets(r) : mlir_read_type(r, &result);
	}
	if (!mlir_word(r))
		return mlir_fail(r, NULL, "a type is missing here");
	return *r->at != '<' || mlir_skip_brackets(r);
}

/* Read an extent and the x after it, if one comes next; *MORE is false if none does. */
static bool read_extent(mlir_reader *r, mlir_type *out, bool *more)
{
	int64_t extent = MLIR_DYNAMIC;
	char *end;

	mlir_space(r);
	*more = *r->at == '?' || (*r->at >= '0' && *r->at <= '9');
	if (!*more)
		return true;
	if (*r->at == '?') {
		r->at++;
	} else if (r->at[0] == '0' && r->at[1] == 'x') {
		extent = 0; /* no hexadecimal number */
		r->at++;
	} else {
		extent = strtoll(r->at, &end, 10);
		if (extent > INT64_C(1) << 48)
			return mlir_fail(r, NULL, "the extent is too large");
		r->at = end;
	}
	if (*r->at != 'x')
		return mlir_fail(r, NULL, "'x' is missing after an extent");
	r->at++;
	if (out->rank < HR_RANK_MOST)
		out->dim[out->rank] = extent;
	out->rank++;
	return out->rank < 1000 || mlir_fail(r, NULL, "the tensor has too many dimensions");
}

/* Read `, #stablehlo.bounds<?, 4>`, or pass over another encoding. */
static bool read_encoding(mlir_reader *r, mlir_type *out)
{
	if (!mlir_accept(r, "#stablehlo.bounds<")) {
		while (*r->at && *r->at != '>')
			if (strchr("([{<", *r->at) ? !mlir_skip_brackets(r) : !r->at++)
				return false;
		return true;
	}
	for (unsigned i = 0; !mlir_accept(r, ">"); i++) {
		char *end;
		long long bound = 0;

		mlir_space(r);
		if (*r->at == '?') {
			r->at++;
		} else {
			bound = strtoll(r->at, &end, 10);
			if (end == r->at || bound < 0)
				return mlir_fail(r, NULL, "a bound is missing here");
			r->at = end;
		}
		if (i < HR_RANK_MOST)
			out->bound[i] = bound;
		if (!mlir_accept(r, ",") && !mlir_next_is(r, ">"))
			return mlir_expect(r, ">");
	}
	return true;
}

static bool read_tensor(mlir_reader *r, mlir_type *out)
{
	bool more = true;
	const char *from;

	out->tensor = true;
	while (more)
		if (!read_extent(r, out, &more))
			return false;
	from = r->at;
	if (!other_type(r))
		return false;
	out->element = text_from(r, from);
	out->elem = element_named(out->element);
	if (mlir_accept(r, ",") && !read_encoding(r, out))
		return false;
	return mlir_expect(r, ">");
}

/* Read the type that the alias NAME stands for. */
static bool read_alias(mlir_reader *r, const char *name, mlir_type *out)
{
	const char *after = r->at;
	uint64_t place;
	bool read;

	if (!hr_strmap_get(&r->aliases, hr_arena_printf(r->arena, "!%s", name), &place))
		return true;
	r->at = r->text + place;
	read = mlir_read_type(r, out);
	r->at = after;
	return read;
}

bool mlir_read_type(mlir_reader *r, mlir_type *out)
{
	const char *from;
	bool read;

	*out = (mlir_type){.element = ""};
	mlir_space(r);
	from = r->at;
	if (!mlir_enter(r))
		return false;
	if (mlir_accept(r, "tensor<")) {
		read = read_tensor(r, out);
	} else if (*from == '!' && !strchr(text_from(r, from), '.')) {
		const char *name = (read = other_type(r)) ? text_from(r, from + 1) : "";

		read = read && read_alias(r, name, out);
	} else {
		read = other_type(r);
		out->element = text_from(r, from);
		out->elem = element_named(out->element);
	}
	r->depth--;
	if (!out->text)
		out->text = text_from(r, from);
	return read;
}

bool mlir_read_types(mlir_reader *r, mlir_type_list *out)
{
	const bool brackets = mlir_accept(r, "(");
	mlir_type type;

	if (brackets && mlir_accept(r, ")"))
		return true;
	do {
		if (!mlir_read_type(r, &type))
			return false;
		HR_PUSH(out, type);
	} while (mlir_accept(r, ","));
	return !brackets || mlir_expect(r, ")");
}

/* --- dense elements ---------------------------------------------------------------------------- */

/* Set element I of DATA from the literal that comes next. */
static bool read_element(mlir_reader *r, hr_elem elem, void *data, uint64_t i)
{
	const bool real = hr_elem_is_real(elem);
	char *end;

	mlir_space(r);
	if (elem == HR_E_BOOL && (mlir_next_is(r, "true") || mlir_next_is(r, "false"))) {
		hr_elem_set_integer(elem, data, i, *r->at == 't');
		r->at += *r->at == 't' ? 4 : 5;
		return true;
	}
	if (!strchr("-0123456789", *r->at) || !*r->at)
		return mlir_fail(r, NULL, "a number is missing here");
	if (real && r->at[0] == '0' && r->at[1] == 'x') {
		const uint64_t bits = strtoull(r->at, &end, 16);

		memcpy((uint8_t *)data + i * hr_elem_bytes(elem), &bits, hr_elem_bytes(elem));
	} else if (real) {
		hr_elem_set_real(elem, data, i, strtod(r->at, &end));
	} else if (*r->at == '-') {
		hr_elem_set_integer(elem, data, i, strtoll(r->at, &end, 0));
	} else {
		const bool hex = r->at[1] == 'x';

		hr_elem_set_integer(elem, data, i, (int64_t)strtoull(r->at, &end, hex ? 16 : 10));
	}
	if (end == r->at)
		return mlir_fail(r, NULL, "a number is missing here");
	r->at = end;
	return true;
}

/* Read elements of axis AXIS and those after it; *I is the number of those before. */
static bool read_nested(mlir_reader *r, mlir_attr *out, unsigned axis, uint64_t *i)
{
	int64_t count = 0;

	if (axis == out->type.rank)
		return read_element(r, out->type.elem, (void *)(uintptr_t)out->data, (*i)++);
	if (!mlir_expect(r, "["))
		return false;
	while (!mlir_accept(r, "]")) {
		if (count == out->type.dim[axis])
			return mlir_fail(r, NULL, "the list has more than %lld items",
					 (long long)count);
		if (!read_nested(r, out, axis + 1, i))
			return false;
		count++;
		if (!mlir_accept(r, ",") && !mlir_next_is(r, "]"))
			return mlir_expect(r, "]");
	}
	return count == out->type.dim[axis] ||
	       mlir_fail(r, NULL, "the list has %lld items, but must have %lld", (long long)count,
			 (long long)out->type.dim[axis]);
}

static unsigned nibble(char c)
{
	return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a') + 10;
}

/* Set the elements from the bytes in the string that comes next: "0x0000803F". */
static bool read_bytes(mlir_reader *r, mlir_attr *out, uint64_t count)
{
	const char *from = r->at, *text = mlir_string(r);
	const hr_elem elem = out->type.elem;
	const size_t length = text ? strlen(text) / 2 - 1 : 0, size = hr_elem_bytes(elem);
	uint8_t *bytes, *bits;

	if (!text || strncmp(text, "0x", 2) != 0 || strlen(text) % 2 ||
	    strspn(text + 2, "0123456789abcdefABCDEF") != 2 * length)
		return mlir_fail(r, from, "the bytes are not written as hexadecimal digits");
	bytes = hr_arena_alloc(r->arena, length + 1);
	for (size_t i = 0; i < length; i++)
		bytes[i] = (uint8_t)(nibble(text[2 + 2 * i]) << 4 | nibble(text[3 + 2 * i]));
	out->data = bytes;
	out->splat = count != 1 && length == size;
	if (elem != HR_E_BOOL || length == count) {
		for (size_t i = 0; elem == HR_E_BOOL && i < length; i++)
			bytes[i] = bytes[i] != 0;
		return out->splat || (count <= length && length == count * size) ||
		       mlir_fail(r, from, "there are %zu bytes for %llu elements", length,
				 (unsigned long long)count);
	}
	if (!out->splat && length != count / 8 + (count % 8 != 0))
		return mlir_fail(r, from, "there are %zu bytes for %llu elements", length,
				 (unsigned long long)count);
	count = out->splat ? 1 : count;
	bits = hr_arena_alloc(r->arena, count + 1);
	for (uint64_t i = 0; i < count; i++)
		bits[i] = bytes[i / 8] >> i % 8 & 1;
	out->data = bits;
	return true;
}

bool mlir_read_dense(mlir_reader *r, const char *end, mlir_attr *out)
{
	const mlir_type *type = &out->type;
	hr_dims shape = {.rank = type->rank};
	uint64_t count, i = 0;
	bool read;

	for (unsigned axis = 0; axis < type->rank; axis++) {
		if (type->dim[axis] < 0)
			return mlir_fail(r, NULL, "the type of a constant has no '?'");
		shape.dim[axis] = (uint64_t)type->dim[axis];
	}
	count = hr_dims_count(&shape);
	mlir_space(r);
	if (*r->at == '"') {
		read = read_bytes(r, out, count);
	} else if (r->at == end) {
		out->data = "";
		read = count == 0 || mlir_fail(r, NULL, "the elements are missing");
	} else if (*r->at != '[' || !type->rank) {
		out->splat = type->rank > 0;
		out->data = hr_arena_alloc(r->arena, 8);
		read = read_element(r, type->elem, (void *)(uintptr_t)out->data, 0);
	} else {
		/* Each element has a character at least. */
		if (count > (uint64_t)(end - r->at))
			return mlir_fail(r, NULL, "there are less elements than %llu",
					 (unsigned long long)count);
		out->data = hr_arena_array(r->arena, count + 1, hr_elem_bytes(type->elem));
		read = read_nested(r, out, 0, &i);
	}
	mlir_space(r);
	return read && (r->at == end || mlir_fail(r, NULL, "'>' is missing here"));
}
