/* tools/import/write.c -- write the graph of a model as bitcode, with weights and arguments beside
 * it.
 *
 *	OUT                 the graph: a leaf for each step, and the root, whose inputs are the
 *	                    model's and then weights
 *	OUT.weights/N.npy   the weights
 *	OUT.yaml            arguments for hpvm-run --args: the model's inputs are to be FILEs named
 *	                    NAME.npy beside it
 *
 * Owns:     the text of the module until it is bitcode.
 * Not here: the steps (ops.c). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/map.h"
#include "src/file/npy.h"
#include "src/file/rewrite.h"
#include "tools/import/import.h"
#include "tools/import/module/output.h"

typedef struct model_writing {
	import_model *model;
	const char *path;
	FILE *text;
	unsigned *ports; /* by value: the first of its two inputs of the root */
	unsigned port_count;
	HR_VEC(unsigned) inputs; /* values, in the order of the root's inputs */
	hr_strmap *files;        /* file names in use, with their value */
} model_writing;

static const import_value *value_at(const model_writing *w, unsigned value)
{
	return &w->model->values.data[value];
}

/* --- inputs of the root ----------------------------------------------------------------------- */

static void add_inputs(model_writing *w, import_kind kind)
{
	for (unsigned i = 1; i < w->model->values.count; i++) {
		const import_value *value = value_at(w, i);

		if (value->kind != kind || !value->used || value->same)
			continue;
		w->ports[i] = 2 * (unsigned)w->inputs.count;
		HR_PUSH(&w->inputs, i);
	}
}

/* --- code ------------------------------------------------------------------------------------- */

static void write_parameters(const model_writing *w, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		fprintf(w->text, "%sptr %%t%u, i64 %%t%u_bytes", i ? ", " : "", i, i);
}

static void write_attributes(const model_writing *w, int hint, unsigned count)
{
	fprintf(w->text, "  call void @__hpvm__hint(i32 %d)\n", hint);
	fprintf(w->text, "  call void (i32, ...) @__hpvm__attributes(i32 %u", count);
	for (unsigned i = 0; i < count; i++)
		fprintf(w->text, ", ptr %%t%u", i);
	fputs(", i32 0)\n", w->text);
}

static void write_leaf(const model_writing *w, const import_step *step)
{
	FILE *text = w->text;

	fprintf(text, "define void @\"%s\"(", step->label);
	write_parameters(w, step->operand_count);
	fputs(") {\n", text);
	write_attributes(w, 4, step->operand_count);
	fprintf(text, "  %%r = call ptr @%s(", hr_hpvm_c_name(step->op));
	for (unsigned i = 0; i < step->operand_count; i++)
		fprintf(text, "%sptr %%t%u", i ? ", " : "", i);
	for (unsigned i = 0; i < hr_tensor_numbers(step->op); i++)
		fprintf(text, ", i32 %d", step->numbers[i]);
	if (step->op == HR_H_tensor_batchnorm) {
		uint64_t bits;

		memcpy(&bits, &step->epsilon, sizeof(bits));
		fprintf(text, ", double 0x%016llX", (unsigned long long)bits);
	}
	fputs(")\n  call void (i32, ...) @__hpvm__return(i32 2, ptr %r, i64 0)\n  ret void\n}\n",
	      text);
}

static void write_operand(const model_writing *w, unsigned sink, unsigned port, unsigned value)
{
	const import_value *of = value_at(w, value);

	for (unsigned part = 0; part < 2; part++)
		if (of->kind == IMPORT_RESULT)
			fprintf(w->text,
				"  call ptr @__hpvm__edge(ptr %%n%u, ptr %%n%u, i32 1, i32 %u, i32 %u, i32 0)\n",
				of->number, sink, part, 2 * port + part);
		else
			fprintf(w->text,
				"  call void @__hpvm__bindIn(ptr %%n%u, i32 %u, i32 %u, i32 0)\n",
				sink, w->ports[of->same ? of->same : value] + part,
				2 * port + part);
}

