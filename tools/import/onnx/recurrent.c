/* tools/import/onnx/recurrent.c -- LSTM, GRU and RNN, as loops over time.
 *
 * A direction is a loop whose states are the hidden state and the cell. What does not depend on the
 * states, X W^T + Wb, is computed for all times before it. All is computed in binary64; outputs are rounded
 * once.
 *
 * Where a sequence has ended, its states stay and its output is 0. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "tools/import/onnx/onnx_private.h"

/* --- activation functions ---------------------------------------------------------------------- */

typedef enum recurrent_function {
	RELU,
	TANH,
	SIGMOID,
	AFFINE,
	LEAKY_RELU,
	THRESHOLDED_RELU,
	SCALED_TANH,
	HARD_SIGMOID,
	ELU,
	SOFTSIGN,
	SOFTPLUS,
	FUNCTIONS
} recurrent_function;

/* Which parameters each has, and their defaults; NAN: none. */
static const struct {
	const char *name;
	bool has_alpha, has_beta;
	double alpha, beta;
} functions[FUNCTIONS] = {
	[RELU] = {"Relu", false, false, 0, 0},
	[TANH] = {"Tanh", false, false, 0, 0},
	[SIGMOID] = {"Sigmoid", false, false, 0, 0},
	[AFFINE] = {"Affine", true, true, 1, 0},
	[LEAKY_RELU] = {"LeakyRelu", true, false, (double)0.01f, 0},
	[THRESHOLDED_RELU] = {"ThresholdedRelu", true, false, 1, 0},
	[SCALED_TANH] = {"ScaledTanh", true, true, NAN, NAN},
	[HARD_SIGMOID] = {"HardSigmoid", true, true, (double)0.2f, 0.5},
	[ELU] = {"Elu", true, false, 1, 0},
	[SOFTSIGN] = {"Softsign", false, false, 0, 0},
	[SOFTPLUS] = {"Softplus", false, false, 0, 0},
};

typedef struct recurrent_activation {
	recurrent_function function;
	double alpha, beta;
} recurrent_activation;

static hr_tv apply(const onnx_node *o, const recurrent_activation *of, hr_tv x)
{
	const hr_tv alpha = t_wide(o, x, of->alpha), beta = t_wide(o, x, of->beta);
	const hr_tv zero = t_wide(o, x, 0), one = t_wide(o, x, 1);

	switch (of->function) {
	case TANH: return t_tanh(o, x);
	case SIGMOID: return t_sigmoid(o, x);
	case AFFINE: return t_add(o, t_mul(o, alpha, x), beta);
	case LEAKY_RELU: return t_where(o, t_less(o, x, zero), t_mul(o, alpha, x), x);
	case THRESHOLDED_RELU: return t_where(o, t_less(o, x, alpha), zero, x);
	case SCALED_TANH: return t_mul(o, alpha, t_tanh(o, t_mul(o, beta, x)));
	case HARD_SIGMOID:
		x = t_add(o, t_mul(o, alpha, x), beta);
		return t_min(o, t_max(o, x, zero), one);
	case ELU: return t_where(o, t_less(o, x, zero), t_mul(o, alpha, t_expm1(o, x)), x);
	case SOFTSIGN: return t_div(o, x, t_add(o, one, t_abs(o, x)));
	case SOFTPLUS:
		return t_add(o, t_max(o, x, zero), t_log1p(o, t_exp(o, t_neg(o, t_abs(o, x)))));
	default: return t_max(o, x, zero);
	}
}

/* --- cells ------------------------------------------------------------------------------------- */

/* What a direction captures; inside of the loop INPUT is that of one time. */
enum {
	INPUT,             /* X W^T + Wb: (time, batch, gates) */
	WEIGHTS,           /* R^T */
	BIAS,              /* Rb */
	CANDIDATE_WEIGHTS, /* of a GRU: the part of R^T and Rb for the candidate; WEIGHTS lacks it */
	CANDIDATE_BIAS,
	PEEPHOLES,
	LENGTHS,
	PARTS
};

enum { MOST_STATES = 2, MOST_ACTIVATIONS = 3 };

typedef struct recurrent recurrent;
/* Set the next states from PART and STATE. */
typedef void recurrent_cell(const recurrent *r, const onnx_node *o, const hr_tv *part,
			    const hr_tv *state, hr_tv *next);

