/* tools/import/onnx/external.h -- data of tensors in other files. Private to hpvm-import. */
#ifndef HR_ONNX_EXTERNAL_H
#define HR_ONNX_EXTERNAL_H

#include "tools/import/onnx/onnx.h"
#include "tools/import/onnx/onnx.pb-c.h"
#include "tools/import/onnx/onnx_report.h"

/* Set *DATA to the BYTES bytes of TENSOR, whose data is in another file, which is mapped to MAPS. The
 * address may have any alignment. */
hr_status onnx_external(onnx_report *report, onnx_maps *maps, const char *name, const char *what,
			const Onnx__TensorProto *tensor, uint64_t bytes, const void **data)
	HR_MUST_CHECK;
void onnx_unmap(onnx_maps *maps);

#endif
