/* interp/args/template.c -- prints a list of launches for the roots of a program (--emit=launch): its buffers have one
 * element, and its numbers are 0.
 *
 * Invariant: hr_sequence_read() reads what is printed.
 * Owns:      nothing.
 * Not here:  what the keys mean (docs/launches.md). */
#include <ctype.h>
#include <string.h>

#include "interp/args/sequence.h"

/* --- names ------------------------------------------------------------------------------------ */

/* Return true if TEXT can stand in YAML as it is. */
static bool is_plain(const char *text)
{
	static const char *const words[] = {"null", "true", "false", "yes", "no",  "on",
					    "off",  "auto", "y",     "n",   "inf", "nan"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcasecmp(text, words[i]) == 0)
			return false;
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	return text[strspn(text,
			   "_.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")] ==
	       '\0';
}

static void print_name(const char *text, FILE *stream)
{
	if (is_plain(text)) {
		fputs(text, stream);
		return;
	}
	putc('"', stream);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			fprintf(stream, "\\%c", *text);
		else if ((unsigned char)*text < ' ')
			fprintf(stream, "\\x%02x", (unsigned char)*text);
		else
			putc(*text, stream);
	putc('"', stream);
}

/* Return true if each input of ROOT has a name of its own. */
static bool has_names(const hr_node *root)
{
	for (unsigned i = 0; i < root->input_count; i++) {
		if (!*root->inputs[i].name)
			return false;
		for (unsigned k = 0; k < i; k++)
			if (strcmp(root->inputs[i].name, root->inputs[k].name) == 0)
				return false;
	}
	return true;
}

/* Print the name of the buffer of input I. */
static void print_buffer(const hr_node *root, unsigned i, FILE *stream)
{
	char name[400];

	if (has_names(root))
		snprintf(name, sizeof(name), "%s.%s", root->kernel ? root->kernel : root->name,
			 root->inputs[i].name);
	else
		snprintf(name, sizeof(name), "%s.%u", root->kernel ? root->kernel : root->name, i);
	print_name(name, stream);
}

/* --- values ----------------------------------------------------------------------------------- */

static void print_zero(const hr_type *type, FILE *stream)
{
	const bool is_struct = type->kind == HR_T_STRUCT;

	switch (type->kind) {
	case HR_T_VECTOR:
	case HR_T_ARRAY:
	case HR_T_STRUCT:
		for (uint64_t i = 0; i < type->count; i++) {
			fputs(i ? ", " : "[", stream);
			print_zero(is_struct ? type->fields[i] : type->element, stream);
		}
		fputs(type->count ? "]" : "[]", stream);
		break;
	case HR_T_PTR: fputs("null", stream); break;
	default: fputs("0", stream); break;
	}
}

static bool is_sampler(const hr_port *port)
{
	return port->opaque && strcmp(port->opaque, "sampler_t") == 0;
}

/* Return true if the value of PORT is in a buffer. */
static bool has_buffer(const hr_port *port)
{
	return port->type->kind == HR_T_PTR && !is_sampler(port);
}

/* Print the image of one texel in the buffer of input I, whose type is KIND. */
static void print_image(const hr_node *root, unsigned i, const char *kind, FILE *stream)
{
	const char digit = kind[strlen("image")];

	fputs("{of: ", stream);
	print_buffer(root, i, stream);
	fprintf(stream, ", image: {type: FLOAT, order: %s, width: 1%s%s%s}}",
		strstr(kind, "depth") ? "DEPTH" : "R", digit > '1' ? ", height: 1" : "",
		digit > '2' ? ", depth: 1" : "", strstr(kind, "array") ? ", array: 1" : "");
}

static void print_argument(const hr_node *root, unsigned i, bool names, FILE *stream)
{
	const hr_port *port = &root->inputs[i];

	fputs("      ", stream);
	if (names)
		print_name(port->name, stream);
	else
		fprintf(stream, "%u", i);
	fputs(": ", stream);
	if (is_sampler(port))
		fputs("{sampler: {normalized: false, address: clamp-to-edge, filter: nearest}}",
		      stream);
	else if (port->opaque)
		print_image(root, i, port->opaque, stream);
	else if (port->type->kind == HR_T_PTR)
		print_buffer(root, i, stream);
	else if (i && hr_port_has_size(root->inputs, root->input_count, i - 1))
		fputs("auto", stream);
	else if (port->local)
		fputs("1", stream);
	else
		print_zero(port->type, stream);
	if (port->opaque)
		fprintf(stream, "    # %s\n", port->opaque);
	else if (port->type->kind == HR_T_PTR)
		fprintf(stream, "    # pointer%s%s\n", port->in ? ", in" : "",
			port->out ? ", out" : "");
	else
		fprintf(stream, "    # %s%s\n", port->type->text,
			port->local ? ", the bytes of local memory" : "");
}

/* --- launches --------------------------------------------------------------------------------- */

static void print_sizes(const hr_kernel_launch *kernel, const char *key, const uint64_t sizes[3],
			FILE *stream)
{
	fprintf(stream, "    %s: [", key);
	for (unsigned i = 0; i < kernel->dims; i++)
		fprintf(stream, "%s%llu", i ? ", " : "", (unsigned long long)sizes[i]);
	fputs("]\n", stream);
}

static void print_kernel(const hr_kernel_launch *kernel, FILE *stream)
{
	bool uneven = false, moved = false;

	for (unsigned i = 0; i < 3; i++) {
		uneven |= kernel->items[i] % kernel->block[i] != 0;
		moved |= kernel->offset[i] != 0;
	}
	print_sizes(kernel, uneven ? "global" : "grid", uneven ? kernel->items : kernel->groups,
		    stream);
	print_sizes(kernel, "block", kernel->block, stream);
	if (moved)
		print_sizes(kernel, "offset", kernel->offset, stream);
	if (kernel->shared_given)
		fprintf(stream, "    shared: %llu\n", (unsigned long long)kernel->shared);
}

static void print_launch(const hr_node *root, const hr_kernel_launch *kernel, FILE *stream)
{
	fprintf(stream, "  - %s: ", kernel ? "kernel" : "root");
	print_name(kernel ? kernel->kernel : root->name, stream);
	fputs("\n", stream);
	if (kernel)
		print_kernel(kernel, stream);
	fputs(root->input_count ? "    args:\n" : "    args: []\n", stream);
	for (unsigned i = 0; i < root->input_count; i++)
		print_argument(root, i, has_names(root), stream);
	for (unsigned i = 0; i < root->output_count; i++)
		fprintf(stream, "%s      - null    # %s\n", i ? "" : "    results:\n",
			root->outputs[i].type->text);
}

void hr_sequence_print(const hr_node *const *roots, unsigned count, const hr_kernel_launch *kernel,
		       FILE *stream)
{
	bool any = false;

	for (unsigned r = 0; r < count; r++)
		for (unsigned i = 0; i < roots[r]->input_count; i++) {
			if (!has_buffer(&roots[r]->inputs[i]))
				continue;
			fputs(any ? "  " : "buffers:\n  ", stream);
			print_buffer(roots[r], i, stream);
			fputs(": {zeros: 1, type: f32}\n", stream);
			any = true;
		}
	fputs("launches:\n", stream);
	for (unsigned r = 0; r < count; r++)
		print_launch(roots[r], kernel, stream);
}
