/* tools/import/module/module_leaf.c -- the code of a leaf: calls of rows, one after the other; branches and loops
 * for control operators, with their bodies in place.
 *
 * Invariant: register %tN has the handle of a value; N is unique in the leaf. A block that is branched to
 *            has a number, too.
 * Not here:  the root (module.c). */
#include <string.h>

#include "tools/import/module/module_private.h"
#include "tools/import/module/output.h"

/* The values of a program, or of a body, in the leaf that is being written. */
typedef struct leaf_scope {
	const hr_tprogram *program;
	unsigned *registers; /* by value: number of its register */
} leaf_scope;

static leaf_scope scope_of(const hr_tprogram *program)
{
	return (leaf_scope){program, hr_alloc_zero((program->values.count + 1) * sizeof(unsigned))};
}

/* --- texts ------------------------------------------------------------------------------------ */

const char *module_text(module_writing *m, const char *text)
{
	unsigned number = m->text_count++;

	fprintf(m->texts, "@text.%u = private unnamed_addr constant [%zu x i8] c\"", number,
		strlen(text) + 1);
	for (const char *at = text; *at; at++)
		if (*at == '"' || *at == '\\' || *at < ' ' || *at > '~')
			fprintf(m->texts, "\\%02X", (unsigned)(unsigned char)*at);
		else
			fputc(*at, m->texts);
	fputs("\\00\"\n", m->texts);
	return hr_arena_printf(m->program->arena, "@text.%u", number);
}

