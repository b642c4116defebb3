/* backends/case_write.c -- a case on its way to a directory.
 *
 * The graph is written as text, from levels and inputs alone, so that whoever changes them need not know LLVM
 * IR. Inputs that differ between instances come by one-to-one edges from a second leaf, which reads them
 * from a table.
 * Invariant: hr_case_read() gives what was written.
 * Owns:      files while they are written.
 * Clauses:   E2 (varying inputs), N3 (levels).
 * Not here:  where a case comes from (case_make.c). */
#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "case.h"
#include "file.h"

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

/* --- the graph ---------------------------------------------------------------------------------------- */

typedef struct graph {
	const hr_case *of;
	LLVMValueRef leaf;
	LLVMTargetDataRef layout;
	FILE *file;
} graph;

static void print_type(const graph *self, LLVMTypeRef type)
{
	char *text = LLVMPrintTypeToString(type);

	fputs(text, self->file);
	LLVMDisposeMessage(text);
}

static LLVMTypeRef input_type(const graph *self, unsigned input)
{
	return LLVMTypeOf(LLVMGetParam(self->leaf, input));
}

/* How many parameters of the root stand for INPUT: a table is a pointer and its size. */
static unsigned places(const hr_case *self, unsigned input)
{
	return self->inputs[input].varies ? 2 : 1;
}

static void print_parameters(const graph *self, bool tables_alone)
{
	const char *comma = "";

	for (unsigned i = 0; i < self->of->input_count; i++) {
		if (self->of->inputs[i].varies) {
			fprintf(self->file, "%sptr %%t%u, i64 %%b%u", comma, i, i);
		} else if (!tables_alone) {
			fputs(comma, self->file);
			print_type(self, input_type(self, i));
			fprintf(self->file, " %%a%u", i);
		} else {
			continue;
		}
		comma = ", ";
	}
}

static void print_node(const graph *self, const char *handle, const char *function,
		       const hr_case_level *level)
{
	fprintf(self->file, "  %%%s = call ptr @llvm.hpvm.createNode", handle);
	if (level->dims)
		fprintf(self->file, "%uD", level->dims);
	fprintf(self->file, "(ptr @\"%s\"", function);
	for (unsigned d = 0; d < level->dims; d++)
		fprintf(self->file, ", i64 %lld", (long long)level->extent[d]);
	fputs(")\n", self->file);
}

static void print_bind(const graph *self, const char *handle, unsigned from, unsigned to)
{
	fprintf(self->file, "  call void @llvm.hpvm.bind.input(ptr %%%s, i32 %u, i32 %u, i1 false)\n",
		handle, from, to);
}

/* The innermost internal node: the leaf, and what feeds it. */
static void print_innermost(const graph *self)
{
	const hr_case *of = self->of;
	unsigned at = 0, tables = 0, fed = 0;
	bool feeds = false;

	for (unsigned i = 0; i < of->input_count; i++)
		feeds |= of->inputs[i].varies;
	print_node(self, "leaf", of->leaf, &of->levels[0]);
	if (feeds)
		print_node(self, "feed", "Case.feed", &of->levels[0]);
	for (unsigned i = 0; i < of->input_count; at += places(of, i), i++) {
		if (!of->inputs[i].varies) {
			print_bind(self, "leaf", at, i);
			continue;
		}
		print_bind(self, "feed", at, tables++);
		print_bind(self, "feed", at + 1, tables++);
		fprintf(self->file, "  call ptr @llvm.hpvm.createEdge(ptr %%feed, ptr %%leaf, i1 false, i32 "
				    "%u, i32 %u, i1 false)\n", fed++, i);
	}
}

