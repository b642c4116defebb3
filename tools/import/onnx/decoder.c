/* tools/import/onnx/decoder.c -- what decoders have besides Attention: rotary embedding, caches that are
 * written in place, attention and convolution with a state.
 *
 * Not here:  Attention (attention.c). */
#include <math.h>

#include "tools/import/onnx/onnx_private.h"

/* --- RotaryEmbedding --------------------------------------------------------------------------- */

/* The part of X, (batch, length, heads, size), that is rotated; its length in SIZE. */
typedef struct rotation {
	hr_tv x;
	int64_t size, half;
	bool interleaved;
} rotation;

/* Half I of X: its elements I, I + 2, ... or a half. */
static hr_tv half_of(const onnx_node *o, const rotation *r, unsigned i)
{
	const hr_tv shape[] = {t_extent(o, r->x, 0), t_extent(o, r->x, 1), t_extent(o, r->x, 2),
			       t_integer(o, r->half), t_integer(o, 2)};

	if (r->interleaved)
		return t_gather(o, t_reshape(o, r->x, t_vector(o, shape, 5)), t_integer(o, i), 4);
	return t_slice_at(o, r->x, 3, i * r->half, (i + 1) * r->half);
}

static hr_tv join_halves(const onnx_node *o, const rotation *r, hr_tv one, hr_tv other)
{
	if (!r->interleaved)
		return t_concat_2(o, 3, one, other);
	one = t_concat_2(o, 4, t_unsqueeze(o, one, "4"), t_unsqueeze(o, other, "4"));
	return t_reshape(o, one, t_shape(o, r->x));
}

/* Return the cache I, at the positions if they are given, wide: (batch, length, 1, half). */
static hr_tv angles(const onnx_node *o, unsigned i, const rotation *r)
{
	const hr_tv positions = onnx_in(o, 3);
	hr_tv cache = positions ? t_gather(o, o->in[i], positions, 0) : o->in[i];

	if (!cache || onnx_rank(o, cache) != 3)
		return onnx_node_invalid(o, "a cache is %s", hr_t_text(o->program, o->in[i]));
	if (!onnx_extent_is(o, cache, 2, r->half))
		return 0;
	return t_widen(o, t_unsqueeze(o, cache, "2"));
}

static hr_tv rotate(const onnx_node *o, const rotation *r)
{
	const hr_tv cosine = angles(o, 1, r), sine = angles(o, 2, r);
	const hr_tv one = half_of(o, r, 0), other = half_of(o, r, 1);
	hr_tv real = t_sub(o, t_mul(o, cosine, one), t_mul(o, sine, other));
	hr_tv imaginary = t_add(o, t_mul(o, sine, one), t_mul(o, cosine, other));

	return join_halves(o, r, t_narrow(o, real), t_narrow(o, imaginary));
}

hr_tv op_rotary_embedding(onnx_node *o)
{
	const unsigned rank = onnx_rank(o, o->in[0]);
	const int64_t heads = onnx_int(o, "num_heads", 0);
	rotation r = {.size = onnx_int(o, "rotary_embedding_dim", 0),
		      .interleaved = onnx_int(o, "interleaved", 0) != 0};
	hr_tv x, result, shape[4];
	int64_t all;

	if (rank != 4 && (rank != 3 || heads <= 0))
		return onnx_node_invalid(o, "its operand is %s, and num_heads is %lld",
					 hr_t_text(o->program, o->in[0]), (long long)heads);
	x = rank == 4 ? t_swap(o, o->in[0], 1, 2) : o->in[0];
	for (unsigned i = 0; i < 2; i++)
		shape[i] = t_extent(o, x, i);
	shape[2] = t_integer(o, heads);
	shape[3] = t_integer(o, -1);
	x = rank == 3 ? t_reshape(o, x, t_vector(o, shape, 4)) : x;
	if (!x)
		return 0;
	if (!hr_t_extent(o->program, x, 3, &all) && !r.size)
		return onnx_node_refuse(o, "the size of a head is not known at import");
	r.size = r.size ? r.size : all;
	if (r.size < 0 || r.size % 2)
		return onnx_node_invalid(o, "%lld elements are to be rotated", (long long)r.size);
	r.half = r.size / 2;
	r.x = t_slice_at(o, x, 3, 0, r.size);
	result = t_concat_2(o, 3, rotate(o, &r), t_slice_at(o, x, 3, r.size, INT64_MAX));
	return rank == 4 ? t_swap(o, result, 1, 2) : t_reshape(o, result, t_shape(o, o->in[0]));
}

/* --- TensorScatter ----------------------------------------------------------------------------- */

