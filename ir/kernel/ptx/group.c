/* ir/kernel/ptx/group.c -- instructions of PTX by which threads meet, and fences.
 *
 * They become the llvm.nvvm intrinsics that clang emits, so that each is known, or refused, in one place.
 *
 * Clauses:   K5, W2 (by those intrinsics), M8.
 * Not here:  these intrinsics (ir/kernel/items.c). */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

static bool result(hr_ptx_instruction *i, LLVMValueRef value)
{
	i->out[0] = value;
	i->out_count = value != NULL;
	return true;
}

static LLVMTypeRef none(const hr_ptx *p)
{
	return LLVMVoidTypeInContext(p->context);
}

/* Set the results to the parts of the structure PAIR: d and, if it is asked for, p. */
static bool both(hr_ptx_instruction *i, LLVMValueRef pair)
{
	for (unsigned n = 0; n < 2; n++)
		i->out[n] = LLVMBuildExtractValue(i->p->builder, pair, n, "");
	i->out_count = 1 + i->second;
	return true;
}

static LLVMTypeRef pair_of(const hr_ptx *p, LLVMTypeRef first)
{
	LLVMTypeRef parts[] = {first, p->i1};

	return LLVMStructTypeInContext(p->context, parts, 2, false);
}

/* --- fences and barriers ---------------------------------------------------------------------- */

bool hr_ptx_do_fence(hr_ptx_instruction *i)
{
	static const char *const scopes[] = {"cta", "cluster", "gpu", "sys", NULL};
	static const char *const orders[] = {"sc", "acq_rel", "acquire", "release", NULL};
	static const LLVMAtomicOrdering orderings[] = {
		LLVMAtomicOrderingSequentiallyConsistent, LLVMAtomicOrderingAcquireRelease,
		LLVMAtomicOrderingAcquire, LLVMAtomicOrderingRelease};
	static const char *const proxies[] = {"alias", "async", NULL};
	const int order = hr_ptx_take_one(i, orders);
	const LLVMAtomicOrdering ordering = orderings[order < 0 ? 1 : order];
	int scope;

	if (hr_ptx_take(i, "proxy")) { /* here, all accesses take the same way */
		static const char *const spaces[] = {"global", "shared::cta", NULL};

		(void)hr_ptx_take_one(i, spaces);
		return hr_ptx_take_one(i, proxies) >= 0 && !i->in_count;
	}
	scope = hr_ptx_take_one(i, scopes);
#if HR_LLVM_MAJOR >= 20
	{
		static const char *const names[] = {"block", "cluster", "device", ""};
		const char *name = names[scope < 0 ? 3 : scope];

		LLVMBuildFenceSyncScope(i->p->builder, ordering,
					LLVMGetSyncScopeID(i->p->context, name, strlen(name)), "");
	}
#else
	LLVMBuildFence(i->p->builder, ordering, false, "");
#endif
	return scope >= 0 && !i->in_count;
}

bool hr_ptx_do_membar(hr_ptx_instruction *i)
{
	static const char *const scopes[] = {"cta", "gl", "sys", NULL};
	int scope = hr_ptx_take_one(i, scopes);
	char name[40];

	if (scope < 0 || i->in_count)
		return false;
	snprintf(name, sizeof(name), "llvm.nvvm.membar.%s", scopes[scope]);
	hr_ptx_call(i->p, name, none(i->p), NULL, 0);
	return true;
}

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == 0;
}

/* bar.sync A{, COUNT}, bar.arrive A, COUNT, bar.red.OP A{, COUNT}, PREDICATE; bar.warp.sync MASK */
bool hr_ptx_do_barrier(hr_ptx_instruction *i)
{
	static const char *const kinds[] = {"sync", "arrive", "red", NULL};
	static const char *const operations[] = {"popc", "and", "or", NULL};
	hr_ptx *p = i->p;
	bool warp = hr_ptx_take(i, "warp"), aligned = hr_ptx_take(i, "aligned") || i->name[3] == 0;
	int kind = hr_ptx_take_one(i, kinds);
	int operation = kind == 2 ? hr_ptx_take_one(i, operations) : 0;
	LLVMValueRef arguments[3];
	unsigned count = i->in_count, predicate = kind == 2;
	char name[80];

	(void)hr_ptx_take(i, "cta");
	if (kind < 0 || operation < 0 || count < 1 + predicate || count > 2 + predicate)
		return false;
	for (unsigned n = 0; n < count; n++)
		arguments[n] = hr_ptx_in(i, n, predicate && n == count - 1 ? p->i1 : p->i32);
	if (warp) {
		hr_ptx_call(p, "llvm.nvvm.bar.warp.sync", none(p), arguments, 1);
		return count == 1 && kind == 0;
	}
	if (!predicate && (kind == 1 || count > 1 || !is_zero(arguments[0]))) {
		if (count == 1)
			arguments[1] = hr_ptx_int(p->i32, 0);
		hr_ptx_call(p, kind ? "hpvm_named_arrive" : "hpvm_named_sync", none(p), arguments,
			    2);
		return kind == 0 || count == 2;
	}
	snprintf(name, sizeof(name), "llvm.nvvm.barrier.cta.%s%s%s%s%s", kinds[kind],
		 predicate ? "." : "", predicate ? operations[operation] : "",
		 aligned ? ".aligned" : "", count > 1 + predicate ? ".count" : ".all");
	if (!predicate) {
		hr_ptx_call(p, name, none(p), arguments, count);
		return true;
	}
	return result(i, hr_ptx_call(p, name, operation ? p->i1 : p->i32, arguments, count));
}

