/* ir/program/recursion.c -- calls that lead back to their function.
 *
 * Owns:      nothing.
 * Not here:  calls of a function by itself, and through pointers. */
#include "ir/program/recursion.h"

#include <llvm-c/Core.h>

#include "ir/program/lookup.h"

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
