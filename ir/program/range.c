/* ir/program/range.c -- which integers a value of the IR can be: bounds, from constants, extensions,
 * masks and the arithmetic on them, and from the conditions of loops.
 *
 * A counter of 64 bits is a value of a loop that begins small and grows by a small constant. It
 * has no other bound than time: no program runs a loop MOST_ITERATIONS times, or so many instances.
 *
 * Invariant: bounds may be wider than needed, never narrower.
 * Owns:      nothing; ranges belong to the caller.
 * Clauses:   P2, where promises that hold need no check (ir/lower/poison_source.c). */
#include "ir/program/range.h"

#include <string.h>

#include "ir/program/constant.h"
#include "ir/program/hpvm_names.h"

enum { MOST_DEPTH = 40, MOST_INCOMING = 8, MOST_STEP = 256, MOST_BITS = 64 };
/* At a nanosecond each, 52 days. */
#define MOST_ITERATIONS ((hr_s128)1 << 52)
#define MOST_START      ((hr_s128)1 << 61)

static hr_interval range(hr_known_ranges *ranges, LLVMValueRef v, unsigned depth);

static hr_interval whole(unsigned bits)
{
	return (hr_interval){-((hr_s128)1 << (bits - 1)), ((hr_s128)1 << (bits - 1)) - 1};
}

