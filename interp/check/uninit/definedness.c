/* interp/check/uninit/definedness.c -- the effect of operations on undefined bits.
 *
 * While a register has undefined bits, the checked engine calls hr_definedness_step() before every
 * operation. It computes the undefined bits of the results from those of the operands, which are
 * stored in shadow memory like those of all memory (interp/check/shadow.h), and reports a finding
 * where an undefined value decides something.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  which bits of a result are undefined (definedness_bits.c), calls (definedness_call.c),
 *            memory and origins (uninit.c). */
#include "interp/check/uninit/definedness.h"

#include "src/arith/poison_source.h"
#include "src/arith/warp.h"

static uint32_t origin_of(const value *values, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (values[i].undefined)
			return values[i].origin;
	return 0;
}

/* --- pure operations -------------------------------------------------------------------------- */

/* The operands of a row of op.def: number of destinations and sources, and their sizes. */
typedef struct row_operands {
	uint8_t shape, to, sources, to_bytes, other_to_bytes, from_bytes[3];
} row_operands;

enum row_shape {
	SHAPE_UN,
	SHAPE_BIN,
	SHAPE_MIX,
	SHAPE_TER,
	SHAPE_UNI,
	SHAPE_TWO,
	SHAPE_FREXP,
	SHAPE_OVF,
	SHAPE_TRAP1,
	SHAPE_TRAP2,
	SHAPE_SELECT,
	SHAPE_LOAD,
	SHAPE_LOADX,
	SHAPE_STORE,
	SHAPE_STOREX,
	SHAPE_JUMP,
	SHAPE_ADDJUMP,
	SHAPE_RMW,
	SHAPE_CMPXCHG,
	SHAPE_ALOAD,
	SHAPE_ASTORE,
	SHAPE_MEM,
	SHAPE_CTL,
	SHAPE_CALL,
	SHAPE_ATOM,
	SHAPE_HPVM
};

#define BYTES_I8                               1
#define BYTES_I16                              2
#define BYTES_I32                              4
#define BYTES_I64                              8
#define BYTES_I128                             16
#define BYTES_F16                              2
#define BYTES_B16                              2
#define BYTES_F32                              4
#define BYTES_F64                              8
#define BYTES_F80                              16
#define BYTES_F128                             16
#define BYTES__                                0
#define ROW(shape, to, sources, a, b, c, d, e) {SHAPE_##shape, to, sources, a, b, {c, d, e}},
#define ROW_UN(a, b)                           ROW(UN, 1, 1, a, 0, b, 0, 0)
#define ROW_BIN(a, b)                          ROW(BIN, 1, 2, a, 0, b, b, 0)
#define ROW_MIX(a, b)                          ROW(MIX, 1, 2, a, 0, a, b, 0)
#define ROW_TER(a, b)                          ROW(TER, 1, 3, a, 0, b, b, b)
#define ROW_UNI(a, b)                          ROW(UNI, 1, 1, a, 0, b, 0, 0)
#define ROW_TWO(a, b)                          ROW(TWO, 2, 1, a, a, b, 0, 0)
#define ROW_FREXP(a, b)                        ROW(FREXP, 2, 1, a, b, a, 0, 0)
#define ROW_OVF(a, b)                          ROW(OVF, 2, 2, a, 1, a, a, 0)
#define ROW_TRAP1(a, b)                        ROW(TRAP1, 1, 1, a, 0, b, 0, 0)
#define ROW_TRAP2(a, b)                        ROW(TRAP2, 1, 2, a, 0, a, a, 0)
#define ROW_SELECT(a, b)                       ROW(SELECT, 1, 3, a, 0, 1, a, a)
#define ROW_LOAD(a, b)                         ROW(LOAD, 1, 1, a, 0, 8, 0, 0)
#define ROW_LOADX(a, b)                        ROW(LOADX, 1, 2, a, 0, 8, 8, 0)
#define ROW_STORE(a, b)                        ROW(STORE, 0, 2, 0, 0, a, 8, 0)
#define ROW_STOREX(a, b)                       ROW(STOREX, 0, 3, 0, 0, a, 8, 8)
#define ROW_JUMP(a, b)                         ROW(JUMP, 0, 2, 0, 0, b, b, 0)
#define ROW_ADDJUMP(a, b)                      ROW(ADDJUMP, 1, 3, a, 0, a, a, a)
#define ROW_RMW(a, b)                          ROW(RMW, 1, 2, a, 0, 8, a, 0)
#define ROW_CMPXCHG(a, b)                      ROW(CMPXCHG, 2, 3, a, 1, 8, a, a)
#define ROW_ALOAD(a, b)                        ROW(ALOAD, 1, 1, a, 0, 8, 0, 0)
#define ROW_ASTORE(a, b)                       ROW(ASTORE, 0, 2, 0, 0, a, 8, 0)
#define ROW_MEM(a, b)                          ROW(MEM, 0, 0, a, 0, 0, 0, 0)
#define ROW_CTL(a, b)                          ROW(CTL, 0, 0, 0, 0, 0, 0, 0)
#define ROW_CALL(a, b)                         ROW(CALL, 0, 0, 0, 0, 0, 0, 0)
#define ROW_ATOM(a, b)                         ROW(ATOM, 0, 0, 0, 0, 0, 0, 0)
#define ROW_HPVM(a, b)                         ROW(HPVM, 0, 0, a, 0, 0, 0, 0)

