/* ir/load/load.c -- files to a program: reads, links, checks the target, lifts, validates.
 *
 * Invariant: a returned program has only graphs that passed validation.
 * Owns:      the program until it succeeds; then the caller does.
 * Not here:  reading one file (read.c), tables (ir/program/program.c), graphs (ir/lift/lift.c). */
#include "ir/load/load.h"

#include <string.h>
#include <sys/stat.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "ir/hetero/hetero.h"
#include "ir/kernel/kernel_launch.h"
#include "ir/lift/lift.h"
#include "ir/llvm/machine_layout.h"
#include "ir/load/annotations.h"
#include "ir/load/ifunc.h"
#include "ir/load/instrument.h"
#include "ir/load/read.h"
#include "ir/load/short_calls.h"
#include "ir/program/debug_names.h"
#include "ir/program/tables.h"

/* --- the target ------------------------------------------------------------------------------- */

static size_t architecture_length(const char *triple)
{
	return strcspn(triple, "-");
}

/* Names of an architecture differ between systems: amd64, arm64. */
static const char *architecture(const char *triple, size_t *length)
{
	static const char *const same[][2] = {{"amd64", "x86_64"},
					      {"x86_64h", "x86_64"},
					      {"arm64", "aarch64"},
					      {"arm64e", "aarch64"}};

	*length = architecture_length(triple);
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
		if (*length == strlen(same[i][0]) && !strncmp(triple, same[i][0], *length)) {
			*length = strlen(same[i][1]);
			return same[i][1];
		}
	return triple;
}

static bool same_architecture(const char *triple, const char *other)
{
	size_t length, other_length;
	const char *name = architecture(triple, &length);
	const char *other_name = architecture(other, &other_length);

	return length == other_length && !strncmp(name, other_name, length);
}

/* Hand-written assembly often has no target; then use this machine's. */
static void default_layout(LLVMModuleRef module, const char *triple)
{
	LLVMTargetDataRef layout = hr_machine_layout(triple);

	LLVMSetModuleDataLayout(module, layout);
	LLVMDisposeTargetData(layout);
}

/* --- data layouts ----------------------------------------------------------------------------- */

/* Return the number of bits of an index into address space 0, as the layout has it in
 * "p:SIZE:ABI:PREFERRED:INDEX"; 64 if it does not say. */
static unsigned index_bits(const char *layout)
{
	unsigned bits = 64, size, at;

	for (; *layout; layout += strcspn(layout, "-"), layout += *layout == '-') {
		if (strncmp(layout, "p:", 2) && strncmp(layout, "p0:", 3))
			continue;
		at = 0;
		sscanf(layout, "p%*[0]:%n", &at);
		if (!at)
			at = 2;
		bits = 64;
		size = 0;
		if (sscanf(layout + at, "%u:%*u:%*u:%u", &size, &bits) < 2)
			bits = size ? size : 64;
	}
	return bits;
}

/* Give pointers into all address spaces of a device the 64 bits of this machine: drop "pN:SIZE..." with N > 0. */
static void widen_pointers(LLVMModuleRef module)
{
	const char *at = LLVMGetDataLayoutStr(module);
	hr_bytes made = {0};

	while (*at) {
		size_t length = strcspn(at, "-"), digits = strspn(at + 1, "0123456789");

		if (*at != 'p' || !digits || at[1] == '0') {
			HR_RESERVE(&made, length + 2);
			if (made.count)
				made.data[made.count++] = '-';
			memcpy(made.data + made.count, at, length);
			made.count += length;
		}
		at += length + (at[length] == '-');
	}
	HR_PUSH(&made, 0);
	LLVMSetDataLayout(module, made.data);
	HR_VEC_FREE(&made);
}

/* Return what this machine cannot do as LAYOUT has it, or NULL. */
static const char *unlike_machine(LLVMTargetDataRef layout, const char *text)
{
	if (LLVMByteOrder(layout) != LLVMLittleEndian)
		return "it is big-endian";
	if (LLVMPointerSize(layout) != sizeof(void *))
		return "its pointers do not have 64 bits";
	return index_bits(text) != 64 ? "its indices into memory do not have 64 bits" : NULL;
}

