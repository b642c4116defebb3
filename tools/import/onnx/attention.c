/* tools/import/onnx/attention.c -- Attention, FlexAttention.
 *
 * All is computed in binary64 and rounded once, except for a softmax that is to be less precise, and for
 * what other operators compute in between: the modifiers of FlexAttention.
 *
 * Heads of K and V that several heads of Q share are not copied: the heads of Q are split into groups,
 * (batch, KV heads, group, length, size).
 *
 * Not here:  RotaryEmbedding, TensorScatter, LinearAttention (decoder.c). */
#include <math.h>

#include "tools/import/onnx/onnx_private.h"

typedef struct attending {
	onnx_node *o;
	hr_tv q, k, v;    /* (batch, heads, length, size); K and V with what is past */
	hr_tv query, key; /* lengths: scalars of i64 */
	hr_tv past;       /* length of the past: a scalar of i64, or 0 */
	hr_tv valid;      /* number of keys in each batch: (batch, 1, 1, 1), or 0 */
	int64_t group;    /* heads of Q for each of K */
	hr_tv bias;       /* added to the scores, wide; 0: none */
} attending;

/* --- operands ---------------------------------------------------------------------------------- */

/* A of (batch, length, heads * size) as (batch, heads, length, size). */
static hr_tv split_heads(const onnx_node *o, hr_tv a, int64_t heads)
{
	const hr_tv shape[] = {t_extent(o, a, 0), t_extent(o, a, 1), t_integer(o, heads),
			       t_integer(o, -1)};

	return t_swap(o, t_reshape(o, a, t_vector(o, shape, 4)), 1, 2);
}

/* Return operand I with 4 dimensions; HEADS is of those with 3. */
static hr_tv with_heads(const onnx_node *o, unsigned i, const char *heads)
{
	const unsigned rank = onnx_rank(o, o->in[i]);
	const int64_t count = onnx_int(o, heads, 0);

	if (rank == 4 && o->opset >= 25 && onnx_attr(o, heads))
		return onnx_node_invalid(o, "it has %s, but Q has 4 dimensions", heads);
	if (rank == 4 && rank == onnx_rank(o, o->in[0]))
		return o->in[i];
	if (rank != 3 || rank != onnx_rank(o, o->in[0]))
		return onnx_node_invalid(
			o, "Q, K and V must have 3 or 4 dimensions, but are %s, %s and %s",
			hr_t_text(o->program, o->in[0]), hr_t_text(o->program, o->in[1]),
			hr_t_text(o->program, o->in[2]));
	if (count <= 0)
		return onnx_node_invalid(o, "%s is %lld, but must be positive", heads,
					 (long long)count);
	return split_heads(o, o->in[i], count);
}

/* Return false, and report it, unless Q, K and V agree in batch, and K and V in heads and length. */
static bool operands_agree(const attending *a)
{
	const onnx_node *o = a->o;

	return onnx_same_extent(o, a->k, 0, a->q, 0) && onnx_same_extent(o, a->v, 0, a->q, 0) &&
	       onnx_same_extent(o, a->v, 1, a->k, 1) && onnx_same_extent(o, a->v, 2, a->k, 2) &&
	       onnx_same_extent(o, a->k, 3, a->q, 3);
}

/* Set the heads of Q for each of K. Return false after an error. */
static bool find_group(attending *a)
{
	const onnx_node *o = a->o;
	int64_t heads, shared;

	if (!a->q || !a->k || !a->v || !operands_agree(a))
		return false;
	a->group = 1;
	if (hr_sym_equal(o->model->symbols, hr_t_value(o->program, a->q)->extent[1],
			 hr_t_value(o->program, a->k)->extent[1]))
		return true;
	if (!hr_t_extent(o->program, a->q, 1, &heads) ||
	    !hr_t_extent(o->program, a->k, 1, &shared)) {
		onnx_node_refuse(o, "the numbers of heads are not known at import");
		return false;
	}
	if (shared <= 0 || heads % shared) {
		onnx_node_invalid(o, "Q has %lld heads, which is no multiple of the %lld of K",
				  (long long)heads, (long long)shared);
		return false;
	}
	a->group = heads / shared;
	return true;
}

/* A of (batch, heads, ...) as (batch, KV heads, group, ...); and one of KV heads with a group of 1. */
static hr_tv in_groups(const attending *a, hr_tv value)
{
	const onnx_node *o = a->o;
	const hr_tv shape[] = {t_extent(o, value, 0), t_extent(o, a->k, 1), t_integer(o, a->group),
			       t_extent(o, value, 2), t_extent(o, value, 3)};

	return t_reshape(o, value, t_vector(o, shape, 5));
}

