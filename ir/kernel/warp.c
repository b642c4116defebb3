/* ir/kernel/warp.c -- collectives of warps: NVPTX's become calls of __hpvm__warp() (src/arith/warp.h).
 *
 * What depends on the lane alone, as the source of a shuffle, is computed by code before the call.
 *
 * Clauses:   K4, W2, W4.
 * Not here:  queries of warps (items.c), sub-groups of OpenCL (library/). */
#include "src/arith/warp.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"

enum { UP, DOWN, BFLY, IDX, MODE = 3, NAMED = 1 << 10 };

typedef struct warp_maker {
	hr_kernel *k;
	LLVMBuilderRef b;
	LLVMValueRef call;
	unsigned how;
} warp_maker;

typedef LLVMValueRef make_function(const warp_maker *m);

static LLVMValueRef operand(const warp_maker *m, unsigned i)
{
	return LLVMGetOperand(m->call, i);
}

/* Return operand I after the mask. */
static LLVMValueRef argument(const warp_maker *m, unsigned i)
{
	return operand(m, i + (m->how & NAMED ? 1 : 0));
}

static LLVMValueRef number(const warp_maker *m, uint32_t value)
{
	return LLVMConstInt(m->k->i32, value, false);
}

static LLVMValueRef widen(const warp_maker *m, LLVMValueRef value, bool is_signed)
{
	return LLVMBuildIntCast2(m->b, value, m->k->i64, is_signed, "");
}

static LLVMValueRef all_lanes(const warp_maker *m)
{
	return LLVMConstInt(m->k->i64, UINT64_MAX, false);
}

static LLVMValueRef mask_of(const warp_maker *m)
{
	return m->how & NAMED ? widen(m, operand(m, 0), false) : all_lanes(m);
}

static LLVMValueRef collect(const warp_maker *m, uint32_t what, LLVMValueRef mask,
			    LLVMValueRef value, LLVMValueRef own)
{
	LLVMValueRef arguments[] = {number(m, what), mask, value, own};

	m->k->program->syncs_warps |= hr_warp_kind_of(what) == HR_WARP_SYNC;
	return hr_kernel_call(m->k, m->b, HR_WARP_FUNCTION, m->k->i64, arguments, 4, false);
}

/* A collective without an operand, in which those that come take part if no mask is given. */
static LLVMValueRef simple(const warp_maker *m, uint32_t what, LLVMValueRef value)
{
	return collect(m, what | (m->how & NAMED ? 0 : HR_WARP_WHO_COMES), mask_of(m), value,
		       LLVMConstInt(m->k->i64, 0, false));
}

static LLVMValueRef is_not_zero(const warp_maker *m, LLVMValueRef value)
{
	return LLVMBuildICmp(m->b, LLVMIntNE, value, LLVMConstInt(LLVMTypeOf(value), 0, false), "");
}

/* Return {FIRST, SECOND} as a value of TYPE. */
static LLVMValueRef pair(const warp_maker *m, LLVMTypeRef type, LLVMValueRef first,
			 LLVMValueRef second)
{
	LLVMValueRef made = LLVMBuildInsertValue(m->b, LLVMGetUndef(type), first, 0, "");

	return LLVMBuildInsertValue(m->b, made, second, 1, "");
}

/* --- shuffles --------------------------------------------------------------------------------- */

/* Return true if all warps have 32 lanes. */
static bool are_whole(const hr_kernel *k)
{
	const hr_kernel_launch *launch = k->launch;

	return !k->uneven && launch->warp == 32 &&
	       launch->block[0] * launch->block[1] * launch->block[2] % launch->warp == 0;
}

/* Return false if all lanes that a shuffle can read take part in it: warps are whole, and MASK names
 * all lanes. */
static bool may_miss(const warp_maker *m, LLVMValueRef mask)
{
	return !are_whole(m->k) || !(m->how & NAMED) || !LLVMIsAConstantInt(mask) ||
	       (uint32_t)LLVMConstIntGetZExtValue(mask) != UINT32_MAX;
}

