/* interp/check/access/attributes.c -- whether nodes use their pointers as declared by `in` and
 * `out`.
 *
 * An internal node uses the arguments that its binds pass down in the way its leaves use them. So
 * an access is checked at each level: at the leaf, and at each internal node that the pointer and
 * its size come from.
 *
 * For an argument that is `out` only, a bit for every byte records whether an instance of the node
 * has written the byte in this execution. The rule applies to the node over the whole execution, as
 * a device would copy its memory. An access is recorded at the lowest level that is `out` only: an
 * access that is valid there is valid above. So the bits of a level do not include what was
 * recorded at lower levels. They are merged from there when a read finds unwritten bytes, and at
 * the end.
 *
 * Owns:      the bits.
 * Clauses:   M5.
 * Not here:  which argument an access belongs to (check.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/memory/memory.h"

typedef struct written_output {
	const hr_node *node;
	unsigned port;
	/* range of the argument, and the number of its bytes that have been written */
	uint64_t base, end, count;
	uint64_t *bits; /* mapped, owns */
} written_output;

/* An argument that should be declared `out`, or `in`, and is not. */
typedef struct missing {
	const hr_node *node;
	unsigned port;
	bool out;
} missing;

/* Argument PORT of NODE. */
typedef struct argument_level {
	const hr_node *node;
	unsigned port;
} argument_level;

/* An argument of a leaf, and the arguments of the nodes above that it comes from, lowest level
 * first. */
typedef struct levels {
	argument_level *list;
	unsigned count;
	unsigned inner; /* the first level that is `out` only; equal to count if none is */
	bool cut;       /* further up, the argument or its size comes from elsewhere */
} levels;

struct attribute_state {
	HR_VEC(missing) missing;
	HR_VEC(written_output) outs; /* of the current execution */
	/* by input of the running leaf: index into outs, plus 1; 0: nothing is recorded */
	HR_VEC(size_t) current;
	/* Ranges that leaves of this execution may have written, and whose upper levels are not all
	 * known. */
	HR_VEC(check_range) elsewhere;
	hr_map known;        /* from leaf to the levels of its inputs */
	const hr_node *leaf; /* the leaf that `levels` belongs to */
	const levels *levels;
};

static size_t bits_bytes(const written_output *out)
{
	return (size_t)((out->end - out->base) / 64 + 1) * sizeof(*out->bits);
}

static void free_outs(attribute_state *state)
{
	for (size_t i = 0; i < state->outs.count; i++)
		hr_pages_unmap(state->outs.data[i].bits, bits_bytes(&state->outs.data[i]));
	state->outs.count = 0;
	state->current.count = 0;
	state->elsewhere.count = 0;
}

void hr_check_attributes_free(hr_checker *checker)
{
	if (!checker->attributes)
		return;
	free_outs(checker->attributes);
	HR_VEC_FREE(&checker->attributes->outs);
	HR_VEC_FREE(&checker->attributes->current);
	HR_VEC_FREE(&checker->attributes->missing);
	HR_VEC_FREE(&checker->attributes->elsewhere);
	hr_map_free(&checker->attributes->known);
	hr_free(checker->attributes);
}

size_t hr_check_attributes_missing(const hr_checker *checker)
{
	return checker->attributes ? checker->attributes->missing.count : 0;
}

void hr_check_attributes_undo(hr_checker *checker, size_t count)
{
	if (!checker->attributes)
		return;
	free_outs(checker->attributes);
	checker->attributes->missing.count = count;
}

static bool is_missing(const attribute_state *state, const hr_node *node, unsigned port, bool out)
{
	for (size_t i = 0; i < state->missing.count; i++) {
		const missing *known = &state->missing.data[i];

		if (known->node == node && known->port == port && known->out == out)
			return true;
	}
	return false;
}

/* --- levels ----------------------------------------------------------------------------------- */

static const hr_bind *bind_to(const hr_node *node, unsigned port)
{
	for (unsigned i = 0; node->parent && i < node->parent->input_bind_count; i++) {
		const hr_bind *bind = &node->parent->input_binds[i];

		if (bind->child == node->index && bind->child_port == port)
			return bind;
	}
	return NULL;
}

