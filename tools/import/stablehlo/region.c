/* tools/import/stablehlo/region.c -- what the small regions of reductions and sorting mean.
 *
 * A region that only compares and chooses is run on samples: its results hang on nothing but the order of its
 * arguments, and on how they compare with 0, so that samples with each possible order decide what it is.
 *
 * Not here: regions of control operations (control.c). */
#include <math.h>
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* --- one operation ----------------------------------------------------------------------------------- */

static bool is_name(const char *one, const char *other)
{
	return strcmp(one, other) == 0;
}

static bool returns_only(const mlir_region *region, const char *name)
{
	const mlir_op *last = region->op_count ? &region->ops[region->op_count - 1] : NULL;

	return last && is_name(last->name, "stablehlo.return") && last->operands.count == 1 &&
	       is_name(last->operands.data[0], name);
}

hr_row hlo_region_row(const mlir_region *region)
{
	static const struct {
		const char *name;
		hr_row row;
	} rows[] = {
		{"stablehlo.add", HR_R_add},     {"stablehlo.multiply", HR_R_mul},
		{"stablehlo.maximum", HR_R_max}, {"stablehlo.minimum", HR_R_min},
		{"stablehlo.and", HR_R_and},     {"stablehlo.or", HR_R_or},
	};
	const mlir_op *op = region->ops;
	const char *const *arguments = region->arguments.data;

	if (region->arguments.count != 2 || region->op_count != 2 || op->operands.count != 2 ||
	    op->results.count != 1 || !returns_only(region, op->results.data[0]))
		return HR_R_NONE;
	/* All of them commute. */
	if (is_name(op->operands.data[0], op->operands.data[1]))
		return HR_R_NONE;
	for (unsigned i = 0; i < 2; i++)
		if (!is_name(op->operands.data[i], arguments[0]) &&
		    !is_name(op->operands.data[i], arguments[1]))
			return HR_R_NONE;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (is_name(op->name, rows[i].name))
			return rows[i].row;
	return HR_R_NONE;
}

bool hlo_region_is_second(const mlir_region *region)
{
	return region->arguments.count == 2 && region->op_count == 1 &&
	       returns_only(region, region->arguments.data[1]);
}

/* --- running a region --------------------------------------------------------------------------------- */

enum { MOST_NAMES = 64, MOST_SAMPLES = 8 };

/* Values of names during a run. */
typedef struct run {
	const hlo_op *o; /* whose region it is: where constants from outside are looked up */
	const char *names[MOST_NAMES];
	double values[MOST_NAMES];
	unsigned count;
} run;

static bool set(run *r, const char *name, double value)
{
	if (r->count == MOST_NAMES)
		return false;
	r->names[r->count] = name;
	r->values[r->count++] = value;
	return true;
}

/* Set *OUT to the constant DATA; return false if samples do not tell it apart from all others. */
static bool told_apart(hr_elem elem, const void *data, double *out)
{
	*out = hr_elem_is_real(elem) ? hr_elem_real(elem, data, 0)
				     : (double)hr_elem_integer(elem, data, 0);
	return *out == 0 || !isfinite(*out) || elem == HR_E_BOOL;
}

/* Set *OUT to the constant NAME outside of the region. */
static bool outer_constant(const hlo_op *o, const char *name, double *out)
{
	const hr_tvalue *of;
	hr_tv value;

	if (!hlo_find(o->scope, name, &value) || !value)
		return false;
	of = hr_t_value(o->program, value);
	return of->kind == HR_TV_CONSTANT && !of->rank && told_apart(of->elem, of->data, out);
}

static bool get(const run *r, const char *name, double *value)
{
	for (unsigned i = 0; i < r->count; i++)
		if (is_name(r->names[i], name)) {
			*value = r->values[i];
			return true;
		}
	return outer_constant(r->o, name, value);
}

/* Return the place of X in the total order: negative NaN, ..., -0, 0, ..., NaN. */
static int total_order(double x, double y)
{
	const double places[2] = {isnan(x) ? (signbit(x) ? -2 : 2) : 0,
				  isnan(y) ? (signbit(y) ? -2 : 2) : 0};

	if (places[0] != 0 || places[1] != 0)
		return (places[0] > places[1]) - (places[0] < places[1]);
	if (x == 0 && y == 0)
		return !signbit(x) - !signbit(y);
	return (x > y) - (x < y);
}

