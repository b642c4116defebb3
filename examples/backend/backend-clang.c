/* backend-clang.c -- a complete backend for hpvm-run: clang compiles the units, and the backend has
 * memory of its own.
 *
 *	cc -shared -fPIC -I/usr/include/hpvm-run -DBACKEND_INCLUDE='"/usr/include/hpvm-run"' \
 *		-o backend-clang.so backend-clang.c
 *	hpvm-run --backend-path . --backend clang program.bc
 *
 * A unit is written to a directory together with a C file that calls it for each instance of a
 * grid. clang compiles both to a shared object, which is loaded. Option: --backend-option
 * clang.compiler=COMMAND, or the environment's CLANG (default:
 * clang).
 * Owns:     a directory in TMPDIR for each unit while it is compiled; what is built; device memory.
 * Not here: barriers, atomics (a single thread would be enough for atomics, but not for barriers),
 *           calls of the C library: they are refused, and the interpreter runs such leaves. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"

typedef void run_function(const hr_unit_grid *grid);

typedef struct clang {
	const char *compiler; /* borrowed from the host */
	unsigned version;     /* 0: not known */
} clang;

typedef struct built {
	void *object; /* from dlopen() */
	run_function *run;
} built;

/* hpvm-run finds the values, on the command line or in the environment, and gives them to
 * open_clang(). */
enum { COMPILER, OPTIONS };
static const hr_backend_option options[OPTIONS] = {
	[COMPILER] = {.name = "compiler",
		      .variable = "CLANG",
		      .argument = "COMMAND",
		      .preset = "clang",
		      .help = "which clang compiles units"},
};

/* ---- Devices --------------------------------------------------------------------------------- */

/* "Debian clang version 19.1.7" has version 19. */
static unsigned version_of(const char *text)
{
	const char *at = strstr(text, "version ");
	unsigned version;

	return at && sscanf(at, "version %u", &version) == 1 ? version : 0;
}

static int open_clang(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	char command[512], answer[512] = "";
	clang *self = calloc(1, sizeof *self);
	const char *compiler = host->options[COMPILER];
	FILE *said;

	snprintf(command, sizeof command, "%s --version 2>/dev/null", compiler);
	said = popen(command, "r");
	if (said)
		answer[fread(answer, 1, sizeof answer - 1, said)] = '\0';
	if (!self || !said || pclose(said) != 0) {
		snprintf(text, HR_BACKEND_TEXT, "'%s' does not run", compiler);
		free(self);
		return 1;
	}
	self->compiler = compiler;
	self->version = version_of(answer);
	*state = self;
	return 0;
}

static void close_clang(void *state)
{
	free(state);
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	if (room > 0)
		snprintf(list[0].name, HR_BACKEND_TEXT, "this machine, by %s",
			 ((const clang *)state)->compiler);
	return 1;
}

/* --- whether ---------------------------------------------------------------------------------- */

/* Return the C type of a port, or NULL if there is none. */
static const char *c_type(const hr_unit_port *port)
{
	if (port->kind == HR_UNIT_POINTER)
		return "void *";
	if (port->kind == HR_UNIT_FLOAT)
		return port->bits == 32 ? "float" : port->bits == 64 ? "double" : NULL;
	if (port->kind != HR_UNIT_INTEGER)
		return NULL;
	switch (port->bits) {
	case 1: return "_Bool";
	case 8: return "signed char";
	case 16: return "short";
	case 32: return "int";
	case 64: return "long long";
	default: return NULL;
	}
}

static hr_unit_refusal admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	const clang *self = state;

	if (self->version && self->version < unit->llvm) {
		snprintf(
			text, HR_BACKEND_TEXT,
			"'%s' is version %u, and the unit is bitcode of LLVM %u; the option compiler names another",
			self->compiler, self->version, unit->llvm);
		return HR_REFUSES_COMPILER;
	}
	if (unit->features & HR_UNIT_BARRIERS)
		return HR_REFUSES_BARRIER;
	if (unit->features & HR_UNIT_ATOMICS)
		return HR_REFUSES_ATOMIC;
	if (unit->symbol_count) {
		snprintf(text, HR_BACKEND_TEXT, "'%s'", unit->symbols[0]);
		return HR_REFUSES_CALL;
	}
	for (uint32_t i = 0; i < unit->input_count; i++)
		if (!c_type(&unit->inputs[i])) {
			snprintf(text, HR_BACKEND_TEXT, "input %u", i);
			return HR_REFUSES_TYPE;
		}
	return HR_TAKEN;
}

