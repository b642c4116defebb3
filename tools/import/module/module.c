/* tools/import/module/module.c -- write a tensor program as bitcode: a leaf for each operator, and the root; and
 * arguments for hpvm-run.
 *
 * Invariant: a leaf has an input for each value of other operators that it uses, in the order of use, and an
 *            output for each of its values that others use.
 * Owns:      the text of the module until it is bitcode.
 * Not here:  the code of a leaf (module_leaf.c), constants (weights.c). */
#include <string.h>

#include "ir/tensor/needs.h"
#include "src/file/rewrite.h"
#include "tools/import/module/module_private.h"
#include "tools/import/module/module_write.h"
#include "tools/import/module/output.h"

/* --- leaves ----------------------------------------------------------------------------------- */

/* Add VALUE to the inputs of LEAF, unless it is its own, a constant, or there. */
static void add_input(const hr_tprogram *program, module_leaf *leaf, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(program, value);

	if (of->kind == HR_TV_NONE || of->kind == HR_TV_CONSTANT ||
	    (of->kind != HR_TV_INPUT && of->operator_ == leaf->operator_))
		return;
	for (size_t i = 0; i < leaf->inputs.count; i++)
		if (leaf->inputs.data[i] == value)
			return;
	HR_PUSH(&leaf->inputs, value);
}

static void find_inputs(const hr_tprogram *program, module_leaf *leaf)
{
	const hr_toperator *of = &program->operators.data[leaf->operator_];

	for (unsigned i = 0; i < of->call_count; i++) {
		const hr_tcall *call = &program->calls.data[of->first_call + i];

		for (unsigned k = 0; k < call->operand_count; k++)
			add_input(program, leaf, call->operands[k]);
	}
	for (unsigned i = 0; i < of->operand_count; i++)
		add_input(program, leaf, of->operands[i]);
}

/* Add to each of LEAVES its values among VALUES, which others use. */
static void find_outputs(const hr_tprogram *program, module_leaf *leaves, unsigned *port_of,
			 const hr_tv *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const hr_tvalue *of = hr_t_value(program, values[i]);

		if ((of->kind == HR_TV_RESULT || of->kind == HR_TV_CONTROL) &&
		    !port_of[values[i]]) {
			HR_PUSH(&leaves[of->operator_].outputs, values[i]);
			port_of[values[i]] = (unsigned)leaves[of->operator_].outputs.count;
		}
	}
}

module_leaf *module_leaves(const hr_tprogram *program, unsigned *port_of)
{
	module_leaf *leaves = hr_alloc_zero((program->operators.count + 1) * sizeof(*leaves));

	for (unsigned i = 0; i < program->operators.count; i++) {
		leaves[i].operator_ = i;
		find_inputs(program, &leaves[i]);
	}
	for (unsigned i = 0; i < program->operators.count; i++)
		find_outputs(program, leaves, port_of, leaves[i].inputs.data,
			     leaves[i].inputs.count);
	find_outputs(program, leaves, port_of, program->outputs.data, program->outputs.count);
	return leaves;
}

void module_leaves_free(const hr_tprogram *program, module_leaf *leaves)
{
	for (size_t i = 0; i < program->operators.count; i++) {
		HR_VEC_FREE(&leaves[i].inputs);
		HR_VEC_FREE(&leaves[i].outputs);
	}
	hr_free(leaves);
}

/* --- the root --------------------------------------------------------------------------------- */

static void write_name(FILE *text, const char *name)
{
	fputc('@', text);
	output_quoted(text, output_has_meaning(name) ? "graph." : "", name);
}

/* Write the name of the leaf of operator LABEL, which the root may have, too. */
static void write_leaf_name(const module_writing *m, const char *label)
{
	fputc('@', m->text);
	output_quoted(m->text,
		      output_has_meaning(label)     ? "graph."
		      : strcmp(label, m->name) == 0 ? "node."
						    : "",
		      label);
}

static void write_node(const module_writing *m, unsigned leaf)
{
	fprintf(m->text, "  %%n%u = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr ", leaf);
	write_leaf_name(m, m->program->operators.data[leaf].label);
	fputs(")\n", m->text);
}

static unsigned input_number(const hr_tprogram *program, hr_tv value)
{
	for (unsigned i = 0; i < program->inputs.count; i++)
		if (program->inputs.data[i] == value)
			return i;
	hr_bug("a value is no input");
}

static void write_operand(const module_writing *m, unsigned sink, unsigned port, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(m->program, value);

	if (of->kind == HR_TV_INPUT)
		fprintf(m->text, "  call void @__hpvm__bindIn(ptr %%n%u, i32 %u, i32 %u, i32 0)\n",
			sink, input_number(m->program, value), port);
	else
		fprintf(m->text,
			"  call ptr @__hpvm__edge(ptr %%n%u, ptr %%n%u, i32 1, i32 %u, i32 %u, i32 0)\n",
			of->operator_, sink, m->port_of[value] - 1, port);
}