struct recurrent {
	onnx_node *o;
	recurrent_cell *cell;
	unsigned gates, states, activation_count, directions;
	bool reversed; /* direction 0 is */
	bool batch_first;
	int64_t hidden;
	hr_tv x, lengths; /* wide (time, batch, input); i64 (batch), or 0 */
	recurrent_activation activations[2 * MOST_ACTIVATIONS];
	const recurrent_activation *direction; /* those of the direction at hand */
};

/* Return parts FIRST to LAST - 1 of A, which has a part of `hidden` elements for each gate along AXIS. */
static hr_tv part_of(const recurrent *r, const onnx_node *o, hr_tv a, unsigned axis, unsigned first,
		     unsigned last)
{
	return t_slice_at(o, a, axis, first * r->hidden, last * r->hidden);
}

/* Activation function I, whose operand is clipped. */
static hr_tv activate(const recurrent *r, const onnx_node *o, unsigned i, hr_tv x)
{
	if (onnx_attr(o, "clip")) {
		const hr_tv most = t_wide(o, x, onnx_real(o, "clip", 0));

		x = t_max(o, t_neg(o, most), t_min(o, most, x));
	}
	return apply(o, &r->direction[i], x);
}

/* H R^T + Rb */
static hr_tv recurrence(const onnx_node *o, hr_tv h, hr_tv weights, hr_tv bias)
{
	const hr_tv product = t_dot(o, h, weights);

	return bias ? t_add(o, product, bias) : product;
}

static void rnn_cell(const recurrent *r, const onnx_node *o, const hr_tv *part, const hr_tv *state,
		     hr_tv *next)
{
	hr_tv sum = t_add(o, part[INPUT], recurrence(o, state[0], part[WEIGHTS], part[BIAS]));

	next[0] = activate(r, o, 0, sum);
}

static void gru_cell(const recurrent *r, const onnx_node *o, const hr_tv *part, const hr_tv *state,
		     hr_tv *next)
{
	const hr_tv h = state[0], weights = part[CANDIDATE_WEIGHTS], bias = part[CANDIDATE_BIAS];
	hr_tv gates, update, reset, candidate;

	gates = t_add(o, part_of(r, o, part[INPUT], 1, 0, 2),
		      recurrence(o, h, part[WEIGHTS], part[BIAS]));
	update = activate(r, o, 0, part_of(r, o, gates, 1, 0, 1));
	reset = activate(r, o, 0, part_of(r, o, gates, 1, 1, 2));
	if (onnx_int(o, "linear_before_reset", 0))
		candidate = t_mul(o, reset, recurrence(o, h, weights, bias));
	else
		candidate = recurrence(o, t_mul(o, reset, h), weights, bias);
	candidate = t_add(o, part_of(r, o, part[INPUT], 1, 2, 3), candidate);
	candidate = activate(r, o, 1, candidate);
	next[0] = t_add(o, t_mul(o, t_sub(o, t_wide(o, h, 1), update), candidate),
			t_mul(o, update, h));
}

/* Gate I of an LSTM, in the order input, output, forget; CELL goes through the peephole. */
static hr_tv lstm_gate(const recurrent *r, const onnx_node *o, const hr_tv *part, hr_tv gates,
		       unsigned i, hr_tv cell)
{
	hr_tv gate = part_of(r, o, gates, 1, i, i + 1);

	if (part[PEEPHOLES])
		gate = t_add(o, gate, t_mul(o, part_of(r, o, part[PEEPHOLES], 0, i, i + 1), cell));
	return activate(r, o, 0, gate);
}

static void lstm_cell(const recurrent *r, const onnx_node *o, const hr_tv *part, const hr_tv *state,
		      hr_tv *next)
{
	const hr_tv cell = state[1];
	hr_tv gates = t_add(o, part[INPUT], recurrence(o, state[0], part[WEIGHTS], part[BIAS]));
	hr_tv input = lstm_gate(r, o, part, gates, 0, cell), forget, candidate;

	if (onnx_int(o, "input_forget", 0))
		forget = t_sub(o, t_wide(o, input, 1), input);
	else
		forget = lstm_gate(r, o, part, gates, 2, cell);
	candidate = activate(r, o, 1, part_of(r, o, gates, 1, 3, 4));
	next[1] = t_add(o, t_mul(o, forget, cell), t_mul(o, input, candidate));
	next[0] = t_mul(o, lstm_gate(r, o, part, gates, 1, next[1]), activate(r, o, 2, next[1]));
}

