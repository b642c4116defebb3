/* backends/crosscheck/rows.c -- compares leaves of tensor programs, operation by operation.
 *
 * While the engine runs the leaf, each backend computes the same operations from its own results of
 * earlier ones in the leaf; the leaf's inputs, and what is left to the reference, are the reference's.
 * What a backend computes so is within the bound of the reference, at each operation: the first one that
 * is not, when a result of the leaf is not, is the faulty one. Which operations run is decided by the
 * reference's values.
 *
 * Invariant: the program continues with the reference's tensors.
 * Owns:      elements that backends have computed, until the grid is judged.
 * Clauses:   X3.
 * Not here:  one operation on a backend (backends/dispatch/row_run.c), bounds (interp/row/). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backends/crosscheck/crosscheck_grid.h"
#include "backends/crosscheck/emit_findings.h"
#include "interp/run/process.h"
#include "interp/run/value_text.h"
#include "src/base/map.h"

enum { OPERANDS = 64, TEXT = 1600, SAID = 160, FAR_BITS = 40 };

/* An operation that the leaf has called. */
typedef struct cross_row {
	const char *name;
	hr_tensor *made;
	hr_tensor_data result; /* its data and bound are those of `made` when it is judged */
	void **got;            /* by backend: elements, or NULL: the reference's; owned */
	bool *ends; /* by backend: a later operation, which is left to the reference, reads it; owned */
} cross_row;

/* What a backend has done in this grid. */
typedef struct cross_done {
	uint64_t computed, copied, left;
	char first_left[2 * HR_BACKEND_TEXT];
} cross_done;

struct cross_rows {
	hr_row_sink sink; /* the first member */
	hr_crosscheck *self;
	cross_leaf *leaf;
	cross_done *done; /* by backend; owned */
	HR_VEC(cross_row) rows;
	hr_map made; /* tensor to its number in ROWS + 1 */
};

/* --- while the engine runs ------------------------------------------------------------------- */

static const cross_row *row_of(const cross_rows *self, const hr_tensor *tensor)
{
	uint64_t number;

	return hr_map_get(&self->made, hr_map_key(tensor), &number) ? &self->rows.data[number - 1]
								    : NULL;
}

/* Return the elements of operand I for BACKEND; the caller frees *COPY. */
static const void *elements_of(const cross_rows *self, const hr_row_op *op, unsigned i,
			       size_t backend, void **copy)
{
	const cross_row *row;

	*copy = NULL;
	if (!op->operands[i])
		return NULL;
	row = row_of(self, op->tensors[i]);
	return row && row->got[backend] ? row->got[backend] : hr_row_stored(op->operands[i], copy);
}

static void *compute(cross_rows *self, const hr_row_op *op, size_t backend, hr_row_answer *answer)
{
	hr_crosscheck *of = self->self;
	const void *operands[OPERANDS];
	void *copies[OPERANDS], *result;

	if (op->count > OPERANDS) {
		*answer = (hr_row_answer){.end = HR_ROW_LEFT};
		snprintf(answer->text, sizeof(answer->text), "it has %u operands", op->count);
		return NULL;
	}
	result = hr_alloc(hr_row_stored_bytes(op->result) + 1);
	memset(result, 0xff,
	       hr_row_stored_bytes(op->result)); /* so that what is not written shows */
	for (unsigned i = 0; i < op->count; i++)
		operands[i] = elements_of(self, op, i, backend, &copies[i]);
	hr_process_set_backend(of->policy->in_process ? of->policy->backends[backend] : NULL);
	hr_row_on_backend(&of->runner, of->backends.data[backend], self->leaf->leaf, op, operands,
			  result, answer);
	hr_process_set_backend(NULL);
	for (unsigned i = 0; i < op->count; i++)
		hr_free(copies[i]);
	if (answer->end == HR_ROW_ON_BACKEND || answer->end == HR_ROW_COPIED)
		return result;
	hr_free(result);
	return NULL;
}

