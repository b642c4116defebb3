/* ir/kernel/ptx/memory.c -- instructions of PTX that access memory.
 *
 * Hints for caches are without effect. An asynchronous copy is done at once, so that waiting for it has no effect.
 *
 * Clauses:   K2, M8 (orders and scopes become LLVM's).
 * Not here:  fences and barriers (group.c). */
#include "config.h"

#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

static bool result(hr_ptx_instruction *i, LLVMValueRef value)
{
	i->out[0] = value;
	i->out_count = 1;
	return true;
}

/* --- modifiers -------------------------------------------------------------------------------- */

/* Take the state space; return its number in LLVM (K2), or -1 if it is not known. */
static int take_space(hr_ptx_instruction *i)
{
	static const char *const names[] = {"global", "shared", "shared::cta", "const",
					    "local",  "param",  NULL};
	static const int numbers[] = {1, 3, 3, 4, 5};
	int found = hr_ptx_take_one(i, names);

	return found < 0 ? 0 : numbers[found];
}

/* Take hints; .L2::cache_hint has one more operand, which is dropped. */
static void take_hints(hr_ptx_instruction *i)
{
	static const char *const hints[] = {"ca",
					    "cg",
					    "cs",
					    "lu",
					    "cv",
					    "wb",
					    "wt",
					    "nc",
					    "L1::evict_normal",
					    "L1::evict_unchanged",
					    "L1::evict_first",
					    "L1::evict_last",
					    "L1::no_allocate",
					    "L2::evict_normal",
					    "L2::evict_first",
					    "L2::evict_last",
					    "L2::64B",
					    "L2::128B",
					    "L2::256B",
					    "unified",
					    NULL};

	while (hr_ptx_take_one(i, hints) >= 0)
		;
	if (hr_ptx_take(i, "L2::cache_hint") && i->in_count)
		i->in_count--;
}

static unsigned take_lanes(hr_ptx_instruction *i)
{
	return hr_ptx_take(i, "v2") ? 2 : hr_ptx_take(i, "v4") ? 4 : hr_ptx_take(i, "v8") ? 8 : 1;
}

typedef struct access_order {
	LLVMAtomicOrdering ordering;
	const char *scope;
	bool is_volatile;
} access_order;

/* Take the memory order and the scope; return USUAL without them. */
static access_order take_order(hr_ptx_instruction *i, LLVMAtomicOrdering usual)
{
	static const char *const orders[] = {"relaxed", "acquire",  "release", "acq_rel",
					     "weak",    "volatile", NULL};
	static const LLVMAtomicOrdering values[] = {
		LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingAcquire,
		LLVMAtomicOrderingRelease,   LLVMAtomicOrderingAcquireRelease,
		LLVMAtomicOrderingNotAtomic, LLVMAtomicOrderingNotAtomic};
	static const char *const scopes[] = {"cta", "cluster", "gpu", "sys", NULL};
	static const char *const names[] = {"block", "cluster", "device", ""};
	const bool mmio = hr_ptx_take(i, "mmio");
	int n = hr_ptx_take_one(i, orders), scope = hr_ptx_take_one(i, scopes);

	return (access_order){n < 0 ? usual : values[n], scope < 0 ? "device" : names[scope],
			      n == 5 || mmio};
}

/* Set the order of an access or atomic operation. */
static void set_order(const hr_ptx *p, LLVMValueRef access, access_order o)
{
	LLVMSetVolatile(access, o.is_volatile);
	if (o.ordering == LLVMAtomicOrderingNotAtomic)
		return;
	if (!LLVMIsAAtomicCmpXchgInst(access) && !LLVMIsAAtomicRMWInst(access))
		LLVMSetOrdering(access, o.ordering);
#if HR_LLVM_MAJOR >= 20
	LLVMSetAtomicSyncScopeID(access, LLVMGetSyncScopeID(p->context, o.scope, strlen(o.scope)));
#else
	(void)p;
#endif
}

