/* ir/tensor/explain.c -- a tensor program as text, for people: shapes and needs, or all of it.
 *
 * Not here: the text of needs that is read again (needs.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/symbol/quote.h"
#include "ir/tensor/tensor_program.h"

/* Characters of names that are written without quotes. */
#define PLAIN "/-:"

static void indent(unsigned depth, FILE *out)
{
	fprintf(out, "%*s", (int)(2 * depth), "");
}

static void write_reference(const hr_tprogram *program, hr_tv value, FILE *out)
{
	const char *name = hr_t_value(program, value)->name;

	if (!value)
		fputs("none", out);
	else
		fprintf(out, "%%%u", value);
	if (value && *name) {
		fputc(' ', out);
		hr_quote_write(name, PLAIN, out);
	}
}

/* Write known elements of VALUE, or those of a small constant. */
static void write_elements(const hr_tprogram *program, const hr_tvalue *value, FILE *out)
{
	enum { MOST = 8 };
	uint64_t count = 1;

	if (value->known && value->known_count <= MOST) {
		fputs(" = [", out);
		for (size_t i = 0; i < value->known_count; i++)
			fprintf(out, "%s%s", i ? ", " : "",
				hr_sym_text(program->symbols,
					    hr_sym_simplify(program->symbols, value->known[i])));
		fputc(']', out);
		return;
	}
	for (unsigned axis = 0; axis < value->rank; axis++) {
		int64_t extent;

		if (!hr_sym_is_number(program->symbols, value->extent[axis], &extent) ||
		    extent > MOST)
			return;
		count *= (uint64_t)extent;
	}
	if (!value->data || !hr_elem_is_real(value->elem) || count > MOST)
		return;
	fputs(" = [", out);
	for (uint64_t i = 0; i < count; i++)
		fprintf(out, "%s%.9g", i ? ", " : "", hr_elem_real(value->elem, value->data, i));
	fputc(']', out);
}

/* Write "%3 name: wide f32 (s0, 3)". */
static void write_value(const hr_tprogram *program, hr_tv value, FILE *out)
{
	write_reference(program, value, out);
	fprintf(out, ": %s%s", hr_t_value(program, value)->wide ? "wide " : "",
		hr_t_text(program, value));
}

static void write_label(const hr_toperator *operator_, FILE *out)
{
	hr_quote_write(operator_->label, PLAIN, out);
	fputs(" (", out);
	hr_quote_write(operator_->type, PLAIN, out);
	fputc(')', out);
}

/* --- explaining shapes ------------------------------------------------------------------------ */

/* Set USED[value] to 1 for each value that an output, or an operator that is not its own, uses. */
static void find_used(const hr_tprogram *program, unsigned char *used)
{
	for (size_t i = 0; i < program->outputs.count; i++)
		used[program->outputs.data[i]] = 1;
	for (size_t i = 0; i < program->operators.count; i++) {
		const hr_toperator *operator_ = &program->operators.data[i];

		for (unsigned k = 0; k < operator_->operand_count; k++)
			used[operator_->operands[k]] = 1;
		for (unsigned c = 0; c < operator_->call_count; c++) {
			const hr_tcall *call = &program->calls.data[operator_->first_call + c];

			for (unsigned k = 0; k < call->operand_count; k++)
				if (hr_t_value(program, call->operands[k])->operator_ != i)
					used[call->operands[k]] = 1;
		}
	}
}

/* Write the bound of each extent of VALUE that data decide. */
static void write_bounds(const hr_tprogram *program, const hr_tvalue *value, FILE *out)
{
	for (unsigned axis = 0; axis < value->rank; axis++) {
		const hr_sym bound = hr_sym_bound(program->symbols, value->extent[axis]);

		if (bound)
			fprintf(out, ", %s at most %s",
				hr_sym_text(program->symbols, value->extent[axis]),
				hr_sym_text(program->symbols, bound));
	}
}

static void explain_result(const hr_tprogram *program, hr_tv value, unsigned depth, FILE *out)
{
	indent(depth, out);
	write_value(program, value, out);
	write_elements(program, hr_t_value(program, value), out);
	write_bounds(program, hr_t_value(program, value), out);
	fputc('\n', out);
}

/* Write an input with the extents that it was given, whatever is known of them since. */
static void explain_input(const hr_tprogram *program, hr_tv value, unsigned depth, FILE *out)
{
	const hr_tvalue *input = hr_t_value(program, value);

	indent(depth, out);
	fputs("input ", out);
	write_reference(program, value, out);
	fprintf(out, ": %s (", hr_elem_name(input->elem));
	for (unsigned axis = 0; axis < input->rank; axis++)
		fprintf(out, "%s%s", axis ? ", " : "",
			hr_sym_text(program->symbols, input->extent[axis]));
	fputs(")\n", out);
}

