/* interp/taint.c -- what operations do to undefined bits.
 *
 * As long as a register has undefined bits the checked engine calls hr_taint_step() before every
 * operation. It computes the undefined bits of the results from those of the operands, which lie
 * beside the registers as they lie beside all memory (shadow.h), and complains where an undefined
 * value decides something.
 *
 * Bits are followed one by one through what sets, tests, moves and shifts bits, so that flags and
 * bit-fields in a word that is undefined otherwise are no news; sums and products spread upwards as
 * carries do, and 0 times whatever is 0. Of everything else, floating-point numbers among it (0
 * times NaN is NaN), all of a result is undefined when a bit of an operand is. `freeze` of an
 * undefined value stays undefined: it was not written. What is made of it is a matter of the
 * optimiser, and not of the program.
 *
 * Owns:     nothing.
 * Clauses:  M6 (uninitialised).
 * Not here: memory, origins (check_uninit.c). */
#include "check_state.h"
#include "shadow.h"

typedef struct value {
	hr_u128 bits, undefined;
	uint32_t origin;
} value;

/* One operation on its way. */
typedef struct taint {
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	bool met; /* something undefined */
} taint;

/* --- registers ------------------------------------------------------------------------------ */

static uint64_t address_of(const taint *t, uint32_t reg)
{
	return hr_map_key(t->frame) + reg;
}

static value get(taint *t, uint32_t reg, unsigned bytes)
{
	value v = {0};

	memcpy(&v.bits, t->frame + reg, bytes);
	v.undefined = hr_shadow_read(t->thread->shadow, address_of(t, reg), bytes, &v.origin);
	t->met |= v.undefined != 0;
	return v;
}

static void put(const taint *t, uint32_t reg, unsigned bytes, hr_u128 undefined, uint32_t origin)
{
	hr_shadow_write(t->thread->shadow, address_of(t, reg), bytes, undefined, origin);
}

static hr_u128 ones(unsigned bytes)
{
	return ~(hr_u128)0 >> (128 - 8 * bytes);
}

/* From the lowest undefined bit upwards: where carries go. */
static hr_u128 upwards(hr_u128 undefined, unsigned bytes)
{
	return (undefined | (0 - undefined)) & ones(bytes);
}

static uint32_t origin_of(const value *values, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (values[i].undefined)
			return values[i].origin;
	return 0;
}

static void complain(const taint *t, const char *use, value v)
{
	if (v.undefined)
		hr_uninit_complain(t->thread, t->pc, use, v.origin);
}

/* --- comparisons ---------------------------------------------------------------------------- */

typedef enum order { EQUAL, BELOW, ABOVE } order; /* what is asked of a and b, or its contrary */

static value flipped(value v, unsigned bytes)
{
	v.bits ^= (hr_u128)1 << (8 * bytes - 1);
	return v;
}

/* Whether the defined bits decide the comparison whatever the others are. */
static bool decided(order what, bool is_signed, value a, value b, unsigned bytes)
{
	hr_u128 a_least, a_most, b_least, b_most;

	if (!(a.undefined | b.undefined))
		return true;
	if (what == EQUAL)
		return ((a.bits ^ b.bits) & ~(a.undefined | b.undefined)) != 0;
	if (is_signed) {
		a = flipped(a, bytes);
		b = flipped(b, bytes);
	}
	a_least = a.bits & ~a.undefined;
	a_most = a.bits | a.undefined;
	b_least = b.bits & ~b.undefined;
	b_most = b.bits | b.undefined;
	if (what == BELOW)
		return a_most < b_least || a_least >= b_most;
	return a_least > b_most || a_most <= b_least;
}

/* --- what is followed bit by bit -------------------------------------------------------------- */

typedef enum precise {
	WHOLE, /* a bit of an operand: all of the result */
	COPY,
	AND,
	OR,
	XOR,
	SUM,
	DIFFERENCE,
	PRODUCT,
	PRODUCT_SUM,
	LEAST,
	MOST,
	LEAST_SIGNED,
	MOST_SIGNED,
	LEFT,
	RIGHT,
	RIGHT_SIGNED,
	MASK,
	SIGN_FROM, /* of i bits */
	SIGN_EXTEND,
	REVERSE_BYTES,
	QUOTIENT, /* from here on the divisor matters */
	QUOTIENT_UNSIGNED,
	REMAINDER,
	REMAINDER_UNSIGNED,
	ANSWER, /* of a test: one bit */
	COMPARE_EQUAL,
	COMPARE_BELOW,
	COMPARE_ABOVE,
	COMPARE_BELOW_SIGNED,
	COMPARE_ABOVE_SIGNED,
} precise;

