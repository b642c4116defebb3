/* backends/opencl/translate/lower.c -- replaces instructions that have no counterpart in OpenCL C.
 *
 * Constrained floating-point operations become ordinary ones, because only the default environment
 * exists; vectors whose elements do not fill bytes are assembled from bytes; functions with two
 * results are called for each lane; functions on integers of more than 64 bits become arithmetic.
 * Invariant: the results are the interpreter's bit by bit.
 * Owns:      nothing; changes the unit's module before anything is written.
 * Clauses:   none; intrinsics are defined by ir/lower/intrinsic.def.
 * Not here:  how the remaining instructions are written (intrinsics.c, instructions.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "backends/opencl/translate/opencl_translate.h"
#include "backends/shared/constrained.h"
#include "backends/shared/edit.h"

typedef struct ocl_lowering {
	ocl_writer *writer;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
} ocl_lowering;

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Return true if NAME is the intrinsic with any types, for example "llvm.umax.i128" for "umax". */
static bool is_named(const char *name, const char *intrinsic)
{
	return starts(name, "llvm.") && starts(name + 5, intrinsic) &&
	       (name[5 + strlen(intrinsic)] == '.' || name[5 + strlen(intrinsic)] == '\0');
}

static LLVMTypeRef integer_type(const ocl_lowering *self, unsigned bits)
{
	return LLVMIntTypeInContext(self->context, bits);
}

static void replace(LLVMValueRef at, LLVMValueRef by)
{
	if (by)
		LLVMReplaceAllUsesWith(at, by);
	LLVMInstructionEraseFromParent(at);
}

static LLVMValueRef call(ocl_lowering *self, const char *name, LLVMTypeRef *types,
			 unsigned type_count, LLVMValueRef *operands, unsigned count)
{
	return hr_edit_intrinsic(self->module, self->builder, name, types, type_count, operands,
				 count);
}

/* --- constrained floating point ------------------------------------------------------------ */

/* Replace llvm.experimental.constrained.NAME by an instruction, or by llvm.NAME without the
 * metadata operands. */
static void make_plain(ocl_lowering *self, LLVMValueRef at, const char *name)
{
	LLVMTypeRef types[2] = {LLVMTypeOf(at), NULL};
	LLVMValueRef operands[3], made;
	unsigned count = 0, type_count = 1;
	char plain[64];

	if (!hr_rounds_to_nearest(at))
		return; /* refused: there is no such function */
	made = hr_plain_float(self->builder, at, name);
	for (int i = 0; i < LLVMGetNumOperands(at) - 1 && count < 3; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(at, (unsigned)i))) !=
		    LLVMMetadataTypeKind)
			operands[count++] = LLVMGetOperand(at, (unsigned)i);
	if (!made) {
		snprintf(plain, sizeof(plain), "llvm.%.*s", (int)strcspn(name, "."), name);
		if (!LLVMLookupIntrinsicID(plain, strlen(plain)))
			return;
		if (starts(name, "lrint") || starts(name, "lround") || starts(name, "llr"))
			types[type_count++] = LLVMTypeOf(operands[0]);
		if (starts(name, "powi") || starts(name, "ldexp"))
			types[type_count++] = LLVMTypeOf(operands[1]);
		made = call(self, plain, types, type_count, operands, count);
	}
	replace(at, made);
}

/* --- vectors of bits in memory ---------------------------------------------------------------- */

/* Elements that do not fill bytes are stored contiguously, the first one in the lowest bits. */
static bool is_packed(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
	       LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(type)) % 8 &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(type)) < 128;
}

static LLVMValueRef number(LLVMTypeRef type, uint64_t value)
{
	return LLVMConstInt(type, value, 0);
}

/* Return VALUE shifted left by SHIFT bits, or right if SHIFT is negative. */
static LLVMValueRef moved(ocl_lowering *self, LLVMValueRef value, int shift)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (shift == 0)
		return value;
	return shift > 0 ? LLVMBuildShl(self->builder, value, number(type, (uint64_t)shift), "")
			 : LLVMBuildLShr(self->builder, value, number(type, (uint64_t)-shift), "");
}

static LLVMValueRef byte_at(ocl_lowering *self, LLVMValueRef pointer, unsigned byte)
{
	LLVMTypeRef type = integer_type(self, 8);
	LLVMValueRef offset = number(integer_type(self, 64), byte);

	return LLVMBuildGEP2(self->builder, type, pointer, &offset, 1, "");
}

