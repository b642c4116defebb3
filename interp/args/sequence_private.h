/* interp/args/sequence_private.h -- shared by reading (sequence_read.c) and running (sequence.c) a list of
 * launches. */
#ifndef HR_SEQUENCE_PRIVATE_H
#define HR_SEQUENCE_PRIVATE_H

#include "interp/args/direct_args.h"
#include "interp/args/sequence.h"

typedef enum step_kind {
	STEP_KERNEL,
	STEP_ROOT,
	STEP_COPY,
	STEP_FILL,
	STEP_CHECK,
	STEP_REPEAT
} step_kind;

/* Bytes of a named buffer. */
typedef struct step_place {
	const hr_named_buffer *buffer;
	uint64_t at, bytes;
} step_place;

typedef struct launch_step {
	step_kind kind;
	const hr_yaml *at;
	size_t launch;       /* STEP_KERNEL: its number in `launches` */
	const char *text;    /* of a launch: where it is */
	hr_function *root;   /* STEP_KERNEL, STEP_ROOT */
	hr_part part;        /* the same */
	step_place to, from; /* STEP_COPY; STEP_FILL and STEP_CHECK have `to` */
	hr_elements value;   /* STEP_FILL: one element */
	hr_elements checked; /* STEP_CHECK: what is checked; borrows the buffer's memory */
	hr_check check;
	uint64_t times; /* STEP_REPEAT */
	size_t body;    /* STEP_REPEAT: the number of steps after this one that are repeated */
} launch_step;

struct hr_sequence {
	hr_direct direct;
	const hr_yaml *file;
	HR_VEC(launch_step) steps; /* with those that are repeated, in the order of the file */
	HR_VEC(hr_kernel_launch) launches; /* all different */
	HR_VEC(const hr_yaml *) places;    /* where each is first */
};

/* Read the places, values and checks of step S, whose buffers are known. */
hr_status hr_sequence_read_step(hr_sequence *sequence, launch_step *s) HR_MUST_CHECK;
/* Read the buffers of the file, and their checks. */
hr_status hr_sequence_read_buffers(hr_sequence *sequence) HR_MUST_CHECK;

#endif
