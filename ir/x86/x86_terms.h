/* ir/x86/x86_terms.h -- the terms that x86.def is written in; private to ir/x86/.
 *
 * A term has one element as its value. Poison follows the operations, and through SEL only the
 * chosen element. Every macro uses the hr_x86_call `x`. */
#ifndef HR_X86_TERMS_H
#define HR_X86_TERMS_H

#include "ir/x86/x86.h"

typedef hr_x86_element el;

el hr_x86_at(hr_x86_call *x, unsigned operand, uint32_t i);
el hr_x86_k(hr_x86_call *x, unsigned bits, hr_u128 value);
el hr_x86_fk(hr_x86_call *x, uint8_t con, double value);
el hr_x86_as(el a, uint8_t con);
el hr_x86_as_int(el a);
el hr_x86_as_float(el a);
el hr_x86_un(hr_x86_call *x, hr_op op, el a);
el hr_x86_uni(hr_x86_call *x, hr_op op, el a, uint32_t immediate);
el hr_x86_bin(hr_x86_call *x, hr_op op, el a, el b);
el hr_x86_ter(hr_x86_call *x, hr_op op, el a, el b, el c);
/* The operation of the family that begins with FIRST, for a's container. */
el hr_x86_int(hr_x86_call *x, hr_op first, el a, el b);
el hr_x86_float(hr_x86_call *x, hr_op first, el a, el b);
el hr_x86_float1(hr_x86_call *x, hr_op first, el a);
el hr_x86_fma(hr_x86_call *x, el a, el b, el c);
el hr_x86_resized(hr_x86_call *x, el a, unsigned bits, bool is_signed);
el hr_x86_select(hr_x86_call *x, el condition, el a, el b);
el hr_x86_clamp(hr_x86_call *x, el a, hr_u128 least, hr_u128 most, unsigned bits);
el hr_x86_sat_unsigned(hr_x86_call *x, el a, unsigned bits);
el hr_x86_shift(hr_x86_call *x, hr_op first, el a, el by);
el hr_x86_bit(hr_x86_call *x, unsigned operand, uint32_t i);
el hr_x86_pick(hr_x86_call *x, unsigned operand, el index, uint32_t first, uint32_t count);
/* Element I of OPERAND, seen as a vector of integers of BITS. */
el hr_x86_part(hr_x86_call *x, unsigned operand, unsigned bits, uint32_t i);
el hr_x86_compare(hr_x86_call *x, unsigned predicate, el a, el b);
/* a converted to an integer of BITS; out of range: the largest unsigned or least signed one. */
el hr_x86_to_int(hr_x86_call *x, el a, unsigned bits, bool is_signed);
el hr_x86_to_float(hr_x86_call *x, el a, uint8_t con, bool is_signed);
el hr_x86_convert(hr_x86_call *x, el a, uint8_t con);
el hr_x86_round(hr_x86_call *x, el a, unsigned mode);
/* Operand N says how to round; anything but to nearest is refused. */
void hr_x86_nearest(hr_x86_call *x, unsigned n);
uint64_t hr_x86_immediate(hr_x86_call *x, unsigned n);

/* elements of operands */
#define A(k) hr_x86_at(x, 0, (k))
#define B(k) hr_x86_at(x, 1, (k))
#define C(k) hr_x86_at(x, 2, (k))
/* numbers of elements: of the result, and of it in 128 bits; N: result's elements in 128 bits; J:
 * place in these; L: the first of these */
#define COUNT  (x->count)
#define BITS   ((unsigned)x->results[0].bits)
#define N      (128u / BITS)
#define J      (i % N)
#define L      (i - J)
#define IMM(n) ((unsigned)hr_x86_immediate(x, (n)))

#define K(bits, value) hr_x86_k(x, (bits), (hr_u128)(value))
#define ZERO           hr_x86_as(K(BITS, 0), x->results[0].con)
#define ONES           hr_x86_as(K(BITS, ~(hr_u128)0), x->results[0].con)
#define INT(v)         hr_x86_as_int(v)
#define FLT(v)         hr_x86_as_float(v)