static void store_packed(ocl_lowering *self, LLVMValueRef at)
{
	LLVMValueRef value = LLVMGetOperand(at, 0), pointer = LLVMGetOperand(at, 1);
	LLVMTypeRef type = LLVMTypeOf(value);
	int bits = (int)LLVMGetIntTypeWidth(LLVMGetElementType(type)),
	    lanes = (int)LLVMGetVectorSize(type);
	LLVMTypeRef room = integer_type(self, bits <= 64 ? 64 : 128);

	for (int byte = 0; byte < (bits * lanes + 7) / 8; byte++) {
		LLVMValueRef all = NULL, made;

		for (int i = 8 * byte / bits; i < lanes && i * bits < 8 * byte + 8; i++) {
			LLVMValueRef lane = LLVMBuildExtractElement(
				self->builder, value, number(integer_type(self, 32), (uint64_t)i),
				"");

			lane = LLVMBuildZExt(self->builder, lane, room, "");
			lane = LLVMBuildTrunc(self->builder, moved(self, lane, i * bits - 8 * byte),
					      integer_type(self, 8), "");
			all = all ? LLVMBuildOr(self->builder, all, lane, "") : lane;
		}
		made = LLVMBuildStore(self->builder, all, byte_at(self, pointer, (unsigned)byte));
		LLVMSetAlignment(made, 1);
		LLVMSetVolatile(made, LLVMGetVolatile(at));
	}
	replace(at, NULL);
}

static void load_packed(ocl_lowering *self, LLVMValueRef at)
{
	LLVMValueRef pointer = LLVMGetOperand(at, 0), all = LLVMGetUndef(LLVMTypeOf(at)),
		     bytes[512];
	LLVMTypeRef type = LLVMTypeOf(at), element = LLVMGetElementType(type);
	int bits = (int)LLVMGetIntTypeWidth(element), lanes = (int)LLVMGetVectorSize(type),
	    count = (bits * lanes + 7) / 8;
	LLVMTypeRef room = integer_type(self, bits <= 64 ? 64 : 128);

	if (count > 512)
		return;
	for (int byte = 0; byte < count; byte++) {
		bytes[byte] = LLVMBuildLoad2(self->builder, integer_type(self, 8),
					     byte_at(self, pointer, (unsigned)byte), "");
		LLVMSetAlignment(bytes[byte], 1);
		LLVMSetVolatile(bytes[byte], LLVMGetVolatile(at));
	}
	for (int i = 0; i < lanes; i++) {
		LLVMValueRef lane = number(room, 0);

		for (int byte = i * bits / 8; byte < count && 8 * byte < (i + 1) * bits; byte++) {
			LLVMValueRef part = LLVMBuildZExt(self->builder, bytes[byte], room, "");

			lane = LLVMBuildOr(self->builder, lane,
					   moved(self, part, 8 * byte - i * bits), "");
		}
		lane = LLVMBuildTrunc(self->builder, lane, element, "");
		all = LLVMBuildInsertElement(self->builder, all, lane,
					     number(integer_type(self, 32), (uint64_t)i), "");
	}
	replace(at, all);
}

/* --- integers of more than 64 bits ------------------------------------------------------------ */

typedef struct wide_lowering {
	LLVMTypeRef type;
	unsigned bits;
	/* Operands; 0, minimum, maximum, all bits set. */
	LLVMValueRef a, b, c, zero, least, most, all;
} wide_lowering;

#define BUILD(op, ...) LLVMBuild##op(self->builder, __VA_ARGS__, "")

static LLVMValueRef is_negative(ocl_lowering *self, const wide_lowering *w, LLVMValueRef value)
{
	return BUILD(ICmp, LLVMIntSLT, value, w->zero);
}

/* Return the condition that R, the sum or difference of A and B, has the wrong sign. */
static LLVMValueRef has_wrong_sign(ocl_lowering *self, const wide_lowering *w, LLVMValueRef r,
				   bool adds)
{
	LLVMValueRef from_a = BUILD(Xor, w->a, r);
	LLVMValueRef other = adds ? BUILD(Xor, w->b, r) : BUILD(Xor, w->a, w->b);

	return is_negative(self, w, BUILD(And, from_a, other));
}