static void note_failure(cross_got *got, const hr_row_answer *answer)
{
	got->end = answer->grid;
	got->worker = answer->worker;
	snprintf(got->text, sizeof(got->text), "%.*s", HR_BACKEND_TEXT - 1, answer->text);
}

/* OP is left to the reference: what BACKEND has computed of its operands goes no further. */
static void end_values(const cross_rows *self, const hr_row_op *op, size_t backend)
{
	for (unsigned i = 0; i < op->count; i++) {
		const cross_row *row = op->operands[i] ? row_of(self, op->tensors[i]) : NULL;

		if (row && row->got[backend])
			row->ends[backend] = true;
	}
}

/* Return what BACKEND computes, or NULL if the reference's result stands for it. */
static void *run_on(cross_rows *self, const hr_row_op *op, size_t backend)
{
	cross_got *got = &self->leaf->got[backend];
	cross_done *done = &self->done[backend];
	hr_row_answer answer;
	void *result;

	if (!self->self->backends.data[backend] || got->given_up || got->end != HR_GRID_DONE)
		return NULL;
	result = compute(self, op, backend, &answer);
	done->computed += answer.end == HR_ROW_ON_BACKEND;
	done->copied += answer.end == HR_ROW_COPIED;
	if (answer.end == HR_ROW_LEFT && done->left++ == 0)
		snprintf(done->first_left, sizeof(done->first_left), "%s", answer.text);
	if (answer.end == HR_ROW_FAILED)
		note_failure(got, &answer);
	if (!result)
		end_values(self, op, backend);
	return result;
}

static void see(hr_row_sink *sink, const hr_row_op *op)
{
	cross_rows *self = (cross_rows *)sink;
	const size_t backends = self->self->backends.count;
	cross_row row = {.name = hr_row_of(op->attributes->row)->name,
			 .made = op->made,
			 .result = *op->result,
			 .got = hr_alloc_zero(backends * sizeof(*row.got)),
			 .ends = hr_alloc_zero(backends * sizeof(*row.ends))};

	for (size_t b = 0; b < backends; b++)
		row.got[b] = run_on(self, op, b);
	HR_PUSH(&self->rows, row);
	hr_map_put(&self->made, hr_map_key(op->made), self->rows.count);
}

/* --- a grid ----------------------------------------------------------------------------------- */

static void forget(cross_rows *self)
{
	for (size_t i = 0; i < self->rows.count; i++) {
		for (size_t b = 0; b < self->self->backends.count; b++)
			hr_free(self->rows.data[i].got[b]);
		hr_free(self->rows.data[i].got);
		hr_free(self->rows.data[i].ends);
	}
	self->rows.count = 0;
	hr_map_free(&self->made);
}

cross_rows *hr_cross_rows_new(hr_crosscheck *crosscheck, cross_leaf *leaf)
{
	cross_rows *self = hr_alloc_zero(sizeof(*self));

	self->sink.see = see;
	self->self = crosscheck;
	self->leaf = leaf;
	self->done = hr_alloc_zero(crosscheck->backends.count * sizeof(*self->done));
	return self;
}

void hr_cross_rows_free(cross_rows *self)
{
	if (!self)
		return;
	forget(self);
	HR_VEC_FREE(&self->rows);
	hr_free(self->done);
	hr_free(self);
}

void hr_cross_rows_begin(cross_rows *self, const hr_offload_grid *grid)
{
	const size_t backends = self->self->backends.count;

	hr_tensors_exact(self->self->run);
	memset(self->done, 0, backends * sizeof(*self->done));
	for (size_t b = 0; b < backends; b++) {
		self->leaf->got[b].end = HR_GRID_DONE;
		*self->leaf->got[b].text = '\0';
	}
	grid->thread->rows = &self->sink;
}