/* The address of an mbarrier, in shared memory. */
static LLVMValueRef object_of(const hr_ptx_instruction *i, LLVMTypeRef space)
{
	LLVMValueRef offset = LLVMConstInt(i->p->i64, (uint64_t)i->in[0].offset, true);

	return LLVMBuildGEP2(i->p->builder, i->p->i8, hr_ptx_as(i->p, i->in[0].values[0], space),
			     &offset, 1, "");
}

/* mbarrier.init [A], COUNT; .inval [A]; .arrive{_drop}{.noComplete} STATE, [A]{, COUNT}; .test_wait, .try_wait
 * P, [A], STATE{, TIME}; with .parity P, [A], ODD{, TIME}; .pending_count COUNT, STATE */
bool hr_ptx_do_mbarrier(hr_ptx_instruction *i)
{
	enum { MB_INIT, MB_INVAL, MB_ARRIVE, MB_DROP, MB_TEST, MB_TRY, MB_PENDING };
	static const char *const kinds[] = {"init",      "inval",    "arrive",        "arrive_drop",
					    "test_wait", "try_wait", "pending_count", NULL};
	static const char *const orders[] = {"acquire", "release", "relaxed", NULL};
	static const char *const spaces[] = {"shared", "shared::cta", NULL};
	hr_ptx *p = i->p;
	LLVMTypeRef space = LLVMPointerTypeInContext(p->context, 3);
	const int kind = hr_ptx_take_one(i, kinds);
	const bool parity = hr_ptx_take(i, "parity");
	LLVMValueRef arguments[3];
	unsigned count = i->in_count;

	(void)hr_ptx_take(i, "noComplete");
	if (hr_ptx_take_one(i, orders) >= 0)
		(void)hr_ptx_take(i, "cta");
	(void)hr_ptx_take_one(i, spaces);
	if (kind < 0 || !count)
		return false;
	if (kind == MB_PENDING) {
		arguments[0] = hr_ptx_in(i, 0, p->i64);
		return count == 1 &&
		       result(i, hr_ptx_call(p, "hpvm_mbarrier_pending", p->i32, arguments, 1));
	}
	arguments[0] = object_of(i, space);
	switch (kind) {
	case MB_INIT:
		if (count != 2)
			return false;
		arguments[1] = hr_ptx_in(i, 1, p->i32);
		hr_ptx_call(p, "hpvm_mbarrier_init", none(p), arguments, 2);
		return true;
	case MB_INVAL: return count == 1;
	case MB_ARRIVE:
	case MB_DROP:
		arguments[1] = count > 1 ? hr_ptx_in(i, 1, p->i32) : hr_ptx_int(p->i32, 1);
		arguments[2] = kind == MB_DROP ? arguments[1] : hr_ptx_int(p->i32, 0);
		return count <= 2 &&
		       result(i, hr_ptx_call(p, "hpvm_mbarrier_arrive", p->i64, arguments, 3));
	default:
		if (count < 2 || count > 2u + (kind == MB_TRY))
			return false;
		arguments[1] = hr_ptx_in(i, 1, parity ? p->i32 : p->i64);
		return result(
			i,
			hr_ptx_call(p, parity ? "hpvm_mbarrier_test_parity" : "hpvm_mbarrier_test",
				    p->i1, arguments, 2));
	}
}

/* --- warps ------------------------------------------------------------------------------------ */

