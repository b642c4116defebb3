/* ir/rowkernel/rowkernel_private.h -- what the files of rows share: a kernel that is being written, and the
 * numbers of a launch.
 *
 * A row has a writer, which writes the kernel's text and says what its operands are, and a measure, which
 * sets the extents of the grid and what its numbers are made of. */
#ifndef HR_ROWKERNEL_PRIVATE_H
#define HR_ROWKERNEL_PRIVATE_H

#include "ir/rowkernel/rowkernel.h"
#include "ir/rowkernel/rowkernel_code.h"
#include "src/base/status.h"
#include "src/base/vec.h"

/* A kernel that is being written. */
typedef struct hr_rk_writer {
	hr_rowkernel *kernel;
	unsigned count;   /* of operands */
	const char *base; /* of the name: "add" */
	hr_bytes text;    /* owns; the kernel's */
	hr_rk_source source;
} hr_rk_writer;

/* A launch. Names of numbers:
 *
 *	out.K x.K y.K z.K w.K   extent K of the result, of an operand
 *	n.K                     extent K of `grid_shape`
 *	x.sK y.sK z.sK          `stride` of an operand along axis K of grid_shape
 *	v.K                     `value` K
 *	else                    number K of the attribute of that name, or its default */
typedef struct hr_rk_launch {
	const hr_rowkernel *kernel;
	const hr_rowkernel_operand *operands;
	const hr_dims *result;
	hr_dims grid_shape;
	int64_t stride[4][HR_RANK_MOST];
	int64_t value[64];
	uint64_t *grid; /* extents, to be set; all 1 before */
} hr_rk_launch;

typedef void hr_rk_write(hr_rk_writer *w);
typedef void hr_rk_measure(hr_rk_launch *l);

/* --- writer.c --------------------------------------------------------------------------------- */

void hr_rk_say(hr_rk_writer *w, const char *format, ...) HR_PRINTF(2, 3);
/* Say that there is no kernel, or that it is a copy. */
void hr_rk_host(hr_rk_writer *w);
void hr_rk_copy(hr_rk_writer *w);
/* Make operand I data that the kernel calls "x", "y", "z", "w", "a4", ...; and the result, "out". */
void hr_rk_data(hr_rk_writer *w, unsigned i);
/* The same, as unsigned integers of the same size: for what is only moved. */
void hr_rk_bits(hr_rk_writer *w, unsigned i);
void hr_rk_values(hr_rk_writer *w, unsigned i);
/* Write statements that set i0, i1, ... to the coordinates in grid_shape, of RANK, and `at` to the
 * element's place in it. The grid has the last two axes, and all others joined. */
void hr_rk_coordinates(hr_rk_writer *w, unsigned rank);
/* Write the offset of an operand's element at these coordinates: "i1 * x.s1 + i2 * x.s2". The operand
 * has RANK of OF axes, the last ones. */
void hr_rk_offset(hr_rk_writer *w, const char *name, unsigned rank, unsigned of);
bool hr_rk_is_real(const hr_rowkernel_type *type);
/* Return the type of elements in memory. */
hr_elem hr_rk_storage(const hr_rowkernel_type *type);

/* --- measure.c -------------------------------------------------------------------------------- */

/* Set STEP to how far elements of SHAPE lie apart along each axis. */
void hr_rk_steps(const hr_dims *shape, int64_t step[HR_RANK_MOST]);
/* Set grid_shape to the extents before AXIS of operand 0, of it, and after it, and the grid to the first
 * and the last. */
void hr_rk_lines(hr_rk_launch *l, int64_t axis);
/* Return the least and the greatest number of an integer type, or of bool. */
int64_t hr_rk_least_integer(hr_elem elem);
int64_t hr_rk_greatest_integer(hr_elem elem);
/* Set grid_shape to the result's shape, and stride[I] to the strides of operand I broadcast to it. */
void hr_rk_spread(hr_rk_launch *l, unsigned operands);
/* Join axes of grid_shape along which the result and the operands lie as along one. */
void hr_rk_join(hr_rk_launch *l, unsigned operands);
/* Set the grid for hr_rk_coordinates(). */
void hr_rk_grid(hr_rk_launch *l);

/* --- rows ------------------------------------------------------------------------------------- */

hr_rk_write hr_rk_write_map, hr_rk_write_shifted, hr_rk_write_pad, hr_rk_write_concat,
	hr_rk_write_reverse_sequence, hr_rk_write_reduce, hr_rk_write_position, hr_rk_write_scan,
	hr_rk_write_gather, hr_rk_write_gather_elements, hr_rk_write_gather_nd,
	hr_rk_write_scatter_elements, hr_rk_write_scatter_nd, hr_rk_write_dot,
	hr_rk_write_convolution, hr_rk_write_convolution_transpose, hr_rk_write_pool,
	hr_rk_write_resize;
hr_rk_measure hr_rk_measure_map, hr_rk_measure_broadcast, hr_rk_measure_transpose,
	hr_rk_measure_slice, hr_rk_measure_pad, hr_rk_measure_concat,
	hr_rk_measure_reverse_sequence, hr_rk_measure_reduce, hr_rk_measure_scan,
	hr_rk_measure_gather, hr_rk_measure_gather_elements, hr_rk_measure_gather_nd,
	hr_rk_measure_scatter_elements, hr_rk_measure_scatter_nd, hr_rk_measure_dot,
	hr_rk_measure_convolution, hr_rk_measure_convolution_transpose, hr_rk_measure_pool,
	hr_rk_measure_resize;

#endif
