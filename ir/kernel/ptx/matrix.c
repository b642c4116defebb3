/* ir/kernel/ptx/matrix.c -- products of matrices whose elements the lanes of a warp hold (mma), and their loads (ldmatrix).
 *
 * Clauses:   W5.
 * Not here:  what a product is (src/arith/matrix.c), shuffles (ir/kernel/warp.c). */
#include <stdio.h>
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"
#include "src/arith/warp.h"

enum { GROUP = 4, ROWS = 8, ALL_LANES = 31 };

static LLVMValueRef number(const hr_ptx *p, uint64_t value)
{
	return LLVMConstInt(p->i32, value, false);
}

static LLVMValueRef lane_of(const hr_ptx *p)
{
	return hr_ptx_call(p, "llvm.nvvm.read.ptx.sreg.laneid", p->i32, NULL, 0);
}

/* Return VALUE of LANE. */
static LLVMValueRef shuffle(const hr_ptx *p, LLVMValueRef value, LLVMValueRef lane)
{
	LLVMValueRef arguments[] = {number(p, UINT32_MAX), value, lane, number(p, ALL_LANES)};

	return hr_ptx_call(p, "llvm.nvvm.shfl.sync.idx.i32", p->i32, arguments, 4);
}

/* --- mma -------------------------------------------------------------------------------------- */

/* Return registers FIRST and FIRST + 1 of OPERAND as one number, the first one below. A register that the operand
 * does not have is 0. */
static LLVMValueRef two_registers(const hr_ptx *p, const hr_ptx_operand *operand, unsigned first)
{
	LLVMValueRef both = LLVMConstInt(p->i64, 0, false);

	for (unsigned i = 0; i < 2 && first + i < operand->count; i++) {
		LLVMValueRef word = hr_ptx_as(p, operand->values[first + i], p->i32);

		word = LLVMBuildZExt(p->builder, word, p->i64, "");
		if (i)
			word = LLVMBuildShl(p->builder, word, LLVMConstInt(p->i64, 32, false), "");
		both = LLVMBuildOr(p->builder, both, word, "");
	}
	return both;
}

/* Add the two registers of BOTH to the results, as TYPE. */
static void add_results(hr_ptx_instruction *i, LLVMValueRef both, LLVMTypeRef type)
{
	const hr_ptx *p = i->p;

	for (unsigned n = 0; n < 2; n++) {
		LLVMValueRef word = both;

		if (n)
			word = LLVMBuildLShr(p->builder, both, LLVMConstInt(p->i64, 32, false), "");
		word = LLVMBuildTrunc(p->builder, word, p->i32, "");
		i->out[i->out_count++] = hr_ptx_as(p, word, type);
	}
}

/* Multiply, with the results as registers of TYPE. */
static void multiply(hr_ptx_instruction *i, uint32_t what, LLVMTypeRef type)
{
	const hr_ptx *p = i->p;
	const hr_ptx_operand *a = &i->in[0], *b = &i->in[1], *c = &i->in[2];
	LLVMValueRef more[] = {two_registers(p, b, 0), two_registers(p, c, 0),
			       two_registers(p, c, 2)};
	LLVMValueRef arguments[] = {number(p, what), LLVMConstInt(p->i64, UINT32_MAX, false),
				    two_registers(p, a, 0), two_registers(p, a, 2)};

	hr_ptx_call(p, HR_WARP_MORE_FUNCTION, LLVMVoidTypeInContext(p->context), more, 3);
	add_results(i, hr_ptx_call(p, HR_WARP_FUNCTION, p->i64, arguments, 4), type);
	if (!(what & HR_PRODUCT_HALVES))
		add_results(i, hr_ptx_call(p, HR_WARP_SECOND_FUNCTION, p->i64, NULL, 0), type);
}

/* Return the bits of HR_WARP_PRODUCT that say what the elements of A and B are. */
static uint32_t elements_of(hr_ptx_type a, hr_ptx_type b)
{
	if (a.kind == 't')
		return HR_PRODUCT_TF32 << HR_WARP_COMBINE;
	if (a.bits == 8)
		return HR_PRODUCT_I8 << HR_WARP_COMBINE |
		       (a.kind == 's' ? HR_PRODUCT_A_SIGNED : 0) |
		       (b.kind == 's' ? HR_PRODUCT_B_SIGNED : 0);
	return (LLVMGetTypeKind(a.llvm) == LLVMHalfTypeKind ? HR_PRODUCT_F16 : HR_PRODUCT_BF16)
	       << HR_WARP_COMBINE;
}

/* Take .mMnNkK; return K of m16n8, or 0. */
static unsigned take_shape(hr_ptx_instruction *i)
{
	static const char *const shapes[] = {"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", NULL};
	int found = hr_ptx_take_one(i, shapes);

	return found < 0 ? 0 : 4U << found;
}

/* Return true if elements of A and B may have these types: both of one kind. */
static bool is_pair(hr_ptx_type a, hr_ptx_type b)
{
	bool integral = strchr("su", a.kind) && a.bits == 8;

	if (integral)
		return strchr("su", b.kind) && b.bits == 8;
	return a.kind == b.kind && a.llvm == b.llvm &&
	       (a.kind == 't' || (a.kind == 'f' && a.bits == 16));
}