#define ADD(p, q)            hr_x86_int(x, HR_OP_add_i8, (p), (q))
#define SUB(p, q)            hr_x86_int(x, HR_OP_sub_i8, (p), (q))
#define MUL(p, q)            hr_x86_int(x, HR_OP_mul_i8, (p), (q))
#define AND(p, q)            hr_x86_int(x, HR_OP_and_i8, (p), (q))
#define OR(p, q)             hr_x86_int(x, HR_OP_or_i8, (p), (q))
#define XOR(p, q)            hr_x86_int(x, HR_OP_xor_i8, (p), (q))
#define UMIN(p, q)           hr_x86_int(x, HR_OP_umin_i8, (p), (q))
#define UMAX(p, q)           hr_x86_int(x, HR_OP_umax_i8, (p), (q))
#define SADDS(p, q)          hr_x86_int(x, HR_OP_sadd_sat_i8, (p), (q))
#define SSUBS(p, q)          hr_x86_int(x, HR_OP_ssub_sat_i8, (p), (q))
#define UADDS(p, q)          hr_x86_int(x, HR_OP_uadd_sat_i8, (p), (q))
#define EQ(p, q)             hr_x86_int(x, HR_OP_eq_i8, (p), (q))
#define NE(p, q)             hr_x86_int(x, HR_OP_ne_i8, (p), (q))
#define ULT(p, q)            hr_x86_int(x, HR_OP_ult_i8, (p), (q))
#define SLT(p, q)            hr_x86_int(x, HR_OP_slt_i8, (p), (q))
#define SHL(p, q)            hr_x86_int(x, HR_OP_shlz_i8, (p), (q)) /* 0 if too far */
#define LSHR(p, q)           hr_x86_int(x, HR_OP_lshrz_i8, (p), (q))
#define NOT(p)               XOR((p), K((p).bits, ~(hr_u128)0))
#define SHLK(p, n)           SHL((p), K((p).bits, (n)))
#define LSHRK(p, n)          LSHR((p), K((p).bits, (n)))
#define ANDK(p, n)           AND((p), K((p).bits, (n)))
#define SX(p, bits)          hr_x86_resized(x, (p), (bits), true)
#define ZX(p, bits)          hr_x86_resized(x, (p), (bits), false)
#define TR(p, bits)          hr_x86_resized(x, (p), (bits), false)
#define SIGN(p)              SLT(INT(p), K((p).bits, 0))
#define SEL(condition, p, q) hr_x86_select(x, (condition), (p), (q))
/* signed p, clamped to a signed or unsigned integer of so many bits; unsigned p, clamped */
#define SAT_S(p, n)                                                                                \
	hr_x86_clamp(x, (p), -((hr_u128)1 << ((n) - 1)), ((hr_u128)1 << ((n) - 1)) - 1, (n))
#define SAT_U(p, n)  hr_x86_clamp(x, (p), 0, ((hr_u128)1 << (n)) - 1, (n))
#define SAT_UU(p, n) hr_x86_sat_unsigned(x, (p), (n))
/* shifts by any amount of any width: 0, or the sign, if too far */
#define SHL_BY(p, q)  hr_x86_shift(x, HR_OP_shlz_i8, (p), (q))
#define LSHR_BY(p, q) hr_x86_shift(x, HR_OP_lshrz_i8, (p), (q))
#define ASHR_BY(p, q) hr_x86_shift(x, HR_OP_ashrz_i8, (p), (q))

#define FADD(p, q)           hr_x86_float(x, HR_OP_fadd_f16, (p), (q))
#define FSUB(p, q)           hr_x86_float(x, HR_OP_fsub_f16, (p), (q))
#define FMUL(p, q)           hr_x86_float(x, HR_OP_fmul_f16, (p), (q))
#define FDIV(p, q)           hr_x86_float(x, HR_OP_fdiv_f16, (p), (q))
#define FNEG(p)              hr_x86_float1(x, HR_OP_fneg_f16, (p))
#define FABS(p)              hr_x86_float1(x, HR_OP_fabs_f16, (p))
#define SQRT(p)              hr_x86_float1(x, HR_OP_sqrt_f16, (p))
#define FLOOR(p)             hr_x86_float1(x, HR_OP_floor_f16, (p))
#define FMA(p, q, r)         hr_x86_fma(x, (p), (q), (r))
#define FK(con, value)       hr_x86_fk(x, (uint8_t)(con), (value))
#define CMP(predicate, p, q) hr_x86_compare(x, (predicate), (p), (q))
#define OLT                  1 /* predicates of CMP, as in immediates */
#define OLE                  2
#define UNO                  3
#define NEQ                  4
#define OEQ                  0
#define OGE                  13
#define OGT                  14
/* of equal ones, and of a NaN and another, the second */
#define FMAX(p, q)     SEL(CMP(OGT, p, q), p, q)
#define FMIN(p, q)     SEL(CMP(OLT, p, q), p, q)
#define ROUND(p, mode) hr_x86_round(x, (p), (mode))
#define TRUNCATED(p)   ROUND((p), 3)
#define RINT(p)        ROUND((p), 0)
#define TO_S(p, bits)  hr_x86_to_int(x, (p), (bits), true)
#define TO_U(p, bits)  hr_x86_to_int(x, (p), (bits), false)
#define S_TO(con, p)   hr_x86_to_float(x, (p), (uint8_t)(con), true)
#define U_TO(con, p)   hr_x86_to_float(x, (p), (uint8_t)(con), false)
#define FP_TO(con, p)  hr_x86_convert(x, (p), (uint8_t)(con))
#define F32            HR_C_F32
#define F64            HR_C_F64
#define NEAREST(n, p)  (hr_x86_nearest(x, (n)), (p))

