/* backends/bound/state.c -- the run-time library of code that carries bounds: arithmetic of bounds,
 * and the table of the bounds of floats in memory.
 *
 * It runs in the process of this code, on one thread.
 * Invariant: a bound is never less than the error that it bounds, by the rules of docs/backends.md.
 * Owns:      the table of floats in memory, as long as the process lives.
 * Clauses:   none.
 * Not here:  where these functions are called (code.c). */
#define _GNU_SOURCE 1
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backends/bound/bound.h"
#include "src/arith/cfunction.h"
#include "src/base/map.h"

/* By kind: half an ULP of 1; the smallest positive number; the largest number; the size. */
static const double units[HR_BOUND_KINDS] = {0x1p-24, 0x1p-53};
static const double leasts[HR_BOUND_KINDS] = {0x1p-149, 0x1p-1074};
static const double mosts[HR_BOUND_KINDS] = {0x1.fffffep127, 0x1.fffffffffffffp1023};
static const unsigned sizes[HR_BOUND_KINDS] = {4, 8};

/* A factor for the roundings of this computation itself. */
#define SLACK (1 + 0x1p-20)

double hr_bound_of(hr_bound_kind kind, double magnitude, double drift, double sums, double products)
{
	double roundings = (sums + products) * units[kind];

	if (!(drift < HR_BOUND_UNKNOWN))
		return HR_BOUND_UNKNOWN;
	if (roundings == 0)
		return drift == 0 ? 0 : drift * SLACK;
	if (!(roundings < 0.5) || !(magnitude + drift <= mosts[kind]))
		return HR_BOUND_UNKNOWN;
	return (drift + roundings / (1 - roundings) * (2 * magnitude + drift)) * SLACK;
}

/* Return the bound of a value that is rounded once. Before rounding it is off by OFF because of its
 * operands; the function that computes it may be off by ULPS besides. */
static double rounded(hr_bound_kind kind, double value, double off, double ulps)
{
	double about = fabs(value) + off;

	if (off == 0 && ulps == 0)
		return 0;
	if (!isfinite(about) || isinf(ulps))
		return HR_BOUND_UNKNOWN;
	return (off + (2 * ulps + 2) * (units[kind] * about + leasts[kind])) * SLACK;
}

/* --- operations ------------------------------------------------------------------------------- */

static double bound_sum(int kind, double value, double off, double other)
{
	return rounded((hr_bound_kind)kind, value, off + other, 0);
}

static double bound_product(int kind, double value, double left, double left_off, double right,
			    double right_off)
{
	double off = fabs(left) * right_off + fabs(right) * left_off + left_off * right_off;

	return rounded((hr_bound_kind)kind, value, left_off == 0 && right_off == 0 ? 0 : off, 0);
}

static double bound_quotient(int kind, double value, double left_off, double right,
			     double right_off, double ulps)
{
	double off = 0;

	if (left_off != 0 || right_off != 0)
		off = right_off < fabs(right)
			      ? (left_off + fabs(value) * right_off) / (fabs(right) - right_off)
			      : HR_BOUND_UNKNOWN;
	return rounded((hr_bound_kind)kind, value, off, ulps);
}

/* Return nonzero if a comparison of two values may have a different result. */
static int bound_unstable(double left, double left_off, double right, double right_off)
{
	double off = left_off + right_off;

	return off != 0 && !(fabs(left - right) > off);
}

/* Return nonzero if floor() and the like, or a conversion to integer, may have a different
 * result. */
static int bound_steps(double value, double off)
{
	double low = value - off, high = value + off;

	return off != 0 &&
	       !(floor(low) == floor(high) && ceil(low) == ceil(high) && rint(low) == rint(high));
}

/* Return nonzero if the exponent of the value may be different. */
static int bound_exponents(double value, double off)
{
	double about = fabs(value);

	return off != 0 && !(about > off && ilogb(about - off) == ilogb(about + off));
}

static double bound_whole(double value, double off)
{
	return bound_steps(value, off) ? off + 1 : 0;
}

/* --- functions -------------------------------------------------------------------------------- */

typedef double one(double x);

static double off_at_ends(one *function, double x, double off)
{
	double low = fabs(function(x) - function(x - off)),
	       high = fabs(function(x + off) - function(x));

	return isnan(low) || isnan(high) ? HR_BOUND_UNKNOWN
					 : fmax(low, high) + 0x1p-50 * fabs(function(x));
}