static const row_operands rows[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text) ROW_##shape(BYTES_##T1, BYTES_##T2)
#include "src/arith/op.def"
};

static void sources(definedness_step *t, const row_operands *row, value v[3])
{
	for (unsigned i = 0; i < row->sources; i++)
		v[i] = hr_definedness_get(t, t->pc[1 + row->to + i], row->from_bytes[i]);
}

/* Return true if the operation adds a defined 0 to the first operand, as when a vector is combined
 * with zeros. */
static bool adds_zero(precise what, value added)
{
	return (what == SUM || what == DIFFERENCE || what == OR || what == XOR) && !added.bits &&
	       !added.undefined;
}

/* Return the origin flags of the undefined operands: computed, or moved. */
static uint32_t flags_of(const value *values, unsigned count)
{
	uint32_t flags = 0;

	for (unsigned i = 0; i < count; i++)
		if (values[i].undefined)
			flags |= values[i].origin & HR_ORIGIN_FLAGS;
	return flags;
}

/* Return the origin flags of the UNDEFINED result of an operation on V. */
static uint32_t effect(precise what, const row_operands *row, const value *v, hr_u128 undefined)
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
	case MASK: return HR_MOVED;
	case AND: return v[0].undefined && v[1].undefined ? HR_COMPUTED : HR_MOVED;
	case LEFT:
	case RIGHT: return v[1].undefined ? HR_COMPUTED : HR_MOVED;
	case OR: return flags && undefined == (v[0].undefined | v[1].undefined) ? 0 : HR_COMPUTED;
	default: return HR_COMPUTED;
	}
}

/* Return A or else B, values of BYTES, if it is poison; or NULL. */
static const value *poison_of(const definedness_step *t, const value *a, const value *b,
			      unsigned bytes)
{
	if (hr_definedness_is_poison(t, a, bytes))
		return a;
	return hr_definedness_is_poison(t, b, bytes) ? b : NULL;
}

/* Return the first of V, the operands of an operation of ROW, that is poison, or NULL. */
static const value *poison_operand(const definedness_step *t, const row_operands *row,
				   const value *v)
{
	for (unsigned i = 0; i < row->sources; i++)
		if (hr_definedness_is_poison(t, &v[i], row->from_bytes[i]))
			return &v[i];
	return NULL;
}

/* An operand is POISON: so are all results. */
static void spoil(definedness_step *t, const row_operands *row, precise what, const value *v,
		  const value *poison)
{
	const hr_u128 all = what == FREEZE && !t->thread->run->checker->looks ? 0 : ~(hr_u128)0;
	const uint32_t origin = poison->origin | HR_COMPUTED;

	if (what >= QUOTIENT && what <= REMAINDER_UNSIGNED)
		hr_definedness_report(t, "a divisor is uninitialised", v[1]);
	hr_definedness_put(t, t->pc[1], row->to_bytes, all & ones(row->to_bytes), origin);
	if (row->other_to_bytes)
		hr_definedness_put(t, t->pc[2], row->other_to_bytes,
				   all & ones(row->other_to_bytes), origin);
}