/* --- building --------------------------------------------------------------------------------- */

/* Write one argument of the call: input I of the image `in`. */
static void write_argument(FILE *file, const hr_unit *unit, uint32_t i)
{
	const char *type = c_type(&unit->inputs[i]);

	fprintf(file, "*(const %s *)(in + %u), ",
		unit->inputs[i].kind == HR_UNIT_POINTER ? "unsigned long" : type,
		unit->inputs[i].offset);
}

/* The loops over a box of instances, and the two query functions. */
static const char loops[] =
	"static const hr_unit_grid *grid;\n"
	"static int64_t here[3];\n"
	"int64_t hpvm_id(int level, int d)\n"
	"{ return level ? grid->levels[level].id[d] : here[d]; }\n"
	"int64_t hpvm_extent(int level, int d) { return grid->levels[level].extent[d]; }\n"
	"void run_grid(const hr_unit_grid *of)\n"
	"{\n"
	"	const uint8_t *in = of->inputs;\n"
	"	uint8_t *out = of->outputs;\n"
	"	grid = of;\n"
	"	for (here[0] = of->begin[0]; here[0] < of->end[0]; here[0]++)\n"
	"		for (here[1] = of->begin[1]; here[1] < of->end[1]; here[1]++)\n"
	"			for (here[2] = of->begin[2]; here[2] < of->end[2]; here[2]++) {\n"
	"				if (*of->stop)\n"
	"					return;\n"
	"				CALL;\n"
	"				in += IN_STRIDE;\n"
	"				out += out ? OUT_STRIDE : 0;\n"
	"			}\n"
	"}\n";

static int write_driver(const char *path, const hr_unit *unit)
{
	FILE *file = fopen(path, "w");
	uint32_t varies = 0;

	if (!file)
		return -1;
	fputs("#include \"backend.h\"\nvoid hpvm_unit(", file);
	for (uint32_t i = 0; i < unit->input_count; i++) {
		fprintf(file, "%s, ",
			unit->inputs[i].kind == HR_UNIT_POINTER ? "unsigned long"
								: c_type(&unit->inputs[i]));
		varies |= unit->inputs[i].flags & HR_PORT_VARIES;
	}
	fputs("void *);\n#define CALL hpvm_unit(", file);
	for (uint32_t i = 0; i < unit->input_count; i++)
		write_argument(file, unit, i);
	fprintf(file, "out)\n#define IN_STRIDE %u\n#define OUT_STRIDE %u\n%s",
		varies ? unit->input_stride : 0, unit->output_stride, loops);
	return fclose(file);
}

static int write_bitcode(const char *path, const hr_unit *unit)
{
	FILE *file = fopen(path, "wb");
	size_t written;

	if (!file)
		return -1;
	written = fwrite(unit->bitcode, 1, unit->bitcode_bytes, file);
	return fclose(file) != 0 || written != unit->bitcode_bytes ? -1 : 0;
}

/* BACKEND_INCLUDE, the directory of backend.h, is defined when this file is compiled. */
static int compile(const char *compiler, const char *folder, const hr_unit *unit)
{
	char path[256], command[1024];

	snprintf(path, sizeof path, "%s/unit.bc", folder);
	if (write_bitcode(path, unit) != 0)
		return -1;
	snprintf(path, sizeof path, "%s/driver.c", folder);
	if (write_driver(path, unit) != 0)
		return -1;
	snprintf(command, sizeof command,
		 "%s -w -O2 -ffp-contract=off -shared -fPIC -I'" BACKEND_INCLUDE
		 "' -o '%s/unit.so' '%s/driver.c' '%s/unit.bc' 2>'%s/errors'",
		 compiler, folder, folder, folder, folder);
	return system(command);
}

