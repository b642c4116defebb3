/* interp/check/uninit/find.c -- findings about uninitialised memory: where a value of it decides
 * something, and where it is left in memory that the host reads after an execution.
 *
 * A result that was copied, not computed, may be an aggregate's padding, which is no error. A
 * compiler may copy an aggregate field by field, with several adjacent stores in one block
 * (hr_origin_beside()). So a value that was stored as it was read from memory is reported as a
 * result only if nothing stored beside it is defined.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  which memory is uninitialised (uninit.c), what operations report (definedness.c). */
#include <string.h>

#include "interp/check/uninit/check_uninit.h"
#include "interp/memory/memory.h"

/* --- findings --------------------------------------------------------------------------------- */

static const origin *value_of(const hr_checker *checker, uint32_t number)
{
	const origin *from = origin_of(checker->uninit, number);

	return from->kind == STORED ? origin_of(checker->uninit, from->from) : from;
}

/* Return a number of the source place that read the value first, which is the same for all
 * operations that a compiler made from that place. */
static uint32_t place_of(const hr_checker *checker, uint32_t number)
{
	const origin *from = origin_of(checker->uninit, number);

	if (from->kind == STORED)
		return place_of(checker, from->from);
	return from->first ? from->first : number & ~(uint32_t)HR_ORIGIN_FLAGS;
}

/* Add the place that read the value first to the finding. */
static void find_also(hr_checker *checker, uint32_t number)
{
	const origin *from = value_of(checker, number);
	hr_where place = {0};

	if (!from->site)
		return;
	if (from->level)
		hr_place_level(&place, from->level, from->execution,
			       hr_arena_array(&checker->arena, hr_count_ancestors(from->level) + 1u,
					      sizeof(hr_ancestor)));
	hr_check_also(checker, from->site,
		      from->kind == READ ? "the value is read from memory here"
		      : from->kind == POISON
			      ? hr_arena_printf(&checker->arena,
						"the value becomes poison here: %s", from->broken)
			      : "the value is copied from memory here",
		      place);
}

static const char *value_text(hr_checker *checker, uint32_t number)
{
	const origin *from = value_of(checker, number);

	return hr_arena_printf(&checker->arena,
			       from->kind == POISON && from->site
				       ? "the value is poison because of a broken promise: %s"
				       : "the value comes from %s",
			       from->text);
}

/* Return USE, which says "uninitialised" once, for a value of origin NUMBER. */
static const char *use_text(hr_checker *checker, const char *use, uint32_t number)
{
	static const char word[] = "uninitialised", with[] = "an uninitialised";
	const char *at = strstr(use, with);
	size_t skip = sizeof(with) - 1;

	if (!hr_uninit_is_poison(checker, number))
		return use;
	if (!at) {
		at = strstr(use, word);
		skip = sizeof(word) - 1;
	}
	return hr_arena_printf(&checker->arena, "%.*s%spoison%s", (int)(at - use), use,
			       skip == sizeof(with) - 1 ? "a " : "", at + skip);
}

static hr_diag_id id_of(const hr_checker *checker, uint32_t number)
{
	return hr_uninit_is_poison(checker, number) ? value_of(checker, number)->id
						    : HR_D_uninitialised;
}

/* Host code has no execution whose end could report the finding. */
static void report_in_host(hr_thread *thread)
{
	hr_run *run = thread->run;
	const hr_status status = hr_check_report(run->checker);

	if (status != HR_OK && !run->options.keep_going)
		thread->native_trap = HR_TRAP_REPORTED | (hr_trap)status;
}

void hr_uninit_complain(hr_thread *thread, const uint32_t *pc, const char *use, uint32_t number)
{
	hr_checker *checker = thread->run->checker;
	check_site *site = hr_uninit_site(thread, pc);
	const uint32_t from = place_of(checker, number);
	const hr_diag_id id = id_of(checker, number);
	hr_diag_facts facts = {0};

	if (hr_check_known(checker, id, site, from))
		return;
	facts.origin = value_of(checker, number)->text;
	hr_check_find(checker, thread, id, site, from, &facts,
		      hr_arena_printf(&checker->arena, "%s\n%s", use_text(checker, use, number),
				      value_text(checker, number)));
	find_also(checker, number);
	if (!thread->level)
		report_in_host(thread);
}

/* Describe memory that the host can read: memory of an argument, a global variable, or tracked memory;
 * NULL for other memory. */
static const char *result_text(hr_checker *checker, const origin *stored, uint64_t address)
{
	const check_range *range = &stored->range;
	hr_diag_facts facts = {0};

	if (stored->kind == STORED && address - range->base < range->end - range->base)
		facts = hr_check_argument_facts(checker, stored->leaf, range, address);
	if (facts.object)
		return hr_check_facts_text(checker, &facts);
	if (stored->kind == STORED && checker->checks & HR_CHECK_POISON &&
	    stored->site->origin[0].kind == HR_ORIGIN_GLOBAL)
		return hr_arena_printf(
			&checker->arena, "in the global variable '%s'",
			checker->run->program->globals[stored->site->origin[0].index]->name);
	return hr_tracked(checker->run->tracker, (const void *)address, NULL, NULL)
		       ? hr_uninit_host_text(checker, address)
		       : NULL;
}