static hr_interval hull(hr_interval a, hr_interval b)
{
	return (hr_interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static bool fits(hr_interval a, unsigned bits)
{
	return a.low >= whole(bits).low && a.high <= whole(bits).high;
}

/* Return A as a number of BITS: all numbers if operations on it can wrap. */
static hr_interval wrapped(hr_interval a, unsigned bits)
{
	return fits(a, bits) ? a : whole(bits);
}

/* Return the width of an integer, or 0 for other types and widths. */
static unsigned bits_of(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	const unsigned bits =
		LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;

	return bits <= MOST_BITS ? bits : 0;
}

static hr_s128 signed_of(LLVMValueRef constant)
{
	const unsigned up = 128 - LLVMGetIntTypeWidth(LLVMTypeOf(constant));

	return (hr_s128)(hr_constant_int(constant) << up) >> up;
}

/* --- arithmetic ------------------------------------------------------------------------------- */

bool hr_range_of_result(hr_poison_kind kind, unsigned bits, hr_interval a, hr_interval b, bool same,
			hr_interval *to)
{
	if (kind == HR_POISON_SHL) {
		if (b.low < 0 || b.high >= bits)
			return false;
		kind = HR_POISON_MUL;
		b = (hr_interval){(hr_s128)1 << b.low, (hr_s128)1 << b.high};
	}
	if (!hr_interval_of(kind, &a, &b, to))
		return false;
	if (same && kind == HR_POISON_MUL && to->low < 0) /* a square */
		to->low = 0;
	return true;
}

/* Return the range of the operation V without regard to its width. */
static bool arithmetic(hr_known_ranges *ranges, LLVMValueRef v, hr_poison_kind kind, unsigned depth,
		       hr_interval *to)
{
	LLVMValueRef left = LLVMGetOperand(v, 0), right = LLVMGetOperand(v, 1);
	const hr_interval a = range(ranges, left, depth), b = range(ranges, right, depth);

	return hr_range_of_result(kind, bits_of(v), a, b, left == right, to);
}

/* Return the least number of the form 2^n - 1 that is not below A, which is not negative. */
static hr_s128 all_bits(hr_s128 a)
{
	hr_s128 most = 0;

	while (most < a)
		most = 2 * most + 1;
	return most;
}

static hr_interval bitwise(LLVMOpcode opcode, hr_interval a, hr_interval b, unsigned bits)
{
	const hr_s128 most = a.high > b.high ? a.high : b.high;

	if (opcode == LLVMAnd && a.low >= 0 && b.low >= 0)
		return (hr_interval){0, a.high < b.high ? a.high : b.high};
	if (opcode == LLVMAnd && (a.low >= 0 || b.low >= 0))
		return (hr_interval){0, a.low >= 0 ? a.high : b.high};
	if (opcode != LLVMAnd && a.low >= 0 && b.low >= 0)
		return (hr_interval){0, all_bits(most)};
	return whole(bits);
}

/* The operation V by a constant. */
static hr_interval by_constant(LLVMOpcode opcode, hr_interval a, hr_s128 by, unsigned bits)
{
	const bool is_shift = opcode == LLVMLShr || opcode == LLVMAShr;

	if (by <= 0 || (is_shift && by >= bits))
		return whole(bits);
	switch (opcode) {
	case LLVMURem: return (hr_interval){0, by - 1};
	case LLVMSRem: return (hr_interval){a.low < 0 ? 1 - by : 0, a.high > 0 ? by - 1 : 0};
	case LLVMSDiv: return (hr_interval){a.low / by, a.high / by};
	case LLVMUDiv:
		return a.low >= 0
			       ? (hr_interval){a.low / by, a.high / by}
			       : wrapped((hr_interval){0, (((hr_s128)1 << bits) - 1) / by}, bits);
	case LLVMLShr:
		return a.low >= 0 ? (hr_interval){a.low >> by, a.high >> by}
				  : (hr_interval){0, ((hr_s128)1 << (bits - by)) - 1};
	case LLVMAShr: return (hr_interval){a.low >> by, a.high >> by};
	default: return whole(bits);
	}
}

/* --- loops ------------------------------------------------------------------------------------ */

/* A phi that grows by STEP each time its loop comes from the block FROM. */
typedef struct range_counter {
	LLVMValueRef phi, start, next;
	LLVMBasicBlockRef from;
	hr_s128 step;
} range_counter;

static bool find_counter(LLVMValueRef phi, range_counter *c)
{
	for (unsigned k = 0; k < 2 && LLVMCountIncoming(phi) == 2; k++) {
		LLVMValueRef next = LLVMGetIncomingValue(phi, k), by;
		LLVMOpcode opcode =
			LLVMIsAInstruction(next) ? LLVMGetInstructionOpcode(next) : LLVMRet;

		if ((opcode != LLVMAdd && opcode != LLVMSub) || LLVMGetOperand(next, 0) != phi)
			continue;
		by = LLVMGetOperand(next, 1);
		if (!LLVMIsAConstantInt(by))
			continue;
		*c = (range_counter){phi, LLVMGetIncomingValue(phi, 1 - k), next,
				     LLVMGetIncomingBlock(phi, k),
				     opcode == LLVMAdd ? signed_of(by) : -signed_of(by)};
		return c->step && c->step <= MOST_STEP && c->step >= -MOST_STEP;
	}
	return false;
}

/* Return the greatest number that A can be where the comparison "A PREDICATE B" holds. */
static hr_s128 most_by(LLVMIntPredicate predicate, hr_interval b, unsigned bits)
{
	switch (predicate) {
	case LLVMIntULT:
		if (b.low < 0)
			break;
		/* fall through */
	case LLVMIntSLT: return b.high - 1;
	case LLVMIntULE:
		if (b.low < 0)
			break;
		/* fall through */
	case LLVMIntSLE:
	case LLVMIntEQ: return b.high;
	default: break;
	}
	return whole(bits).high;
}

LLVMIntPredicate hr_predicate_mirrored(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntUGT: return LLVMIntULT;
	case LLVMIntUGE: return LLVMIntULE;
	case LLVMIntULT: return LLVMIntUGT;
	case LLVMIntULE: return LLVMIntUGE;
	case LLVMIntSGT: return LLVMIntSLT;
	case LLVMIntSGE: return LLVMIntSLE;
	case LLVMIntSLT: return LLVMIntSGT;
	case LLVMIntSLE: return LLVMIntSGE;
	default: return predicate;
	}
}

LLVMIntPredicate hr_predicate_inverted(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntEQ: return LLVMIntNE;
	case LLVMIntNE: return LLVMIntEQ;
	case LLVMIntUGT: return LLVMIntULE;
	case LLVMIntUGE: return LLVMIntULT;
	case LLVMIntULT: return LLVMIntUGE;
	case LLVMIntULE: return LLVMIntUGT;
	case LLVMIntSGT: return LLVMIntSLE;
	case LLVMIntSGE: return LLVMIntSLT;
	case LLVMIntSLT: return LLVMIntSGE;
	default: return LLVMIntSGT;
	}
}

