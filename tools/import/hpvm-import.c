/* tools/import/hpvm-import.c -- the command: convert an ONNX model to a graph of tensor operations.
 *
 * Not here:  reading (read.c), operators (ops.c), writing (write.c). */
#include <string.h>

#include "interp/host/host.h"
#include "tools/import/import.h"
#include "tools/session/options.h"
#include "tools/session/session.h"

static const tool_command command = {
	.tool = TOOL_IMPORT,
	.usage =
		"Usage: hpvm-import [option]... MODEL.onnx -o FILE\n"
		"\n"
		"Convert an ONNX model to an HPVM graph: a leaf for each tensor operation, as LLVM bitcode, with the\n"
		"weights in FILE.weights and arguments for hpvm-run in FILE.yaml. A model - is standard input.\n",
	.ending =
		"Exit status: 0; 120 the file is not a valid model; 123 an operator is not supported; 124 wrong use.\n",
	.print_version = tool_print_version,
};

static bool check(const tool_values *given)
{
	if (!tool_has_files(given, 1, 1, "model"))
		return false;
	if (!given->output)
		return tool_wrong("no output file (-o)");
	return strcmp(given->output, "-") != 0 ||
	       tool_wrong(
		       "the output cannot be standard output (-): the files of weights and arguments are written beside it");
}

/* Its weights and arguments have other names than a model. */
static bool overwrites(const tool_values *given)
{
	return tool_overwrites("-o", given->output, given->files.data, given->files.count);
}

static int work(const tool_values *given)
{
	const char *path = given->files.data[0];
	import_model model = {.diags = tool.diags,
			      .file = path,
			      .batch = given->batch ? given->batch : 1,
			      .batch_given = given->batch};
	hr_status status;

	hr_arena_init(&model.arena);
	status = import_read(&model, path);
	if (status == HR_OK && given->root)
		model.name = given->root;
	if (status == HR_OK)
		status = import_write(&model, given->output);
	import_free(&model);
	return hr_exit_line(tool.diags, status, 0);
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
