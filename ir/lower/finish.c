/* ir/lower/finish.c -- lays out the chunks and writes the final code.
 *
 * A chunk that only jumps is merged into its target. A chunk whose jump goes to one not yet placed
 * is followed by it, without the jump. A jump back to a short chunk that ends in a conditional jump
 * is replaced by a copy of that chunk, so that an iteration of a loop takes one jump.
 *
 * Invariant: every word of the result is final; no virtual register or chunk is left in it.
 * Owns:      the code is in the program's arena. */
#include <string.h>

#include "ir/lower/lower_private.h"
#include "ir/program/debug_names.h"

/* maximum number of instructions of a chunk that is copied to a backward jump */
enum { COPY_LIMIT = 6 };

typedef HR_VEC(uint32_t) chunk_list;

typedef struct finish {
	hr_lw *l;
	hr_code *code;
	uint32_t *forward;       /* chunk -> the final target of jumps to it */
	uint32_t *position;      /* chunk -> its word in the result, or HR_NO_REG */
	HR_VEC(uint32_t) layout; /* chunks in order */
	HR_VEC(uint32_t) words;
	HR_VEC(uint32_t) patches; /* words that contain a chunk and will contain its position */
	HR_VEC(hr_code_place) places;
	bool debug;
} finish;

/* --- layout ----------------------------------------------------------------------------------- */

static uint32_t live_last(const hr_lw *l, const hr_lw_chunk *chunk)
{
	return l->live.data[chunk->first + chunk->count - 1];
}

/* Return true for a chunk that contains only `jmp`. */
static bool is_empty(const hr_lw *l, const hr_lw_chunk *chunk)
{
	if (l->words.data[chunk->last] != HR_OP_jmp)
		return false;
	for (uint32_t i = 0; i + 1 < chunk->count; i++)
		if (l->live.data[chunk->first + i] != HR_NO_REG)
			return false;
	return true;
}

static void find_forwards(finish *f)
{
	hr_lw *l = f->l;

	for (uint32_t c = 0; c < l->chunks.count; c++) {
		uint32_t to = c;

		/* a loop of empty chunks is an infinite loop: stop at some point */
		for (unsigned steps = 0;
		     steps < 64 && l->chunks.data[to].reachable && is_empty(l, &l->chunks.data[to]);
		     steps++)
			to = l->words.data[l->chunks.data[to].last + 1];
		f->forward[c] = to;
	}
}

static void redirect(hr_lw *l, void *data, uint32_t *chunk)
{
	finish *f = data;

	(void)l;
	*chunk = f->forward[*chunk];
}

static void mark(hr_lw *l, void *data, uint32_t *chunk)
{
	chunk_list *work = data;

	if (l->chunks.data[*chunk].reachable)
		return;
	l->chunks.data[*chunk].reachable = true;
	HR_PUSH(work, *chunk);
}

/* Redirect jumps to their final targets; then recompute reachability. */
static void thread_jumps(finish *f)
{
	hr_lw *l = f->l;
	chunk_list work = {0};
	uint32_t entry = f->forward[l->blocks[l->order[0]].chunk];

	for (size_t i = 0; i < l->sequence.count; i++) {
		hr_lw_chunk *chunk = &l->chunks.data[l->sequence.data[i]];

		if (chunk->reachable && l->words.data[chunk->last] != HR_OP_jmp_indirect)
			hr_lw_targets(l, chunk->last, redirect, f);
	}
	for (uint32_t i = 0; i < l->block_count; i++)
		if (l->blocks[i].indirect)
			l->blocks[i].entry = f->forward[l->blocks[i].entry];
	for (uint32_t c = 0; c < l->chunks.count; c++)
		l->chunks.data[c].reachable = false;
	mark(l, &work, &entry);
	while (work.count) {
		uint32_t chunk = work.data[--work.count];

		hr_lw_targets(l, live_last(l, &l->chunks.data[chunk]), mark, &work);
	}
	HR_VEC_FREE(&work);
}

static void lay_out(finish *f)
{
	hr_lw *l = f->l;
	bool *placed = hr_alloc_array(l->chunks.count, sizeof(*placed));
	uint32_t entry = f->forward[l->blocks[l->order[0]].chunk];

	for (size_t i = 0; i <= l->sequence.count; i++) {
		uint32_t chunk = i ? l->sequence.data[i - 1] : entry;

		while (l->chunks.data[chunk].reachable && !placed[chunk]) {
			placed[chunk] = true;
			HR_PUSH(&f->layout, chunk);
			if (l->words.data[l->chunks.data[chunk].last] == HR_OP_jmp)
				chunk = l->words.data[l->chunks.data[chunk].last + 1];
		}
	}
	hr_free(placed);
}

