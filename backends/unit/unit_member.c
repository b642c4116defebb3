/* backends/unit/unit_member.c -- makes a function from a leaf of a graph, which the larger unit
 * calls.
 *
 * Queries of the leaf's own level and of ancestors inside the unit become parameters; the levels of
 * ancestors outside the unit are renumbered. Functions with barriers are cut into regions.
 * Owns:      members.
 * Clauses:   N3, M1, M3.
 * Not here:  the caller (unit_graph.c). */
#include <string.h>

#include "backends/shared/edit.h"
#include "backends/shared/loops.h"
#include "backends/unit/unit_graph.h"
#include "src/base/vec.h"

enum { EACH_LEVEL = 6, MOST_LOCAL = 16 * 1024 };

static LLVMValueRef function_of(const hr_member *self)
{
	return LLVMGetNamedFunction(self->module, self->name);
}

static bool calls(LLVMValueRef at, const char *name)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
	size_t length;

	return callee && LLVMIsAFunction(callee) &&
	       strcmp(LLVMGetValueName2(callee, &length), name) == 0;
}

typedef HR_VEC(LLVMValueRef) values;

static values calls_of(LLVMValueRef function, const char *name)
{
	values found = {0};

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (calls(at, name))
				HR_PUSH(&found, at);
	return found;
}

/* --- the function ----------------------------------------------------------------------------- */

static unsigned levels_at(const hr_member *self)
{
	return self->made->unit.input_count + 1;
}

static void add_mark(LLVMContextRef context, LLVMValueRef function, const char *mark)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(mark, strlen(mark));

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(context, kind, 0));
}

/* Replace OLD by a function with MORE additional parameters of types EXTRA at the end, and result
 * type RESULT. */
static void renew(hr_member *self, LLVMValueRef old, LLVMTypeRef result, const LLVMTypeRef *extra,
		  unsigned more)
{
	unsigned count = LLVMCountParams(old);
	LLVMTypeRef *types = hr_alloc_array(count + more, sizeof(LLVMTypeRef));
	LLVMValueRef function;

	LLVMGetParamTypes(LLVMGlobalGetValueType(old), types);
	for (unsigned i = 0; i < more; i++)
		types[count + i] = extra[i];
	LLVMSetValueName2(old, "old", 3);
	function = LLVMAddFunction(self->module, self->name,
				   LLVMFunctionType(result, types, count + more, 0));
	hr_free(types);
	for (unsigned i = 0; i < count; i++)
		hr_edit_copy_marks(old, i, function, i);
	add_mark(LLVMGetModuleContext(self->module), function, "alwaysinline");
	add_mark(LLVMGetModuleContext(self->module), function, "nounwind");
	hr_edit_move_body(old, function);
}

static void add_levels(hr_member *self)
{
	LLVMContextRef context = LLVMGetModuleContext(self->module);
	unsigned more = self->inner * EACH_LEVEL;
	LLVMTypeRef *types = hr_alloc_array(more + 1, sizeof(LLVMTypeRef));

	for (unsigned i = 0; i < more; i++)
		types[i] = LLVMInt64TypeInContext(context);
	renew(self, LLVMGetNamedFunction(self->module, "hpvm_unit"), LLVMVoidTypeInContext(context),
	      types, more);
	hr_free(types);
}

/* --- queries ---------------------------------------------------------------------------------- */

static void settle_query(const hr_member *self, LLVMValueRef at, bool extent)
{
	unsigned level = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 0));
	unsigned d = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1));

	if (level >= self->inner) {
		LLVMSetOperand(
			at, 0,
			LLVMConstInt(LLVMTypeOf(LLVMGetOperand(at, 0)), level - self->inner, 0));
		return;
	}
	LLVMReplaceAllUsesWith(
		at, LLVMGetParam(function_of(self),
				 levels_at(self) + level * EACH_LEVEL + (extent ? 3 : 0) + d));
	LLVMInstructionEraseFromParent(at);
}

static void settle_queries(const hr_member *self)
{
	static const char *const names[] = {"hpvm_id", "hpvm_extent"};

	for (unsigned kind = 0; kind < 2; kind++) {
		values found = calls_of(function_of(self), names[kind]);

		for (size_t i = 0; i < found.count; i++)
			settle_query(self, found.data[i], kind == 1);
		HR_VEC_FREE(&found);
	}
}

/* --- barriers --------------------------------------------------------------------------------- */

static void drop_barriers(const hr_member *self)
{
	values found = calls_of(function_of(self), "hpvm_barrier");

	for (size_t i = 0; i < found.count; i++)
		LLVMInstructionEraseFromParent(found.data[i]);
	HR_VEC_FREE(&found);
}