/* Return the address of an operand in brackets. */
static LLVMValueRef address_of(const hr_ptx_instruction *i, unsigned n, int space)
{
	const hr_ptx *p = i->p;
	LLVMTypeRef type = LLVMPointerTypeInContext(p->context, (unsigned)space);
	LLVMValueRef address = hr_ptx_as(p, i->in[n].values[0], type), offset;

	if (!i->in[n].offset)
		return address;
	offset = LLVMConstInt(p->i64, (uint64_t)i->in[n].offset, true);
	return LLVMBuildGEP2(p->builder, p->i8, address, &offset, 1, "");
}

/* --- accesses --------------------------------------------------------------------------------- */

static LLVMTypeRef accessed(const hr_ptx_instruction *i, unsigned lanes)
{
	LLVMTypeRef type = LLVMIntTypeInContext(i->p->context, i->type.bits);

	return lanes > 1 ? LLVMVectorType(type, lanes) : type;
}

/* Return the address of element N of operand I, whose elements have the type of the instruction. */
static LLVMValueRef element_address(const hr_ptx_instruction *i, unsigned operand, int space,
				    unsigned n)
{
	LLVMValueRef index = hr_ptx_int(i->p->i64, n), address = address_of(i, operand, space);

	return n ? LLVMBuildGEP2(i->p->builder, LLVMIntTypeInContext(i->p->context, i->type.bits),
				 address, &index, 1, "")
		 : address;
}

/* A vector that is accessed with an order is its elements, each with that order. */
static bool by_elements(access_order o, unsigned lanes)
{
	return lanes > 1 && o.ordering != LLVMAtomicOrderingNotAtomic;
}

bool hr_ptx_do_load(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	int space = take_space(i);
	unsigned lanes = take_lanes(i);
	access_order o = take_order(i, LLVMAtomicOrderingNotAtomic);
	LLVMValueRef value;

	take_hints(i);
	if (i->in_count != 1 || !i->in[0].address || i->type.bits < 8 || lanes != i->lanes)
		return false;
	i->out_count = lanes;
	for (unsigned n = 0; by_elements(o, lanes) && n < lanes; n++) {
		i->out[n] = LLVMBuildLoad2(p->builder, accessed(i, 1),
					   element_address(i, 0, space, n), "");
		LLVMSetAlignment(i->out[n], i->type.bits / 8);
		set_order(p, i->out[n], o);
	}
	if (by_elements(o, lanes))
		return true;
	value = LLVMBuildLoad2(p->builder, accessed(i, lanes), address_of(i, 0, space), "");
	LLVMSetAlignment(value, i->type.bits / 8 * lanes);
	set_order(p, value, o);
	if (lanes == 1) { /* ld extends to the register by the sign of the type */
		i->extend_signed = i->type.kind == 's';
		return result(i, value);
	}
	for (unsigned n = 0; n < lanes; n++)
		i->out[n] = LLVMBuildExtractElement(p->builder, value, hr_ptx_int(p->i32, n), "");
	return true;
}

/* Store VALUE, as many elements as LANES says, at ADDRESS. */
static void store(const hr_ptx_instruction *i, LLVMValueRef value, LLVMValueRef address,
		  unsigned lanes, access_order o)
{
	LLVMValueRef made = LLVMBuildStore(i->p->builder, value, address);

	LLVMSetAlignment(made, i->type.bits / 8 * lanes);
	set_order(i->p, made, o);
}