static void print_internal(const graph *self, uint32_t level)
{
	const hr_case *of = self->of;
	char name[32];
	unsigned count = 0;

	snprintf(name, sizeof(name), ".%u", level);
	fprintf(self->file, "define void @\"Case%s\"(", level + 1 == of->level_count ? "" : name);
	print_parameters(self, false);
	fputs(") {\n", self->file);
	if (level == 1) {
		print_innermost(self);
	} else {
		snprintf(name, sizeof(name), "Case.%u", level - 1);
		print_node(self, "inner", name, &of->levels[level - 1]);
		for (unsigned i = 0; i < of->input_count; i++)
			for (unsigned k = places(of, i); k; k--, count++)
				print_bind(self, "inner", count, count);
	}
	fputs("  ret void\n}\n\n", self->file);
}

/* %n: the instance's place in reference order. */
static void print_index(const graph *self)
{
	const hr_case_level *level = &self->of->levels[0];

	fputs("  %h = call ptr @llvm.hpvm.getNode()\n  %n0 = add i64 0, 0\n", self->file);
	for (unsigned d = 0; d < level->dims; d++)
		fprintf(self->file,
			"  %%i%u = call i64 @llvm.hpvm.getNodeInstanceID.%c(ptr %%h)\n"
			"  %%m%u = mul i64 %%n%u, %lld\n  %%n%u = add i64 %%m%u, %%i%u\n",
			d, 'x' + (int)d, d, d, (long long)level->extent[d], d + 1, d, d);
}

static void print_fed_types(const graph *self)
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

