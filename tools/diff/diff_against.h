/* tools/diff/diff_against.h -- hpvm-diff --against: the values of another runtime. */
#ifndef HR_DIFF_AGAINST_H
#define HR_DIFF_AGAINST_H

#include "interp/values/against.h"
#include "tools/shared/command_line.h"

/* Return false, after tool_wrong(), if options do not go together. */
bool diff_against_fits(const tool_values *given) HR_MUST_CHECK;
/* Choose the root of the loaded program, and its arguments, which OTHER may have, in the session's options. Return false
 * after tool_wrong(). */
bool diff_against_prepare(const hr_npz *other) HR_MUST_CHECK;
/* Print what was found. PATH is the file with the other runtime's values. With ALL, every value. */
void diff_print_against(const hr_against *against, const char *path, bool all, FILE *stream);

#endif
