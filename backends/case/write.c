/* backends/case/write.c -- writes a case to a directory.
 *
 * The graph is written as text, from levels and inputs alone, so that a reduction that changes them
 * need not handle LLVM IR. Inputs that differ between instances come over one-to-one edges from a
 * second leaf, which reads them from a table.
 * Invariant: hr_case_read() restores what was written.
 * Owns:      files while they are written.
 * Clauses:   E2 (varying inputs), N3 (levels).
 * Not here:  where a case comes from (backends/crosscheck/case_make.c). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "backends/case/case_array.h"
#include "backends/case/case_tensor.h"
#include "backends/shared/context.h"
#include "src/diag/escape.h"
#include "src/file/file.h"

static char problem[512];

static bool fails(const char *path, const char **why)
{
	snprintf(problem, sizeof(problem), "'%.400s': %s", path,
		 errno ? strerror(errno) : "cannot be written");
	*why = problem;
	return false;
}

static bool close_file(FILE *file, const char *path, const char **why)
{
	bool written = !ferror(file);

	return (fclose(file) == 0 && written) || fails(path, why);
}

static bool write_bytes(const char *folder, const char *name, const void *data, size_t bytes,
			const char **why)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	errno = hr_file_write(path, NULL, 0, data, bytes);
	return errno == 0 || fails(path, why);
}

/* --- the graph -------------------------------------------------------------------------------- */

/* The state while one of the case's grids is written. */
typedef struct case_graph {
	const hr_case *of;
	/* "" for the last grid, "0." for the first earlier grid, and so on. */
	char tag[16];
	unsigned place; /* number of its first input among the root's */
	LLVMModuleRef module;
	LLVMValueRef leaf;
	LLVMTargetDataRef layout;
	FILE *file;
} case_graph;

/* Print a structure type by its members, since its name would need a definition. */
static void print_type(const case_graph *self, LLVMTypeRef type)
{
	char *text;

	if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		unsigned count = LLVMCountStructElementTypes(type);

		fputs(LLVMIsPackedStruct(type) ? "<{" : "{", self->file);
		for (unsigned i = 0; i < count; i++) {
			fputs(i ? ", " : " ", self->file);
			print_type(self, LLVMStructGetTypeAtIndex(type, i));
		}
		fputs(LLVMIsPackedStruct(type) ? " }>" : " }", self->file);
		return;
	}
	text = LLVMPrintTypeToString(type);

	fputs(text, self->file);
	LLVMDisposeMessage(text);
}

static LLVMTypeRef input_type(const case_graph *self, unsigned input)
{
	return LLVMTypeOf(LLVMGetParam(self->leaf, input));
}

/* Return the number of parameters of the root for INPUT: a table is a pointer and a size. */
static unsigned places(const hr_case *self, unsigned input)
{
	return self->inputs[input].varies ? 2 : 1;
}

/* Return the access attribute of a pointer (M5): a table is only read; a pointer of the leaf
 * permits every access. */
static const char *access_of(const hr_case_input *input)
{
	if (input->varies && !input->pointer)
		return "\"in\" ";
	return input->pointer ? "\"inout\" " : "";
}

/* TABLES_ALONE: print the parameters of the leaf that reads the tables. */
static void print_parameters(const case_graph *self, bool tables_alone)
{
	const char *comma = "";

	for (unsigned i = 0; i < self->of->input_count; i++) {
		const hr_case_input *input = &self->of->inputs[i];

		if (input->varies) {
			fprintf(self->file, "%sptr %s%%t%s%u, i64 %%b%s%u", comma, access_of(input),
				self->tag, i, self->tag, i);
		} else if (!tables_alone) {
			fputs(comma, self->file);
			print_type(self, input_type(self, i));
			fprintf(self->file, " %s%%a%s%u", access_of(input), self->tag, i);
		} else {
			continue;
		}
		comma = ", ";
	}
}

static void print_node(const case_graph *self, const char *handle, const char *function,
		       const hr_case_level *level)
{
	fprintf(self->file, "  %%%s%s = call ptr @llvm.hpvm.createNode", handle, self->tag);
	if (level->dims)
		fprintf(self->file, "%uD", level->dims);
	fprintf(self->file, "(ptr @\"%s\"", function);
	for (unsigned d = 0; d < level->dims; d++)
		fprintf(self->file, ", i64 %lld", (long long)level->extent[d]);
	fputs(")\n", self->file);
}

static void print_bind(const case_graph *self, const char *handle, unsigned from, unsigned to)
{
	fprintf(self->file,
		"  call void @llvm.hpvm.bind.input(ptr %%%s%s, i32 %u, i32 %u, i1 false)\n", handle,
		self->tag, from, to);
}

