/* tools/fuzz/change_instruction.c -- changes of one instruction, and new ones.
 *
 * Values keep their types. What else a change may break, the verifier finds (module.c).
 * Not here: changes of functions, blocks and globals (change_function.c). */
#include <string.h>

#include "tools/fuzz/module.h"

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

static LLVMBuilderRef builder_at(fuzz_place *place)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(place->context);

	LLVMPositionBuilderBefore(builder, place->instruction);
	return builder;
}

static bool is_int(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static LLVMTypeRef scalar_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static bool is_float(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind: return true;
	default: return false;
	}
}

static bool is_pointer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* --- types and constants -------------------------------------------------------------------------- */

LLVMTypeRef fuzz_type(fuzz_place *place)
{
	static const unsigned widths[] = {1, 8, 16, 32, 32, 64, 64, 3, 17, 65, 128};
	LLVMContextRef context = place->context;
	LLVMTypeRef type;

	switch (fuzz_below(place->random, 8)) {
	case 0: type = LLVMFloatTypeInContext(context); break;
	case 1: type = LLVMDoubleTypeInContext(context); break;
	case 2: type = LLVMHalfTypeInContext(context); break;
	case 3: type = LLVMX86FP80TypeInContext(context); break;
	case 4: type = LLVMPointerTypeInContext(context, 0); break;
	default:
		type = LLVMIntTypeInContext(context,
					    widths[fuzz_below(place->random, LENGTH(widths))]);
	}
	if (fuzz_below(place->random, 6) == 0)
		type = LLVMVectorType(type, 1 + (unsigned)fuzz_below(place->random, 9));
	return type;
}

static LLVMValueRef integer(fuzz_place *place, LLVMTypeRef type)
{
	const uint64_t words[] = {fuzz_number(place->random), fuzz_number(place->random),
				  fuzz_number(place->random), fuzz_number(place->random)};
	const unsigned bits = LLVMGetIntTypeWidth(type);

	if (bits <= 64)
		return LLVMConstInt(type, words[0], fuzz_below(place->random, 2) == 0);
	return LLVMConstIntOfArbitraryPrecision(type, bits > 256 ? 4 : (bits + 63) / 64, words);
}

static LLVMValueRef real(fuzz_place *place, LLVMTypeRef type)
{
	static const double numbers[] = {0.0,  -0.0,  1.0, -1.0,  0.5,     1e300, 1e-310, 3.0e9,
					 1e19, -1e19, 2.5, 65504, 65536.0, 1e38,  1e-45,  7.0};
	static const char *const texts[] = {"inf", "-inf", "nan", "-nan"};

	if (fuzz_below(place->random, 4) == 0)
		return LLVMConstRealOfString(type, texts[fuzz_below(place->random, LENGTH(texts))]);
	return LLVMConstReal(type, numbers[fuzz_below(place->random, LENGTH(numbers))]);
}

LLVMValueRef fuzz_constant(fuzz_place *place, LLVMTypeRef type)
{
	LLVMValueRef lanes[16];
	unsigned count;

	switch (fuzz_below(place->random, 12)) {
	case 0: return LLVMGetUndef(type);
	case 1: return LLVMGetPoison(type);
	case 2: return LLVMConstNull(type);
	default: break;
	}
	if (is_int(type))
		return integer(place, type);
	if (is_float(type))
		return real(place, type);
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) > LENGTH(lanes))
		return LLVMConstNull(type);
	count = LLVMGetVectorSize(type);
	for (unsigned i = 0; i < count; i++)
		lanes[i] = fuzz_constant(place, LLVMGetElementType(type));
	return LLVMConstVector(lanes, count);
}

/* --- values ------------------------------------------------------------------------------------- */

static void offer(fuzz_place *place, LLVMValueRef value, LLVMTypeRef type, uint64_t *seen,
		  LLVMValueRef *chosen)
{
	if (LLVMTypeOf(value) == type && fuzz_below(place->random, ++*seen) == 0)
		*chosen = value;
}

LLVMValueRef fuzz_value(fuzz_place *place, LLVMTypeRef type)
{
	LLVMValueRef chosen = NULL;
	uint64_t seen = 0;

	if (fuzz_below(place->random, 4) == 0)
		return fuzz_constant(place, type);
	for (LLVMValueRef p = LLVMGetFirstParam(place->function); p; p = LLVMGetNextParam(p))
		offer(place, p, type, &seen, &chosen);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(place->function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
		     i = LLVMGetNextInstruction(i)) {
			if (i == place->instruction)
				break;
			offer(place, i, type, &seen, &chosen);
		}
	if (is_pointer(type))
		for (LLVMValueRef g = LLVMGetFirstGlobal(place->module); g;
		     g = LLVMGetNextGlobal(g))
			offer(place, g, type, &seen, &chosen);
	return chosen ? chosen : fuzz_constant(place, type);
}