void hr_cross_rows_end(cross_rows *self, const hr_offload_grid *grid)
{
	(void)self;
	grid->thread->rows = NULL;
}

void hr_cross_rows_forget(cross_rows *self)
{
	forget(self);
}

/* --- comparing -------------------------------------------------------------------------------- */

/* The elements of one result as the reference and a backend have computed it. */
typedef struct row_pair {
	const hr_tensor_data *right;
	const void *got;
	hr_elem got_elem;
} row_pair;

/* The first element that differs. */
typedef struct row_spot {
	cross_row *row;
	int output; /* of the leaf, or -1 */
	uint64_t element, mismatches;
	bool found;
} row_spot;

static row_pair pair_of(cross_row *row, size_t backend)
{
	row->result.data = row->made->data;
	row->result.bound = row->made->bound;
	return (row_pair){&row->result, row->got[backend],
			  hr_rowkernel_storage(row->result.elem, row->result.wide)};
}

static long double number_at(hr_elem elem, bool wide, const void *data, uint64_t i)
{
	if (wide)
		return (long double)((const double *)data)[i];
	return hr_elem_is_real(elem) ? (long double)hr_elem_real(elem, data, i)
				     : (long double)hr_elem_integer(elem, data, i);
}

static long double right_at(const row_pair *pair, uint64_t i)
{
	return number_at(pair->right->elem, pair->right->wide, pair->right->data, i);
}

static long double got_at(const row_pair *pair, uint64_t i)
{
	return number_at(pair->got_elem, false, pair->got, i);
}

static double bound_at(const row_pair *pair, uint64_t i)
{
	return pair->right->bound ? (double)pair->right->bound[i] : 0;
}

/* Return the distance: 0 if both are NaN, infinite if one is. */
static long double distance(const row_pair *pair, uint64_t i)
{
	long double right = right_at(pair, i), got = got_at(pair, i);

	if (right == got || (isnan(right) && isnan(got)))
		return 0;
	return isnan(right) || isnan(got) ? (long double)INFINITY : fabsl(right - got);
}

/* Return LENGTH, a distance from element I, in units in the last place of the element's type. */
static uint64_t in_ulps(const row_pair *pair, uint64_t i, long double length)
{
	static const int digits[HR_E_COUNT] = {
		[HR_E_F16] = 11, [HR_E_BF16] = 8, [HR_E_F32] = 24, [HR_E_F64] = 53};
	static const int least[HR_E_COUNT] = {
		[HR_E_F16] = -24, [HR_E_BF16] = -133, [HR_E_F32] = -149, [HR_E_F64] = -1074};
	const hr_elem elem = pair->right->elem;
	long double right = right_at(pair, i), count;
	int exponent = 0;

	if (!hr_elem_is_real(elem) || !isfinite(right) || !isfinite(length))
		return HR_ULP_FAR;
	(void)frexpl(right, &exponent);
	exponent -= digits[elem];
	count = ldexpl(length, -(right != 0 && exponent > least[elem] ? exponent : least[elem]));
	return count < (long double)(1ull << FAR_BITS) ? (uint64_t)ceill(count) : HR_ULP_FAR;
}

static void note_within(const row_pair *pair, uint64_t i, long double off, hr_compared *sum)
{
	double share = (double)(off / (long double)bound_at(pair, i));

	if (sum->within++ && share <= sum->share)
		return;
	sum->share = share;
	sum->off_ulps = in_ulps(pair, i, off);
	sum->allowed_ulps = in_ulps(pair, i, (long double)bound_at(pair, i));
}

static void compare_element(const row_pair *pair, uint64_t i, hr_compared *sum)
{
	const long double off = distance(pair, i);
	uint64_t ulps;

	if (off == 0)
		return;
	if (isinf(bound_at(pair, i))) {
		sum->open++;
		return;
	}
	ulps = in_ulps(pair, i, off);
	sum->worst_ulps = ulps > sum->worst_ulps ? ulps : sum->worst_ulps;
	if (off <= (long double)bound_at(pair, i)) {
		note_within(pair, i, off, sum);
		return;
	}
	if (sum->mismatches++ == 0)
		sum->first = i;
}

