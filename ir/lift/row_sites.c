/* ir/lift/row_sites.c -- reads the calls of operations of tensor programs.
 *
 * A front end says the type of a tensor in the attribute "hpvm.type" of the parameter, or of the call that
 * makes it. The tensor of a phi has the type of one that comes in.
 * Not here:  what is done with the calls; their meaning (interp/row/). */
#include "ir/lift/row_sites.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "ir/lift/lift.h"

enum { MOST_PHIS = 8 };

static const char said[] = "hpvm.type";

static const char *text_of(LLVMAttributeRef attribute)
{
	unsigned length;

	return attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
}

static const char *type_of_parameter(LLVMValueRef parameter)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	unsigned i = 0;

	while (LLVMGetParam(function, i) != parameter)
		i++;
	return text_of(LLVMGetStringAttributeAtIndex(function, i + 1, said, sizeof(said) - 1));
}

static const char *type_of(LLVMValueRef value, unsigned phis)
{
	const char *type = NULL;

	if (LLVMIsNull(value))
		return "none";
	if (LLVMIsAArgument(value))
		return type_of_parameter(value);
	if (LLVMIsACallInst(value))
		return text_of(LLVMGetCallSiteStringAttribute(
			value, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, said,
			sizeof(said) - 1));
	for (unsigned i = 0; LLVMIsAPHINode(value) && phis && !type && i < LLVMCountIncoming(value);
	     i++)
		if (!LLVMIsNull(LLVMGetIncomingValue(value, i)))
			type = type_of(LLVMGetIncomingValue(value, i), phis - 1);
	return type;
}

/* Return the text that ADDRESS points to, or NULL. */
static const char *constant_text(LLVMValueRef address)
{
	LLVMValueRef text = LLVMIsAGlobalVariable(address) ? LLVMGetInitializer(address) : NULL;
	size_t length;

	return text && LLVMIsConstantString(text) ? LLVMGetAsString(text, &length) : NULL;
}

static void visit(LLVMValueRef call, void (*see)(void *data, const hr_row_site *site), void *data)
{
	hr_row_site site = {.text = constant_text(LLVMGetOperand(call, 0)),
			    .count = LLVMGetNumArgOperands(call) - 2,
			    .result = type_of(call, 0)};

	for (unsigned i = 0; i < site.count && i < HR_SITE_OPERANDS; i++)
		site.operands[i] = type_of(LLVMGetOperand(call, i + 2), MOST_PHIS);
	see(data, &site);
}

void hr_row_sites_visit(const hr_program *program, const hr_node *leaf,
			void (*see)(void *data, const hr_row_site *site), void *data)
{
	LLVMValueRef function = program->functions[leaf->function]->llvm;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) && hr_hpvm_call_of(at).op == HR_H_tensor_op)
				visit(at, see, data);
}
