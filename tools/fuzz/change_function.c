/* tools/fuzz/change_function.c -- changes of functions, blocks, globals, and of what describes HPVM's graphs.
 *
 * Not here: instructions (change_instruction.c). */
#include <string.h>

#include "tools/fuzz/module.h"

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

/* --- blocks --------------------------------------------------------------------------------------- */

bool fuzz_set_successor(fuzz_place *place)
{
	LLVMValueRef end =
		LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(place->instruction));
	unsigned count = end ? LLVMGetNumSuccessors(end) : 0;
	LLVMBasicBlockRef chosen = NULL;
	uint64_t seen = 0;

	if (!count)
		return false;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(place->function); block;
	     block = LLVMGetNextBasicBlock(block))
		if (fuzz_below(place->random, ++seen) == 0)
			chosen = block;
	LLVMSetSuccessor(end, (unsigned)fuzz_below(place->random, count), chosen);
	return true;
}

/* --- attributes ------------------------------------------------------------------------------------- */

static LLVMAttributeRef attribute(fuzz_place *place)
{
	static const char *const names[] = {
		"noalias",    "nonnull",      "readonly",     "writeonly",    "readnone",
		"noundef",    "nocapture",    "returned",     "zeroext",      "signext",
		"inreg",      "immarg",       "nofree",       "noreturn",     "norecurse",
		"willreturn", "mustprogress", "nosync",       "convergent",   "cold",
		"naked",      "optnone",      "noinline",     "alwaysinline", "dead_on_unwind",
		"writable",   "nounwind",     "speculatable", "strictfp",     "nest",
		"swiftself",  "noduplicate",
	};
	static const char *const numbers[] = {
		"align",      "dereferenceable", "dereferenceable_or_null",
		"alignstack", "memory",          "allocsize",
		"nofpclass",  "vscale_range"};
	static const char *const texts[][2] = {{"in", ""},
					       {"out", ""},
					       {"inout", ""},
					       {"target-features", "+avx2"},
					       {"target-cpu", "x86-64-v4"},
					       {"denormal-fp-math", "preserve-sign"},
					       {"no-nans-fp-math", "true"},
					       {"alloc-family", "malloc"}};
	const char *name;

	switch (fuzz_below(place->random, 4)) {
	case 0:
		name = numbers[fuzz_below(place->random, LENGTH(numbers))];
		return LLVMCreateEnumAttribute(place->context,
					       LLVMGetEnumAttributeKindForName(name, strlen(name)),
					       (uint64_t)1 << fuzz_below(place->random, 12));
	case 1: {
		const char *const *text = texts[fuzz_below(place->random, LENGTH(texts))];

		return LLVMCreateStringAttribute(place->context, text[0], (unsigned)strlen(text[0]),
						 text[1], (unsigned)strlen(text[1]));
	}
	default:
		name = names[fuzz_below(place->random, LENGTH(names))];
		return LLVMCreateEnumAttribute(
			place->context, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
	}
}

/* Of the call, or of the function. Index 0 is the result, -1 the function, and the others are parameters. */
bool fuzz_set_attribute(fuzz_place *place)
{
	const LLVMAttributeIndex index =
		(LLVMAttributeIndex)(fuzz_below(place->random,
						2 + LLVMCountParams(place->function)) -
				     1);
	LLVMAttributeRef made = attribute(place);

	if (LLVMIsEnumAttribute(made) && !LLVMGetEnumAttributeKind(made))
		return false; /* of another version of LLVM */
	if (LLVMIsACallInst(place->instruction) && fuzz_below(place->random, 2)) {
		if (index != (LLVMAttributeIndex)LLVMAttributeFunctionIndex &&
		    index > LLVMGetNumArgOperands(place->instruction))
			return false;
		LLVMAddCallSiteAttribute(place->instruction, index, made);
	} else if (LLVMIsEnumAttribute(made) && fuzz_below(place->random, 4) == 0) {
		LLVMRemoveEnumAttributeAtIndex(place->function, index,
					       LLVMGetEnumAttributeKind(made));
	} else {
		LLVMAddAttributeAtIndex(place->function, index, made);
	}
	return true;
}

/* --- memory --------------------------------------------------------------------------------------- */

bool fuzz_set_access(fuzz_place *place)
{
	static const LLVMAtomicOrdering orders[] = {LLVMAtomicOrderingNotAtomic,
						    LLVMAtomicOrderingUnordered,
						    LLVMAtomicOrderingMonotonic,
						    LLVMAtomicOrderingAcquire,
						    LLVMAtomicOrderingRelease,
						    LLVMAtomicOrderingAcquireRelease,
						    LLVMAtomicOrderingSequentiallyConsistent};
	LLVMValueRef of = place->instruction;
	const bool memory = LLVMIsALoadInst(of) || LLVMIsAStoreInst(of);

	switch (fuzz_below(place->random, 3)) {
	case 0:
		if (!memory && !LLVMIsAAllocaInst(of))
			return false;
		LLVMSetAlignment(of, 1u << fuzz_below(place->random, 13));
		return true;
	case 1:
		if (!memory)
			return false;
		LLVMSetVolatile(of, !LLVMGetVolatile(of));
		return true;
	default:
		if (!memory && !LLVMIsAAtomicRMWInst(of) && !LLVMIsAFenceInst(of))
			return false;
		LLVMSetOrdering(of, orders[fuzz_below(place->random, LENGTH(orders))]);
		return true;
	}
}

/* --- functions and globals ------------------------------------------------------------------------ */

/* Return another function, of the same type if TYPE is not NULL. */
static LLVMValueRef other_function(fuzz_place *place, LLVMTypeRef type)
{
	LLVMValueRef chosen = NULL;
	uint64_t seen = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(place->module); f; f = LLVMGetNextFunction(f))
		if ((!type || LLVMGlobalGetValueType(f) == type) && !LLVMGetIntrinsicID(f) &&
		    fuzz_below(place->random, ++seen) == 0)
			chosen = f;
	return chosen;
}

