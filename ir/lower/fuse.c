/* ir/lower/fuse.c -- fuses two operations into one, and propagates copies.
 *
 * One forward pass over each chunk: a register that is a copy of another is replaced by the
 * original as long as neither is written again; a sum, difference or product whose only use is in a
 * following one is fused with it (both roundings stay); an addition that only the comparison at the
 * end uses becomes part of the jump.
 *
 * Invariant: an operation is moved only past others that write none of its operands.
 * Owns:      nothing; works on hr_lw.live before register allocation. */
#include "ir/lower/lower_private.h"

typedef struct fuse {
	hr_lw *l;
	hr_lw_sites sites;
	uint32_t *uses;    /* number of uses of each register in the whole function */
	uint32_t *version; /* number of writes to a register so far */
	uint32_t *copy_of; /* register -> the register that it is a copy of, or HR_NO_REG */
	uint32_t *copy_version, *own_version; /* versions at the time of the copy */
	uint32_t *def;   /* register -> index in live of its last write in this chunk + 1 */
	uint32_t memory; /* number of operations so far that may have written memory */
	uint32_t first;  /* first index of the chunk */
} fuse;

static uint32_t *word_at(const fuse *f, uint32_t i)
{
	return &f->l->words.data[f->l->live.data[i]];
}

static uint8_t kind_of(const fuse *f, uint32_t reg)
{
	return f->l->vregs.data[reg].kind;
}

/* --- copy propagation ------------------------------------------------------------------------- */

static uint32_t version_of(const fuse *f, uint32_t reg)
{
	return kind_of(f, reg) == HR_VREG_SLOT ? f->memory : f->version[reg];
}

static void read_originals(fuse *f)
{
	for (size_t u = 0; u < f->sites.uses.count; u++) {
		uint32_t reg = *f->sites.uses.data[u], from = f->copy_of[reg];

		if (from == HR_NO_REG || f->copy_version[reg] != version_of(f, from) ||
		    f->own_version[reg] != f->version[reg])
			continue;
		*f->sites.uses.data[u] = from;
		f->uses[reg]--;
		f->uses[from]++;
	}
}

static bool writes_memory(hr_op op)
{
	switch (hr_op_infos[op].shape) {
	case HR_SHAPE_STORE:
	case HR_SHAPE_STOREX:
	case HR_SHAPE_CALL:
	case HR_SHAPE_ATOM:
	case HR_SHAPE_RMW:
	case HR_SHAPE_CMPXCHG:
	case HR_SHAPE_ASTORE:
	case HR_SHAPE_HPVM:
	case HR_SHAPE_MEM: return op != HR_OP_lea && op != HR_OP_leax && op != HR_OP_alloca;
	default: return false;
	}
}

static bool is_move(uint32_t op)
{
	return op >= HR_OP_mov_i8 && op <= HR_OP_mov_i128;
}

static void note_writes(fuse *f, uint32_t i)
{
	const uint32_t *word = word_at(f, i);

	if (writes_memory((hr_op)*word))
		f->memory++;
	for (size_t d = 0; d < f->sites.defs.count; d++) {
		uint32_t reg = *f->sites.defs.data[d];

		if (kind_of(f, reg) == HR_VREG_SLOT) {
			f->memory++;
			continue;
		}
		f->version[reg]++;
		f->copy_of[reg] = HR_NO_REG;
		f->def[reg] = i + 1;
	}
	if (is_move(*word) && kind_of(f, word[1]) == HR_VREG_PLAIN && word[1] != word[2]) {
		f->copy_of[word[1]] = word[2];
		f->copy_version[word[1]] = version_of(f, word[2]);
		f->own_version[word[1]] = f->version[word[1]];
	}
}

/* --- fusing operations ------------------------------------------------------------------------ */

/* Return the index of the instruction that last wrote REG in this chunk, or HR_NO_REG. */
static uint32_t definition(const fuse *f, uint32_t reg)
{
	uint32_t at = f->def[reg];

	return at && at - 1 >= f->first && f->l->live.data[at - 1] != HR_NO_REG ? at - 1
										: HR_NO_REG;
}

/* Return true if no instruction after AT has written REG; always false for a place in the frame. */
static bool unchanged(const fuse *f, uint32_t reg, uint32_t at)
{
	return kind_of(f, reg) == HR_VREG_CONST ||
	       (kind_of(f, reg) == HR_VREG_PLAIN && f->def[reg] <= at);
}

/* Identify sums, differences and products of floats: which of the three, and whether they have 64
 * bits. */
