/* ir/load/annotations.h -- findings that the user intends, and that only the program's source tells (K9). */
#ifndef HR_ANNOTATIONS_H
#define HR_ANNOTATIONS_H

#include "ir/program/program.h"

/* Suppress races in functions and at global variables of the program's module that have the annotation
 * "hpvm:benign-race". */
void hr_suppress_annotated(hr_program *program);
/* Let rules with the name of a function apply to its lines where it was inlined as well; after all rules are known. */
void hr_suppress_inlined(hr_program *program);

#endif
