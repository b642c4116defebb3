/* ir/program/uses.c -- globals and functions that the leaves of a graph can refer to by name; calls that lead back.
 *
 * Everything that a function mentions counts as used, whether it runs or not; so does everything
 * that a constant or a table of addresses mentions.
 *
 * Invariant: the result depends on the module alone.
 * Owns:      nothing beyond a call.
 * Not here:  memory that is reachable through arguments. */
#include "ir/program/uses.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "ir/program/lookup.h"
#include "src/base/map.h"

typedef struct use_search {
	hr_map seen;
	HR_VEC(LLVMValueRef) waiting; /* functions, globals and constants still to visit */
	hr_uses *uses;
} use_search;

static void want(use_search *self, LLVMValueRef value)
{
	if (!value || !LLVMIsAConstant(value) || hr_map_get(&self->seen, hr_map_key(value), NULL))
		return;
	hr_map_put(&self->seen, hr_map_key(value), 1);
	HR_PUSH(&self->waiting, value);
}

static void want_operands(use_search *self, LLVMValueRef user)
{
	int count = LLVMGetNumOperands(user);

	for (int i = 0; i < count; i++)
		want(self, LLVMGetOperand(user, (unsigned)i));
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* Return true for a local variable that contains one pointer. */
static bool is_pointer_variable(LLVMValueRef value)
{
	return LLVMIsAAllocaInst(value) &&
	       LLVMGetTypeKind(LLVMGetAllocatedType(value)) == LLVMPointerTypeKind;
}

/* An address that is stored in a local variable and loaded from there as a pointer can still be
 * followed. */
static bool looks_at_address(LLVMValueRef at)
{
	if (LLVMIsAICmpInst(at))
		return is_pointer(LLVMGetOperand(at, 0)) && !LLVMIsNull(LLVMGetOperand(at, 0)) &&
		       !LLVMIsNull(LLVMGetOperand(at, 1));
	if (LLVMIsAStoreInst(at))
		return is_pointer(LLVMGetOperand(at, 0)) &&
		       !is_pointer_variable(LLVMGetOperand(at, 1));
	if (LLVMIsALoadInst(at))
		return !is_pointer(at) && is_pointer_variable(LLVMGetOperand(at, 0));
	if (LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at))
		return is_pointer(LLVMGetOperand(at, 1));
	return LLVMIsAPtrToIntInst(at) != NULL;
}

static void look_into_function(use_search *self, LLVMValueRef function)
{
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);

	if (LLVMIsDeclaration(function)) {
		if (strncmp(name, "llvm.", 5) != 0 && strncmp(name, "__hpvm__", 8) != 0)
			HR_PUSH(&self->uses->outside, name);
		return;
	}
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at)) {
			want_operands(self, at);
			self->uses->addresses |= looks_at_address(at);
		}
}

static void look_into(use_search *self, LLVMValueRef value)
{
	if (LLVMIsAFunction(value))
		look_into_function(self, value);
	else if (LLVMIsAGlobalVariable(value))
		want(self, LLVMGetInitializer(value));
	else if (!LLVMIsABlockAddress(value))
		want_operands(self, value);
}

static void start(use_search *self, const hr_program *program, const hr_graph *graph)
{
	for (unsigned i = 0; i < graph->node_count; i++)
		if (!graph->nodes[i]->internal)
			want(self, program->functions[graph->nodes[i]->function]->llvm);
}

void hr_uses_find(const hr_program *program, const hr_graph *graph, hr_uses *uses)
{
	use_search self = {.uses = uses};

	memset(uses, 0, sizeof(*uses));
	start(&self, program, graph);
	while (self.waiting.count) {
		LLVMValueRef value = HR_LAST(&self.waiting);

		self.waiting.count--;
		look_into(&self, value);
	}
	for (uint32_t i = 0; i < program->global_count; i++) {
		const hr_global *global = program->globals[i];

		if (!hr_map_get(&self.seen, hr_map_key(global->llvm), NULL))
			continue;
		uses->thread_local_ |= global->thread_local_;
		if (global->defined && !global->constant && !global->thread_local_)
			HR_PUSH(&uses->globals, i);
	}
	uses->calls_out = uses->outside.count > 0;
	hr_map_free(&self.seen);
	HR_VEC_FREE(&self.waiting);
}

void hr_uses_free(hr_uses *uses)
{
	HR_VEC_FREE(&uses->globals);
	HR_VEC_FREE(&uses->outside);
}

/* --- calls that lead back --------------------------------------------------------------------- */

enum { MOST_FUNCTIONS = 128 };

typedef struct recursion_search {
	const hr_program *program;
	const hr_function *start;
	const hr_function *seen[MOST_FUNCTIONS];
	unsigned count;
	bool found;
} recursion_search;

static void visit_call(recursion_search *s, LLVMValueRef in, const hr_function *caller)
{
	const hr_function *callee = hr_function_of(s->program, LLVMGetCalledValue(in));

	if (!callee || !callee->defined)
		return;
	if (callee == s->start) {
		s->found |= caller != s->start;
		return;
	}
	for (unsigned i = 0; i < s->count; i++)
		if (s->seen[i] == callee)
			return;
	if (s->count < MOST_FUNCTIONS)
		s->seen[s->count++] = callee;
}

static void visit(recursion_search *s, const hr_function *caller)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(caller->llvm); block && !s->found;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
		     in = LLVMGetNextInstruction(in))
			if (LLVMIsACallInst(in) || LLVMIsAInvokeInst(in))
				visit_call(s, in, caller);
}

bool hr_calls_lead_back(const hr_program *program, const hr_function *function)
{
	recursion_search s = {.program = program, .start = function};

	visit(&s, function);
	for (unsigned i = 0; i < s.count && !s.found; i++)
		visit(&s, s.seen[i]);
	return s.found;
}