/* The product of A, which has the heads of Q, and B, which has those of K. */
static hr_tv product(const attending *a, hr_tv one, hr_tv other)
{
	const onnx_node *o = a->o;
	hr_tv shape[4], made;

	if (a->group == 1)
		return t_dot(o, one, other);
	made = t_dot(o, in_groups(a, one), t_unsqueeze(o, other, "2"));
	for (unsigned i = 0; i < 3; i++)
		shape[i] = t_extent(o, one, i);
	shape[3] = t_extent(o, other, 3);
	return t_reshape(o, made, t_vector(o, shape, 4));
}

/* The square root of the scale, in Q's type: Q and K are both multiplied by it. */
static hr_tv root_of_scale(const attending *a)
{
	const onnx_node *o = a->o;
	const double scale = onnx_real(o, "scale", 0);
	hr_tv size;

	if (onnx_attr(o, "scale"))
		return t_like(o, a->q, sqrt(scale));
	size = t_widen_to(o, t_extent(o, a->q, 3), onnx_type(o, a->q));
	return t_narrow(o, t_div(o, t_wide(o, a->q, 1), t_sqrt(o, t_sqrt(o, size))));
}

/* The scores, wide. */
static hr_tv scores(const attending *a)
{
	const onnx_node *o = a->o;
	const hr_tv root = t_widen(o, root_of_scale(a));

	return product(a, t_mul(o, a->q, root), t_swap(o, t_mul(o, a->k, root), 2, 3));
}

/* The type in which the softmax is computed; HR_E_NONE after an error. */
static hr_elem softmax_type(const onnx_node *o, hr_elem otherwise)
{
	const int64_t type = onnx_int(o, "softmax_precision", 0);
	const hr_elem elem = type > 0 && type < 100 ? onnx_elem((int32_t)type) : HR_E_NONE;

	if (!onnx_attr(o, "softmax_precision"))
		return otherwise;
	if (!hr_elem_is_real(elem))
		onnx_node_invalid(o, "softmax_precision is %lld, which is no real type",
				  (long long)type);
	return hr_elem_is_real(elem) ? elem : HR_E_NONE;
}

/* A wide, as a value of the type TO, wide: rounded to that if it has fewer bits. */
static hr_tv in_type(const onnx_node *o, hr_tv a, hr_elem to)
{
	static const unsigned bits[HR_E_COUNT] = {
		[HR_E_F16] = 11, [HR_E_BF16] = 8, [HR_E_F32] = 24, [HR_E_F64] = 53};

	if (!a || onnx_type(o, a) == to)
		return a;
	if (bits[to] >= bits[onnx_type(o, a)])
		return t_widen_to(o, a, to);
	return t_widen(o, t_cast(o, t_narrow(o, a), to));
}

/* --- the mask ---------------------------------------------------------------------------------- */

static hr_tv less_infinity(const onnx_node *o, hr_tv a)
{
	return hr_t_call(o->program, HR_R_is_inf, &a, 1, "positive=0 negative=1");
}

/* ONE and OTHER, of which each may be 0: no condition. */
static hr_tv both(const onnx_node *o, hr_tv one, hr_tv other)
{
	return !one ? other : other ? t_and(o, one, other) : one;
}

/* The mask, with more keys that are not attended to if it is shorter than they are. */
static hr_tv whole_mask(const attending *a)
{
	const onnx_node *o = a->o;
	const hr_tv mask = onnx_in(o, 3);
	const unsigned last = onnx_rank(o, mask) - 1;
	const int64_t axis = last;
	hr_tv operands[4] = {mask};

	if (!mask)
		return 0;
	if (onnx_rank(o, mask) == 0)
		return onnx_node_invalid(o, "the mask is a scalar");
	if (hr_sym_equal(o->model->symbols, hr_t_value(o->program, mask)->extent[last],
			 hr_t_value(o->program, a->k)->extent[2]))
		return mask;
	operands[1] = t_sub(o, a->key, t_extent(o, mask, last));
	operands[1] = t_vector(
		o, (const hr_tv[]){t_integer(o, 0), t_max(o, operands[1], t_integer(o, 0))}, 2);
	operands[2] = t_like(o, mask, hr_elem_is_real(onnx_type(o, mask)) ? -INFINITY : 0);
	operands[3] = hr_t_integers(o->program, &axis, 1);
	return hr_t_call(o->program, HR_R_pad, operands, 4, "mode=constant");
}

