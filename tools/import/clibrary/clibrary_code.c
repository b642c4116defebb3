/* tools/import/clibrary/clibrary_code.c -- the code of a library: a call of ral.h for each call of a row, in C;
 * If and Loop as those of C.
 *
 * Invariant: ral_done() follows the last use of each value that a call or a control operator of its scope
 *            has made.
 * Not here:  the files around it (clibrary.c). */
#include <inttypes.h>
#include <string.h>

#include "tools/import/clibrary/clibrary_private.h"

/* Values of a program, or of a body, in the code that is being written. A position counts calls and control
 * operators. */
typedef struct code_scope {
	const hr_tprogram *program;
	unsigned *variables; /* by value: number of its variable; 0: none */
	unsigned *last;      /* by value: position of the last use; 0: done, or not of this scope */
	bool *wanted;        /* by value: it is used */
	unsigned position;
} code_scope;

enum { TO_THE_END = UINT32_MAX };

void library_quoted(FILE *code, const char *text)
{
	fputc('"', code);
	for (const unsigned char *at = (const unsigned char *)text; *at; at++)
		if (*at == '"' || *at == '\\')
			fprintf(code, "\\%c", *at);
		else if (*at < ' ' || *at > '~' || *at == '?')
			fprintf(code, "\\%03o", *at);
		else
			fputc(*at, code);
	fputc('"', code);
}

/* --- uses -------------------------------------------------------------------------------------- */

static bool is_made(const hr_tprogram *program, hr_tv value)
{
	hr_tv_kind kind = hr_t_value(program, value)->kind;

	return kind == HR_TV_RESULT || kind == HR_TV_CONTROL;
}

static void use(code_scope *scope, hr_tv value, unsigned position)
{
	if (is_made(scope->program, value))
		scope->last[value] = position;
}

static void use_all(code_scope *scope, const hr_tv *values, unsigned count, unsigned position)
{
	for (unsigned i = 0; i < count; i++)
		use(scope, values[i], position);
}

static void want(code_scope *scope, const hr_tv *values, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		scope->wanted[values[i]] = true;
}

/* Return true if a result of the control operator OF is wanted. */
static bool is_wanted(const code_scope *scope, const hr_toperator *of)
{
	for (unsigned i = 0; i < of->result_count; i++)
		if (scope->wanted[of->first_result + i])
			return true;
	return false;
}

/* Find the values that are used, from the last operator to the first. */
static void find_wanted(code_scope *scope)
{
	const hr_tprogram *program = scope->program;

	want(scope, program->outputs.data, (unsigned)program->outputs.count);
	for (unsigned i = (unsigned)program->operators.count; i-- > 0;) {
		const hr_toperator *of = &program->operators.data[i];

		if (of->control != HR_T_CALLS && is_wanted(scope, of))
			want(scope, of->operands, of->operand_count);
		for (unsigned k = of->call_count; k-- > 0;) {
			const hr_tcall *call = &program->calls.data[of->first_call + k];

			if (scope->wanted[call->result])
				want(scope, call->operands, call->operand_count);
		}
	}
}

static void find_uses(code_scope *scope)
{
	const hr_tprogram *program = scope->program;
	unsigned position = 0;

	for (unsigned i = 0; i < program->operators.count; i++) {
		const hr_toperator *of = &program->operators.data[i];

		if (of->control != HR_T_CALLS) {
			if (!is_wanted(scope, of))
				continue;
			use_all(scope, of->operands, of->operand_count, ++position);
			for (unsigned k = 0; k < of->result_count; k++)
				use(scope, of->first_result + k, position);
			continue;
		}
		for (unsigned k = 0; k < of->call_count; k++) {
			const hr_tcall *call = &program->calls.data[of->first_call + k];

			if (!scope->wanted[call->result])
				continue;
			use_all(scope, call->operands, call->operand_count, ++position);
			use(scope, call->result, position);
		}
	}
	use_all(scope, program->outputs.data, (unsigned)program->outputs.count, TO_THE_END);
}

static code_scope scope_of(const hr_tprogram *program)
{
	const size_t count = program->values.count + 1;
	code_scope scope = {.program = program,
			    .variables = hr_alloc_zero(count * sizeof(unsigned)),
			    .last = hr_alloc_zero(count * sizeof(unsigned)),
			    .wanted = hr_alloc_zero(count)};

	find_wanted(&scope);
	find_uses(&scope);
	return scope;
}

