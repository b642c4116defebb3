/* backends/tests/mutant/rewrite.c -- miscompilations that change a unit's code.
 *
 * Each is a function that is called for every instruction of the unit and changes those that it
 * concerns, so that the error persists when the unit is reduced. */
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/shared/context.h"
#include "backends/tests/mutant/mutant.h"
#include "backends/shared/edit.h"

typedef struct place {
	LLVMBuilderRef build;          /* positioned before AT */
	LLVMValueRef at;
	LLVMOpcode code;
	LLVMModuleRef module;
	const hr_unit *unit;
} place;

static LLVMValueRef operand(const place *p, unsigned i)
{
	return LLVMGetOperand(p->at, i);
}

static LLVMTypeRef type_of(const place *p)
{
	return LLVMTypeOf(p->at);
}

static bool has_kind(LLVMTypeRef type, LLVMTypeKind kind)
{
	return LLVMGetTypeKind(type) == kind;
}

static bool become(const place *p, LLVMValueRef value)
{
	LLVMReplaceAllUsesWith(p->at, value);
	LLVMInstructionEraseFromParent(p->at);
	return true;
}

static bool swap(const place *p, unsigned i, unsigned j)
{
	LLVMValueRef left = operand(p, i), right = operand(p, j);

	LLVMSetOperand(p->at, i, right);
	LLVMSetOperand(p->at, j, left);
	return true;
}

static const char *callee(const place *p)
{
	size_t length;

	return p->code == LLVMCall ? LLVMGetValueName2(LLVMGetCalledValue(p->at), &length) : "";
}

static bool calls(const place *p, const char *name)
{
	return strncmp(callee(p), name, strlen(name)) == 0;
}

static LLVMValueRef intrinsic(const place *p, const char *name, LLVMTypeRef type,
			      LLVMValueRef *arguments, unsigned count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(p->module, id, &type, 1);

	return LLVMBuildCall2(p->build, LLVMGlobalGetValueType(function), function, arguments, count,
			      "");
}

static LLVMTypeRef float_type(void *module)
{
	return LLVMFloatTypeInContext(LLVMGetModuleContext(module));
}

static LLVMTypeRef double_type(void *module)
{
	return LLVMDoubleTypeInContext(LLVMGetModuleContext(module));
}

static LLVMTypeRef int_type(const place *p, unsigned bits)
{
	return LLVMIntTypeInContext(LLVMGetModuleContext(p->module), bits);
}

/* --- integers -------------------------------------------------------------------------------------------- */

static bool wrong_fold(const place *p)
{
	LLVMValueRef number;

	if (p->code != LLVMAdd && p->code != LLVMMul && p->code != LLVMXor)
		return false;
	number = operand(p, 1);
	if (!LLVMIsAConstantInt(number))
		return false;
	LLVMSetOperand(p->at, 1, LLVMConstInt(LLVMTypeOf(number),
					      LLVMConstIntGetZExtValue(number) + 1, 0));
	return true;
}

static bool swapped_sub(const place *p)
{
	return (p->code == LLVMSub || p->code == LLVMFSub) && swap(p, 0, 1);
}

static bool compare_signed(const place *p)
{
	LLVMIntPredicate how = p->code == LLVMICmp ? LLVMGetICmpPredicate(p->at) : LLVMIntEQ;

	if (how < LLVMIntUGT)
		return false;
	how = how < LLVMIntSGT ? how + (LLVMIntSGT - LLVMIntUGT) : how - (LLVMIntSGT - LLVMIntUGT);
	return become(p, LLVMBuildICmp(p->build, how, operand(p, 0), operand(p, 1), ""));
}

static bool compare_end(const place *p)
{
	static const LLVMIntPredicate other[] = {
		[LLVMIntUGT] = LLVMIntUGE, [LLVMIntUGE] = LLVMIntUGT, [LLVMIntULT] = LLVMIntULE,
		[LLVMIntULE] = LLVMIntULT, [LLVMIntSGT] = LLVMIntSGE, [LLVMIntSGE] = LLVMIntSGT,
		[LLVMIntSLT] = LLVMIntSLE, [LLVMIntSLE] = LLVMIntSLT,
	};
	LLVMIntPredicate how = p->code == LLVMICmp ? LLVMGetICmpPredicate(p->at) : LLVMIntEQ;

	if (how < LLVMIntUGT)
		return false;
	return become(p, LLVMBuildICmp(p->build, other[how], operand(p, 0), operand(p, 1), ""));
}

