/* ir/tensor/program.c -- build a tensor program: operators, calls, values.
 *
 * Invariant: each call belongs to the last operator that was begun before it; its operands exist.
 * Owns:      the lists of a program and of its bodies; everything else is in the arena.
 * Not here:  types and shapes of results (shape.c), operators with bodies (control.c). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"
#include "ir/tensor/tensor_program.h"

hr_tprogram *hr_tprogram_new(hr_arena *arena, hr_symbols *symbols, const char *name)
{
	hr_tprogram *program = HR_ARENA_NEW(arena, hr_tprogram);

	program->arena = arena;
	program->symbols = symbols;
	program->name = name;
	program->scope = hr_sym_enter(symbols);
	HR_PUSH(&program->values, (hr_tvalue){.name = ""});
	return program;
}

void hr_tprogram_free(hr_tprogram *program)
{
	if (!program)
		return;
	for (size_t i = 0; i < program->operators.count; i++)
		for (unsigned k = 0; k < 2; k++)
			hr_tprogram_free(program->operators.data[i].bodies[k]);
	HR_VEC_FREE(&program->values);
	HR_VEC_FREE(&program->calls);
	HR_VEC_FREE(&program->operators);
	HR_VEC_FREE(&program->inputs);
	HR_VEC_FREE(&program->outputs);
	HR_VEC_FREE(&program->output_names);
	HR_VEC_FREE(&program->errors);
	hr_strmap_free(&program->labels);
}

/* --- values ----------------------------------------------------------------------------------- */

static hr_tv add_value(hr_tprogram *program, const hr_tvalue *value)
{
	HR_PUSH(&program->values, *value);
	return (hr_tv)program->values.count - 1;
}

const hr_tvalue *hr_t_value(const hr_tprogram *program, hr_tv value)
{
	return &program->values.data[value];
}

hr_tv hr_t_input(hr_tprogram *program, const char *name, hr_elem elem, unsigned rank,
		 const hr_sym *extents)
{
	hr_tvalue value = {.kind = HR_TV_INPUT, .name = name, .elem = elem, .rank = rank};
	hr_tv added;

	if (rank)
		memcpy(value.extent, extents, rank * sizeof(*extents));
	added = add_value(program, &value);
	HR_PUSH(&program->inputs, added);
	return added;
}

/* Set the known elements of VALUE, a constant: of small tensors of integers. */
static void note_known(hr_tprogram *program, hr_tvalue *value)
{
	hr_dims dims;
	size_t count;
	hr_sym *known;

	if (hr_elem_is_real(value->elem) || !hr_sh_small(program->symbols, value, &dims, &count))
		return;
	known = hr_arena_array(program->arena, count + 1, sizeof(*known));
	for (size_t i = 0; i < count; i++)
		known[i] = hr_sym_number(program->symbols,
					 hr_elem_integer(value->elem, value->data, i));
	value->known = known;
	value->known_count = count;
}

hr_tv hr_t_constant(hr_tprogram *program, const char *name, hr_elem elem, unsigned rank,
		    const uint64_t *extents, const void *data)
{
	hr_tvalue value = {
		.kind = HR_TV_CONSTANT, .name = name, .elem = elem, .rank = rank, .data = data};

	for (unsigned i = 0; i < rank; i++)
		value.extent[i] = hr_sym_number(program->symbols, (int64_t)extents[i]);
	note_known(program, &value);
	return add_value(program, &value);
}

hr_tv hr_t_scalar(hr_tprogram *program, hr_elem elem, double value)
{
	void *data = hr_arena_alloc(program->arena, 8);

	if (hr_elem_is_real(elem))
		hr_elem_set_real(elem, data, 0, value);
	else
		hr_elem_set_integer(elem, data, 0, (int64_t)value);
	return hr_t_constant(program, "", elem, 0, NULL, data);
}

hr_tv hr_t_integers(hr_tprogram *program, const int64_t *values, size_t count)
{
	const uint64_t extent = count;
	int64_t *data = hr_arena_array(program->arena, count + 1, sizeof(*data));

	if (count)
		memcpy(data, values, count * sizeof(*data));
	return hr_t_constant(program, "", HR_E_I64, 1, &extent, data);
}

void hr_t_output(hr_tprogram *program, const char *name, hr_tv value)
{
	HR_PUSH(&program->outputs, value);
	HR_PUSH(&program->output_names, name);
}

/* --- operators -------------------------------------------------------------------------------- */

/* Return true if an operator has LABEL; *ENTRY is its place, and the next number to try in the upper half. */
static bool has_label(const hr_tprogram *program, const char *label, uint64_t *entry)
{
	/* The last operator may have been dropped. */
	return hr_strmap_get(&program->labels, label, entry) &&
	       (uint32_t)*entry < program->operators.count &&
	       strcmp(program->operators.data[(uint32_t)*entry].label, label) == 0;
}