/* shfl.sync.MODE.b32 d|p, a, b, c, mask; before sm_70 without .sync and mask */
bool hr_ptx_do_shuffle(hr_ptx_instruction *i)
{
	static const char *const modes[] = {"up", "down", "bfly", "idx", NULL};
	hr_ptx *p = i->p;
	int mode = hr_ptx_take_one(i, modes);
	const bool sync = hr_ptx_take(i, "sync");
	LLVMValueRef arguments[4];
	char name[60];

	if (mode < 0 || i->in_count != 3u + sync || i->type.bits != 32)
		return false;
	for (unsigned n = 0; n < i->in_count; n++)
		arguments[(n + sync) % i->in_count] = hr_ptx_in(i, n, p->i32);
	snprintf(name, sizeof(name), "llvm.nvvm.shfl.%s%s.i32%s", sync ? "sync." : "", modes[mode],
		 i->second ? "p" : "");
	if (i->second)
		return both(i, hr_ptx_call(p, name, pair_of(p, p->i32), arguments, i->in_count));
	return result(i, hr_ptx_call(p, name, p->i32, arguments, i->in_count));
}

bool hr_ptx_do_vote(hr_ptx_instruction *i)
{
	static const char *const modes[] = {"all", "any", "uni", "ballot", NULL};
	hr_ptx *p = i->p;
	int mode = hr_ptx_take_one(i, modes);
	const bool sync = hr_ptx_take(i, "sync");
	LLVMValueRef arguments[2];
	char name[60];

	if (mode < 0 || i->in_count != 1u + sync)
		return false;
	if (sync)
		arguments[0] = hr_ptx_in(i, 1, p->i32);
	arguments[sync] = hr_ptx_in(i, 0, p->i1);
	snprintf(name, sizeof(name), "llvm.nvvm.vote.%s%s", modes[mode], sync ? ".sync" : "");
	return result(i, hr_ptx_call(p, name, mode == 3 ? p->i32 : p->i1, arguments, i->in_count));
}

bool hr_ptx_do_match(hr_ptx_instruction *i)
{
	hr_ptx *p = i->p;
	bool all = hr_ptx_take(i, "all");
	LLVMValueRef arguments[2];
	char name[60];

	if ((!all && !hr_ptx_take(i, "any")) || i->in_count != 2 || i->type.bits < 32 ||
	    !hr_ptx_take(i, "sync"))
		return false;
	arguments[0] = hr_ptx_in(i, 1, p->i32);
	arguments[1] = hr_ptx_in(i, 0, i->type.llvm);
	snprintf(name, sizeof(name), "llvm.nvvm.match.%s.sync.i%u%s", all ? "all" : "any",
		 i->type.bits, all ? "p" : "");
	if (all)
		return both(i, hr_ptx_call(p, name, pair_of(p, p->i32), arguments, 2));
	return result(i, hr_ptx_call(p, name, p->i32, arguments, 2));
}

bool hr_ptx_do_reduce(hr_ptx_instruction *i)
{
	static const char *const names[] = {"add", "and", "or", "xor", "min", "max", NULL};
	hr_ptx *p = i->p;
	int operation = hr_ptx_take_one(i, names);
	LLVMValueRef arguments[2];
	char name[60];

	if (operation < 0 || i->in_count != 2 || i->type.bits != 32 || i->type.kind == 'f' ||
	    !hr_ptx_take(i, "sync"))
		return false;
	for (unsigned n = 0; n < 2; n++)
		arguments[n] = hr_ptx_in(i, n, p->i32);
	snprintf(name, sizeof(name), "llvm.nvvm.redux.sync.%s%s",
		 operation >= 4 && i->type.kind == 'u' ? "u" : "", names[operation]);
	return result(i, hr_ptx_call(p, name, p->i32, arguments, 2));
}

bool hr_ptx_do_active(hr_ptx_instruction *i)
{
	return !i->in_count &&
	       result(i, hr_ptx_call(i->p, "llvm.nvvm.activemask", i->p->i32, NULL, 0));
}

bool hr_ptx_do_elect(hr_ptx_instruction *i)
{
	hr_ptx *p = i->p;
	LLVMValueRef mask;

	if (i->in_count != 1 || !hr_ptx_take(i, "sync"))
		return false;
	mask = hr_ptx_in(i, 0, p->i32);
	return both(i, hr_ptx_call(p, "llvm.nvvm.elect.sync", pair_of(p, p->i32), &mask, 1));
}

bool hr_ptx_do_trap(hr_ptx_instruction *i)
{
	hr_ptx_call(i->p, strcmp(i->name, "trap") ? "llvm.debugtrap" : "llvm.trap", none(i->p),
		    NULL, 0);
	return !i->in_count;
}