/* Return the greatest number that V, an operand of the comparison, can be where the comparison is
 * HOLDS; START is the greatest value that the loop begins with. */
static hr_s128 most_in(hr_known_ranges *ranges, LLVMValueRef comparison, bool holds, LLVMValueRef v,
		       const range_counter *c, hr_s128 start, unsigned depth)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	const bool is_left = LLVMGetOperand(comparison, 0) == v;
	LLVMValueRef other = LLVMGetOperand(comparison, is_left);
	const hr_interval b = range(ranges, other, depth);

	predicate = is_left ? predicate : hr_predicate_mirrored(predicate);
	predicate = holds ? predicate : hr_predicate_inverted(predicate);
	/* the loop ends at B, which steps of 1 from below do not miss */
	if (predicate == LLVMIntNE && LLVMIsAConstantInt(other) && c->step == 1 && start < b.low)
		return b.high - 1;
	return most_by(predicate, b, bits_of(v));
}

/* Return the greatest number that the counter can have after a step, if the loop goes on where
 * CONDITION is HOLDS. */
static hr_s128 most_after(hr_known_ranges *ranges, LLVMValueRef condition, bool holds,
			  const range_counter *c, hr_s128 start, unsigned depth)
{
	hr_s128 most = whole(bits_of(c->phi)).high, first, second;
	LLVMOpcode opcode;

	if (!LLVMIsAInstruction(condition) || depth > MOST_DEPTH)
		return most;
	opcode = LLVMGetInstructionOpcode(condition);
	if (opcode == LLVMICmp) {
		for (unsigned k = 0; k < 2; k++) {
			LLVMValueRef v = LLVMGetOperand(condition, k);

			if (v != c->next && v != c->phi)
				continue;
			first = most_in(ranges, condition, holds, v, c, start, depth + 1);
			first += v == c->phi ? c->step : 0;
			most = first < most ? first : most;
		}
		return most;
	}
	/* both parts have the value HOLDS */
	if (opcode == (holds ? LLVMAnd : LLVMOr) ||
	    (opcode == LLVMSelect && LLVMIsAConstantInt(LLVMGetOperand(condition, holds ? 2 : 1)) &&
	     (hr_constant_int(LLVMGetOperand(condition, holds ? 2 : 1)) & 1) != holds)) {
		const unsigned other = opcode == LLVMSelect && !holds ? 2 : 1;

		first = most_after(ranges, LLVMGetOperand(condition, 0), holds, c, start,
				   depth + 1);
		second = most_after(ranges, LLVMGetOperand(condition, other), holds, c, start,
				    depth + 1);
		return first < second ? first : second;
	}
	return most;
}

static hr_interval of_counter(hr_known_ranges *ranges, const range_counter *c, unsigned depth)
{
	const unsigned bits = bits_of(c->phi);
	const hr_interval start = range(ranges, c->start, depth + 1);
	const hr_s128 reach = c->step * MOST_ITERATIONS;
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(c->from);
	LLVMBasicBlockRef header = LLVMGetInstructionParent(c->phi);
	hr_s128 most;

	if (bits == MOST_BITS && start.low >= -MOST_START && start.high <= MOST_START)
		return (hr_interval){start.low + (reach < 0 ? reach : 0),
				     start.high + (reach > 0 ? reach : 0)};
	if (c->step < 0 || !LLVMIsABranchInst(jump) || !LLVMIsConditional(jump) ||
	    LLVMGetSuccessor(jump, 0) == LLVMGetSuccessor(jump, 1))
		return whole(bits);
	most = most_after(ranges, LLVMGetCondition(jump), LLVMGetSuccessor(jump, 0) == header, c,
			  start.high, depth + 1);
	most = most > start.high ? most : start.high;
	/* without wrapping, the counter does not fall below the start */
	return most + c->step <= whole(bits).high ? (hr_interval){start.low, most} : whole(bits);
}

