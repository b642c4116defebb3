/* ir/rowkernel/module.c -- a module of HPVM with kernels, under one root. */
#include <stdio.h>
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"

typedef struct kernel_module {
	hr_bytes inputs, body, kernels, declarations; /* owns */
	unsigned input_count;
} kernel_module;

static void say(hr_bytes *to, const char *text)
{
	size_t length = strlen(text);

	HR_RESERVE(to, length + 1);
	memcpy(to->data + to->count, text, length + 1);
	to->count += length;
}

#define SAY(to, ...)                                                                               \
	do {                                                                                       \
		char line_[160];                                                                   \
                                                                                                   \
		snprintf(line_, sizeof(line_), __VA_ARGS__);                                       \
		say(to, line_);                                                                    \
	} while (0)

static void declare(kernel_module *m, const char *line, size_t length)
{
	char text[160];

	snprintf(text, sizeof(text), "%.*s\n", (int)length, line);
	if (!strstr(m->declarations.data, text))
		say(&m->declarations, text);
}

/* Add the definition, and the declarations that are not there yet. */
static void add_text(kernel_module *m, const char *text)
{
	const char *end = strstr(text, "\n}\n") + strlen("\n}\n");
	size_t length = (size_t)(end - text);

	HR_RESERVE(&m->kernels, length + 1);
	memcpy(m->kernels.data + m->kernels.count, text, length);
	m->kernels.count += length;
	for (; *end; end += strcspn(end, "\n") + 1)
		declare(m, end, strcspn(end, "\n"));
}

static void input(kernel_module *m, const char *type)
{
	SAY(&m->inputs, "%s%s %%p%u", m->input_count ? ", " : "", type, m->input_count);
	m->input_count++;
}

/* Bind the next input of the root to input I of the node. */
static void bind(kernel_module *m, unsigned node, unsigned i, const char *type)
{
	SAY(&m->body, "  call void @llvm.hpvm.bind.input(ptr %%n%u, i32 %u, i32 %u, i1 false)\n",
	    node, m->input_count, i);
	input(m, type);
}

static void create(kernel_module *m, const hr_rowkernel *k, unsigned node)
{
	unsigned first = m->input_count;

	for (unsigned d = 0; d < k->dims; d++)
		input(m, "i64");
	SAY(&m->body, "  %%n%u = call ptr @llvm.hpvm.createNode%uD(ptr @%s", node, k->dims,
	    k->name);
	for (unsigned d = 0; d < k->dims; d++)
		SAY(&m->body, ", i64 %%p%u", first + d);
	say(&m->body, ")\n");
}

static void add_kernel(kernel_module *m, const hr_rowkernel *k, unsigned node)
{
	unsigned i = 0;

	add_text(m, k->text);
	create(m, k, node);
	bind(m, node, i++, "ptr \"out\"");
	bind(m, node, i++, "i64");
	for (unsigned o = 0; o < k->operand_count; o++)
		if (k->use[o] == HR_ROWKERNEL_DATA) {
			bind(m, node, i++, "ptr \"in\"");
			bind(m, node, i++, "i64");
		}
	for (unsigned n = 0; n < k->number_count; n++)
		bind(m, node, i++, "i64");
}

const char *hr_rowkernel_module(hr_arena *arena, const char *root,
				const hr_rowkernel *const *kernels, unsigned count)
{
	kernel_module m = {0};
	const char *text;

	say(&m.declarations, "declare ptr @llvm.hpvm.createNode1D(ptr, i64)\n"
			     "declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)\n"
			     "declare ptr @llvm.hpvm.createNode3D(ptr, i64, i64, i64)\n"
			     "declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)\n");
	say(&m.inputs, "");
	say(&m.body, "");
	say(&m.kernels, "");
	for (unsigned i = 0; i < count; i++)
		add_kernel(&m, kernels[i], i);
	say(&m.kernels, "");
	text = hr_arena_printf(arena, "%s%sdefine void @%s(%s) {\n%s  ret void\n}\n",
			       m.declarations.data, m.kernels.data, root, m.inputs.data,
			       m.body.data);
	HR_VEC_FREE(&m.inputs);
	HR_VEC_FREE(&m.body);
	HR_VEC_FREE(&m.kernels);
	HR_VEC_FREE(&m.declarations);
	return text;
}
