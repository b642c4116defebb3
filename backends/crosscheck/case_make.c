/* backends/crosscheck/case_make.c -- makes a case of the current grid of a cross-check.
 *
 * Memory must be as before the grid. Variables of the program get their present contents as initial
 * values.
 * Invariant: nothing that the engine uses is changed.
 * Owns:      nothing; the case owns copies.
 * Clauses:   none.
 * Not here:  files (write.c). */
#include "backends/crosscheck/case_make.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include "backends/case/case_tensor.h"
#include "backends/shared/context.h"
#include "interp/memory/image.h"
#include "ir/program/copy.h"
#include "ir/program/elements.h"
#include "src/base/c_locale.h"

enum { LONGEST_NAME = 100 };

/* Return true if the unit is a tensor unit: its arguments are tensors, which contain everything
 * that it reads. */
static bool has_tensors(const cross_got *got)
{
	return got->unit && got->unit->made->unit.features & HR_UNIT_TENSORS;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Return true if BYTES contains a pointer to memory of the run, which would be invalid in another
 * run. */
static bool holds_pointer(const hr_crosscheck *check, const uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i + 8 <= count; i += 8) {
		uint64_t word;

		memcpy(&word, bytes + i, sizeof(word));
		if (word && hr_region_at(&check->regions, word))
			return true;
	}
	return false;
}

/* Return the index of the case's memory for the region that contains ADDRESS, or -1 if there is
 * none. */
static int memory_at(hr_case *self, const hr_crosscheck *check, const cross_got *got, int *known,
		     uint64_t address, uint64_t *at)
{
	const hr_region *region = hr_region_at(&check->regions, address);
	size_t number = region ? (size_t)(region - check->regions.data) : 0;
	hr_case_memory copy = {0};

	if (!region || region->kind == HR_REGION_GLOBAL)
		return -1;
	*at = address - (uintptr_t)region->base;
	if (known[number] < 0) {
		copy.bytes = region->bytes;
		copy.data = hr_arena_alloc(&self->arena, copy.bytes + 1);
		memcpy(copy.data, got->ranges[number].before, copy.bytes);
		known[number] = (int)self->memory.count;
		HR_PUSH(&self->memory, copy);
	}
	return known[number];
}

/* --- inputs ----------------------------------------------------------------------------------- */

static const char *number_text(hr_case *self, const hr_type *type, const uint8_t *image)
{
	uint64_t word = 0;
	double wide;
	float narrow;
	const char *text;
	locale_t programs;

	if (type->kind == HR_T_INT && type->bits <= 64) {
		memcpy(&word, image, type->store_size);
		if (type->bits == 1)
			return word & 1 ? "true" : "false";
		return hr_arena_printf(&self->arena, "%llu", (unsigned long long)word);
	}
	if (type->kind != HR_T_FLOAT || (type->con != HR_C_F32 && type->con != HR_C_F64))
		return NULL;
	memcpy(&wide, image, type->con == HR_C_F64 ? 8 : 0);
	memcpy(&narrow, image, 4);
	if (type->con == HR_C_F32)
		wide = (double)narrow;
	if (isnan(wide))
		return NULL;
	if (isinf(wide))
		return wide > 0 ? ".inf" : "-.inf";
	programs = hr_c_locale_enter();
	text = hr_arena_printf(&self->arena, "%a", wide);
	hr_c_locale_leave(programs);
	return text;
}

static bool same_for_all(const hr_offload_grid *grid, const hr_port *port, size_t stride)
{
	for (uint64_t i = 1; i < hr_cross_instances(grid); i++)
		if (memcmp(grid->inputs + port->offset, grid->inputs + i * stride + port->offset,
			   port->type->store_size) != 0)
			return false;
	return true;
}

static int make_table(hr_case *self, const hr_offload_grid *grid, const hr_port *port,
		      size_t stride)
{
	size_t bytes = port->type->store_size, step = hr_case_stride(bytes);
	uint64_t count = hr_cross_instances(grid);
	hr_case_memory table = {.bytes = count * step,
				.data = hr_arena_array(&self->arena, count, step)};

	for (uint64_t i = 0; i < count; i++)
		memcpy(table.data + i * step, grid->inputs + i * stride + port->offset, bytes);
	HR_PUSH(&self->memory, table);
	return (int)self->memory.count - 1;
}