static void free_scope(code_scope *scope)
{
	hr_free(scope->variables);
	hr_free(scope->last);
	hr_free(scope->wanted);
}

/* Write ral_done() of VALUES whose last use is at this position. */
static void write_done(library *l, code_scope *scope, const hr_tv *values, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (is_made(scope->program, values[i]) &&
		    scope->last[values[i]] == scope->position) {
			fprintf(l->code, "\tral_done(run, t%u);\n", scope->variables[values[i]]);
			scope->last[values[i]] = 0;
		}
}

/* --- rows -------------------------------------------------------------------------------------- */

/* Write the expression that is the constant TEXT. */
static void write_constant(library *l, const char *text)
{
	uint64_t site;

	if (!hr_strmap_get(&l->constants, text, &site)) {
		site = l->site_count++;
		hr_strmap_put(&l->constants, text, site);
	}
	fprintf(l->code, "ral_constant(run, %" PRIu64 ", ", site);
	library_quoted(l->code, text);
	fputc(')', l->code);
}

static void write_value(library *l, const code_scope *scope, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(scope->program, value);

	if (of->kind == HR_TV_NONE)
		fputs("(ral_tensor *)0", l->code);
	else if (of->kind == HR_TV_CONSTANT)
		write_constant(l, weight_text(&l->weights, scope->program, of));
	else
		fprintf(l->code, "t%u", scope->variables[value]);
}

/* Begin the definition of a variable; return its number. */
static unsigned begin_variable(library *l)
{
	fprintf(l->code, "\tral_tensor *t%u = ", ++l->next);
	return l->next;
}

/* Write "ral_apply(run, SITE, TEXT, COUNT"; operands follow. */
static void begin_apply(library *l, const char *text, unsigned count)
{
	fprintf(l->code, "ral_apply(run, %u, ", l->site_count++);
	library_quoted(l->code, text);
	fprintf(l->code, ", %u", count);
}

static void write_call(library *l, code_scope *scope, const hr_tcall *call)
{
	unsigned variable = begin_variable(l);

	library_add_kernel(l, scope->program, call);
	begin_apply(l, call->text, call->operand_count);
	for (unsigned i = 0; i < call->operand_count; i++) {
		fputs(", ", l->code);
		write_value(l, scope, call->operands[i]);
	}
	fputs(");\n", l->code);
	scope->variables[call->result] = variable;
	scope->position++;
	write_done(l, scope, call->operands, call->operand_count);
	write_done(l, scope, &call->result, 1);
}

/* --- control ----------------------------------------------------------------------------------- */

static void write_operators(library *l, code_scope *scope);

/* Write BODY, whose input I is variable INPUTS[i]; 0: none. Its output I is assigned to t<RESULTS[i]>, one
 * more value. */
static void write_body(library *l, const hr_tprogram *body, const unsigned *inputs,
		       const unsigned *results)
{
	code_scope scope = scope_of(body);

	for (unsigned i = 0; i < body->inputs.count; i++)
		scope.variables[body->inputs.data[i]] = inputs[i];
	write_operators(l, &scope);
	for (unsigned i = 0; i < body->outputs.count; i++) {
		fprintf(l->code, "\tt%u = ral_same(run, ", results[i]);
		write_value(l, &scope, body->outputs.data[i]);
		fputs(");\n", l->code);
	}
	scope.position = TO_THE_END;
	write_done(l, &scope, body->outputs.data, (unsigned)body->outputs.count);
	free_scope(&scope);
}

/* Define COUNT variables without values; return the numbers, which the caller frees. */
static unsigned *write_variables(library *l, unsigned count)
{
	unsigned *numbers = hr_alloc_zero((count + 1) * sizeof(*numbers));

	for (unsigned i = 0; i < count; i++) {
		numbers[i] = begin_variable(l);
		fputs("0;\n", l->code);
	}
	return numbers;
}

/* Give each operand from FIRST on a variable in INPUTS[i]. */
static void write_captured(library *l, const code_scope *scope, const hr_toperator *of,
			   unsigned first, unsigned *inputs)
{
	for (unsigned i = first; i < of->operand_count; i++) {
		if (hr_t_value(scope->program, of->operands[i])->kind != HR_TV_CONSTANT) {
			inputs[i] = scope->variables[of->operands[i]];
			continue;
		}
		inputs[i] = begin_variable(l);
		write_value(l, scope, of->operands[i]);
		fputs(";\n", l->code);
	}
}

