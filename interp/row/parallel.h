/* interp/row/parallel.h -- threads for one large operation. */
#ifndef HR_ROW_PARALLEL_H
#define HR_ROW_PARALLEL_H

#include <stddef.h>
#include <stdint.h>

/* Run tasks 0 to COUNT - 1 on up to THREADS threads. Each thread has SCRATCH_BYTES of scratch
 * memory, aligned to 64 bytes. Tasks must not depend on one another. */
typedef void hr_tensor_task(void *job, uint64_t task, void *scratch);
void hr_tensor_parallel(unsigned threads, uint64_t count, hr_tensor_task *task, void *job,
			size_t scratch_bytes);

#endif