static double off_tan(double x, double off)
{
	return off < 0.5 && cos(x - off) * cos(x + off) > 0 ? off_at_ends(tan, x, off)
							    : HR_BOUND_UNKNOWN;
}

static double off_cosh(double x, double off)
{
	return off * sinh(fabs(x) + off);
}

/* pow is monotone in each argument if the base is positive. */
static double off_pow(double x, double x_off, double y, double y_off)
{
	double at = pow(x, y), most = 0;

	if (!(x > x_off))
		return HR_BOUND_UNKNOWN;
	for (int corner = 0; corner < 4; corner++) {
		double other =
			pow(corner & 1 ? x + x_off : x - x_off, corner & 2 ? y + y_off : y - y_off);

		most = fmax(most, fabs(other - at));
	}
	return most + 0x1p-50 * fabs(at);
}

static double off_atan2(double y, double y_off, double x, double x_off)
{
	double radius = hypot(x, y), off = hypot(x_off, y_off);

	/* The angle is discontinuous at the negative axis. */
	return off < radius && (x > 0 || fabs(y) > y_off) ? off / (radius - off) : HR_BOUND_UNKNOWN;
}

static const struct {
	const char *name;
	one *function;
} monotone[] = {
#define EACH_MONOTONE(name) {#name, name},
#define EACH_OPEN(name)
#define EACH_NOT(name)
#define EACH_SAME(name)
#define EACH_SIGN(name)
#define EACH_FUSED(name)
#define EACH_EITHER(name)
#define EACH_STEP(name)
#define EACH_WAVE(name)
#define EACH_BOTH(name)
#define EACH_TAN(name)
#define EACH_COSH(name)
#define EACH_POW(name)
#define EACH_ATAN2(name)
#define EACH_EXPONENT(name)
#define EACH_QUOTIENT(name)
#define MATH(name, signature, opencl, nvidia, glibc, moves, ...) EACH_##moves(name)
#include "src/arith/cfunction.def"
};

static double off_monotone(const char *name, double x, double x_off)
{
	for (size_t i = 0; i < sizeof(monotone) / sizeof(*monotone); i++)
		if (strcmp(monotone[i].name, name) == 0)
			return off_at_ends(monotone[i].function, x, x_off);
	return HR_BOUND_UNKNOWN;
}

/* Return by how much the function of ROW at (x, y) is off before rounding because of its arguments'
 * errors. */
static double off_of(const hr_cfunction *row, double x, double x_off, double y, double y_off)
{
	if (x_off == 0 && y_off == 0)
		return 0;
	switch (row ? row->moves : HR_MOVES_OPEN) {
	case HR_MOVES_MONOTONE: return off_monotone(row->name, x, x_off);
	case HR_MOVES_WAVE: return fmin(x_off, 2);
	case HR_MOVES_TAN: return off_tan(x, x_off);
	case HR_MOVES_COSH: return off_cosh(x, x_off);
	case HR_MOVES_POW: return off_pow(x, x_off, y, y_off);
	case HR_MOVES_ATAN2: return off_atan2(x, x_off, y, y_off);
	case HR_MOVES_BOTH: return x_off + y_off;
	case HR_MOVES_EXPONENT:
		return bound_exponents(x, x_off) ? HR_BOUND_UNKNOWN : ldexp(x_off, -1 - ilogb(x));
	default: return HR_BOUND_UNKNOWN;
	}
}

static double bound_function(const char *name, int kind, double value, double x, double x_off,
			     double y, double y_off, double ulps)
{
	/* The interpreter's C library may be off, too; this matters if arguments have errors or the
	 * other implementation does. rounded() allows for one ULP. */
	const hr_cfunction *row = hr_cfunction_find(name);
	double off = off_of(row, x, x_off, y, y_off);
	double theirs =
		!row ? 1
		     : (double)row->glibc[kind == HR_BOUND_F32 ? HR_FORM_FLOAT : HR_FORM_DOUBLE];

	if (off == 0)
		return rounded((hr_bound_kind)kind, value, 0,
			       ulps == 0 ? 0 : ulps + fmax(theirs - 1, 0));
	return rounded((hr_bound_kind)kind, value, off, ulps + theirs);
}

/* exp(x) * exp(y) may become exp(x + y) and the like: return how many ULP a factor may be off
 * because of that. */
static double bound_regrouped(double value)
{
	return value > 0 && isfinite(value) ? 3 * fabs(log(value)) + 2 : 2;
}

static double bound_finish(int kind, double magnitude, double drift, double sums, double products)
{
	return hr_bound_of((hr_bound_kind)kind, magnitude, drift, sums, products);
}