/* Return true if the module has another function of this name, or if it has a meaning: to LLVM, to
 * HPVM 1.0's runtime, or as the beginning of host code. */
static bool is_taken(const import_model *model, const char *name)
{
	for (size_t i = 0; i < model->steps.count; i++)
		if (strcmp(model->steps.data[i].label, name) == 0)
			return true;
	return output_has_meaning(name);
}

static void write_root_name(const model_writing *w)
{
	fputc('@', w->text);
	output_quoted(w->text, is_taken(w->model, w->model->name) ? "graph." : "", w->model->name);
}

static void write_root(const model_writing *w)
{
	const import_model *model = w->model;
	FILE *text = w->text;

	fputs("define void ", text);
	write_root_name(w);
	fputc('(', text);
	write_parameters(w, (unsigned)w->inputs.count);
	fputs(") {\n", text);
	write_attributes(w, 1, (unsigned)w->inputs.count);
	for (size_t i = 0; i < model->steps.count; i++)
		fprintf(text,
			"  %%n%zu = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @\"%s\")\n",
			i, model->steps.data[i].label);
	for (unsigned i = 0; i < model->steps.count; i++)
		for (unsigned k = 0; k < model->steps.data[i].operand_count; k++)
			write_operand(w, i, k, model->steps.data[i].operands[k]);
	for (unsigned i = 0; i < model->outputs.count; i++)
		for (unsigned part = 0; part < 2; part++)
			fprintf(text,
				"  call void @__hpvm__bindOut(ptr %%n%u, i32 %u, i32 %u, i32 0)\n",
				value_at(w, model->outputs.data[i])->number, part, 2 * i + part);
	fputs("  ret void\n}\n", text);
}

static void write_declaration(const model_writing *w, hr_hpvm op)
{
	fprintf(w->text, "declare ptr @%s(ptr", hr_hpvm_c_name(op));
	for (unsigned i = 1; i < hr_tensor_operands(op); i++)
		fputs(", ptr", w->text);
	for (unsigned i = 0; i < hr_tensor_numbers(op); i++)
		fputs(", i32", w->text);
	fputs(op == HR_H_tensor_batchnorm ? ", double)\n" : ")\n", w->text);
}

static void write_declarations(const model_writing *w)
{
	bool declared[HR_H_COUNT] = {false};

	fputs("declare void @__hpvm__hint(i32)\n"
	      "declare void @__hpvm__attributes(i32, ...)\n"
	      "declare void @__hpvm__return(i32, ...)\n"
	      "declare ptr @__hpvm__createNodeND(i32, ...)\n"
	      "declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)\n"
	      "declare void @__hpvm__bindIn(ptr, i32, i32, i32)\n"
	      "declare void @__hpvm__bindOut(ptr, i32, i32, i32)\n",
	      w->text);
	for (size_t i = 0; i < w->model->steps.count; i++) {
		hr_hpvm op = w->model->steps.data[i].op;

		if (!declared[op])
			write_declaration(w, op);
		declared[op] = true;
	}
}

/* --- weights and arguments -------------------------------------------------------------------- */

static hr_status write_weight(const model_writing *w, unsigned value, const char *path)
{
	const import_value *of = value_at(w, value);
	hr_npy array = {.kind = HR_NPY_FLOAT, .bytes = 4, .dims = of->held.rank};
	const char *why = "the array is too large";

	array.data = (uint8_t *)(uintptr_t)of->data;
	memcpy(array.shape, of->held.dim, of->held.rank * sizeof(uint64_t));
	if (hr_npy_measure(&array) && hr_npy_write(path, &array, &why))
		return HR_OK;
	return hr_report(w->model->diags, HR_D_not_written, NULL, path, why);
}