bool hr_ptx_do_store(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	int space = take_space(i);
	unsigned lanes = take_lanes(i);
	access_order o = take_order(i, LLVMAtomicOrderingNotAtomic);
	LLVMTypeRef element = LLVMIntTypeInContext(p->context, i->type.bits);
	LLVMValueRef value;

	take_hints(i);
	if (i->in_count != 2 || !i->in[0].address || i->type.bits < 8 || i->in[1].count != lanes)
		return false;
	for (unsigned n = 0; by_elements(o, lanes) && n < lanes; n++)
		store(i, hr_ptx_as(p, i->in[1].values[n], element), element_address(i, 0, space, n),
		      1, o);
	if (by_elements(o, lanes))
		return true;
	value = hr_ptx_in(i, 1, element);
	if (lanes > 1) {
		LLVMValueRef vector = LLVMGetPoison(accessed(i, lanes));

		for (unsigned n = 0; n < lanes; n++)
			vector = LLVMBuildInsertElement(p->builder, vector,
							hr_ptx_as(p, i->in[1].values[n], element),
							hr_ptx_int(p->i32, n), "");
		value = vector;
	}
	store(i, value, address_of(i, 0, space), lanes, o);
	return true;
}

/* --- atomic operations ------------------------------------------------------------------------ */

static int operation_of(hr_ptx_instruction *i)
{
	static const char *const names[] = {"add", "and", "or",  "xor", "exch",
					    "inc", "dec", "min", "max", NULL};
	static const LLVMAtomicRMWBinOp kinds[] = {
		LLVMAtomicRMWBinOpAdd,      LLVMAtomicRMWBinOpAnd,  LLVMAtomicRMWBinOpOr,
		LLVMAtomicRMWBinOpXor,      LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpUIncWrap,
		LLVMAtomicRMWBinOpUDecWrap, LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpUMax};
	int n = hr_ptx_take_one(i, names);
	bool is_signed = i->type.kind == 's', is_real = i->type.kind == 'f';

	if (n < 0)
		return -1;
	if (n == 0 && is_real)
		return LLVMAtomicRMWBinOpFAdd;
	if (n >= 7 && is_real)
		return n == 7 ? LLVMAtomicRMWBinOpFMin : LLVMAtomicRMWBinOpFMax;
	if (n >= 7 && is_signed)
		return n == 7 ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpMax;
	return (int)kinds[n];
}

bool hr_ptx_do_atomic(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	bool swap = hr_ptx_take(i, "cas");
	int space = take_space(i), kind = swap ? 0 : operation_of(i);
	access_order o = take_order(i, LLVMAtomicOrderingMonotonic);
	LLVMAtomicOrdering failed =
		o.ordering == LLVMAtomicOrderingAcquireRelease ? LLVMAtomicOrderingAcquire
		: o.ordering == LLVMAtomicOrderingRelease      ? LLVMAtomicOrderingMonotonic
							       : o.ordering;
	LLVMTypeRef type = i->type.llvm;
	LLVMValueRef made, address;

	take_hints(i);
	(void)hr_ptx_take(i, "noftz");
	if (kind < 0 || i->in_count != 2u + swap || !i->in[0].address || i->in[1].count != 1 ||
	    i->type.bits < 16)
		return false;
	address = address_of(i, 0, space);
	if (swap) {
		type = LLVMIntTypeInContext(p->context, i->type.bits);
		made = LLVMBuildAtomicCmpXchg(p->builder, address, hr_ptx_in(i, 1, type),
					      hr_ptx_in(i, 2, type), o.ordering, failed, false);
		set_order(p, made, o);
		return result(i, LLVMBuildExtractValue(p->builder, made, 0, ""));
	}
	made = LLVMBuildAtomicRMW(p->builder, (LLVMAtomicRMWBinOp)kind, address,
				  hr_ptx_in(i, 1, type), o.ordering, false);
	set_order(p, made, o);
	return result(i, made);
}

/* --- addresses -------------------------------------------------------------------------------- */