/* Return the name of a node's function. All nodes of a grid have the same prefix. */
static const char *function_name(const case_graph *self, const char *name, char text[64])
{
	snprintf(text, 64, "Case.%s%s", self->tag, name);
	return text;
}

/* Print the innermost internal node: the leaf, and the leaf that reads its tables. PLACE is the
 * number of its first input. */
static void print_innermost(const case_graph *self, unsigned place)
{
	const hr_case *of = self->of;
	unsigned at = place, tables = 0, fed = 0;
	bool feeds = false;
	char name[64];

	for (unsigned i = 0; i < of->input_count; i++)
		feeds |= of->inputs[i].varies;
	print_node(self, "leaf", of->leaf, &of->levels[0]);
	if (feeds)
		print_node(self, "feed", function_name(self, "feed", name), &of->levels[0]);
	for (unsigned i = 0; i < of->input_count; at += places(of, i), i++) {
		if (!of->inputs[i].varies) {
			print_bind(self, "leaf", at, i);
			continue;
		}
		print_bind(self, "feed", at, tables++);
		print_bind(self, "feed", at + 1, tables++);
		fprintf(self->file,
			"  call ptr @llvm.hpvm.createEdge(ptr %%feed%s, ptr %%leaf%s, i1 false, i32 "
			"%u, i32 %u, i1 false)\n",
			self->tag, self->tag, fed++, i);
	}
}

/* Print the children of the internal node at LEVEL. */
static void print_children(const case_graph *self, uint32_t level, unsigned place)
{
	const hr_case *of = self->of;
	unsigned count = 0;
	char number[16], name[64];

	if (level == 1) {
		print_innermost(self, place);
		return;
	}
	snprintf(number, sizeof(number), "%u", level - 1);
	print_node(self, "inner", function_name(self, number, name), &of->levels[level - 1]);
	for (unsigned i = 0; i < of->input_count; i++)
		for (unsigned k = places(of, i); k; k--, count++)
			print_bind(self, "inner", place + count, count);
}

/* Print an internal node below the root. */
static void print_internal(const case_graph *self, uint32_t level)
{
	char number[16], name[64];

	snprintf(number, sizeof(number), "%u", level);
	fprintf(self->file, "define void @\"%s\"(", function_name(self, number, name));
	print_parameters(self, false);
	fputs(") {\n", self->file);
	print_children(self, level, 0);
	fputs("  ret void\n}\n\n", self->file);
}

/* Print the computation of %n, the number of the instance in reference order. */
static void print_index(const case_graph *self)
{
	const hr_case_level *level = &self->of->levels[0];

	fputs("  %h = call ptr @llvm.hpvm.getNode()\n  %n0 = add i64 0, 0\n", self->file);
	for (unsigned d = 0; d < level->dims; d++)
		fprintf(self->file,
			"  %%i%u = call i64 @llvm.hpvm.getNodeInstanceID.%c(ptr %%h)\n"
			"  %%m%u = mul i64 %%n%u, %lld\n  %%n%u = add i64 %%m%u, %%i%u\n",
			d, 'x' + (int)d, d, d, (long long)level->extent[d], d + 1, d, d);
}

static void print_fed_types(const case_graph *self)
{
	const char *comma = "";

	fputs("{", self->file);
	for (unsigned i = 0; i < self->of->input_count; i++) {
		if (!self->of->inputs[i].varies)
			continue;
		fputs(comma, self->file);
		print_type(self, input_type(self, i));
		comma = ", ";
	}
	fputs("}", self->file);
}

static void print_fed(const case_graph *self, unsigned input, unsigned number)
{
	LLVMTypeRef type = input_type(self, input);
	size_t stride = hr_case_stride(LLVMStoreSizeOfType(self->layout, type));
	char value[32];

	if (self->of->inputs[input].pointer)
		snprintf(value, sizeof(value), "%%t%s%u", self->tag, input);
	else
		snprintf(value, sizeof(value), "%%v%u", input);
	if (!self->of->inputs[input].pointer) {
		fprintf(self->file,
			"  %%o%u = mul i64 %%n%u, %zu\n  %%p%u = getelementptr i8, ptr %%t%s%u, "
			"i64 %%o%u\n  %%v%u = load ",
			input, self->of->levels[0].dims, stride, input, self->tag, input, input,
			input);
		print_type(self, type);
		fprintf(self->file, ", ptr %%p%u, align 1\n", input);
	}
	fprintf(self->file, "  %%r%u = insertvalue ", number + 1);
	print_fed_types(self);
	if (number)
		fprintf(self->file, " %%r%u, ", number);
	else
		fputs(" poison, ", self->file);
	print_type(self, type);
	fprintf(self->file, " %s, %u\n", value, number);
}

