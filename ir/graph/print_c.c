/* ir/graph/print_c.c -- the packed structures of a root, in C.
 *
 * Invariant: a C compiler for x86-64 or AArch64 gives each field the offset and size that launch,
 *            push and pop use, and every name is an identifier in C and in C++.
 * Owns:      nothing.
 * Clauses:   H2, S2.
 * Not here:  reading and writing the structures (interp/stream/roots.c). */
#include "ir/graph/print_c.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/diag/escape.h"

/* --- names ------------------------------------------------------------------------------------ */

/* Return true for a word that is not a name in C or in C++. */
static bool is_keyword(const char *name)
{
	static const char words[] =
		" alignas alignof and and_eq asm auto bitand bitor bool break case catch char "
		"char8_t char16_t char32_t class co_await co_return co_yield compl concept const "
		"consteval constexpr constinit const_cast continue decltype default delete do "
		"double dynamic_cast else enum explicit export extern false float for friend goto "
		"if inline int long mutable namespace new noexcept not not_eq nullptr operator or "
		"or_eq private protected public register reinterpret_cast requires restrict return "
		"short signed sizeof static static_assert static_cast struct switch template this "
		"thread_local throw true try typedef typeid typename typeof typeof_unqual union "
		"unsigned using virtual void volatile wchar_t while xor xor_eq ";
	const char *at = strstr(words, name);

	for (; at; at = strstr(at + 1, name))
		if (at[-1] == ' ' && at[strlen(name)] == ' ')
			return true;
	return false;
}