/* Set *SOURCE to the lane that PTX's rule gives, and return whether it is in range. */
static LLVMValueRef source_of(const warp_maker *m, LLVMValueRef *source)
{
	LLVMValueRef lane = hr_kernel_lane(m->k, m->b), c = argument(m, 2);
	LLVMValueRef by = LLVMBuildAnd(m->b, argument(m, 1), number(m, 31), "");
	LLVMValueRef clamp = LLVMBuildAnd(m->b, c, number(m, 31), ""), least, most, j, valid;
	LLVMValueRef segment =
		LLVMBuildAnd(m->b, LLVMBuildLShr(m->b, c, number(m, 8), ""), number(m, 31), "");
	LLVMValueRef rest = LLVMBuildNot(m->b, segment, "");

	lane = LLVMBuildIntCast2(m->b, lane, m->k->i32, false, "");
	least = LLVMBuildAnd(m->b, lane, segment, "");
	most = LLVMBuildOr(m->b, least, LLVMBuildAnd(m->b, clamp, rest, ""), "");
	switch (m->how & MODE) {
	case UP: j = LLVMBuildSub(m->b, lane, by, ""); break;
	case DOWN: j = LLVMBuildAdd(m->b, lane, by, ""); break;
	case BFLY: j = LLVMBuildXor(m->b, lane, by, ""); break;
	default: j = LLVMBuildOr(m->b, least, LLVMBuildAnd(m->b, by, rest, ""), "");
	}
	*source = j;
	if (((m->how & MODE) == IDX || (m->how & MODE) == BFLY) && LLVMIsAConstantInt(c) &&
	    LLVMConstIntGetZExtValue(c) == 31)
		return LLVMConstInt(LLVMInt1TypeInContext(m->k->context), 1, false);
	valid = LLVMBuildICmp(m->b, (m->how & MODE) == UP ? LLVMIntSGE : LLVMIntSLE, j, most, "");
	*source = LLVMBuildSelect(m->b, valid, j, lane, "");
	return valid;
}

static LLVMValueRef make_shuffle(const warp_maker *m)
{
	LLVMTypeRef result = LLVMTypeOf(m->call), type = LLVMTypeOf(argument(m, 0));
	LLVMValueRef mask = mask_of(m), source, valid = source_of(m, &source), got;
	uint32_t what = HR_WARP_SHUFFLE | (m->how & NAMED ? 0 : HR_WARP_WHO_COMES) |
			(may_miss(m, mask) ? HR_WARP_MAY_MISS : 0);

	got = LLVMBuildBitCast(m->b, argument(m, 0), m->k->i32, "");
	got = collect(m, what, mask, widen(m, got, false), widen(m, source, false));
	got = LLVMBuildBitCast(m->b, LLVMBuildTrunc(m->b, got, m->k->i32, ""), type, "");
	return LLVMGetTypeKind(result) == LLVMStructTypeKind ? pair(m, result, got, valid) : got;
}

/* --- votes and matches ------------------------------------------------------------------------ */

static LLVMValueRef make_any(const warp_maker *m)
{
	return is_not_zero(m, simple(m, HR_WARP_BALLOT, widen(m, argument(m, 0), false)));
}

static LLVMValueRef make_all(const warp_maker *m)
{
	LLVMValueRef no = LLVMBuildNot(m->b, is_not_zero(m, argument(m, 0)), "");

	return LLVMBuildNot(m->b, is_not_zero(m, simple(m, HR_WARP_BALLOT, widen(m, no, false))),
			    "");
}

static LLVMValueRef make_uniform(const warp_maker *m)
{
	LLVMValueRef truth = is_not_zero(m, argument(m, 0));

	return is_not_zero(m, simple(m, HR_WARP_MATCH_ALL, widen(m, truth, false)));
}

static LLVMValueRef make_ballot(const warp_maker *m)
{
	return simple(m, HR_WARP_BALLOT, widen(m, argument(m, 0), false));
}

