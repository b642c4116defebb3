/* interp/lanes/handlers/poison_source.c -- promises of the IR (P2), for many lanes; compiled once for each
 * instruction set.
 *
 * In batches no register is poison: if a promise is broken, the speculative run that the batch
 * belongs to fails, and the execution is repeated at width 1. A batch that no checker sees has been
 * checked before.
 *
 * Clauses:   P2.
 * Not here:  how poison is followed (interp/check/uninit/). */
#include "src/arith/poison_source.h"

#include "interp/engine/engine.h"
#include "interp/lanes/handlers/lane_set.h"

static const hr_poison_source *source_of(const hr_batch *batch, const lane_inst *inst)
{
	return &batch->lane_code->areas.data[inst->area].code->poison_sources[inst->pc[1]];
}

/* Stop at PC, where an active lane makes poison. */
static const uint32_t *met(hr_batch *batch, const uint32_t *pc)
{
	batch->at = pc;
	return hr_lane_met_undefined(batch);
}

/* --- flags ------------------------------------------------------------------------------------ */

HANDLER(poison_flag_uniform)
{
	return batch->shadow && batch->frame[pc[2]] ? met(batch, pc) : pc + 3;
}

HANDLER(poison_flag)
{
	const unsigned first = batch->first_group * LANE_GROUP, end = batch->end_group * LANE_GROUP;
	const uint8_t *flags = batch->frame + pc[2];
	uint8_t any = 0;

	for (unsigned lane = first; lane < end && batch->shadow; lane += LANE_GROUP)
		LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) any |= flags[lane + i];
	if (!any)
		return pc + 3;
	FOR_LANES_IN_MASK(batch, lane)
		if (flags[lane])
			return met(batch, pc);
	return pc + 3;
}

HANDLER(poison_flag_bits)
{
	const uint64_t *flags = (const uint64_t *)(const void *)(batch->frame + pc[2]);
	const unsigned end = batch->first_lane + batch->lane_count;
	uint64_t any = 0;

	for (unsigned i = batch->first_lane / 64; i < end / 64; i++)
		any |= lane_alone(batch->mask[i]) & flags[i];
	return any && batch->shadow ? met(batch, pc) : pc + 3;
}

/* --- uniform and affine operands -------------------------------------------------------------- */

/* A promise about wrapping, and the webs of its operands. */
typedef struct promised {
	hr_poison_kind kind;
	unsigned wraps, bits, bytes;
	const lane_web *webs[2];
} promised;

static hr_s128 extended(uint64_t bits, unsigned width, bool is_signed)
{
	const unsigned up = 128 - width;

	return is_signed ? (hr_s128)((hr_u128)bits << up) >> up
			 : (hr_s128)((hr_u128)bits << up >> up);
}

/* Return the bounds of operand I as a number of P's width, if it is affine without wrapping. */
static bool bounds_of(const hr_batch *batch, const promised *p, unsigned i, bool is_signed,
		      hr_interval *to)
{
	const hr_s128 limit = (hr_s128)1 << (is_signed ? p->bits - 1 : p->bits);
	lane_affine value = {0};

	if (p->webs[i]->class == LANE_AFFINE)
		memcpy(&value, batch->frame + p->webs[i]->place, sizeof(value));
	else
		memcpy(&value.base, batch->frame + p->webs[i]->place, p->bytes);
	to->low = to->high = extended(value.base, p->bits, is_signed);
	for (unsigned k = 0; k < 2; k++) {
		const unsigned count = k ? batch->rows : batch->columns;
		const hr_s128 far =
			extended(value.stride[k], p->bits, true) * (hr_s128)(count ? count - 1 : 0);

		to->low += far < 0 ? far : 0;
		to->high += far > 0 ? far : 0;
	}
	return to->high < limit && to->low >= (is_signed ? -limit : 0);
}

/* Return true if the promise that P does not wrap, as a signed number or not, is kept by all values
 * between the bounds of the operands. */
static bool is_kept(const hr_batch *batch, const promised *p, bool is_signed)
{
	const hr_s128 limit = (hr_s128)1 << (is_signed ? p->bits - 1 : p->bits);
	hr_poison_kind kind = p->kind;
	hr_interval a, b, all;

	if (!bounds_of(batch, p, 0, is_signed, &a) ||
	    !bounds_of(batch, p, 1, is_signed && kind != HR_POISON_SHL, &b))
		return false;
	if (kind == HR_POISON_SHL) {
		if (b.low != b.high || b.low >= p->bits)
			return false;
		kind = HR_POISON_MUL;
		b.low = b.high = (hr_s128)1 << b.low;
	}
	return hr_interval_of(kind, &a, &b, &all) && all.high < limit &&
	       all.low >= (is_signed ? -limit : 0);
}

