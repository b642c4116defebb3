/* backends/case/case_tensor.h -- the tensors of a case. */
#ifndef HR_CASE_TENSOR_H
#define HR_CASE_TENSOR_H

#include "backends/case/case.h"
#include "ir/graph/graph.h"

typedef struct hr_run hr_run;

/* Copy the tensor HANDLE of RUN to a memory of SELF and return its index. Return -1 if there is no
 * such tensor, or it does not consist of floats in the order n, c, h, w. */
int hr_case_take_tensor(hr_case *self, hr_run *run, uint64_t handle);
/* Write the tensor to the NumPy file PATH. Return false on failure; *WHY is the reason, valid until
 * the next call. */
bool hr_case_write_tensor(const hr_case_memory *tensor, const char *path, const char **why)
	HR_MUST_CHECK;
bool hr_case_read_tensor(hr_case *self, const char *path, hr_case_memory *tensor, const char **why)
	HR_MUST_CHECK;
/* Shrink dimension DIM to its first LESS elements. LESS is at most the present size. */
void hr_case_cut_tensor(hr_case_memory *tensor, unsigned dim, uint64_t less);

#endif