void module_write_attributes(const module_writing *m, int hint, unsigned count)
{
	fprintf(m->text, "  call void @__hpvm__hint(i32 %d)\n", hint);
	fprintf(m->text, "  call void (i32, ...) @__hpvm__attributes(i32 %u", count);
	for (unsigned i = 1; i <= count; i++)
		fprintf(m->text, ", ptr %%t%u", i);
	fputs(", i32 0)\n", m->text);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Say what is known of VALUE, the parameter or the call before: its type and rank. */
static void write_type(const module_writing *m, const hr_tvalue *value)
{
	if (value)
		fprintf(m->text, " \"hpvm.type\"=\"%s%s %u\"", value->wide ? "wide " : "",
			hr_elem_name(value->elem), value->rank);
}

/* Write a call of the row TEXT on registers, whose result is VALUE, or NULL. Return the register of its
 * result. */
static unsigned write_value(module_writing *m, const char *text, const unsigned *operands,
			    unsigned count, const hr_tvalue *value)
{
	const char *address = module_text(m, text);
	unsigned result = ++m->next;

	fprintf(m->text, "  %%t%u = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr %s, i32 %u",
		result, address, count);
	for (unsigned i = 0; i < count; i++)
		if (operands[i])
			fprintf(m->text, ", ptr %%t%u", operands[i]);
		else
			fputs(", ptr null", m->text);
	fputc(')', m->text);
	write_type(m, value);
	fputc('\n', m->text);
	return result;
}

static unsigned write_row(module_writing *m, const char *text, const unsigned *operands,
			  unsigned count)
{
	return write_value(m, text, operands, count, NULL);
}

/* Return the register of VALUE, 0 if it is none; a constant is made where it is used. */
static unsigned register_of(module_writing *m, const leaf_scope *scope, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(scope->program, value);

	if (of->kind == HR_TV_CONSTANT)
		return write_value(m, weight_text(&m->weights, scope->program, of), NULL, 0, of);
	return scope->registers[value];
}

static void write_calls(module_writing *m, const leaf_scope *scope, const hr_toperator *of)
{
	for (unsigned i = 0; i < of->call_count; i++) {
		const hr_tcall *call = &scope->program->calls.data[of->first_call + i];
		unsigned *operands = hr_alloc_array(call->operand_count + 1, sizeof(*operands));

		for (unsigned k = 0; k < call->operand_count; k++)
			operands[k] = register_of(m, scope, call->operands[k]);
		scope->registers[call->result] =
			write_value(m, call->text, operands, call->operand_count,
				    hr_t_value(scope->program, call->result));
		hr_free(operands);
	}
}

/* --- operators in bodies ------------------------------------------------------------------------ */

/* Say which operator begins (interp/tensor/part.c). LOOP is the register %iLOOP of the iteration, 0: none. */
static void write_part(const module_writing *m, int number, unsigned loop)
{
	fprintf(m->text, "  call void @__hpvm__tensor_part(i32 %d, i64 ", number);
	fprintf(m->text, loop ? "%%i%u)\n" : "-1)\n", loop);
}

/* Add to the leaf's attributes that part NUMBER is PART of PROGRAM. */
static void say_part(const module_writing *m, int number, const hr_tprogram *program,
		     const module_leaf *part)
{
	const hr_toperator *of = &program->operators.data[part->operator_];

	fprintf(m->said, " \"hpvm.part.%d\"=", number);
	output_quoted(m->said, "", of->label);
	fprintf(m->said, " \"hpvm.part.%d.operator\"=", number);
	output_quoted(m->said, "", of->type);
	for (unsigned i = 0; i < part->outputs.count; i++) {
		fprintf(m->said, " \"hpvm.part.%d.value.%u\"=", number, i);
		output_quoted(m->said, "", hr_t_value(program, part->outputs.data[i])->name);
	}
}

static void write_operator(module_writing *m, const leaf_scope *scope, unsigned number);

/* Write an operator of a body, and show its outputs: what takes their places is used from there on. */
static void write_inner(module_writing *m, const leaf_scope *scope, const module_leaf *part)
{
	const hr_toperator *of = &scope->program->operators.data[part->operator_];
	const int number = m->parts++;

	say_part(m, number, scope->program, part);
	write_part(m, number, m->loop);
	write_operator(m, scope, part->operator_);
	if (of->control != HR_T_CALLS) /* a part of it ran last */
		write_part(m, number, m->loop);
	for (unsigned i = 0; i < part->outputs.count; i++) {
		const hr_tv value = part->outputs.data[i];
		const unsigned shown = ++m->next;

		fprintf(m->text, "  %%t%u = call ptr @__hpvm__tensor_value(i32 %u, ptr %%t%u)\n",
			shown, i, scope->registers[value]);
		scope->registers[value] = shown;
	}
}

/* --- blocks ----------------------------------------------------------------------------------- */

static void begin_block(module_writing *m, unsigned block)
{
	fprintf(m->text, "b%u:\n", block);
	m->block = block;
}

static void jump(const module_writing *m, unsigned block)
{
	fprintf(m->text, "  br label %%b%u\n", block);
}

/* Branch to THEN if the i1 register %cCONDITION is true. */
static void branch(const module_writing *m, unsigned condition, unsigned then, unsigned otherwise)
{
	fprintf(m->text, "  br i1 %%c%u, label %%b%u, label %%b%u\n", condition, then, otherwise);
}

/* Return the i1 register %cN that is true if VALUE, a scalar, is not 0. */
static unsigned write_test(module_writing *m, unsigned value)
{
	unsigned made = ++m->next;

	fprintf(m->text,
		"  %%i%u = call i64 @__hpvm__tensor_integer(ptr %%t%u)\n"
		"  %%c%u = icmp ne i64 %%i%u, 0\n",
		made, value, made, made);
	return made;
}

/* Write the operators of BODY, whose inputs from FIRST on have the COUNT registers INPUTS. Set OUTPUTS to
 * the registers of its outputs. */
static void write_body(module_writing *m, const hr_tprogram *body, const unsigned *inputs,
		       unsigned *outputs)
{
	leaf_scope scope = scope_of(body);
	unsigned *port_of = hr_alloc_zero((body->values.count + 1) * sizeof(*port_of));
	module_leaf *parts = module_leaves(body, port_of);

	for (size_t i = 0; i < body->inputs.count; i++)
		scope.registers[body->inputs.data[i]] = inputs[i];
	for (unsigned i = 0; i < body->operators.count; i++)
		write_inner(m, &scope, &parts[i]);
	module_leaves_free(body, parts);
	hr_free(port_of);
	for (size_t i = 0; i < body->outputs.count; i++)
		outputs[i] = register_of(m, &scope, body->outputs.data[i]);
	hr_free(scope.registers);
}

/* --- If --------------------------------------------------------------------------------------- */

static void write_if(module_writing *m, const leaf_scope *scope, const hr_toperator *of)
{
	const unsigned results = of->result_count, join = ++m->next;
	unsigned *captured = hr_alloc_array(of->operand_count + 1, sizeof(*captured));
	unsigned *made[2], from[2], blocks[2], condition;

	condition = write_test(m, register_of(m, scope, of->operands[0]));
	for (unsigned i = 1; i < of->operand_count; i++)
		captured[i - 1] = register_of(m, scope, of->operands[i]);
	for (unsigned k = 0; k < 2; k++) {
		blocks[k] = ++m->next;
		made[k] = hr_alloc_array(results + 1, sizeof(*made[k]));
	}
	branch(m, condition, blocks[0], blocks[1]);
	for (unsigned k = 0; k < 2; k++) {
		begin_block(m, blocks[k]);
		write_body(m, of->bodies[k], captured, made[k]);
		from[k] = m->block;
		jump(m, join);
	}
	begin_block(m, join);
	for (unsigned i = 0; i < results; i++) {
		unsigned result = ++m->next;

		fprintf(m->text, "  %%t%u = phi ptr [ %%t%u, %%b%u ], [ %%t%u, %%b%u ]\n", result,
			made[0][i], from[0], made[1][i], from[1]);
		scope->registers[of->first_result + i] = result;
	}
	hr_free(captured);
	hr_free(made[0]);
	hr_free(made[1]);
}

/* --- Loop ------------------------------------------------------------------------------------- */

/* A loop while it is written. Registers that a phi takes from the latch are numbered before the body is
 * written; the latch copies the values to them. */
typedef struct leaf_loop {
	const hr_toperator *of;
	unsigned before, head, body, latch, after;
	unsigned states, scans;
	unsigned
		number; /* %iN: iteration as an integer; %iN + 1: the next; %iN + 2: the mark before it */
	unsigned condition;                 /* %cN: go on; %cN + 1: at the latch */
	unsigned iteration, next_iteration; /* as tensors */
	unsigned *state, *next_state;       /* states, then stacked values */
	unsigned *initial;
} leaf_loop;

static void write_phi(const module_writing *m, const leaf_loop *loop, unsigned result,
		      unsigned initial, unsigned next)
{
	if (initial)
		fprintf(m->text, "  %%t%u = phi ptr [ %%t%u, %%b%u ], [ %%t%u, %%b%u ]\n", result,
			initial, loop->before, next, loop->latch);
	else
		fprintf(m->text, "  %%t%u = phi ptr [ null, %%b%u ], [ %%t%u, %%b%u ]\n", result,
			loop->before, next, loop->latch);
}

/* A copy, so that RESULT may be named before VALUE is made. */
static void write_copy(const module_writing *m, unsigned result, unsigned value)
{
	fprintf(m->text, "  %%t%u = select i1 true, ptr %%t%u, ptr %%t%u\n", result, value, value);
}

static void write_head(module_writing *m, leaf_loop *loop, unsigned limit, unsigned first,
		       unsigned zero)
{
	const unsigned carried = loop->states + loop->scans;

	fprintf(m->text, "  %%i%u = call i64 @__hpvm__tensor_mark()\n", loop->number + 2);
	jump(m, loop->head);
	begin_block(m, loop->head);
	fprintf(m->text, "  %%i%u = phi i64 [ 0, %%b%u ], [ %%i%u, %%b%u ]\n", loop->number,
		loop->before, loop->number + 1, loop->latch);
	fprintf(m->text, "  %%c%u = phi i1 [ ", loop->condition);
	fprintf(m->text, first ? "%%c%u" : "true", first);
	fprintf(m->text, ", %%b%u ], [ %%c%u, %%b%u ]\n", loop->before, loop->condition + 1,
		loop->latch);
	write_phi(m, loop, loop->iteration, zero, loop->next_iteration);
	for (unsigned i = 0; i < carried; i++)
		write_phi(m, loop, loop->state[i], loop->initial[i], loop->next_state[i]);
	if (limit)
		fprintf(m->text, "  %%c%u = icmp slt i64 %%i%u, %%i%u\n", loop->condition + 2,
			loop->number, limit);
	else
		fprintf(m->text, "  %%c%u = icmp slt i64 %%i%u, 9223372036854775807\n",
			loop->condition + 2, loop->number);
	fprintf(m->text, "  %%c%u = and i1 %%c%u, %%c%u\n", loop->condition + 3, loop->condition,
		loop->condition + 2);
	branch(m, loop->condition + 3, loop->body, loop->after);
}

/* Append the value in register VALUE to the stack %tSTATE, which is null in the first iteration. Return
 * the register of the new stack. */
static unsigned write_stacked(module_writing *m, const leaf_loop *loop, unsigned state,
			      unsigned value)
{
	unsigned row = write_row(m, "unsqueeze axes=0", &value, 1), both[2] = {state, row};
	unsigned from = m->block, more = ++m->next, join = ++m->next, appended, result,
		 test = ++m->next;

	fprintf(m->text, "  %%c%u = icmp eq i64 %%i%u, 0\n", test, loop->number);
	branch(m, test, join, more);
	begin_block(m, more);
	appended = write_row(m, "concat axis=0", both, 2);
	jump(m, join);
	begin_block(m, join);
	result = ++m->next;
	fprintf(m->text, "  %%t%u = phi ptr [ %%t%u, %%b%u ], [ %%t%u, %%b%u ]\n", result, row,
		from, appended, more);
	return result;
}

/* Free what iterations have made, except the values that the next one begins with. */
static void write_keep(const module_writing *m, const leaf_loop *loop, unsigned iteration,
		       const unsigned *states)
{
	const unsigned carried = loop->states + loop->scans;

	fprintf(m->text,
		"  call void (i64, i32, ...) @__hpvm__tensor_keep(i64 %%i%u, i32 %u, ptr %%t%u",
		loop->number + 2, 1 + carried, iteration);
	for (unsigned i = 0; i < carried; i++)
		fprintf(m->text, ", ptr %%t%u", states[i]);
	fputs(")\n", m->text);
}

/* Write the body and the latch. */
static void write_iteration(module_writing *m, const leaf_scope *scope, leaf_loop *loop)
{
	const hr_toperator *of = loop->of;
	const hr_tprogram *body = of->bodies[0];
	unsigned *inputs = hr_alloc_array(body->inputs.count + 1, sizeof(*inputs));
	unsigned *outputs = hr_alloc_array(body->outputs.count + 1, sizeof(*outputs));
	unsigned sum[2] = {loop->iteration, 0}, go;
	const unsigned outer = m->loop;

	m->loop = loop->number;
	begin_block(m, loop->body);
	inputs[0] = loop->iteration;
	inputs[1] = write_row(m, "constant type=bool shape= values=1", NULL, 0);
	for (unsigned i = 0; i < loop->states; i++)
		inputs[2 + i] = loop->state[i];
	for (size_t i = 2 + loop->states; i < body->inputs.count; i++)
		inputs[i] = register_of(m, scope, of->operands[i]);
	write_body(m, body, inputs, outputs);
	m->loop = outer;
	for (unsigned i = 0; i < loop->scans; i++)
		outputs[1 + loop->states + i] = write_stacked(
			m, loop, loop->state[loop->states + i], outputs[1 + loop->states + i]);
	sum[1] = write_row(m, "constant type=i64 shape= values=1", NULL, 0);
	sum[0] = write_row(m, "add", sum, 2);
	go = write_test(m, outputs[0]);
	write_keep(m, loop, sum[0], outputs + 1);
	jump(m, loop->latch);
	begin_block(m, loop->latch);
	fprintf(m->text, "  %%i%u = add i64 %%i%u, 1\n", loop->number + 1, loop->number);
	fprintf(m->text, "  %%c%u = and i1 %%c%u, true\n", loop->condition + 1, go);
	write_copy(m, loop->next_iteration, sum[0]);
	for (unsigned i = 0; i < loop->states + loop->scans; i++)
		write_copy(m, loop->next_state[i], outputs[1 + i]);
	jump(m, loop->head);
	hr_free(inputs);
	hr_free(outputs);
}

/* Return the text of a constant with no rows, and the shape of stacked result I of LOOP otherwise: an
 * extent that is no number is 0. */
static const char *empty_text(const module_writing *m, const leaf_scope *scope,
			      const leaf_loop *loop, unsigned i)
{
	hr_tv result = loop->of->first_result + loop->states + i;
	const hr_tvalue *value = hr_t_value(scope->program, result);
	const char *text = hr_arena_printf(m->program->arena, "constant type=%s shape=0",
					   hr_elem_name(value->elem));

	for (unsigned axis = 1; axis < value->rank; axis++) {
		int64_t extent = 0;

		hr_t_extent(scope->program, result, axis, &extent);
		text = hr_arena_printf(m->program->arena, "%s,%lld", text, (long long)extent);
	}
	return hr_arena_printf(m->program->arena, "%s values=0", text);
}

/* Results are the states; stacked values of no iteration are empty. */
static void write_results(module_writing *m, const leaf_scope *scope, const leaf_loop *loop)
{
	begin_block(m, loop->after);
	for (unsigned i = 0; i < loop->of->result_count; i++)
		scope->registers[loop->of->first_result + i] = loop->state[i];
	for (unsigned i = 0; i < loop->scans; i++) {
		unsigned stack = loop->state[loop->states + i], from = m->block, none = ++m->next,
			 join = ++m->next, test = ++m->next, empty, result;

		fprintf(m->text, "  %%c%u = icmp eq ptr %%t%u, null\n", test, stack);
		branch(m, test, none, join);
		begin_block(m, none);
		empty = write_row(m, empty_text(m, scope, loop, i), NULL, 0);
		jump(m, join);
		begin_block(m, join);
		result = ++m->next;
		fprintf(m->text, "  %%t%u = phi ptr [ %%t%u, %%b%u ], [ %%t%u, %%b%u ]\n", result,
			stack, from, empty, none);
		scope->registers[loop->of->first_result + loop->states + i] = result;
	}
}

/* Reserve COUNT numbers. Return the first. */
static unsigned reserve(module_writing *m, unsigned count)
{
	unsigned first = m->next + 1;

	m->next += count;
	return first;
}

static void write_loop(module_writing *m, const leaf_scope *scope, const hr_toperator *of)
{
	leaf_loop loop = {.of = of, .states = of->states, .scans = of->result_count - of->states};
	const unsigned carried = of->result_count;
	unsigned *numbers = hr_alloc_zero((3 * (size_t)carried + 1) * sizeof(*numbers));
	unsigned limit = 0, first = 0, zero;

	loop.state = numbers;
	loop.next_state = numbers + carried;
	loop.initial = numbers + 2 * (size_t)carried;
	if (of->operands[0]) {
		unsigned trip = register_of(m, scope, of->operands[0]);

		limit = ++m->next;
		fprintf(m->text, "  %%i%u = call i64 @__hpvm__tensor_integer(ptr %%t%u)\n", limit,
			trip);
	}
	if (of->operands[1])
		first = write_test(m, register_of(m, scope, of->operands[1]));
	zero = write_row(m, "constant type=i64 shape= values=0", NULL, 0);
	for (unsigned i = 0; i < loop.states; i++)
		loop.initial[i] = register_of(m, scope, of->operands[2 + i]);
	for (unsigned i = 0; i < carried; i++) {
		loop.state[i] = reserve(m, 1);
		loop.next_state[i] = reserve(m, 1);
	}
	loop.number = reserve(m, 3);
	loop.condition = reserve(m, 4);
	loop.iteration = reserve(m, 1);
	loop.next_iteration = reserve(m, 1);
	loop.before = m->block;
	loop.head = reserve(m, 1);
	loop.body = reserve(m, 1);
	loop.latch = reserve(m, 1);
	loop.after = reserve(m, 1);
	write_head(m, &loop, limit, first, zero);
	write_iteration(m, scope, &loop);
	write_results(m, scope, &loop);
	hr_free(numbers);
}

/* --- leaves ----------------------------------------------------------------------------------- */

static void write_operator(module_writing *m, const leaf_scope *scope, unsigned number)
{
	const hr_toperator *of = &scope->program->operators.data[number];

	if (of->control == HR_T_IF)
		write_if(m, scope, of);
	else if (of->control == HR_T_LOOP)
		write_loop(m, scope, of);
	else
		write_calls(m, scope, of);
}

/* Say what the leaf is: its operator, and the shapes of its outputs and their names in the model. */
static void write_said(const module_writing *m, const module_leaf *leaf)
{
	fputs(" \"hpvm.operator\"=", m->said);
	output_quoted(m->said, "", m->program->operators.data[leaf->operator_].type);
	for (unsigned i = 0; i < leaf->outputs.count; i++) {
		const hr_tv value = leaf->outputs.data[i];
		const char *name = hr_t_value(m->program, value)->name;

		fprintf(m->said, " \"hpvm.shape.%u\"=", i);
		output_quoted(m->said, "", hr_t_text(m->program, value));
		if (!*name)
			continue;
		fprintf(m->said, " \"hpvm.value.%u\"=", i);
		output_quoted(m->said, "", name);
	}
}

/* Write what has been said of the leaf as the group of attributes that its head names. */
static void write_group(module_writing *m, char **said)
{
	fclose(m->said);
	fprintf(m->text, "attributes #%u = {%s }\n", m->said_count++, *said);
	free(*said);
}

void module_write_leaf(module_writing *m, const module_leaf *leaf)
{
	leaf_scope scope = scope_of(m->program);
	char *said = NULL;
	size_t length;

	m->said = open_memstream(&said, &length);
	if (!m->said)
		hr_bug("no memory stream");
	m->next = m->block = m->loop = 0;
	m->parts = 0;
	fputc('(', m->text);
	for (unsigned i = 0; i < leaf->inputs.count; i++) {
		scope.registers[leaf->inputs.data[i]] = ++m->next;
		fputs(i ? ", ptr" : "ptr", m->text);
		write_type(m, hr_t_value(m->program, leaf->inputs.data[i]));
		fprintf(m->text, " %%t%u", m->next);
	}
	fprintf(m->text, ") #%u {\nb0:\n", m->said_count);
	write_said(m, leaf);
	module_write_attributes(m, 4, (unsigned)leaf->inputs.count);
	if (m->program->operators.data[leaf->operator_].control != HR_T_CALLS)
		write_part(m, -1, 0);
	write_operator(m, &scope, leaf->operator_);
	fprintf(m->text, "  call void (i32, ...) @__hpvm__return(i32 %zu", leaf->outputs.count);
	for (unsigned i = 0; i < leaf->outputs.count; i++)
		fprintf(m->text, ", ptr %%t%u", register_of(m, &scope, leaf->outputs.data[i]));
	fputs(")\n  ret void\n}\n", m->text);
	write_group(m, &said);
	hr_free(scope.registers);
}