static void write_if(library *l, code_scope *scope, const hr_toperator *of)
{
	unsigned *inputs = hr_alloc_zero((of->operand_count + 1) * sizeof(*inputs)), *results;

	write_captured(l, scope, of, 1, inputs);
	results = write_variables(l, of->result_count);
	fputs("\tif (ral_integer(run, ", l->code);
	write_value(l, scope, of->operands[0]);
	fputs(")) {\n", l->code);
	write_body(l, of->bodies[0], inputs + 1, results);
	fputs("\t} else {\n", l->code);
	write_body(l, of->bodies[1], inputs + 1, results);
	fputs("\t}\n", l->code);
	for (unsigned i = 0; i < of->result_count; i++)
		scope->variables[of->first_result + i] = results[i];
	hr_free(inputs);
	hr_free(results);
}

/* Write "int64_t NAME<NUMBER> = OPERAND as an integer, or OTHERWISE if it is omitted". */
static void write_integer(library *l, const code_scope *scope, const char *name, unsigned number,
			  hr_tv operand, const char *otherwise)
{
	fprintf(l->code, "\tint64_t %s%u = ", name, number);
	if (operand) {
		fputs("ral_integer(run, ", l->code);
		write_value(l, scope, operand);
		fputs(");\n", l->code);
	} else {
		fprintf(l->code, "%s;\n", otherwise);
	}
}

/* Append t<ROW> to the stack t<STACK>, which is null in the first iteration. */
static void write_stacked(library *l, unsigned stack, unsigned row)
{
	unsigned more;

	fputs("\t{\n", l->code);
	more = begin_variable(l);
	begin_apply(l, "unsqueeze axes=0", 1);
	fprintf(l->code, ", t%u);\n\tral_tensor *both = t%u ? ", row, stack);
	begin_apply(l, "concat axis=0", 2);
	fprintf(l->code,
		", t%u, t%u) : ral_same(run, t%u);\n\tral_done(run, t%u);\n\tral_done(run, t%u);\n"
		"\tral_done(run, t%u);\n\tt%u = both;\n\t}\n",
		stack, more, more, stack, more, row, stack);
}

/* Write the text of a constant with no rows, with the shape of stacked RESULT otherwise: an extent that is
 * no number is 0. */
static void write_empty(library *l, const hr_tprogram *program, hr_tv result)
{
	const hr_tvalue *value = hr_t_value(program, result);
	const char *text =
		hr_arena_printf(l->arena, "constant type=%s shape=0", hr_elem_name(value->elem));

	for (unsigned axis = 1; axis < value->rank; axis++) {
		int64_t extent = 0;

		hr_t_extent(program, result, axis, &extent);
		text = hr_arena_printf(l->arena, "%s,%" PRId64, text, extent);
	}
	write_constant(l, hr_arena_printf(l->arena, "%s values=0", text));
}

/* A loop while it is written: its variables. */
typedef struct code_loop {
	const hr_toperator *of;
	unsigned number;   /* limitN, goN, iN */
	unsigned *results; /* states, then stacks */
	unsigned *next;    /* the body's outputs: condition, states, rows of stacks */
	unsigned *inputs;  /* by operand */
} code_loop;

static void write_iteration(library *l, const code_scope *scope, code_loop *loop)
{
	const hr_toperator *of = loop->of;
	const unsigned states = of->states;
	unsigned iteration, condition;

	(void)scope;
	iteration = begin_variable(l);
	fprintf(l->code, "ral_scalar(run, i%u);\n", loop->number);
	condition = begin_variable(l);
	write_constant(l, "constant type=bool shape= values=1");
	fputs(";\n", l->code);
	loop->next = write_variables(l, 1 + of->result_count);
	loop->inputs[0] = iteration;
	loop->inputs[1] = condition;
	for (unsigned i = 0; i < states; i++)
		loop->inputs[2 + i] = loop->results[i];
	write_body(l, of->bodies[0], loop->inputs, loop->next);
	fprintf(l->code, "\tral_done(run, t%u);\n", iteration);
	for (unsigned i = 0; i < states; i++)
		fprintf(l->code, "\tral_done(run, t%u);\n\tt%u = t%u;\n", loop->results[i],
			loop->results[i], loop->next[1 + i]);
	for (unsigned i = states; i < of->result_count; i++)
		write_stacked(l, loop->results[i], loop->next[1 + i]);
	fprintf(l->code, "\tgo%u = ral_integer(run, t%u);\n\tral_done(run, t%u);\n", loop->number,
		loop->next[0], loop->next[0]);
	hr_free(loop->next);
}