static LLVMValueRef make_match_any(const warp_maker *m)
{
	return simple(m, HR_WARP_MATCH, widen(m, argument(m, 0), false));
}

static LLVMValueRef make_match_all(const warp_maker *m)
{
	LLVMTypeRef result = LLVMTypeOf(m->call);
	LLVMValueRef got = simple(m, HR_WARP_MATCH_ALL, widen(m, argument(m, 0), false));
	LLVMTypeRef first = LLVMStructGetTypeAtIndex(result, 0);

	return pair(m, result, LLVMBuildIntCast2(m->b, got, first, false, ""), is_not_zero(m, got));
}

/* redux.sync(value, mask) */
static LLVMValueRef make_reduce(const warp_maker *m)
{
	const bool is_signed = m->how == HR_WARP_COMBINE_smin || m->how == HR_WARP_COMBINE_smax;

	return collect(m, HR_WARP_REDUCE | m->how << HR_WARP_COMBINE,
		       widen(m, operand(m, 1), false), widen(m, operand(m, 0), is_signed),
		       LLVMConstInt(m->k->i64, 0, false));
}

/* --- the others ------------------------------------------------------------------------------- */

static LLVMValueRef make_sync(const warp_maker *m)
{
	return simple(m, HR_WARP_SYNC, LLVMConstInt(m->k->i64, HR_ORDERS_ALL, false));
}

static LLVMValueRef make_active(const warp_maker *m)
{
	return simple(m, HR_WARP_ACTIVE, LLVMConstInt(m->k->i64, 0, false));
}

/* The first lane of the mask is elected. */
static LLVMValueRef make_elect(const warp_maker *m)
{
	LLVMTypeRef result = LLVMTypeOf(m->call);
	LLVMValueRef lane = widen(m, hr_kernel_lane(m->k, m->b), false), leader;

	leader = collect(m, HR_WARP_REDUCE | HR_WARP_COMBINE_umin << HR_WARP_COMBINE, mask_of(m),
			 lane, LLVMConstInt(m->k->i64, 0, false));
	return pair(m, result, LLVMBuildTrunc(m->b, leader, m->k->i32, ""),
		    LLVMBuildICmp(m->b, LLVMIntEQ, leader, lane, ""));
}

/* The lanes that compare to the own one as HOW says. */
static LLVMValueRef make_lanemask(const warp_maker *m)
{
	LLVMValueRef one = number(m, 1), own, below;
	LLVMValueRef lane =
		LLVMBuildIntCast2(m->b, hr_kernel_lane(m->k, m->b), m->k->i32, false, "");

	own = LLVMBuildShl(m->b, one, lane, "");
	below = LLVMBuildSub(m->b, own, one, "");
	switch ((LLVMIntPredicate)m->how) {
	case LLVMIntEQ: return own;
	case LLVMIntULT: return below;
	case LLVMIntULE: return LLVMBuildOr(m->b, own, below, "");
	case LLVMIntUGT: return LLVMBuildNot(m->b, LLVMBuildOr(m->b, own, below, ""), "");
	default: return LLVMBuildNot(m->b, below, "");
	}
}

/* --- names ------------------------------------------------------------------------------------ */

static const struct warp_row {
	const char *name;
	make_function *make;
	unsigned how;
} rows[] = {
#define WARP(name, maker, how) {name, make_##maker, how},
#include "ir/kernel/warp.def"
};

/* The names are followed by nothing, or by one of these. */
static bool is_suffix(const char *text)
{
	static const char *const suffixes[] = {"",      ".i32", ".f32", ".i32p",
					       ".f32p", ".i64", ".i64p"};

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (!strcmp(text, suffixes[i]))
			return true;
	return false;
}

static const struct warp_row *row_of(const char *name)
{
	static const char prefix[] = "llvm.nvvm.";

	if (strncmp(name, prefix, strlen(prefix)) != 0)
		return NULL;
	name += strlen(prefix);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strncmp(name, rows[i].name, strlen(rows[i].name)) &&
		    is_suffix(name + strlen(rows[i].name)))
			return &rows[i];
	return NULL;
}

