/* backends/bound/bound.h -- by how much results may be off where code may round otherwise than it
 * is written.
 *
 * A unit is changed so that it carries, beside each float, what any permitted evaluation of it may
 * be off (code.c), and runs once more on the grid's memory, in a process that is thrown away
 * (run.c). What it says of each float that it stores is the bound there. docs/backends.md has the
 * rules. */
#ifndef HR_BOUND_H
#define HR_BOUND_H

#include <llvm-c/Types.h>

#include "backends/backend.h"
#include "backends/bound/bounds.h"
#include "src/base/status.h"
#include "src/base/vec.h"

/* Floats that are computed with; their numbers are in the code that is made. */
typedef enum hr_bound_kind { HR_BOUND_F32, HR_BOUND_F64, HR_BOUND_KINDS } hr_bound_kind;

/* What is carried beside a float: it is the value of an expression of sums and products of TERMS,
 * computed as written. If all terms are off by what they may be, in whatever order and with
 * whichever roundings left out, it is off by hr_bound_of(). */
typedef struct hr_bound_state {
	double magnitude; /* of the expression with all terms and signs positive */
	double drift;     /* by how much that grows if the terms are off as far as they may */
	/* how many roundings there are, at most, on the way of a term: by additions, by others */
	double sums, products;
} hr_bound_state;

double hr_bound_of(hr_bound_kind kind, double magnitude, double drift, double sums,
		   double products);

/* What a backend may do. */
typedef struct hr_liberties {
	bool reassociates, contracts; /* whatever the unit says */
	const hr_backend_accuracy *accuracy;
	uint32_t accuracy_count;
	bool functions; /* ... counts, or, if it is NULL, all may be off by anything */
} hr_liberties;

hr_liberties hr_liberties_of(const hr_backend *module);
/* By how many ULP FUNCTION may be off; HR_BOUND_UNKNOWN: by anything. APPROXIMATED: the program
 * permits that. */
#define HR_BOUND_UNKNOWN __builtin_inf()
/* By how many a reciprocal or a root that is an estimate with a step of Newton's. */
#define HR_BOUND_ESTIMATE 3
double hr_liberties_ulps(const hr_liberties *liberties, const char *function, hr_bound_kind kind,
			 bool approximated);

/* The unit that carries bounds, as bitcode. NULL: WHY says why there is none. */
LLVMMemoryBufferRef hr_bound_code(const hr_unit *unit, const hr_liberties *liberties,
				  char why[HR_BACKEND_TEXT]);

/* --- parts.c ---------------------------------------------------------------------------------- */

/* Functions with two results, which may be structures, become two calls. */
void hr_bound_part(LLVMModuleRef module);

/* --- state.c: what that code calls, in the process that runs it ------------------------------- */

/* The function NAME, or NULL. */
void *hr_bound_symbol(const char *name);
/* What was stored, in no order, and whether an instance has gone a way that rounding decides. */
void hr_bound_collect(hr_bounds *bounds);

/* --- run.c ------------------------------------------------------------------------------------ */

typedef struct hr_bound_grid {
	const hr_unit *unit;
	const hr_backend *compiler; /* works on the program's addresses */
	const hr_unit_grid *grid;
	const uint8_t *outputs;            /* where those are that bounds are for */
	void *(*symbol)(const char *name); /* of the program */
	double seconds;                    /* it may take; 0: any time */
} hr_bound_grid;

/* Fills BOUNDS, which the caller frees. The program's memory is that before the grid. False: text
 * says why there are none. */
bool hr_bound_run(const hr_bound_grid *grid, const hr_liberties *liberties, hr_bounds *bounds,
		  char text[HR_BACKEND_TEXT]) HR_MUST_CHECK;

#endif
