/* backends/opencl/device/build.c -- builds kernels from source: compiling, the compiler's messages,
 * the on-disk cache of binaries.
 *
 * A binary is cached by the source, the options, the device and its driver
 * (backends/shared/cache.c).
 * Invariant: a binary that is damaged, or from another driver, is not used.
 * Owns:      nothing; files stay until the user deletes them.
 * Not here:  the source (backends/opencl/translate/kernel.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"
#include "backends/shared/cache.h"

#define FORMAT "hpvm-run opencl 2"

typedef char options[128];

static void write_options(const ocl_device *device, unsigned which, options to)
{
	const char *roots =
		device->target.exact_roots ? " -cl-fp32-correctly-rounded-divide-sqrt" : "";

	if (which == OCL_STAGES) {
		snprintf(to, sizeof(options), "-cl-std=CL%u.0%s -DHPVM_OFFSETS",
			 device->version < 3 ? 2u : 3u, roots);
		return;
	}
	snprintf(to, sizeof(options), "-cl-std=CL1.2%s%s%s%s", roots,
		 which & OCL_PART ? " -DHPVM_PART" : "",
		 which & OCL_OFFSETS ? " -DHPVM_OFFSETS" : "",
		 which & OCL_CONSTANTS ? " -DHPVM_CONSTANTS" : "");
}

/* --- messages of the compiler -------------------------------------------------------------- */

/* Parse "kernel.cl:12:3: error: words" or PoCL's "error: kernel.cl:12:3: words": return 12 and
 * store "error: words" in WORDS. Return 0 if there is no such line. */
static unsigned error_line(const char *log, char words[HR_BACKEND_TEXT])
{
	const char *error = strstr(log, "error:"), *start = error, *end, *text;
	unsigned line = 0, column;
	int length = 0;

	if (!error)
		return 0;
	while (start > log && start[-1] != '\n')
		start--;
	end = start + strcspn(start, "\n");
	text = error + strlen("error:");
	for (const char *at = start; at < end && !line; at++)
		if ((at == start || *at == ':') &&
		    sscanf(at + (*at == ':'), "%u:%u:%n", &line, &column, &length) == 2 &&
		    length > 0)
			text = at > error ? at + (*at == ':') + length : text;
		else
			line = 0;
	text += strspn(text, " ");
	snprintf(words, HR_BACKEND_TEXT, "error: %.*s", text < end ? (int)(end - text) : 0, text);
	return line;
}

/* Append the program's source line that the compiler's message refers to, which is found by
 * translating the unit again. */
static void explain(const ocl_kernel *kernel, const hr_unit *unit, const char *log,
		    char text[HR_BACKEND_TEXT])
{
	char words[HR_BACKEND_TEXT];
	unsigned line;
	const ocl_line *from;
	ocl_source again;

	snprintf(words, sizeof(words), "%.*s", (int)strcspn(log, "\n"), log);
	line = error_line(log, words);
	snprintf(text, HR_BACKEND_TEXT, "%s", words);
	if (!line || !unit)
		return;
	ocl_translate(unit, &kernel->device->target, true, &again);
	from = line <= again.line_count ? &again.lines[line - 1] : NULL;
	if (from && from->instruction && from->file)
		snprintf(text, HR_BACKEND_TEXT, "%.100s, line %u of the OpenCL C: %.60s (%s:%u)",
			 words, line, from->instruction, from->file, from->line);
	else if (from && from->instruction)
		snprintf(text, HR_BACKEND_TEXT, "%.100s, line %u of the OpenCL C: %.90s", words,
			 line, from->instruction);
	for (char *at = text; *at; at++)
		if (*at == '\n')
			*at = ' ';
	ocl_source_free(&again);
}