/* mma.sync.aligned.SHAPE.row.col.D.A.B.C d, a, b, c */
bool hr_ptx_do_mma(hr_ptx_instruction *i)
{
	unsigned depth = take_shape(i), each, blocks;
	hr_ptx_type type, a, b;
	uint32_t what = HR_WARP_PRODUCT;
	bool known = hr_ptx_take(i, "sync") && hr_ptx_take(i, "aligned") && hr_ptx_take(i, "row") &&
		     hr_ptx_take(i, "col");

	type = hr_ptx_take_type(i);
	a = hr_ptx_take_type(i);
	b = hr_ptx_take_type(i);
	if (!known || !depth || i->in_count != 3 || !type.kind || !a.kind || !b.kind ||
	    !is_pair(a, b))
		return false;
	what |= elements_of(a, b);
	if (a.bits == 8 && hr_ptx_take(i, "satfinite"))
		what |= HR_PRODUCT_SATURATED;
	each = a.kind == 't' ? 1 : 32 / a.bits;
	blocks = depth / (GROUP * each);
	if (type.kind != (a.bits == 8 ? 's' : 'f') || i->type.kind != type.kind || type.bits < 16 ||
	    type.bits > 32 || i->type.bits != type.bits || !blocks || blocks > 2 ||
	    i->in[0].count != 2 * blocks || i->in[1].count != blocks ||
	    i->in[2].count != type.bits / 8)
		return false;
	if (blocks == 2)
		what |= HR_PRODUCT_TWO_BLOCKS;
	if (type.bits == 16)
		what |= HR_PRODUCT_HALVES;
	multiply(i, what, type.bits == 16 ? LLVMVectorType(type.llvm, 2) : type.llvm);
	return true;
}

/* --- ldmatrix --------------------------------------------------------------------------------- */

typedef struct matrix_load {
	const hr_ptx *p;
	LLVMValueRef own; /* the pointer of this lane, and its lower half as a number */
	LLVMValueRef low;
	LLVMValueRef group, place; /* lane / 4, lane % 4 */
} matrix_load;

/* Load an integer of TYPE at OFFSET bytes in the row whose address LANE has. All rows lie in one object, so that the
 * address is made of the own one. */
static LLVMValueRef load_row(const matrix_load *x, LLVMValueRef lane, LLVMValueRef offset,
			     LLVMTypeRef type)
{
	LLVMBuilderRef builder = x->p->builder;
	LLVMValueRef distance = LLVMBuildSub(builder, shuffle(x->p, x->low, lane), x->low, ""),
		     address, loaded;

	distance = LLVMBuildAdd(builder, distance, offset, "");
	distance = LLVMBuildSExt(builder, distance, x->p->i64, "");
	address = LLVMBuildGEP2(builder, x->p->i8, x->own, &distance, 1, "");
	loaded = LLVMBuildLoad2(builder, type, address, "");
	LLVMSetAlignment(loaded, LLVMGetIntTypeWidth(type) / 8);
	return loaded;
}

static LLVMValueRef load_matrix(const matrix_load *x, unsigned n, bool transposed)
{
	const hr_ptx *p = x->p;
	LLVMBuilderRef builder = p->builder;
	LLVMValueRef first = number(p, (uint64_t)ROWS * n), parts[2];

	if (!transposed)
		return load_row(x, LLVMBuildAdd(builder, x->group, first, ""),
				LLVMBuildShl(builder, x->place, number(p, 2), ""), p->i32);
	for (unsigned half = 0; half < 2; half++) {
		LLVMValueRef row = LLVMBuildShl(builder, x->place, number(p, 1), "");

		row = LLVMBuildAdd(builder, row, number(p, (uint64_t)ROWS * n + half), "");
		parts[half] =
			load_row(x, row, LLVMBuildShl(builder, x->group, number(p, 1), ""), p->i16);
		parts[half] = LLVMBuildZExt(builder, parts[half], p->i32, "");
	}
	return LLVMBuildOr(builder, parts[0], LLVMBuildShl(builder, parts[1], number(p, 16), ""),
			   "");
}

/* ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 d, [address]: N matrices of 8 rows of 16 bytes; lane 8 N + R has the
 * address of row R of matrix N. */
bool hr_ptx_do_ldmatrix(hr_ptx_instruction *i)
{
	static const char *const counts[] = {"x1", "x2", "x4", NULL};
	const hr_ptx *p = i->p;
	int count = hr_ptx_take_one(i, counts);
	bool transposed = hr_ptx_take(i, "trans"), known = hr_ptx_take(i, "sync");
	LLVMTypeRef pointer = LLVMPointerTypeInContext(p->context, 3);
	matrix_load x = {.p = p};
	LLVMValueRef lane;

	known &= hr_ptx_take(i, "aligned") && hr_ptx_take(i, "m8n8");
	known &= hr_ptx_take(i, "shared") || hr_ptx_take(i, "shared::cta");
	if (!known || count < 0 || i->in_count != 1 || i->type.bits != 16)
		return false;
	x.own = hr_ptx_as(p, i->in[0].values[0], pointer);
	if (i->in[0].offset) {
		LLVMValueRef offset = LLVMConstInt(p->i64, (uint64_t)i->in[0].offset, true);

		x.own = LLVMBuildGEP2(p->builder, p->i8, x.own, &offset, 1, "");
	}
	x.low = LLVMBuildTrunc(p->builder, LLVMBuildPtrToInt(p->builder, x.own, p->i64, ""), p->i32,
			       "");
	lane = lane_of(p);
	x.group = LLVMBuildLShr(p->builder, lane, number(p, 2), "");
	x.place = LLVMBuildAnd(p->builder, lane, number(p, GROUP - 1), "");
	for (unsigned n = 0; n < 1U << count; n++)
		i->out[i->out_count++] = load_matrix(&x, n, transposed);
	return true;
}
