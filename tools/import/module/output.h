/* tools/import/module/output.h -- what all writers of hpvm-import share: names, and the module as bitcode. */
#ifndef HR_IMPORT_OUTPUT_H
#define HR_IMPORT_OUTPUT_H

#include <stdio.h>

#include "src/base/arena.h"
#include "src/diag/diag.h"

/* Write PREFIX, which is plain, and NAME, which may contain any byte, as one quoted text of LLVM's assembly,
 * "conv/1", for example after @ or %. */
void output_quoted(FILE *text, const char *prefix, const char *name);
/* Return true if a function of this name has a meaning: to LLVM, to HPVM 1.0's runtime, or as the
 * beginning of host code. */
bool output_has_meaning(const char *name);
/* Return NAME as the name of a file, in the arena: letters, digits and _-. are kept, except - and . at the
 * beginning, and at most 200 of them; a number is appended if FILES, the names in use, has it. */
const char *output_file(hr_arena *arena, hr_strmap *files, const char *name);
/* Return what follows the last slash of PATH. */
const char *output_base(const char *path);
/* Report that PATH cannot be written, with ERROR, an errno. */
hr_status output_failed(hr_diags *diags, const char *path, int error);
/* Write TEXT, a module in LLVM's assembly of LENGTH bytes, as bitcode to PATH. */
hr_status output_module(hr_diags *diags, const char *path, const char *text, size_t length)
	HR_MUST_CHECK;

#endif