/* Store clang's first error in TEXT, or its first line of output if there is no error. */
static void read_errors(const char *compiler, const char *folder, char text[HR_BACKEND_TEXT])
{
	char path[256], line[HR_BACKEND_TEXT];
	FILE *file;

	snprintf(path, sizeof path, "%s/errors", folder);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file)) {
		const char *error = strstr(line, "error: ");

		line[strcspn(line, "\n")] = '\0';
		if (error || !*text)
			snprintf(text, HR_BACKEND_TEXT, "%s",
				 error ? error + strlen("error: ") : line);
		if (error)
			break;
	}
	if (file)
		fclose(file);
	if (!*text)
		snprintf(text, HR_BACKEND_TEXT, "'%s' says nothing", compiler);
}

static hr_unit_refusal load(const char *folder, built *made, char text[HR_BACKEND_TEXT])
{
	char path[256];

	snprintf(path, sizeof path, "%s/unit.so", folder);
	made->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!made->object) {
		snprintf(text, HR_BACKEND_TEXT, "%s", dlerror());
		return HR_REFUSES_COMPILER;
	}
	*(void **)&made->run = dlsym(made->object, "run_grid");
	return HR_TAKEN;
}

/* Remove the directory with everything that compile() has written. */
static int clean_up(const char *folder)
{
	static const char *const names[] = {"unit.bc", "driver.c", "unit.so", "errors"};
	char path[256];

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	return rmdir(folder);
}

static hr_unit_refusal build(void *state, const hr_unit *unit, void **result,
			     char text[HR_BACKEND_TEXT])
{
	const char *temporary = getenv("TMPDIR");
	const char *compiler = ((const clang *)state)->compiler;
	hr_unit_refusal refusal = HR_REFUSES_COMPILER;
	built *made = calloc(1, sizeof *made);
	char folder[200];

	snprintf(folder, sizeof folder, "%s/hpvm-clang-XXXXXX", temporary ? temporary : "/tmp");
	if (strchr(folder, '\''))
		snprintf(text, HR_BACKEND_TEXT,
			 "TMPDIR has a quotation mark, which ends a word of the shell");
	else if (!made || !mkdtemp(folder))
		snprintf(text, HR_BACKEND_TEXT, "no folder can be made for '%s'", folder);
	if (*text) {
		free(made);
		return HR_REFUSES_BACKEND; /* none of the listed reasons, so the text says it all */
	}
	if (compile(compiler, folder, unit) == 0)
		refusal = load(folder, made, text);
	else
		read_errors(compiler, folder, text);
	if (clean_up(folder) != 0)
		snprintf(text, HR_BACKEND_TEXT, "%s stays behind", folder);
	if (refusal == HR_TAKEN)
		*result = made;
	else
		free(made);
	return refusal;
}

static hr_grid_end run(void *unit, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	(void)text;
	((built *)unit)->run(grid);
	return *grid->stop ? HR_GRID_STOPPED : HR_GRID_DONE;
}

static void release(void *unit)
{
	dlclose(((built *)unit)->object);
	free(unit);
}

/* --- memory of its own: a device would have calls of its driver here -------------------------- */

static void *allocate(void *state, uint64_t bytes)
{
	(void)state;
	return aligned_alloc(64, (bytes + 63) & ~(uint64_t)63);
}

static void release_memory(void *state, void *memory)
{
	(void)state;
	free(memory);
}

static int write_memory(void *state, void *memory, const void *from, uint64_t bytes)
{
	(void)state;
	memcpy(memory, from, bytes);
	return 0;
}

static int read_memory(void *state, const void *memory, void *to, uint64_t bytes)
{
	return write_memory(state, to, memory, bytes);
}

static const hr_backend_memory memory = {
	.allocate = allocate,
	.release = release_memory,
	.write = write_memory,
	.read = read_memory,
};

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "clang",
	.summary = "units compiled by clang, one thread",
	.open = open_clang,
	.close = close_clang,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
	.options = options,
	.option_count = OPTIONS,
	.memory = &memory,
};