/* --- a direction ------------------------------------------------------------------------------- */

/* Return what operand I has for direction D, wide; 0 if it is omitted. */
static hr_tv operand(const recurrent *r, unsigned i, unsigned d, unsigned axis)
{
	const onnx_node *o = r->o;

	return onnx_in(o, i) ? t_widen(o, t_gather(o, o->in[i], t_integer(o, d), axis)) : 0;
}

/* A of (time, batch, ...) with the order of times reversed, each sequence within its length. */
static hr_tv backward(const recurrent *r, hr_tv a)
{
	if (!r->lengths)
		return t_reverse(r->o, a, 0);
	return hr_t_call(r->o->program, HR_R_reverse_sequence, (const hr_tv[]){a, r->lengths}, 2,
			 "batch_axis=1 time_axis=0");
}

static void find_parts(const recurrent *r, unsigned d, bool reverse, hr_tv *part)
{
	const onnx_node *o = r->o;
	const hr_tv weights = t_swap(o, operand(r, 2, d, 0), 0, 1), bias = operand(r, 3, d, 0);
	const unsigned gates = r->gates, common = gates == 3 ? 2 : gates;

	part[INPUT] =
		t_dot(o, reverse ? backward(r, r->x) : r->x, t_swap(o, operand(r, 1, d, 0), 0, 1));
	part[WEIGHTS] = common < gates ? part_of(r, o, weights, 1, 0, common) : weights;
	if (common < gates)
		part[CANDIDATE_WEIGHTS] = part_of(r, o, weights, 1, common, gates);
	if (bias) {
		part[INPUT] = t_add(o, part[INPUT], part_of(r, o, bias, 0, 0, gates));
		part[BIAS] = part_of(r, o, bias, 0, gates, gates + common);
		if (common < gates)
			part[CANDIDATE_BIAS] = part_of(r, o, bias, 0, gates + common, 2 * gates);
	}
	part[PEEPHOLES] = r->states == 2 ? operand(r, 7, d, 0) : 0;
	part[LENGTHS] = r->lengths;
}

/* Return A as a tensor of (batch, hidden), or of (time, batch, hidden). */
static hr_tv shaped(const recurrent *r, hr_tv a, bool times)
{
	const onnx_node *o = r->o;
	const hr_tv shape[] = {t_extent(o, r->x, 0), t_extent(o, r->x, 1), t_integer(o, r->hidden)};

	return t_reshape(o, a, times ? t_vector(o, shape, 3) : t_vector(o, shape + 1, 2));
}

static hr_tv initial_state(const recurrent *r, unsigned i, unsigned d)
{
	const onnx_node *o = r->o;
	const hr_tv shape[] = {t_extent(o, r->x, 1), t_integer(o, r->hidden)};
	const hr_tv given = operand(r, 5 + i, d, r->batch_first ? 1 : 0);

	return given ? shaped(r, given, false)
		     : t_full(o, t_wide(o, r->x, 0), t_vector(o, shape, 2));
}

/* Add the body. Return the first result. */
static hr_tv loop_over_time(const recurrent *r, const hr_tv *part, const hr_tv *initial)
{
	hr_tv outside[PARTS], inside[PARTS] = {0}, next[MOST_STATES] = {0}, output;
	unsigned count = 0;
	onnx_loop loop;
	const onnx_node *o = &loop.body;

	for (unsigned i = 0; i < PARTS; i++)
		if (part[i])
			outside[count++] = part[i];
	onnx_loop_begin(r->o, &loop, t_extent(r->o, r->x, 0), initial, r->states, outside, count);
	count = 0;
	for (unsigned i = 0; i < PARTS; i++)
		if (part[i])
			inside[i] = loop.captured[count++];
	inside[INPUT] = t_gather(o, inside[INPUT], loop.iteration, 0);
	r->cell(r, o, inside, loop.states, next);
	output = next[0];
	if (inside[LENGTHS]) {
		const hr_tv lives = t_unsqueeze(o, t_less(o, loop.iteration, inside[LENGTHS]), "1");

		output = t_where(o, lives, output, t_wide(o, output, 0));
		for (unsigned i = 0; i < r->states; i++)
			next[i] = t_where(o, lives, next[i], loop.states[i]);
	}
	return onnx_loop_end(r->o, &loop, next, &output, 1);
}

