/* backends/rows/row_kernel.c -- the table of kernels of a run.
 *
 * Invariant: kernels of one name have one program, and one unit for each kind of memory.
 * Owns:      programs, units, texts of calls.
 * Clauses:   X1, X2: a kernel serves every shape.
 * Not here:  the code of a kernel (ir/rowkernel/), arguments (row_grid.c). */
#include "backends/rows/row_kernel.h"

#include <string.h>

#include "ir/load/load.h"
#include "src/base/map.h"

enum { HOMES = HR_HOME_ADDRESSES + 1 };

/* The code of a kernel, loaded when its first unit is needed. */
typedef struct row_code {
	hr_program *program;
	const hr_node *leaf;
	hr_made_unit *made[HOMES]; /* NULL: not needed yet */
} row_code;

struct hr_row_kernels {
	hr_diags *diags;
	hr_arena arena;
	hr_strmap calls;          /* key of a call to its kernel's address */
	hr_strmap names;          /* name of a kernel to its code's address */
	HR_VEC(row_code *) codes; /* owned */
};

hr_row_kernels *hr_row_kernels_new(hr_diags *diags)
{
	hr_row_kernels *self = hr_alloc_zero(sizeof(*self));

	self->diags = diags;
	hr_arena_init(&self->arena);
	return self;
}

void hr_row_kernels_free(hr_row_kernels *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->codes.count; i++) {
		row_code *code = self->codes.data[i];

		for (unsigned home = 0; home < HOMES; home++)
			if (code->made[home])
				hr_unit_free(code->made[home]);
		hr_program_free(code->program);
		hr_free(code);
	}
	HR_VEC_FREE(&self->codes);
	hr_strmap_free(&self->calls);
	hr_strmap_free(&self->names);
	hr_arena_free(&self->arena);
	hr_free(self);
}

/* --- programs --------------------------------------------------------------------------------- */

static row_code *load(hr_row_kernels *self, const hr_rowkernel *kernel)
{
	const char *text = hr_rowkernel_module(&self->arena, "Row", &kernel, 1);
	const hr_module_source source = {kernel->name, text, strlen(text)};
	row_code *code = hr_alloc_zero(sizeof(*code));
	hr_sem sem;

	hr_sem_init(&sem);
	if (hr_program_load_here(&source, 1, &sem, self->diags, NULL, &code->program) != HR_OK)
		hr_bug("the kernel '%s' cannot be loaded", kernel->name);
	code->leaf = code->program->graphs[0]->root->children[0];
	HR_PUSH(&self->codes, code);
	return code;
}

static row_code *code_of(hr_row_kernels *self, const hr_rowkernel *kernel)
{
	uint64_t known;
	row_code *code;

	if (hr_strmap_get(&self->names, kernel->name, &known))
		return (row_code *)(uintptr_t)known;
	code = load(self, kernel);
	hr_strmap_put(&self->names, kernel->name, (uintptr_t)code);
	return code;
}

hr_made_unit *hr_row_kernel_unit(hr_row_kernels *self, const hr_row_kernel *kernel,
				 hr_unit_home home)
{
	row_code *code = code_of(self, &kernel->of);

	if (!code->made[home]) {
		bool varies[code->leaf->input_count];

		memset(varies, 0, sizeof(varies));
		code->made[home] = hr_unit_make(code->program, code->leaf, varies, home);
	}
	return code->made[home];
}

/* --- calls ------------------------------------------------------------------------------------ */

static const char *type_text(hr_arena *arena, const hr_rowkernel_type *type)
{
	return type->elem ? hr_arena_printf(arena, "%s%s%u", hr_elem_name(type->elem),
					    type->wide ? "w" : "r", type->rank)
			  : "-";
}

static const char *key_of(hr_arena *arena, const char *text, const hr_rowkernel_type *operands,
			  unsigned count, const hr_rowkernel_type *result)
{
	const char *key = hr_arena_printf(arena, "%s > %s", text, type_text(arena, result));

	for (unsigned i = 0; i < count; i++)
		key = hr_arena_printf(arena, "%s %s", key, type_text(arena, &operands[i]));
	return key;
}

static const hr_row_kernel *make(hr_row_kernels *self, const char *text,
				 const hr_rowkernel_type *operands, unsigned count,
				 const hr_rowkernel_type *result)
{
	hr_row_kernel *kernel = HR_ARENA_NEW(&self->arena, hr_row_kernel);
	hr_attributes *attributes = HR_ARENA_NEW(&self->arena, hr_attributes);
	hr_rowkernel_type *types = hr_arena_array(&self->arena, count + 1, sizeof(*types));
	const char *why;

	if (!hr_attributes_read(&self->arena, text, attributes, &why))
		return NULL;
	if (count)
		memcpy(types, operands, count * sizeof(*types));
	types[count] = *result;
	hr_rowkernel_make(&self->arena, attributes, types, count, &types[count], &kernel->of);
	return kernel;
}

const hr_row_kernel *hr_row_kernel_typed(hr_row_kernels *self, const char *text,
					 const hr_rowkernel_type *operands, unsigned count,
					 const hr_rowkernel_type *result)
{
	const hr_row_kernel *kernel;
	const char *key;
	uint64_t known;
	hr_arena arena;

	hr_arena_init(&arena);
	key = key_of(&arena, text, operands, count, result);
	if (hr_strmap_get(&self->calls, key, &known)) {
		kernel = (const hr_row_kernel *)(uintptr_t)known;
	} else {
		kernel = make(self, text, operands, count, result);
		hr_strmap_put(&self->calls, key, (uintptr_t)kernel);
	}
	hr_arena_free(&arena);
	return kernel;
}

static hr_rowkernel_type type_of(const hr_tensor_data *data)
{
	if (!data)
		return (hr_rowkernel_type){.elem = HR_E_NONE};
	return (hr_rowkernel_type){data->elem, data->wide, data->shape.rank};
}

const hr_row_kernel *hr_row_kernel_for(hr_row_kernels *self, const hr_row_op *op)
{
	const hr_rowkernel_type result = type_of(op->result);
	hr_rowkernel_type *operands = hr_alloc_array((size_t)op->count + 1, sizeof(*operands));
	const hr_row_kernel *kernel;

	for (unsigned i = 0; i < op->count; i++)
		operands[i] = type_of(op->operands[i]);
	kernel = hr_row_kernel_typed(self, op->text, operands, op->count, &result);
	hr_free(operands);
	return kernel;
}
