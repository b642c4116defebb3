/* tools/import/file/external.h -- data of tensors in other files. Private to hpvm-import. */
#ifndef HR_IMPORT_EXTERNAL_H
#define HR_IMPORT_EXTERNAL_H

#include "src/base/vec.h"
#include "tools/import/file/onnx.pb-c.h"
#include "tools/import/file/onnx_report.h"

/* A file that is mapped, since the program's constants borrow its bytes. */
typedef struct onnx_map {
	const char *path; /* as the model names it */
	void *bytes;
	size_t size;
} onnx_map;
typedef HR_VEC(onnx_map) onnx_maps;

/* Set *DATA to the BYTES bytes of TENSOR, whose data is in another file, which is mapped to MAPS. The
 * address may have any alignment. */
hr_status onnx_external(onnx_report *report, onnx_maps *maps, const char *name, const char *what,
			const Onnx__TensorProto *tensor, uint64_t bytes, const void **data)
	HR_MUST_CHECK;
void onnx_unmap(onnx_maps *maps);

#endif