/* Return true if each kind of type has the same size and alignment in both layouts. */
static bool same_sizes(LLVMContextRef context, LLVMTargetDataRef a, LLVMTargetDataRef b)
{
	LLVMTypeRef types[] = {LLVMInt8TypeInContext(context),
			       LLVMInt16TypeInContext(context),
			       LLVMInt32TypeInContext(context),
			       LLVMInt64TypeInContext(context),
			       LLVMInt128TypeInContext(context),
			       LLVMHalfTypeInContext(context),
			       LLVMFloatTypeInContext(context),
			       LLVMDoubleTypeInContext(context),
			       LLVMX86FP80TypeInContext(context),
			       LLVMFP128TypeInContext(context),
			       LLVMPointerTypeInContext(context, 0),
			       LLVMVectorType(LLVMInt32TypeInContext(context), 2),
			       LLVMVectorType(LLVMInt32TypeInContext(context), 4),
			       LLVMVectorType(LLVMInt32TypeInContext(context), 8)};

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (LLVMABISizeOfType(a, types[i]) != LLVMABISizeOfType(b, types[i]) ||
		    LLVMABIAlignmentOfType(a, types[i]) != LLVMABIAlignmentOfType(b, types[i]))
			return false;
	return true;
}

static hr_status refuse_layout(hr_diags *diags, const char *path, const char *why)
{
	char *machine = LLVMGetDefaultTargetTriple();

	hr_report(diags, HR_D_layout_unsupported, NULL, path, why, machine);
	LLVMDisposeMessage(machine);
	return HR_UNSUPPORTED;
}

/* P7. PROGRAM is what has been linked before, or NULL. */
static hr_status check_layout(LLVMModuleRef program, LLVMModuleRef module, const char *path,
			      hr_diags *diags)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
	const char *why = unlike_machine(layout, LLVMGetDataLayoutStr(module));

	if (!why && program &&
	    !same_sizes(LLVMGetModuleContext(module), layout, LLVMGetModuleDataLayout(program)))
		why = "its types have other sizes or alignments than those of the files before";
	return why ? refuse_layout(diags, path, why) : HR_OK;
}

/* Return true for the target of OpenCL whose pointers have 32 bits. */
static bool is_spir32(const char *triple)
{
	return strcmp(triple, "spir") == 0 || strncmp(triple, "spir-", 5) == 0;
}

/* With LAUNCH, the module may be for a device. */
static hr_status check_target(LLVMModuleRef module, const char *path, hr_kernel_launch *launch,
			      hr_diags *diags)
{
	char *machine = LLVMGetDefaultTargetTriple();
	const char *triple = launch ? hr_kernel_triple(module) : LLVMGetTarget(module);
	hr_status status = HR_OK;

	if (launch)
		hr_kernel_set_target(launch, module, triple);
	if (is_spir32(triple)) {
		status = hr_report(diags, HR_D_layout_unsupported, NULL, path,
				   "its pointers do not have 64 bits", "spir64");
	} else if (!*triple) {
		LLVMSetTarget(module, machine);
	} else if (launch && hr_kernel_target(triple)) {
		LLVMSetTarget(module, machine);
		widen_pointers(module);
	} else if (!same_architecture(triple, machine)) {
		hr_report(diags, HR_D_target_mismatch, NULL, triple, machine,
			  hr_kernel_target(triple)
				  ? "\nhelp: run one of its kernels with --kernel; --list-kernels "
				    "lists them"
				  : "");
		status = HR_UNSUPPORTED;
	}
	if (status == HR_OK && !*LLVMGetDataLayoutStr(module))
		default_layout(module, machine);
	LLVMDisposeMessage(machine);
	return status;
}

/* --- linking ---------------------------------------------------------------------------------- */

static void keep_error(LLVMDiagnosticInfoRef info, void *data)
{
	char **first = data;

	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError && first && !*first)
		*first = LLVMGetDiagInfoDescription(info);
}

/* LLVM's linker looks at all of the module that it links to, so that linking one file after the other
 * costs the square of their number. PART_FILES files make a part, PART_FILES parts make a larger
 * one, and so on. */
enum { PART_FILES = 16 };

typedef struct module_part {
	LLVMModuleRef module; /* owned */
	const char *path;     /* of its last file */
	unsigned level;       /* 0: one file */
} module_part;

typedef struct linker {
	hr_program *program;
	const hr_load_kernels *kernels; /* or NULL */
	HR_VEC(module_part) parts;      /* levels do not grow from one to the next */
	bool one_by_one; /* link each file to all before it, so that a message names the file */
	bool again;      /* it is not known which file cannot be linked */
} linker;