static bool is_simple(uint32_t op, unsigned *which, unsigned *wide)
{
	static const uint32_t simple[3][2] = {{HR_OP_fadd_f32, HR_OP_fadd_f64},
					      {HR_OP_fsub_f32, HR_OP_fsub_f64},
					      {HR_OP_fmul_f32, HR_OP_fmul_f64}};

	for (*which = 0; *which < 3; (*which)++)
		for (*wide = 0; *wide < 2; (*wide)++)
			if (simple[*which][*wide] == op)
				return true;
	return false;
}

/* Return the fused operation on a, b, c for FIRST(a, b) as operand SIDE (0 or 1) of OP with c;
 * HR_NO_REG if there is none. Sums and products of floats are commutative. A product of a product
 * is not fused: the inner factors are usually uniform, and their product is computed once for all
 * instances. */
static uint32_t fused_floats(uint32_t first, uint32_t op, unsigned side)
{
#define FUSED(ident) {HR_OP_##ident##_f32, HR_OP_##ident##_f64}
	static const uint32_t both[3][2][3][2] = {
		{{FUSED(faddadd), FUSED(fsubadd), FUSED(fmuladd)},
		 {FUSED(faddadd), FUSED(fsubadd), FUSED(fmuladd)}},
		{{FUSED(faddsub), FUSED(fsubsub), FUSED(fmulsub)},
		 {FUSED(faddfrom), FUSED(fsubfrom), FUSED(fmulfrom)}},
		{{FUSED(faddmul), FUSED(fsubmul), {HR_NO_REG, HR_NO_REG}},
		 {FUSED(faddmul), FUSED(fsubmul), {HR_NO_REG, HR_NO_REG}}},
	};
#undef FUSED
	unsigned inner, outer, wide, same;

	if (!is_simple(first, &inner, &wide) || !is_simple(op, &outer, &same) || wide != same)
		return HR_NO_REG;
	return both[outer][side][inner][wide];
}

static uint32_t fused(uint32_t first, uint32_t op, unsigned side)
{
	if (op >= HR_OP_add_i32 && op <= HR_OP_add_i64)
		return first == HR_OP_mul_i32 + (op - HR_OP_add_i32)
			       ? HR_OP_muladd_i32 + (op - HR_OP_add_i32)
			       : HR_NO_REG;
	return fused_floats(first, op, side);
}

static bool is_product(uint32_t op)
{
	return op == HR_OP_fmul_f32 || op == HR_OP_fmul_f64 || op == HR_OP_mul_i32 ||
	       op == HR_OP_mul_i64;
}

/* An operation with more operands gets new words at the end; the layout follows hr_lw.live. */
static void replace_by(fuse *f, uint32_t i, uint32_t op, const uint32_t *operands, unsigned count)
{
	hr_lw *l = f->l;
	uint32_t at = (uint32_t)l->words.count;

	HR_PUSH(&l->places, (hr_lw_place){at, hr_lw_instruction_at(l, l->live.data[i])});
	HR_PUSH(&l->words, op);
	for (unsigned k = 0; k < count; k++)
		HR_PUSH(&l->words, operands[k]);
	l->live.data[i] = at;
}

/* Fuse instruction I with its operand on SIDE, if the operand has no other use. */
static bool join_operand(fuse *f, uint32_t i, unsigned side, bool product)
{
	const uint32_t *word = word_at(f, i);
	const uint32_t d = word[1], joining = word[2 + side], other = word[3 - side];
	uint32_t at, both;
	const uint32_t *p;

	at = definition(f, joining);
	if (kind_of(f, joining) != HR_VREG_PLAIN || f->uses[joining] != 1 || at == HR_NO_REG ||
	    is_product(*word_at(f, at)) != product)
		return false;
	both = fused(*word_at(f, at), *word, side);
	p = word_at(f, at);
	if (both == HR_NO_REG || !unchanged(f, p[2], at) || !unchanged(f, p[3], at))
		return false;
	f->uses[joining] = 0;
	replace_by(f, i, both, (uint32_t[]){d, p[2], p[3], other}, 4);
	f->l->live.data[at] = HR_NO_REG;
	return true;
}

/* Fuse products first, so that chains of sums do not prevent it. */
static void join_operands(fuse *f, uint32_t i)
{
	const uint32_t op = *word_at(f, i);
	unsigned which, wide;

	if (!is_simple(op, &which, &wide) && !(op >= HR_OP_add_i32 && op <= HR_OP_add_i64))
		return;
	if (join_operand(f, i, 0, true) || join_operand(f, i, 1, true) ||
	    join_operand(f, i, 0, false))
		return;
	join_operand(f, i, 1, false);
}

/* --- additions in jumps ----------------------------------------------------------------------- */

/* Return the predicate with exchanged operands. */
static uint32_t mirrored(uint32_t predicate)
{
	static const uint8_t other[] = {0, 1, 4, 5, 2, 3, 8, 9, 6, 7};

	return other[predicate];
}