/* Return true if output I of the program is made by no operator. */
static bool is_direct(const module_writing *m, unsigned i)
{
	hr_tv_kind kind = hr_t_value(m->program, m->program->outputs.data[i])->kind;

	return kind == HR_TV_INPUT || kind == HR_TV_CONSTANT;
}

/* A leaf that returns an input, or a constant, as output I of the program. */
static void write_direct_leaf(module_writing *m, unsigned i)
{
	const hr_tvalue *of = hr_t_value(m->program, m->program->outputs.data[i]);
	const bool given = of->kind == HR_TV_INPUT;

	fprintf(m->text, "define void @\"Output_%u\"(%s) \"hpvm.operator\"=\"Output\" {\n", i,
		given ? "ptr %t1" : "");
	module_write_attributes(m, 4, given);
	if (!given)
		fprintf(m->text,
			"  %%t1 = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr %s, i32 0)\n",
			module_text(m, weight_text(&m->weights, m->program, of)));
	fputs("  call void (i32, ...) @__hpvm__return(i32 1, ptr %t1)\n  ret void\n}\n", m->text);
}

static void write_output(const module_writing *m, unsigned i)
{
	hr_tv value = m->program->outputs.data[i];

	if (!is_direct(m, i)) {
		fprintf(m->text, "  call void @__hpvm__bindOut(ptr %%n%u, i32 %u, i32 %u, i32 0)\n",
			hr_t_value(m->program, value)->operator_, m->port_of[value] - 1, i);
		return;
	}
	fprintf(m->text,
		"  %%o%u = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @\"Output_%u\")\n",
		i, i);
	if (hr_t_value(m->program, value)->kind == HR_TV_INPUT)
		fprintf(m->text, "  call void @__hpvm__bindIn(ptr %%o%u, i32 %u, i32 0, i32 0)\n",
			i, input_number(m->program, value));
	fprintf(m->text, "  call void @__hpvm__bindOut(ptr %%o%u, i32 0, i32 %u, i32 0)\n", i, i);
}

static bool has_leaf(const module_writing *m, unsigned operator_)
{
	return m->leaves[operator_].outputs.count > 0;
}

/* Write what the program needs of the shapes of its inputs, as a quoted text. */
static void write_needs(const module_writing *m)
{
	char *needs = NULL;
	size_t length;
	FILE *text = open_memstream(&needs, &length);

	if (!text)
		hr_bug("no memory stream");
	hr_needs_write(m->program, text);
	fclose(text);
	output_quoted(m->text, "", needs);
	free(needs);
}

/* Return the name of input I as a parameter: LLVM cuts names after 1,024 bytes. */
static const char *parameter_name(const module_writing *m, unsigned i)
{
	enum { LONGEST = 1000 };
	const char *name = hr_t_value(m->program, m->program->inputs.data[i])->name;

	return strlen(name) <= LONGEST
		       ? name
		       : hr_arena_printf(m->program->arena, "%.*s.%u", LONGEST, name, i);
}

static void write_root(module_writing *m)
{
	const hr_tprogram *program = m->program;
	const unsigned operators = (unsigned)program->operators.count;

	fputs("define void ", m->text);
	write_name(m->text, m->name);
	fputc('(', m->text);
	for (unsigned i = 0; i < program->inputs.count; i++) {
		fputs(i ? ", ptr %" : "ptr %", m->text);
		output_quoted(m->text, "", parameter_name(m, i));
	}
	fputs(") \"hpvm.tensor.program\"=", m->text);
	write_needs(m);
	for (unsigned i = 0; i < program->inputs.count; i++) {
		fprintf(m->text, " \"hpvm.shape.%u\"=", i);
		output_quoted(m->text, "", hr_t_text(program, program->inputs.data[i]));
	}
	fputs(" {\n  call void @__hpvm__hint(i32 1)\n", m->text);
	fprintf(m->text, "  call void (i32, ...) @__hpvm__attributes(i32 %zu",
		program->inputs.count);
	for (unsigned i = 0; i < program->inputs.count; i++) {
		fputs(", ptr %", m->text);
		output_quoted(m->text, "", parameter_name(m, i));
	}
	fputs(", i32 0)\n", m->text);
	for (unsigned i = 0; i < operators; i++)
		if (has_leaf(m, i))
			write_node(m, i);
	for (unsigned i = 0; i < operators; i++)
		for (unsigned k = 0; has_leaf(m, i) && k < m->leaves[i].inputs.count; k++)
			write_operand(m, i, k, m->leaves[i].inputs.data[k]);
	for (unsigned i = 0; i < program->outputs.count; i++)
		write_output(m, i);
	fputs("  ret void\n}\n", m->text);
}

