/* tools/import/hpvm-import.c -- the command: convert an ONNX or StableHLO model to a graph of tensor
 * operations.
 *
 * An ONNX model that HPVM's own tensor operations can express, with fixed shapes, becomes a graph of them; any
 * other one a tensor program.
 *
 * Not here:  HPVM's operations (read.c, ops.c, write.c); tensor programs (onnx/, stablehlo/,
 *            module.c). */
#include <stdlib.h>
#include <string.h>

#include "interp/host/host.h"
#include "interp/tensor/tensors.h"
#include "src/file/npy.h"
#include "tools/import/clibrary/clibrary.h"
#include "tools/import/import.h"
#include "tools/import/module/module_write.h"
#include "tools/import/onnx/onnx.h"
#include "tools/import/stablehlo/stablehlo.h"
#include "tools/session/options.h"
#include "tools/session/session.h"

static bool read_emit(const char *text, void *data)
{
	(void)data;
	return strcmp(text, "library") == 0 ||
	       tool_wrong("--emit=%s: hpvm-import emits a library", text);
}

static const tool_command command = {
	.tool = TOOL_IMPORT,
	.usage =
		"Usage: hpvm-import [option]... MODEL -o FILE\n"
		"\n"
		"Convert an ONNX model, or a StableHLO module as text, to an HPVM graph: a leaf for each operator, as\n"
		"LLVM bitcode, with the weights in FILE.weights and arguments for hpvm-run in FILE.yaml. Shapes may be\n"
		"known when it runs. A model - is an ONNX model on standard input.\n",
	.ending =
		"Exit status: 0; 120 the file is not a valid model; 123 an operator is not supported; 124 wrong use.\n",
	.print_version = tool_print_version,
	.handlers = {[OPT_emit] = read_emit},
};

static bool is_library(const char *path)
{
	const size_t length = strlen(path);

	return length > 3 && strcmp(path + length - 3, ".so") == 0 && path[length - 4] != '/';
}

static bool check(const tool_values *given)
{
	if (!tool_has_files(given, 1, 1, "model"))
		return false;
	if (given->action == OPT_emit && (!given->output || !is_library(given->output)))
		return tool_wrong("--emit=library needs -o NAME.so");
	if (!given->output)
		return given->print_program || given->explain_shapes ||
		       tool_wrong("no output file (-o)");
	return strcmp(given->output, "-") != 0 ||
	       tool_wrong(
		       "the output cannot be standard output (-): the files of weights and arguments are written beside it");
}

/* Its weights and arguments have other names than a model. */
static bool overwrites(const tool_values *given)
{
	return given->output &&
	       tool_overwrites("-o", given->output, given->files.data, given->files.count);
}

/* --- graphs of HPVM's tensor operations -------------------------------------------------------- */

/* Try to convert the model to HPVM's own tensor operations, which have fixed shapes and which backends
 * take. Return false if it has others; nothing is said then. */
static bool import_fixed(const tool_values *given, hr_status *status)
{
	char *said = NULL;
	size_t length;
	FILE *stream = open_memstream(&said, &length);
	hr_diags *silent = hr_diags_new(stream);
	import_model model = {.diags = silent, .file = given->files.data[0], .batch = given->batch};
	bool done;

	hr_arena_init(&model.arena);
	done = import_read(&model, model.file) == HR_OK;
	if (done && given->root)
		model.name = given->root;
	model.diags = tool.diags;
	if (done)
		*status = import_write(&model, given->output);
	import_free(&model);
	hr_diags_free(silent);
	fclose(stream);
	free(said);
	return done;
}

/* --- tensor programs --------------------------------------------------------------------------- */

/* The inputs that --fix gives. */
typedef struct fixed_inputs {
	HR_VEC(onnx_fixed) list;
	HR_VEC(uint8_t *) data; /* owns */
} fixed_inputs;

/* Read the option --fix INPUT=FILE. Return false if an error was reported. */
static bool read_fixed(const char *text, fixed_inputs *fixed, hr_arena *arena)
{
	const char *equals = strrchr(text, '='), *why = NULL;
	onnx_fixed made = {0};
	hr_npy array;

	if (!equals || equals == text)
		return tool_wrong("--fix needs INPUT=FILE");
	if (!hr_npy_read(equals + 1, &array, &why))
		return tool_wrong("--fix: '%s': %s", equals + 1, why);
	HR_PUSH(&fixed->data, array.data);
	made.name = hr_arena_strndup(arena, text, (size_t)(equals - text));
	made.elem = hr_npy_elem(&array);
	made.shape.rank = array.dims;
	made.data = array.data;
	if (!made.elem || array.dims > HR_RANK_MOST)
		return tool_wrong("--fix: '%s': its type or rank is not supported", equals + 1);
	memcpy(made.shape.dim, array.shape, array.dims * sizeof(*made.shape.dim));
	HR_PUSH(&fixed->list, made);
	return true;
}