static hr_interval of_phi(hr_known_ranges *ranges, LLVMValueRef phi, unsigned depth)
{
	const unsigned count = LLVMCountIncoming(phi);
	hr_interval all;
	range_counter c;

	if (!count || count > MOST_INCOMING)
		return whole(bits_of(phi));
	if (find_counter(phi, &c))
		return of_counter(ranges, &c, depth);
	all = range(ranges, LLVMGetIncomingValue(phi, 0), depth + 1);
	for (unsigned i = 1; i < count; i++)
		all = hull(all, range(ranges, LLVMGetIncomingValue(phi, i), depth + 1));
	return all;
}

/* --- calls ------------------------------------------------------------------------------------ */

static bool is_instance_number(LLVMValueRef call)
{
	const hr_hpvm op = hr_hpvm_call_of(call).op;

	return op == HR_H_id_x || op == HR_H_id_y || op == HR_H_id_z;
}

static hr_interval of_call(hr_known_ranges *ranges, LLVMValueRef call, unsigned depth)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0, bits = bits_of(call);
	size_t length;
	const char *name = id ? LLVMIntrinsicGetName(id, &length) : "";
	hr_interval a, b;

	if (strcmp(name, "llvm.smin") == 0 || strcmp(name, "llvm.smax") == 0) {
		const bool least = name[strlen(name) - 1] == 'n';

		a = range(ranges, LLVMGetOperand(call, 0), depth);
		b = range(ranges, LLVMGetOperand(call, 1), depth);
		return (hr_interval){(a.low < b.low) == least ? a.low : b.low,
				     (a.high < b.high) == least ? a.high : b.high};
	}
	if (strcmp(name, "llvm.umin") == 0 || strcmp(name, "llvm.umax") == 0)
		return hull(range(ranges, LLVMGetOperand(call, 0), depth),
			    range(ranges, LLVMGetOperand(call, 1), depth));
	if (strcmp(name, "llvm.abs") == 0) {
		a = range(ranges, LLVMGetOperand(call, 0), depth);
		b = (hr_interval){-a.high, -a.low};
		if (a.low > whole(bits).low)
			return (hr_interval){0, hull(a, b).high};
	}
	if (!id && bits == MOST_BITS && is_instance_number(call))
		return (hr_interval){0, MOST_ITERATIONS};
	return whole(bits);
}

/* --- values ----------------------------------------------------------------------------------- */

static hr_interval of_cast(hr_known_ranges *ranges, LLVMValueRef v, unsigned depth)
{
	LLVMValueRef from = LLVMGetOperand(v, 0);
	const unsigned bits = bits_of(v), narrow = bits_of(from);
	hr_interval a;

	if (!narrow)
		return whole(bits);
	a = range(ranges, from, depth);
	if (LLVMGetInstructionOpcode(v) == LLVMZExt)
		return a.low >= 0 ? a : (hr_interval){0, ((hr_s128)1 << narrow) - 1};
	return wrapped(a, bits);
}