static void pure(definedness_step *t, const row_operands *row, const value *v)
{
	precise what = (precise)hr_definedness_precise[*t->pc];
	const value *poison = poison_operand(t, row, v);
	bool same = row->sources == 2 && t->pc[2] == t->pc[3];
	uint32_t origin = origin_of(v, row->sources);
	hr_u128 undefined;

	if (poison) {
		spoil(t, row, what, v, poison);
		return;
	}
	if (row->sources == 2 && adds_zero(what, v[1])) {
		hr_definedness_put(t, t->pc[1], row->to_bytes, v[0].undefined, origin);
		return;
	}
	if (hr_definedness_divides_zero(what, v)) {
		hr_definedness_put(t, t->pc[1], row->to_bytes, 0, 0);
		return;
	}
	if (what >= QUOTIENT && what <= REMAINDER_UNSIGNED)
		hr_definedness_report(t, "a divisor is uninitialised", v[1]);
	/* to LLVM each use of undef may be another number; x ^ x is how programs clear x */
	undefined = same && (what == XOR || what >= COMPARE_EQUAL ||
			     (what == DIFFERENCE &&
			      !(t->thread->run->options.checks & HR_CHECK_POISON)))
			    ? 0
			    : hr_definedness_combine(what, v, row->sources, row->from_bytes[0],
						     t->pc[3]);
	if (what == SIGN_EXTEND)
		undefined = hr_definedness_sign_extended(v[0].undefined, 8u * row->from_bytes[0]);
	origin = (origin & ~(uint32_t)HR_ORIGIN_FLAGS) |
		 effect(what, row, v, undefined & ones(row->to_bytes));
	hr_definedness_put(t, t->pc[1], row->to_bytes, undefined & ones(row->to_bytes), origin);
	if (row->other_to_bytes)
		hr_definedness_put(t, t->pc[2], row->other_to_bytes,
				   undefined & ones(row->other_to_bytes), origin);
}

static void choice(definedness_step *t, const row_operands *row, const value *v)
{
	const value *chosen = v[0].bits ? &v[1] : &v[2];
	hr_u128 undefined = chosen->undefined;
	uint32_t origin = chosen->origin;

	if (hr_definedness_is_poison(t, &v[0], row->from_bytes[0])) {
		undefined = ones(row->to_bytes);
		origin = v[0].origin | HR_COMPUTED;
	} else if (v[0].undefined & 1) {
		undefined = v[1].undefined | v[2].undefined | (v[1].bits ^ v[2].bits);
		origin = v[0].origin | HR_COMPUTED;
	}
	hr_definedness_put(t, t->pc[1], row->to_bytes, undefined, origin);
}

/* --- memory ----------------------------------------------------------------------------------- */

static uint64_t immediate(uint32_t word)
{
	return (uint64_t)(int64_t)(int32_t)word;
}

static void load(definedness_step *t, const row_operands *row, uint64_t address, unsigned bytes)
{
	uint32_t origin;
	hr_u128 undefined = hr_uninit_read(t->thread, t->frame, t->pc, address, bytes, &origin);

	t->met |= undefined != 0;
	hr_definedness_put(t, t->pc[1], row->to_bytes, undefined, origin);
}

/* An f80 has 10 bytes in memory. */
static unsigned bytes_in_memory(uint32_t op, unsigned bytes)
{
	return op == HR_OP_load_f80 || op == HR_OP_loadx_f80 || op == HR_OP_store_f80 ||
			       op == HR_OP_storex_f80
		       ? 10
		       : bytes;
}

/* Report V, an address that is accessed. One that left its object is left to the checks of bounds. */
static void report_address(const definedness_step *t, const char *use, value v)
{
	if (v.undefined && !hr_uninit_left_object(t->thread->run->checker, v.origin))
		hr_definedness_report(t, use, v);
}