static hr_u128 operand_of(const hr_batch *batch, const lane_inst *inst, unsigned use, unsigned lane)
{
	hr_u128 bits = 0;

	hr_lane_fetch(batch, batch->lane_code->sites.data[inst->sites + use].web, lane,
		      (uint8_t *)&bits);
	return bits;
}

/* Return true if an active lane wraps. */
static bool wraps(const hr_batch *batch, const lane_inst *inst, const hr_poison_source *source)
{
	const lane_site *uses = &batch->lane_code->sites.data[inst->sites];
	const unsigned bytes = hr_con_size(source->operands[0].con);
	const promised p = {.kind = (hr_poison_kind)source->kind,
			    .wraps = source->wraps,
			    .bits = source->operands[0].bits,
			    .bytes = bytes,
			    .webs = {&batch->version->webs.data[uses[0].web],
				     &batch->version->webs.data[uses[1].web]}};

	if (p.webs[0]->class != LANE_VARYING && p.webs[1]->class != LANE_VARYING && bytes <= 8 &&
	    (!(p.wraps & HR_WRAPS_SIGNED) || is_kept(batch, &p, true)) &&
	    (!(p.wraps & HR_WRAPS_UNSIGNED) || is_kept(batch, &p, false)))
		return false;
	FOR_LANES_IN_MASK(batch, lane)
		if (hr_poison_broken(p.kind, p.wraps, p.bits,
				     operand_of(batch, inst, 0, (unsigned)lane),
				     operand_of(batch, inst, 1, (unsigned)lane)))
			return true;
	return false;
}

/* Wrapping of operands that are uniform, affine, or longer than 8 bytes. */
HANDLER(poison_source)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);

	return batch->shadow && wraps(batch, inst, source_of(batch, inst)) ? met(batch, pc)
									   : pc + 2;
}

/* --- arrays ----------------------------------------------------------------------------------- */

/* Each of the following tests a strip of lanes, active or not. It returns 0 if no lane wraps; it
 * may return another value even so. */

/* Up to 32 bits: T, as wide as the operands and signed if the promise is, is extended. The result
 * does not wrap if no bit is left above BITS, after the least signed number has become 0. */
#define MAY_WRAP(T, SIGNED)                                                                        \
	typedef T T##_view __attribute__((aligned(1), may_alias));                                 \
	static uint64_t may_wrap_##T(hr_poison_kind kind, unsigned bits, const void *left,         \
				     const void *right)                                            \
	{                                                                                          \
		const T##_view *const a = left, *const b = right;                                  \
		const uint64_t bias = (uint64_t)(SIGNED) << (bits - 1);                            \
		uint64_t any = 0;                                                                  \
                                                                                                   \
		switch (kind) {                                                                    \
		case HR_POISON_ADD:                                                                \
			LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++) any |=            \
				((uint64_t)a[i] + (uint64_t)b[i] + bias) >> bits;                  \
			return any;                                                                \
		case HR_POISON_SUB:                                                                \
			LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++) any |=            \
				((uint64_t)a[i] - (uint64_t)b[i] + bias) >> bits;                  \
			return any;                                                                \
		case HR_POISON_MUL:                                                                \
			LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++) any |=            \
				((uint64_t)a[i] * (uint64_t)b[i] + bias) >> bits;                  \
			return any;                                                                \
		default:                                                                           \
			LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++) any |=            \
				(((uint64_t)a[i] << (b[i] & 31)) + bias) >> bits;                  \
			return any;                                                                \
		}                                                                                  \
	}
MAY_WRAP(int8_t, 1)
MAY_WRAP(uint8_t, 0)
MAY_WRAP(int16_t, 1)
MAY_WRAP(uint16_t, 0)
MAY_WRAP(int32_t, 1)
MAY_WRAP(uint32_t, 0)

typedef uint64_t word_view __attribute__((aligned(1), may_alias));

/* Return a number in which the bits are set that some of A has above its sign, or has. */
static uint64_t size_of(const word_view *a, bool is_signed)
{
	uint64_t any = 0;

	if (is_signed)
		LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++) any |=
			a[i] ^ (uint64_t)((int64_t)a[i] >> 63);
	else
		LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++) any |= a[i];
	return any;
}

static unsigned length(uint64_t bits)
{
	return bits ? 64 - (unsigned)__builtin_clzll(bits) : 0;
}

