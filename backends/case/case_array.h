/* backends/case/case_array.h -- memory of a case as a NumPy file. */
#ifndef HR_CASE_ARRAY_H
#define HR_CASE_ARRAY_H

#include "backends/case/case.h"

/* Return true if the memory consists of whole elements of a type that NumPy has. */
bool hr_case_is_array(const hr_case_memory *memory);
/* Write such memory to the file PATH. Return false on failure; *WHY is the reason, valid until the
 * next call. */
bool hr_case_write_array(const hr_case_memory *memory, const char *path, const char **why)
	HR_MUST_CHECK;
bool hr_case_read_array(hr_case *self, const char *path, hr_case_memory *memory, const char **why)
	HR_MUST_CHECK;

#endif