static void print_program(const tool_values *given, hr_tprogram *program)
{
	if (given->print_program)
		hr_t_print(program, stdout);
	if (given->explain_shapes)
		hr_t_explain(program, stdout);
}

/* Return NAME as an identifier of C: other bytes than letters, digits and _ become _. */
static const char *identifier(hr_arena *arena, const char *name)
{
	/* ral_run is a type of ral.h */
	const bool taken = strcmp(name, "ral") == 0 || (*name >= '0' && *name <= '9');
	char *made = hr_arena_printf(arena, "%s%s", taken ? "_" : "", *name ? name : "model");

	for (char *at = made; *at; at++)
		if (!(*at >= '0' && *at <= '9') && !(*at >= 'a' && *at <= 'z') &&
		    !(*at >= 'A' && *at <= 'Z'))
			*at = '_';
	return made;
}

/* Write PROGRAM, and what else was asked for, unless STATUS says that it is none; free it. */
static hr_status finish(const tool_values *given, hr_arena *arena, hr_tprogram *program,
			hr_status status)
{
	if (status == HR_OK)
		print_program(given, program);
	if (status == HR_OK && given->action == OPT_emit)
		status =
			library_write(program, tool.diags, given->output,
				      identifier(arena, given->root ? given->root : program->name));
	else if (status == HR_OK && given->output)
		status = module_write(program, tool.diags, given->output,
				      given->root ? given->root : program->name);
	hr_tprogram_free(program);
	return status;
}

static hr_status import_stablehlo(const tool_values *given, const fixed_inputs *fixed,
				  hr_arena *arena)
{
	hlo_fixed *list = hr_arena_array(arena, fixed->list.count + 1, sizeof(*list));
	hlo_source source = {.diags = tool.diags,
			     .path = given->files.data[0],
			     .arena = arena,
			     .symbols = hr_symbols_new(),
			     .batch = given->batch,
			     .fixed = list,
			     .fixed_count = fixed->list.count};
	hr_tprogram *program = NULL;
	hr_status status;

	for (size_t i = 0; i < fixed->list.count; i++) {
		const onnx_fixed *of = &fixed->list.data[i];

		list[i] = (hlo_fixed){of->name, of->elem, of->shape, of->data};
	}
	status = hlo_program(&source, &program);
	status = finish(given, arena, program, status);
	hr_symbols_free(source.symbols);
	return status;
}

static hr_status import_onnx(const tool_values *given, const fixed_inputs *fixed, hr_arena *arena)
{
	onnx_source source = {.diags = tool.diags,
			      .path = given->files.data[0],
			      .arena = arena,
			      .symbols = hr_symbols_new(),
			      .batch = given->batch,
			      .fixed = fixed->list.data,
			      .fixed_count = fixed->list.count};
	hr_tprogram *program = NULL;
	hr_status status = onnx_program(&source, &program);

	status = finish(given, arena, program, status);
	onnx_close(&source);
	hr_symbols_free(source.symbols);
	return status;
}

/* --- the command ------------------------------------------------------------------------------- */

static int work(const tool_values *given)
{
	fixed_inputs fixed = {0};
	hr_arena arena;
	hr_status status = HR_OK;
	bool read = true;

	hr_arena_init(&arena);
	for (size_t i = 0; i < given->fix.count && read; i++)
		read = read_fixed(given->fix.data[i], &fixed, &arena);
	/* Standard input can be read once. */
	if (read && hlo_is_module(given->files.data[0]))
		status = import_stablehlo(given, &fixed, &arena);
	else if (read && (given->fix.count || given->print_program || given->explain_shapes ||
			  given->action == OPT_emit || strcmp(given->files.data[0], "-") == 0 ||
			  !import_fixed(given, &status)))
		status = import_onnx(given, &fixed, &arena);
	for (size_t i = 0; i < fixed.data.count; i++)
		hr_free(fixed.data.data[i]);
	HR_VEC_FREE(&fixed.data);
	HR_VEC_FREE(&fixed.list);
	hr_arena_free(&arena);
	return read ? hr_exit_line(tool.diags, status, 0) : HR_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	tool_values *given = &tool.options.given;
	int code;

	tool_begin("hpvm-import");
	code = tool_read_command_line(&command, argc, argv, given);
	if (code < 0)
		code = check(given) && !overwrites(given) ? work(given) : HR_EXIT_USAGE;
	tool_end();
	return code;
}