static void write_functions(module_writing *m)
{
	fputs("declare void @__hpvm__hint(i32)\n"
	      "declare void @__hpvm__attributes(i32, ...)\n"
	      "declare void @__hpvm__return(i32, ...)\n"
	      "declare ptr @__hpvm__createNodeND(i32, ...)\n"
	      "declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)\n"
	      "declare void @__hpvm__bindIn(ptr, i32, i32, i32)\n"
	      "declare void @__hpvm__bindOut(ptr, i32, i32, i32)\n"
	      "declare ptr @__hpvm__tensor_op(ptr, i32, ...)\n"
	      "declare i64 @__hpvm__tensor_integer(ptr)\n"
	      "declare void @__hpvm__tensor_part(i32, i64)\n"
	      "declare ptr @__hpvm__tensor_value(i32, ptr)\n"
	      "declare i64 @__hpvm__tensor_mark()\n"
	      "declare void @__hpvm__tensor_keep(i64, i32, ...)\n",
	      m->text);
	for (unsigned i = 0; i < m->program->operators.count; i++)
		if (has_leaf(m, i)) {
			fputs("define void ", m->text);
			write_leaf_name(m, m->program->operators.data[i].label);
			module_write_leaf(m, &m->leaves[i]);
		}
	for (unsigned i = 0; i < m->program->outputs.count; i++)
		if (is_direct(m, i))
			write_direct_leaf(m, i);
	write_root(m);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* Write TEXT in double quotes, as YAML reads it. */
static void write_quoted(FILE *yaml, const char *text)
{
	fputc('"', yaml);
	for (const unsigned char *at = (const unsigned char *)text; *at; at++)
		if (*at < ' ' || *at == 0x7f)
			fprintf(yaml, "\\x%02x", *at);
		else
			fprintf(yaml, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
	fputc('"', yaml);
}

static hr_status write_arguments(module_writing *m)
{
	const char *path = hr_arena_printf(m->program->arena, "%s.yaml", m->path);
	hr_arena *arena = m->program->arena;
	hr_strmap files = {0};
	hr_rewrite yaml;
	int error = hr_rewrite_begin(&yaml, path);

	if (error)
		return output_failed(m->diags, path, error);
	fputs(m->program->inputs.count ? "args:\n" : "args: {}\n", yaml.stream);
	for (unsigned i = 0; i < m->program->inputs.count; i++) {
		const char *name = parameter_name(m, i);

		fputs("  ", yaml.stream);
		write_quoted(yaml.stream, name);
		fprintf(yaml.stream, ": {tensor: %s.npy}\n", output_file(arena, &files, name));
	}
	fputs("results:\n", yaml.stream);
	for (unsigned i = 0; i < m->program->outputs.count; i++)
		fprintf(yaml.stream, "  - {tensor: any, save: %s.npy}\n",
			output_file(arena, &files, m->program->output_names.data[i]));
	hr_strmap_free(&files);
	error = hr_rewrite_end(&yaml, true);
	return error ? output_failed(m->diags, path, error) : HR_OK;
}

/* --- the module ------------------------------------------------------------------------------- */

static void free_writing(module_writing *m)
{
	module_leaves_free(m->program, m->leaves);
	hr_free(m->port_of);
	weight_folder_free(&m->weights);
}

hr_status module_write(const hr_tprogram *program, hr_diags *diags, const char *path,
		       const char *name)
{
	module_writing m = {.program = program, .diags = diags, .path = path, .name = name};
	char *functions = NULL, *all = NULL;
	size_t functions_length, length;
	hr_status status;
	FILE *module;

	m.weights = (weight_folder){.arena = program->arena,
				    .diags = diags,
				    .path = hr_arena_printf(program->arena, "%s.weights", path)};
	m.port_of = hr_alloc_zero((program->values.count + 1) * sizeof(*m.port_of));
	m.leaves = module_leaves(program, m.port_of);
	module = open_memstream(&all, &length);
	m.texts = module;
	m.text = open_memstream(&functions, &functions_length);
	if (!module || !m.text)
		hr_bug("no memory stream");
	write_functions(&m);
	fclose(m.text);
	fwrite(functions, 1, functions_length, module);
	fclose(module);
	status = m.weights.status;
	if (status == HR_OK)
		status = output_module(diags, path, all, length);
	if (status == HR_OK)
		status = write_arguments(&m);
	free(functions);
	free(all);
	free_writing(&m);
	return status;
}