static bool shift_signed(const place *p)
{
	if (p->code == LLVMAShr)
		return become(p, LLVMBuildLShr(p->build, operand(p, 0), operand(p, 1), ""));
	return p->code == LLVMLShr &&
	       become(p, LLVMBuildAShr(p->build, operand(p, 0), operand(p, 1), ""));
}

static bool extend_signed(const place *p)
{
	if (p->code == LLVMSExt)
		return become(p, LLVMBuildZExt(p->build, operand(p, 0), type_of(p), ""));
	return p->code == LLVMZExt &&
	       become(p, LLVMBuildSExt(p->build, operand(p, 0), type_of(p), ""));
}

static bool is_64_bits(LLVMTypeRef type)
{
	return has_kind(type, LLVMIntegerTypeKind) && LLVMGetIntTypeWidth(type) == 64;
}

/* Use 32 bits for a 64-bit operation. */
static bool narrow_multiply(const place *p)
{
	LLVMTypeRef word = int_type(p, 32);
	LLVMValueRef left, right;

	if (p->code != LLVMMul || !is_64_bits(type_of(p)))
		return false;
	left = LLVMBuildTrunc(p->build, operand(p, 0), word, "");
	right = LLVMBuildTrunc(p->build, operand(p, 1), word, "");
	return become(p, LLVMBuildZExt(p->build, LLVMBuildMul(p->build, left, right, ""),
				       type_of(p), ""));
}

/* Negative numbers are not rounded towards zero. */
static bool divide_by_shift(const place *p)
{
	LLVMValueRef by = p->code == LLVMSDiv ? operand(p, 1) : NULL;
	unsigned long long number = by && LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;

	if (!number || number & (number - 1))
		return false;
	by = LLVMConstInt(type_of(p), (unsigned)__builtin_ctzll(number), 0);
	return become(p, LLVMBuildAShr(p->build, operand(p, 0), by, ""));
}

static bool remainder_unsigned(const place *p)
{
	return p->code == LLVMSRem &&
	       become(p, LLVMBuildURem(p->build, operand(p, 0), operand(p, 1), ""));
}

/* --- floats ------------------------------------------------------------------------------------------------ */

static bool is_product(LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFMul;
}

/* Return true if AT is a sum with a product as operand: *A * *B + *C. */
static bool is_sum_of_product(const place *p, LLVMValueRef *a, LLVMValueRef *b, LLVMValueRef *c)
{
	unsigned product = 0;

	if (p->code != LLVMFAdd || has_kind(type_of(p), LLVMVectorTypeKind))
		return false;
	while (product < 2 && !is_product(operand(p, product)))
		product++;
	if (product == 2)
		return false;
	*a = LLVMGetOperand(operand(p, product), 0);
	*b = LLVMGetOperand(operand(p, product), 1);
	*c = operand(p, !product);
	return true;
}

static bool contract(const place *p)
{
	LLVMValueRef parts[3];

	return is_sum_of_product(p, &parts[0], &parts[1], &parts[2]) &&
	       become(p, intrinsic(p, "llvm.fma", type_of(p), parts, 3));
}

/* The intermediate result of two operations has too much precision. */
static bool float_as_double(const place *p)
{
	LLVMTypeRef wide = double_type(p->module);
	LLVMValueRef parts[3], sum;

	if (!has_kind(type_of(p), LLVMFloatTypeKind) ||
	    !is_sum_of_product(p, &parts[0], &parts[1], &parts[2]))
		return false;
	for (unsigned i = 0; i < 3; i++)
		parts[i] = LLVMBuildFPExt(p->build, parts[i], wide, "");
	sum = LLVMBuildFAdd(p->build, LLVMBuildFMul(p->build, parts[0], parts[1], ""), parts[2], "");
	return become(p, LLVMBuildFPTrunc(p->build, sum, type_of(p), ""));
}

static bool is_arithmetic(const place *p)
{
	return p->code == LLVMFAdd || p->code == LLVMFSub || p->code == LLVMFMul ||
	       p->code == LLVMFDiv;
}