static bool same_shape(const hr_dims *a, const hr_dims *b)
{
	return a->rank == b->rank && memcmp(a->dim, b->dim, a->rank * sizeof(*a->dim)) == 0;
}

static void print_shape(const hr_dims *dims, FILE *stream)
{
	fputc('[', stream);
	for (unsigned i = 0; i < dims->rank; i++)
		fprintf(stream, "%s%llu", i ? ", " : "", (unsigned long long)dims->dim[i]);
	fputc(']', stream);
}

static hr_status write_inputs(const model_writing *w, FILE *yaml)
{
	fputs("args:\n", yaml);
	for (unsigned i = 0; i < w->inputs.count; i++) {
		const import_value *value = value_at(w, w->inputs.data[i]);

		fprintf(yaml, "  t%u: {tensor: ", i);
		if (value->kind == IMPORT_INPUT) {
			fprintf(yaml, "%s.npy",
				output_file(&w->model->arena, w->files, value->name));
			fputs(", source-shape: ", yaml);
			print_shape(&value->onnx, yaml);
			if (!same_shape(&value->held, &value->onnx)) {
				fputs(", shape: ", yaml);
				print_shape(&value->held, yaml);
			}
			fputs("}\n", yaml);
			continue;
		}
		fprintf(yaml, "%s.weights/%u.npy}\n", output_base(w->path), i);
		HR_TRY(write_weight(
			w, w->inputs.data[i],
			hr_arena_printf(&w->model->arena, "%s.weights/%u.npy", w->path, i)));
	}
	return HR_OK;
}

static void write_outputs(const model_writing *w, FILE *yaml)
{
	fputs("results:\n", yaml);
	for (size_t i = 0; i < w->model->outputs.count; i++) {
		const import_value *value = value_at(w, w->model->outputs.data[i]);

		fputs("  - {tensor: ", yaml);
		print_shape(&value->held, yaml);
		if (!same_shape(&value->held, &value->onnx)) {
			fputs(", shape: ", yaml);
			print_shape(&value->onnx, yaml);
		}
		fputs(", save: ", yaml);
		fprintf(yaml, "%s.npy", output_file(&w->model->arena, w->files, value->name));
		fputs("}\n  - {}\n", yaml);
	}
}

static hr_status write_arguments(const model_writing *w)
{
	const char *path = hr_arena_printf(&w->model->arena, "%s.yaml", w->path);
	const char *folder = hr_arena_printf(&w->model->arena, "%s.weights", w->path);
	hr_rewrite yaml;
	hr_status status;
	int error;

	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		return output_failed(w->model->diags, folder, errno);
	error = hr_rewrite_begin(&yaml, path);
	if (error)
		return output_failed(w->model->diags, path, error);
	status = write_inputs(w, yaml.stream);
	write_outputs(w, yaml.stream);
	error = hr_rewrite_end(&yaml, status == HR_OK);
	return status == HR_OK && error ? output_failed(w->model->diags, path, error) : status;
}

hr_status import_write(import_model *model, const char *path)
{
	hr_strmap files = {0};
	model_writing w = {.model = model, .path = path, .files = &files};
	char *text = NULL;
	size_t length;
	hr_status status;

	w.ports = hr_alloc_zero((model->values.count + 1) * sizeof(*w.ports));
	add_inputs(&w, IMPORT_INPUT);
	add_inputs(&w, IMPORT_WEIGHT);
	w.text = open_memstream(&text, &length);
	if (!w.text)
		hr_bug("no memory stream");
	write_declarations(&w);
	for (size_t i = 0; i < model->steps.count; i++)
		write_leaf(&w, &model->steps.data[i]);
	write_root(&w);
	fclose(w.text);
	status = output_module(w.model->diags, path, text, length);
	if (status == HR_OK)
		status = write_arguments(&w);
	free(text);
	hr_free(w.ports);
	HR_VEC_FREE(&w.inputs);
	hr_strmap_free(&files);
	return status;
}