/* Go one level up. G9: pointer and size must come from the same node. Return false if they do not
 * come from the parent. */
static bool climb(argument_level *at)
{
	const hr_bind *pointer = bind_to(at->node, at->port),
		      *size = bind_to(at->node, at->port + 1);

	if (!pointer || !size || size->port != pointer->port + 1)
		return false;
	*at = (argument_level){at->node->parent, pointer->port};
	return true;
}

static levels find_levels(hr_arena *arena, const hr_node *leaf, unsigned port)
{
	levels all = {.list = hr_arena_array(arena, leaf->depth + 1u, sizeof(argument_level))};
	argument_level at = {leaf, port};
	bool inner = false;

	do {
		const hr_port *input = &at.node->inputs[at.port];

		all.list[all.count++] = at;
		inner |= input->out && !input->in;
		all.inner += !inner;
	} while (climb(&at));
	all.cut = at.node->parent != NULL;
	return all;
}

static const levels *levels_of(hr_checker *checker, const hr_node *leaf)
{
	attribute_state *state = checker->attributes;
	uint64_t known;
	levels *made;

	if (state->leaf == leaf)
		return state->levels;
	if (!hr_map_get(&state->known, hr_map_key(leaf), &known)) {
		made = hr_arena_array(&checker->arena, leaf->input_count + 1u, sizeof(levels));
		for (unsigned i = 0; i + 1 < leaf->input_count; i++)
			made[i] = find_levels(&checker->arena, leaf, i);
		known = hr_map_key(made);
		hr_map_put(&state->known, hr_map_key(leaf), known);
	}
	state->leaf = leaf;
	state->levels = (const levels *)(uintptr_t)known;
	return state->levels;
}

static const hr_port *declared(const argument_level *at)
{
	return &at->node->inputs[at->port];
}

/* Memory of an allocation node is never copied, so it needs no declaration. */
static bool is_free(const hr_checker *checker, const argument_level *at, const check_range *range)
{
	return !declared(at)->in && !declared(at)->out && hr_check_object_at(checker, range->base);
}

/* --- what has been written -------------------------------------------------------------------- */

static bool is_whole(const written_output *out)
{
	return out->count == out->end - out->base;
}

static bool overlap(const check_range *range, uint64_t base, uint64_t end)
{
	return range->base < end && base < range->end;
}

/* Bytes that may have been written through an unknown level are treated as written. */
static void assume_written(const attribute_state *state, written_output *out)
{
	for (size_t i = 0; out->node->internal && i < state->elsewhere.count; i++)
		if (overlap(&state->elsewhere.data[i], out->base, out->end))
			out->count = out->end - out->base;
}

static void note_elsewhere(attribute_state *state, const check_range *range)
{
	for (size_t i = 0; i < state->elsewhere.count; i++)
		if (state->elsewhere.data[i].base == range->base &&
		    state->elsewhere.data[i].end == range->end)
			return;
	HR_PUSH(&state->elsewhere, *range);
	for (size_t i = 0; i < state->outs.count; i++)
		assume_written(state, &state->outs.data[i]);
}

/* Return the index plus 1 of the record of the argument; 0 if memory is exhausted. */
static size_t out_of(attribute_state *state, const argument_level *at, const check_range *range)
{
	written_output out = {
		.node = at->node, .port = at->port, .base = range->base, .end = range->end};

	for (size_t i = 0; i < state->outs.count; i++) {
		const written_output *known = &state->outs.data[i];

		if (known->node == out.node && known->port == out.port && known->base == out.base &&
		    known->end == out.end)
			return i + 1;
	}
	out.bits = hr_pages_map(bits_bytes(&out), false);
	if (!out.bits)
		return 0;
	assume_written(state, &out);
	HR_PUSH(&state->outs, out);
	return state->outs.count;
}