/* Which keys are attended to, by position: 0 if all are. */
static hr_tv allowed_keys(const attending *a)
{
	const onnx_node *o = a->o;
	const int64_t left = onnx_int(o, "left_window_size", -1);
	const int64_t right = onnx_int(o, "right_window_size", -1);
	hr_tv key = t_count(o, a->key), ahead, allowed = 0;

	if (left < -1 || right < -1)
		return onnx_node_invalid(o, "its window has the sizes %lld and %lld",
					 (long long)left, (long long)right);
	/* how far each key is after the query */
	ahead = t_sub(o, key, t_unsqueeze(o, t_count(o, a->query), "1"));
	if (a->past)
		ahead = t_sub(o, ahead, a->past);
	else if (a->valid)
		ahead = t_sub(o, ahead, t_sub(o, a->valid, a->query));
	if (onnx_int(o, "is_causal", 0))
		allowed = t_less_equal(o, ahead, t_integer(o, 0));
	if (left >= 0)
		allowed = both(o, allowed, t_less_equal(o, t_integer(o, -left), ahead));
	if (right >= 0)
		allowed = both(o, allowed, t_less_equal(o, ahead, t_integer(o, right)));
	return a->valid ? both(o, allowed, t_less(o, key, a->valid)) : allowed;
}

static void find_bias(attending *a)
{
	const onnx_node *o = a->o;
	hr_tv mask = whole_mask(a), allowed = allowed_keys(a);

	if (mask && onnx_type(o, mask) == HR_E_BOOL) {
		allowed = both(o, allowed, mask);
		mask = 0;
	}
	if (allowed)
		a->bias = t_where(o, allowed, t_wide(o, a->q, 0), t_wide(o, a->q, -INFINITY));
	if (mask)
		a->bias = a->bias ? t_add(o, a->bias, t_widen(o, mask)) : t_widen(o, mask);
}

/* --- the softmax ------------------------------------------------------------------------------- */

static hr_tv over_last(const onnx_node *o, hr_row row, hr_tv a)
{
	return t_reduce(o, row, a, "3", true);
}

/* The softmax of X. A row without keys is 0. */
static hr_tv masked_softmax(const onnx_node *o, hr_tv x)
{
	const hr_tv zero = t_wide(o, x, 0), most = over_last(o, HR_R_maximum, x);
	const hr_tv none = less_infinity(o, most);
	const hr_tv e = t_exp(o, t_sub(o, x, t_where(o, none, zero, most)));

	return t_div(o, e, t_where(o, none, t_wide(o, x, 1), over_last(o, HR_R_sum, e)));
}

/* Zeros in the rows of A where the bias allows no key. */
static hr_tv without_masked_rows(const attending *a, hr_tv value)
{
	const onnx_node *o = a->o;
	hr_tv most;
	int64_t last;

	if (!a->bias)
		return value;
	last = (int64_t)onnx_rank(o, a->bias) - 1;
	most = t_reduce(o, HR_R_maximum, a->bias, onnx_list_text(o, &last, 1), true);
	return t_where(o, less_infinity(o, most), t_wide(o, value, 0), value);
}

/* --- Attention --------------------------------------------------------------------------------- */

/* Set Q, K and V, and the lengths. Return false after an error. */
static bool find_operands(attending *a)
{
	onnx_node *o = a->o;
	const hr_tv past_key = onnx_in(o, 4), past_value = onnx_in(o, 5), valid = onnx_in(o, 6);

	if (!past_key != !past_value || (past_key && valid)) {
		onnx_node_invalid(o, past_key && past_value
					     ? "it has past keys and nonpad_kv_seqlen"
					     : "it has past keys or past values, but not both");
		return false;
	}
	a->q = with_heads(o, 0, "q_num_heads");
	a->k = with_heads(o, 1, "kv_num_heads");
	a->v = with_heads(o, 2, "kv_num_heads");
	if (past_key) {
		a->k = t_concat_2(o, 2, past_key, a->k);
		a->v = t_concat_2(o, 2, past_value, a->v);
		a->past = t_extent(o, past_key, 2);
	}
	if (!a->q || !a->k || !a->v)
		return false;
	if (o->out_count > 1)
		o->out[1] = a->k;
	if (o->out_count > 2)
		o->out[2] = a->v;
	a->query = t_extent(o, a->q, 2);
	a->key = t_extent(o, a->k, 2);
	if (valid && onnx_rank(o, valid) != 1) {
		onnx_node_invalid(o, "nonpad_kv_seqlen is %s", hr_t_text(o->program, valid));
		return false;
	}
	if (valid && !onnx_same_extent(o, valid, 0, a->q, 0))
		return false;
	a->valid = valid ? t_along(o, t_cast(o, valid, HR_E_I64), 0, 4) : 0;
	return find_group(a);
}

/* The last step: P V, in the type of Q. */
static hr_tv weighted_values(const attending *a, hr_tv weights)
{
	const onnx_node *o = a->o;
	const hr_elem elem = onnx_type(o, a->q);
	hr_tv y = product(a, in_type(o, weights, elem), t_widen_to(o, a->v, elem));

	return t_narrow(o, y);
}

