/* tools/import/stablehlo/control.c -- if, case, while, and calls of functions.
 *
 * A region becomes a body, a program of its own. What it takes from outside becomes inputs of the body,
 * constants except. A function is expanded where it is called, and so is a branch that is known at import.
 *
 * Invariant: the states of a loop have in its body the shapes that they have in every iteration.
 * Owns:      nothing; bodies belong to the program. */
#include <stdio.h>
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* --- what regions take from outside ---------------------------------------------------------------- */

typedef struct outer_values {
	HR_VEC(const char *) names;
	HR_VEC(hr_tv) values;
} outer_values;

static void free_captures(outer_values *of)
{
	HR_VEC_FREE(&of->names);
	HR_VEC_FREE(&of->values);
}

static void add_names(hr_strmap *map, const mlir_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		hr_strmap_put(map, names->data[i], 1);
}

/* Add to FOUND what REGION takes from SCOPE, each once; OWN has the names that it defines. The depth of regions
 * is limited by the reader. */
static void find_captures(const hlo_scope *scope, const mlir_region *region, hr_strmap *own,
			  outer_values *found)
{
	add_names(own, &region->arguments);
	for (size_t i = 0; i < region->op_count; i++) {
		const mlir_op *op = &region->ops[i];

		for (size_t k = 0; k < op->operands.count; k++) {
			const char *name = op->operands.data[k];
			uint64_t seen;
			hr_tv value;

			if (hr_strmap_get(own, name, &seen) || !hlo_find(scope, name, &value))
				continue;
			hr_strmap_put(own, name, 1);
			HR_PUSH(&found->names, name);
			HR_PUSH(&found->values, value);
		}
		for (size_t k = 0; k < op->region_count; k++)
			find_captures(scope, &op->regions[k], own, found);
		add_names(own, &op->results);
	}
}

/* Return false if something that REGIONS take from outside was reported. */
static bool captures_of(const hlo_scope *scope, const mlir_region *regions, size_t count,
			outer_values *found)
{
	bool whole = true;

	for (size_t i = 0; i < count; i++) {
		hr_strmap own = {0};

		for (size_t k = 0; k < found->names.count; k++)
			hr_strmap_put(&own, found->names.data[k], 1);
		find_captures(scope, &regions[i], &own, found);
		hr_strmap_free(&own);
	}
	for (size_t i = 0; i < found->values.count; i++)
		whole &= found->values.data[i] != 0;
	return whole;
}

/* Return a value of BODY like VALUE of the program around it: an input, or the same constant. */
static hr_tv pass_in(const hlo_op *o, hr_tprogram *body, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	uint64_t extents[HR_RANK_MOST] = {0};

	if (of->kind != HR_TV_CONSTANT)
		return hr_t_capture(body, o->program, value);
	for (unsigned i = 0; i < of->rank; i++) {
		int64_t extent = 0;

		hr_t_extent(o->program, value, i, &extent);
		extents[i] = (uint64_t)extent;
	}
	return hr_t_constant(body, of->name, of->elem, of->rank, extents, of->data);
}

/* Let SCOPE, of a body, have the captured values. OPERANDS, which may be NULL, gets those that are inputs.
 * Return their number. */
static unsigned pass_captures(const hlo_op *o, hlo_scope *scope, const outer_values *from,
			      hr_tv *operands)
{
	unsigned count = 0;

	for (size_t i = 0; i < from->values.count; i++) {
		const hr_tv value = from->values.data[i];

		hlo_put(scope, from->names.data[i], pass_in(o, scope->program, value));
		if (operands && hr_t_value(o->program, value)->kind != HR_TV_CONSTANT)
			operands[count++] = value;
	}
	return count;
}

static hlo_scope body_scope(const hlo_op *o, const char *name)
{
	return (hlo_scope){.model = o->model,
			   .program = hr_tprogram_new(o->model->arena, o->model->symbols, name),
			   .depth = o->scope->depth + 1};
}

