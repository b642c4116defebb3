/* ir/tensor/needs.c -- extents of inputs and needs as text of a module, and their check (X2).
 *
 * Invariant: what is written is read as the same inputs and needs.
 * Not here:  expressions as text (ir/symbol/text.c). */
#include "ir/tensor/needs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/symbol/quote.h"

/* Characters of names that are written without quotes. */
#define PLAIN "/-"

/* --- writing ---------------------------------------------------------------------------------- */

void hr_needs_write(const hr_tprogram *program, FILE *out)
{
	const hr_need *needs;
	unsigned count;

	for (size_t i = 0; i < program->inputs.count; i++) {
		const hr_tvalue *input = hr_t_value(program, program->inputs.data[i]);

		fputs("input ", out);
		hr_quote_write(input->name, PLAIN, out);
		fprintf(out, ": %s (", hr_elem_name(input->elem));
		for (unsigned axis = 0; axis < input->rank; axis++)
			fprintf(out, "%s%s", axis ? ", " : "",
				hr_sym_text(program->symbols, input->extent[axis]));
		fputs(")\n", out);
	}
	needs = hr_sym_needs(program->symbols, &count);
	for (unsigned i = 0; i < count; i++) {
		if (needs[i].conditional)
			continue;
		fputs("need ", out);
		hr_quote_write(needs[i].who, PLAIN, out);
		fprintf(out, ": %s\n", hr_need_text(program->symbols, &needs[i]));
	}
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct needs_reader {
	hr_arena *arena;
	hr_symbols *symbols;
	const char *at;
	HR_VEC(hr_needs_input) inputs;
	HR_VEC(hr_need) needs;
} needs_reader;

static bool accept(needs_reader *in, const char *word)
{
	if (strncmp(in->at, word, strlen(word)) != 0)
		return false;
	in->at += strlen(word);
	return true;
}

/* Return the name at the text's beginning, in the arena, or NULL. */
static const char *read_name(needs_reader *in)
{
	const size_t room = strcspn(in->at, "\n") + 1;
	char *line = hr_arena_strndup(in->arena, in->at, room),
	     *name = hr_arena_alloc(in->arena, room);
	const char *end = hr_quote_read(line, PLAIN, name);

	if (!end)
		return NULL;
	in->at += end - line;
	return name;
}

static bool read_extents(needs_reader *in, hr_needs_input *input)
{
	if (!accept(in, " ("))
		return false;
	while (!accept(in, ")")) {
		if (input->rank == HR_RANK_MOST || (input->rank && !accept(in, ", ")))
			return false;
		input->extent[input->rank] = hr_sym_read(in->symbols, in->at, &in->at);
		if (!input->extent[input->rank++])
			return false;
	}
	return true;
}

static bool read_input(needs_reader *in)
{
	hr_needs_input input = {.name = read_name(in)};
	size_t length;

	if (!input.name || !accept(in, ": "))
		return false;
	length = strcspn(in->at, " \n");
	input.elem = hr_elem_named(hr_arena_strndup(in->arena, in->at, length));
	in->at += length;
	if (!input.elem || !read_extents(in, &input))
		return false;
	HR_PUSH(&in->inputs, input);
	return true;
}

static bool read_need(needs_reader *in)
{
	hr_need need = {.who = read_name(in)};

	if (!need.who || !accept(in, ": ") || !(need.a = hr_sym_read(in->symbols, in->at, &in->at)))
		return false;
	if (accept(in, " = "))
		need.kind = HR_NEED_EQUAL;
	else if (accept(in, " <= "))
		need.kind = HR_NEED_LESS_EQUAL;
	else if (accept(in, " divides "))
		need.kind = HR_NEED_DIVIDES;
	else
		return false;
	need.b = hr_sym_read(in->symbols, in->at, &in->at);
	if (need.b)
		HR_PUSH(&in->needs, need);
	return need.b != HR_SYM_NONE;
}

/* Return a copy of COUNT elements of SIZE bytes, in the arena. */
static const void *kept(hr_arena *arena, const void *data, size_t count, size_t size)
{
	void *copy = hr_arena_array(arena, count + 1, size);

	if (count)
		memcpy(copy, data, count * size);
	return copy;
}

bool hr_needs_read(hr_arena *arena, hr_symbols *symbols, const char *text, hr_needs *out,
		   const char **why)
{
	needs_reader in = {.arena = arena, .symbols = symbols, .at = text};
	unsigned line = 1;
	bool right = true;

	for (; right && *in.at; line++)
		right = (accept(&in, "input ") ? read_input(&in)
					       : accept(&in, "need ") && read_need(&in)) &&
			accept(&in, "\n");
	if (right)
		*out = (hr_needs){
			(unsigned)in.inputs.count, (unsigned)in.needs.count,
			kept(arena, in.inputs.data, in.inputs.count, sizeof(*in.inputs.data)),
			kept(arena, in.needs.data, in.needs.count, sizeof(*in.needs.data))};
	else
		*why = hr_arena_printf(arena, "line %u of the needs is no input and no need",
				       line - 1);
	HR_VEC_FREE(&in.inputs);
	HR_VEC_FREE(&in.needs);
	return right;
}

/* --- checking --------------------------------------------------------------------------------- */

/* Return false if axis AXIS of input I cannot be what it is; set *LATER if that is not known yet. */
static bool bind_axis(hr_arena *arena, hr_symbols *symbols, const hr_needs_input *input,
		      const hr_dims *shape, unsigned axis, hr_sym_values *values, bool *later,
		      const char **why)
{
	char text[HR_DIMS_TEXT];
	int64_t value;

	switch (hr_sym_bind(symbols, input->extent[axis], (int64_t)shape->dim[axis], values)) {
	case HR_BIND_DONE: return true;
	case HR_BIND_LATER: *later = true; return true;
	case HR_BIND_DIFFERS: break;
	}
	*why = hr_arena_printf(arena, "axis %u of input %s, %s, must be %s", axis, input->name,
			       hr_dims_text(shape, text),
			       hr_sym_text(symbols, input->extent[axis]));
	if (!hr_sym_is_number(symbols, hr_sym_simplify(symbols, input->extent[axis]), &value) &&
	    hr_sym_evaluate(symbols, input->extent[axis], values, &value))
		*why = hr_arena_printf(arena, "%s, which is %" PRId64, *why, value);
	return false;
}

/* Give the symbols of the inputs' extents their values. */
static bool bind_inputs(hr_arena *arena, hr_symbols *symbols, const hr_needs *of,
			const hr_dims *shapes, hr_sym_values *values, const char **why)
{
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < of->input_count; i++) {
			const hr_needs_input *input = &of->inputs[i];
			char text[HR_DIMS_TEXT];
			bool later = false;

			if (input->rank != shapes[i].rank) {
				*why = hr_arena_printf(
					arena, "input %s, %s, must have %u dimensions", input->name,
					hr_dims_text(&shapes[i], text), input->rank);
				return false;
			}
			for (unsigned axis = 0; axis < input->rank; axis++)
				if (!bind_axis(arena, symbols, input, &shapes[i], axis, values,
					       &later, why))
					return false;
		}
	return true;
}