/* Rows of HR_JUMPS are eq ne ugt uge ult ule sgt sge slt sle, each for four containers; those of
 * HR_ADD_JUMPS are the same for i32 and i64 only. */
static void join_sum(fuse *f, uint32_t i)
{
	uint32_t op = *word_at(f, i), predicate, con;

	if (op < HR_OP_jeq_i8 || op > HR_OP_jsle_i64)
		return;
	predicate = (op - HR_OP_jeq_i8) / 4;
	con = (op - HR_OP_jeq_i8) % 4;
	for (unsigned side = 0; con >= HR_C_I32 && side < 2; side++) {
		const uint32_t *jump = word_at(f, i);
		uint32_t sum = jump[1 + side], with = jump[2 - side], at = definition(f, sum);
		uint32_t adds = HR_OP_add_i32 + (con - HR_C_I32);
		uint32_t p = side ? mirrored(predicate) : predicate;
		const uint32_t *add;

		if (kind_of(f, sum) != HR_VREG_PLAIN || sum == with || at == HR_NO_REG ||
		    *word_at(f, at) != adds)
			continue;
		add = word_at(f, at);
		if (!unchanged(f, add[2], at) || !unchanged(f, add[3], at))
			continue;
		/* nothing in between may read the sum */
		for (uint32_t k = at + 1; k < i; k++) {
			if (f->l->live.data[k] == HR_NO_REG)
				continue;
			hr_lw_sites_of(f->l, f->l->live.data[k], &f->sites);
			for (size_t u = 0; u < f->sites.uses.count; u++)
				if (*f->sites.uses.data[u] == sum)
					return;
		}
		replace_by(f, i, HR_OP_addjeq_i32 + 2 * p + (con - HR_C_I32),
			   (uint32_t[]){sum, add[2], add[3], with, jump[3], jump[4]}, 6);
		f->l->live.data[at] = HR_NO_REG;
		return;
	}
}

_Static_assert(HR_OP_jsle_i64 - HR_OP_jeq_i8 == 39 && HR_OP_addjsle_i64 - HR_OP_addjeq_i32 == 19 &&
		       HR_OP_jslt_i8 - HR_OP_jeq_i8 == 32 &&
		       HR_OP_addjslt_i32 - HR_OP_addjeq_i32 == 16,
	       "join_sum() counts on the order of the jumps");

/* --- the pass --------------------------------------------------------------------------------- */

static void fuse_chunk(fuse *f, hr_lw_chunk *chunk)
{
	f->first = chunk->first;
	f->memory++;
	for (uint32_t i = chunk->first; i < chunk->first + chunk->count; i++) {
		if (f->l->live.data[i] == HR_NO_REG)
			continue;
		hr_lw_sites_of(f->l, f->l->live.data[i], &f->sites);
		read_originals(f);
		join_operands(f, i);
		join_sum(f, i);
		hr_lw_sites_of(f->l, f->l->live.data[i], &f->sites);
		note_writes(f, i);
	}
	chunk->last = f->l->live.data[chunk->first + chunk->count - 1];
	/* copies are not propagated across the chunk's end, because the next chunk has other
	 * predecessors */
	for (uint32_t i = chunk->first; i < chunk->first + chunk->count; i++) {
		if (f->l->live.data[i] == HR_NO_REG)
			continue;
		hr_lw_sites_of(f->l, f->l->live.data[i], &f->sites);
		for (size_t d = 0; d < f->sites.defs.count; d++)
			f->copy_of[*f->sites.defs.data[d]] = HR_NO_REG;
	}
}

void hr_lw_fuse(hr_lw *l)
{
	size_t count = l->vregs.count;
	uint32_t *arrays = hr_alloc_array(count + 1, 6 * sizeof(uint32_t));
	fuse f = {.l = l,
		  .uses = arrays,
		  .version = arrays + count,
		  .copy_of = arrays + 2 * count,
		  .copy_version = arrays + 3 * count,
		  .own_version = arrays + 4 * count,
		  .def = arrays + 5 * count};

	for (size_t i = 0; i < count; i++)
		f.copy_of[i] = HR_NO_REG;
	for (size_t i = 0; i < l->live.count; i++) {
		if (l->live.data[i] == HR_NO_REG)
			continue;
		hr_lw_sites_of(l, l->live.data[i], &f.sites);
		for (size_t u = 0; u < f.sites.uses.count; u++)
			f.uses[*f.sites.uses.data[u]]++;
	}
	for (size_t i = 0; i < l->sequence.count; i++) {
		hr_lw_chunk *chunk = &l->chunks.data[l->sequence.data[i]];

		if (chunk->reachable)
			fuse_chunk(&f, chunk);
	}
	hr_lw_sites_free(&f.sites);
	hr_free(arrays);
}