hr_tv op_tensor_scatter(onnx_node *o)
{
	const hr_tv cache = o->in[0], update = o->in[1], begin = onnx_in(o, 2);
	const int mode = onnx_choice(o, "mode", "linear circular");
	const unsigned rank = onnx_rank(o, cache);
	unsigned axis;
	hr_tv at;

	if (mode < 0 || !onnx_axis(o, onnx_int(o, "axis", -2), rank, &axis))
		return 0;
	if (!axis || onnx_rank(o, update) != rank)
		return onnx_node_invalid(o, "the axis is %u of %s, and the update is %s", axis,
					 hr_t_text(o->program, cache),
					 hr_t_text(o->program, update));
	for (unsigned i = 0; i < rank; i++)
		if (i != axis && !onnx_same_extent(o, update, i, cache, i))
			return 0;
	at = t_along(o, t_count(o, t_extent(o, update, axis)), axis, rank);
	if (begin)
		at = t_add(o, at, t_along(o, t_cast(o, begin, HR_E_I64), 0, rank));
	if (mode == 1)
		at = t_mod(o, at, t_extent(o, cache, axis));
	at = t_broadcast(o, at, t_shape(o, update));
	return hr_t_call(o->program, HR_R_scatter_elements, (const hr_tv[]){cache, at, update}, 3,
			 "axis=%u reduce=none", axis);
}

/* --- LinearAttention --------------------------------------------------------------------------- */

/* What the loop over time captures. */
enum { QUERY, KEY, VALUE, DECAY, BETA, PARTS };

typedef struct linear_attention {
	onnx_node *o;
	int64_t heads, group; /* of K and V; heads of Q for each */
	hr_tv part[PARTS];    /* wide: (time, batch, KV heads, ...); 0: omitted */
} linear_attention;

/* Return operand I of (batch, time, heads * size) as (time, batch, KV heads, heads / KV heads, size). */
static hr_tv by_time(const linear_attention *a, unsigned i, int64_t group)
{
	const onnx_node *o = a->o;
	static const unsigned perm[] = {1, 0, 2, 3, 4};
	const hr_tv of = onnx_in(o, i);
	const hr_tv shape[] = {t_extent(o, of, 0), t_extent(o, of, 1), t_integer(o, a->heads),
			       t_integer(o, group), t_integer(o, -1)};

	return t_widen(o, t_transpose(o, t_reshape(o, of, t_vector(o, shape, 5)), perm, 5));
}

/* The state after time T: rows are of K, columns of V. */
static hr_tv next_state(const onnx_node *o, const hr_tv *part, hr_tv state)
{
	const hr_tv key = part[KEY];
	hr_tv value = part[VALUE];

	if (part[DECAY])
		state = t_mul(o, state, t_exp(o, t_swap(o, part[DECAY], 2, 3)));
	if (part[BETA])
		value = t_mul(o, part[BETA], t_sub(o, value, t_dot(o, key, state)));
	return t_add(o, state, t_mul(o, t_swap(o, key, 2, 3), value));
}

/* Return the first result of the loop: the last state; then the outputs, (time, batch, KV heads, group,
 * size). */
static hr_tv loop_over_time(const linear_attention *a, hr_tv state, hr_tv scale)
{
	const hr_tv trips = t_extent(a->o, a->o->in[0], 1);
	hr_tv outside[PARTS + 1], part[PARTS] = {0}, next, output;
	unsigned count = 0;
	onnx_loop loop;
	const onnx_node *o = &loop.body;

	for (unsigned i = 0; i < PARTS; i++)
		if (a->part[i])
			outside[count++] = a->part[i];
	outside[count++] = scale;
	onnx_loop_begin(a->o, &loop, trips, &state, 1, outside, count);
	count = 0;
	for (unsigned i = 0; i < PARTS; i++)
		if (a->part[i])
			part[i] = t_gather(o, loop.captured[count++], loop.iteration, 0);
	next = next_state(o, part, loop.states[0]);
	output = t_mul(o, loop.captured[count], t_dot(o, part[QUERY], next));
	return onnx_loop_end(a->o, &loop, &next, &output, 1);
}

/* Return false, and report it, unless Q, K, V, decay and beta have 3 axes, of which 0 and 1 agree. */
static bool are_sequences(const onnx_node *o)
{
	for (unsigned i = 0; i < o->in_count; i++) {
		if (i == 3 || !o->in[i])
			continue;
		if (onnx_rank(o, o->in[i]) != 3) {
			onnx_node_invalid(o, "operand %u is %s, but must have 3 dimensions", i,
					  hr_t_text(o->program, o->in[i]));
			return false;
		}
		if (!onnx_same_extent(o, o->in[i], 0, o->in[0], 0) ||
		    !onnx_same_extent(o, o->in[i], 1, o->in[0], 1))
			return false;
	}
	return true;
}

