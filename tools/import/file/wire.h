/* tools/import/file/wire.h -- what protobuf's reader does not tell about a file. Private to
 * hpvm-import. */
#ifndef HR_ONNX_WIRE_H
#define HR_ONNX_WIRE_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return true if a text (a `string`) of the message TYPE in the SIZE bytes, or of a message in it,
 * contains a zero byte. protobuf-c cuts such a text off there, so that different names become
 * equal. Bytes that are no message have none. */
bool onnx_has_zero(const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t size);

#endif