static hr_status report_failure(const linker *self, const char *path, char *why)
{
	if (why)
		why[strcspn(why, "\n")] = 0;
	hr_report(self->program->diags, HR_D_link_failed, NULL, path,
		  why ? why : "no reason given");
	LLVMDisposeMessage(why);
	return HR_REJECT;
}

/* Link MORE to TO; takes ownership of MORE's module. */
static hr_status link_part(linker *self, module_part *to, module_part *more)
{
	char *why = NULL;
	bool failed;

	LLVMContextSetDiagnosticHandler(self->program->context, keep_error, &why);
	failed = LLVMLinkModules2(to->module, more->module);
	LLVMContextSetDiagnosticHandler(self->program->context, keep_error, NULL);
	more->module = NULL;
	to->path = more->path;
	if (!failed && !why)
		return HR_OK;
	if (more->level == 0)
		return report_failure(self, more->path, why);
	LLVMDisposeMessage(why);
	self->again = true;
	return HR_REJECT;
}

/* Link the last COUNT parts to the one before them. */
static hr_status link_last(linker *self, size_t count)
{
	module_part *to = &self->parts.data[self->parts.count - 1 - count];
	hr_status status = HR_OK;

	for (size_t i = 1; i <= count && status == HR_OK; i++)
		status = link_part(self, to, &to[i]);
	if (status == HR_OK)
		self->parts.count -= count;
	return status;
}

/* Make larger parts of the last ones, where there are enough. */
static hr_status link_full(linker *self)
{
	for (;;) {
		const module_part *parts = self->parts.data;
		size_t count = self->parts.count, same = 1;

		while (same < count && parts[count - 1 - same].level == parts[count - 1].level)
			same++;
		if (self->one_by_one && count > 1)
			return link_last(self, 1);
		if (same < PART_FILES)
			return HR_OK;
		HR_TRY(link_last(self, same - 1));
		self->parts.data[self->parts.count - 1].level++;
	}
}

/* Add MODULE, which the function then owns. */
static hr_status add_module(linker *self, const char *path, LLVMModuleRef module)
{
	hr_diags *diags = self->program->diags;
	hr_status status =
		check_target(module, path, self->kernels ? self->kernels->launches : NULL, diags);

	if (status == HR_OK)
		status = check_layout(self->parts.count ? self->parts.data[0].module : NULL, module,
				      path, diags);
	if (status != HR_OK) {
		LLVMDisposeModule(module);
		return status;
	}
	HR_PUSH(&self->parts, ((module_part){module, path, 0}));
	return link_full(self);
}

/* Link all parts to the program's module. */
static hr_status link_all(linker *self)
{
	char *why = NULL;

	if (!self->parts.count)
		hr_bug("a program without files");
	if (self->parts.count > 1)
		HR_TRY(link_last(self, self->parts.count - 1));
	self->program->module = self->parts.data[0].module;
	self->parts.data[0].module = NULL;
	if (LLVMVerifyModule(self->program->module, LLVMReturnStatusAction, &why))
		return report_failure(self, self->parts.data[0].path, why);
	LLVMDisposeMessage(why);
	return HR_OK;
}

static hr_status read_source(const hr_program *program, const hr_module_source *source, bool here,
			     void **module)
{
	if (!here)
		return hr_read_module(source->name, program->context, program->diags, module);
	return source->bytes ? hr_read_bytes_here(source->name, source->bytes, source->size,
						  program->context, program->diags, module)
			     : hr_read_module_here(source->name, program->context, program->diags,
						   module);
}

/* --- the program ------------------------------------------------------------------------------ */

static hr_program *new_program(const hr_sem *sem, hr_diags *diags)
{
	hr_program *program = hr_alloc_zero(sizeof(*program));

	hr_arena_init(&program->arena);
	program->diags = diags;
	program->sem = *sem;
	program->context = LLVMContextCreate();
	return program;
}

/* Make the graphs of KERNELS. */
static hr_status convert_kernels(hr_program *program, const hr_load_kernels *kernels)
{
	const hr_kernel_launch *first = kernels->launches;

	HR_TRY(hr_kernel_complete(program, first));
	for (size_t i = 1; i < kernels->count; i++)
		hr_kernel_same_target(&kernels->launches[i], first);
	return first->kernel ? hr_kernel_convert_all(program, kernels->launches, kernels->count)
			     : HR_OK;
}

