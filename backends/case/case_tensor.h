/* backends/case/case_tensor.h -- tensors of a case. */
#ifndef HR_CASE_TENSOR_H
#define HR_CASE_TENSOR_H

#include "backends/case/case.h"
#include "ir/graph/graph.h"

typedef struct hr_run hr_run;

/* The number of the memory of SELF that now has the values of the tensor HANDLE of RUN; -1: that is
 * none, or none of floats in the order n, c, h, w. */
int hr_case_take_tensor(hr_case *self, hr_run *run, uint64_t handle);
/* As the NumPy file PATH. Both: on false, *why is a text until the next call. */
bool hr_case_write_tensor(const hr_case_memory *tensor, const char *path, const char **why)
	HR_MUST_CHECK;
bool hr_case_read_tensor(hr_case *self, const char *path, hr_case_memory *tensor, const char **why)
	HR_MUST_CHECK;
/* Of dimension DIM the first LESS, at most as many as it has. */
void hr_case_cut_tensor(hr_case_memory *tensor, unsigned dim, uint64_t less);

#endif
