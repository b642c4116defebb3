/* backends/emit/emit.c -- which nodes of a program are printed, and what becomes of those that are
 * refused.
 *
 * Owns:     units while they are printed.
 * Not here: the module (find.c), translating (backends/opencl/translate/emitter.c,
 *           backends/cuda/translate/emitter.c). */
#include "backends/emit/emit.h"

#include <string.h>

#include "backends/rows/row_kernel.h"
#include "backends/unit/unit.h"
#include "ir/lift/row_sites.h"
#include "ir/program/near_names.h"
#include "src/base/map.h"
#include "src/diag/escape.h"

/* What is being printed. */
typedef struct emission {
	const hr_program *program;
	hr_diags *diags;
	const hr_emit *emit;
	FILE *stream; /* all four borrowed */
	const hr_backend_emitter *emitter;
	void *state;             /* of the emitter */
	bool gap;                /* an empty line comes before what is printed next */
	bool again;              /* another node of this function has been visited */
	unsigned made, refused;  /* nodes */
	hr_row_kernels *kernels; /* of leaves of tensor programs; owned */
	hr_strmap printed;       /* names of those that are printed */
	const hr_node *first;    /* that was refused, and */
	char why[3 * HR_BACKEND_TEXT];
} emission;

/* --- printing --------------------------------------------------------------------------------- */

static bool does(const emission *self, unsigned flag)
{
	return self->emit->of->flags & flag;
}

/* Texts that stand by themselves have an empty line between them. */
static void write_piece(void *to, const void *data, size_t bytes)
{
	emission *self = to;

	if (self->gap && bytes)
		fputc('\n', self->stream);
	self->gap &= !bytes;
	fwrite(data, 1, bytes, self->stream);
}

static void end_text(emission *self)
{
	self->gap = does(self, HR_EMITS_EACH);
}

/* NODE is refused: an error if it was asked for by name, and otherwise a comment, or a warning. */
static hr_status refuse(emission *self, const hr_node *node, hr_unit_refusal refusal,
			const char *text)
{
	const hr_backend_form *of = self->emit->of;
	char why[sizeof(self->why)];

	snprintf(why, sizeof(why), "%s%s%s", hr_unit_refusal_words(refusal), *text ? ": " : "",
		 text);
	if (self->refused++ == 0) {
		self->first = node;
		memcpy(self->why, why, sizeof(why));
	}
	if (self->emit->node)
		return hr_report(self->diags, HR_D_not_translated, &node->where, node->path, why);
	if (!of->comment)
		return hr_report(self->diags, HR_D_left_out, &node->where, node->path, why);
	if (self->gap)
		fputc('\n', self->stream);
	fputs(of->comment, self->stream);
	hr_print_comment(node->path, self->stream);
	fputs(": not translated: ", self->stream);
	hr_print_comment(why, self->stream);
	fprintf(self->stream, "%s\n", of->comment_end ? of->comment_end : "");
	end_text(self);
	return HR_OK;
}

/* Print MADE, a unit of NODE. Return why it is refused; TEXT then says more. */
static hr_unit_refusal print_made(emission *self, const hr_node *node, const hr_made_unit *made,
				  char text[HR_BACKEND_TEXT])
{
	hr_unit_refusal refusal = made->refusal;
	const char *unstaged = *made->apart ? made->apart : NULL;

	memcpy(text, made->text, HR_BACKEND_TEXT);
	if (refusal == HR_TAKEN) {
		text[0] = '\0';
		refusal = self->emitter->unit(self->state, hr_unit_given(made), node->path,
					      unstaged, text);
		text[HR_BACKEND_TEXT - 1] = '\0';
	}
	if (refusal == HR_TAKEN) {
		self->made++;
		end_text(self);
	}
	return refusal;
}

