/* traces/record/record_head.h -- the head of a trace. Private to record*.c. */
#ifndef HR_RECORD_HEAD_H
#define HR_RECORD_HEAD_H

#include <stdio.h>

#include "ir/program/program.h"
#include "traces/record/record.h"

/* Write the head. Nodes are numbered through all graphs of the program, in the order of each
 * graph. */
void hr_record_head(const hr_program *program, const hr_record_plan *plan, FILE *stream);

#endif