static hr_compared compare(cross_row *row, size_t backend)
{
	const row_pair pair = pair_of(row, backend);
	hr_compared sum = {.bytes = hr_row_stored_bytes(pair.right), .elements = pair.right->count};

	if (!pair.right->wide && memcmp(pair.right->data, pair.got, sum.bytes) == 0)
		return sum;
	for (uint64_t i = 0; i < pair.right->count; i++)
		compare_element(&pair, i, &sum);
	return sum;
}

/* --- the first difference --------------------------------------------------------------------- */

static void number_text(const row_pair *pair, long double value, char text[HR_VALUE_TEXT])
{
	if (hr_elem_is_real(pair->right->elem))
		snprintf(text, HR_VALUE_TEXT, "%.*Lg", pair->got_elem == HR_E_F64 ? 17 : 9, value);
	else
		snprintf(text, HR_VALUE_TEXT, "%.0Lf", value);
}

static const char *said_of(const hr_crosscheck *self, const cross_leaf *leaf, const char *name)
{
	return hr_said_of(self->run->program->functions[leaf->leaf->function], name);
}

/* Append which operation of the leaf is the first one outside its bound. */
static size_t write_first_row(cross_rows *self, size_t backend, char *text, size_t used)
{
	const char *operator_ = said_of(self->self, self->leaf, "hpvm.operator");
	char values[2][HR_VALUE_TEXT], place[HR_DIMS_TEXT];

	for (size_t i = 0; i < self->rows.count; i++) {
		cross_row *row = &self->rows.data[i];
		hr_compared sum = row->got[backend] ? compare(row, backend) : (hr_compared){0};
		row_pair pair;

		if (!sum.mismatches)
			continue;
		pair = pair_of(row, backend);
		number_text(&pair, got_at(&pair, sum.first), values[0]);
		number_text(&pair, right_at(&pair, sum.first), values[1]);
		return used + (size_t)snprintf(
				      text + used, TEXT - used,
				      "; %s%soperation %zu of %zu, '%s', is the first outside its "
				      "bound: element %s is %s instead of %s",
				      operator_ ? operator_ : "", operator_ ? ": " : "", i + 1,
				      self->rows.count, row->name,
				      hr_cross_place_text(&row->result.shape, sum.first, place),
				      values[0], values[1]);
	}
	return used;
}

/* "output 0, 'logits'", or "operation 3, 'exp'" */
static void output_text(const cross_rows *self, const row_spot *spot, char text[SAID])
{
	char attribute[40];
	const char *name;

	snprintf(attribute, sizeof(attribute), "hpvm.value.%d", spot->output);
	name = spot->output < 0 ? spot->row->name : said_of(self->self, self->leaf, attribute);
	if (spot->output < 0)
		snprintf(text, SAID, "operation %td, '%s'", spot->row - self->rows.data + 1, name);
	else
		snprintf(text, SAID, name ? "output %d, '%.100s'" : "output %d", spot->output,
			 name ? name : "");
}