static bool add_outputs(const hlo_op *o, hr_tprogram *body, const hr_tv *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		hr_t_output(body, "", values[i]);
	return count == o->out_count ||
	       hlo_invalid(o, "it has %u results, and a region %zu", o->out_count, count);
}

static hr_tv set_results(hlo_op *o, const hr_tv *values, size_t count)
{
	if (count != o->out_count)
		return hlo_invalid(o, "it has %u results, but %zu are returned", o->out_count,
				   count);
	if (count)
		memcpy(o->out, values, count * sizeof(*values));
	return o->out[0];
}

static hr_tv add_control(hlo_op *o, hr_tcontrol control, const hr_tv *operands, unsigned count,
			 unsigned states, hr_tprogram *const bodies[2])
{
	const unsigned index = hr_t_control(o->program, o->label, strchr(o->op->name, '.') + 1,
					    control, operands, count, states, bodies);

	for (unsigned i = 0; i < o->out_count; i++)
		o->out[i] = o->program->operators.data[index].first_result + i;
	return o->out[0];
}

/* --- if and case ------------------------------------------------------------------------------------- */

/* The name of the number of the branch in bodies; no name of the text has a space. */
static const char index_name[] = "branch index";

static hr_tv choose_from(hlo_op *o, hr_tv index, size_t first);

/* Translate branch K alone, or those from K on, in a body of their own. */
static bool add_branch(hlo_op *o, const outer_values *outside, size_t k, bool rest,
		       hlo_scope *scope)
{
	hlo_op inner = *o;
	hr_tv *results, index = 0;
	size_t count = o->out_count;
	bool made;

	*scope = body_scope(o, rest ? "else" : "then");
	pass_captures(o, scope, outside, NULL);
	if (!rest || k + 1 == o->op->region_count) {
		made = hlo_region(o, scope, &o->op->regions[k], NULL, 0, &results, &count);
	} else {
		inner.scope = scope;
		inner.program = scope->program;
		inner.out = hr_arena_array(o->model->arena, o->out_count + 1, sizeof(*inner.out));
		results = inner.out;
		made = hlo_find(scope, index_name, &index) && choose_from(&inner, index, k);
	}
	made = made && add_outputs(o, scope->program, results, count);
	hr_strmap_free(&scope->values);
	hr_t_body_end(scope->program, true);
	return made;
}

/* Let INDEX, of i32 (of an if: the condition), choose between the branches from FIRST on. */
static hr_tv choose_from(hlo_op *o, hr_tv index, size_t first)
{
	const bool is_if = o->argument;
	outer_values outside = {0};
	hlo_scope scopes[2] = {0};
	hr_tv condition = index, *operands, made = 0;
	unsigned count = 1;

	if (!is_if) {
		hr_t_operator(o->program, o->label, "case");
		condition = h_equal(o, index, h_like(o, index, (double)first));
	}
	if (captures_of(o->scope, o->op->regions + first, o->op->region_count - first, &outside) &&
	    condition) {
		if (!is_if) {
			HR_PUSH(&outside.names, index_name);
			HR_PUSH(&outside.values, index);
		}
		operands = hr_arena_array(o->model->arena, outside.values.count + 1,
					  sizeof(*operands));
		operands[0] = condition;
		for (size_t i = 0; i < outside.values.count; i++)
			if (hr_t_value(o->program, outside.values.data[i])->kind != HR_TV_CONSTANT)
				operands[count++] = outside.values.data[i];
		if (add_branch(o, &outside, first, false, &scopes[0]) &&
		    add_branch(o, &outside, first + 1, true, &scopes[1]))
			made = add_control(
				o, HR_T_IF, operands, count, 0,
				(hr_tprogram *const[]){scopes[0].program, scopes[1].program});
	}
	for (unsigned i = 0; i < 2 && !made; i++)
		hr_tprogram_free(scopes[i].program);
	free_captures(&outside);
	return made;
}