/* Whether values of TYPE can be made. */
static bool is_plain(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVoidTypeKind:
	case LLVMLabelTypeKind:
	case LLVMMetadataTypeKind:
	case LLVMTokenTypeKind:
	case LLVMFunctionTypeKind:
	case LLVMX86_AMXTypeKind:
	case LLVMTargetExtTypeKind: return false;
	default: return true;
	}
}

/* --- changes of an instruction -------------------------------------------------------------------- */

static unsigned operand_count(LLVMValueRef instruction)
{
	int count = LLVMGetNumOperands(instruction);

	return count > 0 ? (unsigned)count : 0;
}

bool fuzz_set_operand(fuzz_place *place)
{
	unsigned count = operand_count(place->instruction), number;
	LLVMValueRef operand;

	if (!count)
		return false;
	number = (unsigned)fuzz_below(place->random, count);
	operand = LLVMGetOperand(place->instruction, number);
	if (!operand || !is_plain(LLVMTypeOf(operand)) || LLVMIsAFunction(operand))
		return false;
	LLVMSetOperand(place->instruction, number, fuzz_value(place, LLVMTypeOf(operand)));
	return true;
}

/* Constants are indices, sizes, ports and factors. */
bool fuzz_set_constant(fuzz_place *place)
{
	unsigned count = operand_count(place->instruction);

	for (unsigned i = 0, start = count ? (unsigned)fuzz_below(place->random, count) : 0;
	     i < count; i++) {
		unsigned number = (start + i) % count;
		LLVMValueRef operand = LLVMGetOperand(place->instruction, number);

		if (!operand || !LLVMIsConstant(operand) || LLVMIsAFunction(operand) ||
		    LLVMIsAGlobalVariable(operand) || !is_plain(LLVMTypeOf(operand)))
			continue;
		if (LLVMIsAConstantInt(operand) && LLVMGetIntTypeWidth(LLVMTypeOf(operand)) <= 64 &&
		    fuzz_below(place->random, 2))
			operand = LLVMConstInt(LLVMTypeOf(operand),
					       LLVMConstIntGetZExtValue(operand) +
						       fuzz_below(place->random, 5) - 2,
					       0);
		else
			operand = fuzz_constant(place, LLVMTypeOf(operand));
		LLVMSetOperand(place->instruction, number, operand);
		return true;
	}
	return false;
}

bool fuzz_swap_operands(fuzz_place *place)
{
	unsigned count = operand_count(place->instruction);

	for (unsigned tries = 0; count > 1 && tries < 8; tries++) {
		unsigned a = (unsigned)fuzz_below(place->random, count),
			 b = (unsigned)fuzz_below(place->random, count);
		LLVMValueRef first = LLVMGetOperand(place->instruction, a),
			     second = LLVMGetOperand(place->instruction, b);

		if (a == b || !first || !second || LLVMTypeOf(first) != LLVMTypeOf(second))
			continue;
		LLVMSetOperand(place->instruction, a, second);
		LLVMSetOperand(place->instruction, b, first);
		return true;
	}
	return false;
}

static bool set_wrap(fuzz_place *place, LLVMValueRef of)
{
	const LLVMBool on = fuzz_below(place->random, 2) == 0;

	switch (LLVMGetInstructionOpcode(of)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		if (fuzz_below(place->random, 2))
			LLVMSetNSW(of, on);
		else
			LLVMSetNUW(of, on);
		return true;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr: LLVMSetExact(of, on); return true;
	case LLVMOr: LLVMSetIsDisjoint(of, on); return true;
	case LLVMZExt:
	case LLVMUIToFP: LLVMSetNNeg(of, on); return true;
	case LLVMGetElementPtr:
		LLVMGEPSetNoWrapFlags(of, (LLVMGEPNoWrapFlags)fuzz_below(place->random, 8));
		return true;
	default: return false;
	}
}

bool fuzz_set_flags(fuzz_place *place)
{
	LLVMValueRef of = place->instruction;

	if (set_wrap(place, of))
		return true;
	if (!LLVMCanValueUseFastMathFlags(of))
		return false;
	LLVMSetFastMathFlags(of, (LLVMFastMathFlags)fuzz_below(place->random, 128));
	return true;
}