static bool compare(const mlir_op *op, double x, double y, double *out)
{
	bool total;
	const hlo_direction direction = hlo_direction_of(op, &total);

	if (total) {
		x = total_order(x, y);
		y = 0;
	}
	switch (direction) {
	case HLO_EQ: *out = x == y; return true;
	case HLO_NE: *out = x != y; return true;
	case HLO_LT: *out = x < y; return true;
	case HLO_LE: *out = x <= y; return true;
	case HLO_GT: *out = x > y; return true;
	case HLO_GE: *out = x >= y; return true;
	case HLO_NO: break;
	}
	return false;
}

/* Set *OUT to the constant in VALUE. */
static bool constant(const mlir_op *op, double *out)
{
	const mlir_attr *value = mlir_attr_of(op, "value");

	return value && value->kind == MLIR_DENSE && !value->type.rank &&
	       told_apart(value->type.elem, value->data, out);
}

static bool run_op(run *r, const mlir_op *op)
{
	double in[3] = {0}, out = 0;

	if (op->operands.count > 3 || op->results.count != 1)
		return false;
	for (unsigned i = 0; i < op->operands.count; i++)
		if (!get(r, op->operands.data[i], &in[i]))
			return false;
	if (is_name(op->name, "stablehlo.constant")) {
		if (!constant(op, &out))
			return false;
	} else if (is_name(op->name, "stablehlo.compare")) {
		if (!compare(op, in[0], in[1], &out))
			return false;
	} else if (is_name(op->name, "stablehlo.select")) {
		out = in[0] != 0 ? in[1] : in[2];
	} else if (op->typed && op->types[0].elem != HR_E_BOOL) {
		return false;
	} else if (is_name(op->name, "stablehlo.and")) {
		out = in[0] != 0 && in[1] != 0;
	} else if (is_name(op->name, "stablehlo.or")) {
		out = in[0] != 0 || in[1] != 0;
	} else if (is_name(op->name, "stablehlo.not")) {
		out = in[0] == 0;
	} else {
		return false;
	}
	return set(r, op->results.data[0], out);
}

/* Set the COUNT results of REGION for ARGUMENTS. Return false if it is none of those that can be run. */
static bool run_region(const hlo_op *o, const mlir_region *region, const double *arguments,
		       double *results, size_t count)
{
	const mlir_op *last = region->op_count ? &region->ops[region->op_count - 1] : NULL;
	run r = {.o = o};

	if (!last || !is_name(last->name, "stablehlo.return") || last->operands.count != count)
		return false;
	for (size_t i = 0; i < region->arguments.count; i++)
		if (!set(&r, region->arguments.data[i], arguments[i]))
			return false;
	for (size_t i = 0; i + 1 < region->op_count; i++)
		if (!run_op(&r, &region->ops[i]))
			return false;
	for (size_t i = 0; i < count; i++)
		if (!get(&r, last->operands.data[i], &results[i]))
			return false;
	return true;
}

/* Set SAMPLES of a type and return their number: two between any two constants. There is one zero and one NaN:
 * their signs do not count (docs/stablehlo.md). */
static unsigned samples_of(hr_elem elem, double samples[MOST_SAMPLES])
{
	const double reals[] = {-INFINITY, -2, -1, 0, 1, 2, INFINITY, NAN},
		     integers[] = {-2, -1, 0, 1, 2}, naturals[] = {0, 1, 2};
	const bool real = hr_elem_is_real(elem), is_signed = hr_elem_is_signed(elem);
	const unsigned count = real ? 8 : is_signed ? 5 : elem == HR_E_BOOL ? 2 : 3;

	memcpy(samples, real ? reals : is_signed ? integers : naturals, count * sizeof(*samples));
	return count;
}

/* --- the greatest, with its index ------------------------------------------------------------------------ */

/* Return true if RESULTS are what the row that takes the greatest (SIGN 1) or least (-1) gives for two pairs
 * of value and index. */
static bool chooses(const double pairs[4], const double results[2], int sign)
{
	const double a = sign * pairs[0], b = sign * pairs[2];
	const bool first = isnan(a) ? !isnan(b) || results[1] == pairs[1]
				    : !isnan(b) && (a > b || (a == b && pairs[1] < pairs[3]));
	const unsigned at = first ? 0 : 2;

	if (results[1] != pairs[at + 1])
		return false;
	return isnan(pairs[at]) ? isnan(results[0]) : results[0] == pairs[at];
}

static bool always_chooses(const hlo_op *o, const mlir_region *region, hr_elem elem, int sign)
{
	double samples[MOST_SAMPLES], results[2];
	const unsigned count = samples_of(elem, samples);

	for (unsigned i = 0; i < count * count * 2; i++) {
		const double pairs[4] = {samples[i / 2 % count], i % 2, samples[i / 2 / count],
					 1 - i % 2};

		if (!run_region(o, region, pairs, results, 2) || !chooses(pairs, results, sign))
			return false;
	}
	return true;
}