/* --- the frame -------------------------------------------------------------------------------- */

static void use_constant(hr_lw *l, uint32_t reg, bool *used)
{
	if (l->vregs.data[reg].kind == HR_VREG_CONST)
		used[l->vregs.data[reg].index] = true;
}

static bool *used_constants(finish *f)
{
	hr_lw *l = f->l;
	bool *used = hr_alloc_array(l->constants.count + 1, sizeof(*used));
	hr_lw_sites sites = {0};

	for (size_t i = 0; i < f->layout.count; i++) {
		const hr_lw_chunk *chunk = &l->chunks.data[f->layout.data[i]];

		for (uint32_t k = chunk->first; k < chunk->first + chunk->count; k++) {
			if (l->live.data[k] == HR_NO_REG)
				continue;
			hr_lw_sites_of(l, l->live.data[k], &sites);
			for (size_t u = 0; u < sites.uses.count; u++)
				use_constant(l, *sites.uses.data[u], used);
		}
	}
	hr_lw_sites_free(&sites);
	return used;
}

static void list_undefined(finish *f, const bool *used)
{
	hr_lw *l = f->l;
	hr_program *program = l->program;
	HR_VEC(hr_undefined) list = {0};

	for (size_t i = 0; i < l->constants.count; i++) {
		const hr_lw_constant *c = &l->constants.data[i];
		hr_undefined made = {.offset = c->place, .bits = c->undefined, .poison = c->poison};

		if (!used[i] || !c->undefined)
			continue;
		if (c->user)
			made.where = hr_where_call(program, c->user);
		made.name = c->phi ? hr_variable_name(&program->arena, c->phi) : NULL;
		HR_PUSH(&list, made);
	}
	f->code->undefined_count = (uint32_t)list.count;
	f->code->undefined = hr_arena_array(&program->arena, list.count + 1, sizeof(hr_undefined));
	if (list.count)
		memcpy(f->code->undefined, list.data, list.count * sizeof(hr_undefined));
	HR_VEC_FREE(&list);
}

static void place_constants(finish *f)
{
	static const uint32_t sizes[] = {16, 8, 4, 2, 1};
	hr_lw *l = f->l;
	bool *used = used_constants(f);
	uint32_t end = 0;
	HR_VEC(hr_reloc) relocs = {0};

	for (size_t s = 0; s < 5; s++)
		for (size_t i = 0; i < l->constants.count; i++)
			if (used[i] && l->constants.data[i].size == sizes[s]) {
				l->constants.data[i].place = end;
				end += sizes[s];
			}
	l->constant_end = (end + 15) / 16 * 16;
	f->code->constant_bytes = l->constant_end;
	f->code->constants = hr_arena_alloc(&l->program->arena, l->constant_end + 1);
	for (size_t i = 0; i < l->constants.count; i++) {
		const hr_lw_constant *c = &l->constants.data[i];
		hr_u128 bits = c->bits;

		if (!used[i])
			continue;
		for (uint32_t b = 0; b < c->size; b++, bits >>= 8)
			f->code->constants[c->place + b] = (uint8_t)bits;
		if (c->has_symbol)
			HR_PUSH(&relocs, (hr_reloc){.kind = c->symbol.kind,
						    .bytes = 8,
						    .offset = c->place,
						    .index = c->symbol.index,
						    .function = c->symbol.function});
	}
	list_undefined(f, used);
	f->code->reloc_count = (uint32_t)relocs.count;
	f->code->relocs = hr_arena_array(&l->program->arena, relocs.count + 1, sizeof(hr_reloc));
	if (relocs.count)
		memcpy(f->code->relocs, relocs.data, relocs.count * sizeof(hr_reloc));
	HR_VEC_FREE(&relocs);
	hr_free(used);
}