static LLVMValueRef magnitude(ocl_lowering *self, const wide_lowering *w, LLVMValueRef value)
{
	return BUILD(Select, is_negative(self, w, value), BUILD(Sub, w->zero, value), value);
}

/* Return the condition that the unsigned product of A and B overflows: the product divided by A is
 * not B. */
static LLVMValueRef is_product_cut(ocl_lowering *self, const wide_lowering *w, LLVMValueRef a,
				   LLVMValueRef b)
{
	LLVMValueRef none = BUILD(ICmp, LLVMIntEQ, a, w->zero), one = number(w->type, 1);
	LLVMValueRef quotient = BUILD(UDiv, BUILD(Mul, a, b), BUILD(Select, none, one, a));

	return BUILD(And, BUILD(Not, none), BUILD(ICmp, LLVMIntNE, quotient, b));
}

static LLVMValueRef is_signed_product_cut(ocl_lowering *self, const wide_lowering *w)
{
	LLVMValueRef a = magnitude(self, w, w->a), b = magnitude(self, w, w->b);
	LLVMValueRef negative = is_negative(self, w, BUILD(Xor, w->a, w->b)),
		     product = BUILD(Mul, a, b);
	/* The limit in case of overflow. */
	LLVMValueRef limit = BUILD(Select, negative, w->least, w->most);

	return BUILD(Or, is_product_cut(self, w, a, b), BUILD(ICmp, LLVMIntUGT, product, limit));
}

static LLVMValueRef overflow(ocl_lowering *self, const wide_lowering *w, const char *name)
{
	LLVMTypeRef parts[2] = {w->type, integer_type(self, 1)};
	LLVMValueRef result, over,
		pair = LLVMGetUndef(LLVMStructTypeInContext(self->context, parts, 2, 0));
	bool adds = is_named(name, "uadd.with.overflow") || is_named(name, "sadd.with.overflow");

	if (is_named(name, "umul.with.overflow") || is_named(name, "smul.with.overflow")) {
		result = BUILD(Mul, w->a, w->b);
		over = name[5] == 'u' ? is_product_cut(self, w, w->a, w->b)
				      : is_signed_product_cut(self, w);
	} else {
		result = adds ? BUILD(Add, w->a, w->b) : BUILD(Sub, w->a, w->b);
		over = name[5] == 's' ? has_wrong_sign(self, w, result, adds)
		       : adds         ? BUILD(ICmp, LLVMIntULT, result, w->a)
				      : BUILD(ICmp, LLVMIntULT, w->a, w->b);
	}
	pair = BUILD(InsertValue, pair, result, 0);
	return BUILD(InsertValue, pair, over, 1);
}

static LLVMValueRef saturated(ocl_lowering *self, const wide_lowering *w, const char *name)
{
	bool adds = starts(name + 6, "add"), is_signed = name[5] == 's';
	LLVMValueRef bound =
		is_signed ? BUILD(Select, is_negative(self, w, w->a), w->least, w->most) : w->all;
	LLVMValueRef result, over;

	if (starts(name + 6, "shl")) {
		result = BUILD(Shl, w->a, w->b);
		over = is_signed ? BUILD(AShr, result, w->b) : BUILD(LShr, result, w->b);
		return BUILD(Select, BUILD(ICmp, LLVMIntEQ, over, w->a), result, bound);
	}
	result = adds ? BUILD(Add, w->a, w->b) : BUILD(Sub, w->a, w->b);
	if (is_signed)
		return BUILD(Select, has_wrong_sign(self, w, result, adds), bound, result);
	if (adds)
		return BUILD(Select, BUILD(ICmp, LLVMIntULT, result, w->a), bound, result);
	return BUILD(Select, BUILD(ICmp, LLVMIntULT, w->a, w->b), w->zero, result);
}

/* Return NAME, a function of a 64-bit integer, of one half of VALUE, which has 128 bits. */
static LLVMValueRef of_half(ocl_lowering *self, const char *name, LLVMValueRef value, bool high)
{
	LLVMTypeRef word = integer_type(self, 64), both = integer_type(self, 128);
	LLVMValueRef operands[2] = {
		BUILD(Trunc, high ? BUILD(LShr, value, number(both, 64)) : value, word),
		number(integer_type(self, 1), 0)};
	bool counts = strcmp(name, "llvm.ctlz") == 0 || strcmp(name, "llvm.cttz") == 0;

	return BUILD(ZExt, call(self, name, &word, 1, operands, counts ? 2 : 1), both);
}