static void step_load(definedness_step *t, const row_operands *row, const value *v)
{
	const uint32_t *pc = t->pc;
	bool indexed = row->shape == SHAPE_LOADX;
	uint64_t address = (uint64_t)v[0].bits + (indexed ? (uint64_t)v[1].bits * pc[4] : 0) +
			   immediate(pc[indexed ? 5 : 3]);

	report_address(t, "the address of a read is uninitialised", v[0]);
	if (indexed)
		report_address(t, "the address of a read is uninitialised", v[1]);
	load(t, row, address, bytes_in_memory(*pc, row->to_bytes));
}

/* Return true if the store writes an element of a vector that has defined bits. */
static bool is_part(definedness_step *t, const hr_code *code)
{
	uint32_t at, end;

	if (!hr_origin_vector_store(code, (uint32_t)(t->pc - code->words), &at, &end))
		return false;
	for (; at < end; at += hr_op_length((hr_op)code->words[at])) {
		const row_operands *row = &rows[code->words[at]];
		unsigned bytes = bytes_in_memory(code->words[at], row->from_bytes[0]);

		if ((row->shape == SHAPE_STORE || row->shape == SHAPE_STOREX) &&
		    hr_definedness_get(t, code->words[at + 1], bytes).undefined != ones(bytes))
			return true;
	}
	return false;
}

static void step_store(definedness_step *t, const row_operands *row, const value *v,
		       const hr_code *code)
{
	const uint32_t *pc = t->pc;
	bool indexed = row->shape == SHAPE_STOREX;
	uint64_t address = (uint64_t)v[1].bits + (indexed ? (uint64_t)v[2].bits * pc[4] : 0) +
			   immediate(pc[indexed ? 5 : 3]);
	unsigned bytes = bytes_in_memory(*pc, row->from_bytes[0]);

	report_address(t, "the address of a write is uninitialised", v[1]);
	if (indexed)
		report_address(t, "the address of a write is uninitialised", v[2]);
	hr_uninit_write(t->thread, pc, address, bytes, v[0].undefined & ones(bytes), v[0].origin,
			v[0].undefined && !(v[0].origin & HR_ORIGIN_FLAGS) && is_part(t, code));
}

static void step_atomic(definedness_step *t, const row_operands *row, const value *v)
{
	const uint32_t *pc = t->pc;
	bool stores = row->shape == SHAPE_ASTORE;
	uint64_t address = (uint64_t)v[stores].bits;
	unsigned bytes = stores ? row->from_bytes[0] : row->to_bytes;
	uint32_t origin = 0;
	hr_u128 old, next;

	report_address(t, "the address of an atomic access is uninitialised", v[stores]);
	if (stores) {
		hr_uninit_write(t->thread, pc, address, bytes, v[0].undefined, v[0].origin, false);
		return;
	}
	old = hr_uninit_read(t->thread, t->frame, pc, address, bytes, &origin);
	t->met |= old != 0;
	hr_definedness_put(t, pc[1], bytes, old, origin);
	if (row->shape == SHAPE_ALOAD)
		return;
	next = old | v[1].undefined | v[2].undefined ? ones(bytes) : 0;
	origin = old ? origin : v[1].undefined ? v[1].origin : v[2].origin;
	if (row->shape == SHAPE_CMPXCHG) {
		hr_definedness_put(t, pc[2], 1, old | v[1].undefined ? 1 : 0, origin);
		/* that of memory outside of an object is left to the checks of bounds */
		if (v[1].undefined ||
		    (old && !hr_uninit_left_object(t->thread->run->checker, v[stores].origin)))
			hr_uninit_complain(t->thread, pc,
					   "the comparand of an atomic exchange is uninitialised",
					   origin);
		next = v[2].undefined;
	}
	hr_uninit_write(t->thread, pc, address, bytes, next, origin | HR_COMPUTED, false);
}

/* --- control ---------------------------------------------------------------------------------- */

static void branch(definedness_step *t, const value *a, const value *b, unsigned bytes)
{
	value both[2] = {*a, *b};
	const value *poison = poison_of(t, &both[0], &both[1], bytes);

	if (poison)
		hr_definedness_report(t, "a branch depends on an uninitialised value", *poison);
	else if (!hr_definedness_decides((precise)hr_definedness_precise[*t->pc], *a, *b, bytes))
		hr_uninit_complain(t->thread, t->pc, "a branch depends on an uninitialised value",
				   origin_of(both, 2));
}

