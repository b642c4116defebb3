/* ir/kernel/poll.c -- loops of a kernel that wait for other work-items, and the reads that they wait with.
 *
 * A loop waits if it ends, or goes on, as an atomic operation or a volatile load in it decides: a spin lock, a
 * flag, the state of another group in a scan. Behind each such read a poll is put, at which a work-item lets
 * others run. A loop that repeats a compare-and-exchange because another work-item has changed the expected
 * value does not wait: it ends when no other runs.
 *
 * What a value decides is followed through instructions, phis, and local variables of code that is not
 * optimised, within the loop. Too many polls do no harm but to speed; too few make a kernel run for ever.
 *
 * Clauses:   M8.
 * Not here:  running the others (interp/schedule/progress.c).  */
#include "ir/kernel/poll.h"

#include <llvm-c/DebugInfo.h>

/* What is done to memory that others change. */
typedef struct poll_read {
	LLVMValueRef address, expected; /* EXPECTED: of a compare-and-exchange; else NULL */
	bool calls;                     /* a function that does it; ADDRESS is not known */
	bool plain;                     /* it is an ordinary load */
	bool counts;                    /* it always changes the memory, by a constant */
} poll_read;

typedef struct poll_search {
	hr_kernel *k;
	hr_map polling;          /* functions of the kernel that read so, or call one that does */
	hr_kernel_values chosen; /* reads of loops that wait */
	hr_kernel_values spread; /* functions all of whose reads are chosen */
	/* one read: */
	LLVMValueRef read;
	poll_read how;
	bool waits;
} poll_search;

/* --- reads ------------------------------------------------------------------------------------ */

/* Return what VALUE is but for conversions of its type. */
static LLVMValueRef strip(LLVMValueRef value)
{
	while (LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value) ||
	       LLVMIsAFreezeInst(value) || LLVMIsAIntToPtrInst(value) || LLVMIsAPtrToIntInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* Return the local variable that POINTER points into, or NULL. */
static LLVMValueRef local_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
	       LLVMIsAAddrSpaceCastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

static bool is_counter(LLVMValueRef rmw)
{
	LLVMValueRef by = LLVMGetOperand(rmw, 1);
	const LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(rmw);

	return (op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub) &&
	       LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) != 0;
}

/* Return true if INSTRUCTION itself reads memory that others may change in the meantime. */
static bool reads(LLVMValueRef instruction, poll_read *how)
{
	*how = (poll_read){.address = NULL};
	if (LLVMIsAAtomicCmpXchgInst(instruction)) {
		how->expected = LLVMGetOperand(instruction, 1);
	} else if (LLVMIsAAtomicRMWInst(instruction)) {
		how->counts = is_counter(instruction);
	} else if (LLVMIsALoadInst(instruction)) {
		how->plain = !LLVMGetVolatile(instruction) &&
			     LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
	} else {
		return false;
	}
	how->address = LLVMGetOperand(instruction, 0);
	return !local_of(how->address);
}

static bool is_polling(const poll_search *self, LLVMValueRef function)
{
	return hr_map_get(&self->polling, hr_map_key(function), NULL);
}

/* Return the argument of CALL that is VALUE in its callee; a constant is itself; NULL: neither. */
static LLVMValueRef argument_for(LLVMValueRef call, LLVMValueRef callee, LLVMValueRef value)
{
	value = strip(value);
	for (unsigned i = 0; i < LLVMCountParams(callee); i++)
		if (LLVMGetParam(callee, i) == value)
			return LLVMGetOperand(call, i);
	return LLVMIsAConstant(value) ? value : NULL;
}

/* Return true if VALUE is what READ has read: the old value, or the expected one where that is the same. */
static bool is_read_value(LLVMValueRef value, LLVMValueRef read, LLVMValueRef expected,
			  unsigned depth)
{
	value = strip(value);
	if (value == read || (expected && value == expected))
		return true;
	if (LLVMIsAExtractValueInst(value))
		return LLVMGetOperand(value, 0) == read && LLVMGetIndices(value)[0] == 0;
	if (!LLVMIsAPHINode(value) || !depth)
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
		if (!is_read_value(LLVMGetIncomingValue(value, i), read, expected, depth - 1))
			return false;
	return true;
}

/* If CALLEE does nothing but one read, and returns what it has read, set *HOW to that of CALL. Such are the atomic
 * functions of OpenCL's library. */
