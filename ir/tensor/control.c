/* ir/tensor/control.c -- operators with bodies: If and Loop.
 *
 * Invariant: an extent of a result is an expression of what was there before the bodies, or a new
 *            symbol.
 * Not here:  how a model's subgraphs become bodies (tools/import/onnx/). */
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/tensor_program.h"

/* --- building bodies -------------------------------------------------------------------------- */

hr_tv hr_t_capture(hr_tprogram *body, const hr_tprogram *program, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(program, value);
	const hr_tv made = hr_t_input(body, of->name, of->elem, of->rank, of->extent);

	body->values.data[made].wide = of->wide;
	body->values.data[made].known = of->known;
	body->values.data[made].known_count = of->known_count;
	return made;
}

hr_tv hr_t_state(hr_tprogram *body, const hr_tprogram *program, hr_tv initial, unsigned varies)
{
	const hr_tvalue *of = hr_t_value(program, initial);
	hr_sym extents[HR_RANK_MOST];
	hr_tv made;

	for (unsigned axis = 0; axis < of->rank; axis++)
		extents[axis] =
			varies >> axis & 1 ? hr_sym_symbol(body->symbols, NULL) : of->extent[axis];
	made = hr_t_input(body, "", of->elem, of->rank, extents);
	body->values.data[made].wide = of->wide;
	return made;
}

bool hr_t_states_vary(hr_tprogram *body, unsigned count, unsigned first_input,
		      unsigned first_output, unsigned *varies, const char **why)
{
	bool changed = false;

	*why = NULL;
	for (unsigned i = 0; i < count; i++) {
		const hr_tv before = body->inputs.data[first_input + i];
		const hr_tv after = body->outputs.data[first_output + i];
		const hr_tvalue *state = hr_t_value(body, before), *next = hr_t_value(body, after);

		if (state->elem != next->elem || state->rank != next->rank) {
			*why = hr_arena_printf(body->arena,
					       "state %u is %s, and %s after an iteration", i,
					       hr_t_text(body, before), hr_t_text(body, after));
			return false;
		}
		for (unsigned axis = 0; axis < state->rank; axis++) {
			if ((varies[i] >> axis & 1) ||
			    hr_sym_equal(body->symbols, state->extent[axis], next->extent[axis]))
				continue;
			varies[i] |= 1U << axis;
			changed = true;
		}
	}
	return changed;
}

void hr_t_body_end(hr_tprogram *body, bool kept)
{
	if (kept)
		hr_sym_leave(body->symbols, body->scope);
	else
		hr_sym_forget(body->symbols, body->scope, false);
}

/* --- adding the operator ---------------------------------------------------------------------- */

/* Return the value that result I must agree with: of the other branch, or the initial state; NULL: there
 * is none. *WHERE is its program. */
static const hr_tvalue *counterpart(const hr_tprogram *program, const hr_toperator *of, unsigned i,
				    const hr_tprogram **where, hr_tv *number)
{
	if (of->control == HR_T_LOOP && i >= of->states)
		return NULL;
	*where = of->control == HR_T_IF ? of->bodies[1] : program;
	*number = of->control == HR_T_IF ? of->bodies[1]->outputs.data[i] : of->operands[2 + i];
	return hr_t_value(*where, *number);
}

/* Return extent SYM, of result I's axis AXIS, as it is known outside of the bodies. */
static hr_sym outer_extent(hr_tprogram *program, const hr_toperator *of, hr_sym sym, hr_sym other)
{
	const hr_sym one = hr_sym_simplify(program->symbols, sym);

	if (hr_sym_before(program->symbols, one, of->bodies[0]->scope) &&
	    hr_sym_equal(program->symbols, one, other))
		return one;
	return hr_sym_symbol(program->symbols, NULL);
}

/* Return true if element 0 of VALUE is known to be 1, or VALUE is omitted. */
static bool is_true(const hr_tprogram *program, hr_tv value)
{
	int64_t number;

	return !value || (hr_t_known(program, value, 0, &number) && number == 1);
}

/* Return the number of iterations of a loop: the trip count, if nothing else ends it, or a symbol. */
static hr_sym iterations(hr_tprogram *program, const hr_toperator *of)
{
	const hr_tvalue *trips = hr_t_value(program, of->operands[0]);
	const hr_tprogram *body = of->bodies[0];

	if (!trips->known || !trips->known[0] || !is_true(program, of->operands[1]) ||
	    !body->outputs.data[0] || !is_true(body, body->outputs.data[0]))
		return hr_sym_symbol(program->symbols, NULL);
	return hr_sym_make(program->symbols, HR_SYM_MAX, trips->known[0],
			   hr_sym_number(program->symbols, 0));
}

/* Set *MADE to the type and shape of result I of a control operator. Return false after an error. */
static bool control_result(hr_tprogram *program, const hr_toperator *of, unsigned i,
			   hr_tvalue *made)
{
	const hr_tprogram *body = of->bodies[0], *where = NULL;
	const hr_tv output = body->outputs.data[of->control == HR_T_LOOP ? i + 1 : i];
	const hr_tvalue *value = hr_t_value(body, output);
	hr_tv number = 0;
	const hr_tvalue *other = counterpart(program, of, i, &where, &number);
	const unsigned shift = other ? 0 : 1; /* scanned values are stacked */

	*made = (hr_tvalue){.kind = HR_TV_CONTROL,
			    .name = "",
			    .elem = value->elem,
			    .wide = value->wide,
			    .rank = value->rank + shift,
			    .result = i,
			    .operator_ = (unsigned)program->operators.count - 1};
	if (made->rank > HR_RANK_MOST)
		return hr_t_fail(program, "result %u would have %u dimensions; at most %d", i,
				 made->rank, HR_RANK_MOST);
	if (other && (other->elem != value->elem || other->rank != value->rank ||
		      other->wide != value->wide))
		return hr_t_fail(program, "result %u is %s in one case and %s in the other", i,
				 hr_t_text(body, output), hr_t_text(where, number));
	if (shift)
		made->extent[0] = iterations(program, of);
	for (unsigned axis = 0; axis < value->rank; axis++)
		made->extent[axis + shift] =
			outer_extent(program, of, value->extent[axis],
				     other ? other->extent[axis] : value->extent[axis]);
	return true;
}

unsigned hr_t_control(hr_tprogram *program, const char *label, const char *type,
		      hr_tcontrol control, const hr_tv *operands, unsigned count, unsigned states,
		      hr_tprogram *const bodies[2])
{
	const unsigned index = hr_t_operator(program, label, type);
	hr_toperator *made = &program->operators.data[index];
	hr_tv *copy = hr_arena_array(program->arena, count + 1, sizeof(*copy));

	hr_t_body_end(bodies[0], true);
	if (count)
		memcpy(copy, operands, count * sizeof(*copy));
	made->control = control;
	made->operands = copy;
	made->operand_count = count;
	made->states = states;
	made->bodies[0] = bodies[0];
	made->bodies[1] = bodies[1];
	made->result_count = (unsigned)bodies[0]->outputs.count - (control == HR_T_LOOP ? 1 : 0);
	made->first_result = (hr_tv)program->values.count;
	for (unsigned i = 0; i < made->result_count; i++) {
		hr_tvalue value;

		if (!control_result(program, made, i, &value))
			value = (hr_tvalue){.name = "", .operator_ = index};
		HR_PUSH(&program->values, value);
	}
	return index;
}