hr_tv hlo_op_choose(hlo_op *o)
{
	const size_t branches = o->op->region_count;
	int64_t chosen = 0;
	hr_tv *results;
	size_t count;

	if (!branches || (o->argument && branches != 2) || branches > HLO_MOST_DEPTH)
		return hlo_invalid(o, "it has %zu branches", branches);
	if (hr_t_value(o->program, o->in[0])->rank)
		return hlo_invalid(o, "its operand is no scalar");
	if (!hr_t_known(o->program, o->in[0], 0, &chosen) && branches > 1)
		return choose_from(o, o->in[0], 0);
	if (o->argument)
		chosen = !chosen;
	if (chosen < 0 || (size_t)chosen >= branches)
		chosen = (int64_t)branches - 1;
	if (!hlo_region(o, o->scope, &o->op->regions[chosen], NULL, 0, &results, &count))
		return 0;
	return set_results(o, results, count);
}

/* --- while -------------------------------------------------------------------------------------------- */

/* Translate the condition of the loop on STATES in SCOPE. Return it, or 0. */
static hr_tv loop_condition(hlo_op *o, hlo_scope *scope, const hr_tv *states)
{
	hr_tv *results;
	size_t count;

	if (!hlo_region(o, scope, &o->op->regions[0], states, o->in_count, &results, &count))
		return 0;
	if (count != 1 || hr_t_value(scope->program, results[0])->rank)
		return hlo_invalid(o, "its condition is no scalar");
	return results[0];
}

/* Add the body to the program of SCOPE. Return false after an error. */
static bool add_loop_body(hlo_op *o, hlo_scope *scope, const outer_values *outside,
			  const unsigned *varies, hr_tv *operands, unsigned *count)
{
	hr_tprogram *body = scope->program;
	hr_tv *states = hr_arena_array(o->model->arena, o->in_count + 1, sizeof(*states)), *next,
	      condition;
	size_t next_count;

	hr_t_input(body, "", HR_E_I64, 0, NULL);
	hr_t_input(body, "", HR_E_BOOL, 0, NULL);
	for (unsigned i = 0; i < o->in_count; i++)
		states[i] = hr_t_state(body, o->program, o->in[i], varies[i]);
	*count = 2 + o->in_count;
	*count += pass_captures(o, scope, outside, operands + *count);
	if (!hlo_region(o, scope, &o->op->regions[1], states, o->in_count, &next, &next_count))
		return false;
	if (next_count != o->in_count)
		return hlo_invalid(o, "it has %u states, and its body returns %zu", o->in_count,
				   next_count);
	condition = loop_condition(o, scope, next);
	hr_t_output(body, "", condition);
	return condition && add_outputs(o, body, next, next_count);
}

/* Make the body again with symbols for the extents that it changes, until there are no more. */
static hr_tv make_loop(hlo_op *o, const outer_values *outside, hr_tv first_condition)
{
	hr_arena *arena = o->model->arena;
	unsigned *varies = hr_arena_array(arena, o->in_count + 1, sizeof(*varies)), count = 0;
	hr_tv *operands =
		hr_arena_array(arena, 3 + o->in_count + outside->values.count, sizeof(*operands));
	hr_tprogram *bodies[2] = {0};
	const char *why = NULL;
	bool made, again;

	operands[1] = first_condition;
	memcpy(operands + 2, o->in, o->in_count * sizeof(*operands));
	do {
		hlo_scope scope = body_scope(o, "body");

		hr_tprogram_free(bodies[0]);
		bodies[0] = scope.program;
		made = add_loop_body(o, &scope, outside, varies, operands, &count);
		hr_strmap_free(&scope.values);
		again = made && hr_t_states_vary(scope.program, o->in_count, 2, 1, varies, &why);
		hr_t_body_end(scope.program, made && !again);
	} while (again && !why);
	if (made && !why)
		return add_control(o, HR_T_LOOP, operands, count, o->in_count, bodies);
	hr_tprogram_free(bodies[0]);
	return why ? hlo_invalid(o, "%s", why) : 0;
}