static void explain_body(const hr_tprogram *program, unsigned depth, FILE *out)
{
	unsigned char *used = hr_alloc_zero(program->values.count);

	find_used(program, used);
	for (size_t i = 0; i < program->inputs.count; i++)
		explain_input(program, program->inputs.data[i], depth, out);
	for (size_t i = 0; i < program->operators.count; i++) {
		const hr_toperator *operator_ = &program->operators.data[i];

		if (!operator_->call_count && operator_->control == HR_T_CALLS)
			continue;
		indent(depth, out);
		write_label(operator_, out);
		fputc('\n', out);
		for (unsigned k = 0; operator_->control != HR_T_CALLS && k < 2; k++)
			if (operator_->bodies[k])
				explain_body(operator_->bodies[k], depth + 1, out);
		for (unsigned k = 0; k < operator_->result_count; k++)
			explain_result(program, operator_->first_result + k, depth + 1, out);
		for (unsigned c = 0; c < operator_->call_count; c++) {
			const hr_tv result = program->calls.data[operator_->first_call + c].result;

			if (used[result] || c + 1 == operator_->call_count)
				explain_result(program, result, depth + 1, out);
		}
	}
	hr_free(used);
}

void hr_t_explain(const hr_tprogram *program, FILE *out)
{
	const unsigned proved = hr_sym_proved(program->symbols);
	const hr_need *needs;
	unsigned count;

	explain_body(program, 0, out);
	needs = hr_sym_needs(program->symbols, &count);
	for (unsigned i = 0; i < count; i++) {
		hr_quote_write(needs[i].who, PLAIN, out);
		fprintf(out, " needs %s%s\n", hr_need_text(program->symbols, &needs[i]),
			needs[i].conditional ? ", if it runs" : "");
	}
	fprintf(out, "%u need%s checked when the program runs; %u proved\n", count,
		count == 1 ? " is" : "s are", proved);
}

/* --- printing --------------------------------------------------------------------------------- */

static void print_body(const hr_tprogram *program, unsigned depth, FILE *out);

static void print_call(const hr_tprogram *program, const hr_tcall *call, unsigned depth, FILE *out)
{
	indent(depth, out);
	fprintf(out, "%%%u = %s", call->result, hr_row_of(call->row)->name);
	for (unsigned k = 0; k < call->operand_count; k++) {
		fputs(k ? ", " : " ", out);
		write_reference(program, call->operands[k], out);
	}
	if (*(call->text + strcspn(call->text, " ")))
		fprintf(out, " {%s}", call->text + strcspn(call->text, " ") + 1);
	fprintf(out, ": %s%s", hr_t_value(program, call->result)->wide ? "wide " : "",
		hr_t_text(program, call->result));
	write_elements(program, hr_t_value(program, call->result), out);
	fputc('\n', out);
}

static void print_operator(const hr_tprogram *program, const hr_toperator *operator_,
			   unsigned depth, FILE *out)
{
	indent(depth, out);
	write_label(operator_, out);
	for (unsigned k = 0; k < operator_->operand_count; k++) {
		fputs(k ? ", " : " ", out);
		write_reference(program, operator_->operands[k], out);
	}
	fputc('\n', out);
	for (unsigned k = 0; operator_->control != HR_T_CALLS && k < 2; k++) {
		if (!operator_->bodies[k])
			continue;
		indent(depth + 1, out);
		fprintf(out, "body %u\n", k);
		print_body(operator_->bodies[k], depth + 2, out);
	}
	for (unsigned k = 0; k < operator_->result_count; k++)
		explain_result(program, operator_->first_result + k, depth + 1, out);
	for (unsigned c = 0; c < operator_->call_count; c++)
		print_call(program, &program->calls.data[operator_->first_call + c], depth + 1,
			   out);
}

static void print_body(const hr_tprogram *program, unsigned depth, FILE *out)
{
	for (hr_tv value = 1; value < program->values.count; value++) {
		const hr_tvalue *of = hr_t_value(program, value);

		if (of->kind != HR_TV_INPUT && of->kind != HR_TV_CONSTANT)
			continue;
		indent(depth, out);
		fputs(of->kind == HR_TV_INPUT ? "input " : "constant ", out);
		write_value(program, value, out);
		write_elements(program, of, out);
		fputc('\n', out);
	}
	for (size_t i = 0; i < program->operators.count; i++)
		print_operator(program, &program->operators.data[i], depth, out);
	for (size_t i = 0; i < program->outputs.count; i++) {
		indent(depth, out);
		fputs("output ", out);
		hr_quote_write(program->output_names.data[i], PLAIN, out);
		fputs(" = ", out);
		write_reference(program, program->outputs.data[i], out);
		fputc('\n', out);
	}
}

void hr_t_print(const hr_tprogram *program, FILE *out)
{
	fputs("program ", out);
	hr_quote_write(program->name, PLAIN, out);
	fputc('\n', out);
	print_body(program, 1, out);
}
