/* tools/opt/hpvm-opt.c -- the command: reads a program, runs passes on its graphs, and writes it as bitcode.
 *
 * What is written loads again: the module is valid, and its graphs have been checked. Without passes that is the program as
 * it was read: linked, and made modern where the files are HPVM 1.0's.
 * Owns:     the options; diagnostics and the program are the session's.
 * Not here: passes (ir/pass/pass.c), reading (ir/program/load.c). */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include "interp/host/host.h"
#include "ir/pass/pass.h"
#include "tools/session/session.h"

static const char help[] =
	"Usage: hpvm-opt [option]... FILE... -o OUT\n"
	"\n"
	"Reads an HPVM program, runs passes on its graphs, and writes it as LLVM bitcode. Several FILEs\n"
	"are linked.\n"
	"\n"
	"  --passes LIST           which, with commas between, in this order:\n"
	"                            fuse-tensor-nodes  nodes of a pattern become one\n"
	"                            wrapper-api        operations become calls of wrappers\n"
	"                            sequentialise      leaves for FPGAs run their grids in loops\n"
	"                            sequentialise-all  all leaves do\n"
	"  -o, --output FILE       where to; - is standard output\n"
	"  -S                      assembly instead of bitcode\n"
	"  -W, --sem               as for hpvm-run\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0, or as that of hpvm-run: 120 rejected graph or file, 123 unsupported, 124 wrong use.\n";

enum { OPT_HELP = 256, OPT_VERSION, OPT_PASSES, OPT_SEM };

static bool assembly;

static bool read_sem(const char *text)
{
	const char *why = NULL;

	return hr_sem_option(&tool.options.sem, tool.diags, text, &why) ||
	       tool_wrong("--sem %s: %s", text, why);
}

/* 0: go on; else the exit status, -1: 0. */
static int read_options(int argc, char **argv)
{
	static const struct option options[] = {
		{"help", no_argument, NULL, OPT_HELP},	      {"output", required_argument, NULL, 'o'},
		{"passes", required_argument, NULL, OPT_PASSES}, {"sem", required_argument, NULL, OPT_SEM},
		{"version", no_argument, NULL, OPT_VERSION},	  {NULL, 0, NULL, 0},
	};
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, "o:SW:", options, NULL)) != -1)
		switch (option) {
		case OPT_HELP: fputs(help, stdout); return -1;
		case OPT_VERSION: tool_print_version(stdout); return -1;
		case OPT_PASSES:
			if (!tool_read_passes(optarg, &tool.options.passes))
				return HR_EXIT_USAGE;
			break;
		case OPT_SEM:
			if (!read_sem(optarg))
				return HR_EXIT_USAGE;
			break;
		case 'W':
			if (!tool_read_warning(optarg, tool.diags))
				return HR_EXIT_USAGE;
			break;
		case 'o': tool.options.output = optarg; break;
		case 'S': assembly = true; break;
		default: return tool_wrong_use("unknown option, or a value is missing", argv[optind - 1]);
		}
	for (int i = optind; i < argc; i++)
		HR_PUSH(&tool.options.files, argv[i]);
	if (!tool.options.files.count)
		return tool_wrong_use("a program", "none is given");
	if (!tool.options.output)
		return tool_wrong_use("-o", "where to is not said");
	return 0;
}

/* 0, or what was wrong. */
static int write_module(const char *path)
{
	bool to_standard = strcmp(path, "-") == 0;
	FILE *stream = to_standard ? stdout : fopen(path, "wb");
	LLVMMemoryBufferRef buffer;
	char *text = NULL;
	bool written;

	if (!stream)
		return errno;
	errno = 0;
	if (assembly) {
		text = LLVMPrintModuleToString(tool.program->module);
		written = fputs(text, stream) >= 0;
		LLVMDisposeMessage(text);
	} else {
		buffer = LLVMWriteBitcodeToMemoryBuffer(tool.program->module);
		written = fwrite(LLVMGetBufferStart(buffer), 1, LLVMGetBufferSize(buffer), stream) ==
			  LLVMGetBufferSize(buffer);
		LLVMDisposeMemoryBuffer(buffer);
	}
	written = fflush(stream) == 0 && written;
	if (!to_standard)
		written = fclose(stream) == 0 && written;
	return written ? 0 : errno ? errno : EIO;
}

static int work(void)
{
	hr_status status = tool_load();
	int error;

	if (status != HR_OK)
		return hr_exit_line(tool.diags, status, 0);
	error = write_module(tool.options.output);
	if (error)
		return tool_wrong_use(tool.options.output, strerror(error));
	return hr_exit_line(tool.diags, HR_OK, 0);
}

int main(int argc, char **argv)
{
	int code;

	tool_begin("hpvm-opt");
	hr_sem_init(&tool.options.sem);
	code = read_options(argc, argv);
	if (code == 0)
		code = work();
	tool_end();
	return code > 0 ? code : 0;
}