hr_row hlo_region_choice(const hlo_op *o, const mlir_region *region, hr_elem elem)
{
	if (region->arguments.count != 4)
		return HR_R_NONE;
	return always_chooses(o, region, elem, 1)    ? HR_R_arg_max
	       : always_chooses(o, region, elem, -1) ? HR_R_arg_min
						     : HR_R_NONE;
}

/* --- comparators -------------------------------------------------------------------------------------------- */

/* A comparator, and the order that it may be. */
typedef struct comparator {
	const hlo_op *o;
	const mlir_region *region;
	const hr_elem *elems;
	unsigned keys[2], key_count;
	bool descending[2];
} comparator;

/* The order of two values, where NaN is the greatest, and 0 and -0 are equal. */
static int order(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) - isnan(b);
	return (a > b) - (a < b);
}

/* Return -1 if the order says that the first of the values in ARGUMENTS comes before the second, 1 if behind it, else 0. */
static int order_of_keys(const comparator *c, const double *arguments)
{
	for (unsigned k = 0; k < c->key_count; k++) {
		const double *pair = arguments + 2 * (size_t)c->keys[k];
		const int by = order(pair[0], pair[1]);

		if (by)
			return c->descending[k] ? -by : by;
	}
	return 0;
}

/* Return true if the comparator compares real numbers in the total order, which is an order of NaN. */
static bool orders_nan(const mlir_region *region)
{
	for (size_t i = 0; i < region->op_count; i++) {
		bool total = false;

		if (is_name(region->ops[i].name, "stablehlo.compare"))
			hlo_direction_of(&region->ops[i], &total);
		if (total)
			return true;
	}
	return false;
}

/* Return true if C's region is the order that C says, for all samples of its keys. Where values are NaN and
 * the comparator does not order them, the result of sorting is left open, and so is what it says of equal keys. */
static bool is_order(const comparator *c, double *arguments)
{
	double samples[2][MOST_SAMPLES], result;
	unsigned counts[2] = {1, 1};
	const bool with_nan = orders_nan(c->region);

	for (unsigned k = 0; k < c->key_count; k++)
		counts[k] = samples_of(c->elems[c->keys[k]], samples[k]);
	for (unsigned i = 0; i < counts[0] * counts[0] * counts[1] * counts[1]; i++) {
		unsigned rest = i;
		bool nan = false;
		int by;

		for (unsigned k = 0; k < c->key_count; k++)
			for (unsigned side = 0; side < 2; side++) {
				const double sample = samples[k][rest % counts[k]];

				arguments[2 * c->keys[k] + side] = sample;
				nan |= isnan(sample);
				rest /= counts[k];
			}
		if (!run_region(c->o, c->region, arguments, &result, 1))
			return false;
		by = order_of_keys(c, arguments);
		if (by && (!nan || with_nan) && (result != 0) != (by < 0))
			return false;
	}
	return true;
}

static bool is_used(const mlir_region *region, const char *name)
{
	for (size_t i = 0; i < region->op_count; i++)
		for (size_t k = 0; k < region->ops[i].operands.count; k++)
			if (is_name(region->ops[i].operands.data[k], name))
				return true;
	return false;
}

unsigned hlo_region_keys(const hlo_op *o, const mlir_region *region, unsigned count,
			 const hr_elem *elems, unsigned *keys, bool *descending)
{
	comparator c = {.o = o, .region = region, .elems = elems};
	double arguments[MOST_NAMES] = {0};
	unsigned used[2] = {0};

	if (region->arguments.count != 2 * (size_t)count || 2 * count > MOST_NAMES)
		return 0;
	for (unsigned i = 0; i < count; i++) {
		if (!is_used(region, region->arguments.data[2 * i]) &&
		    !is_used(region, region->arguments.data[2 * i + 1]))
			continue;
		if (c.key_count == 2)
			return 0;
		used[c.key_count++] = i;
	}
	if (!c.key_count)
		return 0;
	/* either key first, each in either direction */
	for (unsigned form = 0; form < (c.key_count == 1 ? 2 : 8); form++) {
		for (unsigned k = 0; k < c.key_count; k++) {
			c.keys[k] = used[c.key_count == 2 && form >= 4 ? 1 - k : k];
			c.descending[k] = form >> k & 1;
		}
		if (!is_order(&c, arguments))
			continue;
		memcpy(keys, c.keys, c.key_count * sizeof(*keys));
		memcpy(descending, c.descending, c.key_count * sizeof(*descending));
		return c.key_count;
	}
	return 0;
}