static bool is_single_read(LLVMValueRef call, LLVMValueRef callee, poll_read *how)
{
	enum { MOST_BLOCKS = 3, DEPTH = 2 };
	LLVMValueRef found = NULL, end = NULL;
	poll_read inner;

	if (LLVMCountBasicBlocks(callee) > MOST_BLOCKS)
		return false;
	HR_EACH_BLOCK_INSTRUCTION(callee, at)
	{
		if (LLVMIsAStoreInst(at) || LLVMIsAAllocaInst(at) || LLVMIsACallInst(at))
			return false;
		if (LLVMIsAReturnInst(at))
			end = at;
		if (!reads(at, &inner))
			continue;
		if (found || inner.plain)
			return false;
		found = at;
		*how = inner;
	}
	if (!found || !end || !LLVMGetNumOperands(end) ||
	    !is_read_value(LLVMGetOperand(end, 0), found,
			   how->expected ? strip(how->expected) : NULL, DEPTH))
		return false;
	how->address = argument_for(call, callee, how->address);
	if (how->expected)
		how->expected = argument_for(call, callee, how->expected);
	return how->address;
}

/* Return true if INSTRUCTION, or what it calls, reads memory that others may change in the meantime. */
static bool reads_or_calls(const poll_search *self, LLVMValueRef instruction, poll_read *how)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;

	if (!callee)
		return reads(instruction, how);
	*how = (poll_read){.calls = true};
	if (!LLVMIsAFunction(callee))
		return !LLVMIsAInlineAsm(callee);
	if (!is_polling(self, callee))
		return false;
	if (!is_single_read(instruction, callee, how))
		*how = (poll_read){.calls = true};
	return true;
}

static bool has_read(const poll_search *self, LLVMValueRef function)
{
	HR_EACH_BLOCK_INSTRUCTION(function, at)
	{
		LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
		poll_read how;

		if (callee ? LLVMIsAFunction(callee) && is_polling(self, callee)
			   : reads(at, &how) && !how.plain)
			return true;
	}
	return false;
}

static void find_polling(poll_search *self)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < self->k->reached.count; i++) {
			LLVMValueRef function = self->k->reached.data[i];

			if (is_polling(self, function) || !has_read(self, function))
				continue;
			hr_map_put(&self->polling, hr_map_key(function), 1);
			more = true;
		}
	}
}

/* --- what a read decides ---------------------------------------------------------------------- */

/* The values of a loop that depend on the read; of a local variable, what is in it. */
typedef struct poll_flow {
	const hr_poll_loop *loop;
	const poll_search *search;
	/* what compare-and-exchanges expect because the loop has read it */
	hr_kernel_values retried;
	hr_map known;
	hr_kernel_values waiting;
} poll_flow;

static void depends(poll_flow *self, LLVMValueRef value)
{
	if (hr_map_get(&self->known, hr_map_key(value), NULL))
		return;
	hr_map_put(&self->known, hr_map_key(value), 1);
	HR_PUSH(&self->waiting, value);
}

/* Block AT is run or not as the branch at the end of FROM decides; REACHED by it. */
static bool is_decided(poll_flow *self, LLVMBasicBlockRef from, uint32_t at, const uint8_t *reached)
{
	uint8_t *found = hr_alloc_array(self->loop->cfg->count, 1);
	const bool decided = reached[at] && hr_poll_cfg_reach(self->loop, from, at, found);

	hr_free(found);
	return decided;
}

/* Return true if block AT is reached from the branch in more than one way. */
static bool is_join(poll_flow *self, LLVMBasicBlockRef from, uint32_t at, const uint8_t *reached)
{
	const hr_poll_cfg *cfg = self->loop->cfg;
	const uint32_t branch = hr_poll_cfg_number(cfg, from);
	unsigned ways = 0, decided = 0;

	for (uint32_t i = cfg->before[at]; i < cfg->before[at + 1]; i++) {
		const uint32_t before = cfg->from[i];

		if (!self->loop->inside[before] || (before != branch && !reached[before]))
			continue;
		ways++;
		decided += before == branch || is_decided(self, from, before, reached);
	}
	return ways > 1 && decided;
}

static bool is_shared_address(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
	       LLVMGetPointerAddressSpace(type) == HR_SPACE_SHARED;
}