/* Set INPUT, which points to ADDRESS, to elements of TYPE. KNOWN is NULL if the input is the handle of a
 * tensor. */
static bool make_pointer(hr_case *self, const hr_crosscheck *check, const cross_got *got,
			 uint64_t address, const char *type, int *known, hr_case_input *input,
			 const char **why)
{
	if (!address)
		return true;
	input->memory = known ? memory_at(self, check, got, known, address, &input->at)
			      : hr_case_take_tensor(self, check->run, address);
	if (known && input->memory >= 0 && !self->memory.data[input->memory].type)
		self->memory.data[input->memory].type = type;
	*why = known ? "an argument that points to memory of unknown size"
		     : "an argument that is not a tensor handle";
	return input->memory >= 0;
}

static bool make_input(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		       const cross_got *got, const hr_offload_grid *grid, unsigned i, int *known,
		       const char **why)
{
	const hr_port *port = &leaf->leaf->inputs[i];
	hr_case_input *input = &self->inputs[i];
	size_t stride = hr_inputs_stride(leaf->leaf);
	uint64_t address;

	input->varies = leaf->varies[i];
	input->pointer = port->type->kind == HR_T_PTR;
	input->memory = -1;
	if (!input->pointer && input->varies) {
		input->memory = make_table(self, grid, port, stride);
		return true;
	}
	if (!input->pointer) {
		input->text = number_text(self, port->type, grid->inputs + port->offset);
		*why = "an argument that is not an integer or float of a supported size";
		return input->text;
	}
	if (input->varies && !same_for_all(grid, port, stride)) {
		*why = "pointers that differ between instances";
		return false;
	}
	memcpy(&address, grid->inputs + port->offset, sizeof(address));
	return make_pointer(self, check, got, address,
			    hr_elements_of(check->run->program, leaf->leaf, i), known, input, why);
}

/* --- the leaf --------------------------------------------------------------------------------- */

/* Set the initial value of variable NAME to BYTES. */
static void set_variable(LLVMModuleRef module, const char *name, const uint8_t *bytes, size_t count)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMValueRef old = LLVMGetNamedGlobal(module, name), made;
	LLVMValueRef value = LLVMConstStringInContext2(context, (const char *)bytes, count, true);

	if (!old)
		return;
	made = LLVMAddGlobal(module, LLVMTypeOf(value), "");
	LLVMSetInitializer(made, value);
	LLVMSetAlignment(made, LLVMGetAlignment(old));
	LLVMSetLinkage(made, LLVMInternalLinkage);
	LLVMReplaceAllUsesWith(old, made);
	LLVMDeleteGlobal(old);
	LLVMSetValueName2(made, name, strlen(name));
}

static bool is_plain(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static bool is_leaf(const hr_case *self, LLVMValueRef function)
{
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	for (unsigned g = 0; g < self->earlier_count; g++)
		if (strcmp(self->earlier[g]->leaf, name) == 0)
			return true;
	return strcmp(self->leaf, name) == 0;
}

/* Give leaves whose names are not plain other names: graph.ll, case.yaml and messages of the tools
 * that read the case have them. */
static void name_plainly(hr_case *self, LLVMModuleRef module)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at)) {
		size_t length, plain = 0;
		const char *old = LLVMGetValueName2(at, &length), *made;
		char name[LONGEST_NAME];

		while (old[plain] && is_plain(old[plain]))
			plain++;
		if (!is_leaf(self, at) || (!old[plain] && plain < LONGEST_NAME))
			continue;
		for (plain = 0; plain < length && plain < LONGEST_NAME; plain++)
			name[plain] = (char)(is_plain(old[plain]) ? old[plain] : '_');
		old = hr_arena_strdup(&self->arena, old);
		LLVMSetValueName2(at, name, plain);
		made = hr_arena_strdup(&self->arena, LLVMGetValueName2(at, &length));
		if (strcmp(self->leaf, old) == 0)
			self->leaf = made;
		for (unsigned g = 0; g < self->earlier_count; g++)
			if (strcmp(self->earlier[g]->leaf, old) == 0)
				self->earlier[g]->leaf = made;
	}
}

