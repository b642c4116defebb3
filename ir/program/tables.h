/* ir/program/tables.h -- construction of the tables behind lookup.h, for code that makes or changes
 * a program: ir/load/load.c, ir/lift, ir/pass. */
#ifndef HR_TABLES_H
#define HR_TABLES_H

#include "ir/program/program.h"

/* Fill functions, globals and look-up from the module. */
void hr_program_tabulate(hr_program *program);
/* Make hr_program_graph() find program->graphs. */
void hr_program_index_graphs(hr_program *program);
void hr_program_drop_tables(hr_program *program);

/* Set *offset to the bytes that a getelementptr (an LLVMValueRef, instruction or constant) adds to
 * its base. Return false if an index is not constant. */
bool hr_constant_offset(const hr_program *program, void *gep, int64_t *offset);

#endif