static bool is_below(const hr_node *node, const hr_node *above)
{
	while (node && node != above)
		node = node->parent;
	return node != NULL;
}

/* Merge the bits of lower levels for the bytes from FROM to TO and their neighbours. */
static void take_over(const attribute_state *state, written_output *out, uint64_t from, uint64_t to)
{
	enum { AROUND = 63 };
	uint64_t first = from >> 6 & ~(uint64_t)AROUND, end = (to >> 6 | AROUND) + 1;
	uint64_t most = (out->end - out->base) / 64 + 1;

	end = end < most ? end : most;
	for (size_t i = 0; !is_whole(out) && i < state->outs.count; i++) {
		const written_output *below = &state->outs.data[i];

		if (below == out || below->base != out->base || below->end != out->end ||
		    !is_below(below->node, out->node))
			continue;
		for (uint64_t w = first; w < end; w++) {
			out->count +=
				(unsigned)__builtin_popcountll(below->bits[w] & ~out->bits[w]);
			out->bits[w] |= below->bits[w];
		}
	}
}

void hr_check_attributes_inputs(hr_checker *checker)
{
	attribute_state *state = checker->attributes;
	const levels *all;

	if (!state)
		state = checker->attributes = hr_alloc_zero(sizeof(*state));
	all = levels_of(checker, checker->leaf);
	state->current.count = 0;
	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];
		size_t index = 0;

		if (range->base && all[i].cut && checker->leaf->inputs[i].out)
			note_elsewhere(state, range);
		if (range->base && all[i].inner < all[i].count)
			index = out_of(state, &all[i].list[all[i].inner], range);
		if (index && is_whole(&state->outs.data[index - 1]))
			index = 0;
		HR_PUSH(&state->current, index);
	}
}

static size_t index_of(const attribute_state *state, const check_range *range)
{
	return range->port < state->current.count ? state->current.data[range->port] : 0;
}

/* --- the corrected declaration
 * -------------------------------------------------------------------- */

/* Record that an argument is `out` or `in` in addition to its declaration, as far as is known. */
static void add_missing(attribute_state *state, const hr_node *node, unsigned port, bool out)
{
	const missing found = {.node = node, .port = port, .out = out};

	if (!is_missing(state, node, port, out))
		HR_PUSH(&state->missing, found);
}

static const char *list(const attribute_state *state, hr_arena *arena, const hr_node *node,
			bool out)
{
	const char *names = "";
	unsigned count = 0;

	for (unsigned i = 0; i < node->input_count; i++) {
		const hr_port *input = &node->inputs[i];

		if (!(out ? input->out : input->in) && !is_missing(state, node, i, out))
			continue;
		count++;
		names = input->name && *input->name
				? hr_arena_printf(arena, "%s, %s", names, input->name)
				: hr_arena_printf(arena, "%s, argument %u", names, i);
	}
	return hr_arena_printf(arena, "%u%s", count, names);
}

/* Return "__hpvm__attributes(2, a, b, 1, b)" with everything found about NODE. */
static const char *corrected(hr_checker *checker, const hr_node *node)
{
	return hr_arena_printf(&checker->arena, "__hpvm__attributes(%s, %s)",
			       list(checker->attributes, &checker->arena, node, false),
			       list(checker->attributes, &checker->arena, node, true));
}

const char *hr_check_attributes_fix(hr_checker *checker, hr_diag_id id, const hr_node *node)
{
	if (!node || (id != HR_D_write_through_in && id != HR_D_read_through_out))
		return NULL;
	return corrected(checker, node);
}

