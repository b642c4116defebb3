/* interp/lanes/build/decode.c -- from register code to blocks and instructions with operands.
 *
 * Called functions of the program are inlined, each in a separate area, unless they are recursive,
 * large, or need a real frame (varargs, byval copies). Allocas of the entry block lie in the memory
 * of each lane: an operation that uses one as an operand is surrounded by a load and a store.
 *
 * The *scalar frame* is used by operations that are done lane by lane: it contains the frames of
 * all areas side by side, in the layout of the register code.
 *
 * Owns:      nothing; everything is in the arena or the lists of the hr_lane_code.
 * Not here:  order and liveness (flow.c). */
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/lanes/lane_code.h"
#include "ir/lower/lower.h"
#include "src/arith/poison_source.h"

enum { MAX_INSTS = 200000, MAX_INLINED_WORDS = 2000, FIRST_TEMPORARY = 1 << 30 };

typedef struct decode {
	hr_lane_code *w;
	const hr_code *code;
	uint32_t area, temporaries;
	uint32_t block;     /* block being filled */
	uint32_t *block_at; /* by word: the block that begins there, or LANE_NONE */
	uint32_t back;      /* block that continues after a return, or LANE_NONE for the leaf */
	uint32_t inlining;
} decode;

bool lane_refuse(hr_lane_code *w, const char *why)
{
	if (!w->why)
		w->why = why;
	return false;
}

/* --- registers and instructions --------------------------------------------------------------- */

static uint32_t reg_of(hr_lane_code *w, uint32_t start, uint32_t size, const uint8_t *constant)
{
	uint64_t key = ((uint64_t)start << 8 | size) + 1, found;

	if (hr_map_get(&w->reg_index, key, &found))
		return (uint32_t)found;
	hr_map_put(&w->reg_index, key, w->regs.count);
	HR_PUSH(&w->regs, (lane_reg){.start = start,
				     .size = size,
				     .constant = constant != NULL,
				     .value = constant});
	return (uint32_t)w->regs.count - 1;
}

lane_inst *lane_add_inst(hr_lane_code *w, uint16_t op, const uint32_t *pc, uint32_t area,
			 unsigned defs, unsigned uses)
{
	HR_PUSH(&w->insts, (lane_inst){.op = op,
				       .pc = pc,
				       .area = area,
				       .def_count = (uint16_t)defs,
				       .use_count = (uint16_t)uses,
				       .sites = (uint32_t)w->sites.count});
	for (unsigned i = 0; i < defs + uses; i++)
		HR_PUSH(&w->sites, (lane_site){LANE_NONE, LANE_NONE, 0});
	return &w->insts.data[w->insts.count - 1];
}

/* Return the operand at OFFSET of the current area's frame. *slot is set if it is in memory, and
 * the register is a temporary. */
static lane_site site_of(decode *d, uint32_t offset, uint32_t size, bool *slot)
{
	hr_lane_code *w = d->w;
	const lane_area *area = &w->areas.data[d->area];
	lane_site site = {.web = LANE_NONE, .scalar = area->scalar + offset};

	*slot = offset >= d->code->register_bytes;
	if (*slot) {
		site.reg = reg_of(w, FIRST_TEMPORARY + d->temporaries, size, NULL);
		d->temporaries += 16;
	} else if (offset < d->code->constant_bytes) {
		site.reg = reg_of(w, area->base + offset, size, d->code->constants + offset);
	} else {
		site.reg = reg_of(w, area->base + offset, size, NULL);
	}
	return site;
}

static void slot_access(decode *d, uint16_t op, const uint32_t *pc, uint32_t offset, lane_site site)
{
	lane_inst *inst = lane_add_inst(d->w, op, pc, d->area, op == LANE_OP_SLOT_LOAD,
					op == LANE_OP_SLOT_STORE);

	inst->immediate[0] = d->w->areas.data[d->area].slots + (offset - d->code->register_bytes);
	d->w->sites.data[inst->sites] = site;
}