bool hr_ptx_do_address(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	bool to = hr_ptx_take(i, "to"), param = hr_ptx_take(i, "param");
	int space = take_space(i);
	LLVMTypeRef from, into;
	LLVMValueRef value;

	if (i->in_count != 1 || (!space && !param) || i->type.bits != 64)
		return false;
	if (param) /* parameters lie where any pointer can point */
		return result(i, hr_ptx_as(p, i->in[0].values[0],
					   LLVMPointerTypeInContext(p->context, 0)));
	from = LLVMPointerTypeInContext(p->context, to ? 0 : (unsigned)space);
	into = LLVMPointerTypeInContext(p->context, to ? (unsigned)space : 0);
	value = hr_ptx_as(p, i->in[0].values[0], from);
	return result(i, LLVMBuildAddrSpaceCast(p->builder, value, into, ""));
}

bool hr_ptx_do_is_space(hr_ptx_instruction *i)
{
	static const char *const names[] = {NULL,
					    "llvm.nvvm.isspacep.global",
					    NULL,
					    "llvm.nvvm.isspacep.shared",
					    "llvm.nvvm.isspacep.const",
					    "llvm.nvvm.isspacep.local"};
	int space = take_space(i);
	LLVMValueRef address;

	if (i->in_count != 1 || !names[space])
		return false;
	address = hr_ptx_as(i->p, i->in[0].values[0], LLVMPointerTypeInContext(i->p->context, 0));
	return result(i, hr_ptx_call(i->p, names[space], i->p->i1, &address, 1));
}

/* --- copies ----------------------------------------------------------------------------------- */

/* cp.async.ca.shared.global [to], [from], BYTES{, USED}: what is not used is set to 0. */
bool hr_ptx_do_copy(hr_ptx_instruction *i)
{
	static const char *const waits[] = {"commit_group", "wait_group", "wait_all", NULL};
	const hr_ptx *p = i->p;
	LLVMValueRef to, from, used, rest;
	uint64_t bytes;

	if (!hr_ptx_take(i, "async"))
		return false;
	if (hr_ptx_take_one(i, waits) >= 0)
		return true;
	take_hints(i);
	if (!(hr_ptx_take(i, "shared") || hr_ptx_take(i, "shared::cta")) ||
	    !hr_ptx_take(i, "global") || i->in_count < 3 || i->in_count > 4 || !i->in[0].address ||
	    !i->in[1].address || !LLVMIsAConstantInt(i->in[2].values[0]))
		return false;
	bytes = LLVMConstIntGetZExtValue(i->in[2].values[0]);
	if (bytes != 4 && bytes != 8 && bytes != 16)
		return false;
	to = address_of(i, 0, 3);
	from = address_of(i, 1, 1);
	used = hr_ptx_int(p->i32, bytes);
	if (i->in_count == 4 &&
	    LLVMTypeOf(i->in[3].values[0]) == p->i1) /* nothing is read if it is true */
		used = LLVMBuildSelect(p->builder, i->in[3].values[0], hr_ptx_int(p->i32, 0), used,
				       "");
	else if (i->in_count == 4)
		used = hr_ptx_in(i, 3, p->i32);
	used = hr_ptx_extend(p, used, false, p->i64);
	LLVMBuildMemCpy(p->builder, to, (unsigned)bytes, from, (unsigned)bytes, used);
	if (i->in_count == 3)
		return true;
	rest = LLVMBuildSub(p->builder, hr_ptx_int(p->i64, bytes), used, "");
	to = LLVMBuildGEP2(p->builder, p->i8, to, &used, 1, "");
	LLVMBuildMemSet(p->builder, to, hr_ptx_int(p->i8, 0), rest, 1);
	return true;
}

/* --- without effect --------------------------------------------------------------------------- */

bool hr_ptx_do_nothing(hr_ptx_instruction *i)
{
	for (unsigned w = 1; w < i->word_count; w++)
		i->used[w] = true;
	return true;
}

/* The value of a hint for caches: any. */
bool hr_ptx_do_policy(hr_ptx_instruction *i)
{
	return hr_ptx_do_nothing(i) && result(i, hr_ptx_int(i->p->i64, 0));
}