/* Return what POINTER is; in shared memory, the variable that it points into. */
static LLVMValueRef memory_of(LLVMValueRef pointer)
{
	LLVMValueRef at = strip(pointer);

	while (LLVMIsAGetElementPtrInst(at) || (LLVMIsAConstantExpr(at) && LLVMGetNumOperands(at)))
		at = strip(LLVMGetOperand(at, 0));
	return is_shared_address(at) ? at : strip(pointer);
}

static bool is_shared(LLVMValueRef pointer)
{
	return is_shared_address(memory_of(pointer));
}

/* What has been read is stored at POINTER: what is loaded there in the loop, perhaps by others behind a barrier,
 * depends on it. */
static void follow_memory(poll_flow *self, LLVMValueRef pointer)
{
	pointer = memory_of(pointer);
	for (uint32_t b = 0; b < self->loop->cfg->count; b++) {
		if (!self->loop->inside[b])
			continue;
		for (LLVMValueRef at = LLVMGetFirstInstruction(self->loop->cfg->blocks[b]); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsALoadInst(at) && memory_of(LLVMGetOperand(at, 0)) == pointer)
				depends(self, at);
	}
}

static bool leaves(const poll_flow *self, LLVMValueRef branch)
{
	for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++)
		if (!self->loop->inside[hr_poll_cfg_number(self->loop->cfg,
							   LLVMGetSuccessor(branch, i))])
			return true;
	return false;
}

/* A branch inside the loop decides which values phis get, and what is stored in local variables. Return true if it
 * decides whether a block is reached that may leave the loop. */
static bool follow_branch(poll_flow *self, LLVMValueRef branch)
{
	bool out = false;
	const hr_poll_cfg *cfg = self->loop->cfg;
	LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
	uint8_t *reached = hr_alloc_array(cfg->count, 1);

	hr_poll_cfg_reach(self->loop, from, cfg->count, reached);
	for (uint32_t b = 0; b < cfg->count; b++) {
		const bool join = reached[b] && is_join(self, from, b, reached);
		const bool decided = reached[b] && is_decided(self, from, b, reached);

		if (!join && !decided)
			continue;
		out |= decided && leaves(self, LLVMGetBasicBlockTerminator(cfg->blocks[b]));
		for (LLVMValueRef at = LLVMGetFirstInstruction(cfg->blocks[b]); at;
		     at = LLVMGetNextInstruction(at)) {
			if (join && LLVMIsAPHINode(at))
				depends(self, at);
			if (decided && LLVMIsAStoreInst(at) && local_of(LLVMGetOperand(at, 1)))
				depends(self, local_of(LLVMGetOperand(at, 1)));
			if (decided && LLVMIsAStoreInst(at) && is_shared(LLVMGetOperand(at, 1)))
				follow_memory(self, LLVMGetOperand(at, 1));
			if (decided && LLVMIsAAtomicRMWInst(at) && is_shared(LLVMGetOperand(at, 0)))
				follow_memory(self, LLVMGetOperand(at, 0));
		}
	}
	hr_free(reached);
	return out;
}

static bool is_retried(const poll_flow *self, LLVMValueRef value)
{
	value = strip(value);
	for (size_t i = 0; i < self->retried.count; i++)
		if (self->retried.data[i] == value)
			return true;
	return false;
}

/* Return true if VALUE is what a compare-and-exchange, or a call that may be one, has found in memory. */
static bool is_found(LLVMValueRef value)
{
	value = strip(value);
	return LLVMIsACallInst(value) ||
	       (LLVMIsAExtractValueInst(value) && LLVMGetIndices(value)[0] == 0 &&
		LLVMIsAAtomicCmpXchgInst(LLVMGetOperand(value, 0)));
}

/* Return true if USER tells whether a compare-and-exchange, which is tried until it succeeds, has. */
static bool is_success(const poll_flow *self, LLVMValueRef user)
{
	if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == 1 &&
	    LLVMIsAAtomicCmpXchgInst(LLVMGetOperand(user, 0)))
		return is_retried(self, LLVMGetOperand(LLVMGetOperand(user, 0), 1));
	return LLVMIsAICmpInst(user) &&
	       ((is_retried(self, LLVMGetOperand(user, 0)) && is_found(LLVMGetOperand(user, 1))) ||
		(is_retried(self, LLVMGetOperand(user, 1)) && is_found(LLVMGetOperand(user, 0))));
}