/* The same; frees MADE. */
static hr_unit_refusal print_unit(emission *self, const hr_node *node, hr_made_unit *made,
				  char text[HR_BACKEND_TEXT])
{
	hr_unit_refusal refusal = print_made(self, node, made, text);

	hr_unit_free(made);
	return refusal;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static hr_unit_home home_of(const emission *self)
{
	return hr_home_of(self->emit->entry->table);
}

/* The operations of a leaf of a tensor program. */
typedef struct emission_rows {
	emission *of;
	const hr_node *leaf;
	unsigned kernels;        /* that have been printed, now or before */
	hr_unit_refusal refusal; /* the first one, and */
	char text[HR_BACKEND_TEXT];
} emission_rows;

static void refuse_row(emission_rows *rows, hr_unit_refusal refusal, const char *text)
{
	if (rows->refusal != HR_TAKEN)
		return;
	rows->refusal = refusal;
	snprintf(rows->text, sizeof(rows->text), "%s", text);
}

/* Read "wide f32 2". */
static bool read_type(const char *text, hr_rowkernel_type *type)
{
	char elem[8];

	*type = (hr_rowkernel_type){.elem = HR_E_NONE};
	if (!text || strcmp(text, "none") == 0)
		return text != NULL;
	type->wide = strncmp(text, "wide ", 5) == 0;
	if (sscanf(text + (type->wide ? 5 : 0), "%7s %u", elem, &type->rank) != 2)
		return false;
	type->elem = hr_elem_named(elem);
	return type->elem && type->rank <= HR_RANK_MOST;
}

/* Print the kernel of an operation, unless another leaf has it, too. */
static void emit_row(void *data, const hr_row_site *site)
{
	emission_rows *rows = data;
	emission *self = rows->of;
	hr_rowkernel_type types[HR_SITE_OPERANDS], result;
	bool known =
		site->text && site->count <= HR_SITE_OPERANDS && read_type(site->result, &result);
	const hr_row_kernel *kernel = NULL;
	char text[HR_BACKEND_TEXT];
	hr_unit_refusal refusal;
	uint64_t printed;

	for (unsigned i = 0; known && i < site->count; i++)
		known = read_type(site->operands[i], &types[i]);
	if (known)
		kernel =
			hr_row_kernel_typed(self->kernels, site->text, types, site->count, &result);
	if (!kernel) {
		refuse_row(rows, HR_REFUSES_TENSOR,
			   "the types of its operands are known only at run time");
		return;
	}
	if (kernel->of.how != HR_ROWKERNEL_KERNEL)
		return;
	rows->kernels++;
	if (hr_strmap_get(&self->printed, kernel->of.name, &printed))
		return;
	refusal = print_made(self, rows->leaf,
			     hr_row_kernel_unit(self->kernels, kernel, home_of(self)), text);
	hr_strmap_put(&self->printed, kernel->of.name, 1);
	if (refusal != HR_TAKEN)
		refuse_row(rows, refusal, text);
}

/* Print the kernels of the operations of a leaf of a tensor program. */
static hr_status emit_rows(emission *self, const hr_node *leaf)
{
	emission_rows rows = {.of = self, .leaf = leaf, .refusal = HR_TAKEN};

	hr_row_sites_visit(self->program, leaf, emit_row, &rows);
	if (!rows.kernels)
		refuse_row(&rows, HR_REFUSES_TENSOR, "no operation of it has a kernel");
	return rows.refusal == HR_TAKEN || self->again
		       ? HR_OK
		       : refuse(self, leaf, rows.refusal, rows.text);
}

static hr_status emit_leaf(emission *self, const hr_node *leaf)
{
	bool *varies = hr_alloc_array(leaf->input_count + 1, sizeof(*varies));
	char text[HR_BACKEND_TEXT];
	hr_unit_refusal refusal;

	for (unsigned i = 0; i < leaf->input_count; i++)
		varies[i] = leaf->inputs[i].type->kind != HR_T_PTR && hr_input_varies(leaf, i);
	refusal = print_unit(self, leaf, hr_unit_make(self->program, leaf, varies, home_of(self)),
			     text);
	hr_free(varies);
	return refusal == HR_TAKEN || self->again ? HR_OK : refuse(self, leaf, refusal, text);
}

/* Print NODE, whose instances are groups of leaves' instances. What allocates memory for them is
 * part of the unit, so it is DONE, by function, and a refusal is told if there is any; other leaves
 * stand for themselves. A node that was not asked for and is no such group is passed over. */
static hr_status emit_groups(emission *self, const hr_node *node, bool *done)
{
	hr_made_unit *made = hr_unit_make_groups(self->program, node, NULL, home_of(self));
	bool reported = self->emit->node != NULL;
	char text[HR_BACKEND_TEXT];
	hr_unit_refusal refusal;

	if (made->refusal != HR_TAKEN && !reported) {
		hr_unit_free(made);
		return HR_OK;
	}
	for (unsigned i = 0; i < node->child_count && made->refusal == HR_TAKEN; i++) {
		done[node->children[i]->function] |= node->children[i]->allocation;
		reported |= node->children[i]->allocation;
	}
	refusal = print_unit(self, node, made, text);
	return refusal == HR_TAKEN || !reported || self->again ? HR_OK
							       : refuse(self, node, refusal, text);
}

static hr_unit_refusal emit_chain(emission *self, const hr_node *node, char text[HR_BACKEND_TEXT])
{
	hr_made_unit *made = hr_unit_make_graph(self->program, node, NULL, true, home_of(self));

	if (hr_takes_stages(self->emit->entry->table))
		hr_unit_add_stages(made, self->program, node);
	return print_unit(self, node, made, text);
}

/* All that a run builds of NODE: a chain, and groups. */
static hr_status emit_as_run(emission *self, const hr_node *node, bool *done)
{
	char text[HR_BACKEND_TEXT];
	hr_unit_refusal refusal = hr_why_no_chain(node) ? HR_TAKEN : emit_chain(self, node, text);

	if (refusal != HR_TAKEN && self->emit->node && !node->dims && !self->again)
		return refuse(self, node, refusal, text);
	return node->dims ? emit_groups(self, node, done) : HR_OK;
}

/* NODE was asked for by name: one kernel for groups, if it can be one, or else for a chain. */
static hr_status emit_named(emission *self, const hr_node *node)
{
	const char *apart = hr_why_no_chain(node);
	hr_unit_refusal refusal = HR_TAKEN;
	char text[HR_BACKEND_TEXT] = "", words[HR_BACKEND_TEXT];

	if (does(self, HR_EMITS_GROUPS) && node->dims) {
		refusal = print_unit(self, node,
				     hr_unit_make_groups(self->program, node, NULL, home_of(self)),
				     text);
		if (refusal == HR_TAKEN)
			return HR_OK;
	}
	if (!apart)
		refusal = emit_chain(self, node, text);
	if (refusal != HR_TAKEN)
		return refuse(self, node, refusal, text);
	if (!apart)
		return HR_OK;
	snprintf(words, sizeof(words), "its leaves do not form a chain: %s", apart);
	return hr_report(self->diags, HR_D_not_translated, &node->where, node->path, words);
}

static hr_status emit_node(emission *self, const hr_node *node, bool *done)
{
	if (!node->internal)
		return (hr_node_calls_rows(self->program, node) ? emit_rows : emit_leaf)(self,
											 node);
	if (does(self, HR_EMITS_RUNS))
		return emit_as_run(self, node, done);
	if (self->emit->node && does(self, HR_EMITS_CHAINS))
		return emit_named(self, node);
	return does(self, HR_EMITS_GROUPS) && (node->dims || !does(self, HR_EMITS_CHAINS))
		       ? emit_groups(self, node, done)
		       : HR_OK;
}

/* --- all of them ------------------------------------------------------------------------------ */

static bool is_meant(const hr_node *node, const char *name)
{
	return !name || strcmp(node->path, name) == 0 || strcmp(node->name, name) == 0;
}

/* A text that has nothing but comments is an error. */
static hr_status check_made(const emission *self)
{
	char others[48] = "", why[sizeof(self->why) + sizeof(others)];

	if (self->made || !self->refused || self->emit->node || !self->emit->of->comment)
		return HR_OK;
	if (self->refused > 1)
		snprintf(others, sizeof(others), "; %u other%s cannot be translated either",
			 self->refused - 1, self->refused > 2 ? "s" : "");
	snprintf(why, sizeof(why), "%s%s", self->why, others);
	return hr_report(self->diags, HR_D_not_translated, &self->first->where, self->first->path,
			 why);
}

/* Visit each node that is meant: one for each function, or all of them where a run would build
 * all. */
static hr_status emit_each(emission *self)
{
	const hr_program *program = self->program;
	bool *done = hr_alloc_array(program->function_count + 1, sizeof(*done)), any = false;
	hr_status status = HR_OK;

	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count && status == HR_OK; i++) {
			const hr_node *node = program->graphs[g]->nodes[i];

			if (!is_meant(node, self->emit->node) ||
			    (done[node->function] &&
			     (!does(self, HR_EMITS_RUNS) || node->allocation)))
				continue;
			self->again = done[node->function];
			done[node->function] = any = true;
			status = emit_node(self, node, done);
		}
	hr_free(done);
	if (status == HR_OK && !any && self->emit->node)
		return hr_program_no_node(program, self->diags, self->emit->node);
	return status == HR_OK ? check_made(self) : status;
}

