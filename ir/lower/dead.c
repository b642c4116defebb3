/* ir/lower/dead.c -- removes unreachable code and unused results.
 *
 * Invariant: only operations without effects are removed; one that could trap or access memory
 *            stays.
 * Owns:      hr_lw.live. */
#include "ir/lower/lower_private.h"

/* --- registers of instructions ---------------------------------------------------------------- */

static void landing_sites(hr_landing *landing, hr_lw_sites *sites)
{
	HR_PUSH(&sites->defs, &landing->flag);
	HR_PUSH(&sites->defs, &landing->exception);
	HR_PUSH(&sites->defs, &landing->selector);
	for (unsigned i = 0; i < 3; i++)
		HR_PUSH(&sites->uses, &landing->kept[i]);
	for (uint32_t i = 0; i < landing->clause_count; i++)
		HR_PUSH(&sites->uses, &landing->clauses[i]);
}

static void call_sites(hr_call *call, hr_lw_sites *sites)
{
	if (call->callee < 0)
		HR_PUSH(&sites->uses, &call->target);
	for (uint32_t i = 0; i < call->arg_count; i++)
		HR_PUSH(&sites->uses, &call->args[i].reg);
	for (uint32_t i = 0; i < call->result_count; i++)
		HR_PUSH(&sites->defs, &call->results[i].reg);
	if (call->landing && !call->landing->refused)
		landing_sites(call->landing, sites);
}

/* The value is a use although it may become poison, which is no other number. */
static void poison_source_sites(hr_poison_source *promise, hr_lw_sites *sites)
{
	HR_PUSH(&sites->uses, &promise->value.reg);
	if (promise->kind == HR_POISON_FLAG)
		HR_PUSH(&sites->uses, &promise->flag);
	for (unsigned i = 0; i < promise->shown; i++)
		HR_PUSH(&sites->uses, &promise->operands[i].reg);
}

void hr_lw_sites_of(hr_lw *l, uint32_t word, hr_lw_sites *sites)
{
	const hr_op_info *info = &hr_op_infos[l->words.data[word]];
	uint32_t *operand = &l->words.data[word + 1];

	sites->uses.count = sites->defs.count = 0;
	for (const char *letter = info->operands; *letter; letter++) {
		switch (*letter) {
		case 'd':
		case 'o': HR_PUSH(&sites->defs, operand); break;
		case 'a':
		case 'b':
		case 'c':
		case 'e': HR_PUSH(&sites->uses, operand); break;
		case 'p': poison_source_sites(&l->poison_sources.data[*operand], sites); break;
		case 'k': call_sites(&l->calls.data[*operand], sites); break;
		case 'r':
			for (uint32_t i = 0; i < l->returns.data[*operand].count; i++)
				HR_PUSH(&sites->uses, &l->returns.data[*operand].scalars[i].reg);
			break;
		case 'j': operand++; break;
		default: break;
		}
		operand++;
	}
}

void hr_lw_sites_free(hr_lw_sites *sites)
{
	HR_VEC_FREE(&sites->uses);
	HR_VEC_FREE(&sites->defs);
}

static void indirect_targets(hr_lw *l, hr_lw_visit *visit, void *data)
{
	for (uint32_t i = 0; i < l->block_count; i++)
		if (l->blocks[i].indirect)
			visit(l, data, &l->blocks[i].entry);
}

void hr_lw_targets(hr_lw *l, uint32_t word, hr_lw_visit *visit, void *data)
{
	const hr_op_info *info = &hr_op_infos[l->words.data[word]];
	uint32_t *operand = &l->words.data[word + 1];

	if (l->words.data[word] == HR_OP_jmp_indirect)
		indirect_targets(l, visit, data);
	for (const char *letter = info->operands; *letter; letter++) {
		if (*letter == 't')
			visit(l, data, operand);
		if (*letter == 'w') {
			hr_switch *sw = &l->switches.data[*operand];
			uint32_t *targets = (uint32_t *)(uintptr_t)sw->targets;

			for (uint32_t i = 0; i < sw->count; i++)
				visit(l, data, &targets[i]);
			visit(l, data, &sw->otherwise);
		}
		operand += *letter == 'j' ? 2 : 1;
	}
}

/* --- reachable chunks ------------------------------------------------------------------------- */

typedef HR_VEC(uint32_t) chunk_list;