#define INTEGERS(ident, as)                                                                        \
	[HR_OP_##ident##_i8] = (as), [HR_OP_##ident##_i16] = (as), [HR_OP_##ident##_i32] = (as),   \
	[HR_OP_##ident##_i64] = (as), [HR_OP_##ident##_i128] = (as)
#define JUMPS(ident, as)                                                                           \
	[HR_OP_##ident##_i8] = (as), [HR_OP_##ident##_i16] = (as), [HR_OP_##ident##_i32] = (as),   \
	[HR_OP_##ident##_i64] = (as)
#define COMPARES(pred, as)                                                                         \
	INTEGERS(pred, as), JUMPS(j##pred, as), [HR_OP_addj##pred##_i32] = (as),                   \
		[HR_OP_addj##pred##_i64] = (as)
#define EXTENDS(from, to)                                                                          \
	[HR_OP_zext_##from##_##to] = COPY, [HR_OP_trunc_##to##_##from] = COPY,                     \
	[HR_OP_sext_##from##_##to] = SIGN_EXTEND

static const uint8_t precise_of[HR_OP_COUNT] = {
	INTEGERS(mov, COPY),
	INTEGERS(and, AND),
	INTEGERS(or, OR),
	INTEGERS(xor, XOR),
	INTEGERS(add, SUM),
	INTEGERS(sub, DIFFERENCE),
	INTEGERS(mul, PRODUCT),
	INTEGERS(muladd, PRODUCT_SUM),
	INTEGERS(umin, LEAST),
	INTEGERS(umax, MOST),
	INTEGERS(smin, LEAST_SIGNED),
	INTEGERS(smax, MOST_SIGNED),
	INTEGERS(shl, LEFT),
	INTEGERS(shlz, LEFT),
	INTEGERS(lshr, RIGHT),
	INTEGERS(lshrz, RIGHT),
	INTEGERS(ashr, RIGHT_SIGNED),
	INTEGERS(ashrz, RIGHT_SIGNED),
	INTEGERS(mask, MASK),
	INTEGERS(sextin, SIGN_FROM),
	INTEGERS(bswap, REVERSE_BYTES),
	INTEGERS(udiv, QUOTIENT_UNSIGNED),
	INTEGERS(sdiv, QUOTIENT),
	INTEGERS(urem, REMAINDER_UNSIGNED),
	INTEGERS(srem, REMAINDER),
	COMPARES(eq, COMPARE_EQUAL),
	COMPARES(ne, COMPARE_EQUAL),
	COMPARES(ult, COMPARE_BELOW),
	COMPARES(uge, COMPARE_BELOW),
	COMPARES(ugt, COMPARE_ABOVE),
	COMPARES(ule, COMPARE_ABOVE),
	COMPARES(slt, COMPARE_BELOW_SIGNED),
	COMPARES(sge, COMPARE_BELOW_SIGNED),
	COMPARES(sgt, COMPARE_ABOVE_SIGNED),
	COMPARES(sle, COMPARE_ABOVE_SIGNED),
	EXTENDS(i8, i16),
	EXTENDS(i8, i32),
	EXTENDS(i8, i64),
	EXTENDS(i8, i128),
	EXTENDS(i16, i32),
	EXTENDS(i16, i64),
	EXTENDS(i16, i128),
	EXTENDS(i32, i64),
	EXTENDS(i32, i128),
	EXTENDS(i64, i128),
};

static bool comparison(precise what, value a, value b, unsigned bytes)
{
	switch (what) {
	case COMPARE_EQUAL:
		return decided(EQUAL, false, a, b, bytes);
	case COMPARE_BELOW:
		return decided(BELOW, false, a, b, bytes);
	case COMPARE_ABOVE:
		return decided(ABOVE, false, a, b, bytes);
	case COMPARE_BELOW_SIGNED:
		return decided(BELOW, true, a, b, bytes);
	case COMPARE_ABOVE_SIGNED:
		return decided(ABOVE, true, a, b, bytes);
	default:
		return !(a.undefined | b.undefined);
	}
}

static hr_u128 sign_extended(hr_u128 undefined, unsigned bits)
{
	hr_u128 low = ~(hr_u128)0 >> (128 - bits);

	undefined &= low;
	return undefined >> (bits - 1) & 1 ? undefined | ~low : undefined;
}

static hr_u128 reversed(hr_u128 undefined, unsigned bytes)
{
	hr_u128 result = 0;

	for (unsigned i = 0; i < bytes; i++)
		result = result << 8 | (undefined >> 8 * i & 0xFF);
	return result;
}

static hr_u128 shifted(precise what, value a, value amount, unsigned bytes)
{
	unsigned by = (unsigned)amount.bits;

	if (!a.bits && !a.undefined)
		return 0;
	if (amount.undefined)
		return ones(bytes);
	if (amount.bits >= 8 * bytes)
		return 0;
	if (what == LEFT)
		return a.undefined << by;
	if (what == RIGHT)
		return a.undefined >> by;
	return (a.undefined >> by) |
	       (by && a.undefined >> (8 * bytes - 1) & 1 ? ~(ones(bytes) >> by) : 0);
}

/* The lowest bit that is one, or may be. */
static hr_u128 lowest(value v)
{
	hr_u128 any = v.bits | v.undefined;

	return any & (0 - any);
}

/* The lowest undefined bit of one goes up as far as the other has zeros below its lowest one. */
static hr_u128 product(value a, value b, unsigned bytes)
{
	hr_u128 from = (a.undefined & (0 - a.undefined)) * lowest(b) |
		       (b.undefined & (0 - b.undefined)) * lowest(a);

	return upwards(from, bytes);
}

/* Of the one of two that comes out, where the defined bits say which. */
static hr_u128 extreme(order what, bool is_signed, value a, value b, unsigned bytes)
{
	value first = is_signed ? flipped(a, bytes) : a, other = is_signed ? flipped(b, bytes) : b;
	bool is_first = what == BELOW ? first.bits < other.bits : first.bits > other.bits;

	if (!decided(what, is_signed, a, b, bytes))
		return ones(bytes);
	return is_first ? a.undefined : b.undefined;
}

static bool is_power(value v)
{
	return !v.undefined && v.bits && !(v.bits & (v.bits - 1));
}

/* 0 divided by V[1], of which a bit is one. */
static bool divides_zero(precise what, const value *v)
{
	return what >= QUOTIENT && what <= REMAINDER_UNSIGNED && !v[0].bits && !v[0].undefined &&
	       v[1].bits & ~v[1].undefined;
}

/* Undefined bits of f(v[0], v[1], ...); I is the immediate. */
static hr_u128 combine(precise what, const value *v, unsigned count, unsigned bytes, uint32_t i)
{
	hr_u128 any = 0;

	for (unsigned k = 0; k < count; k++)
		any |= v[k].undefined;
	switch (what) {
	case COPY:
		return any;
	case AND:
		return any & (v[0].undefined | v[0].bits) & (v[1].undefined | v[1].bits);
	case OR:
		return any & (v[0].undefined | ~v[0].bits) & (v[1].undefined | ~v[1].bits);
	case XOR:
		return any;
	case SUM:
	case DIFFERENCE:
		return upwards(any, bytes);
	case PRODUCT:
		return product(v[0], v[1], bytes);
	case PRODUCT_SUM:
		return upwards(product(v[0], v[1], bytes) | v[2].undefined, bytes);
	case LEAST:
		return extreme(BELOW, false, v[0], v[1], bytes);
	case MOST:
		return extreme(ABOVE, false, v[0], v[1], bytes);
	case LEAST_SIGNED:
		return extreme(BELOW, true, v[0], v[1], bytes);
	case MOST_SIGNED:
		return extreme(ABOVE, true, v[0], v[1], bytes);
	case QUOTIENT_UNSIGNED:
		return is_power(v[1]) ? any / v[1].bits : any ? ~(hr_u128)0 : 0;
	case REMAINDER:
		return !v[1].undefined && v[1].bits == 1 ? 0 : any ? ~(hr_u128)0 : 0;
	case REMAINDER_UNSIGNED:
		return is_power(v[1]) ? any & (v[1].bits - 1) : any ? ~(hr_u128)0 : 0;
	case LEFT:
	case RIGHT:
	case RIGHT_SIGNED:
		return shifted(what, v[0], v[1], bytes);
	case MASK:
		return any & ~(~(hr_u128)0 << i);
	case SIGN_FROM:
		return sign_extended(any, i);
	case REVERSE_BYTES:
		return reversed(any, bytes);
	default:
		if (what >= ANSWER)
			return !comparison(what, v[0], v[1], bytes);
		return any ? ~(hr_u128)0 : 0;
	}
}

/* --- pure operations -------------------------------------------------------------------------- */

/* Where a row's operands are: destinations, sources, their bytes. */
typedef struct operands {
	uint8_t shape, to, sources, to_bytes, other_to_bytes, from_bytes[3];
} operands;

enum shape {
	SHAPE_UN, SHAPE_BIN, SHAPE_MIX, SHAPE_TER, SHAPE_UNI, SHAPE_TWO, SHAPE_FREXP, SHAPE_OVF,
	SHAPE_TRAP1, SHAPE_TRAP2, SHAPE_SELECT, SHAPE_LOAD, SHAPE_LOADX, SHAPE_STORE, SHAPE_STOREX,
	SHAPE_JUMP, SHAPE_ADDJUMP, SHAPE_RMW, SHAPE_CMPXCHG, SHAPE_ALOAD, SHAPE_ASTORE, SHAPE_MEM,
	SHAPE_CTL, SHAPE_CALL, SHAPE_ATOM, SHAPE_HPVM
};

#define BYTES_I8   1
#define BYTES_I16  2
#define BYTES_I32  4
#define BYTES_I64  8
#define BYTES_I128 16
#define BYTES_F16  2
#define BYTES_B16  2
#define BYTES_F32  4
#define BYTES_F64  8
#define BYTES_F80  16
#define BYTES_F128 16
#define BYTES__    0
#define ROW(shape, to, sources, a, b, c, d, e) {SHAPE_##shape, to, sources, a, b, {c, d, e}},
#define ROW_UN(a, b)      ROW(UN, 1, 1, a, 0, b, 0, 0)
#define ROW_BIN(a, b)     ROW(BIN, 1, 2, a, 0, b, b, 0)
#define ROW_MIX(a, b)     ROW(MIX, 1, 2, a, 0, a, b, 0)
#define ROW_TER(a, b)     ROW(TER, 1, 3, a, 0, b, b, b)
#define ROW_UNI(a, b)     ROW(UNI, 1, 1, a, 0, b, 0, 0)
#define ROW_TWO(a, b)     ROW(TWO, 2, 1, a, a, b, 0, 0)
#define ROW_FREXP(a, b)   ROW(FREXP, 2, 1, a, b, a, 0, 0)
#define ROW_OVF(a, b)     ROW(OVF, 2, 2, a, 1, a, a, 0)
#define ROW_TRAP1(a, b)   ROW(TRAP1, 1, 1, a, 0, b, 0, 0)
#define ROW_TRAP2(a, b)   ROW(TRAP2, 1, 2, a, 0, a, a, 0)
#define ROW_SELECT(a, b)  ROW(SELECT, 1, 3, a, 0, 1, a, a)
#define ROW_LOAD(a, b)    ROW(LOAD, 1, 1, a, 0, 8, 0, 0)
#define ROW_LOADX(a, b)   ROW(LOADX, 1, 2, a, 0, 8, 8, 0)
#define ROW_STORE(a, b)   ROW(STORE, 0, 2, 0, 0, a, 8, 0)
#define ROW_STOREX(a, b)  ROW(STOREX, 0, 3, 0, 0, a, 8, 8)
#define ROW_JUMP(a, b)    ROW(JUMP, 0, 2, 0, 0, b, b, 0)
#define ROW_ADDJUMP(a, b) ROW(ADDJUMP, 1, 3, a, 0, a, a, a)
#define ROW_RMW(a, b)     ROW(RMW, 1, 2, a, 0, 8, a, 0)
#define ROW_CMPXCHG(a, b) ROW(CMPXCHG, 2, 3, a, 1, 8, a, a)
#define ROW_ALOAD(a, b)   ROW(ALOAD, 1, 1, a, 0, 8, 0, 0)
#define ROW_ASTORE(a, b)  ROW(ASTORE, 0, 2, 0, 0, a, 8, 0)
#define ROW_MEM(a, b)     ROW(MEM, 0, 0, a, 0, 0, 0, 0)
#define ROW_CTL(a, b)     ROW(CTL, 0, 0, 0, 0, 0, 0, 0)
#define ROW_CALL(a, b)    ROW(CALL, 0, 0, 0, 0, 0, 0, 0)
#define ROW_ATOM(a, b)    ROW(ATOM, 0, 0, 0, 0, 0, 0, 0)
#define ROW_HPVM(a, b)    ROW(HPVM, 0, 0, a, 0, 0, 0, 0)

static const operands rows[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text) ROW_##shape(BYTES_##T1, BYTES_##T2)
#include "op.def"
};

static void sources(taint *t, const operands *row, value v[3])
{
	for (unsigned i = 0; i < row->sources; i++)
		v[i] = get(t, t->pc[1 + row->to + i], row->from_bytes[i]);
}

/* As of a vector that is added to one with zeros. */
static bool adds_zero(precise what, value added)
{
	return (what == SUM || what == DIFFERENCE || what == OR || what == XOR) && !added.bits &&
	       !added.undefined;
}

/* Whether something is undefined that was computed (FLAGS), or moved. */
static uint32_t flags_of(const value *values, unsigned count)
{
	uint32_t flags = 0;

	for (unsigned i = 0; i < count; i++)
		if (values[i].undefined)
			flags |= values[i].origin & HR_ORIGIN_FLAGS;
	return flags;
}

/* How the UNDEFINED result of an operation on V came about. */
static uint32_t effect(precise what, const operands *row, const value *v, hr_u128 undefined)
{
	const uint32_t flags = flags_of(v, row->sources);

	if (flags & HR_COMPUTED || !undefined)
		return flags;
	switch (what) {
	case COPY:
		if (row->to_bytes == row->from_bytes[0])
			return flags;
		return row->to_bytes < row->from_bytes[0] && undefined == ones(row->to_bytes)
			       ? 0
			       : HR_MOVED;
	case MASK:
		return HR_MOVED;
	case AND:
		return v[0].undefined && v[1].undefined ? HR_COMPUTED : HR_MOVED;
	case LEFT:
	case RIGHT:
		return v[1].undefined ? HR_COMPUTED : HR_MOVED;
	case OR:
		return flags && undefined == (v[0].undefined | v[1].undefined) ? 0 : HR_COMPUTED;
	default:
		return HR_COMPUTED;
	}
}

static void pure(taint *t, const operands *row, const value *v)
{
	precise what = (precise)precise_of[*t->pc];
	bool same = row->sources == 2 && t->pc[2] == t->pc[3];
	uint32_t origin = origin_of(v, row->sources);
	hr_u128 undefined;

	if (row->sources == 2 && adds_zero(what, v[1])) {
		put(t, t->pc[1], row->to_bytes, v[0].undefined, origin);
		return;
	}
	if (divides_zero(what, v)) {
		put(t, t->pc[1], row->to_bytes, 0, 0);
		return;
	}
	if (what >= QUOTIENT && what <= REMAINDER_UNSIGNED)
		complain(t, "a divisor is", v[1]);
	undefined = same && (what == XOR || what == DIFFERENCE || what >= COMPARE_EQUAL)
			    ? 0
			    : combine(what, v, row->sources, row->from_bytes[0], t->pc[3]);
	if (what == SIGN_EXTEND)
		undefined = sign_extended(v[0].undefined, 8u * row->from_bytes[0]);
	origin = (origin & ~(uint32_t)HR_ORIGIN_FLAGS) |
		 effect(what, row, v, undefined & ones(row->to_bytes));
	put(t, t->pc[1], row->to_bytes, undefined & ones(row->to_bytes), origin);
	if (row->other_to_bytes)
		put(t, t->pc[2], row->other_to_bytes, undefined & ones(row->other_to_bytes),
		    origin);
}

static void choice(taint *t, const operands *row, const value *v)
{
	const value *chosen = v[0].bits ? &v[1] : &v[2];
	hr_u128 undefined = chosen->undefined;
	uint32_t origin = chosen->origin;

	if (v[0].undefined & 1) {
		undefined = v[1].undefined | v[2].undefined | (v[1].bits ^ v[2].bits);
		origin = v[0].origin | HR_COMPUTED;
	}
	put(t, t->pc[1], row->to_bytes, undefined, origin);
}

/* --- memory ----------------------------------------------------------------------------------- */

static uint64_t immediate(uint32_t word)
{
	return (uint64_t)(int64_t)(int32_t)word;
}

static void load(taint *t, const operands *row, uint64_t address, unsigned bytes)
{
	uint32_t origin;
	hr_u128 undefined =
		hr_uninit_read(t->thread, t->frame, t->pc, address, bytes, &origin);

	t->met |= undefined != 0;
	put(t, t->pc[1], row->to_bytes, undefined, origin);
}

/* An f80 has 10 bytes in memory. */
static unsigned bytes_in_memory(uint32_t op, unsigned bytes)
{
	return op == HR_OP_load_f80 || op == HR_OP_loadx_f80 || op == HR_OP_store_f80 ||
			       op == HR_OP_storex_f80
		       ? 10
		       : bytes;
}

static void step_load(taint *t, const operands *row, const value *v)
{
	const uint32_t *pc = t->pc;
	bool indexed = row->shape == SHAPE_LOADX;
	uint64_t address = (uint64_t)v[0].bits +
			   (indexed ? (uint64_t)v[1].bits * pc[4] : 0) +
			   immediate(pc[indexed ? 5 : 3]);

	complain(t, "the address of a read is", v[0]);
	if (indexed)
		complain(t, "the address of a read is", v[1]);
	load(t, row, address, bytes_in_memory(*pc, row->to_bytes));
}

/* Whether some bits of the vector that has the stored part are defined. */
static bool is_part(taint *t, const hr_code *code)
{
	uint32_t at, end;

	if (!hr_origin_vector_store(code, (uint32_t)(t->pc - code->words), &at, &end))
		return false;
	for (; at < end; at += hr_op_length((hr_op)code->words[at])) {
		const operands *row = &rows[code->words[at]];
		unsigned bytes = bytes_in_memory(code->words[at], row->from_bytes[0]);

		if ((row->shape == SHAPE_STORE || row->shape == SHAPE_STOREX) &&
		    get(t, code->words[at + 1], bytes).undefined != ones(bytes))
			return true;
	}
	return false;
}

static void step_store(taint *t, const operands *row, const value *v, const hr_code *code)
{
	const uint32_t *pc = t->pc;
	bool indexed = row->shape == SHAPE_STOREX;
	uint64_t address = (uint64_t)v[1].bits +
			   (indexed ? (uint64_t)v[2].bits * pc[4] : 0) +
			   immediate(pc[indexed ? 5 : 3]);
	unsigned bytes = bytes_in_memory(*pc, row->from_bytes[0]);

	complain(t, "the address of a write is", v[1]);
	if (indexed)
		complain(t, "the address of a write is", v[2]);
	hr_uninit_write(t->thread, pc, address, bytes, v[0].undefined & ones(bytes), v[0].origin,
			v[0].undefined && !(v[0].origin & HR_ORIGIN_FLAGS) && is_part(t, code));
}

static void step_atomic(taint *t, const operands *row, const value *v)
{
	const uint32_t *pc = t->pc;
	bool stores = row->shape == SHAPE_ASTORE;
	uint64_t address = (uint64_t)v[stores].bits;
	unsigned bytes = stores ? row->from_bytes[0] : row->to_bytes;
	uint32_t origin = 0;
	hr_u128 old, next;

	complain(t, "the address of an atomic access is", v[stores]);
	if (stores) {
		hr_uninit_write(t->thread, pc, address, bytes, v[0].undefined, v[0].origin, false);
		return;
	}
	old = hr_uninit_read(t->thread, t->frame, pc, address, bytes, &origin);
	t->met |= old != 0;
	put(t, pc[1], bytes, old, origin);
	if (row->shape == SHAPE_ALOAD)
		return;
	next = old | v[1].undefined | v[2].undefined ? ones(bytes) : 0;
	origin = old ? origin : v[1].undefined ? v[1].origin : v[2].origin;
	if (row->shape == SHAPE_CMPXCHG) {
		put(t, pc[2], 1, old | v[1].undefined ? 1 : 0, origin);
		if (old | v[1].undefined)
			hr_uninit_complain(t->thread, pc, "what an atomic exchange compares is",
					   origin);
		next = v[2].undefined;
	}
	hr_uninit_write(t->thread, pc, address, bytes, next, origin | HR_COMPUTED, false);
}

/* --- control ---------------------------------------------------------------------------------- */

static void branch(taint *t, const value *a, const value *b, unsigned bytes)
{
	value both[2] = {*a, *b};

	if (!comparison((precise)precise_of[*t->pc], *a, *b, bytes))
		hr_uninit_complain(t->thread, t->pc, "a branch is decided by", origin_of(both, 2));
}

static void step_add_jump(taint *t, const operands *row, const value *v)
{
	unsigned bytes = row->to_bytes;
	value sum = {.bits = (v[0].bits + v[1].bits) & ones(bytes),
		     .undefined = upwards(v[0].undefined | v[1].undefined, bytes),
		     .origin = origin_of(v, 2) | HR_COMPUTED};

	put(t, t->pc[1], bytes, sum.undefined, sum.origin);
	branch(t, &sum, &v[2], bytes);
}

static const char *output_text(const taint *t, uint32_t i)
{
	return hr_arena_printf(&t->thread->run->checker->arena, "output %u is", i);
}

/* What goes out of the engine decides something there. */
static void outputs(taint *t, const hr_return *values)
{
	for (uint32_t i = 0; i < values->count; i++) {
		value v = get(t, values->scalars[i].reg, hr_con_size(values->scalars[i].con));

		if (v.undefined)
			complain(t, output_text(t, i), v);
	}
}

static void move(taint *t, const uint8_t *to, uint32_t from, unsigned bytes)
{
	value v = get(t, from, bytes);

	hr_shadow_write(t->thread->shadow, hr_map_key(to), bytes, v.undefined, v.origin);
}

static void step_return(taint *t, const hr_code *code)
{
	const hr_frame *link = hr_frame_of(t->frame);
	const hr_return *values = &code->returns[t->pc[1]];
	const hr_call *call;

	if (!link->call) {
		outputs(t, values);
		return;
	}
	call = &hr_frame_of(link->caller)->code->calls[link->call[1]];
	for (uint32_t i = 0; i < values->count && i < call->result_count; i++)
		move(t, link->caller + call->results[i].reg, values->scalars[i].reg,
		     hr_con_size(values->scalars[i].con));
}

static void step_control(taint *t, const hr_code *code)
{
	const uint32_t *pc = t->pc;
	value v;

	switch (*pc) {
	case HR_OP_jnz:
		v = get(t, pc[1], 1);
		if (!decided(EQUAL, false, v, (value){0}, 1))
			complain(t, "a branch is decided by", v);
		return;
	case HR_OP_switch:
		complain(t, "a switch is decided by",
			 get(t, pc[1], hr_con_size(code->switches[pc[2]].con)));
		return;
	case HR_OP_jmp_indirect:
		complain(t, "the target of a jump is", get(t, pc[1], 8));
		return;
	case HR_OP_ret:
		step_return(t, code);
		return;
	default:
		return;
	}
}

/* --- by hand ---------------------------------------------------------------------------------- */

static void step_block(taint *t)
{
	const uint32_t *pc = t->pc;

	complain(t, "the address of a copied block is", get(t, pc[1], 8));
	if (*pc != HR_OP_memset)
		complain(t, "the address of a copied block is", get(t, pc[2], 8));
	complain(t, "the size of a copied block is", get(t, pc[3], 8));
}

static void step_memory(taint *t)
{
	const uint32_t *pc = t->pc;
	value v[2] = {{0}};

	switch (*pc) {
	case HR_OP_leax:
		v[1] = get(t, pc[3], 8);
		__attribute__((fallthrough));
	case HR_OP_lea:
		v[0] = get(t, pc[2], 8);
		put(t, pc[1], 8, upwards(v[0].undefined | v[1].undefined, 8),
		    origin_of(v, 2) | HR_COMPUTED);
		return;
	case HR_OP_memcpy:
	case HR_OP_memmove:
	case HR_OP_memset:
		step_block(t);
		return;
	case HR_OP_alloca_dynamic:
		complain(t, "the size of an array is", get(t, pc[2], 8));
		put(t, pc[1], 8, 0, 0);
		return;
	case HR_OP_stackrestore:
		return;
	default:
		put(t, pc[1], 8, 0, 0);
		return;
	}
}

static void step_hpvm(taint *t, const operands *row, const hr_code *code)
{
	const uint32_t *pc = t->pc;

	switch (*pc) {
	case HR_OP_hpvm_barrier:
	case HR_OP_hpvm_rounding:
		return;
	case HR_OP_hpvm_return:
		outputs(t, &code->returns[pc[1]]);
		return;
	case HR_OP_hpvm_malloc:
		complain(t, "the size of an allocation is", get(t, pc[2], 8));
		break;
	case HR_OP_hpvm_parent:
	case HR_OP_hpvm_dims:
	case HR_OP_hpvm_id:
	case HR_OP_hpvm_extent:
		complain(t, "a node handle is", get(t, pc[2], 8));
		break;
	default:
		break;
	}
	put(t, pc[1], row->to_bytes, 0, 0);
}

static void step_call(taint *t, const hr_code *code)
{
	const uint32_t *pc = t->pc;

	if (*pc != HR_OP_call) {
		complain(t, "the address of a va_list is", get(t, pc[1], 8));
		(void)hr_uninit_rare(t->thread, t->frame, pc);
	} else if (code->calls[pc[1]].callee < 0) {
		complain(t, "the target of a call is", get(t, code->calls[pc[1]].target, 8));
	}
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Variadic arguments lie as C has them, at the start of the save area (engine_call.c). */
static void enter_variadic(taint *t, const hr_abi *abi, const hr_va_list *list)
{
	for (uint32_t i = 0; i < abi->arg_count; i++)
		if (abi->args[i].byval)
			hr_shadow_copy(t->thread->shadow,
				       hr_map_key(list->save) + abi->args[i].at,
				       HR_REG(t->frame, I64, abi->args[i].reg),
				       abi->args[i].byval);
		else
			move(t, (const uint8_t *)list->save + abi->args[i].at, abi->args[i].reg,
			     abi->args[i].bytes);
}

void hr_taint_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site, uint8_t *inner)
{
	taint t = {.thread = thread, .frame = (uint8_t *)frame};

	for (uint32_t i = 0; i < site->move_count; i++)
		if (!site->moves[i].byval)
			move(&t, inner + site->moves[i].to, site->moves[i].from,
			     site->moves[i].bytes);
	if (site->abi)
		enter_variadic(&t, site->abi, hr_frame_of(inner)->varargs);
}

static bool is_float(hr_con con)
{
	return con >= HR_C_F16;
}

/* Functions of floating-point values alone compute, as operations do. */
static bool computes(const hr_call *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (!is_float(call->args[i].con))
			return false;
	return call->result_count && is_float(call->results[0].con);
}

void hr_taint_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	taint t = {.thread = thread, .frame = frame, .pc = pc};
	bool copies = computes(call);
	uint32_t origin = 0;

	for (uint32_t i = 0; i < call->arg_count; i++) {
		value v = get(&t, call->args[i].reg, hr_con_size(call->args[i].con));

		if (v.undefined && copies)
			origin = v.origin | HR_COMPUTED;
		else if (v.undefined)
			complain(&t,
				 hr_arena_printf(&thread->run->checker->arena,
						 "an argument of '%s' is", site->name),
				 v);
	}
	for (uint32_t i = 0; i < call->result_count; i++)
		put(&t, call->results[i].reg, hr_con_size(call->results[i].con),
		    origin ? ones(hr_con_size(call->results[i].con)) : 0, origin);
}

/* --- one operation ---------------------------------------------------------------------------- */

static void step(taint *t, const operands *row, const hr_code *code)
{
	value v[3] = {{0}};

	sources(t, row, v);
	switch (row->shape) {
	case SHAPE_SELECT:
		choice(t, row, v);
		return;
	case SHAPE_LOAD:
	case SHAPE_LOADX:
		step_load(t, row, v);
		return;
	case SHAPE_STORE:
	case SHAPE_STOREX:
		step_store(t, row, v, code);
		return;
	case SHAPE_JUMP:
		branch(t, &v[0], &v[1], row->from_bytes[0]);
		return;
	case SHAPE_ADDJUMP:
		step_add_jump(t, row, v);
		return;
	case SHAPE_RMW:
	case SHAPE_CMPXCHG:
	case SHAPE_ALOAD:
	case SHAPE_ASTORE:
		step_atomic(t, row, v);
		return;
	case SHAPE_MEM:
		step_memory(t);
		return;
	case SHAPE_CTL:
		step_control(t, code);
		return;
	case SHAPE_CALL:
		step_call(t, code);
		return;
	case SHAPE_ATOM:
		return;
	case SHAPE_HPVM:
		step_hpvm(t, row, code);
		return;
	default:
		pure(t, row, v);
	}
}

/* Whether a register of the frames since the engine was entered has an undefined bit. */
static bool any_register(const hr_thread *thread, const uint8_t *frame)
{
	for (;;) {
		const hr_frame *link = hr_frame_of((uint8_t *)frame);

		if (hr_shadow_any(thread->shadow, hr_map_key(frame), link->code->register_bytes))
			return true;
		if (!link->call)
			return false;
		frame = link->caller;
	}
}

/* After so many operations in a row that met nothing undefined it is looked whether there is
 * anything left; longer each time there was. */
enum { MOST_PATIENCE = 4096 };

bool hr_taint_step(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	taint t = {.thread = thread, .frame = frame, .pc = pc};

	step(&t, &rows[*pc], thread->code);
	if (t.met) {
		thread->untainted = 0;
		return true;
	}
	if (++thread->untainted < thread->patience)
		return true;
	thread->untainted = 0;
	if (any_register(thread, frame)) {
		if (thread->patience < MOST_PATIENCE)
			thread->patience *= 2;
		return true;
	}
	thread->patience = HR_PATIENCE;
	return false;
}
