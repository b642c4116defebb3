/* traces/export/proto_write.c -- messages in the wire format of Protocol Buffers.
 *
 * A message has its length before it, which is not known when it begins: room for one of five bytes
 * is left, as the format allows, since a number may have more bytes than it needs.
 * Source: "Encoding", protobuf.dev. */
#include "traces/export/proto_write.h"

#include <string.h>

#include "src/diag/render.h"

enum { VARINT, FIXED64, LENGTH, LENGTH_BYTES = 2, LONG_BYTES = 5 };

void proto_free(proto *self)
{
	HR_VEC_FREE(&self->bytes);
}

static void put(proto *self, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		HR_PUSH(&self->bytes, (uint8_t)(value | 0x80));
	HR_PUSH(&self->bytes, (uint8_t)value);
}

static void put_tag(proto *self, unsigned field, unsigned type)
{
	put(self, (uint64_t)field << 3 | type);
}

void proto_begin(proto *self, unsigned field)
{
	put_tag(self, field, LENGTH);
	for (unsigned i = 0; i < LENGTH_BYTES; i++)
		HR_PUSH(&self->bytes, 0);
	self->open[self->depth++] = self->bytes.count;
}

/* Most messages are short; a long one moves to make room for its length. */
void proto_end(proto *self)
{
	size_t begin = self->open[--self->depth], length = self->bytes.count - begin;
	unsigned room = LENGTH_BYTES;

	if (length >= 1u << 7 * LENGTH_BYTES) {
		for (; room < LONG_BYTES; room++)
			HR_PUSH(&self->bytes, 0);
		memmove(self->bytes.data + begin + LONG_BYTES - LENGTH_BYTES,
			self->bytes.data + begin, length);
	}
	for (unsigned i = 0; i < room; i++)
		self->bytes.data[begin - LENGTH_BYTES + i] =
			(uint8_t)((length >> 7 * i & 0x7f) | (i + 1 < room ? 0x80 : 0));
}

void proto_number(proto *self, unsigned field, uint64_t value)
{
	put_tag(self, field, VARINT);
	put(self, value);
}

void proto_fixed(proto *self, unsigned field, uint64_t value)
{
	put_tag(self, field, FIXED64);
	for (unsigned i = 0; i < 8; i++)
		HR_PUSH(&self->bytes, (uint8_t)(value >> 8 * i));
}

void proto_text(proto *self, unsigned field, const char *text)
{
	static const char unknown[] = "\357\277\275";
	size_t left = strlen(text), length = 0;

	for (size_t i = 0, step; i < left; i += step ? step : 1) {
		step = hr_utf8_length(text + i, left - i);
		length += step ? step : strlen(unknown);
	}
	put_tag(self, field, LENGTH);
	put(self, length);
	while (left) {
		size_t step = hr_utf8_length(text, left);
		const char *from = step ? text : unknown;

		for (size_t i = 0; i < (step ? step : strlen(unknown)); i++)
			HR_PUSH(&self->bytes, (uint8_t)from[i]);
		step = step ? step : 1;
		text += step;
		left -= step;
	}
}

void proto_flush(proto *self, FILE *stream)
{
	fwrite(self->bytes.data, 1, self->bytes.count, stream);
	self->bytes.count = 0;
}