/* --- memory ----------------------------------------------------------------------------------- */

/* A float that was stored. BYTES is 0 in an unused place. */
typedef struct stored_float {
	uint64_t address;
	hr_bound_state state;
	uint64_t bits;     /* the stored bits, to detect other writes to this memory */
	uint64_t instance; /* the instance that stored it */
	uint32_t bytes, kind;
} stored_float;

static stored_float *table; /* owned; the length is a power of two */
static size_t table_room, table_used;
static bool is_unsure;
static unsigned unsure_line;
static uint64_t instances;    /* instances that have begun, numbered from 1 */
static hr_map unsure_ones;    /* the instances that may have taken another branch */
static hr_bound_state answer; /* the state of the last load */

static stored_float *find(uint64_t address)
{
	size_t at = (size_t)((address >> 2) * 0x9e3779b97f4a7c15u >> 17) & (table_room - 1);

	while (table[at].address && table[at].address != address)
		at = (at + 1) & (table_room - 1);
	return &table[at];
}

static void grow(void)
{
	stored_float *old = table;
	size_t room = table_room;

	table_room = room ? 2 * room : 4096;
	table = hr_alloc_zero(table_room * sizeof(*table));
	for (size_t i = 0; i < room; i++)
		if (old[i].address)
			*find(old[i].address) = old[i];
	hr_free(old);
}

static uint64_t bits_at(uint64_t address, unsigned bytes)
{
	uint64_t bits = 0;

	memcpy(&bits, (const void *)(uintptr_t)address, bytes);
	return bits;
}

static double value_at(uint64_t address, hr_bound_kind kind)
{
	float single;
	double value;

	if (kind == HR_BOUND_F32) {
		memcpy(&single, (const void *)(uintptr_t)address, sizeof(single));
		return (double)single;
	}
	memcpy(&value, (const void *)(uintptr_t)address, sizeof(value));
	return value;
}

static void forget(uint64_t address, uint64_t bytes)
{
	for (uint64_t at = address < 8 ? 0 : address - 7; table_room && at < address + bytes;
	     at++) {
		stored_float *here = find(at);

		if (here->address && at + here->bytes > address)
			here->bytes = 0;
	}
}

static bool is_there(uint64_t address, hr_bound_kind kind)
{
	const stored_float *here = table_room ? find(address) : NULL;

	return here && here->address && here->bytes == sizes[kind];
}

static void keep(uint64_t address, hr_bound_kind kind, uint64_t instance, hr_bound_state state)
{
	stored_float *here;

	if (2 * table_used >= table_room)
		grow();
	here = find(address);
	table_used += !here->address;
	*here = (stored_float){address,  state,       bits_at(address, sizes[kind]),
			       instance, sizes[kind], (uint32_t)kind};
}

/* Called after the store. */
static void bound_store(uint64_t address, int kind, double magnitude, double drift, double sums,
			double products, uint64_t instance)
{
	if (!is_there(address, (hr_bound_kind)kind))
		forget(address, sizes[kind]);
	keep(address, (hr_bound_kind)kind, instance,
	     (hr_bound_state){magnitude, drift, sums, products});
}

static const hr_bound_state *bound_load(uint64_t address, int kind)
{
	if (is_there(address, (hr_bound_kind)kind) &&
	    find(address)->bits == bits_at(address, sizes[kind]))
		answer = find(address)->state;
	else
		answer = (hr_bound_state){fabs(value_at(address, (hr_bound_kind)kind)), 0, 0, 0};
	return &answer;
}

/* Record an atomic addition: sums in memory may be added in any order. */
static void bound_add(uint64_t address, int kind, double magnitude, double drift, double sums,
		      double products, double before, uint64_t instance)
{
	hr_bound_state state = {fabs(before), 0, 0, 0};

	if (is_there(address, (hr_bound_kind)kind))
		state = find(address)->state;
	state.magnitude += magnitude;
	state.drift += drift;
	state.sums += sums + 1;
	state.products = fmax(state.products, products);
	bound_store(address, kind, state.magnitude, state.drift, state.sums, state.products,
		    instance);
}

/* Record a store of something that is not a float. */
static void bound_clear(uint64_t address, uint64_t bytes)
{
	forget(address, bytes);
}