typedef struct operand_list {
	struct {
		uint32_t offset, size;
	} at[64];
	unsigned defs, count; /* definitions first */
} operand_list;

static void operand(operand_list *list, uint32_t offset, uint32_t size)
{
	list->at[list->count].offset = offset;
	list->at[list->count++].size = size;
}

/* Add the instruction OP with the registers of LIST, and loads and stores of allocas around it. */
static uint32_t add(decode *d, uint16_t op, const uint32_t *pc, const operand_list *list)
{
	lane_site sites[64];
	bool slots[64];
	lane_inst *inst;
	uint32_t index;

	for (unsigned i = 0; i < list->count; i++) {
		sites[i] = site_of(d, list->at[i].offset, list->at[i].size, &slots[i]);
		if (slots[i] && i >= list->defs)
			slot_access(d, LANE_OP_SLOT_LOAD, pc, list->at[i].offset, sites[i]);
	}
	inst = lane_add_inst(d->w, op, pc, d->area, list->defs, list->count - list->defs);
	index = (uint32_t)(inst - d->w->insts.data);
	memcpy(&d->w->sites.data[inst->sites], sites, list->count * sizeof(*sites));
	for (unsigned i = 0; i < list->defs; i++)
		if (slots[i])
			slot_access(d, LANE_OP_SLOT_STORE, pc, list->at[i].offset, sites[i]);
	return index;
}

static uint32_t size_of(unsigned con)
{
	return con < HR_C_COUNT ? hr_con_size((hr_con)con) : 8;
}

/* Return the size of the operand with LETTER. */
static uint32_t operand_size(const hr_op_info *info, char letter)
{
	uint32_t to = size_of(info->to), from = size_of(info->from);

	switch ((hr_op_shape)info->shape) {
	case HR_SHAPE_MIX: return letter == 'b' ? from : to;
	case HR_SHAPE_FREXP: return letter == 'o' ? from : to;
	case HR_SHAPE_OVF: return letter == 'o' ? 1 : to;
	case HR_SHAPE_SELECT: return letter == 'a' ? 1 : to;
	case HR_SHAPE_STORE:
	case HR_SHAPE_STOREX:
	case HR_SHAPE_ASTORE: return letter == 'a' ? to : 8;
	case HR_SHAPE_RMW: return letter == 'a' ? 8 : to;
	case HR_SHAPE_CMPXCHG: return letter == 'a' ? 8 : letter == 'o' ? 1 : to;
	default: return letter == 'd' || letter == 'o' ? to : from;
	}
}

static bool is_arithmetic(const hr_poison_source *promise)
{
	return promise->kind >= HR_POISON_ADD && promise->kind <= HR_POISON_SHL;
}

/* The value is not changed in a batch (interp/lanes/handlers/poison_source.c). */
static void decode_poison_source(decode *d, const uint32_t *pc)
{
	const hr_poison_source *promise = &d->code->poison_sources[pc[1]];
	operand_list list = {.count = 0};

	if (promise->kind >= HR_POISON_DEFINED)
		return; /* no register of a batch has undefined bits */
	if (promise->kind == HR_POISON_FLAG)
		operand(&list, promise->flag, 1);
	if (promise->kind == HR_POISON_OBJECT) {
		operand(&list, promise->value.reg, 8);
		operand(&list, promise->operands[0].reg, 8);
	}
	for (unsigned i = 0; is_arithmetic(promise) && i < 2; i++)
		operand(&list, promise->operands[i].reg, hr_con_size(promise->operands[i].con));
	add(d, HR_OP_poison_source, pc, &list);
}