static void print_feed(const case_graph *self)
{
	unsigned number = 0;
	char name[64];

	for (unsigned i = 0; i < self->of->input_count; i++) {
		if (!self->of->inputs[i].varies)
			continue;
		if (!number) {
			fputs("define ", self->file);
			print_fed_types(self);
			fprintf(self->file, " @\"%s\"(", function_name(self, "feed", name));
			print_parameters(self, true);
			fputs(") {\n", self->file);
			print_index(self);
		}
		print_fed(self, i, number++);
	}
	if (!number)
		return;
	fputs("  ret ", self->file);
	print_fed_types(self);
	fprintf(self->file, " %%r%u\n}\n\n", number);
}

static void print_declarations(FILE *file, LLVMModuleRef module)
{
	static const char hpvm[] = "declare ptr @llvm.hpvm.createNode(ptr)\n"
				   "declare ptr @llvm.hpvm.createNode1D(ptr, i64)\n"
				   "declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)\n"
				   "declare ptr @llvm.hpvm.createNode3D(ptr, i64, i64, i64)\n"
				   "declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)\n"
				   "declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)\n"
				   "declare ptr @llvm.hpvm.getNode()\n"
				   "declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)\n"
				   "declare i64 @llvm.hpvm.getNodeInstanceID.y(ptr)\n"
				   "declare i64 @llvm.hpvm.getNodeInstanceID.z(ptr)\n";

	fprintf(file, "target datalayout = \"%s\"\ntarget triple = \"%s\"\n\n%s",
		LLVMGetDataLayoutStr(module), LLVMGetTarget(module), hpvm);
}

static void print_leaf_declaration(const case_graph *self)
{
	fputs("declare ", self->file);
	print_type(self, LLVMGetReturnType(LLVMGlobalGetValueType(self->leaf)));
	fprintf(self->file, " @\"%s\"(", self->of->leaf);
	for (unsigned i = 0; i < self->of->input_count; i++) {
		fputs(i ? ", " : "", self->file);
		print_type(self, input_type(self, i));
	}
	fputs(")\n\n", self->file);
}

/* Return grid NTH of SELF; the last grid comes last. */
static const hr_case *nth_grid(const hr_case *self, unsigned nth)
{
	return nth < self->earlier_count ? self->earlier[nth] : self;
}

static bool is_declared(const hr_case *self, unsigned nth)
{
	for (unsigned i = 0; i < nth; i++)
		if (strcmp(nth_grid(self, i)->leaf, nth_grid(self, nth)->leaf) == 0)
			return true;
	return false;
}

/* Make grid NTH of SELF the one that is printed. */
static void turn_to(case_graph *out, const hr_case *self, unsigned nth)
{
	out->of = nth_grid(self, nth);
	out->tag[0] = '\0';
	if (nth < self->earlier_count)
		snprintf(out->tag, sizeof(out->tag), "%u.", nth);
	out->place = 0;
	for (unsigned g = 0; g < nth; g++)
		for (unsigned i = 0; i < nth_grid(self, g)->input_count; i++)
			out->place += places(nth_grid(self, g), i);
	out->leaf = LLVMGetNamedFunction(out->module, out->of->leaf);
}

static void print_root(case_graph *out, const hr_case *self)
{
	bool any = false;

	fputs("define void @\"Case\"(", out->file);
	for (unsigned g = 0; g <= self->earlier_count; g++) {
		turn_to(out, self, g);
		fputs(any && out->of->input_count ? ", " : "", out->file);
		print_parameters(out, false);
		any |= out->of->input_count > 0;
	}
	fputs(") {\n", out->file);
	for (unsigned g = 0; g <= self->earlier_count; g++) {
		turn_to(out, self, g);
		print_children(out, out->of->level_count - 1, out->place);
	}
	fputs("  ret void\n}\n\n", out->file);
}

static void print_graph(case_graph *out, const hr_case *self)
{
	print_declarations(out->file, out->module);
	for (unsigned g = 0; g <= self->earlier_count; g++) {
		turn_to(out, self, g);
		if (!is_declared(self, g))
			print_leaf_declaration(out);
		print_feed(out);
		for (uint32_t level = 1; level + 1 < out->of->level_count; level++)
			print_internal(out, level);
	}
	print_root(out, self);
}