static void bound_copy(uint64_t to, uint64_t from, uint64_t bytes, uint64_t instance)
{
	HR_VEC(stored_float) found = {0};

	for (uint64_t at = from; table_room && at < from + bytes; at++) {
		const stored_float *here = find(at);

		if (here->address && here->bytes && at + here->bytes <= from + bytes)
			HR_PUSH(&found, *here);
	}
	forget(to, bytes);
	for (size_t i = 0; i < found.count; i++)
		keep(to + (found.data[i].address - from), (hr_bound_kind)found.data[i].kind,
		     instance, found.data[i].state);
	HR_VEC_FREE(&found);
}

/* Return nonzero if these bytes contain bits of a float that has an error. */
static int bound_bits(uint64_t address, uint64_t bytes)
{
	for (uint64_t at = address < 8 ? 0 : address - 7; table_room && at < address + bytes;
	     at++) {
		const stored_float *here = find(at);

		if (here->address && at + here->bytes > address && at < address + bytes &&
		    here->bits == bits_at(at, here->bytes) &&
		    hr_bound_of((hr_bound_kind)here->kind, here->state.magnitude, here->state.drift,
				here->state.sums, here->state.products) != 0)
			return 1;
	}
	return 0;
}

static uint64_t bound_begin(void)
{
	return ++instances;
}

static void bound_unsure(int unsure, int line, uint64_t instance)
{
	if (!unsure)
		return;
	hr_map_put(&unsure_ones, instance, 1);
	if (!is_unsure)
		unsure_line = (unsigned)line;
	is_unsure = true;
}

/* --- the interface to the rest of backends/bound ------------------------------------------- */

void *hr_bound_symbol(const char *name)
{
#define FUNCTION(name) {"hpvm_" #name, (void *)(uintptr_t)name}
	static const struct {
		const char *name;
		void *function;
	} all[] = {
		FUNCTION(bound_sum),       FUNCTION(bound_product),  FUNCTION(bound_quotient),
		FUNCTION(bound_unstable),  FUNCTION(bound_steps),    FUNCTION(bound_exponents),
		FUNCTION(bound_whole),     FUNCTION(bound_function), FUNCTION(bound_finish),
		FUNCTION(bound_regrouped), FUNCTION(bound_store),    FUNCTION(bound_load),
		FUNCTION(bound_add),       FUNCTION(bound_clear),    FUNCTION(bound_copy),
		FUNCTION(bound_bits),      FUNCTION(bound_begin),    FUNCTION(bound_unsure),
	};
#undef FUNCTION

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].function;
	return NULL;
}

void hr_bound_collect(hr_bounds *bounds)
{
	for (size_t i = 0; i < table_room; i++) {
		const stored_float *here = &table[i];
		double most;

		if (!here->address || !here->bytes)
			continue;
		most = hr_bound_of((hr_bound_kind)here->kind, here->state.magnitude,
				   here->state.drift, here->state.sums, here->state.products);
		if (hr_map_get(&unsure_ones, here->instance, NULL))
			most = HR_BOUND_UNKNOWN;
		HR_PUSH(&bounds->of, (hr_bound){(const uint8_t *)(uintptr_t)here->address,
						hr_element_of_npy(HR_NPY_FLOAT, here->bytes),
						here->bytes, most});
	}
	bounds->unsure = is_unsure;
	bounds->line = unsure_line;
}

/* --- liberties -------------------------------------------------------------------------------- */

hr_liberties hr_liberties_of(const hr_backend *module)
{
	hr_liberties liberties = {0};

	liberties.reassociates = module->takes & HR_TAKES_REASSOCIATION;
	liberties.contracts = module->takes & HR_TAKES_CONTRACTION;
	liberties.functions = module->takes & HR_TAKES_LIBERTIES;
	if (liberties.functions) {
		liberties.accuracy = module->accuracy;
		liberties.accuracy_count = module->accuracy_count;
	}
	return liberties;
}

double hr_liberties_ulps(const hr_liberties *liberties, const char *function, hr_bound_kind kind,
			 bool approximated)
{
	for (uint32_t i = 0; liberties->accuracy && i < liberties->accuracy_count; i++)
		if (strcmp(liberties->accuracy[i].function, function) == 0 &&
		    (liberties->accuracy[i].floats > 0 || liberties->accuracy[i].doubles > 0))
			return (double)(kind == HR_BOUND_F32 ? liberties->accuracy[i].floats
							     : liberties->accuracy[i].doubles);
	if (approximated && strcmp(function, "sqrt") == 0)
		return HR_BOUND_ESTIMATE;
	if (approximated || (liberties->functions && !liberties->accuracy &&
			     strcmp(function, "/") != 0 && strcmp(function, "sqrt") != 0))
		return HR_BOUND_UNKNOWN;
	return 0;
}
