/* traces/export/proto_write.h -- messages in the wire format of Protocol Buffers.
 *
 *	proto_begin(&out, 11);           // field 11, a message
 *	proto_number(&out, 9, 1);
 *	proto_end(&out);
 *	proto_flush(&out, stream);       // when nothing is open */
#ifndef HR_PROTO_WRITE_H
#define HR_PROTO_WRITE_H

#include <stdint.h>
#include <stdio.h>

#include "src/base/vec.h"

enum { PROTO_DEPTH = 8 };

typedef struct proto {
	HR_VEC(uint8_t) bytes;
	size_t open[PROTO_DEPTH]; /* where messages begin that have not ended */
	unsigned depth;
} proto;

void proto_free(proto *self);
void proto_begin(proto *self, unsigned field);
void proto_end(proto *self);
void proto_number(proto *self, unsigned field, uint64_t value);
void proto_fixed(proto *self, unsigned field, uint64_t value); /* fixed64 */
/* What is not UTF-8 becomes U+FFFD. */
void proto_text(proto *self, unsigned field, const char *text);
void proto_flush(proto *self, FILE *stream);

#endif