static void report(cross_rows *self, size_t backend, const hr_offload_grid *grid,
		   const row_spot *spot)
{
	hr_crosscheck *of = self->self;
	const cross_leaf *leaf = self->leaf;
	cross_got *got = &leaf->got[backend];
	const hr_where *where = &of->run->program->functions[leaf->leaf->function]->where;
	row_pair pair = pair_of(spot->row, backend);
	char place[HR_DIMS_TEXT], shape[HR_DIMS_TEXT], values[2][HR_VALUE_TEXT], ulps[2][32],
		output[SAID], text[TEXT], where_text[SAID + HR_DIMS_TEXT + 16];
	uint64_t off = in_ulps(&pair, spot->element, distance(&pair, spot->element));
	uint64_t allowed =
		in_ulps(&pair, spot->element, (long double)bound_at(&pair, spot->element));
	hr_level level = *grid->level;
	size_t used;
	hr_event_difference difference = {.backend = got->row->backend,
					  .place = where_text,
					  .expected = values[1],
					  .got = values[0],
					  .ulps = ulps[0],
					  .element = spot->element,
					  .mismatches = spot->mismatches,
					  .elements = pair.right->count,
					  .where = where,
					  .level = &level};

	number_text(&pair, got_at(&pair, spot->element), values[0]);
	number_text(&pair, right_at(&pair, spot->element), values[1]);
	output_text(self, spot, output);
	hr_cross_place_text(&pair.right->shape, spot->element, place);
	snprintf(where_text, sizeof(where_text), "element %s of %s", place, output);
	used = (size_t)snprintf(
		text, sizeof(text),
		"%s, a tensor of %s %s, is %s instead of %s, %s where %s are allowed; %llu of "
		"%llu elements differ",
		where_text, hr_elem_name(pair.right->elem), hr_dims_text(&pair.right->shape, shape),
		values[0], values[1], hr_ulps_text(off, ulps[0]), hr_ulps_text(allowed, ulps[1]),
		(unsigned long long)spot->mismatches, (unsigned long long)pair.right->count);
	if (used < sizeof(text))
		write_first_row(self, backend, text, used);
	got->row->bounded = true;
	got->row->allowed_ulps = allowed;
	hr_emit_event_difference(grid, leaf->leaf, leaf->varies, &difference);
	hr_cross_note_first(of, got->row, grid, where, &level, text);
}

/* Return the operation that has computed output O, or NULL. */
static cross_row *row_of_output(const cross_rows *self, const hr_offload_grid *grid, unsigned o)
{
	const hr_tensor *tensor;

	memcpy(&tensor, grid->outputs + self->leaf->leaf->outputs[o].offset, sizeof(tensor));
	return (cross_row *)(uintptr_t)row_of(self, tensor);
}

/* Compare ROW, which is OUTPUT of the leaf or -1. */
static void judge(size_t backend, cross_row *row, int output, row_spot *spot, hr_compared *sum)
{
	hr_compared part;

	if (!row || !row->got[backend])
		return;
	part = compare(row, backend);
	if (part.mismatches && !spot->found)
		*spot = (row_spot){row, output, part.first, part.mismatches, true};
	hr_compared_add(sum, &part);
}

hr_compared hr_cross_judge_rows(cross_rows *self, size_t backend, const hr_offload_grid *grid)
{
	const cross_got *got = &self->leaf->got[backend];
	hr_compared sum = {0};
	row_spot spot = {0};

	for (unsigned o = 0; grid->outputs && o < self->leaf->leaf->output_count; o++)
		judge(backend, row_of_output(self, grid, o), (int)o, &spot, &sum);
	for (size_t i = 0; i < self->rows.count; i++)
		if (self->rows.data[i].ends[backend])
			judge(backend, &self->rows.data[i], -1, &spot, &sum);
	if (spot.found && !got->row->mismatches)
		report(self, backend, grid, &spot);
	return sum;
}

bool hr_cross_rows_text(const cross_rows *self, size_t backend, char text[HR_CROSS_ROWS_TEXT])
{
	const cross_done *done = &self->done[backend];
	const uint64_t all = done->left + done->computed + done->copied;

	*text = '\0';
	if (all == 1 && done->left)
		snprintf(text, HR_CROSS_ROWS_TEXT, "%s", done->first_left);
	else if (done->left)
		snprintf(text, HR_CROSS_ROWS_TEXT, "%llu of %llu operations are interpreted (%s)",
			 (unsigned long long)done->left, (unsigned long long)all, done->first_left);
	return done->computed || done->copied;
}