static hr_interval of_instruction(hr_known_ranges *ranges, LLVMValueRef v, unsigned depth)
{
	const LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
	const unsigned bits = bits_of(v);
	LLVMValueRef right = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
	hr_poison_kind kind = HR_POISON_SHL;
	hr_interval a;

	switch (opcode) {
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc: return of_cast(ranges, v, depth);
	case LLVMPHI: return of_phi(ranges, v, depth);
	case LLVMCall: return of_call(ranges, v, depth);
	case LLVMSelect:
		return hull(range(ranges, right, depth),
			    range(ranges, LLVMGetOperand(v, 2), depth));
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
		return bitwise(opcode, range(ranges, LLVMGetOperand(v, 0), depth),
			       range(ranges, right, depth), bits);
	case LLVMURem:
	case LLVMSRem:
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		return LLVMIsAConstantInt(right)
			       ? by_constant(opcode, range(ranges, LLVMGetOperand(v, 0), depth),
					     signed_of(right), bits)
			       : whole(bits);
	case LLVMAdd: kind = HR_POISON_ADD; break;
	case LLVMSub: kind = HR_POISON_SUB; break;
	case LLVMMul: kind = HR_POISON_MUL; break;
	case LLVMShl: break;
	default: return whole(bits);
	}
	return arithmetic(ranges, v, kind, depth, &a) ? wrapped(a, bits) : whole(bits);
}

static hr_interval range(hr_known_ranges *ranges, LLVMValueRef v, unsigned depth)
{
	const unsigned bits = bits_of(v);
	uint64_t index;
	hr_interval found;

	if (LLVMIsAConstantInt(v))
		return (hr_interval){signed_of(v), signed_of(v)};
	if (!LLVMIsAInstruction(v) || depth > MOST_DEPTH)
		return whole(bits);
	if (hr_map_get(&ranges->known, hr_map_key(v), &index))
		return ranges->list.data[index];
	/* what a phi sees of itself */
	index = ranges->list.count;
	HR_PUSH(&ranges->list, whole(bits));
	hr_map_put(&ranges->known, hr_map_key(v), index);
	found = of_instruction(ranges, v, depth + 1);
	ranges->list.data[index] = found;
	return found;
}

hr_interval hr_range_of(hr_known_ranges *ranges, LLVMValueRef v)
{
	return range(ranges, v, 0);
}

void hr_ranges_free(hr_known_ranges *ranges)
{
	hr_map_free(&ranges->known);
	HR_VEC_FREE(&ranges->list);
}

/* --- low bits --------------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned low_zeros(LLVMValueRef v, unsigned depth)
{
	const unsigned bits = bits_of(v);
	unsigned a, b;

	if (!bits || depth > 6)
		return 0;
	if (LLVMIsAConstantInt(v)) {
		const uint64_t value = (uint64_t)hr_constant_int(v);

		return value ? (unsigned)__builtin_ctzll(value) : bits;
	}
	if (!LLVMIsAInstruction(v))
		return 0;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc: {
		/* no more is known of a number that is 0 in all its bits */
		LLVMValueRef from = LLVMGetOperand(v, 0);

		return least(low_zeros(from, depth + 1), least(bits, bits_of(from)));
	}
	case LLVMSelect:
		return least(low_zeros(LLVMGetOperand(v, 1), depth + 1),
			     low_zeros(LLVMGetOperand(v, 2), depth + 1));
	case LLVMAdd:
	case LLVMSub:
	case LLVMOr:
	case LLVMXor:
	case LLVMAnd:
	case LLVMMul: break;
	case LLVMShl:
		if (!LLVMIsAConstantInt(LLVMGetOperand(v, 1)) ||
		    hr_constant_int(LLVMGetOperand(v, 1)) >= bits)
			return 0;
		return least(bits, low_zeros(LLVMGetOperand(v, 0), depth + 1) +
					   (unsigned)hr_constant_int(LLVMGetOperand(v, 1)));
	default: return 0;
	}
	a = low_zeros(LLVMGetOperand(v, 0), depth + 1);
	b = low_zeros(LLVMGetOperand(v, 1), depth + 1);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMMul: return least(bits, a + b);
	case LLVMAnd: return a > b ? a : b;
	default: return least(a, b);
	}
}

unsigned hr_low_zeros(LLVMValueRef v)
{
	return low_zeros(v, 0);
}
