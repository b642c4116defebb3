/* tools/session/kernel_source.c -- loads the program, and before that compiles kernels in OpenCL C, CUDA
 * C++ and HIP.
 *
 * Owns:      the compiled files, in the temporary folder of the command.
 * Not here:  kernels (ir/kernel/), options (tools/session/kernel_options.c). */
#include "config.h"

#include "tools/session/kernel_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "interp/run/end.h"
#include "interp/run/process.h"
#include "ir/kernel/kernel_launch.h"
#include "src/file/file.h"
#include "tools/session/kernel_options.h"
#include "tools/session/session.h"
#include "tools/shared/subprocess.h"
#include "tools/shared/temporary.h"

/* Run the compiler with ARGV on FILE. */
static int compile(const tool_options *options, const char *file, const char *const *argv)
{
	uint8_t *text = NULL;
	size_t size;
	int status;

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

static const char *compiler(void)
{
	const char *clang = getenv("CLANG");

	return clang && *clang ? clang : HR_CLANG;
}

/* Return true if FILE has the text WORD. */
static bool mentions(const char *file, const char *word)
{
	uint8_t *text;
	size_t size;
	bool found;

	if (hr_file_read(file, &text, &size))
		return false; /* the compiler says why */
	found = memmem(text, size, word, strlen(word)) != NULL;
	hr_free(text);
	return found;
}

static int compile_opencl(const tool_options *options, const char *file, const char *output)
{
	const char *standard = options->given.cl_std;
	/* clang declares Intel's functions in this header alone */
	const char *const include = mentions(file, "intel_sub_group") ? "-include" : NULL;
	char std[64];
	const char *argv[] = {compiler(),
			      "-x",
			      "cl",
			      std,
			      "-target",
			      "spir64-unknown-unknown",
			      "-g",
			      "-O1",
			      "-cl-kernel-arg-info",
			      "-Wno-pass-failed", /* -O1 unrolls no loops */
			      "-fno-discard-value-names",
			      "-emit-llvm",
			      "-c",
			      file,
			      "-o",
			      output,
			      include,
			      "opencl-c.h",
			      NULL};

	snprintf(std, sizeof(std), "-cl-std=%s", standard ? standard : "CL3.0");
	return compile(options, file, argv);
}

/* Create the folder that PATH is in, within one that exists; return 0 or an error of errno. */
static int make_folder(char *path)
{
	char *slash = strrchr(path, '/');
	int code;

	*slash = 0;
	code = mkdir(path, 0700) && errno != EEXIST ? errno : 0;
	*slash = '/';
	return code;
}

/* Write the headers of CUDA to FOLDER. */
static int write_headers(const char *folder)
{
	int code = 0;

	for (const hr_kernel_header *header = hr_cuda_headers; header->name && !code; header++) {
		char *path = hr_alloc(strlen(folder) + strlen(header->name) + 2);

		sprintf(path, "%s/%s", folder, header->name);
		code = make_folder(path);
		if (!code)
			code = hr_file_write(path, header->text, header->bytes, NULL, 0);
		if (code)
			code = tool_wrong_file(path, code);
		hr_free(path);
	}
	return code;
}

/* Compile the device code of FILE, in CUDA C++ or HIP, without a toolkit. FOLDER is for headers. */
static int compile_cuda(const tool_options *options, const char *file, const char *output,
			const char *folder)
{
	const bool hip = tool_is_hip_source(file);
	const char *argv[] = {compiler(),
			      "-x",
			      hip ? "hip" : "cuda",
			      "--cuda-device-only",
			      hip ? "--offload-arch=gfx90a" : "--cuda-gpu-arch=sm_75",
			      hip ? "-nogpuinc" : "-nocudainc",
			      hip ? "-nogpulib" : "-nocudalib",
			      hip ? "-fno-builtin-printf" : "-Wno-unknown-cuda-version",
			      "-Wno-pass-failed", /* -O1 unrolls no loops */
			      "-isystem",
			      folder,
			      "-include",
			      hip ? "hpvm_hip.h" : hr_cuda_headers->name,
			      "-g",
			      "-O1",
			      "-fno-builtin-malloc", /* keeps accesses of its blocks */
			      "-fno-builtin-free",
			      "-fno-discard-value-names",
			      "-emit-llvm",
			      "-c",
			      file,
			      "-o",
			      output,
			      NULL};
	int code = write_headers(folder);

	return code ? code : compile(options, file, argv);
}

static int compile_kernels(tool_options *options)
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
		hr_process.at_death = tool_temporary_abandon;
		output = hr_alloc(strlen(folder) + 32);
		sprintf(output, "%s/%zu.bc", folder, i);
		HR_PUSH(&options->compiled, output);
		code = tool_is_opencl_source(file) ? compile_opencl(options, file, output)
						   : compile_cuda(options, file, output, folder);
		if (code)
			return code;
		options->files.data[i] = output;
	}
	return 0;
}

int tool_load_program(void)
{
	int code = compile_kernels(&tool.options);
	hr_status status;

	if (code)
		return code;
	status = tool_load();
	if (*tool.options.kernel.wrong) {
		(void)tool_wrong("%s", tool.options.kernel.wrong);
		return HR_EXIT_USAGE;
	}
	return status == HR_OK ? 0 : hr_exit_line(tool.diags, status, 0);
}