static void step_add_jump(definedness_step *t, const row_operands *row, const value *v)
{
	unsigned bytes = row->to_bytes;
	value sum = {.bits = (v[0].bits + v[1].bits) & ones(bytes),
		     .undefined = upwards(v[0].undefined | v[1].undefined, bytes),
		     .origin = origin_of(v, 2) | HR_COMPUTED};
	const value *poison = poison_of(t, &v[0], &v[1], bytes);

	if (poison) {
		sum.undefined = ones(bytes);
		sum.origin = poison->origin | HR_COMPUTED;
	}
	hr_definedness_put(t, t->pc[1], bytes, sum.undefined, sum.origin);
	branch(t, &sum, &v[2], bytes);
}

static const char *output_text(const definedness_step *t, uint32_t i)
{
	hr_arena *arena = &t->thread->run->checker->arena;

	if (!t->thread->level)
		return hr_arena_printf(arena, "the result of '%s' is uninitialised",
				       t->thread->code->function->name);
	return hr_arena_printf(arena, "output %u is uninitialised", i);
}

/* Values that leave the engine count as used. LAYOUT has their offsets in the image of outputs. */
static void outputs(definedness_step *t, const hr_return *values, const hr_return *layout)
{
	for (uint32_t i = 0; i < values->count; i++) {
		value v = hr_definedness_get(t, values->scalars[i].reg,
					     hr_con_size(values->scalars[i].con));

		if (v.undefined && !hr_look_output(t->thread, &layout->scalars[i], v.undefined))
			hr_definedness_report(t, output_text(t, i), v);
	}
}

static void step_return(definedness_step *t, const hr_code *code)
{
	const hr_frame *link = hr_frame_of(t->frame);
	const hr_return *values = &code->returns[t->pc[1]];
	const hr_call *call;

	if (!link->call) {
		outputs(t, values, code->results);
		return;
	}
	if (code->returns_noundef)
		for (uint32_t i = 0; i < values->count; i++)
			hr_definedness_report(
				t, "a result that is noundef is uninitialised",
				hr_definedness_get(t, values->scalars[i].reg,
						   hr_con_size(values->scalars[i].con)));
	call = &hr_frame_of(link->caller)->code->calls[link->call[1]];
	for (uint32_t i = 0; i < values->count && i < call->result_count; i++)
		hr_definedness_move(t, link->caller + call->results[i].reg, values->scalars[i].reg,
				    hr_con_size(values->scalars[i].con));
}

static void step_poison_source(definedness_step *t, const hr_poison_source *promise)
{
	const value v = hr_definedness_get(t, promise->value.reg, hr_con_size(promise->value.con));

	if (promise->kind == HR_POISON_DEFINED)
		hr_definedness_report(t, "a value that is noundef is uninitialised", v);
	if (promise->kind == HR_POISON_PART && v.undefined)
		hr_definedness_put(t, promise->value.reg, hr_con_size(promise->value.con),
				   v.undefined, v.origin | HR_MOVED);
}

static void step_control(definedness_step *t, const hr_code *code)
{
	const uint32_t *pc = t->pc;
	value v;

	switch (*pc) {
	case HR_OP_jnz:
		v = hr_definedness_get(t, pc[1], 1);
		if (hr_definedness_is_poison(t, &v, 1) ||
		    !hr_definedness_decides(COMPARE_EQUAL, v, (value){0}, 1))
			hr_definedness_report(t, "a branch depends on an uninitialised value", v);
		return;
	case HR_OP_switch:
		hr_definedness_report(
			t, "a switch depends on an uninitialised value",
			hr_definedness_get(t, pc[1], hr_con_size(code->switches[pc[2]].con)));
		return;
	case HR_OP_jmp_indirect:
		hr_definedness_report(t, "the target of a jump is uninitialised",
				      hr_definedness_get(t, pc[1], 8));
		return;
	case HR_OP_trap_if:
		if (pc[2] == HR_D_assume_failed)
			hr_definedness_report(t, "an assumption depends on an uninitialised value",
					      hr_definedness_get(t, pc[1], 1));
		return;
	case HR_OP_poison_source: step_poison_source(t, &code->poison_sources[pc[1]]); return;
	case HR_OP_ret: step_return(t, code); return;
	default: return;
	}
}