static void place_slots(finish *f)
{
	hr_lw *l = f->l;
	uint64_t end = (uint64_t)l->constant_end + l->register_end;
	uint64_t align = 16;

	end = (end + 15) / 16 * 16;
	f->code->register_bytes = (uint32_t)end;
	for (size_t i = 0; i < l->slots.count; i++) {
		hr_lw_slot *slot = &l->slots.data[i];

		align = slot->align > align ? slot->align : align;
		end = (end + slot->align - 1) / slot->align * slot->align;
		slot->place = (uint32_t)end;
		/* two empty objects have distinct addresses */
		end += slot->bytes ? slot->bytes : 1;
		end += slot->gap ? HR_VARIABLE_GAP : 0;
	}
	end = (end + 15) / 16 * 16;
	if (end > INT32_MAX) {
		hr_where where = hr_where_function(l->program, l->llvm);

		hr_report(l->program->diags, HR_D_unsupported_feature, &where,
			  "a stack frame of 2 GiB");
		l->status = HR_UNSUPPORTED;
	}
	f->code->frame_bytes = (uint32_t)end;
	f->code->frame_align = (uint32_t)align;
}

static uint32_t frame_offset(const hr_lw *l, uint32_t reg)
{
	const hr_lw_vreg *v = &l->vregs.data[reg];

	switch (v->kind) {
	case HR_VREG_CONST: return l->constants.data[v->index].place;
	case HR_VREG_SLOT: return l->slots.data[v->index].place + v->offset;
	default: return l->constant_end + l->frame[reg];
	}
}

/* Rewrite all registers of all instructions, in the words as built and in calls and returns. */
static void rewrite_registers(finish *f)
{
	hr_lw *l = f->l;
	hr_lw_sites sites = {0};

	for (size_t i = 0; i < f->layout.count; i++) {
		const hr_lw_chunk *chunk = &l->chunks.data[f->layout.data[i]];

		for (uint32_t k = chunk->first; k < chunk->first + chunk->count; k++) {
			uint32_t word = l->live.data[k];

			if (word == HR_NO_REG)
				continue;
			hr_lw_sites_of(l, word, &sites);
			for (size_t u = 0; u < sites.uses.count; u++)
				*sites.uses.data[u] = frame_offset(l, *sites.uses.data[u]);
			for (size_t d = 0; d < sites.defs.count; d++)
				*sites.defs.data[d] = frame_offset(l, *sites.defs.data[d]);
			if (l->words.data[word] == HR_OP_alloca)
				l->words.data[word + 2] =
					l->slots.data[l->words.data[word + 2]].place;
		}
	}
	hr_lw_sites_free(&sites);
}

/* --- words ------------------------------------------------------------------------------------ */

static void note_place(finish *f, uint32_t word)
{
	hr_lw *l = f->l;
	LLVMValueRef in = hr_lw_instruction_at(l, word);
	hr_code_place place = {.word = (uint32_t)f->words.count};

	if (!in || !LLVMIsAInstruction(in) || (f->places.count && HR_LAST(&f->places).llvm == in))
		return;
	place.llvm = in;
	if (f->debug) {
		hr_where where = hr_where_call(l->program, in);

		place.file = where.file;
		place.line = where.line;
		place.column = where.column;
	}
	HR_PUSH(&f->places, place);
}

static void write_instruction(finish *f, uint32_t word)
{
	hr_lw *l = f->l;
	const hr_op_info *info = &hr_op_infos[l->words.data[word]];
	uint32_t at = (uint32_t)f->words.count + 1;

	note_place(f, word);
	for (uint32_t i = 0; i < info->length; i++)
		HR_PUSH(&f->words, l->words.data[word + i]);
	for (const char *letter = info->operands; *letter; letter++) {
		if (*letter == 't')
			HR_PUSH(&f->patches, at);
		at += *letter == 'j' ? 2 : 1;
	}
}

static bool is_conditional(hr_op op)
{
	uint8_t shape = hr_op_infos[op].shape;

	return op == HR_OP_jnz || shape == HR_SHAPE_JUMP || shape == HR_SHAPE_ADDJUMP;
}

/* Return true if copying the chunk to a backward jump is worthwhile. A barrier must not be copied,
 * because all instances meet at the same barrier (M3). */
static bool is_short(const hr_lw *l, const hr_lw_chunk *chunk)
{
	unsigned count = 0;

	for (uint32_t k = chunk->first; k < chunk->first + chunk->count; k++) {
		if (l->live.data[k] == HR_NO_REG)
			continue;
		if (l->words.data[l->live.data[k]] == HR_OP_hpvm_barrier ||
		    l->words.data[l->live.data[k]] == HR_OP_hpvm_warp)
			return false;
		count++;
	}
	return count <= COPY_LIMIT && is_conditional((hr_op)l->words.data[chunk->last]);
}

