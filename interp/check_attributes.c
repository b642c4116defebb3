/* interp/check_attributes.c -- whether leaves use their pointers as `in` and `out` say.
 *
 * Of an argument that is `out` alone a bit for every byte says whether an instance of the leaf has
 * written it in this execution. Judged is the leaf in the whole execution, as a device would copy
 * its memory.
 *
 * Owns:     the bits.
 * Clauses:  M5.
 * Not here: which argument an access belongs to (check.c). */
#include <string.h>

#include "check_state.h"

typedef struct written {
	const hr_node *node;
	unsigned port;
	uint64_t base, end, count; /* bytes, and how many of them have been written */
	uint64_t *bits;		   /* mapped, owns */
} written;

/* An argument that should be `out`, or `in`, and is not. */
typedef struct missing {
	const hr_node *node;
	unsigned port;
	bool out;
} missing;

struct attribute_state {
	HR_VEC(missing) missing;
	HR_VEC(written) outs;	/* of the execution */
	HR_VEC(size_t) current; /* by input of the running leaf: index into outs, plus 1 */
};

static size_t bits_bytes(const written *out)
{
	return (size_t)((out->end - out->base) / 64 + 1) * sizeof(*out->bits);
}

static void free_outs(attribute_state *state)
{
	for (size_t i = 0; i < state->outs.count; i++)
		hr_pages_unmap(state->outs.data[i].bits, bits_bytes(&state->outs.data[i]));
	state->outs.count = 0;
	state->current.count = 0;
}