/* --- operations without a common shape ------------------------------------------------------- */

static void step_block(definedness_step *t)
{
	const uint32_t *pc = t->pc;
	const value size = hr_definedness_get(t, pc[3], 8);

	if (!size.bits && !size.undefined)
		return; /* the addresses are not used */
	report_address(t, "the address of a copied block is uninitialised",
		       hr_definedness_get(t, pc[1], 8));
	if (*pc != HR_OP_memset)
		report_address(t, "the address of a copied block is uninitialised",
			       hr_definedness_get(t, pc[2], 8));
	hr_definedness_report(t, "the size of a copied block is uninitialised", size);
}

static void step_memory(definedness_step *t)
{
	const uint32_t *pc = t->pc;
	value v[2] = {{0}};
	const value *poison;

	switch (*pc) {
	case HR_OP_leax: v[1] = hr_definedness_get(t, pc[3], 8); __attribute__((fallthrough));
	case HR_OP_lea:
		v[0] = hr_definedness_get(t, pc[2], 8);
		poison = poison_of(t, &v[0], &v[1], 8);
		hr_definedness_put(t, pc[1], 8,
				   poison ? ones(8) : upwards(v[0].undefined | v[1].undefined, 8),
				   (poison ? poison->origin : origin_of(v, 2)) | HR_COMPUTED);
		return;
	case HR_OP_memcpy:
	case HR_OP_memmove:
	case HR_OP_memset: step_block(t); return;
	case HR_OP_alloca_dynamic:
		hr_definedness_report(t, "the size of an array is uninitialised",
				      hr_definedness_get(t, pc[2], 8));
		hr_definedness_put(t, pc[1], 8, 0, 0);
		return;
	case HR_OP_stackrestore:
	case HR_OP_object:
	case HR_OP_stray:
	case HR_OP_scope: return;
	case HR_OP_promise:
		if (t->thread->code->promises[pc[3]].decides)
			hr_definedness_report(t, "a pointer that is to be valid is uninitialised",
					      hr_definedness_get(t, pc[1], 8));
		return;
	default: hr_definedness_put(t, pc[1], 8, 0, 0); return;
	}
}

/* The result of a vote or a match tells something about the value. */
static void step_warp(definedness_step *t)
{
	const uint32_t *pc = t->pc;
	const hr_warp_kind kind = hr_warp_kind_of(pc[4]);

	hr_definedness_report(t, "the mask of a collective is uninitialised",
			      hr_definedness_get(t, pc[1], 8));
	if (kind != HR_WARP_PRODUCT)
		hr_definedness_report(t, "the lane of a collective is uninitialised",
				      hr_definedness_get(t, pc[3], 8));
	if (kind == HR_WARP_BALLOT || kind == HR_WARP_MATCH || kind == HR_WARP_MATCH_ALL)
		hr_definedness_report(t,
				      "a vote or match of lanes depends on an uninitialised value",
				      hr_definedness_get(t, pc[2], 8));
}

/* The operands count as one whose undefined bits are those of all. */
static void step_warp_more(definedness_step *t)
{
	hr_warp_result *to = t->thread->warp;

	to->more_undefined = to->more_origin = 0;
	for (unsigned i = 0; i < HR_WARP_MORE; i++) {
		const value v = hr_definedness_get(t, t->pc[1 + i], 8);

		if (v.undefined && !to->more_undefined)
			to->more_origin = v.origin;
		to->more_undefined |= (uint64_t)v.undefined;
	}
}