static void delete_rest(const hr_case *self, LLVMModuleRef module)
{
	LLVMValueRef next;

	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = next) {
		size_t length;

		next = LLVMGetNextGlobal(at);
		if (strncmp(LLVMGetValueName2(at, &length), "llvm.", 5) == 0)
			LLVMDeleteGlobal(at);
	}
	for (bool again = true; again;) {
		again = false;
		for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = next) {
			next = LLVMGetNextFunction(at);
			if (is_leaf(self, at) || LLVMGetFirstUse(at))
				continue;
			LLVMDeleteFunction(at);
			again = true;
		}
		for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = next) {
			next = LLVMGetNextGlobal(at);
			if (LLVMGetFirstUse(at))
				continue;
			LLVMDeleteGlobal(at);
			again = true;
		}
	}
}

/* Add NODE's function, those of all nodes below it, and the functions they call. */
static void want_all(const hr_program *program, const hr_node *node, bool *wanted)
{
	bool *more = hr_unit_functions(program, program->functions[node->function]);

	for (uint32_t k = 0; k < program->function_count; k++)
		wanted[k] |= more[k];
	hr_free(more);
	for (unsigned i = 0; i < node->child_count; i++)
		want_all(program, node->children[i], wanted);
}

/* Return the set of the case's leaves and the functions they call, as an array indexed by function
 * of the program. Owned by the caller. */
static bool *wanted_functions(const hr_case *self, const hr_program *program, const hr_node *node)
{
	bool *wanted = hr_alloc_zero(program->function_count + 1);

	want_all(program, node, wanted);

	for (uint32_t i = 0; i < program->function_count; i++) {
		bool is = strcmp(program->functions[i]->name, self->leaf) == 0;
		bool *more;

		for (unsigned g = 0; g < self->earlier_count; g++)
			is |= strcmp(program->functions[i]->name, self->earlier[g]->leaf) == 0;
		if (!is)
			continue;
		more = hr_unit_functions(program, program->functions[i]);
		for (uint32_t k = 0; k < program->function_count; k++)
			wanted[k] |= more[k];
		hr_free(more);
	}
	return wanted;
}

static void make_code(hr_case *self, const hr_crosscheck *check, const hr_node *node,
		      const cross_got *got)
{
	const hr_program *program = check->run->program;
	bool *wanted = wanted_functions(self, program, node);
	LLVMMemoryBufferRef copy = hr_module_bitcode(program, wanted, true), written;
	LLVMContextRef context = hr_context_new();
	LLVMModuleRef module;
	uint8_t *bytes;

	hr_free(wanted);
	if (LLVMParseBitcodeInContext2(context, copy, &module))
		hr_bug("cannot read back the bitcode of '%s'", self->leaf);
	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at)) {
		if (!is_leaf(self, at))
			continue;
		LLVMSetLinkage(at, LLVMExternalLinkage);
		LLVMSetVisibility(at, LLVMDefaultVisibility);
	}
	for (size_t i = 0; !has_tensors(got) && i < check->regions.count; i++)
		if (check->regions.data[i].kind == HR_REGION_GLOBAL)
			set_variable(module, check->regions.data[i].name, got->ranges[i].before,
				     check->regions.data[i].bytes);
	delete_rest(self, module);
	name_plainly(self, module);
	written = LLVMWriteBitcodeToMemoryBuffer(module);
	self->bitcode_bytes = LLVMGetBufferSize(written);
	bytes = hr_arena_alloc(&self->arena, self->bitcode_bytes);
	memcpy(bytes, LLVMGetBufferStart(written), self->bitcode_bytes);
	self->bitcode = bytes;
	LLVMDisposeMemoryBuffer(written);
	LLVMDisposeModule(module);
	LLVMDisposeMemoryBuffer(copy);
	hr_context_free(context);
}

/* --- making a case ------------------------------------------------------------------------- */