/* Write leaf.bc as text, for people; a case is complete without it. */
static void print_leaf(LLVMModuleRef module, const char *folder)
{
	char path[4096], *text = LLVMPrintModuleToString(module);

	snprintf(path, sizeof(path), "%s/leaf.ll", folder);
	(void)!hr_file_write(path, NULL, 0, text, strlen(text));
	LLVMDisposeMessage(text);
}

static bool write_graph(const hr_case *self, const char *folder, const char **why)
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		self->bitcode, self->bitcode_bytes, "leaf", false);
	case_graph out = {.of = self};
	char path[4096];
	bool done;

	if (LLVMParseBitcodeInContext2(context, buffer, &out.module))
		hr_bug("cannot read back the bitcode of a case");
	out.layout = LLVMGetModuleDataLayout(out.module);
	snprintf(path, sizeof(path), "%s/graph.ll", folder);
	out.file = fopen(path, "w");
	if (out.file)
		print_graph(&out, self);
	print_leaf(out.module, folder);
	done = out.file ? close_file(out.file, path, why) : fails(path, why);
	LLVMDisposeModule(out.module);
	LLVMDisposeMemoryBuffer(buffer);
	hr_context_free(context);
	return done;
}

/* --- case.yaml -------------------------------------------------------------------------------- */

static void print_text(FILE *file, const char *key, const char *text)
{
	fprintf(file, "  %s: ", key);
	hr_print_json(text, file);
	fputc('\n', file);
}

static void print_numbers(FILE *file, const int64_t *numbers, unsigned count)
{
	fputc('[', file);
	for (unsigned d = 0; d < count; d++)
		fprintf(file, "%s%lld", d ? ", " : "", (long long)numbers[d]);
	fputc(']', file);
}

/* Print a grid without its arguments; INDENT begins each line. */
static void print_grid(const hr_case *self, const char *indent, FILE *file)
{
	fprintf(file, "%slevels: [", indent);
	for (uint32_t i = 0; i < self->level_count; i++) {
		fputs(i ? ", " : "", file);
		print_numbers(file, self->levels[i].extent, self->levels[i].dims);
	}
	fprintf(file, "]\n%spointers: [", indent);
	for (unsigned i = 0, any = 0; i < self->input_count; i++)
		if (self->inputs[i].pointer)
			fprintf(file, "%s%u", any++ ? ", " : "", i);
	fprintf(file, "]\n%svaries: [", indent);
	for (unsigned i = 0, any = 0; i < self->input_count; i++)
		if (self->inputs[i].varies)
			fprintf(file, "%s%u", any++ ? ", " : "", i);
	fputs("]\n", file);
}

static void print_case(const hr_case *self, FILE *file)
{
	fputs("pin: [", file);
	for (uint32_t i = self->level_count - 1; i-- > 1;) {
		print_numbers(file, self->levels[i].id, 3);
		fputs(i > 1 ? ", " : "", file);
	}
	fputs("]\ncase:\n", file);
	print_text(file, "leaf", self->leaf);
	print_text(file, "node", self->node);
	print_text(file, "backend", self->backend);
	if (self->backend_path)
		print_text(file, "backend-path", self->backend_path);
	print_text(file, "verdict", self->verdict);
	fprintf(file, "  in-process: %s\n", self->in_process ? "true" : "false");
	fprintf(file, "  fast-math: %s\n", self->fast_math ? "true" : "false");
	fprintf(file, "  whole: %s\n", self->whole ? "true" : "false");
	print_grid(self, "  ", file);
	fputs(self->earlier_count ? "  earlier:\n" : "  earlier: []\n", file);
	for (unsigned g = 0; g < self->earlier_count; g++) {
		fputs("  -", file);
		print_text(file, "leaf", self->earlier[g]->leaf);
		fprintf(file, "     inputs: %u\n", self->earlier[g]->input_count);
		print_grid(self->earlier[g], "     ", file);
	}
}

/* Return the file name of memory NUMBER of SELF, which is grid GRID, or the last grid if GRID is
 * -1. */
static const char *memory_name(const hr_case *self, int grid, int number, char text[48])
{
	const hr_case_memory *memory = &self->memory.data[number];
	const char *end = memory->rank || hr_case_is_array(memory) ? "npy" : "raw";

	if (grid < 0)
		snprintf(text, 48, "memory%d.%s", number, end);
	else
		snprintf(text, 48, "earlier%d.memory%d.%s", grid, number, end);
	return text;
}