hr_tv hlo_op_while(hlo_op *o)
{
	outer_values outside = {0};
	hr_tv made = 0, condition;

	if (o->op->region_count != 2 || o->out_count != o->in_count || !o->in_count)
		return hlo_invalid(o, "it has %zu regions, %u states and %u results",
				   o->op->region_count, o->in_count, o->out_count);
	condition = loop_condition(o, o->scope, o->in);
	if (condition && captures_of(o->scope, o->op->regions, 2, &outside))
		made = make_loop(o, &outside, condition);
	free_captures(&outside);
	return made;
}

/* --- reductions by any region ------------------------------------------------------------------------------ */

/* The loop of hlo_fold(). */
typedef struct folding {
	const hr_tv *whole, *initial;
	unsigned count;
	outer_values outside;
	hr_tv *operands; /* of the loop */
	unsigned operand_count;
} folding;

/* Add an iteration to the program of SCOPE. Return false after an error. */
static bool add_fold_body(const hlo_op *o, hlo_scope *scope, folding *f)
{
	const size_t count = f->count;
	hlo_op inner = *o;
	hr_tv *arguments = hr_arena_array(o->model->arena, 2 * count + 1, sizeof(*arguments)),
	      *next, iteration;

	inner.scope = scope;
	inner.program = scope->program;
	hr_t_operator(inner.program, o->label, strchr(o->op->name, '.') + 1);
	iteration = hr_t_input(inner.program, "", HR_E_I64, 0, NULL);
	hr_t_input(inner.program, "", HR_E_BOOL, 0, NULL);
	for (unsigned i = 0; i < count; i++) {
		f->operands[f->operand_count++] = f->initial[i];
		arguments[i] = hr_t_state(inner.program, o->program, f->initial[i], 0);
	}
	for (unsigned i = 0; i < count; i++) {
		if (hr_t_value(o->program, f->whole[i])->kind != HR_TV_CONSTANT)
			f->operands[f->operand_count++] = f->whole[i];
		arguments[count + i] =
			h_gather(&inner, pass_in(o, inner.program, f->whole[i]), iteration, 0);
	}
	f->operand_count += pass_captures(o, scope, &f->outside, f->operands + f->operand_count);
	if (!hlo_elements(&inner, o->op->regions, arguments, 2 * count, &next, count))
		return false;
	hr_t_output(inner.program, "", hr_t_scalar(inner.program, HR_E_BOOL, 1));
	return add_outputs(o, inner.program, next, count);
}

/* Return true if the states have the same types and shapes after an iteration. */
static bool keeps_states(const hlo_op *o, hr_tprogram *body, unsigned count)
{
	unsigned *varies = hr_arena_array(o->model->arena, count + 1, sizeof(*varies));
	const char *why;

	if (hr_t_states_vary(body, count, 2, 1, varies, &why))
		return hlo_invalid(o, "its region changes the shape of its values");
	return !why || hlo_invalid(o, "%s", why);
}

hr_tv hlo_fold(hlo_op *o, const hr_tv *whole, const hr_tv *initial, unsigned count)
{
	folding f = {.whole = whole, .initial = initial, .count = count};
	hlo_scope scope;
	hr_tprogram *bodies[2] = {0};
	bool good;

	if (!captures_of(o->scope, o->op->regions, 1, &f.outside)) {
		free_captures(&f.outside);
		return 0;
	}
	f.operands = hr_arena_array(o->model->arena, 3 + 2 * (size_t)count + f.outside.values.count,
				    sizeof(*f.operands));
	f.operands[0] = h_extent(o, whole[0], 0);
	f.operand_count = 2;
	scope = body_scope(o, "body");
	bodies[0] = scope.program;
	good = add_fold_body(o, &scope, &f);
	hlo_report_calls(o, scope.program);
	good = good && keeps_states(o, scope.program, count);
	hr_t_body_end(scope.program, good);
	hr_strmap_free(&scope.values);
	free_captures(&f.outside);
	if (good)
		return add_control(o, HR_T_LOOP, f.operands, f.operand_count, count, bodies);
	hr_tprogram_free(bodies[0]);
	return 0;
}