/* Record a finding at level NUMBER of the argument. */
static void find(hr_checker *checker, hr_thread *thread, const check_access *access, hr_diag_id id,
		 unsigned number, const char *done, const char *says)
{
	const argument_level *at =
		&levels_of(checker, checker->leaf)[access->range->port].list[number];
	uint32_t key = access->range->port | number << 16;
	char number_text[HR_VALUE_TEXT], note[HR_PORT_NOTE];
	const char *as = "", *value = "";
	hr_diag_facts facts;

	if (hr_check_known(checker, id, access->site, key))
		return;
	if (number)
		as = hr_arena_printf(&checker->arena, "\ndeclared by '%s' for its argument %u%s",
				     at->node->path, at->port, hr_port_note(declared(at), note));
	add_missing(checker->attributes, at->node, at->port, id == HR_D_write_through_in);
	facts = hr_check_object_facts(checker, access);
	facts.value = hr_check_value(access, number_text);
	if (id == HR_D_write_through_in && facts.value)
		value = facts.value;
	hr_check_find(checker, thread, id, access->site, key, &facts,
		      hr_arena_printf(&checker->arena,
				      "%s an argument that is declared %s\n%s%s%s%s", done, says,
				      hr_check_facts_text(checker, &facts),
				      *value ? "\nthe written value is " : "", value, as));
	hr_check_declared(checker, at->node);
}

/* --- accesses --------------------------------------------------------------------------------- */

/* Return the bits of the bytes from AT to TO that lie in one word; *NEXT: the first byte that does
 * not. */
static uint64_t bits_at(uint64_t at, uint64_t to, uint64_t *next)
{
	uint64_t end = (at | 63) + 1, last = end < to ? end : to;

	*next = last;
	return ~UINT64_C(0) >> (64 - (last - at)) << (at & 63);
}

static void note_written(written_output *out, uint64_t from, uint64_t to)
{
	if (is_whole(out))
		return;
	for (uint64_t at = from, next; at < to; at = next) {
		uint64_t bits = bits_at(at, to, &next), *word = &out->bits[at >> 6];

		out->count += (unsigned)__builtin_popcountll(bits & ~*word);
		*word |= bits;
	}
}

static bool all_written(const written_output *out, uint64_t from, uint64_t to)
{
	if (is_whole(out))
		return true;
	for (uint64_t at = from, next; at < to; at = next)
		if (bits_at(at, to, &next) & ~out->bits[at >> 6])
			return false;
	return true;
}

static bool allowed(const hr_checker *checker, const argument_level *at, const check_access *access)
{
	const hr_port *port = declared(at);

	return port->out || (port->in && !(access->kind & HR_ACCESS_WRITE)) ||
	       is_free(checker, at, access->range);
}

bool hr_attribute_allows(hr_checker *checker, const check_access *access)
{
	const levels *all = &levels_of(checker, checker->leaf)[access->range->port];

	for (unsigned i = 0; i < all->count; i++)
		if (!allowed(checker, &all->list[i], access))
			return false;
	return true;
}

bool hr_attribute_notes(const hr_checker *checker, const check_access *access)
{
	return index_of(checker->attributes, access->range) != 0;
}

/* Check an access against the declaration at one level, regardless of earlier accesses. */
static void judge(hr_checker *checker, hr_thread *thread, const check_access *access,
		  const argument_level *at, unsigned number)
{
	const hr_port *port = declared(at);

	if (allowed(checker, at, access))
		return;
	if (access->kind & HR_ACCESS_WRITE)
		find(checker, thread, access, HR_D_write_through_in, number, "write to",
		     port->in ? "`in`" : "neither `in` nor `out`");
	if (access->kind & HR_ACCESS_READ && !port->in)
		find(checker, thread, access, HR_D_read_through_out, number, "read from",
		     "neither `in` nor `out`");
}

void hr_check_attribute(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	attribute_state *state = checker->attributes;
	const check_range *range = access->range;
	const levels *all = &levels_of(checker, checker->leaf)[range->port];
	uint64_t from = access->address - range->base, to = from + access->bytes;
	written_output *out;

	if (access->address < range->base || from > range->end - range->base ||
	    to > range->end - range->base)
		return;
	for (unsigned i = 0; i < all->count; i++)
		judge(checker, thread, access, &all->list[i], i);
	if (!index_of(state, range))
		return;
	out = &state->outs.data[index_of(state, range) - 1];
	if (access->kind & HR_ACCESS_READ && !all_written(out, from, to) && all->inner)
		take_over(state, out, from, to);
	if (access->kind & HR_ACCESS_READ && !all_written(out, from, to))
		find(checker, thread, access, HR_D_read_through_out, all->inner,
		     "read before any write of", "only `out`");
	if (access->kind & HR_ACCESS_WRITE)
		note_written(out, from, to);
}