void hr_check_attributes_free(hr_checker *checker)
{
	if (!checker->attributes)
		return;
	free_outs(checker->attributes);
	HR_VEC_FREE(&checker->attributes->outs);
	HR_VEC_FREE(&checker->attributes->current);
	HR_VEC_FREE(&checker->attributes->missing);
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

/* Index plus 1 of what is known of the argument; 0: there is no memory for it. */
static size_t out_of(hr_checker *checker, attribute_state *state, const check_range *range)
{
	written out = {
		.node = checker->leaf, .port = range->port, .base = range->base, .end = range->end};

	for (size_t i = 0; i < state->outs.count; i++) {
		const written *known = &state->outs.data[i];

		if (known->node == out.node && known->port == out.port && known->base == out.base &&
		    known->end == out.end)
			return i + 1;
	}
	out.bits = hr_pages_map(bits_bytes(&out), false);
	if (!out.bits)
		return 0;
	HR_PUSH(&state->outs, out);
	return state->outs.count;
}

void hr_check_attributes_inputs(hr_checker *checker)
{
	attribute_state *state = checker->attributes;

	if (!state)
		state = checker->attributes = hr_alloc_zero(sizeof(*state));
	state->current.count = 0;
	for (size_t i = 0; i < checker->ranges.count; i++) {
		const hr_port *port = &checker->leaf->inputs[i];
		const check_range *range = &checker->ranges.data[i];
		bool judged = port->out && !port->in && range->base;
		size_t index = judged ? out_of(checker, state, range) : 0;

		HR_PUSH(&state->current, index);
	}
}

/* --- the line that would be right ------------------------------------------------------------- */

/* An argument that is `out` or `in` besides what the program says, as far as is known. */
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

/* "__hpvm__attributes(2, a, b, 1, b)", with all that was found of NODE. */
static const char *corrected(hr_checker *checker, const hr_node *node)
{
	return hr_arena_printf(&checker->arena, "__hpvm__attributes(%s, %s)",
			       list(checker->attributes, &checker->arena, node, false),
			       list(checker->attributes, &checker->arena, node, true));
}

const char *hr_check_attributes_fix(hr_checker *checker, hr_diag_id id, const hr_node *leaf)
{
	if (id != HR_D_write_through_in && id != HR_D_read_through_out)
		return "";
	return hr_arena_printf(&checker->arena, "; right would be %s", corrected(checker, leaf));
}

static void find(hr_checker *checker, hr_thread *thread, const check_access *access, hr_diag_id id,
		 const char *done, const char *declared)
{
	unsigned port = access->range->port;
	char value[HR_CHECK_WRITTEN];

	if (hr_check_known(checker, id, access->site, port))
		return;
	add_missing(checker->attributes, checker->leaf, port, id == HR_D_write_through_in);
	hr_check_find(checker, thread, id, access->site, port,
		      hr_arena_printf(&checker->arena, "%s is %s%s, and is %s",
				      hr_check_object_text(checker, access), done,
				      id == HR_D_write_through_in ? hr_check_written(access, value) : "",
				      declared));
}

/* --- accesses --------------------------------------------------------------------------------- */

/* Those of the bytes from AT to TO that share a word of bits; *NEXT: the first that does not. */
static uint64_t bits_at(uint64_t at, uint64_t to, uint64_t *next)
{
	uint64_t end = (at | 63) + 1, last = end < to ? end : to;

	*next = last;
	return ~UINT64_C(0) >> (64 - (last - at)) << (at & 63);
}

static void note_written(written *out, uint64_t from, uint64_t to)
{
	if (out->count == out->end - out->base)
		return;
	for (uint64_t at = from, next; at < to; at = next) {
		uint64_t bits = bits_at(at, to, &next), *word = &out->bits[at >> 6];

		out->count += (unsigned)__builtin_popcountll(bits & ~*word);
		*word |= bits;
	}
}

static bool all_written(const written *out, uint64_t from, uint64_t to)
{
	if (out->count == out->end - out->base)
		return true;
	for (uint64_t at = from, next; at < to; at = next)
		if (bits_at(at, to, &next) & ~out->bits[at >> 6])
			return false;
	return true;
}

bool hr_attribute_free(const hr_checker *checker, const check_access *access)
{
	const hr_port *port = &checker->leaf->inputs[access->range->port];

	return !port->in && !port->out && hr_check_object_at(checker, access->range->base);
}

void hr_check_attribute(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const check_range *range = access->range;
	const hr_port *port = &checker->leaf->inputs[range->port];
	uint64_t from = access->address - range->base, to = from + access->bytes;
	size_t index;
	written *out;

	if (access->address < range->base || from > range->end - range->base ||
	    to > range->end - range->base || hr_attribute_free(checker, access))
		return;
	if (access->kind & HR_ACCESS_WRITE && !port->out)
		find(checker, thread, access, HR_D_write_through_in, "written",
		     port->in ? "`in`" : "neither `in` nor `out`");
	if (access->kind & HR_ACCESS_READ && !port->in && !port->out)
		find(checker, thread, access, HR_D_read_through_out, "read", "neither `in` nor `out`");
	if (port->in || !port->out)
		return;
	index = range->port < checker->attributes->current.count
			? checker->attributes->current.data[range->port]
			: 0;
	if (!index)
		return;
	out = &checker->attributes->outs.data[index - 1];
	if (access->kind & HR_ACCESS_READ && !all_written(out, from, to))
		find(checker, thread, access, HR_D_read_through_out,
		     "read before anything was written there", "`out` alone");
	if (access->kind & HR_ACCESS_WRITE)
		note_written(out, from, to);
}

void hr_attribute_prepare(hr_checker *checker, check_gate *gate)
{
	unsigned port = gate->like.range->port;

	gate->attributes = checker->attributes;
	gate->out = port < checker->attributes->current.count
			    ? (uint32_t)checker->attributes->current.data[port]
			    : 0;
}

bool hr_attribute_passes_all(const check_gate *gate, uint64_t address, uint64_t bytes)
{
	written *out = gate->out ? &gate->attributes->outs.data[gate->out - 1] : NULL;
	uint64_t from;

	if (!out)
		return false;
	from = address - out->base;
	if (gate->like.kind & HR_ACCESS_READ && !all_written(out, from, from + bytes))
		return false;
	if (gate->like.kind & HR_ACCESS_WRITE)
		note_written(out, from, from + bytes);
	return true;
}

/* What most accesses are: of bytes that share a word of bits. */
bool hr_attribute_passes(const hr_gate *gate, uint64_t address)
{
	const check_gate *self = (const check_gate *)gate;
	const uint64_t bytes = self->like.bytes;
	uint64_t from, next, bits, *word;
	written *out;

	if (!self->out)
		return false;
	out = &self->attributes->outs.data[self->out - 1];
	if (out->count == out->end - out->base)
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

static uint64_t first_unwritten(const written *out)
{
	uint64_t at = 0;

	while (out->bits[at >> 6] >> (at & 63) & 1)
		at++;
	return at;
}

static bool is_partial(const written *out)
{
	return out->count != out->end - out->base;
}

static hr_status report_partial(hr_checker *checker, const written *out)
{
	uint64_t bytes = out->end - out->base;
	char note[HR_PORT_NOTE];

	return hr_report_level(checker->run, &out->node->where, NULL, 0, HR_D_partial_out, out->port,
			       hr_port_note(&out->node->inputs[out->port], note), out->node->path,
			       hr_check_tracked_text(checker, out->base),
			       (unsigned long long)(bytes - out->count), (unsigned long long)bytes,
			       (unsigned long long)first_unwritten(out),
			       corrected(checker, out->node));
}

/* What an execution that an error cut short did not write says nothing of the program. */
hr_status hr_check_attributes_ended(hr_checker *checker, bool completed)
{
	attribute_state *state = checker->attributes;
	hr_status first = HR_OK;

	for (size_t i = 0; state && completed && i < state->outs.count; i++)
		if (is_partial(&state->outs.data[i]))
			add_missing(state, state->outs.data[i].node, state->outs.data[i].port, false);
	for (size_t i = 0; state && completed && i < state->outs.count; i++) {
		hr_status status = HR_OK;

		if (is_partial(&state->outs.data[i]))
			status = report_partial(checker, &state->outs.data[i]);
		first = first == HR_OK ? status : first;
	}
	if (state)
		free_outs(state);
	return first;
}