/* --- calls ---------------------------------------------------------------------------------------------- */

static const mlir_function *function_named(const hlo_op *o, const char *name)
{
	for (size_t i = 0; i < o->model->module.function_count; i++)
		if (strcmp(o->model->module.functions[i].name, name) == 0)
			return &o->model->module.functions[i];
	hlo_invalid(o, "there is no function @%s", name);
	return NULL;
}

hr_tv hlo_op_call(hlo_op *o)
{
	const mlir_attr *name = mlir_attr_of(o->op, o->argument ? "decomposition" : "callee");
	hlo_scope scope = {.model = o->model, .program = o->program, .depth = o->scope->depth + 1};
	const mlir_function *function;
	hr_tv *results;
	size_t count;

	if (!name || name->kind != MLIR_SYMBOL)
		return hlo_invalid(o, "the name of a function is missing");
	function = function_named(o, name->text);
	if (!function ||
	    !hlo_region(o, &scope, &function->body, o->in, o->in_count, &results, &count))
		return 0;
	return set_results(o, results, count);
}

/* Need that the condition of a shape assertion holds, when the program runs: as many elements of one are taken
 * as it says, and that must be 1. */
static void need_true(hlo_op *o, const char *message)
{
	const int64_t zero = 0, one = 1;
	hr_tv part;

	hr_t_operator(o->program, o->label, "shape_assertion");
	part = hr_t_3(o->program, HR_R_slice, hr_t_integers(o->program, &one, 1),
		      hr_t_integers(o->program, &zero, 1),
		      h_unsqueeze(o, h_i64(o, o->in[0]), &zero, 1));
	if (part &&
	    !hr_sym_need(o->model->symbols, HR_NEED_EQUAL, hr_t_value(o->program, part)->extent[0],
			 hr_sym_number(o->model->symbols, 1), o->label))
		hlo_invalid(o, "it does not hold: %s", message);
}

static void assert_shape(hlo_op *o)
{
	const hr_tcall *call = o->in_count ? hlo_call_of(o, o->in[0]) : NULL;
	const mlir_attr *attr = mlir_attr_of(o->op, "error_message");
	const char *message = attr && attr->kind == MLIR_STRING ? attr->text : "";
	const hr_tvalue *a, *b;
	int64_t holds;

	if (!o->in_count || hr_t_value(o->program, o->in[0])->rank) {
		hlo_invalid(o, "its condition is no scalar");
		return;
	}
	if (hr_t_known(o->program, o->in[0], 0, &holds) && holds)
		return;
	if (!call || (call->row != HR_R_equal && call->row != HR_R_less_equal)) {
		need_true(o, message);
		return;
	}
	a = hr_t_value(o->program, call->operands[0]);
	b = hr_t_value(o->program, call->operands[1]);
	if (a->known_count != 1 || b->known_count != 1 || !a->known[0] || !b->known[0])
		need_true(o, message);
	else if (!hr_sym_need(o->model->symbols,
			      call->row == HR_R_equal ? HR_NEED_EQUAL : HR_NEED_LESS_EQUAL,
			      a->known[0], b->known[0], o->label))
		hlo_invalid(o, "it does not hold: %s", message);
}

hr_tv hlo_op_custom_call(hlo_op *o)
{
	static const char *const same[] = {"Sharding", "annotate_device_placement",
					   "xla.sdy.FuncResultSharding", "xla.sdy.Sharding"};
	const mlir_attr *name = mlir_attr_of(o->op, "callee");

	if (!name)
		name = mlir_attr_of(o->op, "call_target_name");
	if (!name || !name->text)
		return hlo_invalid(o, "the name of what it calls is missing");
	if (strcmp(name->text, "shape_assertion") == 0) {
		assert_shape(o);
		return 0;
	}
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
		if (strcmp(name->text, same[i]) == 0)
			return set_results(o, o->in, o->in_count);
	return hlo_refuse(o, "the function @%s of another library is not supported", name->text);
}
