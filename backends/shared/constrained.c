/* backends/shared/constrained.c -- constrained floating-point operations as ordinary ones: on a device only the default
 * environment exists.
 *
 * Owns:      nothing.
 * Not here:  constrained functions such as sin, which each backend has in its own way. */
#include "backends/shared/constrained.h"

#include <string.h>

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool hr_rounds_to_nearest(LLVMValueRef at)
{
	for (int i = 0; i < LLVMGetNumOperands(at) - 1; i++) {
		LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
		bool other;
		char *text;

		if (LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMMetadataTypeKind)
			continue;
		text = LLVMPrintValueToString(operand);
		other = strstr(text, "!\"round.") && !strstr(text, "round.tonearest\"") &&
			!strstr(text, "round.dynamic");
		LLVMDisposeMessage(text);
		if (other)
			return false;
	}
	return true;
}

static LLVMRealPredicate predicate_of(LLVMValueRef at)
{
	static const struct {
		const char *word;
		LLVMRealPredicate predicate;
	} all[] = {{"\"oeq\"", LLVMRealOEQ}, {"\"ogt\"", LLVMRealOGT}, {"\"oge\"", LLVMRealOGE},
		   {"\"olt\"", LLVMRealOLT}, {"\"ole\"", LLVMRealOLE}, {"\"one\"", LLVMRealONE},
		   {"\"ord\"", LLVMRealORD}, {"\"ueq\"", LLVMRealUEQ}, {"\"ugt\"", LLVMRealUGT},
		   {"\"uge\"", LLVMRealUGE}, {"\"ult\"", LLVMRealULT}, {"\"ule\"", LLVMRealULE},
		   {"\"une\"", LLVMRealUNE}, {"\"uno\"", LLVMRealUNO}};
	char *text = LLVMPrintValueToString(LLVMGetOperand(at, 2));
	LLVMRealPredicate found = LLVMRealPredicateFalse;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (strstr(text, all[i].word))
			found = all[i].predicate;
	LLVMDisposeMessage(text);
	return found;
}

LLVMValueRef hr_plain_float(LLVMBuilderRef builder, LLVMValueRef at, const char *name)
{
	static const struct {
		const char *name;
		LLVMOpcode op;
	} binary[] = {{"fadd", LLVMFAdd},
		      {"fsub", LLVMFSub},
		      {"fmul", LLVMFMul},
		      {"fdiv", LLVMFDiv},
		      {"frem", LLVMFRem}},
	  casts[] = {{"fptosi", LLVMFPToSI}, {"fptoui", LLVMFPToUI},   {"sitofp", LLVMSIToFP},
		     {"uitofp", LLVMUIToFP}, {"fptrunc", LLVMFPTrunc}, {"fpext", LLVMFPExt}};
	size_t length = strcspn(name, ".");
	LLVMValueRef first = LLVMGetOperand(at, 0);

	for (size_t i = 0; i < sizeof(binary) / sizeof(binary[0]); i++)
		if (strlen(binary[i].name) == length && starts(name, binary[i].name))
			return LLVMBuildBinOp(builder, binary[i].op, first, LLVMGetOperand(at, 1),
					      "");
	for (size_t i = 0; i < sizeof(casts) / sizeof(casts[0]); i++)
		if (strlen(casts[i].name) == length && starts(name, casts[i].name))
			return LLVMBuildCast(builder, casts[i].op, first, LLVMTypeOf(at), "");
	if (length == 4 && (starts(name, "fcmp")))
		return LLVMBuildFCmp(builder, predicate_of(at), first, LLVMGetOperand(at, 1), "");
	if (length == 5 && (starts(name, "fcmps")))
		return LLVMBuildFCmp(builder, predicate_of(at), first, LLVMGetOperand(at, 1), "");
	return NULL;
}
