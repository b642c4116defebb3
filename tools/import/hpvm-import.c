/* tools/import/hpvm-import.c -- the command: an ONNX model becomes a graph of tensor operations.
 *
 * Not here: reading (read.c), operators (ops.c), what is written (write.c). */
#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "interp/host/host.h"
#include "tools/import/import.h"
#include "tools/session/options.h"
#include "tools/session/session.h"

static const char help[] =
	"Usage: hpvm-import [option]... MODEL.onnx -o OUT\n"
	"\n"
	"Makes an HPVM graph of an ONNX model: a leaf for each tensor operation, as LLVM bitcode, with the\n"
	"weights in OUT.weights and arguments for hpvm-run in OUT.yaml.\n"
	"\n"
	"  -o, --output OUT        where to\n"
	"  --batch N               what a first dimension with a name is (1)\n"
	"  --root NAME             name of the root function (default: the model's)\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0; 120 the file is no model; 123 an operator is not supported; 124 wrong use.\n";

static const char *output, *root;
static unsigned long batch; /* 0: it is not said */

/* 0: go on; else the exit status, -1: 0. */
static int read_options(int argc, char **argv)
{
	enum { OPT_HELP = 256, OPT_VERSION, OPT_BATCH, OPT_ROOT };
	static const struct option options[] = {
		{"batch", required_argument, NULL, OPT_BATCH}, {"help", no_argument, NULL, OPT_HELP},
		{"output", required_argument, NULL, 'o'},      {"root", required_argument, NULL, OPT_ROOT},
		{"version", no_argument, NULL, OPT_VERSION},   {NULL, 0, NULL, 0},
	};
	char *end;
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1)
		switch (option) {
		case OPT_HELP: fputs(help, stdout); return -1;
		case OPT_VERSION: tool_print_version(stdout); return -1;
		case OPT_ROOT: root = optarg; break;
		case OPT_BATCH:
			batch = strtoul(optarg, &end, 10);
			if (!isdigit((unsigned char)*optarg) || *end || !batch || batch > INT32_MAX)
				return tool_wrong_use("--batch takes a number from 1", optarg);
			break;
		case 'o': output = optarg; break;
		default: return tool_wrong_use("unknown option, or a value is missing", argv[optind - 1]);
		}
	if (optind + 1 != argc)
		return tool_wrong_use("a model", "one is wanted");
	return output ? 0 : tool_wrong_use("-o", "where to is not said");
}

static int work(const char *path)
{
	import_model model = {.diags = tool.diags, .file = path, .batch = batch ? batch : 1, .batch_given = batch};
	hr_status status;

	hr_arena_init(&model.arena);
	status = import_read(&model, path);
	if (status == HR_OK && root)
		model.name = root;
	if (status == HR_OK)
		status = import_write(&model, output);
	import_free(&model);
	return hr_exit_line(tool.diags, status, 0);
}

int main(int argc, char **argv)
{
	int code;

	tool_begin("hpvm-import");
	code = read_options(argc, argv);
	if (code == 0)
		code = work(argv[optind]);
	tool_end();
	return code > 0 ? code : 0;
}