static uint64_t may_wrap_word(hr_poison_kind kind, bool is_signed, const word_view *a,
			      const word_view *b)
{
	const uint64_t by_sign = is_signed ? ~UINT64_C(0) : 0;
	uint64_t any = 0;

	switch (kind) {
	case HR_POISON_ADD: /* the sign of both operands is lost, or there is a carry */
		LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++)
		{
			const uint64_t d = a[i] + b[i];

			any |= (by_sign & (a[i] ^ d) & (b[i] ^ d)) |
			       (~by_sign & ((a[i] & b[i]) | ((a[i] | b[i]) & ~d)));
		}
		return any >> 63;
	case HR_POISON_SUB:
		LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++)
		{
			const uint64_t d = a[i] - b[i];

			any |= (by_sign & (a[i] ^ b[i]) & (a[i] ^ d)) |
			       (~by_sign & ((~a[i] & b[i]) | (~(a[i] ^ b[i]) & d)));
		}
		return any >> 63;
	case HR_POISON_MUL:
		return length(size_of(a, is_signed)) + length(size_of(b, is_signed)) >
		       (is_signed ? 63 : 64);
	default:
		LANES_OF_STRIP for (unsigned i = 0; i < LANE_STRIP; i++)
		{
			const uint64_t by = b[i] & 63, d = a[i] << by;

			any |= (is_signed ? (uint64_t)((int64_t)d >> by) : d >> by) ^ a[i];
		}
		return any;
	}
}

/* An operand: the value of lane 0, and the distance to the next one, which is 0 if all are the
 * same. */
typedef struct operand {
	const uint8_t *at;
	unsigned step;
} operand;

static operand operand_at(const hr_batch *batch, uint32_t place, bool array, unsigned bytes)
{
	operand found = {batch->frame + place, array ? bytes : 0};

	if (array) /* found by its slot */
		memcpy(&found.at, batch->frame + place, sizeof(found.at));
	return found;
}

static hr_u128 value_of(operand from, unsigned bytes, unsigned lane)
{
	hr_u128 bits = 0;

	memcpy(&bits, from.at + (size_t)lane * from.step, bytes);
	return bits;
}

/* Return the strip that begins at lane FIRST; ROOM holds the only value of an operand, if it has
 * only one. */
static const void *strip_of(operand from, const uint64_t *room, unsigned first)
{
	return from.step ? from.at + (size_t)first * from.step : (const void *)room;
}

static void fill_room(operand from, unsigned bytes, uint64_t room[LANE_STRIP])
{
	for (unsigned i = 0; i < LANE_STRIP && !from.step; i++)
		memcpy((uint8_t *)room + (size_t)i * bytes, from.at, bytes);
}

static uint64_t may_wrap(const hr_poison_source *source, unsigned bytes, bool is_signed,
			 const void *a, const void *b)
{
	const hr_poison_kind kind = (hr_poison_kind)source->kind;
	const unsigned bits = source->operands[0].bits;

	if (bits != 8 * bytes)
		return true;
	switch (bytes) {
	case 1:
		return is_signed ? may_wrap_int8_t(kind, bits, a, b)
				 : may_wrap_uint8_t(kind, bits, a, b);
	case 2:
		return is_signed ? may_wrap_int16_t(kind, bits, a, b)
				 : may_wrap_uint16_t(kind, bits, a, b);
	case 4:
		return is_signed ? may_wrap_int32_t(kind, bits, a, b)
				 : may_wrap_uint32_t(kind, bits, a, b);
	default: return may_wrap_word(kind, is_signed, a, b);
	}
}

static bool strip_wraps(const hr_batch *batch, const hr_poison_source *source,
			const operand operands[2], unsigned first)
{
	const unsigned bytes = hr_con_size(source->operands[0].con);

	for (uint64_t left = batch->mask[first / LANE_STRIP]; left; left &= left - 1) {
		const unsigned lane = first + (unsigned)__builtin_ctzll(left);

		if (hr_poison_broken((hr_poison_kind)source->kind, source->wraps,
				     source->operands[0].bits, value_of(operands[0], bytes, lane),
				     value_of(operands[1], bytes, lane)))
			return true;
	}
	return false;
}

/* Wrapping of operands of up to 8 bytes of which one varies. */
HANDLER(poison_arrays)
{
	const hr_poison_source *source = source_of(batch, lane_inst_at(batch, pc[1]));
	const unsigned bytes = hr_con_size(source->operands[0].con);
	const operand operands[2] = {operand_at(batch, pc[3], pc[2] & 1, bytes),
				     operand_at(batch, pc[4], pc[2] >> 1, bytes)};
	uint64_t rooms[2][LANE_STRIP];

	fill_room(operands[0], bytes, rooms[0]);
	fill_room(operands[1], bytes, rooms[1]);
	for (unsigned i = 0; i < lane_count(batch) && batch->shadow; i += LANE_STRIP) {
		const unsigned first = lane_of(batch, i);
		const void *a = strip_of(operands[0], rooms[0], first);
		const void *b = strip_of(operands[1], rooms[1], first);

		if (((source->wraps & HR_WRAPS_SIGNED && may_wrap(source, bytes, true, a, b)) ||
		     (source->wraps & HR_WRAPS_UNSIGNED && may_wrap(source, bytes, false, a, b))) &&
		    strip_wraps(batch, source, operands, first))
			return met(batch, pc);
	}
	return pc + 5;
}