static void write_body(finish *f, const hr_lw_chunk *chunk, bool with_jump)
{
	for (uint32_t k = chunk->first; k + !with_jump < chunk->first + chunk->count; k++)
		if (f->l->live.data[k] != HR_NO_REG)
			write_instruction(f, f->l->live.data[k]);
}

static void write_chunk(finish *f, size_t i)
{
	hr_lw *l = f->l;
	uint32_t c = f->layout.data[i], target;
	const hr_lw_chunk *chunk = &l->chunks.data[c];

	f->position[c] = (uint32_t)f->words.count;
	if (l->words.data[chunk->last] != HR_OP_jmp) {
		write_body(f, chunk, true);
		return;
	}
	target = l->words.data[chunk->last + 1];
	if (i + 1 < f->layout.count && f->layout.data[i + 1] == target) {
		write_body(f, chunk, false);
		return;
	}
	if (!is_short(l, &l->chunks.data[target])) {
		write_body(f, chunk, true);
		return;
	}
	write_body(f, chunk, false);
	write_body(f, &l->chunks.data[target], true);
}

static uint32_t final_target(const finish *f, uint32_t chunk)
{
	if (f->position[chunk] == HR_NO_REG)
		hr_bug("chunk %u is nowhere in the code", chunk);
	return f->position[chunk];
}

static void patch(finish *f)
{
	hr_lw *l = f->l;

	for (size_t i = 0; i < f->patches.count; i++)
		f->words.data[f->patches.data[i]] =
			final_target(f, f->words.data[f->patches.data[i]]);
	for (size_t i = 0; i < l->switches.count; i++) {
		hr_switch *sw = &l->switches.data[i];
		uint32_t *targets = (uint32_t *)(uintptr_t)sw->targets;

		if (f->position[sw->otherwise] == HR_NO_REG)
			continue; /* of an unreachable switch */
		sw->otherwise = final_target(f, sw->otherwise);
		for (uint32_t k = 0; k < sw->count; k++)
			targets[k] = final_target(f, targets[k]);
	}
}

/* --- tables ----------------------------------------------------------------------------------- */

static void *keep(hr_lw *l, const void *data, size_t count, size_t size)
{
	void *copy = hr_arena_array(&l->program->arena, count + 1, size);

	if (count)
		memcpy(copy, data, count * size);
	return copy;
}

#define KEEP(l, vec) keep(l, (vec).data, (vec).count, sizeof(*(vec).data))

static void list_blocks(finish *f)
{
	hr_lw *l = f->l;
	hr_code *code = f->code;
	hr_arena *arena = &l->program->arena;

	code->block_count = l->block_count;
	code->block_words = hr_arena_array(arena, l->block_count, sizeof(*code->block_words));
	code->label_words = hr_arena_array(arena, l->block_count, sizeof(*code->label_words));
	code->block_names = hr_arena_array(arena, l->block_count, sizeof(*code->block_names));
	for (uint32_t i = 0; i < l->block_count; i++) {
		hr_lw_block *b = &l->blocks[i];
		const char *name = LLVMGetBasicBlockName(b->llvm);
		uint32_t chunk = b->indirect ? b->entry : b->reachable ? f->forward[b->chunk] : 0;

		code->block_words[i] = b->reachable ? f->position[chunk] : HR_NO_REG;
		code->label_words[i] = b->indirect ? code->block_words[i] : HR_NO_LABEL;
		code->block_names[i] = name && *name ? hr_arena_strdup(arena, name)
						     : hr_arena_printf(arena, "bb%u", i);
	}
}

static void list_parameters(finish *f)
{
	hr_lw *l = f->l;
	hr_code *code = f->code;
	unsigned count = LLVMCountParams(l->llvm);
	hr_port *ports = hr_arena_array(&l->arena, count + 1, sizeof(*ports));
	uint32_t at = 0;

	code->param_info_count = count;
	code->param_info = hr_arena_array(&l->program->arena, count + 1, sizeof(*code->param_info));
	code->param_count = (uint32_t)l->parameters.count;
	code->params =
		hr_arena_array(&l->program->arena, l->parameters.count + 1, sizeof(*code->params));
	for (unsigned i = 0; i < count; i++)
		ports[i].type = hr_lw_type_of_value(l, LLVMGetParam(l->llvm, i))->type;
	hr_ports_layout(ports, count);
	for (unsigned i = 0; i < count; i++) {
		const hr_lw_type *type = hr_lw_type_of_value(l, LLVMGetParam(l->llvm, i));

		code->param_info[i] = hr_lw_param(l, NULL, l->llvm, i);
		code->param_info[i].type = type->type;
		code->param_info[i].first = at;
		code->param_info[i].count = type->count;
		for (uint32_t k = 0; k < type->count; k++, at++) {
			code->params[at] = type->scalars[k];
			code->params[at].offset += ports[i].offset;
			code->params[at].reg = frame_offset(l, l->parameters.data[at]);
		}
	}
}