bool hr_kernel_is_warp(const char *name)
{
	return row_of(name) || !strcmp(name, HR_WARP_FUNCTION) ||
	       !strcmp(name, HR_WARP_MORE_FUNCTION) || !strcmp(name, HR_WARP_SECOND_FUNCTION);
}

/* CALL is of a barrier, which knows when it runs what it orders. */
static void note_barrier(hr_kernel *k, LLVMValueRef call)
{
	LLVMValueRef orders = LLVMGetOperand(call, 2);

	k->program->syncs_warps = true;
	k->program->parts_memory |=
		!LLVMIsAConstantInt(orders) || LLVMConstIntGetZExtValue(orders) != HR_ORDERS_ALL;
}

/* Complete a call that the library, or the conversion of a product, has made. */
static void complete_call(hr_kernel *k, LLVMValueRef call)
{
	const uint32_t what = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));

	if (hr_warp_kind_of(what) == HR_WARP_SYNC)
		note_barrier(k, call);
	if (hr_warp_kind_of(what) == HR_WARP_PRODUCT && !are_whole(k))
		LLVMSetOperand(call, 0, LLVMConstInt(k->i32, what | HR_WARP_MAY_MISS, false));
}

void hr_kernel_replace_warp(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef call)
{
	const struct warp_row *row = row_of(LLVMGetValueName(LLVMGetCalledValue(call)));
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef value;

	if (!row) {
		if (!strcmp(LLVMGetValueName(LLVMGetCalledValue(call)), HR_WARP_FUNCTION))
			complete_call(k, call);
		return;
	}
	value = row->make(&(warp_maker){k, builder, call, row->how});
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		value = LLVMBuildIntCast2(builder, value, type, false, "");
	if (type != k->none)
		LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
}

/* --- places ----------------------------------------------------------------------------------- */

/* Return true for a header of a compiler or toolkit. */
static bool is_header(const char *file, unsigned length)
{
	static const char *const headers[] = {"__clang_", "hpvm_cuda", "cooperative_groups",
					      "sm_30_intrinsics"};
	const char *base = file;

	for (const char *at = file; at < file + length; at++)
		if (*at == '/')
			base = at + 1;
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++)
		if (length - (unsigned)(base - file) > strlen(headers[i]) &&
		    !strncmp(base, headers[i], strlen(headers[i])))
			return true;
	return false;
}

/* Return the place in the program of what is at PLACE, perhaps in functions of headers that were
 * inlined. */
static LLVMMetadataRef outside_headers(LLVMMetadataRef place)
{
	LLVMMetadataRef up = place;

	while (up) {
		LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(up));
		unsigned length = 0;
		const char *name = file ? LLVMDIFileGetFilename(file, &length) : "";

		if (!is_header(name, length))
			return up;
		up = LLVMDILocationGetInlinedAt(up);
	}
	return place;
}

/* CALL is the collective number PLACE in the text of the kernel. */
static void set_place(const hr_kernel *k, LLVMValueRef call, uint32_t place)
{
	const uint64_t what = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));

	LLVMSetOperand(call, 0,
		       LLVMConstInt(k->i32, what | (uint64_t)place << HR_WARP_PLACE, false));
}

void hr_kernel_place_warps(hr_kernel *k)
{
	uint32_t place = 0;

	HR_EACH_BLOCK_INSTRUCTION(k->function, at)
	{
		LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
		LLVMMetadataRef line;

		if (!callee || strcmp(LLVMGetValueName(callee), HR_WARP_FUNCTION) != 0)
			continue;
		line = LLVMInstructionGetDebugLoc(at);
		if (line)
			LLVMInstructionSetDebugLoc(at, outside_headers(line));
		set_place(k, at, place);
		place += place + 1 < HR_WARP_PLACES;
	}
}