static void reach(hr_lw *l, void *data, uint32_t *chunk)
{
	chunk_list *work = data;

	if (l->chunks.data[*chunk].reachable)
		return;
	if (!l->chunks.data[*chunk].begun)
		hr_bug("a jump to chunk %u, which is nowhere", *chunk);
	l->chunks.data[*chunk].reachable = true;
	HR_PUSH(work, *chunk);
}

void hr_lw_list_live(hr_lw *l)
{
	chunk_list work = {0};

	reach(l, &work, &l->blocks[l->order[0]].chunk);
	while (work.count)
		hr_lw_targets(l, l->chunks.data[work.data[--work.count]].last, reach, &work);
	HR_VEC_FREE(&work);
	for (size_t i = 0; i < l->sequence.count; i++) {
		hr_lw_chunk *chunk = &l->chunks.data[l->sequence.data[i]];

		if (!chunk->reachable)
			continue;
		chunk->first = (uint32_t)l->live.count;
		for (uint32_t w = chunk->begin; w < chunk->end;
		     w += hr_op_infos[l->words.data[w]].length)
			HR_PUSH(&l->live, w);
		chunk->count = (uint32_t)l->live.count - chunk->first;
	}
}

/* --- unused results --------------------------------------------------------------------------- */

static bool is_removable(hr_op op)
{
	switch (hr_op_infos[op].shape) {
	case HR_SHAPE_UN:
	case HR_SHAPE_BIN:
	case HR_SHAPE_MIX:
	case HR_SHAPE_TER:
	case HR_SHAPE_UNI:
	case HR_SHAPE_TWO:
	case HR_SHAPE_FREXP:
	case HR_SHAPE_OVF:
	case HR_SHAPE_SELECT: return true;
	default: break;
	}
	return op == HR_OP_lea || op == HR_OP_leax || op == HR_OP_alloca || op == HR_OP_tls ||
	       op == HR_OP_nop;
}

static bool is_unused(const hr_lw *l, const hr_lw_sites *sites, const uint32_t *counts)
{
	for (size_t i = 0; i < sites->defs.count; i++) {
		uint32_t reg = *sites->defs.data[i];

		if (l->vregs.data[reg].kind == HR_VREG_SLOT || counts[reg])
			return false;
	}
	return true;
}

/* Set *REG to the value of the promise at WORD. Return false if there is no promise that can be left
 * out. */
static bool promises(const hr_lw *l, uint32_t word, uint32_t *reg)
{
	const hr_poison_source *promise;

	if (word == HR_NO_REG || l->words.data[word] != HR_OP_poison_source)
		return false;
	promise = &l->poison_sources.data[l->words.data[word + 1]];
	*reg = promise->value.reg;
	return promise->kind < HR_POISON_DEFINED;
}

/* Make one pass from the end to the start. PROMISED[r]: uses of a register r by promises about it.
 * Return true if a register has lost its last use. */
static bool sweep(hr_lw *l, uint32_t *counts, uint32_t *promised, hr_lw_sites *sites)
{
	bool changed = false;

	for (size_t i = l->live.count; i-- > 0;) {
		uint32_t word = l->live.data[i], reg;

		if (word == HR_NO_REG)
			continue;
		hr_lw_sites_of(l, word, sites);
		if (promises(l, word, &reg)) {
			if (counts[reg] > promised[reg])
				continue;
			promised[reg]--;
		} else if (!is_removable((hr_op)l->words.data[word]) ||
			   !is_unused(l, sites, counts)) {
			continue;
		}
		for (size_t u = 0; u < sites->uses.count; u++)
			changed |= --counts[*sites->uses.data[u]] == 0;
		l->live.data[i] = HR_NO_REG;
	}
	return changed;
}

void hr_lw_remove_dead(hr_lw *l)
{
	hr_lw_sites sites = {0};
	uint32_t *counts = hr_alloc_array(l->vregs.count + 1, sizeof(*counts));
	uint32_t *promised = hr_alloc_array(l->vregs.count + 1, sizeof(*promised)), reg;

	for (size_t i = 0; i < l->live.count; i++) {
		if (l->live.data[i] == HR_NO_REG)
			continue;
		hr_lw_sites_of(l, l->live.data[i], &sites);
		for (size_t u = 0; u < sites.uses.count; u++)
			counts[*sites.uses.data[u]]++;
		if (promises(l, l->live.data[i], &reg))
			promised[reg]++;
	}
	for (int rounds = 0; rounds < 4 && sweep(l, counts, promised, &sites); rounds++)
		continue;
	hr_lw_sites_free(&sites);
	hr_free(counts);
	hr_free(promised);
}