/* Compute a function that counts or reverses the bits of A from its halves. */
static LLVMValueRef by_halves(ocl_lowering *self, const wide_lowering *w, const char *name)
{
	LLVMTypeRef both = integer_type(self, 128);
	LLVMValueRef value = BUILD(ZExt, w->a, both), low, high, gap = number(both, 128 - w->bits),
		     none;
	bool turns = is_named(name, "bswap") || is_named(name, "bitreverse");
	const char *half = is_named(name, "ctpop")   ? "llvm.ctpop"
			   : is_named(name, "ctlz")  ? "llvm.ctlz"
			   : is_named(name, "cttz")  ? "llvm.cttz"
			   : turns && name[6] == 's' ? "llvm.bswap"
						     : "llvm.bitreverse";

	low = of_half(self, half, value, false);
	high = of_half(self, half, value, true);
	if (turns) {
		value = BUILD(Or, BUILD(Shl, low, number(both, 64)), high);
		value = BUILD(LShr, value, gap);
	} else if (is_named(name, "ctpop")) {
		value = BUILD(Add, low, high);
	} else if (is_named(name, "ctlz")) {
		none = BUILD(ICmp, LLVMIntEQ, high, number(both, 64));
		value = BUILD(Sub, BUILD(Select, none, BUILD(Add, low, high), high), gap);
	} else {
		none = BUILD(ICmp, LLVMIntEQ, low, number(both, 64));
		value = BUILD(Select, none, BUILD(Add, low, high), low);
		none = BUILD(ICmp, LLVMIntUGT, value, number(both, w->bits));
		value = BUILD(Select, none, number(both, w->bits), value);
	}
	return w->bits == 128 ? value : BUILD(Trunc, value, w->type);
}

static LLVMValueRef funnel(ocl_lowering *self, const wide_lowering *w, bool left)
{
	LLVMValueRef width = number(w->type, w->bits), by = BUILD(URem, w->c, width);
	LLVMValueRef none = BUILD(ICmp, LLVMIntEQ, by, w->zero),
		     rest = BUILD(Select, none, w->zero, BUILD(Sub, width, by));
	LLVMValueRef made = left ? BUILD(Or, BUILD(Shl, w->a, by), BUILD(LShr, w->b, rest))
				 : BUILD(Or, BUILD(Shl, w->a, rest), BUILD(LShr, w->b, by));

	return BUILD(Select, none, left ? w->a : w->b, made);
}

static LLVMValueRef carryless(ocl_lowering *self, const wide_lowering *w)
{
	LLVMValueRef sum = w->zero;

	for (unsigned i = 0; i < w->bits; i++) {
		LLVMValueRef bit =
			BUILD(Trunc, BUILD(LShr, w->b, number(w->type, i)), integer_type(self, 1));
		LLVMValueRef part = BUILD(Shl, w->a, number(w->type, i));

		sum = BUILD(Xor, sum, BUILD(Select, bit, part, w->zero));
	}
	return sum;
}

static LLVMValueRef compared(ocl_lowering *self, const wide_lowering *w, LLVMTypeRef result,
			     bool is_signed)
{
	LLVMValueRef less = BUILD(ICmp, is_signed ? LLVMIntSLT : LLVMIntULT, w->a, w->b);
	LLVMValueRef same = BUILD(ICmp, LLVMIntEQ, w->a, w->b);

	return BUILD(Select, less, LLVMConstAllOnes(result),
		     BUILD(Select, same, number(result, 0), number(result, 1)));
}

static LLVMValueRef wide_function(ocl_lowering *self, LLVMValueRef at, const wide_lowering *w,
				  const char *name)
{
	static const struct {
		const char *name;
		LLVMIntPredicate first; /* true if A is the result */
	} extremes[] = {{"umin", LLVMIntULT},
			{"umax", LLVMIntUGT},
			{"smin", LLVMIntSLT},
			{"smax", LLVMIntSGT}};
	static const char *const halves[] = {"ctpop", "ctlz", "cttz", "bswap", "bitreverse"};

	for (size_t i = 0; i < sizeof(extremes) / sizeof(extremes[0]); i++)
		if (is_named(name, extremes[i].name))
			return BUILD(Select, BUILD(ICmp, extremes[i].first, w->a, w->b), w->a,
				     w->b);
	for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++)
		if (is_named(name, halves[i]))
			return by_halves(self, w, name);
	if (strstr(name, ".with.overflow."))
		return overflow(self, w, name);
	if (starts(name + 6, "add.sat.") || starts(name + 6, "sub.sat.") ||
	    starts(name + 6, "shl.sat."))
		return saturated(self, w, name);
	if (is_named(name, "ucmp") || is_named(name, "scmp"))
		return compared(self, w, LLVMTypeOf(at), name[5] == 's');
	if (is_named(name, "abs"))
		return magnitude(self, w, w->a);
	if (is_named(name, "fshl") || is_named(name, "fshr"))
		return funnel(self, w, name[8] == 'l');
	if (is_named(name, "clmul"))
		return carryless(self, w);
	return NULL;
}