static bool double_as_float(const place *p)
{
	LLVMTypeRef narrow = float_type(p->module);
	LLVMValueRef left, right, value;

	if (!is_arithmetic(p) || !has_kind(type_of(p), LLVMDoubleTypeKind))
		return false;
	left = LLVMBuildFPTrunc(p->build, operand(p, 0), narrow, "");
	right = LLVMBuildFPTrunc(p->build, operand(p, 1), narrow, "");
	value = LLVMBuildBinOp(p->build, p->code, left, right, "");
	return become(p, LLVMBuildFPExt(p->build, value, type_of(p), ""));
}

/* Replace (a + b) + c by a + (b + c). */
static bool reassociate(const place *p)
{
	LLVMValueRef sum = p->code == LLVMFAdd ? operand(p, 0) : NULL, rest;

	if (!sum || !LLVMIsAInstruction(sum) || LLVMGetInstructionOpcode(sum) != LLVMFAdd)
		return false;
	rest = LLVMBuildFAdd(p->build, LLVMGetOperand(sum, 1), operand(p, 1), "");
	return become(p, LLVMBuildFAdd(p->build, LLVMGetOperand(sum, 0), rest, ""));
}

static bool by_reciprocal(const place *p)
{
	LLVMValueRef one;

	if (p->code != LLVMFDiv || has_kind(type_of(p), LLVMVectorTypeKind))
		return false;
	one = LLVMBuildFDiv(p->build, LLVMConstReal(type_of(p), 1), operand(p, 1), "");
	return become(p, LLVMBuildFMul(p->build, operand(p, 0), one, ""));
}

static bool flush_subnormals(const place *p)
{
	LLVMValueRef size, same, zero, least, small;
	bool single = has_kind(type_of(p), LLVMFloatTypeKind);

	if (!is_arithmetic(p) || (!single && !has_kind(type_of(p), LLVMDoubleTypeKind)))
		return false;
	same = LLVMBuildBinOp(p->build, p->code, operand(p, 0), operand(p, 1), "");
	size = intrinsic(p, "llvm.fabs", type_of(p), &same, 1);
	zero = LLVMConstReal(type_of(p), 0);
	least = LLVMConstReal(type_of(p), single ? 0x1p-126 : 0x1p-1022);
	small = LLVMBuildFCmp(p->build, LLVMRealOLT, size, least, "");
	return become(p, LLVMBuildSelect(p->build, small, zero, same, ""));
}

static bool lose_signed_zero(const place *p)
{
	return p->code == LLVMFNeg &&
	       become(p, LLVMBuildFSub(p->build, LLVMConstReal(type_of(p), 0), operand(p, 0), ""));
}

/* Replace ordered comparisons by unordered ones, and vice versa. */
static bool compare_nan(const place *p)
{
	LLVMRealPredicate how = p->code == LLVMFCmp ? LLVMGetFCmpPredicate(p->at) :
						      LLVMRealPredicateFalse;

	if (how == LLVMRealPredicateFalse || how == LLVMRealPredicateTrue || how == LLVMRealORD ||
	    how == LLVMRealUNO)
		return false;
	how = how < LLVMRealORD ? how + 8 : how - 8;
	return become(p, LLVMBuildFCmp(p->build, how, operand(p, 0), operand(p, 1), ""));
}

/* Return a NaN instead of the other operand. */
static bool minimum_nan(const place *p)
{
	bool least = calls(p, "llvm.minnum") || calls(p, "fmin");
	LLVMValueRef less;

	if (!least && !calls(p, "llvm.maxnum") && !calls(p, "fmax"))
		return false;
	less = LLVMBuildFCmp(p->build, least ? LLVMRealOLT : LLVMRealOGT, operand(p, 0), operand(p, 1),
			     "");
	return become(p, LLVMBuildSelect(p->build, less, operand(p, 0), operand(p, 1), ""));
}

static bool round_to_integer(const place *p)
{
	LLVMValueRef from = p->code == LLVMFPToSI ? operand(p, 0) : NULL;

	if (!from || has_kind(LLVMTypeOf(from), LLVMVectorTypeKind))
		return false;
	LLVMSetOperand(p->at, 0, intrinsic(p, "llvm.rint", LLVMTypeOf(from), &from, 1));
	return true;
}

/* --- control ---------------------------------------------------------------------------------------------- */