/* What its files have been read to, with STATUS. Frees PROGRAM unless it is handed out. */
static hr_status finish(hr_program *program, hr_status status, const hr_load_kernels *kernels,
			hr_program **out)
{
	if (status == HR_OK) {
		program->layout = LLVMGetModuleDataLayout(program->module);
		hr_settle_short_calls(program->module);
		hr_settle_ifuncs(program->module);
		status = hr_settle_instrumentation(program);
	}
	if (status == HR_OK) {
		if (hr_debug_missing(program->module))
			hr_diags_advise(program->diags,
					"help: compile the program with -g to get the lines and "
					"variables of its source");
		hr_suppress_annotated(program);
		hr_suppress_inlined(program);
		status = hr_hetero_convert(program);
	}
	if (status == HR_OK && kernels)
		status = convert_kernels(program, kernels);
	if (status == HR_OK && !program->kernel)
		hr_kernel_recall(program);
	if (status == HR_OK) {
		hr_program_tabulate(program);
		status = hr_lift_program(program);
	}
	if (status != HR_OK) {
		hr_program_free(program);
		return status;
	}
	*out = program;
	return HR_OK;
}

/* Return the folder of PATH, "" or with a slash at the end; of standard input: "". */
static const char *folder_of(hr_program *program, const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? hr_arena_strndup(&program->arena, path, (size_t)(slash + 1 - path)) : "";
}

/* Read and link COUNT sources. *AGAIN is set if they must be linked one by one. */
static hr_status load(const hr_module_source *sources, size_t count, bool here, bool *again,
		      const hr_sem *sem, hr_diags *diags, const hr_load_kernels *kernels,
		      hr_program **program)
{
	linker self = {
		.program = new_program(sem, diags), .kernels = kernels, .one_by_one = *again};
	hr_status status = HR_OK;
	void *module;

	for (size_t i = 0; i < count && status == HR_OK; i++) {
		status = read_source(self.program, &sources[i], here, &module);
		if (status == HR_OK)
			status = add_module(&self, sources[i].name, module);
	}
	if (status == HR_OK)
		status = link_all(&self);
	self.program->folder = folder_of(self.program, sources[0].name);
	for (size_t i = 0; i < self.parts.count; i++)
		if (self.parts.data[i].module)
			LLVMDisposeModule(self.parts.data[i].module);
	HR_VEC_FREE(&self.parts);
	*again = self.again;
	return finish(self.program, status, kernels, program);
}

/* Return true if the contents of all sources can be read a second time: no source is a pipe or standard
 * input. */
static bool may_read_again(const hr_module_source *sources, size_t count)
{
	struct stat state;

	for (size_t i = 0; i < count; i++)
		if (!sources[i].bytes &&
		    (strcmp(sources[i].name, "-") == 0 || stat(sources[i].name, &state) != 0 ||
		     !S_ISREG(state.st_mode)))
			return false;
	return true;
}

static hr_status load_sources(const hr_module_source *sources, size_t count, bool here,
			      const hr_sem *sem, hr_diags *diags, const hr_load_kernels *kernels,
			      hr_program **program)
{
	bool again = !may_read_again(sources, count);
	hr_status status = load(sources, count, here, &again, sem, diags, kernels, program);

	return again ? load(sources, count, here, &again, sem, diags, kernels, program) : status;
}

hr_status hr_program_load(const char *const *files, size_t count, const hr_sem *sem,
			  hr_diags *diags, hr_program **program)
{
	return hr_program_load_kernels(files, count, sem, diags, NULL, program);
}

hr_status hr_program_load_kernels(const char *const *files, size_t count, const hr_sem *sem,
				  hr_diags *diags, const hr_load_kernels *kernels,
				  hr_program **program)
{
	hr_module_source *sources = hr_alloc_array(count + 1, sizeof(*sources));
	hr_status status;

	for (size_t i = 0; i < count; i++)
		sources[i] = (hr_module_source){.name = files[i]};
	status = load_sources(sources, count, false, sem, diags, kernels, program);
	hr_free(sources);
	return status;
}

hr_status hr_program_load_here(const hr_module_source *sources, size_t count, const hr_sem *sem,
			       hr_diags *diags, const hr_load_kernels *kernels,
			       hr_program **program)
{
	return load_sources(sources, count, true, sem, diags, kernels, program);
}