/* FIRST holds, by memory, the place that named it before, or -1. */
static void print_pointer(const hr_case *self, const hr_case_input *input, int number, int *first,
			  int place, FILE *file)
{
	char name[48];

	if (input->memory < 0)
		fputs("  - null\n", file);
	else if (self->memory.data[input->memory].rank)
		fprintf(file, "  - {tensor: %s}\n", memory_name(self, number, input->memory, name));
	else if (first[input->memory] >= 0)
		fprintf(file, "  - {of: %d, at: %llu}\n", first[input->memory],
			(unsigned long long)input->at);
	else
		fprintf(file, "  - {%s: %s, at: %llu}\n",
			hr_case_is_array(&self->memory.data[input->memory]) ? "npy" : "raw",
			memory_name(self, number, input->memory, name),
			(unsigned long long)input->at);
	if (input->memory >= 0 && first[input->memory] < 0)
		first[input->memory] = place;
	if (input->varies)
		fprintf(file, "  - %zu\n",
			input->memory < 0 ? (size_t)0 : self->memory.data[input->memory].bytes);
}

/* Print arguments starting at number PLACE, and return the next number. */
static int print_arguments(const hr_case *self, int number, int place, FILE *file)
{
	int *first = hr_alloc_array(self->memory.count + 1, sizeof(*first));

	for (size_t i = 0; i < self->memory.count; i++)
		first[i] = -1;
	for (unsigned i = 0; i < self->input_count; i++) {
		const hr_case_input *input = &self->inputs[i];

		if (input->text)
			fprintf(file, "  - %s\n", input->text);
		else
			print_pointer(self, input, number, first, place, file);
		place += input->varies ? 2 : 1;
	}
	hr_free(first);
	return place;
}

/* Print the sizes of all files except case.yaml, so that a truncated file is detected when the case
 * is read. */
static bool print_files(const hr_case *self, const char *folder, FILE *file)
{
	HR_VEC(char *) names = {0};
	char path[4096], name[48];
	struct stat status;
	bool all = true;

	HR_PUSH(&names, hr_strdup("leaf.bc"));
	HR_PUSH(&names, hr_strdup("graph.ll"));
	for (int g = -1; g < (int)self->earlier_count; g++) {
		const hr_case *of = g < 0 ? self : self->earlier[g];

		for (size_t i = 0; i < of->memory.count; i++)
			HR_PUSH(&names, hr_strdup(memory_name(of, g, (int)i, name)));
	}
	fputs("  files:\n", file);
	for (size_t i = 0; i < names.count; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names.data[i]);
		all &= stat(path, &status) == 0;
		if (all)
			fprintf(file, "  - {name: %s, bytes: %lld}\n", names.data[i],
				(long long)status.st_size);
		hr_free(names.data[i]);
	}
	HR_VEC_FREE(&names);
	return all;
}

static bool write_yaml(const hr_case *self, const char *folder, const char **why)
{
	char path[4096];
	int place = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/case.yaml", folder);
	file = fopen(path, "w");
	if (!file)
		return fails(path, why);
	fputs("program: [leaf.bc, graph.ll]\nroot: Case\n", file);
	print_case(self, file);
	if (!print_files(self, folder, file)) {
		fclose(file);
		return fails(path, why);
	}
	fputs("args:\n", file);
	for (unsigned g = 0; g < self->earlier_count; g++)
		place = print_arguments(self->earlier[g], (int)g, place, file);
	if (!print_arguments(self, -1, place, file))
		fputs("  []\n", file);
	return close_file(file, path, why);
}

static bool write_memory(const hr_case *self, int number, const char *path, const char **why)
{
	char name[48], file[4096];

	for (size_t i = 0; i < self->memory.count; i++) {
		const hr_case_memory *memory = &self->memory.data[i];

		memory_name(self, number, (int)i, name);
		snprintf(file, sizeof(file), "%s/%s", path, name);
		if (memory->rank ? !hr_case_write_tensor(memory, file, why)
		    : hr_case_is_array(memory)
			    ? !hr_case_write_array(memory, file, why)
			    : !write_bytes(path, name, memory->data, memory->bytes, why))
			return false;
	}
	return true;
}

bool hr_case_write(const hr_case *self, const char *path, const char **why)
{
	errno = 0;
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return fails(path, why);
	for (unsigned g = 0; g < self->earlier_count; g++)
		if (!write_memory(self->earlier[g], (int)g, path, why))
			return false;
	return write_memory(self, -1, path, why) &&
	       write_bytes(path, "leaf.bc", self->bitcode, self->bitcode_bytes, why) &&
	       write_graph(self, path, why) && write_yaml(self, path, why);
}