/* Set the parts. Return false after an error. */
static bool find_parts(linear_attention *a)
{
	static const char *const rules = "gated_delta gated delta linear";
	const onnx_node *o = a->o;
	const int64_t heads = onnx_int(o, "q_num_heads", 0);
	const int rule = onnx_choice(o, "update_rule", rules);
	const bool decays = rule < 2, corrects = rule == 0 || rule == 2;

	a->heads = onnx_int(o, "kv_num_heads", 0);
	if (rule < 0)
		return false;
	if (a->heads <= 0 || heads <= 0 || heads % a->heads) {
		onnx_node_invalid(o, "it has %lld heads of Q and %lld of K and V", (long long)heads,
				  (long long)a->heads);
		return false;
	}
	if (!are_sequences(o))
		return false;
	if (decays != (onnx_in(o, 4) != 0) || corrects != (onnx_in(o, 5) != 0)) {
		onnx_node_invalid(o, "its rule needs %s and %s", decays ? "decay" : "no decay",
				  corrects ? "beta" : "no beta");
		return false;
	}
	a->group = heads / a->heads;
	a->part[QUERY] = by_time(a, 0, a->group);
	a->part[KEY] = by_time(a, 1, 1);
	a->part[VALUE] = by_time(a, 2, 1);
	a->part[DECAY] = decays ? by_time(a, 4, 1) : 0;
	return a->part[QUERY] && a->part[KEY] && a->part[VALUE];
}

/* Beta, of one number for each head, or for all. */
static hr_tv beta_by_time(const linear_attention *a)
{
	linear_attention all = *a;
	int64_t count;

	if (!onnx_in(a->o, 5))
		return 0;
	if (hr_t_extent(a->o->program, a->o->in[5], 2, &count) && count == 1)
		all.heads = 1;
	return by_time(&all, 5, 1);
}

static hr_tv first_state(const linear_attention *a)
{
	const onnx_node *o = a->o;
	const hr_tv shape[] = {t_extent(o, o->in[0], 0), t_integer(o, a->heads),
			       t_extent(o, a->part[KEY], 4), t_extent(o, a->part[VALUE], 4)};
	const hr_tv past = onnx_in(o, 3), extents = t_vector(o, shape, 4);

	if (!past)
		return t_full(o, t_wide(o, a->part[VALUE], 0), extents);
	return t_reshape(o, t_widen_to(o, past, onnx_type(o, o->in[0])), extents);
}

hr_tv op_linear_attention(onnx_node *o)
{
	static const unsigned perm[] = {1, 0, 2, 3, 4};
	linear_attention a = {.o = o};
	const double scale = onnx_real(o, "scale", 0);
	hr_tv factor, state, output;

	if (!find_parts(&a))
		return 0;
	a.part[BETA] = beta_by_time(&a);
	factor = t_widen_to(o, t_extent(o, a.part[KEY], 4), onnx_type(o, o->in[0]));
	factor = scale != 0 ? t_wide(o, o->in[0], scale)
			    : t_div(o, t_wide(o, o->in[0], 1), t_sqrt(o, factor));
	state = loop_over_time(&a, first_state(&a), factor);
	if (!state)
		return 0;
	output = t_transpose(o, state + 1, perm, 5);
	if (o->out_count > 1)
		o->out[1] = t_narrow(
			o, t_widen_to(o, state, onnx_type(o, onnx_in(o, 3) ? o->in[3] : o->in[0])));
	return t_narrow(
		o, t_reshape(o, output,
			     t_vector(o,
				      (const hr_tv[]){t_extent(o, o->in[0], 0),
						      t_extent(o, o->in[0], 1), t_integer(o, -1)},
				      3)));
}

/* --- CausalConvWithState ----------------------------------------------------------------------- */

/* Each channel is a convolution with what came before, of which the state keeps what the next call needs. */
hr_tv op_causal_conv_with_state(onnx_node *o)
{
	const int activation = onnx_choice(o, "activation", "none silu swish");
	const hr_tv bias = onnx_in(o, 2);
	hr_tv past = onnx_in(o, 3), x = o->in[0], kept, length, y;
	int64_t channels;

	if (activation < 0)
		return 0;
	if (onnx_rank(o, x) != 3 || onnx_rank(o, o->in[1]) != 3)
		return onnx_node_invalid(o, "its operands are %s and %s", hr_t_text(o->program, x),
					 hr_t_text(o->program, o->in[1]));
	if (!hr_t_extent(o->program, o->in[1], 0, &channels))
		return onnx_node_refuse(o, "the number of channels is not known at import");
	kept = t_sub(o, t_extent(o, o->in[1], 2), t_integer(o, 1));
	if (!past)
		past = t_full(o, t_like(o, x, 0),
			      t_vector(o,
				       (const hr_tv[]){t_extent(o, x, 0), t_extent(o, x, 1), kept},
				       3));
	x = t_concat_2(o, 2, past, x);
	length = t_extent(o, x, 2);
	if (o->out_count > 1)
		o->out[1] = t_slice(o, x, 2, t_sub(o, length, kept), length);
	y = hr_t_call(o->program, HR_R_convolution,
		      (const hr_tv[]){t_widen(o, x), t_widen(o, o->in[1])}, 2, "group=%lld",
		      (long long)channels);
	if (bias)
		y = t_add(o, y, t_along(o, bias, 1, 3));
	if (activation)
		y = t_mul(o, y, t_sigmoid(o, y));
	return t_narrow(o, y);
}
