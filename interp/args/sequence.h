/* interp/args/sequence.h -- lists of launches over named buffers, without host code (docs/launches.md).
 *
 * A list is read before the program, because each launch of a kernel becomes a graph when the program is loaded. */
#ifndef HR_SEQUENCE_H
#define HR_SEQUENCE_H

#include <stdio.h>

#include "interp/run/run.h"
#include "ir/kernel/kernel_launch.h"

typedef struct hr_sequence hr_sequence;

/* Read the list in FILE. On success the caller owns *SEQUENCE. Kernels and roots are looked for when
 * the list runs. */
hr_status hr_sequence_read(const char *file, hr_diags *diags, hr_sequence **sequence) HR_MUST_CHECK;
/* Return the different launches of kernels, for loading the program, and their number in *COUNT; 0:
 * the list launches roots of HPVM. */
hr_kernel_launch *hr_sequence_kernels(hr_sequence *sequence, size_t *count);
/* Report a launch that loading has found wrong. Return STATUS, what loading has come to. */
hr_status hr_sequence_loaded(hr_sequence *sequence, hr_status status) HR_MUST_CHECK;
/* Run the list: its launches one after the other, with copies, fills and checks between them. Return as
 * hr_launch_direct(). RUN and its program are those that have been loaded for the list. */
hr_status hr_sequence_run(hr_sequence *sequence, hr_run *run) HR_MUST_CHECK;
/* Print a list that launches the COUNT roots one after the other, with buffers of one element, for the user to
 * complete. KERNEL is the launch that the only root was made of, or NULL. */
void hr_sequence_print(const hr_node *const *roots, unsigned count, const hr_kernel_launch *kernel,
		       FILE *stream);
void hr_sequence_free(hr_sequence *sequence); /* NULL is ignored */

#endif