static bool is_wide(LLVMTypeRef type, unsigned least)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= least &&
	       LLVMGetIntTypeWidth(type) <= 128;
}

static bool make_wide(ocl_lowering *self, LLVMValueRef at, const char *name)
{
	bool shifts = is_named(name, "ushl.sat") || is_named(name, "sshl.sat");
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(at, 0));
	LLVMValueRef made;
	wide_lowering w;

	if (!starts(name, "llvm.") || !is_wide(type, shifts ? 1 : 65))
		return false;
	w = (wide_lowering){
		.type = type, .bits = LLVMGetIntTypeWidth(type), .a = LLVMGetOperand(at, 0)};
	w.b = LLVMGetNumOperands(at) > 2 ? LLVMGetOperand(at, 1) : NULL;
	w.c = LLVMGetNumOperands(at) > 3 ? LLVMGetOperand(at, 2) : NULL;
	w.zero = number(type, 0);
	w.all = LLVMConstAllOnes(type);
	w.least = BUILD(Shl, number(type, 1), number(type, w.bits - 1));
	w.most = BUILD(Xor, w.all, w.least);
	made = wide_function(self, at, &w, name);
	if (made)
		replace(at, made);
	return made != NULL;
}

/* --- lanes ------------------------------------------------------------------------------------ */

/* Return true for functions of integers that are called for each lane of a vector. A function with
 * two results then has two vectors. */
static bool is_by_lanes(const char *name, LLVMTypeRef type)
{
	static const char *const functions[] = {
		"umin",     "umax",     "smin",     "smax",     "uadd.sat", "usub.sat",
		"sadd.sat", "ssub.sat", "ushl.sat", "sshl.sat", "ucmp",     "scmp",
		"abs",      "ctpop",    "ctlz",     "cttz",     "bswap",    "bitreverse",
		"fshl",     "fshr",     "clmul"};
	LLVMTypeRef element;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	element = LLVMGetElementType(type);
	if (starts(name, "llvm.") && strstr(name, ".with.overflow."))
		return true;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (is_named(name, functions[i]))
			return is_wide(element, 65) || starts(functions[i] + 1, "shl");
	return false;
}

static LLVMValueRef lane_of(ocl_lowering *self, LLVMValueRef value, unsigned lane)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind
		       ? BUILD(ExtractElement, value, number(integer_type(self, 32), lane))
		       : value;
}

static LLVMValueRef with_lane(ocl_lowering *self, LLVMValueRef all, LLVMValueRef made,
			      unsigned lane)
{
	return BUILD(InsertElement, all, made, number(integer_type(self, 32), lane));
}

static void call_by_lanes(ocl_lowering *self, LLVMValueRef at, const char *name)
{
	LLVMTypeRef type = LLVMTypeOf(at), types[2] = {NULL};
	bool pair = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(at, 0))),
		 count = (unsigned)LLVMGetNumOperands(at) - 1;
	LLVMValueRef all[2] = {LLVMGetUndef(pair ? LLVMStructGetTypeAtIndex(type, 0) : type),
			       pair ? LLVMGetUndef(LLVMStructGetTypeAtIndex(type, 1)) : NULL};
	char plain[64];

	snprintf(plain, sizeof(plain), "%s", name);
	*strrchr(plain, '.') = '\0'; /* remove the type */
	types[0] = LLVMGetElementType(pair ? LLVMStructGetTypeAtIndex(type, 0) : type);
	if (is_named(name, "ucmp") || is_named(name, "scmp")) {
		*strrchr(plain, '.') = '\0';
		types[1] = LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(at, 0)));
	}
	for (unsigned i = 0; i < lanes; i++) {
		LLVMValueRef operands[3] = {NULL}, made;

		for (unsigned k = 0; k < count && k < 3; k++)
			operands[k] = lane_of(self, LLVMGetOperand(at, k), i);
		made = call(self, plain, types, types[1] ? 2 : 1, operands, count);
		all[0] = with_lane(self, all[0], pair ? BUILD(ExtractValue, made, 0) : made, i);
		if (pair)
			all[1] = with_lane(self, all[1], BUILD(ExtractValue, made, 1), i);
	}
	if (pair) {
		LLVMValueRef both = BUILD(InsertValue, LLVMGetUndef(type), all[0], 0);

		all[0] = BUILD(InsertValue, both, all[1], 1);
	}
	replace(at, all[0]);
}