static void write_loop(library *l, code_scope *scope, const hr_toperator *of)
{
	code_loop loop = {.of = of, .number = ++l->next};
	const unsigned states = of->states;

	loop.inputs = hr_alloc_zero((of->operand_count + 1) * sizeof(*loop.inputs));
	write_integer(l, scope, "limit", loop.number, of->operands[0], "INT64_MAX");
	write_integer(l, scope, "go", loop.number, of->operands[1], "1");
	write_captured(l, scope, of, 2, loop.inputs);
	loop.results = write_variables(l, of->result_count);
	for (unsigned i = 0; i < states; i++)
		fprintf(l->code, "\tt%u = ral_same(run, t%u);\n", loop.results[i],
			loop.inputs[2 + i]);
	fprintf(l->code,
		"\tfor (int64_t i%u = 0; go%u && i%u < limit%u && !ral_failed(run); i%u++) {\n",
		loop.number, loop.number, loop.number, loop.number, loop.number);
	write_iteration(l, scope, &loop);
	fputs("\t}\n", l->code);
	for (unsigned i = states; i < of->result_count; i++) {
		fprintf(l->code, "\tif (!t%u)\n\t\tt%u = ", loop.results[i], loop.results[i]);
		write_empty(l, scope->program, of->first_result + i);
		fputs(";\n", l->code);
	}
	for (unsigned i = 0; i < of->result_count; i++)
		scope->variables[of->first_result + i] = loop.results[i];
	hr_free(loop.inputs);
	hr_free(loop.results);
}

/* --- operators --------------------------------------------------------------------------------- */

static void write_control(library *l, code_scope *scope, const hr_toperator *of)
{
	if (of->control == HR_T_IF)
		write_if(l, scope, of);
	else
		write_loop(l, scope, of);
	scope->position++;
	write_done(l, scope, of->operands, of->operand_count);
	for (unsigned i = 0; i < of->result_count; i++) {
		hr_tv result = of->first_result + i;

		write_done(l, scope, &result, 1);
	}
}

/* Write that the calls which follow are of OF. */
static void write_label(const library *l, const hr_toperator *of)
{
	fputs("\n\tral_at(run, ", l->code);
	library_quoted(l->code, of->label);
	fputs(");\n", l->code);
}

static void write_calls(library *l, code_scope *scope, const hr_toperator *of)
{
	bool labelled = false;

	for (unsigned i = 0; i < of->call_count; i++) {
		const hr_tcall *call = &scope->program->calls.data[of->first_call + i];

		if (!scope->wanted[call->result])
			continue;
		if (!labelled)
			write_label(l, of);
		labelled = true;
		write_call(l, scope, call);
	}
}

static void write_operators(library *l, code_scope *scope)
{
	for (unsigned i = 0; i < scope->program->operators.count; i++) {
		const hr_toperator *of = &scope->program->operators.data[i];

		if (of->control == HR_T_CALLS) {
			write_calls(l, scope, of);
		} else if (is_wanted(scope, of)) {
			write_label(l, of);
			write_control(l, scope, of);
		}
	}
}

/* Return true if output I is an earlier one, too. */
static bool is_output_before(const hr_tprogram *program, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (program->outputs.data[k] == program->outputs.data[i])
			return true;
	return false;
}

void library_write_code(library *l)
{
	const hr_tprogram *program = l->program;
	code_scope scope = scope_of(program);

	fprintf(l->code,
		"EXPORT int %s_run(ral *r, ral_tensor *const *inputs, ral_tensor **outputs)\n{\n"
		"\tral_run *run = ral_begin(r, &program, inputs);\n",
		l->identifier);
	fputs("\tif (!run)\n\t\treturn -1;\n", l->code);
	for (unsigned i = 0; i < program->inputs.count; i++) {
		scope.variables[program->inputs.data[i]] = begin_variable(l);
		fprintf(l->code, "inputs[%u];\n\t(void)t%u;\n", i, l->next);
	}
	write_operators(l, &scope);
	fputs("\n\tral_tensor *results[] = {", l->code);
	for (unsigned i = 0; i < program->outputs.count; i++) {
		const bool again = is_output_before(program, i);

		fputs(i ? ", " : "", l->code);
		fputs(again ? "ral_same(run, " : "", l->code);
		write_value(l, &scope, program->outputs.data[i]);
		fputs(again ? ")" : "", l->code);
	}
	fputs("};\n\treturn ral_end(run, results, outputs);\n}\n", l->code);
	free_scope(&scope);
}
