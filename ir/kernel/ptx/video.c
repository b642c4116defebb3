/* ir/kernel/ptx/video.c -- video instructions of PTX: on one word, on two halfwords, on four bytes.
 *
 * Selectors of bytes and halfwords, and masks of lanes, are not known.
 *
 * Source:    "Scalar Video Instructions" and "SIMD Video Instructions" of NVIDIA's "PTX ISA". */
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

/* The types of the result and of the operands. */
typedef struct video {
	const hr_ptx *p;
	hr_ptx_type to, a, b;
	unsigned lanes, bits; /* of a lane */
	bool sat, add;
	int comparison; /* of vset; -1: none */
} video;

static const char *const comparisons[] = {"eq", "ne", "lt", "le", "gt", "ge", NULL};

static bool take(hr_ptx_instruction *i, video *v)
{
	const size_t length = strlen(i->name);

	*v = (video){.p = i->p, .b = i->type, .lanes = 1};
	if (i->name[length - 1] == '2' || i->name[length - 1] == '4')
		v->lanes = (unsigned)(i->name[length - 1] - '0');
	v->bits = 32 / v->lanes;
	v->comparison = strncmp(i->name, "vset", 4) ? -1 : hr_ptx_take_one(i, comparisons);
	v->to = v->comparison < 0 ? hr_ptx_take_type(i) : (hr_ptx_type){'u', 32, i->p->i32};
	v->a = hr_ptx_take_type(i);
	v->sat = hr_ptx_take(i, "sat");
	v->add = hr_ptx_take(i, "add");
	return i->in_count == 2u + (v->lanes > 1 || v->add) && v->to.bits == 32 &&
	       v->a.bits == 32 && v->b.bits == 32 && strchr("us", v->to.kind) &&
	       strchr("us", v->a.kind) && strchr("us", v->b.kind);
}

/* Return lane N of VALUE, a number in 64 bits. */
static LLVMValueRef lane(const video *v, LLVMValueRef value, unsigned n, hr_ptx_type type)
{
	const hr_ptx *p = v->p;

	value = LLVMBuildLShr(p->builder, value, hr_ptx_int(p->i32, (uint64_t)n * v->bits), "");
	value = LLVMBuildTrunc(p->builder, value, LLVMIntTypeInContext(p->context, v->bits), "");
	return hr_ptx_extend(p, value, type.kind == 's', p->i64);
}

static LLVMValueRef limit(const video *v, const char *name, LLVMValueRef value, int64_t most)
{
	return hr_ptx_intrinsic(v->p, name, value, hr_ptx_int(v->p->i64, (uint64_t)most), NULL);
}

/* Return the mean, a half away from 0. */
static LLVMValueRef mean(const video *v, LLVMValueRef sum)
{
	const hr_ptx *p = v->p;
	LLVMValueRef below = LLVMBuildICmp(p->builder, LLVMIntSLT, sum, hr_ptx_int(p->i64, 0), "");
	LLVMValueRef up = LLVMBuildSelect(p->builder, below, hr_ptx_int(p->i64, 0),
					  hr_ptx_int(p->i64, 1), "");

	return LLVMBuildAShr(p->builder, LLVMBuildAdd(p->builder, sum, up, ""),
			     hr_ptx_int(p->i64, 1), "");
}

/* Return what the instruction NAME computes of a lane's X and Y; NULL: it is not known. */
static LLVMValueRef compute(const video *v, const char *name, LLVMValueRef x, LLVMValueRef y)
{
	static const LLVMIntPredicate predicates[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntSLT,
						      LLVMIntSLE, LLVMIntSGT, LLVMIntSGE};
	const hr_ptx *p = v->p;
	LLVMBuilderRef b = p->builder;

	if (!strncmp(name, "vadd", 4))
		return LLVMBuildAdd(b, x, y, "");
	if (!strncmp(name, "vsub", 4))
		return LLVMBuildSub(b, x, y, "");
	if (!strncmp(name, "vavrg", 5))
		return mean(v, LLVMBuildAdd(b, x, y, ""));
	if (!strncmp(name, "vabsdiff", 8))
		return hr_ptx_intrinsic(p, "abs", LLVMBuildSub(b, x, y, ""), hr_ptx_int(p->i1, 0),
					NULL);
	if (!strncmp(name, "vmin", 4))
		return hr_ptx_intrinsic(p, "smin", x, y, NULL);
	if (!strncmp(name, "vmax", 4))
		return hr_ptx_intrinsic(p, "smax", x, y, NULL);
	if (v->comparison >= 0)
		return hr_ptx_extend(p, LLVMBuildICmp(b, predicates[v->comparison], x, y, ""),
				     false, p->i64);
	return NULL;
}

static LLVMValueRef saturated(const video *v, LLVMValueRef value)
{
	const bool is_signed = v->to.kind == 's';
	const int64_t most = (int64_t)1 << (v->bits - is_signed);

	if (!v->sat)
		return value;
	return limit(v, "smax", limit(v, "smin", value, most - 1), is_signed ? -most : 0);
}

/* vadd2.DTYPE.ATYPE.BTYPE{.sat} d, a, b, c; with .add the sum of the lanes and c, else c is for lanes that a mask leaves
 * out. */
bool hr_ptx_do_video(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMValueRef whole, value;
	video v;

	if (!take(i, &v))
		return false;
	whole = v.add ? hr_ptx_in(i, 2, p->i32) : hr_ptx_int(p->i32, 0);
	for (unsigned n = 0; n < v.lanes; n++) {
		value = compute(&v, i->name, lane(&v, hr_ptx_in(i, 0, p->i32), n, v.a),
				lane(&v, hr_ptx_in(i, 1, p->i32), n, v.b));
		if (!value)
			return false;
		value = LLVMBuildTrunc(p->builder, saturated(&v, value), p->i32, "");
		if (v.add) {
			whole = LLVMBuildAdd(p->builder, whole, value, "");
			continue;
		}
		if (v.lanes > 1)
			value = LLVMBuildAnd(p->builder, value,
					     hr_ptx_int(p->i32, (1u << v.bits) - 1), "");
		value = LLVMBuildShl(p->builder, value, hr_ptx_int(p->i32, (uint64_t)n * v.bits),
				     "");
		whole = LLVMBuildOr(p->builder, whole, value, "");
	}
	i->out[0] = whole;
	i->out_count = 1;
	return true;
}

/* vshl, vshr: shifts of a word by more than 31 shift all bits out, or wrap; then c may be added. */
bool hr_ptx_do_video_shift(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	const bool clamp = hr_ptx_take(i, "clamp"), wrap = !clamp && hr_ptx_take(i, "wrap");
	LLVMValueRef by, value;
	video v;

	if (!take(i, &v) || (!clamp && !wrap) || v.sat || v.b.kind != 'u')
		return false;
	by = hr_ptx_extend(p, hr_ptx_in(i, 1, p->i32), false, p->i64);
	by = wrap ? LLVMBuildAnd(p->builder, by, hr_ptx_int(p->i64, 31), "")
		  : limit(&v, "umin", by, 32);
	value = lane(&v, hr_ptx_in(i, 0, p->i32), 0, v.a);
	value = !strcmp(i->name, "vshl") ? LLVMBuildShl(p->builder, value, by, "")
					 : LLVMBuildAShr(p->builder, value, by, "");
	value = LLVMBuildTrunc(p->builder, value, p->i32, "");
	if (v.add)
		value = LLVMBuildAdd(p->builder, value, hr_ptx_in(i, 2, p->i32), "");
	i->out[0] = value;
	i->out_count = 1;
	return true;
}