static void make_levels(hr_case *self, const hr_level *level)
{
	/* A root becomes a child of a new root. */
	self->level_count = level->node->depth ? level->node->depth + 1 : 2;
	self->levels = hr_arena_array(&self->arena, self->level_count, sizeof(*self->levels));
	for (uint32_t i = 0; i < self->level_count; i++, level = level ? level->parent : NULL) {
		self->levels[i].dims = level ? level->dims : 0;
		for (unsigned d = 0; d < 3; d++) {
			self->levels[i].id[d] = level && d < level->dims ? level->id[d] : 0;
			self->levels[i].extent[d] = level && d < level->dims ? level->extent[d] : 1;
		}
	}
}

/* Return true if NODE or a node below it has a streaming edge or bind. */
static bool is_streaming(const hr_node *node)
{
	for (unsigned i = 0; i < node->edge_count; i++)
		if (node->edges[i].streaming)
			return true;
	for (unsigned i = 0; i < node->input_bind_count; i++)
		if (node->input_binds[i].streaming)
			return true;
	for (unsigned i = 0; i < node->output_bind_count; i++)
		if (node->output_binds[i].streaming)
			return true;
	for (unsigned i = 0; i < node->child_count; i++)
		if (is_streaming(node->children[i]))
			return true;
	return false;
}

bool hr_cross_is_output(const cross_leaf *leaf, const hr_offload_grid *grid,
			const hr_region *region)
{
	const hr_node *node = leaf->leaf;
	bool written = false;

	for (unsigned i = 0; i < node->input_count; i++) {
		const hr_port *port = &node->inputs[i];

		if (port->type->kind != HR_T_PTR)
			continue;
		if (!leaf->varies[i] && !hr_cross_points_into(grid, port, region))
			continue;
		if (leaf->varies[i] || port->in || !port->out)
			return false;
		written = true;
	}
	return written;
}

/* Note where backends were looked for, so that the case finds its own again. */
static void note_paths(hr_case *self, const hr_backend_search *search)
{
	char *paths = NULL;

	for (size_t i = 0; i < search->path_count; i++) {
		char *full = realpath(search->paths[i], NULL);
		const char *path = full ? full : search->paths[i];

		paths = hr_arena_printf(&self->arena, "%s%s%s", paths ? paths : "",
					paths ? ":" : "", path);
		free(full);
	}
	self->backend_path = paths;
}

bool hr_case_note(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		  const cross_got *got, const hr_offload_grid *grid, const char **why)
{
	const hr_node *node = leaf->leaf;
	int *known = has_tensors(got) ? NULL
				      : hr_arena_array(&self->arena, check->regions.count + 1,
						       sizeof(*known));

	if (node->internal && is_streaming(node)) {
		*why = "a node of a stream";
		return false;
	}
	self->whole = node->internal;
	for (size_t i = 0; known && i < check->regions.count; i++) {
		known[i] = -1;
		if (hr_cross_is_output(leaf, grid, &check->regions.data[i]) ||
		    !holds_pointer(check, got->ranges[i].before, check->regions.data[i].bytes))
			continue;
		*why = "memory that holds pointers";
		return false;
	}
	self->leaf = hr_arena_strdup(&self->arena, node->name);
	self->node = hr_arena_strdup(&self->arena, node->path);
	self->backend = hr_arena_strdup(&self->arena, got->row->backend);
	note_paths(self, &check->policy->search);
	self->fast_math =
		check->run->program->sem.value[HR_SEM_fast_math] == HR_SEM_fast_math_permitted;
	self->input_count = node->input_count;
	self->inputs = hr_arena_array(&self->arena, node->input_count + 1, sizeof(*self->inputs));
	/* A chain's level is that of its first leaf. */
	make_levels(self, grid->level->node == node ? grid->level : grid->level->parent);
	for (unsigned i = 0; i < node->input_count; i++)
		if (!make_input(self, check, leaf, got, grid, i, known, why))
			return false;
	return true;
}

bool hr_case_make(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		  const cross_got *got, const hr_offload_grid *grid, const char **why)
{
	if (!hr_case_note(self, check, leaf, got, grid, why))
		return false;
	make_code(self, check, leaf->leaf, got);
	return true;
}