static void add_step(hr_member *self)
{
	LLVMContextRef context = LLVMGetModuleContext(self->module);
	LLVMTypeRef number = LLVMInt32TypeInContext(context), types[HR_STEP_PARAMETERS];
	LLVMValueRef returned = LLVMConstInt(number, (unsigned long long)HR_FISSION_RETURNED, 1);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

	for (unsigned i = 0; i < HR_STEP_PARAMETERS; i++)
		types[i] = i < HR_STEP_CONTEXT ? number
			   : i < HR_STEP_COUNT ? LLVMPointerTypeInContext(context, 0)
					       : LLVMInt64TypeInContext(context);
	renew(self, function_of(self), number, types, HR_STEP_PARAMETERS);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function_of(self)); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

		if (!LLVMIsAReturnInst(end))
			continue;
		LLVMPositionBuilderBefore(builder, end);
		LLVMBuildRet(builder, returned);
		LLVMInstructionEraseFromParent(end);
	}
	LLVMDisposeBuilder(builder);
}

static void cut_at_barriers(hr_member *self, const bool *varies)
{
	bool *each = hr_alloc_array(levels_at(self) + self->inner * EACH_LEVEL + HR_STEP_PARAMETERS,
				    sizeof(bool));

	self->step = true;
	add_step(self);
	memcpy(each, varies, self->made->unit.input_count * sizeof(bool));
	each[levels_at(self) - 1] = true; /* the outputs */
	for (unsigned d = 0; d < 3; d++)
		each[levels_at(self) + d] = true;
	if (!hr_fission_cut(self->module, function_of(self), each, &self->cut))
		hr_unit_refuse(self->made, HR_REFUSES_BARRIER,
			       "with variables of a size known only at run time");
	hr_free(each);
}

/* --- objects ---------------------------------------------------------------------------------- */

/* M1: find an allocation node whose object has a constant size. */
static void find_local(hr_member *self, const hr_node *leaf)
{
	values found = {0};

	if (leaf->allocation && leaf->dims == 0)
		found = calls_of(function_of(self), "hpvm_malloc");
	if (found.count == 1 && LLVMIsAConstantInt(LLVMGetOperand(found.data[0], 0)))
		self->local = LLVMConstIntGetZExtValue(LLVMGetOperand(found.data[0], 0));
	if (self->local > MOST_LOCAL)
		self->local = 0;
	HR_VEC_FREE(&found);
}

void hr_member_take_local(hr_member *self)
{
	LLVMTypeRef type = LLVMPointerTypeInContext(LLVMGetModuleContext(self->module), 0);
	values found;

	renew(self, function_of(self), LLVMVoidTypeInContext(LLVMGetModuleContext(self->module)),
	      &type, 1);
	found = calls_of(function_of(self), "hpvm_malloc");
	LLVMReplaceAllUsesWith(
		found.data[0],
		LLVMGetParam(function_of(self), levels_at(self) + self->inner * EACH_LEVEL));
	LLVMInstructionEraseFromParent(found.data[0]);
	self->made->unit.features &= ~(uint32_t)HR_UNIT_MALLOCS;
	HR_VEC_FREE(&found);
}

/* The attribute is `captures(none)`, whose value is 0, in LLVM 21 and later, and `nocapture` in
 * earlier versions. */
bool hr_member_keeps(const hr_member *self, unsigned i)
{
	static const char old[] = "nocapture", new[] = "captures";
	unsigned old_kind = LLVMGetEnumAttributeKindForName(old, sizeof(old) - 1);
	unsigned new_kind = LLVMGetEnumAttributeKindForName(new, sizeof(new) - 1);
	LLVMValueRef function = function_of(self);
	LLVMAttributeRef mark;

	if (old_kind && LLVMGetEnumAttributeAtIndex(function, i + 1, old_kind))
		return false;
	mark = new_kind ? LLVMGetEnumAttributeAtIndex(function, i + 1, new_kind) : NULL;
	return !mark || LLVMGetEnumAttributeValue(mark) != 0;
}

/* --- building the member ------------------------------------------------------------------- */

void hr_member_make(hr_member *self, const hr_program *program, const hr_node *leaf,
		    unsigned number, unsigned inner, const bool *varies, hr_unit_home home,
		    LLVMContextRef context)
{
	snprintf(self->name, sizeof(self->name), "hpvm_leaf.%u", number);
	self->inner = inner;
	self->made = hr_unit_make_module(program, leaf, varies, home, context, &self->module);
	if (self->made->refusal != HR_TAKEN)
		return;
	hr_unit_run_passes(self->module, "cgscc(function-attrs)");
	add_levels(self);
	settle_queries(self);
	find_local(self, leaf);
	if (inner)
		hr_loops_score(function_of(self), levels_at(self), self->score);
	if (!(self->made->unit.features & HR_UNIT_BARRIERS))
		return;
	self->made->unit.features &= ~(uint32_t)HR_UNIT_BARRIERS;
	if (leaf->dims == 0)
		drop_barriers(self);
	else
		cut_at_barriers(self, varies);
}

void hr_member_free(hr_member *self)
{
	if (self->module)
		LLVMDisposeModule(self->module);
	hr_unit_free(self->made);
}