/* (batch, heads, length, size) as (batch, length, heads * size). */
static hr_tv joined_heads(const onnx_node *o, hr_tv y)
{
	const hr_tv shape[] = {t_extent(o, y, 0), t_extent(o, y, 2), t_integer(o, -1)};

	return t_reshape(o, t_swap(o, y, 1, 2), t_vector(o, shape, 3));
}

/* Set output 3, if it is to have STAGE of the computation. */
static void show(const attending *a, int64_t stage, hr_tv value)
{
	onnx_node *o = a->o;

	if (o->out_count > 3 && onnx_int(o, "qk_matmul_output_mode", 0) == stage)
		o->out[3] = t_narrow(o, in_type(o, value, onnx_type(o, a->q)));
}

hr_tv op_attention(onnx_node *o)
{
	attending a = {.o = o};
	const double cap = onnx_real(o, "softcap", 0);
	hr_elem type;
	hr_tv x, y;

	if (!find_operands(&a) || !(type = softmax_type(o, onnx_type(o, a.q))))
		return 0;
	find_bias(&a);
	x = scores(&a);
	show(&a, 0, x);
	if (cap > 0)
		x = t_mul(o, t_wide(o, x, cap), t_tanh(o, t_div(o, x, t_wide(o, x, cap))));
	show(&a, 1, x);
	if (a.bias)
		x = t_add(o, x, a.bias);
	show(&a, 2, x);
	x = in_type(o, masked_softmax(o, in_type(o, x, type)), onnx_type(o, a.q));
	x = without_masked_rows(&a, x);
	show(&a, 3, x);
	y = weighted_values(&a, x);
	return onnx_rank(o, o->in[0]) == 3 ? joined_heads(o, y) : y;
}

/* --- FlexAttention ----------------------------------------------------------------------------- */

/* Put the nodes of GRAPH, whose input is INPUT, in place. Return its output. */
static hr_tv modified(onnx_node *o, const Onnx__GraphProto *graph, const char *name, hr_tv input)
{
	const onnx_block block = onnx_block_of_graph(o->model, graph);
	Onnx__NodeProto only_graphs = *o->proto;
	onnx_names used = {0};
	hr_tv output = 0;
	onnx_scope scope = *o->scope;

	if (block.input_count != 1 || block.output_count != 1)
		return onnx_node_invalid(o, "%s has %zu inputs and %zu outputs, but must have one",
					 name, block.input_count, block.output_count);
	scope.prefix = hr_arena_printf(o->model->arena, "%s/%s/", o->label, name);
	scope.depth++;
	scope.values = (hr_strmap){0};
	only_graphs.n_input = 0;
	onnx_used_names(o->model, &only_graphs, &used);
	for (size_t i = 0; i < used.count; i++)
		if (onnx_scope_get(o->scope, used.data[i]))
			onnx_scope_put(&scope, used.data[i],
				       onnx_scope_get(o->scope, used.data[i]));
	onnx_scope_put(&scope, block.inputs[0], input);
	onnx_translate_block(&scope, &block, &output);
	hr_strmap_free(&scope.values);
	HR_VEC_FREE(&used);
	/* what follows is a further operator of the node */
	hr_t_operator(o->program, o->label, o->proto->op_type);
	HR_LAST(&o->program->operators).failed = !output;
	return output;
}

/* A, wide, changed by the subgraph NAME, if there is one: it computes with rounded values. */
static hr_tv modify(onnx_node *o, const char *name, hr_tv a)
{
	const Onnx__AttributeProto *graph = onnx_attr(o, name);
	hr_tv output;

	if (!graph || !a)
		return a;
	output = modified(o, onnx_graph_of(o->model, graph), name, t_narrow(o, a));
	if (!output)
		return 0;
	if (onnx_type(o, output) != onnx_type(o, a) || onnx_rank(o, output) != onnx_rank(o, a))
		return onnx_node_invalid(o, "%s makes %s of %s", name,
					 hr_t_text(o->program, output), hr_t_text(o->program, a));
	return t_widen(o, output);
}

hr_tv op_flex_attention(onnx_node *o)
{
	attending a = {.o = o, .q = o->in[0], .k = o->in[1], .v = o->in[2]};
	hr_elem type = onnx_type(o, a.q) == HR_E_F64 ? HR_E_F64 : HR_E_F32;
	hr_tv x;

	for (unsigned i = 0; i < 3; i++)
		if (onnx_rank(o, o->in[i]) != 4)
			return onnx_node_invalid(o, "operand %u is %s, but must have 4 dimensions",
						 i, hr_t_text(o->program, o->in[i]));
	type = softmax_type(o, type);
	if (!type || !find_group(&a))
		return 0;
	x = modify(o, "score_mod", in_type(o, scores(&a), type));
	x = modify(o, "prob_mod", t_softmax(o, x, "3"));
	return weighted_values(&a, x);
}
