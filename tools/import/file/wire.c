/* tools/import/file/wire.c -- zero bytes in the texts of a protobuf message. */
#include "tools/import/file/wire.h"

#include <string.h>

/* Where the next byte is read. */
typedef struct wire {
	const uint8_t *at, *end;
} wire;

static bool read_varint(wire *w, uint64_t *number)
{
	*number = 0;
	for (unsigned shift = 0; shift < 64 && w->at < w->end; shift += 7) {
		const uint8_t byte = *w->at++;

		*number |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return true;
	}
	return false;
}

static bool skip(wire *w, uint64_t size)
{
	if (size > (uint64_t)(w->end - w->at))
		return false;
	w->at += size;
	return true;
}

bool onnx_has_zero(const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t size)
{
	enum { VARINT, EIGHT, SIZED, FOUR = 5 };
	wire w = {bytes, bytes + size};
	uint64_t tag, length;

	while (w.at < w.end && read_varint(&w, &tag)) {
		const ProtobufCFieldDescriptor *field;
		bool read = false;

		if (tag % 8 == VARINT)
			read = read_varint(&w, &length);
		else if (tag % 8 == EIGHT || tag % 8 == FOUR)
			read = skip(&w, tag % 8 == EIGHT ? 8 : 4);
		else if (tag % 8 == SIZED)
			read = read_varint(&w, &length) && skip(&w, length);
		if (!read)
			return false;
		field = protobuf_c_message_descriptor_get_field(type, (unsigned)(tag / 8));
		if (tag % 8 != SIZED || !field)
			continue;
		if (field->type == PROTOBUF_C_TYPE_STRING && length &&
		    memchr(w.at - length, 0, length))
			return true;
		if (field->type == PROTOBUF_C_TYPE_MESSAGE &&
		    onnx_has_zero(field->descriptor, w.at - length, length))
			return true;
	}
	return false;
}
