/* backends/rows/row_kernel.h -- kernels for the operations of tensor programs, as units.
 *
 * A kernel serves all calls of a row with the same attributes and the same types and ranks of operands, in
 * all leaves and for all shapes. */
#ifndef HR_ROW_KERNEL_H
#define HR_ROW_KERNEL_H

#include "backends/unit/unit.h"
#include "interp/tensor/row_sink.h"
#include "ir/rowkernel/rowkernel.h"

typedef struct hr_row_kernel {
	hr_rowkernel of; /* its memory belongs to the table */
} hr_row_kernel;

/* The kernels of a run. The caller serialises all calls. */
typedef struct hr_row_kernels hr_row_kernels;

/* DIAGS is borrowed. */
hr_row_kernels *hr_row_kernels_new(hr_diags *diags);
void hr_row_kernels_free(hr_row_kernels *kernels); /* may be NULL */
/* Return the kernel for OP, which lives as long as the table. */
const hr_row_kernel *hr_row_kernel_for(hr_row_kernels *kernels, const hr_row_op *op);
/* The same for a call TEXT whose operands and result have these types. Return NULL if TEXT is none. */
const hr_row_kernel *hr_row_kernel_typed(hr_row_kernels *kernels, const char *text,
					 const hr_rowkernel_type *operands, unsigned count,
					 const hr_rowkernel_type *result);
/* Return the unit of KERNEL, an HR_ROWKERNEL_KERNEL, for memory at HOME; the table owns it. */
hr_made_unit *hr_row_kernel_unit(hr_row_kernels *kernels, const hr_row_kernel *kernel,
				 hr_unit_home home);

/* --- row_grid.c ------------------------------------------------------------------------------- */

/* Return the number of bytes of the elements of DATA as kernels have them. */
uint64_t hr_row_stored_bytes(const hr_tensor_data *data);
/* Return the elements of DATA as kernels have them: DATA's own, or *COPY, which the caller frees. */
const void *hr_row_stored(const hr_tensor_data *data, void **copy);
/* Set the elements of DATA to those that a kernel has left in ELEMENTS. */
void hr_row_set_stored(const hr_tensor_data *data, const void *elements);

/* A grid of a kernel. */
typedef struct hr_row_grid {
	uint8_t *inputs; /* image; owned */
	hr_unit_level levels[2];
	int64_t end[3];
} hr_row_grid;

/* Set GRID for OP on UNIT, of KERNEL: operand I has its elements at OPERANDS[I], the result at RESULT. The
 * caller frees GRID->inputs. */
void hr_row_grid_make(const hr_row_kernel *kernel, const hr_unit *unit, const hr_row_op *op,
		      const void *const *operands, void *result, hr_row_grid *grid);

#endif