#define BIT(operand, k)                    hr_x86_bit(x, (operand), (k))
#define PICK(operand, index, first, count) hr_x86_pick(x, (operand), (index), (first), (count))
#define PART(operand, bits, k)             hr_x86_part(x, (operand), (bits), (k))
/* a term that is the same for all elements */
#define ONCE(p) (x->has_once ? x->once : (x->has_once = true, x->once = (p)))
/* The mask N decides between p and element i of operand M. */
#define MASKED(n, m, p) SEL(BIT((n), i), (p), hr_x86_at(x, (m), i))
/* element 0 is p, the others are those of the first operand */
#define FIRST(p) (i ? A(i) : (p))
/* Operand N has an element i. */
#define GIVEN(n) (i < x->operands[n].count)
/* Element Q of the pair of neighbours that element i is made from, in 128 bits of both operands. */
#define PAIR(q) (J < N / 2 ? A(L + 2 * J + (q)) : B(L + 2 * (J - N / 2) + (q)))
/* The same for an operand of twice the width, without pairs. */
#define HALVES     (J < N / 2 ? A(L / 2 + J) : B(L / 2 + J - N / 2))
#define LOW52(p)   ANDK((p), ((hr_u128)1 << 52) - 1)
#define ROTL(p, n) OR(SHLK((p), (n)), LSHRK((p), 32 - (n)))
/* Operand 1 of a conversion to half says how to round. */
#define HALF_NEAREST(p) (IMM(1) & 3 && !(IMM(1) & 4) ? (x->refused = true, (p)) : (p))

/* --- longer terms (long_terms.c) -------------------------------------------------------------- */
/* The sum of COUNT absolute differences of bytes, from places FIRST and SECOND on. */
el hr_x86_distance(hr_x86_call *x, unsigned count, uint32_t first, uint32_t second);
el hr_x86_dbpsad(hr_x86_call *x, uint32_t i);
el hr_x86_min_position(hr_x86_call *x, uint32_t i);
el hr_x86_ternary(hr_x86_call *x, uint32_t i, unsigned table);
el hr_x86_conflict(hr_x86_call *x, uint32_t i);
/* The sum of the products of the parts, BITS each, of element i of operands 1 and 2. */
el hr_x86_dot(hr_x86_call *x, uint32_t i, unsigned bits, bool first_signed, bool second_signed);
el hr_x86_dot64(hr_x86_call *x, uint32_t i, unsigned bits, bool first_signed, bool second_signed);
/* The sign bits of an operand, as an integer. */
el hr_x86_signs(hr_x86_call *x, unsigned operand);
/* Of operands 0 and 1, or of their sign bits only: no bit is in both (ZERO), every bit of 1 is in 0
 * (CARRY), or neither. */
el hr_x86_test(hr_x86_call *x, bool signs, bool zero, bool carry);
el hr_x86_dp(hr_x86_call *x, uint32_t first);
/* 1 / p or 1 / sqrt(p), with subnormal numbers as 0 if FLUSHED. */
el hr_x86_approximate(hr_x86_call *x, el p, bool root, bool flushed);
el hr_x86_class(hr_x86_call *x, el p, unsigned classes);
el hr_x86_exponent(hr_x86_call *x, el p);
el hr_x86_scale(hr_x86_call *x, el p, el by);
el hr_x86_round_scaled(hr_x86_call *x, el p, unsigned how);
/* The lowest COUNT bits of p. */
el hr_x86_low_bits(hr_x86_call *x, el p, el count);
el hr_x86_crc(hr_x86_call *x);
el hr_x86_sigma(hr_x86_call *x, el p, unsigned first, unsigned second, unsigned shift);
el hr_x86_sha1msg2(hr_x86_call *x, uint32_t i);
el hr_x86_sha256msg2(hr_x86_call *x, uint32_t i);

/* --- meanings that are no term for one element (whole.c, memory.c) ---------------------------- */
#define WHOLE(ident, names, note) void hr_x86_w_##ident(hr_x86_call *x);
#define EACH(ident, names, note, ...)
#define REFUSED(names, why)
#include "ir/x86/x86.def"
#undef WHOLE
#undef EACH
#undef REFUSED

#endif
