/* backends/unit/unit_nest.c -- the indices of a leaf's instance in nested nodes that were flattened
 * into one grid.
 *
 * Queries of the leaf's own level become queries of the inner grid. Queries of the nested levels
 * are computed from the index in the flattened grid. Queries of levels above the nest remain, with
 * renumbered levels.
 * Owns:      nothing.
 * Clauses:   N1 (the reference order), N3.
 * Not here:  the nodes and their grids (nest.c). */
#include <llvm-c/Core.h>

#include "backends/shared/edit.h"
#include "backends/unit/unit.h"

typedef struct nest_lowering {
	const hr_unit_nest *nest;
	LLVMModuleRef module;
	LLVMBuilderRef builder; /* positioned before the call */
} nest_lowering;

static LLVMTypeRef wide(nest_lowering *self)
{
	return LLVMInt64TypeInContext(LLVMGetModuleContext(self->module));
}

static LLVMValueRef word(nest_lowering *self, uint32_t value)
{
	return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(self->module)), value, 0);
}

static LLVMValueRef ask(nest_lowering *self, const char *name, uint32_t level, uint32_t dim)
{
	LLVMValueRef operands[2] = {word(self, level), word(self, dim)};

	return hr_edit_call(self->module, self->builder, name, wide(self), operands, 2);
}

static LLVMValueRef extent(nest_lowering *self, unsigned l, unsigned d)
{
	if (hr_nest_is_line(self->nest))
		return ask(self, "hpvm_extent", hr_nest_levels(self->nest) + l, d);
	return ask(self, "hpvm_extent", 0, hr_nest_dim(self->nest, l, d));
}

/* Return the index in dimension D of level L. If the flattened grid has one dimension, it is
 * computed from the number in reference order by division by the number of inner instances. */
static LLVMValueRef id(nest_lowering *self, unsigned l, unsigned d)
{
	const hr_unit_nest *nest = self->nest;
	LLVMValueRef value;

	if (!hr_nest_is_line(nest))
		return ask(self, "hpvm_id", 0, hr_nest_dim(nest, l, d));
	value = ask(self, "hpvm_id", 0, 0);
	for (unsigned at = 0; at <= l; at++)
		for (unsigned k = nest->node[at]->dims; k-- > (at == l ? d + 1 : 0);)
			value = LLVMBuildUDiv(self->builder, value, extent(self, at, k), "");
	return hr_nest_dim(nest, l, d) ? LLVMBuildURem(self->builder, value, extent(self, l, d), "")
				       : value;
}

static void lower(nest_lowering *self, LLVMValueRef call, bool asks_id)
{
	uint32_t level = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
	LLVMValueRef dim = LLVMGetOperand(call, 1), answer;
	unsigned d = (unsigned)LLVMConstIntGetZExtValue(dim);

	if (level > self->nest->count) {
		LLVMSetOperand(call, 0, word(self, level - self->nest->count));
		return;
	}
	LLVMPositionBuilderBefore(self->builder, call);
	if (level == 0)
		answer = hr_edit_call(self->module, self->builder,
				      asks_id ? "hpvm_inner_id" : "hpvm_inner_extent", wide(self),
				      &dim, 1);
	else
		answer = asks_id ? id(self, level - 1, d) : extent(self, level - 1, d);
	LLVMReplaceAllUsesWith(call, answer);
	LLVMInstructionEraseFromParent(call);
}

static void lower_all(nest_lowering *self, const char *name)
{
	LLVMValueRef query = LLVMGetNamedFunction(self->module, name);
	hr_instructions calls = {0};

	for (LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL; use; use = LLVMGetNextUse(use))
		HR_PUSH(&calls, LLVMGetUser(use));
	for (size_t i = 0; i < calls.count; i++)
		lower(self, calls.data[i], name[5] == 'i');
	HR_VEC_FREE(&calls);
}

void hr_unit_describe_nest(hr_made_unit *made)
{
	const hr_unit_nest *nest = &made->nest;
	uint32_t above = hr_nest_levels(nest), own = hr_nest_is_line(nest) ? nest->count : 0;
	uint8_t *dims = hr_arena_array(&made->arena, above + own, 1);

	for (uint32_t i = 0; i < above; i++)
		dims[i] = made->unit.dims[i];
	if (nest->count > 1)
		dims[0] = hr_nest_is_line(nest) ? 1 : (uint8_t)nest->dims;
	for (uint32_t l = 0; l < own; l++)
		dims[above + l] = (uint8_t)nest->node[l]->dims;
	made->unit.dims = dims;
	made->unit.level_count = above + own;
}

void hr_unit_lower_nest(const hr_unit_nest *nest, LLVMModuleRef module)
{
	nest_lowering self = {.nest = nest,
			      .module = module,
			      .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};

	/* Before indices, whose computation queries extents in turn. */
	lower_all(&self, "hpvm_extent");
	lower_all(&self, "hpvm_id");
	LLVMDisposeBuilder(self.builder);
}