static bool swapped_select(const place *p)
{
	return p->code == LLVMSelect && swap(p, 1, 2);
}

static bool invert_branch(const place *p)
{
	LLVMBasicBlockRef first;

	if (p->code != LLVMBr || !LLVMIsConditional(p->at))
		return false;
	first = LLVMGetSuccessor(p->at, 0);
	LLVMSetSuccessor(p->at, 0, LLVMGetSuccessor(p->at, 1));
	LLVMSetSuccessor(p->at, 1, first);
	return true;
}

static bool is_at_hand(LLVMValueRef value)
{
	return LLVMIsAConstant(value) || LLVMIsAArgument(value);
}

/* Swap the values of a phi. */
static bool misordered_phi(const place *p)
{
	LLVMValueRef values[2], other;
	LLVMBasicBlockRef blocks[2];

	if (p->code != LLVMPHI || LLVMCountIncoming(p->at) != 2)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		values[i] = LLVMGetIncomingValue(p->at, i);
		blocks[i] = LLVMGetIncomingBlock(p->at, 1 - i);
		if (!is_at_hand(values[i]))
			return false;
	}
	other = LLVMBuildPhi(p->build, type_of(p), "");
	LLVMAddIncoming(other, values, blocks, 2);
	return become(p, other);
}

static bool no_barrier(const place *p)
{
	if (!calls(p, "hpvm_barrier"))
		return false;
	LLVMInstructionEraseFromParent(p->at);
	return true;
}

/* --- memory ------------------------------------------------------------------------------------------------ */