static void judge_result(hr_checker *checker, uint64_t address, uint32_t number)
{
	const origin *stored = origin_of(checker->uninit, number);
	const hr_thread place = {.level = stored->level, .execution = stored->execution};
	const char *what = result_text(checker, stored, address);
	const hr_diag_facts facts = {.object = what, .origin = value_of(checker, number)->text};
	const uint32_t from = place_of(checker, number);

	if (!what || hr_check_known(checker, id_of(checker, number), stored->site, from))
		return;
	hr_check_find(checker, &place, id_of(checker, number), stored->site, from, &facts,
		      hr_arena_printf(&checker->arena, "%s\n%s\n%s",
				      use_text(checker, "a result is uninitialised", number), what,
				      value_text(checker, number)));
	find_also(checker, number);
}

/* --- aggregates ------------------------------------------------------------------------------- */

static bool all_undefined(const hr_shadow *shadow, uint64_t address, uint64_t bytes)
{
	uint32_t number;

	for (uint64_t i = 0; i < bytes; i++)
		if (hr_shadow_read(shadow, address + i, 1, &number) != 0xFF)
			return false;
	return true;
}

static bool is_stored_by(const uninit_state *state, uint64_t address, const origin *stored)
{
	const origin *other;

	if (!hr_shadow_any(&state->shadow, address, 1))
		return false;
	other = origin_of(state, hr_shadow_origin(&state->shadow, address));
	return other->kind == STORED && other->site->code == stored->site->code &&
	       other->beside.instruction == stored->beside.instruction;
}

/* Return true if the instruction of STORED at ADDRESS may have begun its stores BACK bytes before
 * ADDRESS. */
static bool may_begin(const uninit_state *state, uint64_t address, uint64_t back,
		      const origin *stored)
{
	for (uint64_t i = 0; i < stored->beside.bytes; i += 4)
		if (!is_stored_by(state, address - back + i, stored))
			return false;
	return true;
}

/* Return true if the value is a field of an aggregate that was copied field by field and has
 * defined fields: the undefined ones may be padding, or parts of a union that are not in use. */
static bool is_padding(const uninit_state *state, uint64_t address, const origin *stored)
{
	const hr_beside *beside = &stored->beside;

	if (!beside->all || origin_of(state, stored->from)->kind == UNDEFINED ||
	    origin_of(state, stored->from)->kind == POISON)
		return false;
	for (uint64_t back = address & 3; back < beside->bytes; back += 4)
		if (may_begin(state, address, back, stored) &&
		    all_undefined(&state->shadow, address - back - beside->before, beside->all))
			return false;
	return true;
}

/* --- the end of an execution ------------------------------------------------------------------ */

/* Check the granules that were stored as values: other undefined bytes were copied, as padding
 * is. */
static void judge_page(hr_checker *checker, uint64_t page)
{
	uninit_state *state = checker->uninit;
	uint64_t at = page;

	while ((at = hr_shadow_next(&state->shadow, at, page + UNINIT_PAGE)) < page + UNINIT_PAGE) {
		uint32_t number = hr_shadow_origin(&state->shadow, at);
		const origin *stored = origin_of(state, number);

		if (stored->kind == STORED &&
		    (number & HR_COMPUTED || !is_padding(state, at, stored)))
			judge_result(checker, at, number);
		at = (at | 3) + 1;
	}
}

/* Discard the shadow of memory that the host may write from now on. */
static void forget_page(hr_checker *checker, uint64_t page)
{
	uninit_state *state = checker->uninit;
	uint64_t at = page;

	while ((at = hr_shadow_next(&state->shadow, at, page + UNINIT_PAGE)) < page + UNINIT_PAGE) {
		origin_kind kind = origin_of(state, hr_shadow_origin(&state->shadow, at))->kind;

		if (kind != RAW_HOST && kind != RAW_FRESH)
			hr_shadow_clear(&state->shadow, at & ~(uint64_t)3, 4);
		at = (at | 3) + 1;
	}
}

static void each_page(hr_checker *checker, void (*act)(hr_checker *checker, uint64_t page))
{
	for (hr_shadow_chunk *chunk = checker->uninit->shadow.chunks; chunk; chunk = chunk->next)
		for (unsigned i = 0; i < HR_SHADOW_BYTES / UNINIT_PAGE; i++)
			if (chunk->noted[i])
				act(checker, chunk->base + (uint64_t)i * UNINIT_PAGE);
}

/* An aggregate may span two pages, so all pages are checked before any is discarded. */
void hr_uninit_ended(hr_checker *checker)
{
	uninit_state *state = checker->uninit;

	if (!state->noted)
		return;
	state->noted = false;
	each_page(checker, judge_page);
	each_page(checker, forget_page);
	for (hr_shadow_chunk *chunk = state->shadow.chunks; chunk; chunk = chunk->next)
		memset(chunk->noted, 0, sizeof(chunk->noted));
}