/* Set OUT to Y, then the last states, of direction D. Return false after an error. */
static bool run_direction(recurrent *r, unsigned d, hr_tv out[1 + MOST_STATES])
{
	const bool reverse = d || r->reversed;
	hr_tv part[PARTS] = {0}, initial[MOST_STATES], first;

	r->direction = &r->activations[d * r->activation_count];
	find_parts(r, d, reverse, part);
	for (unsigned i = 0; i < r->states; i++)
		initial[i] = initial_state(r, i, d);
	if (!part[INPUT] || !part[WEIGHTS])
		return false;
	first = loop_over_time(r, part, initial);
	if (!first)
		return false;
	out[0] = shaped(r, first + r->states, true);
	if (reverse)
		out[0] = backward(r, out[0]);
	out[0] = t_unsqueeze(r->o, out[0], "1");
	for (unsigned i = 0; i < r->states; i++)
		out[1 + i] = t_unsqueeze(r->o, shaped(r, first + i, false), "0");
	return true;
}

/* --- attributes -------------------------------------------------------------------------------- */

static bool find_function(const onnx_node *o, const ProtobufCBinaryData *name,
			  recurrent_activation *found)
{
	for (unsigned i = 0; i < FUNCTIONS; i++)
		if (strlen(functions[i].name) == name->len &&
		    strncasecmp(functions[i].name, (const char *)name->data, name->len) == 0) {
			*found = (recurrent_activation){(recurrent_function)i, functions[i].alpha,
							functions[i].beta};
			return true;
		}
	onnx_node_invalid(o, "the activation function '%.*s' is not known", (int)name->len,
			  (const char *)name->data);
	return false;
}

/* Take the next of the parameters in the attribute NAME, of which *USED are taken. */
static bool take_parameter(const onnx_node *o, const char *name, size_t *used, double *parameter,
			   recurrent_function function)
{
	const Onnx__AttributeProto *a = onnx_attr(o, name);

	if (a && *used < a->n_floats)
		*parameter = (double)a->floats[(*used)++];
	if (!isnan(*parameter))
		return true;
	onnx_node_invalid(o, "%s lacks its parameter in '%s'", functions[function].name, name);
	return false;
}

/* Parameters are consumed in the order of the functions, by those that have them. */
static bool read_activations(recurrent *r)
{
	static const recurrent_function defaults[] = {SIGMOID, TANH, TANH};
	const onnx_node *o = r->o;
	const Onnx__AttributeProto *names = onnx_attr(o, "activations");
	const unsigned count = r->activation_count * r->directions;
	size_t alphas = 0, betas = 0;

	if (names && names->n_strings != count) {
		onnx_node_invalid(o, "it has %zu activation functions, but needs %u",
				  names->n_strings, count);
		return false;
	}
	for (unsigned i = 0; i < count; i++) {
		const unsigned which = i % r->activation_count;
		recurrent_activation *one = &r->activations[i];

		one->function = r->activation_count == 1 ? TANH : defaults[which];
		if (names && !find_function(o, &names->strings[i], one))
			return false;
		if (functions[one->function].has_alpha &&
		    !take_parameter(o, "activation_alpha", &alphas, &one->alpha, one->function))
			return false;
		if (functions[one->function].has_beta &&
		    !take_parameter(o, "activation_beta", &betas, &one->beta, one->function))
			return false;
	}
	return true;
}

/* Return true if operand I has the RANK extents SHAPE, of which those of 0 are any. */
static bool operand_fits(const recurrent *r, unsigned i, unsigned rank, const int64_t *shape)
{
	const onnx_node *o = r->o;
	const hr_tv a = onnx_in(o, i);

	if (!a)
		return true;
	if (onnx_rank(o, a) != rank) {
		onnx_node_invalid(o, "operand %u is %s, but must have %u dimensions", i,
				  hr_t_text(o->program, a), rank);
		return false;
	}
	for (unsigned axis = 0; axis < rank; axis++)
		if (shape[axis] && !onnx_extent_is(o, a, axis, shape[axis]))
			return false;
	return true;
}

