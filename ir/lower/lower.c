/* ir/lower/lower.c -- lowers an LLVM function to register code.
 *
 * LLVM's optimiser does not run: a golden model does not trust what it judges.
 *
 * Invariant: a function's code is made once and never changes.
 * Owns:      the state of one lowering while it runs; the code is the program arena's.
 * Not here:  the lowering of each instruction (instruction.def names the file). */
#include "ir/lower/lower_private.h"
#include "ir/program/root.h"

/* --- instructions ----------------------------------------------------------------------------- */

void hr_lw_instruction(hr_lw *l, LLVMValueRef in, LLVMOpcode opcode)
{
	l->instruction = in;
	if (hr_lw_wide(l, in, opcode))
		return;
	switch ((int)opcode) {
#define INSTRUCTION(code, name, handler, note)                                                     \
	case code: hr_in_##handler(l, in); return;
#define INSTRUCTION_REFUSED(code, name, why)                                                       \
	case code: hr_lw_refuse_instruction(l, name, why); return;
#include "ir/lower/instruction.def"
#undef INSTRUCTION
#undef INSTRUCTION_REFUSED
	default: hr_lw_refuse_instruction(l, "?", "it is new");
	}
}

static void lower_block(hr_lw *l, hr_lw_block *block)
{
	l->instruction = NULL;
	if (block->indirect)
		hr_lw_indirect_entry(l, block);
	hr_lw_begin(l, block->chunk);
	for (LLVMValueRef in = LLVMGetFirstInstruction(block->llvm); in;
	     in = LLVMGetNextInstruction(in)) {
		if (l->chunk == HR_NO_REG)
			break; /* after a trap there are no values */
		HR_PUSH(&l->places, (hr_lw_place){(uint32_t)l->words.count, in});
		if (l->follows_poison && block == &l->blocks[l->order[0]] &&
		    in == LLVMGetFirstInstruction(block->llvm)) {
			hr_lw_poison_parameters(l);
			hr_lw_promise_entry(l);
		}
		hr_lw_instruction(l, in, LLVMGetInstructionOpcode(in));
		if (l->follows_poison && l->chunk != HR_NO_REG)
			hr_lw_poison_sources(l, in);
	}
	l->instruction = NULL;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static void number_blocks(hr_lw *l)
{
	uint32_t n = 0;

	l->block_count = LLVMCountBasicBlocks(l->llvm);
	l->blocks = hr_arena_array(&l->arena, l->block_count, sizeof(*l->blocks));
	l->order = hr_arena_array(&l->arena, l->block_count, sizeof(*l->order));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->llvm); b;
	     b = LLVMGetNextBasicBlock(b)) {
		hr_map_put(&l->block_index, hr_map_key(b), n);
		l->blocks[n] = (hr_lw_block){.llvm = b, .number = n};
		n++;
	}
}

/* Return the number of relevant successors: the unwind edge of an invoke is taken only in functions whose
 * exceptions are followed. */
static unsigned successors(const hr_lw *l, LLVMValueRef terminator)
{
	return LLVMIsAInvokeInst(terminator) && !l->unwinds ? 1 : LLVMGetNumSuccessors(terminator);
}

static LLVMBasicBlockRef successor(LLVMValueRef terminator, unsigned i)
{
	if (!LLVMIsAInvokeInst(terminator))
		return LLVMGetSuccessor(terminator, i);
	return i ? LLVMGetUnwindDest(terminator) : LLVMGetNormalDest(terminator);
}

typedef struct block_visit {
	uint32_t block;
	unsigned next; /* number of successors still to visit */
} block_visit;

/* Reverse post-order, so that a value is lowered before its uses (except phis). */
static void order_blocks(hr_lw *l)
{
	HR_VEC(block_visit) stack = {0};
	uint32_t at = l->block_count;

	l->blocks[0].reachable = true;
	HR_PUSH(&stack,
		(block_visit){0, successors(l, LLVMGetBasicBlockTerminator(l->blocks[0].llvm))});
	while (stack.count) {
		block_visit *top = &HR_LAST(&stack);
		LLVMValueRef terminator = LLVMGetBasicBlockTerminator(l->blocks[top->block].llvm);
		hr_lw_block *to;

		if (!top->next) {
			l->order[--at] = top->block;
			stack.count--;
			continue;
		}
		to = hr_lw_block_of(l, successor(terminator, --top->next));
		if (LLVMIsAIndirectBrInst(terminator))
			to->indirect = true;
		if (to->reachable)
			continue;
		to->reachable = true;
		HR_PUSH(&stack,
			(block_visit){to->number,
				      successors(l, LLVMGetBasicBlockTerminator(to->llvm))});
	}
	HR_VEC_FREE(&stack);
	l->order_count = l->block_count - at;
	l->order += at;
}

/* --- parameters ------------------------------------------------------------------------------- */

static void define_parameters(hr_lw *l)
{
	unsigned count = LLVMCountParams(l->llvm);

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef param = LLVMGetParam(l->llvm, i);
		const hr_lw_type *type = hr_lw_type_of_value(l, param);
		hr_lw_value *value = hr_lw_new_value(l, type->count);

		for (uint32_t k = 0; k < type->count; k++) {
			value->regs[k] = hr_lw_reg(l, hr_con_size(type->scalars[k].con));
			HR_PUSH(&l->parameters, value->regs[k]);
		}
		hr_lw_define(l, param, value);
	}
}

