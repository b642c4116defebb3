/* backends/bound/bound.h -- bounds for the difference of results when code may round differently
 * from the way it is written.
 *
 * A unit is rewritten so that it carries, with each float, a bound for the error of any permitted
 * evaluation (code.c). It then runs once more on the grid's memory, in a process that is discarded
 * (run.c). The bound carried with each float that it stores is the bound for that result. The rules
 * are in docs/backends.md. */
#ifndef HR_BOUND_H
#define HR_BOUND_H

#include <llvm-c/Types.h>

#include "backends/backend.h"
#include "backends/bound/bounds.h"
#include "src/base/status.h"
#include "src/base/vec.h"

/* The types of floats that are supported. Generated code contains these numbers. */
typedef enum hr_bound_kind { HR_BOUND_F32, HR_BOUND_F64, HR_BOUND_KINDS } hr_bound_kind;

/* The state carried with a float that is the value of an expression of sums and products of TERMS.
 * If each term is off by at most its own bound, then the value is off by at most hr_bound_of(),
 * whatever the order of evaluation and whichever roundings are omitted. */
typedef struct hr_bound_state {
	/* Value of the expression with absolute values of all terms and positive signs. */
	double magnitude;
	/* Upper bound for the increase of MAGNITUDE if the terms are off by their bounds. */
	double drift;
	/* The largest number of roundings on the path of a term: by additions, by other
	 * operations. */
	double sums, products;
} hr_bound_state;

double hr_bound_of(hr_bound_kind kind, double magnitude, double drift, double sums,
		   double products);

/* What a backend is permitted to do. */
typedef struct hr_liberties {
	bool reassociates, contracts; /* even if the unit does not permit it */
	const hr_backend_accuracy *accuracy;
	uint32_t accuracy_count;
	/* ACCURACY is valid: it lists the errors of functions, or is NULL if all errors are
	 * unknown. */
	bool functions;
} hr_liberties;

hr_liberties hr_liberties_of(const hr_backend *module);
/* hr_liberties_ulps() returns the largest error of FUNCTION in ULP, or HR_BOUND_UNKNOWN.
 * APPROXIMATED: the program permits an approximation (flag afn). */
#define HR_BOUND_UNKNOWN __builtin_inf()
/* The largest error in ULP of a reciprocal or square root that is computed from an estimate with
 * one Newton step. */
#define HR_BOUND_ESTIMATE 3
double hr_liberties_ulps(const hr_liberties *liberties, const char *function, hr_bound_kind kind,
			 bool approximated);

/* Return the unit that carries bounds, as bitcode. Return NULL if there is none, with the reason in
 * WHY. */
LLVMMemoryBufferRef hr_bound_code(const hr_unit *unit, const hr_liberties *liberties,
				  char why[HR_BACKEND_TEXT]);

/* --- parts.c ---------------------------------------------------------------------------------- */

/* Split functions with two results, possibly in a structure, into two calls with one result
 * each. */
void hr_bound_part(LLVMModuleRef module);

/* --- state.c: functions that the rewritten code calls, in the process that runs it --------- */

/* Return the address of the function NAME, or NULL if there is none. */
void *hr_bound_symbol(const char *name);
/* Store in BOUNDS the bounds of all floats that were stored, unsorted, and whether an instance took
 * a branch whose direction depends on rounding. */
void hr_bound_collect(hr_bounds *bounds);

/* --- run.c ------------------------------------------------------------------------------------ */

typedef struct hr_bound_grid {
	const hr_unit *unit;
	const hr_backend *compiler; /* works on the program's addresses */
	const char *const *options; /* of the compiler */
	const hr_unit_grid *grid;
	const uint8_t *outputs;            /* the outputs that need bounds */
	void *(*symbol)(const char *name); /* resolves the program's symbols */
	double seconds;                    /* time limit; 0: none */
} hr_bound_grid;

/* Fill BOUNDS, which the caller frees. The program's memory must be as before the grid. Return
 * false if there are no bounds, with the reason in TEXT. */
bool hr_bound_run(const hr_bound_grid *grid, const hr_liberties *liberties, hr_bounds *bounds,
		  char text[HR_BACKEND_TEXT]) HR_MUST_CHECK;

#endif