static bool operands_fit(const recurrent *r)
{
	const onnx_node *o = r->o;
	const int64_t d = r->directions, h = r->hidden, all = r->gates * h;
	const unsigned batch = r->batch_first ? 0 : 1;
	const int64_t state[] = {batch ? d : 0, batch ? 0 : d, h};
	bool fit = operand_fits(r, 1, 3, (const int64_t[]){d, all, 0}) &&
		   operand_fits(r, 2, 3, (const int64_t[]){d, all, h}) &&
		   operand_fits(r, 3, 2, (const int64_t[]){d, 2 * all}) &&
		   operand_fits(r, 4, 1, (const int64_t[]){0}) && operand_fits(r, 5, 3, state) &&
		   operand_fits(r, 6, 3, state) &&
		   operand_fits(r, 7, 2, (const int64_t[]){d, 3 * h});

	for (unsigned i = 4; fit && i <= 6; i++)
		if (onnx_in(o, i))
			fit = onnx_same_extent(o, o->in[i], i > 4 ? batch : 0, o->in[0], batch);
	return fit;
}

/* Set the number of hidden elements and the directions, which the operands must have. */
static bool read_sizes(recurrent *r)
{
	const onnx_node *o = r->o;
	const int direction = onnx_choice(o, "direction", "forward reverse bidirectional");
	int64_t hidden;

	if (direction < 0)
		return false;
	if (onnx_rank(o, o->in[0]) != 3 || onnx_rank(o, o->in[1]) != 3 ||
	    onnx_rank(o, o->in[2]) != 3) {
		onnx_node_invalid(o, "X, W and R must have 3 dimensions, but are %s, %s and %s",
				  hr_t_text(o->program, o->in[0]), hr_t_text(o->program, o->in[1]),
				  hr_t_text(o->program, o->in[2]));
		return false;
	}
	r->directions = direction == 2 ? 2 : 1;
	r->reversed = direction == 1;
	r->batch_first = onnx_int(o, "layout", 0) != 0;
	r->hidden = onnx_int(o, "hidden_size", 0);
	if (!hr_t_extent(o->program, o->in[2], 2, &hidden))
		hidden = r->hidden;
	if (hidden <= 0 || (r->hidden && r->hidden != hidden)) {
		onnx_node_invalid(o, "hidden_size is %lld, but R is %s", (long long)r->hidden,
				  hr_t_text(o->program, o->in[2]));
		return false;
	}
	r->hidden = hidden;
	return operands_fit(r);
}

/* --- operators --------------------------------------------------------------------------------- */

/* Join output K of the directions, and put its axes in the order of the layout. */
static hr_tv joined(const recurrent *r, hr_tv out[2][1 + MOST_STATES], unsigned k)
{
	const onnx_node *o = r->o;
	static const unsigned y_perm[] = {2, 0, 1, 3}, state_perm[] = {1, 0, 2};
	const unsigned axis = k ? 0 : 1;
	hr_tv both = r->directions > 1 ? t_concat_2(o, axis, out[0][k], out[1][k]) : out[0][k];

	if (r->batch_first)
		both = k ? t_transpose(o, both, state_perm, 3) : t_transpose(o, both, y_perm, 4);
	return t_narrow(o, both);
}

static hr_tv translate(recurrent *r)
{
	onnx_node *o = r->o;
	hr_tv out[2][1 + MOST_STATES] = {0};

	if (!read_sizes(r) || !read_activations(r))
		return 0;
	r->x = t_widen(o, r->batch_first ? t_swap(o, o->in[0], 0, 1) : o->in[0]);
	if (onnx_in(o, 4))
		r->lengths = t_within(
			o, o->in[4], 0, t_add(o, t_extent(o, r->x, 0), t_integer(o, 1)),
			"the length of a sequence is negative or more than there are times");
	for (unsigned d = 0; d < r->directions; d++)
		if (!run_direction(r, d, out[d]))
			return 0;
	for (unsigned k = 1; k < o->out_count; k++)
		o->out[k] = joined(r, out, k);
	return joined(r, out, 0);
}

hr_tv op_lstm(onnx_node *o)
{
	return translate(&(recurrent){
		.o = o, .cell = lstm_cell, .gates = 4, .states = 2, .activation_count = 3});
}

hr_tv op_gru(onnx_node *o)
{
	return translate(&(recurrent){
		.o = o, .cell = gru_cell, .gates = 3, .states = 1, .activation_count = 2});
}

hr_tv op_rnn(onnx_node *o)
{
	return translate(&(recurrent){
		.o = o, .cell = rnn_cell, .gates = 1, .states = 1, .activation_count = 1});
}