static void explain_failure(const ocl_kernel *kernel, const hr_unit *unit, cl_program program,
			    cl_int status, char text[HR_BACKEND_TEXT])
{
	size_t bytes = 0;
	char *log, words[64];

	clGetProgramBuildInfo(program, kernel->device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
	log = hr_alloc_array(bytes + 1, 1);
	clGetProgramBuildInfo(program, kernel->device->id, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
	if (*log)
		explain(kernel, unit, log, text);
	else
		snprintf(text, HR_BACKEND_TEXT, "%s", ocl_error(status, words));
	hr_free(log);
}

/* --- the cache -------------------------------------------------------------------------------- */

/* Return the key of everything that a binary depends on. */
static hr_cache_key key_of(const ocl_device *device, const options with, const char *code)
{
	hr_cache_key key = {0};

	hr_cache_add_text(&key, FORMAT);
	hr_cache_add_text(&key, device->platform_name);
	hr_cache_add_text(&key, device->name);
	hr_cache_add_text(&key, device->driver);
	hr_cache_add_text(&key, with);
	hr_cache_add_text(&key, code);
	return key;
}

static hr_cache cache_in(const char *folder)
{
	return (hr_cache){folder, "opencl-", ""};
}

static cl_program read_cache(const ocl_device *device, const options with, const hr_cache_key *key)
{
	hr_cache cache = cache_in(device->host->cache);
	cl_program program = NULL;
	size_t bytes;
	uint8_t *data = hr_cache_read(&cache, key, &bytes);
	const unsigned char *binary = data;
	cl_int status, loaded;

	if (data)
		program = clCreateProgramWithBinary(device->context, 1, &device->id, &bytes,
						    &binary, &loaded, &status);
	hr_free(data);
	if (program && clBuildProgram(program, 1, &device->id, with, NULL, NULL) != CL_SUCCESS) {
		clReleaseProgram(program);
		program = NULL;
	}
	return program;
}

static void write_cache(cl_program program, const char *folder, const hr_cache_key *key)
{
	hr_cache cache = cache_in(folder);
	unsigned char *binary;
	size_t bytes = 0;

	if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL) !=
		    CL_SUCCESS ||
	    !bytes)
		return;
	binary = hr_alloc(bytes);
	if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL) ==
	    CL_SUCCESS)
		hr_cache_write(&cache, key, "", 0, binary, bytes);
	hr_free(binary);
}

/* --- all -------------------------------------------------------------------------------------- */

static cl_program compile(const ocl_kernel *kernel, const hr_unit *unit, const char *code,
			  const options with, char text[HR_BACKEND_TEXT])
{
	ocl_device *device = kernel->device;
	cl_int status;
	cl_program program = clCreateProgramWithSource(device->context, 1, &code, NULL, &status);
	char words[64];

	if (!program) {
		snprintf(text, HR_BACKEND_TEXT, "%s", ocl_error(status, words));
		return NULL;
	}
	status = clBuildProgram(program, 1, &device->id, with, NULL, NULL);
	if (status == CL_SUCCESS)
		return program;
	explain_failure(kernel, unit, program, status, text);
	clReleaseProgram(program);
	return NULL;
}

cl_program ocl_find_program(const ocl_kernel *kernel, const hr_unit *unit, const char *code,
			    unsigned which, bool *cached, char text[HR_BACKEND_TEXT])
{
	const ocl_device *device = kernel->device;
	const char *folder = device->host->cache;
	hr_cache_key key = {0};
	cl_program program = NULL;
	options with;

	write_options(device, which, with);
	if (folder) {
		key = key_of(device, with, code);
		program = read_cache(device, with, &key);
	}
	*cached = program != NULL;
	if (!program) {
		program = compile(kernel, unit, code, with, text);
		if (program && folder)
			write_cache(program, folder, &key);
	}
	HR_VEC_FREE(&key);
	return program;
}

hr_unit_refusal ocl_build(ocl_kernel *kernel, const hr_unit *unit, unsigned which,
			  char text[HR_BACKEND_TEXT])
{
	ocl_variant *made = &kernel->variants[which];
	cl_int status;
	char words[64];
	bool cached;

	made->program = ocl_find_program(kernel, unit, kernel->source.code, which, &cached, text);
	if (!made->program)
		return HR_REFUSES_COMPILER;
	made->kernel = clCreateKernel(made->program, kernel->source.kernel, &status);
	if (!made->kernel) {
		clReleaseProgram(made->program);
		made->program = NULL;
		snprintf(text, HR_BACKEND_TEXT, "%s", ocl_error(status, words));
		return HR_REFUSES_COMPILER;
	}
	clGetKernelWorkGroupInfo(made->kernel, kernel->device->id, CL_KERNEL_WORK_GROUP_SIZE,
				 sizeof(size_t), &made->most_items, NULL);
	if (unit)
		kernel->most_items = made->most_items;
	if (cached)
		snprintf(text, HR_BACKEND_TEXT, "from the cache");
	return HR_TAKEN;
}

void ocl_release_variants(ocl_kernel *kernel)
{
	for (unsigned i = 0; i < OCL_VARIANTS; i++) {
		if (kernel->variants[i].kernel)
			clReleaseKernel(kernel->variants[i].kernel);
		if (kernel->variants[i].program)
			clReleaseProgram(kernel->variants[i].program);
	}
}
