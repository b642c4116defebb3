/* tools/run/kernel_source.c -- compiles kernels in OpenCL C.
 *
 * Owns:      the compiled files, in the temporary folder of the command.
 * Not here:  kernels (ir/kernel/), options (tools/session/kernel_options.c). */
#include "config.h"

#include "tools/run/kernel_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "interp/run/end.h"
#include "tools/session/kernel_options.h"
#include "tools/session/session.h"
#include "tools/shared/subprocess.h"
#include "tools/shared/temporary.h"

/* Compile FILE to OUTPUT. */
static int compile(const tool_options *options, const char *file, const char *output)
{
	const char *clang = getenv("CLANG"), *standard = options->given.cl_std;
	char std[64];
	const char *argv[] = {clang && *clang ? clang : HR_CLANG,
			      "-x",
			      "cl",
			      std,
			      "-target",
			      "spir64-unknown-unknown",
			      "-g",
			      "-O1",
			      "-cl-kernel-arg-info",
			      "-fno-discard-value-names",
			      "-emit-llvm",
			      "-c",
			      file,
			      "-o",
			      output,
			      NULL};
	uint8_t *text = NULL;
	size_t size;
	int status;

	snprintf(std, sizeof(std), "-cl-std=%s", standard ? standard : "CL3.0");
	if (!tool_process_read(argv, true, 0, &status, &text, &size)) {
		(void)tool_wrong("cannot run '%s', which compiles '%s': %s; set CLANG", argv[0],
				 file, strerror(errno));
		return HR_EXIT_USAGE;
	}
	hr_free(text);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	return hr_exit_line(options->diags,
			    hr_report(options->diags, HR_D_kernel_source, NULL, file, argv[0]), 0);
}

int tool_compile_kernels(tool_options *options)
{
	for (size_t i = 0; i < options->files.count; i++) {
		const char *file = options->files.data[i], *folder;
		char *output;
		int code;

		if (!tool_is_kernel_source(file))
			continue;
		folder = tool_temporary_begin("hpvm-run");
		if (!folder)
			return tool_wrong_file("the temporary folder", errno);
		output = hr_alloc(strlen(folder) + 32);
		sprintf(output, "%s/%zu.bc", folder, i);
		HR_PUSH(&options->compiled, output);
		code = compile(options, file, output);
		if (code)
			return code;
		options->files.data[i] = output;
	}
	return 0;
}