/* Return true if USER, which uses VALUE, leaves the loop or not as VALUE decides. */
static bool follow_use(poll_flow *self, LLVMValueRef user, LLVMValueRef value)
{
	const bool variable = LLVMIsAAllocaInst(value);
	LLVMValueRef local;

	if (!LLVMIsAInstruction(user) || !hr_poll_cfg_contains(self->loop, user) ||
	    is_success(self, user))
		return false;
	if (LLVMIsABranchInst(user) || LLVMIsASwitchInst(user)) {
		if (leaves(self, user) || follow_branch(self, user))
			return true;
	} else if (LLVMIsAStoreInst(user)) {
		local = local_of(LLVMGetOperand(user, 1));
		if (LLVMGetOperand(user, 0) == value) {
			if (local)
				depends(self, local);
			else
				follow_memory(self, LLVMGetOperand(user, 1));
		}
	} else if (LLVMIsAAtomicRMWInst(user)) { /* as a barrier that reduces does */
		depends(self, user);
		follow_memory(self, LLVMGetOperand(user, 0));
	} else if (!variable || LLVMIsALoadInst(user) || local_of(user) == value ||
		   (LLVMIsACallInst(user) && !LLVMIsAIntrinsicInst(user))) {
		depends(self, user);
	}
	return false;
}

/* The memory of a local variable, whose address the call gets, may have what the callee has read. */
static void follow_call(poll_flow *self, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef local = local_of(LLVMGetOperand(call, i));

		if (local)
			depends(self, local);
	}
}

/* Return true if the loop changes nothing and goes on with nothing: it can only wait for the ordinary load in
 * it. */
static bool is_bare(const hr_poll_loop *loop)
{
	for (uint32_t b = 0; b < loop->cfg->count; b++) {
		if (!loop->inside[b])
			continue;
		for (LLVMValueRef at = LLVMGetFirstInstruction(loop->cfg->blocks[b]); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsAStoreInst(at) || LLVMIsAPHINode(at) ||
			    LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) ||
			    (LLVMIsACallInst(at) && !LLVMIsAIntrinsicInst(at)))
				return false;
	}
	return true;
}

/* Return true if nothing else in the loop reads or changes what the counter of the read counts. */
static bool counts_alone(const poll_search *search, const hr_poll_loop *loop)
{
	for (uint32_t b = 0; b < loop->cfg->count; b++) {
		if (!loop->inside[b])
			continue;
		for (LLVMValueRef at = LLVMGetFirstInstruction(loop->cfg->blocks[b]); at;
		     at = LLVMGetNextInstruction(at)) {
			poll_read how;

			if (at != search->read && reads_or_calls(search, at, &how) && !how.plain &&
			    (how.calls || strip(how.address) == strip(search->how.address)))
				return false;
		}
	}
	return true;
}

/* Find the compare-and-exchanges whose expected value has been read in the loop. */
static void find_retried(poll_flow *self)
{
	for (uint32_t b = 0; b < self->loop->cfg->count; b++) {
		if (!self->loop->inside[b])
			continue;
		for (LLVMValueRef at = LLVMGetFirstInstruction(self->loop->cfg->blocks[b]); at;
		     at = LLVMGetNextInstruction(at)) {
			LLVMValueRef value;
			poll_read how;

			if (!reads_or_calls(self->search, at, &how) || !how.expected)
				continue;
			value = strip(how.expected);
			if (LLVMIsAInstruction(value) && hr_poll_cfg_contains(self->loop, value) &&
			    (LLVMIsAPHINode(value) || LLVMIsACallInst(value) ||
			     (LLVMIsALoadInst(value) && !local_of(LLVMGetOperand(value, 0)))))
				HR_PUSH(&self->retried, value);
		}
	}
}

/* Set data->waits if the read decides whether LOOP goes on. */
static bool visit_loop(const hr_poll_loop *loop, void *data)
{
	poll_search *search = data;
	poll_flow flow = {.loop = loop, .search = search};

	if ((search->how.plain && !is_bare(loop)) ||
	    (search->how.counts && counts_alone(search, loop)))
		return false;
	find_retried(&flow);
	depends(&flow, search->read);
	if (search->how.calls)
		follow_call(&flow, search->read);
	for (size_t i = 0; i < flow.waiting.count && !search->waits; i++) {
		LLVMValueRef value = flow.waiting.data[i];

		for (LLVMUseRef use = LLVMGetFirstUse(value); use && !search->waits;
		     use = LLVMGetNextUse(use))
			search->waits = follow_use(&flow, LLVMGetUser(use), value);
	}
	HR_VEC_FREE(&flow.waiting);
	HR_VEC_FREE(&flow.retried);
	hr_map_free(&flow.known);
	return search->waits;
}