/* Give the users of INSTRUCTION the value NEW, and remove INSTRUCTION. */
static void replace(fuzz_place *place, LLVMValueRef with)
{
	LLVMReplaceAllUsesWith(place->instruction, with);
	LLVMInstructionEraseFromParent(place->instruction);
	place->instruction = NULL;
}

static LLVMOpcode binary_for(fuzz_place *place, LLVMTypeRef type)
{
	static const LLVMOpcode ints[] = {LLVMAdd,  LLVMSub,  LLVMMul, LLVMUDiv, LLVMSDiv,
					  LLVMURem, LLVMSRem, LLVMShl, LLVMLShr, LLVMAShr,
					  LLVMAnd,  LLVMOr,   LLVMXor};
	static const LLVMOpcode reals[] = {LLVMFAdd, LLVMFSub, LLVMFMul, LLVMFDiv, LLVMFRem};

	return is_int(scalar_of(type)) ? ints[fuzz_below(place->random, LENGTH(ints))]
				       : reals[fuzz_below(place->random, LENGTH(reals))];
}

bool fuzz_replace_operation(fuzz_place *place)
{
	LLVMValueRef of = place->instruction, made = NULL, a, b;
	LLVMTypeRef type = LLVMTypeOf(of);
	LLVMBuilderRef builder;

	if (operand_count(of) != 2)
		return false;
	a = LLVMGetOperand(of, 0);
	b = LLVMGetOperand(of, 1);
	builder = builder_at(place);
	if (LLVMIsABinaryOperator(of))
		made = LLVMBuildBinOp(builder, binary_for(place, type), a, b, "");
	else if (LLVMIsAICmpInst(of))
		made = LLVMBuildICmp(
			builder, (LLVMIntPredicate)(LLVMIntEQ + (int)fuzz_below(place->random, 10)),
			a, b, "");
	else if (LLVMIsAFCmpInst(of))
		made = LLVMBuildFCmp(builder, (LLVMRealPredicate)fuzz_below(place->random, 16), a,
				     b, "");
	LLVMDisposeBuilder(builder);
	if (!made || LLVMTypeOf(made) != type)
		return false;
	replace(place, made);
	return true;
}

bool fuzz_remove(fuzz_place *place)
{
	LLVMTypeRef type = LLVMTypeOf(place->instruction);

	if (LLVMIsATerminatorInst(place->instruction))
		return false;
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
		LLVMInstructionEraseFromParent(place->instruction);
	else if (is_plain(type))
		replace(place, fuzz_value(place, type));
	else
		return false;
	place->instruction = NULL;
	return true;
}

bool fuzz_duplicate(fuzz_place *place)
{
	LLVMBuilderRef builder;
	LLVMValueRef copy;

	if (LLVMIsATerminatorInst(place->instruction) || LLVMIsAPHINode(place->instruction))
		return false;
	builder = builder_at(place);
	copy = LLVMInstructionClone(place->instruction);
	LLVMInsertIntoBuilder(builder, copy);
	LLVMDisposeBuilder(builder);
	return true;
}

/* --- new instructions ------------------------------------------------------------------------------- */

/* Let an operand of the instruction be MADE if one has its type; otherwise store it. */
static void use(fuzz_place *place, LLVMBuilderRef builder, LLVMValueRef made)
{
	unsigned count = operand_count(place->instruction),
		 start = count ? (unsigned)fuzz_below(place->random, count) : 0;

	if (!is_plain(LLVMTypeOf(made)))
		return;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(place->instruction, (start + i) % count);

		if (!operand || LLVMIsAFunction(operand) || LLVMTypeOf(operand) != LLVMTypeOf(made))
			continue;
		LLVMSetOperand(place->instruction, (start + i) % count, made);
		return;
	}
	LLVMBuildStore(builder, made,
		       fuzz_value(place, LLVMPointerTypeInContext(place->context, 0)));
}

static LLVMValueRef build_cast(fuzz_place *place, LLVMBuilderRef builder, LLVMTypeRef to)
{
	static const LLVMOpcode casts[] = {LLVMTrunc,  LLVMZExt,     LLVMSExt,     LLVMFPToUI,
					   LLVMFPToSI, LLVMUIToFP,   LLVMSIToFP,   LLVMFPTrunc,
					   LLVMFPExt,  LLVMPtrToInt, LLVMIntToPtr, LLVMBitCast};
	LLVMValueRef from = fuzz_value(place, fuzz_type(place));

	/* Without a constant folder, which would not ask whether the cast is one. */
	if (LLVMIsConstant(from) || LLVMTypeOf(from) == to)
		return NULL;
	return LLVMBuildCast(builder, casts[fuzz_below(place->random, LENGTH(casts))], from, to,
			     "");
}

