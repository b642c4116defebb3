/* tools/opt/hpvm-opt.c -- the command: read a program, run passes on its graphs, and write it as
 * bitcode.
 *
 * The output can be loaded again: the module is valid, and its graphs have been checked. Without
 * passes it is the program as it was read: linked, and modernised if the files are HPVM 1.0's.
 *
 * Owns:      the options; diagnostics and the program belong to the session.
 * Not here:  passes (ir/pass/pass.c), reading (ir/load/load.c). */
#include <errno.h>
#include <string.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include "interp/host/host.h"
#include "src/file/rewrite.h"
#include "tools/session/session.h"

static const char usage[] =
	"Usage: hpvm-opt [option]... FILE... -o FILE\n"
	"\n"
	"Read an HPVM program, run passes on its graphs, and write it as LLVM bitcode. Several FILEs are\n"
	"linked; - is standard input.\n";

static const char ending[] =
	"Exit status: 0, or as that of hpvm-run: 120 rejected graph or file, 123 unsupported, 124 wrong use.\n";

static const tool_values *const given = &tool.options.given;

/* Write the program. Return 0 or an errno. */
static int write_module(const char *path)
{
	LLVMMemoryBufferRef buffer;
	hr_rewrite output;
	char *text = NULL;
	bool written;
	int error = hr_rewrite_begin(&output, path), failed;

	if (error)
		return error;
	if (given->assembly) {
		text = LLVMPrintModuleToString(tool.program->module);
		written = fputs(text, output.stream) >= 0;
		LLVMDisposeMessage(text);
	} else {
		buffer = LLVMWriteBitcodeToMemoryBuffer(tool.program->module);
		written = fwrite(LLVMGetBufferStart(buffer), 1, LLVMGetBufferSize(buffer),
				 output.stream) == LLVMGetBufferSize(buffer);
		LLVMDisposeMemoryBuffer(buffer);
	}
	error = written ? 0 : errno;
	failed = hr_rewrite_end(&output, written);
	return error ? error : failed;
}

static int work(void)
{
	hr_status status;
	int error;

	if (!tool_has_files(given, 1, SIZE_MAX, "input file"))
		return HR_EXIT_USAGE;
	if (!given->output) {
		tool_wrong("no output file (-o)");
		return HR_EXIT_USAGE;
	}
	if (tool_overwrites("-o", given->output, given->files.data, given->files.count))
		return HR_EXIT_USAGE;
	status = tool_load();
	if (status != HR_OK)
		return hr_exit_line(tool.diags, status, 0);
	error = write_module(given->output);
	if (error)
		return tool_wrong_file(given->output, error);
	return hr_exit_line(tool.diags, HR_OK, 0);
}

int main(int argc, char **argv)
{
	int code;

	tool_begin("hpvm-opt");
	code = tool_options_read(TOOL_OPT, usage, ending, argc, argv, tool.diags, &tool.options);
	if (code < 0)
		code = work();
	tool_end();
	return code;
}