/* Return "; s0 is 8 (axis 0 of x)" for SYM, or "" if it is a number. */
static const char *origin(hr_arena *arena, hr_symbols *symbols, const hr_needs *of, hr_sym sym,
			  const hr_sym_values *values)
{
	int64_t number = 0;
	const char *text;

	if (hr_sym_is_number(symbols, sym, &number))
		return "";
	hr_sym_evaluate(symbols, sym, values, &number);
	text = hr_arena_printf(arena, "; %s is %" PRId64, hr_sym_text(symbols, sym), number);
	for (unsigned i = 0; i < of->input_count; i++)
		for (unsigned axis = 0; axis < of->inputs[i].rank; axis++)
			if (of->inputs[i].extent[axis] == sym)
				return hr_arena_printf(arena, "%s (axis %u of %s)", text, axis,
						       of->inputs[i].name);
	return text;
}

bool hr_needs_check(hr_arena *arena, hr_symbols *symbols, const hr_needs *of, const hr_dims *shapes,
		    hr_sym_values *values, const char **why)
{
	bool known;

	if (!bind_inputs(arena, symbols, of, shapes, values, why))
		return false;
	for (unsigned i = 0; i < of->need_count; i++) {
		const hr_need *need = &of->needs[i];

		if (hr_need_met(symbols, need, values, &known))
			continue;
		*why = hr_arena_printf(arena, "%s needs %s%s%s", need->who,
				       hr_need_text(symbols, need),
				       origin(arena, symbols, of, need->a, values),
				       origin(arena, symbols, of, need->b, values));
		return false;
	}
	return true;
}