/* Return LABEL, with a number if an operator has it already, as that of the next operator. */
static const char *unique_label(hr_tprogram *program, const char *label)
{
	const char *made = label;
	uint64_t entry, other, number;

	if (has_label(program, label, &entry)) {
		for (number = entry >> 32;; number++) {
			made = hr_arena_printf(program->arena, "%s_%u", label, (unsigned)number);
			if (!has_label(program, made, &other))
				break;
		}
		hr_strmap_put(&program->labels, label, (uint32_t)entry | (number + 1) << 32);
	}
	hr_strmap_put(&program->labels, made, program->operators.count | UINT64_C(2) << 32);
	return made;
}

unsigned hr_t_operator(hr_tprogram *program, const char *label, const char *type)
{
	HR_PUSH(&program->operators, (hr_toperator){.label = unique_label(program, label),
						    .type = type,
						    .first_call = (unsigned)program->calls.count});
	return (unsigned)program->operators.count - 1;
}

hr_tv hr_t_fail(hr_tprogram *program, const char *format, ...)
{
	hr_toperator *last = &HR_LAST(&program->operators);
	char text[512];
	va_list args;

	if (last->failed)
		return 0;
	last->failed = true;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	HR_PUSH(&program->errors, (hr_terror){(unsigned)program->operators.count - 1,
					      hr_arena_strdup(program->arena, text), false, ""});
	return 0;
}

/* Return false if the call cannot be made since an operand is missing. */
static bool has_operands(const hr_row_about *about, const hr_tv *operands, unsigned count)
{
	if (count < about->least || (about->most != HR_ROW_ANY && count > about->most))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!operands[i] && (i < about->least || about->most == HR_ROW_ANY))
			return false;
	return true;
}

static hr_tv add_call(hr_tprogram *program, hr_row row, const hr_tv *operands, unsigned count,
		      const char *attributes)
{
	hr_toperator *owner = &HR_LAST(&program->operators);
	hr_tcall call = {.row = row, .operand_count = count};
	hr_tvalue result = {.name = ""};
	hr_tv *copy = hr_arena_array(program->arena, count + 1, sizeof(*copy));
	const char *why = NULL;
	bool limit = false;

	if (owner->failed)
		return 0;
	if (!has_operands(hr_row_of(row), operands, count))
		return hr_t_fail(program, "an operand of %s is missing", hr_row_of(row)->name);
	if (count)
		memcpy(copy, operands, count * sizeof(*copy));
	call.operands = copy;
	call.text = hr_arena_printf(program->arena, "%s%s%s", hr_row_of(row)->name,
				    *attributes ? " " : "", attributes);
	if (!hr_attributes_read(program->arena, call.text, &call.attributes, &why) ||
	    !hr_t_infer(program, &call, owner->label, &result, &why, &limit)) {
		hr_t_fail(program, "%s", why);
		HR_LAST(&program->errors).limit = limit;
		HR_LAST(&program->errors).row = hr_row_of(row)->name;
		return 0;
	}
	result.kind = HR_TV_RESULT;
	result.operator_ = (unsigned)program->operators.count - 1;
	call.result = add_value(program, &result);
	HR_PUSH(&program->calls, call);
	owner->call_count++;
	return call.result;
}

hr_tv hr_t_call(hr_tprogram *program, hr_row row, const hr_tv *operands, unsigned count,
		const char *format, ...)
{
	va_list args, again;
	char *text;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		hr_bug("an attribute cannot be printed");
	text = hr_arena_alloc(program->arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return add_call(program, row, operands, count, text);
}

hr_tv hr_t_1(hr_tprogram *program, hr_row row, hr_tv a)
{
	return add_call(program, row, &a, 1, "");
}

hr_tv hr_t_2(hr_tprogram *program, hr_row row, hr_tv a, hr_tv b)
{
	return add_call(program, row, (const hr_tv[]){a, b}, 2, "");
}

hr_tv hr_t_3(hr_tprogram *program, hr_row row, hr_tv a, hr_tv b, hr_tv c)
{
	return add_call(program, row, (const hr_tv[]){a, b, c}, 3, "");
}

/* --- asking ----------------------------------------------------------------------------------- */

bool hr_t_extent(const hr_tprogram *program, hr_tv value, unsigned axis, int64_t *number)
{
	const hr_tvalue *of = hr_t_value(program, value);

	return axis < of->rank &&
	       hr_sym_is_number(program->symbols,
				hr_sym_simplify(program->symbols, of->extent[axis]), number);
}

bool hr_t_known(const hr_tprogram *program, hr_tv value, size_t i, int64_t *number)
{
	const hr_tvalue *of = hr_t_value(program, value);

	return i < of->known_count &&
	       hr_sym_is_number(program->symbols, hr_sym_simplify(program->symbols, of->known[i]),
				number);
}

const char *hr_t_text(const hr_tprogram *program, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(program, value);
	const char *text = hr_arena_printf(program->arena, "%s (", hr_elem_name(of->elem));

	for (unsigned i = 0; i < of->rank; i++)
		text = hr_arena_printf(
			program->arena, "%s%s%s", text, i ? ", " : "",
			hr_sym_text(program->symbols,
				    hr_sym_simplify(program->symbols, of->extent[i])));
	return hr_arena_printf(program->arena, "%s)", text);
}