static void list_variables(finish *f)
{
	hr_lw *l = f->l;
	hr_code *code = f->code;

	code->variable_count = (uint32_t)l->slots.count;
	code->variables =
		hr_arena_array(&l->program->arena, l->slots.count + 1, sizeof(*code->variables));
	for (size_t i = 0; i < l->slots.count; i++)
		code->variables[i] = (hr_variable){.place = l->slots.data[i].place,
						   .bytes = (uint32_t)l->slots.data[i].bytes,
						   .llvm = l->slots.data[i].variable,
						   .scoped = l->slots.data[i].scoped};
}

static void list_results(finish *f)
{
	hr_lw *l = f->l;
	const hr_lw_type *type =
		hr_lw_type_of(l, LLVMGetReturnType(LLVMGlobalGetValueType(l->llvm)));
	hr_return *results = HR_ARENA_NEW(&l->program->arena, hr_return);
	HR_VEC(hr_scalar) scalars = {0};
	uint32_t end = 0;

	for (uint32_t i = 0; i < type->count; i++) {
		HR_PUSH(&scalars, type->scalars[i]);
		end = type->scalars[i].offset + hr_con_size(type->scalars[i].con);
	}
	for (uint32_t i = 0; i < type->count && hr_lw_returns_poison(l->program, l->function); i++)
		HR_PUSH(&scalars, (hr_scalar){.con = HR_C_I8, .bits = 1, .offset = end + i});
	results->count = (uint32_t)scalars.count;
	results->scalars = KEEP(l, scalars);
	f->code->results = results;
	HR_VEC_FREE(&scalars);
}

static void fill(finish *f)
{
	hr_lw *l = f->l;
	hr_code *code = f->code;

	code->program = l->program;
	code->function = l->function;
	code->name = l->function->name;
	code->convention = LLVMGetFunctionCallConv(l->llvm);
	code->words = KEEP(l, f->words);
	code->word_count = (uint32_t)f->words.count;
	code->calls = KEEP(l, l->calls);
	code->call_count = (uint32_t)l->calls.count;
	code->switches = KEEP(l, l->switches);
	code->switch_count = (uint32_t)l->switches.count;
	code->returns = KEEP(l, l->returns);
	code->return_count = (uint32_t)l->returns.count;
	code->refusals = KEEP(l, l->refusals);
	code->refusal_count = (uint32_t)l->refusals.count;
	code->poison_sources = KEEP(l, l->poison_sources);
	code->poison_source_count = (uint32_t)l->poison_sources.count;
	code->promises = KEEP(l, l->promises);
	code->promise_count = (uint32_t)l->promises.count;
	code->places = KEEP(l, f->places);
	code->place_count = (uint32_t)f->places.count;
	code->has_barrier = l->has_barrier;
	code->has_warp = l->has_warp;
	code->has_poll = l->has_poll;
	code->returns_noundef = l->follows_poison && hr_lw_returns_noundef(l->llvm);
	code->dynamic_stack = l->dynamic_stack;
	list_blocks(f);
	list_parameters(f);
	list_variables(f);
	list_results(f);
}

hr_code *hr_lw_finish(hr_lw *l)
{
	size_t chunks = l->chunks.count;
	finish f = {.l = l,
		    .code = HR_ARENA_NEW(&l->program->arena, hr_code),
		    .debug = LLVMGetSubprogram(l->llvm) != NULL};

	f.forward = hr_alloc_array(chunks, sizeof(*f.forward));
	f.position = hr_alloc_array(chunks, sizeof(*f.position));
	memset(f.position, 0xff, chunks * sizeof(*f.position));
	find_forwards(&f);
	thread_jumps(&f);
	lay_out(&f);
	place_constants(&f);
	place_slots(&f);
	rewrite_registers(&f);
	for (size_t i = 0; i < f.layout.count; i++)
		write_chunk(&f, i);
	patch(&f);
	fill(&f);
	hr_free(f.forward);
	hr_free(f.position);
	HR_VEC_FREE(&f.layout);
	HR_VEC_FREE(&f.words);
	HR_VEC_FREE(&f.patches);
	HR_VEC_FREE(&f.places);
	return f.code;
}