static LLVMValueRef build_memory(fuzz_place *place, LLVMBuilderRef builder, LLVMTypeRef type)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(place->context, 0);
	LLVMValueRef at = fuzz_value(place, pointer), index;

	switch (fuzz_below(place->random, 4)) {
	case 0: return LLVMBuildLoad2(builder, type, at, "");
	case 1: return LLVMBuildStore(builder, fuzz_value(place, type), at);
	case 2: return LLVMBuildAlloca(builder, type, "");
	default:
		index = fuzz_value(place, LLVMInt64TypeInContext(place->context));
		return LLVMBuildGEP2(builder, type, at, &index, 1, "");
	}
}

static LLVMValueRef build_lane(fuzz_place *place, LLVMBuilderRef builder, LLVMTypeRef type)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(place->context);
	LLVMValueRef vector = fuzz_value(place, type), mask[8];

	switch (fuzz_below(place->random, 3)) {
	case 0: return LLVMBuildExtractElement(builder, vector, fuzz_value(place, word), "");
	case 1:
		return LLVMBuildInsertElement(builder, vector,
					      fuzz_value(place, LLVMGetElementType(type)),
					      fuzz_value(place, word), "");
	default:
		for (int i = 0; i < 8; i++)
			mask[i] = LLVMConstInt(
				word, fuzz_below(place->random, 2 * LLVMGetVectorSize(type)), 0);
		return LLVMBuildShuffleVector(builder, vector, fuzz_value(place, type),
					      LLVMConstVector(mask, 8), "");
	}
}

static LLVMValueRef build(fuzz_place *place, LLVMBuilderRef builder)
{
	LLVMTypeRef type = fuzz_type(place), scalar = scalar_of(type);

	switch (fuzz_below(place->random, 8)) {
	case 0: return build_cast(place, builder, type);
	case 1:
	case 2: return build_memory(place, builder, type);
	case 3: return LLVMBuildFreeze(builder, fuzz_value(place, type), "");
	case 4:
		return LLVMBuildSelect(builder,
				       fuzz_value(place, LLVMInt1TypeInContext(place->context)),
				       fuzz_value(place, type), fuzz_value(place, type), "");
	case 5:
		if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
			return build_lane(place, builder, type);
		break;
	case 6:
		if (is_int(scalar))
			return LLVMBuildICmp(
				builder,
				(LLVMIntPredicate)(LLVMIntEQ + (int)fuzz_below(place->random, 10)),
				fuzz_value(place, type), fuzz_value(place, type), "");
		if (is_float(scalar))
			return LLVMBuildFCmp(builder,
					     (LLVMRealPredicate)fuzz_below(place->random, 16),
					     fuzz_value(place, type), fuzz_value(place, type), "");
		break;
	default: break;
	}
	if (is_pointer(scalar))
		return NULL;
	return LLVMBuildBinOp(builder, binary_for(place, type), fuzz_value(place, type),
			      fuzz_value(place, type), "");
}

bool fuzz_insert(fuzz_place *place)
{
	LLVMBuilderRef builder;
	LLVMValueRef made;

	if (LLVMIsAPHINode(place->instruction))
		return false;
	builder = builder_at(place);
	made = build(place, builder);
	if (made)
		use(place, builder, made);
	LLVMDisposeBuilder(builder);
	return made != NULL;
}

bool fuzz_call(fuzz_place *place)
{
	LLVMTypeRef type, parameters[16];
	LLVMValueRef function = NULL, arguments[16];
	LLVMBuilderRef builder;
	uint64_t seen = 0;
	unsigned count;

	for (LLVMValueRef f = LLVMGetFirstFunction(place->module); f; f = LLVMGetNextFunction(f))
		if (fuzz_below(place->random, ++seen) == 0)
			function = f;
	type = LLVMGlobalGetValueType(function);
	count = LLVMCountParamTypes(type);
	if (count > LENGTH(parameters) || LLVMIsAPHINode(place->instruction))
		return false;
	LLVMGetParamTypes(type, parameters);
	for (unsigned i = 0; i < count; i++) {
		if (!is_plain(parameters[i]))
			return false;
		arguments[i] = fuzz_value(place, parameters[i]);
	}
	builder = builder_at(place);
	use(place, builder, LLVMBuildCall2(builder, type, function, arguments, count, ""));
	LLVMDisposeBuilder(builder);
	return true;
}