/* --- choosing --------------------------------------------------------------------------------- */

static void add_once(hr_kernel_values *list, LLVMValueRef value)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i] == value)
			return;
	HR_PUSH(list, value);
}

/* All reads of what CALL calls are chosen; through a pointer, of all functions. */
static void spread_to(poll_search *self, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	for (size_t i = 0; i < self->k->reached.count; i++)
		if (is_polling(self, self->k->reached.data[i]) &&
		    (callee == self->k->reached.data[i] || !LLVMIsAFunction(callee)))
			add_once(&self->spread, self->k->reached.data[i]);
}

static void choose(poll_search *self, LLVMValueRef read, const poll_read *how)
{
	if (how->calls)
		spread_to(self, read);
	else
		add_once(&self->chosen, read);
}

static void search_function(poll_search *self, LLVMValueRef function)
{
	hr_poll_cfg cfg;

	hr_poll_cfg_make(&cfg, function);
	HR_EACH_BLOCK_INSTRUCTION(function, at)
	{
		if (!reads_or_calls(self, at, &self->how))
			continue;
		self->read = at;
		self->waits = false;
		if (hr_poll_cfg_each_loop(&cfg, block_, visit_loop, self))
			choose(self, at, &self->how);
	}
	hr_poll_cfg_free(&cfg);
}

static void spread_all(poll_search *self)
{
	for (size_t i = 0; i < self->spread.count; i++)
		HR_EACH_BLOCK_INSTRUCTION(self->spread.data[i], at)
		{
			poll_read how;

			if (reads_or_calls(self, at, &how) && !how.plain)
				choose(self, at, &how);
		}
}

/* --- polls ------------------------------------------------------------------------------------ */

/* Build VALUE as an i64, 0 if its type is none that fits. */
static LLVMValueRef as_number(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind: return LLVMBuildPtrToInt(builder, value, k->i64, "");
	case LLVMIntegerTypeKind: return LLVMBuildIntCast2(builder, value, k->i64, false, "");
	case LLVMFloatTypeKind:
		value = LLVMBuildBitCast(builder, value, k->i32, "");
		return LLVMBuildIntCast2(builder, value, k->i64, false, "");
	case LLVMDoubleTypeKind: return LLVMBuildBitCast(builder, value, k->i64, "");
	default: return LLVMConstInt(k->i64, 0, false);
	}
}

static void poll_at(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef address, LLVMValueRef value)
{
	LLVMValueRef arguments[2] = {as_number(k, builder, address), as_number(k, builder, value)};

	hr_kernel_call(k, builder, "__hpvm__poll", k->none, arguments, 2, false);
}

static void put_poll(poll_search *self, LLVMBuilderRef builder, LLVMValueRef read)
{
	LLVMValueRef value = read;
	poll_read how;

	if (!reads_or_calls(self, read, &how))
		hr_bug("a poll without a read");
	LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(read));
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(read));
	if (LLVMIsAAtomicCmpXchgInst(read))
		value = LLVMBuildExtractValue(builder, read, 0, "");
	poll_at(self->k, builder, how.address, value);
}

/* A poll at the kernel's begin, of no address, says that functions that it calls poll. */
static void mark_kernel(hr_kernel *k, LLVMBuilderRef builder)
{
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(k->function));

	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(builder, first);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	poll_at(k, builder, LLVMConstInt(k->i64, 0, false), LLVMConstInt(k->i64, 0, false));
}

void hr_kernel_polls(hr_kernel *k)
{
	poll_search self = {.k = k};
	LLVMBuilderRef builder;

	find_polling(&self);
	for (size_t i = 0; i < k->reached.count; i++)
		if (LLVMGetFirstBasicBlock(k->reached.data[i]))
			search_function(&self, k->reached.data[i]);
	spread_all(&self);
	builder = LLVMCreateBuilderInContext(k->context);
	for (size_t i = 0; i < self.chosen.count; i++)
		put_poll(&self, builder, self.chosen.data[i]);
	if (self.chosen.count)
		mark_kernel(k, builder);
	LLVMDisposeBuilder(builder);
	HR_VEC_FREE(&self.chosen);
	HR_VEC_FREE(&self.spread);
	hr_map_free(&self.polling);
}
