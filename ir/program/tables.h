/* ir/program/tables.h -- how the tables behind lookup.h are made; for those who make or change a
 * program: ir/load/load.c, ir/lift, ir/pass. */
#ifndef HR_TABLES_H
#define HR_TABLES_H

#include "ir/program/program.h"

/* Fills functions, globals and look-up from the module. */
void hr_program_tabulate(hr_program *program);
/* Makes hr_program_graph() know program->graphs. */
void hr_program_index_graphs(hr_program *program);
void hr_program_drop_tables(hr_program *program);

/* Bytes that a getelementptr (an LLVMValueRef, instruction or constant) adds to its base; false if
 * an index is no constant. */
bool hr_constant_offset(const hr_program *program, void *gep, int64_t *offset);

#endif
