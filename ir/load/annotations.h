/* ir/load/annotations.h -- races that the program's source says are intended (K9). */
#ifndef HR_ANNOTATIONS_H
#define HR_ANNOTATIONS_H

#include "ir/program/program.h"

/* Suppress races in functions and at global variables of the program's module that have the annotation
 * "hpvm:benign-race". */
void hr_suppress_annotated(hr_program *program);

#endif