/* Let the emitter print what is left, and free what it has. */
static hr_status finish(emission *self, hr_status status)
{
	char text[HR_BACKEND_TEXT] = "";
	int failed = self->emitter->end(self->state, status == HR_OK && self->made, text);

	text[HR_BACKEND_TEXT - 1] = '\0';
	if (status != HR_OK)
		return status;
	if (failed)
		return hr_report(self->diags, HR_D_no_image, NULL, text);
	if (self->made || self->emit->of->comment)
		return HR_OK;
	return hr_report(self->diags, HR_D_no_image, NULL,
			 self->refused ? "no leaf could be translated" : "the program has no leaf");
}

hr_status hr_emit_leaves(const hr_program *program, hr_diags *diags, const hr_emit *emit,
			 FILE *stream)
{
	const hr_backend *module = emit->entry->table;
	emission self = {.program = program,
			 .diags = diags,
			 .emit = emit,
			 .stream = stream,
			 .emitter = module->emitter};
	const hr_backend_output output = {.bytes = sizeof(output),
					  .form = (uint32_t)(emit->of - module->emitter->forms),
					  .options = emit->values,
					  .write = write_piece,
					  .to = &self};
	char text[HR_BACKEND_TEXT] = "";
	hr_status status;

	if (self.emitter->begin(&output, &self.state, text) != 0) {
		text[HR_BACKEND_TEXT - 1] = '\0';
		return hr_report(diags, HR_D_no_image, NULL, text);
	}
	self.kernels = hr_row_kernels_new(diags);
	status = finish(&self, emit_each(&self));
	hr_row_kernels_free(self.kernels);
	hr_strmap_free(&self.printed);
	return status;
}