/* Reduce a vector of wide integers with an operation whose order does not matter. */
static bool reduce_wide(ocl_lowering *self, LLVMValueRef at, const char *name)
{
	static const struct {
		const char *name;
		LLVMOpcode op; /* or the function NAME itself */
	} all[] = {{"add", LLVMAdd}, {"mul", LLVMMul}, {"and", LLVMAnd},
		   {"or", LLVMOr},   {"xor", LLVMXor}, {"umin", 0},
		   {"umax", 0},      {"smin", 0},      {"smax", 0}};
	LLVMTypeRef type = LLVMTypeOf(at);
	LLVMValueRef from = LLVMGetOperand(at, 0), made;
	char function[64];

	if (!starts(name, "llvm.vector.reduce.") || !is_wide(type, 65))
		return false;
	for (size_t k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
		snprintf(function, sizeof(function), "vector.reduce.%s", all[k].name);
		if (!is_named(name, function))
			continue;
		snprintf(function, sizeof(function), "llvm.%s", all[k].name);
		made = lane_of(self, from, 0);
		for (unsigned i = 1; i < LLVMGetVectorSize(LLVMTypeOf(from)); i++) {
			LLVMValueRef both[2] = {made, lane_of(self, from, i)};

			made = all[k].op ? LLVMBuildBinOp(self->builder, all[k].op, both[0],
							  both[1], "")
					 : call(self, function, &type, 1, both, 2);
		}
		replace(at, made);
		return true;
	}
	return false;
}

/* --- all -------------------------------------------------------------------------------------- */

/* Return true if AT was replaced by other instructions, which may have to be lowered, too. */
static bool lower(ocl_lowering *self, LLVMValueRef at)
{
	const char *name = ocl_called(at);

	LLVMPositionBuilderBefore(self->builder, at);
	LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(at));
	if (LLVMIsAStoreInst(at) && is_packed(LLVMTypeOf(LLVMGetOperand(at, 0)))) {
		store_packed(self, at);
		return true;
	}
	if (LLVMIsALoadInst(at) && is_packed(LLVMTypeOf(at))) {
		load_packed(self, at);
		return true;
	}
	if (!*name)
		return false;
	if (starts(name, "llvm.experimental.constrained.")) {
		make_plain(self, at, name + strlen("llvm.experimental.constrained."));
		return false;
	}
	if (is_named(name, "stacksave") || is_named(name, "stackrestore") ||
	    is_named(name, "assume")) {
		replace(at, is_named(name, "stacksave") ? LLVMConstNull(LLVMTypeOf(at)) : NULL);
		return true;
	}
	if (LLVMGetNumOperands(at) > 1 && is_by_lanes(name, LLVMTypeOf(LLVMGetOperand(at, 0)))) {
		call_by_lanes(self, at, name);
		return true;
	}
	return LLVMGetNumOperands(at) > 1 &&
	       (reduce_wide(self, at, name) || make_wide(self, at, name));
}

void ocl_lower(ocl_writer *writer)
{
	ocl_lowering self = {writer, writer->context, writer->module,
			     LLVMCreateBuilderInContext(writer->context)};

	for (LLVMValueRef function = LLVMGetFirstFunction(self.module); function;
	     function = LLVMGetNextFunction(function))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block), before, next; at;
			     at = next) {
				before = LLVMGetPreviousInstruction(at);
				next = LLVMGetNextInstruction(at);
				/* The new instructions may have to be lowered, too. */
				if (lower(&self, at))
					next = before ? LLVMGetNextInstruction(before)
						      : LLVMGetFirstInstruction(block);
			}
	LLVMDisposeBuilder(self.builder);
}