static LLVMValueRef under(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

static bool is_program_store(const place *p)
{
	return p->code == LLVMStore && !LLVMIsAAllocaInst(under(operand(p, 1)));
}

static bool drop_store(const place *p)
{
	if (!is_program_store(p))
		return false;
	LLVMInstructionEraseFromParent(p->at);
	return true;
}

/* A store also writes the next element. */
static bool double_store(const place *p)
{
	LLVMTypeRef type = p->code == LLVMStore ? LLVMTypeOf(operand(p, 0)) : NULL;
	LLVMValueRef one = LLVMConstInt(int_type(p, 64), 1, 0);

	if (!is_program_store(p))
		return false;
	LLVMBuildStore(p->build, operand(p, 0),
		       LLVMBuildGEP2(p->build, type, operand(p, 1), &one, 1, ""));
	return true;
}

static bool narrow_store(const place *p)
{
	LLVMTypeRef type = is_program_store(p) ? LLVMTypeOf(operand(p, 0)) : NULL;

	if (!type || !has_kind(type, LLVMIntegerTypeKind) || LLVMGetIntTypeWidth(type) < 16)
		return false;
	LLVMBuildStore(p->build, LLVMBuildTrunc(p->build, operand(p, 0),
						int_type(p, LLVMGetIntTypeWidth(type) / 2), ""),
		       operand(p, 1));
	LLVMInstructionEraseFromParent(p->at);
	return true;
}

static bool wrong_scale(const place *p)
{
	unsigned last = p->code == LLVMGetElementPtr ? (unsigned)LLVMGetNumOperands(p->at) - 1 : 0;
	LLVMValueRef index = last ? operand(p, last) : NULL;

	if (!index || LLVMIsAConstant(index) || has_kind(LLVMTypeOf(index), LLVMVectorTypeKind))
		return false;
	LLVMSetOperand(p->at, last,
		       LLVMBuildLShr(p->build, index, LLVMConstInt(LLVMTypeOf(index), 1, 0), ""));
	return true;
}

/* Arrays on the stack keep their previous contents. */
static bool uninitialised(const place *p)
{
	LLVMValueRef to = p->code == LLVMStore ? operand(p, 1)
			  : calls(p, "llvm.memcpy") || calls(p, "llvm.memset") ? operand(p, 0)
									       : NULL;

	to = to ? under(to) : NULL;
	if (!to || !LLVMIsAAllocaInst(to) ||
	    !has_kind(LLVMGetAllocatedType(to), LLVMArrayTypeKind))
		return false;
	LLVMInstructionEraseFromParent(p->at);
	return true;
}

static bool wrong_atomic(const place *p)
{
	static const LLVMAtomicRMWBinOp others[][2] = {
		{LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpSub}, {LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpAdd},
		{LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpOr},	{LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpAnd},
		{LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpMin}, {LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpMax},
	};

	for (size_t i = 0; p->code == LLVMAtomicRMW && i < sizeof(others) / sizeof(others[0]); i++)
		if (LLVMGetAtomicRMWBinOp(p->at) == others[i][0]) {
			LLVMSetAtomicRMWBinOp(p->at, others[i][1]);
			return true;
		}
	return false;
}

static bool double_atomic(const place *p)
{
	if (p->code != LLVMAtomicRMW)
		return false;
	LLVMBuildAtomicRMW(p->build, LLVMGetAtomicRMWBinOp(p->at), operand(p, 0), operand(p, 1),
			   LLVMAtomicOrderingMonotonic, 0);
	return true;
}

static LLVMValueRef query(const place *p, const char *name, unsigned dimension)
{
	LLVMTypeRef i32 = int_type(p, 32), types[2] = {i32, i32};
	LLVMTypeRef type = LLVMFunctionType(int_type(p, 64), types, 2, 0);
	LLVMValueRef function = LLVMGetNamedFunction(p->module, name);
	LLVMValueRef arguments[2] = {LLVMConstInt(i32, 0, 0), LLVMConstInt(i32, dimension, 0)};

	if (!function)
		function = LLVMAddFunction(p->module, name, type);
	return LLVMBuildCall2(p->build, type, function, arguments, 2, "");
}

/* Only every other instance executes its addition. */
static bool lost_atomic(const place *p)
{
	LLVMValueRef odd, zero, address;
	LLVMTypeRef type;

	if (p->code != LLVMAtomicRMW || LLVMGetAtomicRMWBinOp(p->at) != LLVMAtomicRMWBinOpAdd)
		return false;
	address = query(p, "hpvm_id", 0);
	type = LLVMTypeOf(operand(p, 1));
	odd = LLVMBuildTrunc(p->build, address, int_type(p, 1), "");
	zero = LLVMConstInt(type, 0, 0);
	LLVMSetOperand(p->at, 1, LLVMBuildSelect(p->build, odd, zero, operand(p, 1), ""));
	return true;
}

/* --- the graph --------------------------------------------------------------------------------------------- */

static bool swapped_ids(const place *p)
{
	LLVMValueRef dimension = calls(p, "hpvm_id") ? operand(p, 1) : NULL;

	if (!dimension || !LLVMIsAConstantInt(dimension) || p->unit->dims[0] < 2 ||
	    LLVMConstIntGetZExtValue(operand(p, 0)) != 0 || LLVMConstIntGetZExtValue(dimension) > 1)
		return false;
	LLVMSetOperand(p->at, 1, LLVMConstInt(LLVMTypeOf(dimension),
					      1 - LLVMConstIntGetZExtValue(dimension), 0));
	return true;
}

static bool wrong_extent(const place *p)
{
	LLVMValueRef more;

	if (!calls(p, "hpvm_extent"))
		return false;
	LLVMPositionBuilderBefore(p->build, LLVMGetNextInstruction(p->at));
	more = LLVMBuildAdd(p->build, p->at, LLVMConstInt(type_of(p), 0, 0), "");
	LLVMReplaceAllUsesWith(p->at, more);
	LLVMSetOperand(more, 0, p->at);
	LLVMSetOperand(more, 1, LLVMConstInt(type_of(p), 1, 0));
	return true;
}

static bool is_value(const hr_unit *unit, uint32_t i)
{
	return unit->inputs[i].kind != HR_UNIT_POINTER &&
	       !(i && unit->inputs[i - 1].flags & HR_PORT_SIZED);
}

/* Find two edges into the unit: the first two value inputs of the same type. */
static bool find_pair(const place *p, LLVMValueRef function, LLVMValueRef pair[2])
{
	for (uint32_t i = 0; i < p->unit->input_count; i++)
		for (uint32_t k = i + 1; k < p->unit->input_count; k++) {
			pair[0] = LLVMGetParam(function, i);
			pair[1] = LLVMGetParam(function, k);
			if (is_value(p->unit, i) && is_value(p->unit, k) &&
			    LLVMTypeOf(pair[0]) == LLVMTypeOf(pair[1]))
				return true;
		}
	return false;
}

static bool swapped_edges(const place *p)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(p->at)), pair[2];
	size_t length;
	bool any = false;

	if (strcmp(LLVMGetValueName2(function, &length), "hpvm_unit") != 0 ||
	    !find_pair(p, function, pair))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(p->at); i++)
		for (unsigned k = 0; k < 2; k++)
			if (operand(p, i) == pair[k]) {
				LLVMSetOperand(p->at, i, pair[1 - k]);
				any = true;
				break;
			}
	return any;
}