/* List the registers of a row, by its operand letters; immediates go to IMMEDIATE. */
static void row_operands(const uint32_t *pc, operand_list *list, uint64_t immediate[2])
{
	const hr_op_info *info = &hr_op_infos[*pc];
	unsigned n = 0;

	for (unsigned pass = 0; pass < 2; pass++) {
		const uint32_t *word = pc + 1;

		for (const char *letter = info->operands; *letter; letter++) {
			bool is_def = *letter == 'd' || *letter == 'o';

			if (strchr("doabce", *letter) && is_def == (pass == 0))
				operand(list, *word,
					*pc == HR_OP_memset && *letter == 'b'
						? 1
						: operand_size(info, *letter));
			else if (*letter == 'j' && pass == 0)
				immediate[n++] = (uint64_t)word[1] << 32 | word[0];
			else if (*letter == 's' && pass == 0)
				immediate[n++] = (uint64_t)(int64_t)(int32_t)*word;
			else if (*letter == 'i' && pass == 0)
				immediate[n++] = *word;
			word += *letter == 'j' ? 2 : 1;
		}
		if (pass == 0)
			list->defs = list->count;
	}
}

static uint32_t add_row(decode *d, const uint32_t *pc)
{
	operand_list list = {.count = 0};
	uint64_t immediate[2] = {0, 0};
	uint32_t index;

	row_operands(pc, &list, immediate);
	index = add(d, (uint16_t)*pc, pc, &list);
	memcpy(d->w->insts.data[index].immediate, immediate, sizeof(immediate));
	return index;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static uint32_t new_block(hr_lane_code *w)
{
	HR_PUSH(&w->blocks, (lane_block){.loop = LANE_NONE});
	return (uint32_t)w->blocks.count - 1;
}

static void begin_block(decode *d, uint32_t block)
{
	d->block = block;
	d->w->blocks.data[block].first = (uint32_t)d->w->insts.count;
}

static void end_block(decode *d, const uint32_t *succ, uint32_t count)
{
	hr_lane_code *w = d->w;
	lane_block *block = &w->blocks.data[d->block];

	block->count = (uint32_t)w->insts.count - block->first;
	block->succ = hr_arena_array(&w->arena, count + 1, sizeof(uint32_t));
	block->exits = hr_arena_array(&w->arena, count + 1, sizeof(lane_exit));
	block->succ_count = count;
	if (count)
		memcpy(block->succ, succ, count * sizeof(uint32_t));
	d->block = LANE_NONE;
}

static bool ends_block(uint32_t op)
{
	switch (hr_op_infos[op].shape) {
	case HR_SHAPE_JUMP:
	case HR_SHAPE_ADDJUMP: return true;
	default:
		return op == HR_OP_jmp || op == HR_OP_jnz || op == HR_OP_switch ||
		       op == HR_OP_jmp_indirect || op == HR_OP_ret || op == HR_OP_trap ||
		       op == HR_OP_hpvm_return || op == HR_OP_hpvm_barrier || op == HR_OP_hpvm_warp;
	}
}

static void lead(decode *d, uint32_t word)
{
	if (d->block_at[word] == LANE_NONE)
		d->block_at[word] = new_block(d->w);
}

/* A block begins at every jump target and after every operation that ends a block. */
static void find_blocks(decode *d)
{
	const hr_code *code = d->code;

	d->block_at = hr_arena_array(&d->w->arena, code->word_count + 1, sizeof(uint32_t));
	memset(d->block_at, 0xff, (code->word_count + 1) * sizeof(uint32_t));
	lead(d, 0);
	for (uint32_t at = 0; at < code->word_count;) {
		uint32_t op = code->words[at];
		const uint32_t *word = code->words + at + 1;

		for (const char *letter = hr_op_infos[op].operands; *letter; letter++) {
			if (*letter == 't')
				lead(d, *word);
			if (*letter == 'w') {
				const hr_switch *sw = &code->switches[*word];

				for (uint32_t i = 0; i < sw->count; i++)
					lead(d, sw->targets[i]);
				lead(d, sw->otherwise);
			}
			word += *letter == 'j' ? 2 : 1;
		}
		at += hr_op_length((hr_op)op);
		if (ends_block(op) && at < code->word_count)
			lead(d, at);
	}
}

/* --- instructions ----------------------------------------------------------------------------- */

static bool decode_area(hr_lane_code *w, const hr_code *code, uint32_t parent, const uint32_t *call,
			uint32_t entry, uint32_t back, uint32_t *temporaries);

static void scalars(operand_list *list, const hr_scalar *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		operand(list, from[i].reg, hr_con_size(from[i].con));
}

static bool is_running(const hr_lane_code *w, uint32_t area, const hr_code *code)
{
	while (area != LANE_NONE) {
		if (w->areas.data[area].code == code)
			return true;
		area = w->areas.data[area].parent;
	}
	return false;
}

static bool fits(const hr_call *call, const hr_code *code)
{
	uint32_t results = code->results ? code->results->count : 0;

	if (call->arg_count != code->param_count || call->result_count != results)
		return false;
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (call->args[i].con != code->params[i].con)
			return false;
	for (uint32_t i = 0; i < results; i++)
		if (call->results[i].con != code->results->scalars[i].con)
			return false;
	for (uint32_t i = 0; i < code->param_info_count; i++)
		if (code->param_info[i].byval_bytes)
			return false;
	return true;
}

/* Return the code that can be inlined for CALL, or NULL. */
static const hr_code *inlinable(decode *d, const hr_call *call)
{
	hr_lane_code *w = d->w;
	hr_function *function;
	const hr_code *code;

	if (call->callee < 0)
		return NULL;
	function = w->run->program->functions[call->callee];
	if (!function->defined || function->variadic || call->variadic)
		return NULL;
	if (hr_lower(w->run->program, function, &code) != HR_OK ||
	    hr_engine_prepare(w->run, code) != HR_OK)
		return NULL;
	if (code->convention != call->convention || code->dynamic_stack ||
	    code->word_count > MAX_INLINED_WORDS || w->insts.count > MAX_INSTS / 2 ||
	    is_running(w, d->area, code) || !fits(call, code))
		return NULL;
	for (uint32_t at = 0; at < code->word_count; at += hr_op_length((hr_op)code->words[at]))
		if (code->words[at] == HR_OP_jmp_indirect || code->words[at] == HR_OP_va_start)
			return NULL;
	return code;
}

/* Add moves between registers of two areas, for arguments or results. */
static void moves_between(hr_lane_code *w, const uint32_t *pc, uint32_t to_area,
			  const hr_scalar *to, uint32_t from_area, const hr_scalar *from,
			  uint32_t count, uint32_t *temporaries)
{
	for (uint32_t i = 0; i < count; i++) {
		decode source = {.w = w,
				 .code = w->areas.data[from_area].code,
				 .area = from_area,
				 .temporaries = *temporaries};
		decode target = {.w = w, .code = w->areas.data[to_area].code, .area = to_area};
		uint32_t size = hr_con_size(from[i].con);
		bool from_slot, to_slot;
		lane_site a = site_of(&source, from[i].reg, size, &from_slot), b;
		lane_inst *inst;

		if (from_slot)
			slot_access(&source, LANE_OP_SLOT_LOAD, pc, from[i].reg, a);
		target.temporaries = source.temporaries;
		b = site_of(&target, to[i].reg, size, &to_slot);
		inst = lane_add_inst(w, LANE_OP_MOVE, pc, from_area, 1, 1);
		w->sites.data[inst->sites] = b;
		w->sites.data[inst->sites + 1] = a;
		if (to_slot)
			slot_access(&target, LANE_OP_SLOT_STORE, pc, to[i].reg, b);
		*temporaries = target.temporaries;
	}
}

/* Return true if the call may be to a variadic function of the program. */
static bool takes_variadic(const hr_lane_code *w, const hr_call *call)
{
	const hr_function *function =
		call->callee < 0 ? NULL : w->run->program->functions[call->callee];

	return function ? function->defined && function->variadic : call->variadic;
}

static bool decode_call(decode *d, const uint32_t *pc)
{
	hr_lane_code *w = d->w;
	const hr_call *call = &d->code->calls[pc[1]];
	const hr_code *code = inlinable(d, call);
	operand_list list = {.count = 0};
	uint32_t entry, back;

	if (takes_variadic(w, call))
		return lane_refuse(w, call->callee < 0
					      ? "a call through a pointer with variadic arguments"
					      : "a call with variadic arguments");
	if (code) {
		entry = new_block(w);
		back = new_block(w);
		lane_add_inst(w, HR_OP_jmp, pc, d->area, 0, 0); /* counts the steps so far */
		end_block(d, &entry, 1);
		if (!decode_area(w, code, d->area, pc, entry, back, &d->temporaries))
			return false;
		begin_block(d, back);
		return true;
	}
	if (call->arg_count + call->result_count + 1 > 60)
		return lane_refuse(w, "a call with more than 60 scalars");
	scalars(&list, call->results, call->result_count);
	list.defs = list.count;
	scalars(&list, call->args, call->arg_count);
	if (call->callee < 0)
		operand(&list, call->target, 8);
	add(d, LANE_OP_CALL, pc, &list);
	return true;
}

static void decode_return(decode *d, const uint32_t *pc)
{
	hr_lane_code *w = d->w;
	const hr_return *values = &d->code->returns[pc[1]];

	if (d->back != LANE_NONE) {
		const lane_area *area = &w->areas.data[d->area];
		uint32_t parent = area->parent;
		const hr_call *call = &w->areas.data[parent].code->calls[area->call[1]];

		moves_between(w, pc, parent, call->results, d->area, values->scalars,
			      call->result_count, &d->temporaries);
		lane_add_inst(w, HR_OP_jmp, pc, d->area, 0, 0);
		end_block(d, &d->back, 1);
		return;
	}
	lane_add_inst(w, HR_OP_ret, pc, d->area, 0, 0);
	end_block(d, NULL, 0);
}

static bool decode_hpvm_return(decode *d, const uint32_t *pc)
{
	const hr_return *values = &d->code->returns[pc[1]];
	operand_list list = {.count = 0};

	if (d->back != LANE_NONE)
		return lane_refuse(d->w, "a node function that calls another one");
	if (values->count > 60)
		return lane_refuse(d->w, "more than 60 scalars of outputs");
	scalars(&list, values->scalars, values->count);
	add(d, HR_OP_hpvm_return, pc, &list);
	end_block(d, NULL, 0);
	return true;
}

static void decode_jump(decode *d, const uint32_t *pc)
{
	const hr_op_info *info = &hr_op_infos[*pc];
	uint32_t predicate, con, succ[2];
	operand_list list = {.count = 0};

	if (info->shape == HR_SHAPE_JUMP) {
		succ[0] = d->block_at[pc[3]];
		succ[1] = d->block_at[pc[4]];
		add_row(d, pc);
		end_block(d, succ, 2);
		return;
	}
	predicate = (*pc - HR_OP_addjeq_i32) / 2;
	con = (*pc - HR_OP_addjeq_i32) % 2;
	operand(&list, pc[1], con ? 8 : 4);
	list.defs = 1;
	operand(&list, pc[2], con ? 8 : 4);
	operand(&list, pc[3], con ? 8 : 4);
	add(d, (uint16_t)(con ? HR_OP_add_i64 : HR_OP_add_i32), pc, &list);
	list = (operand_list){.count = 0};
	operand(&list, pc[1], con ? 8 : 4);
	operand(&list, pc[4], con ? 8 : 4);
	add(d, (uint16_t)(HR_OP_jeq_i8 + 4 * predicate + 2 + con), pc, &list);
	succ[0] = d->block_at[pc[5]];
	succ[1] = d->block_at[pc[6]];
	end_block(d, succ, 2);
}

static void decode_switch(decode *d, const uint32_t *pc)
{
	const hr_switch *sw = &d->code->switches[pc[2]];
	uint32_t *succ = hr_arena_array(&d->w->arena, sw->count + 1, sizeof(uint32_t));
	operand_list list = {.count = 0};

	for (uint32_t i = 0; i < sw->count; i++)
		succ[i] = d->block_at[sw->targets[i]];
	succ[sw->count] = d->block_at[sw->otherwise];
	operand(&list, pc[1], hr_con_size(sw->con));
	add(d, HR_OP_switch, pc, &list);
	end_block(d, succ, sw->count + 1);
}

static bool decode_control(decode *d, const uint32_t *pc)
{
	uint32_t next = (uint32_t)(pc - d->code->words) + hr_op_length((hr_op)*pc), succ[2];

	switch (*pc) {
	case HR_OP_jmp:
		lane_add_inst(d->w, HR_OP_jmp, pc, d->area, 0, 0);
		succ[0] = d->block_at[pc[1]];
		end_block(d, succ, 1);
		return true;
	case HR_OP_jnz:
		add_row(d, pc);
		succ[0] = d->block_at[pc[2]];
		succ[1] = d->block_at[pc[3]];
		end_block(d, succ, 2);
		return true;
	case HR_OP_switch: decode_switch(d, pc); return true;
	case HR_OP_ret: decode_return(d, pc); return true;
	case HR_OP_hpvm_return: return decode_hpvm_return(d, pc);
	case HR_OP_trap:
		add_row(d, pc);
		end_block(d, NULL, 0);
		return true;
	case HR_OP_hpvm_poll: return lane_refuse(d->w, "a loop that waits for other instances");
	case HR_OP_hpvm_warp:
		if (d->back != LANE_NONE)
			return lane_refuse(d->w, "a collective of warps in a called function");
		add_row(d, pc);
		succ[0] = d->block_at[next];
		d->w->blocks.data[succ[0]].resumes = true;
		end_block(d, succ, 1);
		return true;
	case HR_OP_hpvm_barrier:
		if (d->back != LANE_NONE)
			return lane_refuse(d->w, "a barrier in a called function");
		lane_add_inst(d->w, HR_OP_hpvm_barrier, pc, d->area, 0, 0);
		succ[0] = d->block_at[next];
		d->w->blocks.data[succ[0]].resumes = true;
		end_block(d, succ, 1);
		return true;
	default: decode_jump(d, pc); return true;
	}
}

static bool decode_one(decode *d, const uint32_t *pc)
{
	switch (*pc) {
	case HR_OP_nop: return true;
	case HR_OP_jmp_indirect: return lane_refuse(d->w, "an indirect branch");
	case HR_OP_alloca_dynamic:
	case HR_OP_stacksave:
	case HR_OP_stackrestore: return lane_refuse(d->w, "a variable-length array");
	case HR_OP_va_start:
	case HR_OP_va_copy:
	case HR_OP_va_end: return lane_refuse(d->w, "variadic arguments");
	case HR_OP_hpvm_rounding: return lane_refuse(d->w, "-Wfmuladd-rounding");
	case HR_OP_fenv_get:
	case HR_OP_fenv_set: return lane_refuse(d->w, "the floating-point environment");
	case HR_OP_call: return decode_call(d, pc);
	case HR_OP_alloca: {
		uint32_t index = add_row(d, pc);

		d->w->insts.data[index].immediate[0] +=
			d->w->areas.data[d->area].slots - (uint64_t)d->code->register_bytes;
		return true;
	}
	case HR_OP_poison_source: decode_poison_source(d, pc); return true;
	default:
		if (ends_block(*pc))
			return decode_control(d, pc);
		add_row(d, pc);
		return true;
	}
}

static bool decode_body(decode *d)
{
	const hr_code *code = d->code;

	for (uint32_t at = 0; at < code->word_count; at += hr_op_length((hr_op)code->words[at])) {
		uint32_t block = d->block_at[at];

		if (d->w->insts.count > MAX_INSTS)
			return lane_refuse(d->w, "more than 200000 operations");
		if (block != LANE_NONE) {
			if (d->block != LANE_NONE) {
				lane_add_inst(d->w, HR_OP_jmp, code->words + at, d->area, 0, 0);
				end_block(d, &block, 1);
			}
			begin_block(d, block);
		}
		if (d->block == LANE_NONE)
			continue; /* unreachable: after the end of a block */
		d->w->blocks.data[d->block].steps +=
			hr_op_length((hr_op)code->words[at]) * sizeof(uint32_t);
		if (!decode_one(d, code->words + at))
			return false;
	}
	if (d->block != LANE_NONE)
		end_block(d, NULL, 0);
	return true;
}

static uint32_t round_up(uint64_t bytes, uint64_t to)
{
	return (uint32_t)((bytes + to - 1) / to * to);
}

static void place_area(hr_lane_code *w, lane_area *area)
{
	const uint64_t align = area->code->frame_align < 16 ? 16 : area->code->frame_align;
	const uint32_t variables = area->code->frame_bytes - area->code->register_bytes;

	area->base = w->virtual_bytes;
	w->virtual_bytes = round_up((uint64_t)area->base + area->code->frame_bytes, 16);
	area->scalar = round_up((uint64_t)w->scalar_bytes + sizeof(hr_frame), align);
	w->scalar_bytes = area->scalar + round_up(area->code->frame_bytes, 16);
	area->slots = w->lane_bytes;
	if (variables) /* aligned as in the frame, where variables follow the registers */
		area->slots = round_up(w->lane_bytes, align) +
			      area->code->register_bytes % (uint32_t)align;
	w->lane_align = align > w->lane_align ? align : w->lane_align;
	w->lane_bytes = area->slots + variables;
}

/* Decode an area. ENTRY begins with the moves of the arguments, if it is a call, and continues with
 * the code. */
static bool decode_area(hr_lane_code *w, const hr_code *code, uint32_t parent, const uint32_t *call,
			uint32_t entry, uint32_t back, uint32_t *temporaries)
{
	lane_area area = {.code = code, .parent = parent, .call = call};
	decode d = {.w = w,
		    .code = code,
		    .area = (uint32_t)w->areas.count,
		    .back = back,
		    .temporaries = *temporaries};
	uint32_t first;
	bool decoded;

	place_area(w, &area);
	HR_PUSH(&w->areas, area);
	find_blocks(&d);
	begin_block(&d, entry);
	if (w->run->options.checks & HR_CHECK_UNINIT && code->frame_bytes > code->register_bytes)
		lane_add_inst(w, LANE_OP_FRAME, code->words, d.area, 0, 0);
	if (call) {
		const hr_call *at = &w->areas.data[parent].code->calls[call[1]];

		moves_between(w, call, d.area, code->params, parent, at->args, at->arg_count,
			      &d.temporaries);
	} else {
		lane_inst *inst =
			lane_add_inst(w, LANE_OP_ENTRY, code->words, d.area, code->param_count, 0);
		uint32_t sites = inst->sites;
		bool slot;

		for (uint32_t i = 0; i < code->param_count; i++)
			w->sites.data[sites + i] = site_of(&d, code->params[i].reg,
							   hr_con_size(code->params[i].con), &slot);
	}
	lane_add_inst(w, HR_OP_jmp, code->words, d.area, 0, 0);
	first = d.block_at[0];
	end_block(&d, &first, 1);
	decoded = decode_body(&d);
	*temporaries = d.temporaries;
	return decoded;
}

bool lane_decode(hr_lane_code *w)
{
	uint32_t entry = new_block(w), temporaries = 0;

	if (w->code->dynamic_stack)
		return lane_refuse(w, "a variable-length array");
	return decode_area(w, w->code, LANE_NONE, NULL, entry, LANE_NONE, &temporaries);
}