/* --- the whole function ----------------------------------------------------------------------- */

static void release(hr_lw *l)
{
	for (uint32_t i = 0; i < l->block_count; i++) {
		HR_VEC_FREE(&l->blocks[i].phis);
		HR_VEC_FREE(&l->blocks[i].staging);
	}
	hr_map_free(&l->values);
	hr_map_free(&l->types);
	hr_map_free(&l->addresses);
	hr_map_free(&l->variables);
	hr_map_free(&l->may_be_poison);
	hr_map_free(&l->tracked);
	hr_map_free(&l->block_index);
	hr_map_free(&l->constant_chains);
	HR_VEC_FREE(&l->words);
	HR_VEC_FREE(&l->chunks);
	HR_VEC_FREE(&l->sequence);
	HR_VEC_FREE(&l->live);
	HR_VEC_FREE(&l->live);
	HR_VEC_FREE(&l->vregs);
	HR_VEC_FREE(&l->constants);
	HR_VEC_FREE(&l->slots);
	HR_VEC_FREE(&l->calls);
	HR_VEC_FREE(&l->switches);
	HR_VEC_FREE(&l->returns);
	HR_VEC_FREE(&l->refusals);
	HR_VEC_FREE(&l->poison_sources);
	hr_ranges_free(&l->ranges);
	HR_VEC_FREE(&l->promises);
	HR_VEC_FREE(&l->apart);
	hr_map_free(&l->forbidden);
	HR_VEC_FREE(&l->places);
	HR_VEC_FREE(&l->parameters);
	hr_arena_free(&l->arena);
}

static void find_hpvm_returns(hr_lw *l)
{
	for (uint32_t i = 0; l->function->leaf_node && i < l->order_count; i++)
		for (LLVMValueRef in = LLVMGetFirstInstruction(l->blocks[l->order[i]].llvm); in;
		     in = LLVMGetNextInstruction(in))
			if (LLVMIsACallInst(in) && hr_lw_is_hpvm_return(in))
				l->hpvm_returns = true;
}

static void check_type(hr_lw *l, LLVMValueRef value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	if (kind != LLVMMetadataTypeKind && kind != LLVMLabelTypeKind &&
	    kind != LLVMTokenTypeKind && kind != LLVMFunctionTypeKind)
		hr_lw_type_of_value(l, value);
}

/* Report all unsupported types before lowering, which requires that there are none. */
static void check_types(hr_lw *l)
{
	for (unsigned i = 0; i < LLVMCountParams(l->llvm); i++)
		check_type(l, LLVMGetParam(l->llvm, i));
	for (uint32_t i = 0; i < l->order_count; i++)
		for (LLVMValueRef in = LLVMGetFirstInstruction(l->blocks[l->order[i]].llvm); in;
		     in = LLVMGetNextInstruction(in)) {
			l->instruction = in;
			check_type(l, in);
			for (int k = 0; k < LLVMGetNumOperands(in); k++)
				check_type(l, LLVMGetOperand(in, (unsigned)k));
		}
	l->instruction = NULL;
}

static void lower(hr_lw *l)
{
	bool host;

	hr_lw_find_exceptions(l);
	number_blocks(l);
	order_blocks(l);
	check_types(l);
	if (l->status != HR_OK)
		return;
	find_hpvm_returns(l);
	host = l->program->check_host && !l->function->leaf_node;
	l->checks_objects = l->program->check_objects &&
			    (host || hr_root_needs_checks(l->program, l->function));
	l->checks_scopes = (l->program->check_objects || l->program->keep_unwritten) &&
			   (host || hr_root_in_leaves(l->program, l->function));
	l->follows_poison = hr_lw_follows_poison(l->program, l->function);
	define_parameters(l);
	hr_lw_promote(l);
	hr_lw_find_poison(l);
	for (uint32_t i = 0; i < l->order_count; i++)
		l->blocks[l->order[i]].chunk = hr_lw_chunk_new(l);
	hr_lw_define_phis(l);
	for (uint32_t i = 0; i < l->order_count; i++)
		lower_block(l, &l->blocks[l->order[i]]);
}

static hr_status lower_function(hr_program *program, hr_function *function)
{
	hr_lw l = {.program = program,
		   .function = function,
		   .llvm = function->llvm,
		   .chunk = HR_NO_REG};
	hr_status status;

	if (!function->defined)
		hr_bug("'%s' has no body to lower", function->name);
	hr_arena_init(&l.arena);
	lower(&l);
	if (l.status == HR_OK) {
		hr_lw_list_live(&l);
		hr_lw_remove_dead(&l);
		hr_lw_fuse(&l);
		hr_lw_remove_dead(&l);
		hr_lw_allocate(&l);
		function->code = hr_lw_finish(&l);
	}
	status = l.status;
	release(&l);
	return status;
}

hr_status hr_lower(hr_program *program, hr_function *function, const hr_code **code)
{
	hr_status status = HR_OK;

	hr_program_lock();
	if (!function->code)
		status = lower_function(program, function);
	if (status == HR_OK)
		*code = function->code;
	hr_program_unlock();
	return status;
}