/* What a call calls, or a function that it passes. */
bool fuzz_set_callee(fuzz_place *place)
{
	LLVMValueRef with;
	int count;

	if (!LLVMIsACallInst(place->instruction))
		return false;
	count = LLVMGetNumOperands(place->instruction);
	for (int i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(place->instruction, (unsigned)i);
		const bool callee = i == count - 1;

		if (!LLVMIsAFunction(operand) || (!callee && fuzz_below(place->random, 2)))
			continue;
		with = other_function(place, callee ? LLVMGlobalGetValueType(operand) : NULL);
		if (!with)
			return false;
		LLVMSetOperand(place->instruction, (unsigned)i, with);
		return true;
	}
	return false;
}

bool fuzz_set_global(fuzz_place *place)
{
	static const LLVMLinkage linkages[] = {
		LLVMExternalLinkage,     LLVMInternalLinkage,
		LLVMPrivateLinkage,      LLVMWeakAnyLinkage,
		LLVMWeakODRLinkage,      LLVMLinkOnceAnyLinkage,
		LLVMExternalWeakLinkage, LLVMAvailableExternallyLinkage,
		LLVMCommonLinkage};
	LLVMValueRef chosen = NULL;
	uint64_t seen = 0;

	for (LLVMValueRef g = LLVMGetFirstGlobal(place->module); g; g = LLVMGetNextGlobal(g))
		if (fuzz_below(place->random, ++seen) == 0)
			chosen = g;
	if (!chosen || fuzz_below(place->random, 4) == 0)
		chosen = place->function;
	switch (fuzz_below(place->random, 5)) {
	case 0:
		LLVMSetLinkage(chosen, linkages[fuzz_below(place->random, LENGTH(linkages))]);
		return true;
	case 1:
		LLVMSetUnnamedAddress(chosen, (LLVMUnnamedAddr)fuzz_below(place->random, 3));
		return true;
	default: break;
	}
	if (!LLVMIsAGlobalVariable(chosen))
		return false;
	switch (fuzz_below(place->random, 4)) {
	case 0: LLVMSetGlobalConstant(chosen, !LLVMIsGlobalConstant(chosen)); return true;
	case 1: LLVMSetThreadLocal(chosen, !LLVMIsThreadLocal(chosen)); return true;
	case 2: LLVMSetAlignment(chosen, 1u << fuzz_below(place->random, 9)); return true;
	default:
		LLVMSetInitializer(chosen, fuzz_constant(place, LLVMGlobalGetValueType(chosen)));
		return true;
	}
}

/* --- HPVM ----------------------------------------------------------------------------------------- */

static bool is_hpvm_call(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
	size_t length;
	const char *name =
		callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

	return strstr(name, "hpvm") != NULL;
}

static LLVMValueRef choose_hpvm_call(fuzz_place *place)
{
	LLVMValueRef chosen = NULL;
	uint64_t seen = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(place->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			     i = LLVMGetNextInstruction(i))
				if (is_hpvm_call(i) && fuzz_below(place->random, ++seen) == 0)
					chosen = i;
	return chosen;
}

/* Ports, dimensions, kinds of edges, handles, node functions, hints: the operands of a call that describes a graph. */
bool fuzz_set_hpvm(fuzz_place *place)
{
	static fuzz_change *const ways[] = {
		fuzz_set_constant, fuzz_set_constant, fuzz_swap_operands, fuzz_set_callee,
		fuzz_remove,       fuzz_duplicate,    fuzz_set_operand};
	LLVMValueRef chosen = choose_hpvm_call(place);

	if (!chosen)
		return false;
	place->instruction = chosen;
	place->function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(chosen));
	return ways[fuzz_below(place->random, LENGTH(ways))](place);
}