void hr_attribute_prepare(hr_checker *checker, check_site_check *check)
{
	check->attributes = checker->attributes;
	check->out = (uint32_t)index_of(checker->attributes, check->like.range);
}

bool hr_attribute_passes_all(const check_site_check *check, uint64_t address, uint64_t bytes)
{
	written_output *out = check->out ? &check->attributes->outs.data[check->out - 1] : NULL;
	uint64_t from;

	if (!out)
		return false;
	from = address - out->base;
	if (check->like.kind & HR_ACCESS_READ && !all_written(out, from, from + bytes))
		return false;
	if (check->like.kind & HR_ACCESS_WRITE)
		note_written(out, from, from + bytes);
	return true;
}

/* The common case: a write of bytes that lie in one word of bits. */
bool hr_attribute_passes(const hr_access_check *check, uint64_t address)
{
	const check_site_check *self = (const check_site_check *)check;
	const uint64_t bytes = self->like.bytes;
	uint64_t from, next, bits, *word;
	written_output *out;

	if (!self->out)
		return false;
	out = &self->attributes->outs.data[self->out - 1];
	if (is_whole(out))
		return true;
	from = address - out->base;
	bits = bits_at(from, from + bytes, &next);
	word = &out->bits[from >> 6];
	if (next == from + bytes && !(*word & bits) && self->like.kind == HR_ACCESS_WRITE) {
		out->count += bytes;
		*word |= bits;
		return true;
	}
	return hr_attribute_passes_all(self, address, bytes);
}

/* --- the end ---------------------------------------------------------------------------------- */

static uint64_t first_unwritten(const written_output *out)
{
	uint64_t at = 0;

	while (out->bits[at >> 6] >> (at & 63) & 1)
		at++;
	return at;
}

static void find_partial(hr_checker *checker, const written_output *out)
{
	const hr_node *node = out->node;
	uint64_t bytes = out->end - out->base;
	char note[HR_PORT_NOTE];
	hr_diag_facts facts;

	if (hr_diags_severity(checker->run->diags, HR_D_partial_out) == HR_SEV_OFF ||
	    hr_check_known_port(checker, HR_D_partial_out, node, out->port))
		return;
	facts = (hr_diag_facts){.object = hr_check_argument_name(checker, node, out->port),
				.origin = hr_check_origin(checker, out->base),
				.fix = corrected(checker, node)};
	hr_check_find_port(
		checker, HR_D_partial_out, node, out->port, &facts,
		hr_arena_printf(
			&checker->arena,
			"argument %u%s of '%s' is declared only `out`, but %llu of its %llu bytes were not written\n"
			"the first unwritten byte is byte %llu of the argument%s\n"
			"help: if the old contents matter, declare %s",
			out->port, hr_port_note(&node->inputs[out->port], note), node->path,
			(unsigned long long)(bytes - out->count), (unsigned long long)bytes,
			(unsigned long long)first_unwritten(out),
			hr_check_tracked_text(checker, out->base), facts.fix));
}

/* An execution that was ended by an error may have left bytes unwritten, which is not a finding. */
void hr_check_attributes_ended(hr_checker *checker, bool completed)
{
	attribute_state *state = checker->attributes;

	for (size_t i = 0; state && completed && i < state->outs.count; i++) {
		written_output *out = &state->outs.data[i];

		if (out->node->internal && !is_whole(out))
			take_over(state, out, 0, out->end - out->base);
		if (!is_whole(out))
			add_missing(state, out->node, out->port, false);
	}
	for (size_t i = 0; state && completed && i < state->outs.count; i++)
		if (!is_whole(&state->outs.data[i]))
			find_partial(checker, &state->outs.data[i]);
	if (state)
		free_outs(state);
}