/* --- all of them -------------------------------------------------------------------------------------------- */

static const struct mutation {
	const char *name;
	bool (*apply)(const place *p);
} mutations[] = {
	{"wrong-fold", wrong_fold}, {"swapped-sub", swapped_sub}, {"compare-signed", compare_signed},
	{"compare-end", compare_end}, {"shift-signed", shift_signed}, {"extend-signed", extend_signed},
	{"narrow-multiply", narrow_multiply}, {"divide-by-shift", divide_by_shift},
	{"remainder-unsigned", remainder_unsigned}, {"contract", contract},
	{"float-as-double", float_as_double}, {"double-as-float", double_as_float},
	{"reassociate", reassociate}, {"by-reciprocal", by_reciprocal},
	{"flush-subnormals", flush_subnormals}, {"lose-signed-zero", lose_signed_zero},
	{"compare-nan", compare_nan}, {"minimum-nan", minimum_nan},
	{"round-to-integer", round_to_integer}, {"swapped-select", swapped_select},
	{"invert-branch", invert_branch}, {"misordered-phi", misordered_phi},
	{"no-barrier", no_barrier}, {"drop-store", drop_store}, {"double-store", double_store},
	{"narrow-store", narrow_store}, {"wrong-scale", wrong_scale},
	{"uninitialised", uninitialised}, {"wrong-atomic", wrong_atomic},
	{"double-atomic", double_atomic}, {"lost-atomic", lost_atomic},
	{"swapped-ids", swapped_ids}, {"wrong-extent", wrong_extent},
	{"swapped-edges", swapped_edges},
};

const char *mutant_rewrite_name(unsigned nth)
{
	return nth < sizeof(mutations) / sizeof(mutations[0]) ? mutations[nth].name : NULL;
}

static void mutate(LLVMModuleRef module, const hr_unit *unit, bool (*apply)(const place *p))
{
	place p = {.build = LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
		   .module = module,
		   .unit = unit};
	hr_instructions all = {0};

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count; i++) {
		p.at = all.data[i];
		p.code = LLVMGetInstructionOpcode(p.at);
		LLVMPositionBuilderBefore(p.build, p.at);
		(void)apply(&p);
	}
	HR_VEC_FREE(&all);
	LLVMDisposeBuilder(p.build);
}

static void *copy_bitcode(LLVMModuleRef module, size_t *bytes)
{
	LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
	void *copy = malloc(LLVMGetBufferSize(buffer));

	*bytes = LLVMGetBufferSize(buffer);
	memcpy(copy, LLVMGetBufferStart(buffer), *bytes);
	LLVMDisposeMemoryBuffer(buffer);
	return copy;
}

void *mutant_rewrite(const hr_unit *unit, const char *name, size_t *bytes, bool *known,
		     char text[HR_BACKEND_TEXT])
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
		unit->bitcode, unit->bitcode_bytes, "unit", 0);
	const struct mutation *mutation = NULL;
	void *result = NULL;
	LLVMModuleRef module;
	char *error = NULL;

	for (size_t i = 0; i < sizeof(mutations) / sizeof(mutations[0]); i++)
		if (strcmp(mutations[i].name, name) == 0)
			mutation = &mutations[i];
	*known = mutation;
	if (mutation && !LLVMParseBitcodeInContext2(context, bitcode, &module)) {
		mutate(module, unit, mutation->apply);
		if (LLVMVerifyModule(module, LLVMReturnStatusAction, &error))
			snprintf(text, HR_BACKEND_TEXT, "what it makes is not valid: %.200s", error);
		else
			result = copy_bitcode(module, bytes);
		LLVMDisposeMessage(error);
		LLVMDisposeModule(module);
	}
	LLVMDisposeMemoryBuffer(bitcode);
	hr_context_free(context);
	return result;
}