static bool is_identifier(const char *name)
{
	if (!*name || isdigit((unsigned char)*name))
		return false;
	for (const char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			return false;
	return !is_keyword(name);
}

enum { NAME_BYTES = 64 };
typedef char field_name[NAME_BYTES];

static bool is_taken(field_name *names, unsigned count, const char *name)
{
	for (unsigned i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Set NAMES[I] to the name of the port, or else to PREFIX and its number; different from the names
 * before. */
static void name_field(field_name *names, unsigned i, const hr_port *port, const char *prefix,
		       unsigned number)
{
	bool good = is_identifier(port->name) && strlen(port->name) < NAME_BYTES - 8;

	if (good)
		snprintf(names[i], NAME_BYTES, "%s", port->name);
	else
		snprintf(names[i], NAME_BYTES, "%s%u", prefix, number);
	while (is_taken(names, i, names[i]) && strlen(names[i]) + 1 < NAME_BYTES)
		strcat(names[i], "_");
}

/* Print the last part of ROOT's name as an identifier. */
static void print_tag(const hr_node *root, hr_packed packed, FILE *stream)
{
	static const char *const ends[] = {"args", "in", "out"};

	if (isdigit((unsigned char)*root->path))
		fputc('_', stream);
	for (const char *at = root->path; *at; at++)
		fputc(isalnum((unsigned char)*at) ? *at : '_', stream);
	fprintf(stream, "_%s", ends[packed]);
}

/* --- fields ----------------------------------------------------------------------------------- */

/* Return the C type of a scalar, or NULL if it has none of the same size. */
static const char *c_type(const hr_type *type)
{
	switch (type->kind) {
	case HR_T_PTR: return "void *";
	case HR_T_INT:
		switch (type->bits) {
		case 1:
		case 8: return type->bits == 1 ? "uint8_t " : "int8_t ";
		case 16: return "int16_t ";
		case 32: return "int32_t ";
		case 64: return "int64_t ";
		default: return NULL;
		}
	case HR_T_FLOAT:
		if (type->con == HR_C_F32)
			return "float ";
		return type->con == HR_C_F64 ? "double " : NULL;
	default: return NULL;
	}
}

static void print_field(const hr_type *type, const char *name, FILE *stream)
{
	bool many = type->kind == HR_T_VECTOR || type->kind == HR_T_ARRAY;
	const char *scalar = c_type(many ? type->element : type);

	if (scalar && (!many || type->size == type->count * type->element->size))
		fprintf(stream, "%s%s", scalar, name);
	else
		fprintf(stream, "unsigned char %s", name);
	if (!scalar || (many && type->size != type->count * type->element->size))
		fprintf(stream, "[%llu]; /* %s */", (unsigned long long)type->size, type->text);
	else if (many)
		fprintf(stream, "[%llu];", (unsigned long long)type->count);
	else
		fputc(';', stream);
}

static uint64_t bytes_of(const hr_port *ports, unsigned count)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < count; i++)
		bytes += ports[i].type->size;
	return bytes;
}

uint64_t hr_packed_bytes(const hr_node *root, hr_packed packed)
{
	return (packed != HR_PACKED_OUT ? bytes_of(root->inputs, root->input_count) : 0) +
	       (packed != HR_PACKED_IN ? bytes_of(root->outputs, root->output_count) : 0);
}

void hr_print_packed(const hr_node *root, hr_packed packed, const char *lines, FILE *stream)
{
	unsigned inputs = packed != HR_PACKED_OUT ? root->input_count : 0;
	unsigned outputs = packed != HR_PACKED_IN ? root->output_count : 0;
	field_name *names = hr_alloc_array(inputs + outputs + 1, sizeof(*names));

	fprintf(stream, "%sstruct __attribute__((packed)) ", lines ? lines : "");
	print_tag(root, packed, stream);
	fputs(" {", stream);
	for (unsigned i = 0; i < inputs + outputs; i++) {
		bool output = i >= inputs;
		const hr_port *port = output ? &root->outputs[i - inputs] : &root->inputs[i];

		name_field(names, i, port, output ? "out" : "in", output ? i - inputs : i);
		if (lines)
			fprintf(stream, "\n%s\t", lines);
		else
			fputc(' ', stream);
		print_field(port->type, names[i], stream);
	}
	if (lines)
		fprintf(stream, "\n%s};\n", lines);
	else
		fputs(" };", stream);
	hr_free(names);
}

/* --- several ---------------------------------------------------------------------------------- */

static bool is_streaming(const hr_node *root)
{
	for (unsigned i = 0; i < root->input_bind_count; i++)
		if (root->input_binds[i].streaming)
			return true;
	for (unsigned i = 0; i < root->output_bind_count; i++)
		if (root->output_binds[i].streaming)
			return true;
	return false;
}

static void print_one(const hr_node *root, hr_packed packed, const char *calls, FILE *stream)
{
	uint64_t bytes = hr_packed_bytes(root, packed);

	if (!bytes)
		return;
	fprintf(stream, "%s: %llu byte%s\n", calls, (unsigned long long)bytes,
		bytes == 1 ? "" : "s");
	hr_print_packed(root, packed, "  ", stream);
}

void hr_print_packed_all(const hr_node *root, FILE *stream)
{
	if (!is_streaming(root)) {
		print_one(root, HR_PACKED_ARGS, "struct of launch", stream);
		return;
	}
	print_one(root, HR_PACKED_IN, "struct of launch and push", stream);
	print_one(root, HR_PACKED_OUT, "struct of pop", stream);
}

static void print_checked(const hr_node *root, hr_packed packed, const char *use, FILE *stream)
{
	uint64_t bytes = hr_packed_bytes(root, packed);

	if (!bytes)
		return;
	fputs("\n/* ", stream);
	hr_print_comment(use, stream);
	fputs(" */\n", stream);
	hr_print_packed(root, packed, "", stream);
	fputs("typedef char ", stream);
	print_tag(root, packed, stream);
	fprintf(stream, "_has_%llu_bytes[sizeof(struct ", (unsigned long long)bytes);
	print_tag(root, packed, stream);
	fprintf(stream, ") == %llu ? 1 : -1];\n", (unsigned long long)bytes);
}

void hr_print_header(const hr_node *const *roots, unsigned count, FILE *stream)
{
	char use[3][600];

	fputs("/* The packed structures of launch, push and pop, written by hpvm-run "
	      "--emit=header. */\n"
	      "#pragma once\n"
	      "#include <stdint.h>\n",
	      stream);
	for (unsigned i = 0; i < count; i++) {
		const char *name = roots[i]->path;

		snprintf(use[0], sizeof(use[0]),
			 "Launch of %.500s without streaming: inputs, then outputs.", name);
		snprintf(use[1], sizeof(use[1]),
			 "Launch of %.500s with streaming, and push: the inputs.", name);
		snprintf(use[2], sizeof(use[2]), "What pop returns for %.500s: the outputs.", name);
		for (int p = HR_PACKED_ARGS; p <= HR_PACKED_OUT; p++)
			print_checked(roots[i], (hr_packed)p, use[p], stream);
	}
}