static void print_fed(const graph *self, unsigned input, unsigned number)
{
	LLVMTypeRef type = input_type(self, input);
	size_t stride = hr_case_stride(LLVMStoreSizeOfType(self->layout, type));
	char value[32];

	snprintf(value, sizeof(value), self->of->inputs[input].pointer ? "%%t%u" : "%%v%u", input);
	if (!self->of->inputs[input].pointer) {
		fprintf(self->file, "  %%o%u = mul i64 %%n%u, %zu\n  %%p%u = getelementptr i8, ptr %%t%u, "
				    "i64 %%o%u\n  %%v%u = load ", input, self->of->levels[0].dims, stride,
			input, input, input, input);
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

static void print_feed(const graph *self)
{
	unsigned number = 0;

	for (unsigned i = 0; i < self->of->input_count; i++) {
		if (!self->of->inputs[i].varies)
			continue;
		if (!number) {
			fputs("define ", self->file);
			print_fed_types(self);
			fputs(" @Case.feed(", self->file);
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

static void print_declarations(const graph *self, LLVMModuleRef module)
{
	static const char hpvm[] =
		"declare ptr @llvm.hpvm.createNode(ptr)\n"
		"declare ptr @llvm.hpvm.createNode1D(ptr, i64)\n"
		"declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)\n"
		"declare ptr @llvm.hpvm.createNode3D(ptr, i64, i64, i64)\n"
		"declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)\n"
		"declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)\n"
		"declare ptr @llvm.hpvm.getNode()\n"
		"declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)\n"
		"declare i64 @llvm.hpvm.getNodeInstanceID.y(ptr)\n"
		"declare i64 @llvm.hpvm.getNodeInstanceID.z(ptr)\n";

	fprintf(self->file, "target datalayout = \"%s\"\ntarget triple = \"%s\"\n\n%s",
		LLVMGetDataLayoutStr(module), LLVMGetTarget(module), hpvm);
	fputs("declare ", self->file);
	print_type(self, LLVMGetReturnType(LLVMGlobalGetValueType(self->leaf)));
	fprintf(self->file, " @\"%s\"(", self->of->leaf);
	for (unsigned i = 0; i < self->of->input_count; i++) {
		fputs(i ? ", " : "", self->file);
		print_type(self, input_type(self, i));
	}
	fputs(")\n\n", self->file);
}

static bool write_graph(const hr_case *self, const char *folder, const char **why)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		self->bitcode, self->bitcode_bytes, "leaf", false);
	graph out = {.of = self};
	LLVMModuleRef module;
	char path[4096];
	bool done;

	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		hr_bug("the bitcode of a case cannot be read back");
	out.leaf = LLVMGetNamedFunction(module, self->leaf);
	out.layout = LLVMGetModuleDataLayout(module);
	snprintf(path, sizeof(path), "%s/graph.ll", folder);
	out.file = fopen(path, "w");
	if (out.file) {
		print_declarations(&out, module);
		print_feed(&out);
		for (uint32_t level = 1; level < self->level_count; level++)
			print_internal(&out, level);
	}
	done = out.file ? close_file(out.file, path, why) : fails(path, why);
	LLVMDisposeModule(module);
	LLVMDisposeMemoryBuffer(buffer);
	LLVMContextDispose(context);
	return done;
}

/* --- case.yaml ---------------------------------------------------------------------------------------- */

static void print_text(FILE *file, const char *key, const char *text)
{
	fprintf(file, "  %s: \"", key);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', file);
		fputc((unsigned char)*text < ' ' ? '?' : *text, file);
	}
	fputs("\"\n", file);
}

static void print_numbers(FILE *file, const int64_t *numbers, unsigned count)
{
	fputc('[', file);
	for (unsigned d = 0; d < count; d++)
		fprintf(file, "%s%lld", d ? ", " : "", (long long)numbers[d]);
	fputc(']', file);
}

static void print_levels(const hr_case *self, FILE *file)
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
	print_text(file, "verdict", self->verdict);
	fputs("  levels: [", file);
	for (uint32_t i = 0; i < self->level_count; i++) {
		fputs(i ? ", " : "", file);
		print_numbers(file, self->levels[i].extent, self->levels[i].dims);
	}
	fputs("]\n  varies: [", file);
	for (unsigned i = 0, any = 0; i < self->input_count; i++)
		if (self->inputs[i].varies)
			fprintf(file, "%s%u", any++ ? ", " : "", i);
	fputs("]\nargs:\n", file);
}

/* FIRST: by memory, the place that has named it before; -1. */
static void print_pointer(const hr_case *self, const hr_case_input *input, int *first, int place,
			  FILE *file)
{
	if (input->memory < 0)
		fputs("  - null\n", file);
	else if (first[input->memory] >= 0)
		fprintf(file, "  - {of: %d, at: %llu}\n", first[input->memory],
			(unsigned long long)input->at);
	else
		fprintf(file, "  - {raw: memory%d.raw, at: %llu}\n", input->memory,
			(unsigned long long)input->at);
	if (input->memory >= 0 && first[input->memory] < 0)
		first[input->memory] = place;
	if (input->varies)
		fprintf(file, "  - %zu\n", input->memory < 0 ? (size_t)0
						      : self->memory.data[input->memory].bytes);
}

static bool write_yaml(const hr_case *self, const char *folder, const char **why)
{
	int *first = hr_alloc_array(self->memory.count + 1, sizeof(*first)), place = 0;
	char path[4096];
	FILE *file;

	for (size_t i = 0; i < self->memory.count; i++)
		first[i] = -1;
	snprintf(path, sizeof(path), "%s/case.yaml", folder);
	file = fopen(path, "w");
	if (file) {
		fputs("program: [leaf.bc, graph.ll]\nroot: Case\n", file);
		print_levels(self, file);
		for (unsigned i = 0; i < self->input_count; i++) {
			const hr_case_input *input = &self->inputs[i];

			if (input->text)
				fprintf(file, "  - %s\n", input->text);
			else
				print_pointer(self, input, first, place, file);
			place += input->varies ? 2 : 1;
		}
		if (!self->input_count)
			fputs("  []\n", file);
	}
	hr_free(first);
	return file ? close_file(file, path, why) : fails(path, why);
}

bool hr_case_write(const hr_case *self, const char *path, const char **why)
{
	char name[32];

	errno = 0;
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return fails(path, why);
	for (size_t i = 0; i < self->memory.count; i++) {
		snprintf(name, sizeof(name), "memory%zu.raw", i);
		if (!write_bytes(path, name, self->memory.data[i].data, self->memory.data[i].bytes, why))
			return false;
	}
	return write_bytes(path, "leaf.bc", self->bitcode, self->bitcode_bytes, why) &&
	       write_graph(self, path, why) && write_yaml(self, path, why);
}