static void step_hpvm(definedness_step *t, const row_operands *row, const hr_code *code)
{
	const uint32_t *pc = t->pc;

	switch (*pc) {
	case HR_OP_hpvm_barrier:
	case HR_OP_hpvm_poll:
	case HR_OP_hpvm_rounding:
	case HR_OP_fenv_set: return;
	case HR_OP_hpvm_return: outputs(t, &code->returns[pc[1]], &code->returns[pc[1]]); return;
	case HR_OP_hpvm_warp: step_warp(t); return;
	case HR_OP_hpvm_warp_more: step_warp_more(t); return;
	case HR_OP_hpvm_warp_second:
	case HR_OP_hpvm_warp_result:
		hr_definedness_put(t, pc[1], 8, t->thread->warp->undefined,
				   t->thread->warp->origin);
		return;
	case HR_OP_hpvm_warp_missed: hr_definedness_put(t, pc[1], 1, 0, 0); return;
	case HR_OP_hpvm_malloc:
		hr_definedness_report(t, "the size of an allocation is uninitialised",
				      hr_definedness_get(t, pc[2], 8));
		break;
	case HR_OP_hpvm_space:
		hr_definedness_report(t,
				      "a pointer whose address space is asked for is uninitialised",
				      hr_definedness_get(t, pc[2], 8));
		break;
	case HR_OP_hpvm_parent:
	case HR_OP_hpvm_dims:
	case HR_OP_hpvm_id:
	case HR_OP_hpvm_extent:
		hr_definedness_report(t, "a node handle is uninitialised",
				      hr_definedness_get(t, pc[2], 8));
		break;
	default: break;
	}
	hr_definedness_put(t, pc[1], row->to_bytes, 0, 0);
}

static void step_call(definedness_step *t, const hr_code *code)
{
	const uint32_t *pc = t->pc;

	if (*pc != HR_OP_call) {
		hr_definedness_report(t, "the address of a va_list is uninitialised",
				      hr_definedness_get(t, pc[1], 8));
		(void)hr_uninit_rare(t->thread, t->frame, pc);
	} else if (code->calls[pc[1]].callee < 0) {
		hr_definedness_report(t, "the target of a call is uninitialised",
				      hr_definedness_get(t, code->calls[pc[1]].target, 8));
	}
}

/* --- one operation ---------------------------------------------------------------------------- */

static void step(definedness_step *t, const row_operands *row, const hr_code *code)
{
	value v[3] = {{0}};

	sources(t, row, v);
	switch (row->shape) {
	case SHAPE_SELECT: choice(t, row, v); return;
	case SHAPE_LOAD:
	case SHAPE_LOADX: step_load(t, row, v); return;
	case SHAPE_STORE:
	case SHAPE_STOREX: step_store(t, row, v, code); return;
	case SHAPE_JUMP: branch(t, &v[0], &v[1], row->from_bytes[0]); return;
	case SHAPE_ADDJUMP: step_add_jump(t, row, v); return;
	case SHAPE_RMW:
	case SHAPE_CMPXCHG:
	case SHAPE_ALOAD:
	case SHAPE_ASTORE: step_atomic(t, row, v); return;
	case SHAPE_MEM: step_memory(t); return;
	case SHAPE_CTL: step_control(t, code); return;
	case SHAPE_CALL: step_call(t, code); return;
	case SHAPE_ATOM: return;
	case SHAPE_HPVM: step_hpvm(t, row, code); return;
	default: pure(t, row, v);
	}
}

uint64_t hr_uninit_register(const hr_thread *thread, const uint8_t *frame, uint32_t reg,
			    uint32_t *origin)
{
	return (uint64_t)hr_shadow_read(hr_uninit_shadow(thread->run->checker),
					hr_map_key(frame) + reg, 8, origin);
}

/* Return true if a register of the frames since the engine was entered has an undefined bit. */
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

/* After a number of consecutive operations without undefined values, all registers are searched for
 * undefined bits. The number doubles each time some are found. */
enum { MOST_PATIENCE = 4096 };

bool hr_definedness_step(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	definedness_step t = {.thread = thread, .frame = frame, .pc = pc};

	step(&t, &rows[*pc], thread->code);
	if (t.met) {
		thread->all_defined = 0;
		return true;
	}
	if (++thread->all_defined < thread->patience)
		return true;
	thread->all_defined = 0;
	if (any_register(thread, frame)) {
		if (thread->patience < MOST_PATIENCE)
			thread->patience *= 2;
		return true;
	}
	thread->patience = HR_PATIENCE;
	return false;
}
