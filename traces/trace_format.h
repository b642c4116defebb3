/* traces/trace_format.h -- the layout of a trace, a file of events, for writer and readers.
 *
 * A file is a head, blocks, and (unless the run died) an index:
 *
 *	head    "HPVMRUNT" u32 version, u32 bytes, then that many bytes of YAML: what ran, its nodes
 *	block   trace_block, then `packed` bytes: a zstd frame with a checksum, of events
 *	index   a trace_block with HR_TRACE_INDEX_MARK, then `packed` bytes: a trace_index for each
 *	        block
 *	tail    u64 offset of the index, "HPVMRUNE"
 *
 * Numbers of the layout are little-endian. Numbers in events have 7 bits in each byte, lowest
 * first; the 8th bit is set if more bytes follow ("varint"; it may have more bytes than necessary).
 * Signed numbers are folded (0, -1, 1, -2 ...). An event is
 *
 *	kind, [thread,] [ticks since the previous event,] [operations since the previous event,]
 *	its fields
 *
 * where bits of the kind's byte say which of the three are omitted, because they are those of the
 * previous event in the block. Two consecutive events, a begin and its end, may be combined as one
 * of HR_TRACE_PAIRS: the fields of the first, [ticks,] operations until the second, and the fields
 * of the second that the first lacks. Readers return two events. So nothing in a block refers to
 * another block, except numbers of nodes (defined in the head) and of objects (defined by their
 * TRACK events). A tick is a unit of the processor's counter. A block has the number of nanoseconds
 * of its ticks, and its first event counts from the block's begin. Ticks are omitted if the clock
 * is `operations`; then a trace of the same run has the same bytes on every machine. */
#ifndef HR_TRACE_FORMAT_H
#define HR_TRACE_FORMAT_H

#include <stdint.h>

#define HR_TRACE_MAGIC     "HPVMRUNT"
#define HR_TRACE_END_MAGIC "HPVMRUNE"
enum {
	HR_TRACE_VERSION = 6,
	HR_TRACE_MAGIC_BYTES = 8,
	HR_TRACE_BLOCK_MARK = 0x4b4c4254, /* "TBLK" */
	HR_TRACE_INDEX_MARK = 0x58444954, /* "TIDX" */
	HR_TRACE_MOST_HEAD = 1 << 28,     /* a longer head is damaged */
	HR_TRACE_BLOCK_BYTES = 1 << 17,   /* size of a block of events, approximately */
	HR_TRACE_MOST_BLOCK = 1 << 20,
	HR_TRACE_MOST_VALUE = 127,       /* bytes of one value of an edge */
	HR_TRACE_MOST_KEPT = 1 << 19,    /* bytes of one buffer */
	HR_TRACE_MOST_THREADS = 1 << 16, /* any further threads share the last number */
	HR_TRACE_MOST_DETAILS = 24,      /* of one event */
};

/* X(enumerator, word, fields): the fields of each kind. n node, x execution, p instance of the
 * parent plus 1 or 0, f first instance (relative to the last event of this kind in the block), c
 * count, e source node, or the parent of a bind; o its output, or the parent's input, and the
 * input, or of a bind of outputs, the node's output and the parent's; v value, b bytes, j object, s
 * text, y text: the author or the place, w word, d nanoseconds, k details. A text is its length,
 * that many bytes, none of them 0, and a 0. Details are their number, and for each a text that
 * names it and a text with its value. */
#define HR_TRACE_EVENTS(X)                                                                         \
	X(BEGIN_EXECUTION, "begin-execution", "nx")                                                \
	X(END_EXECUTION, "end-execution", "nx")                                                    \
	X(PUSH, "push", "nxc")                                                                     \
	X(POP, "pop", "nxc")                                                                       \
	X(BEGIN_GRID, "begin-grid", "nxpc")                                                        \
	X(END_GRID, "end-grid", "nxpcy")                                                           \
	X(EDGE, "edge", "nxpeocbv")                                                                \
	X(BIND, "bind", "nxpeocbv")                                                                \
	X(BIND_OUT, "bind-out", "nxpocbv")                                                         \
	X(BEGIN_BATCH, "begin-batch", "nxpfc")                                                     \
	X(END_BATCH, "end-batch", "nxpfc")                                                         \
	X(TRACK, "track", "jbs")                                                                   \
	X(UNTRACK, "untrack", "j")                                                                 \
	X(REQUEST, "request", "jfb")                                                               \
	X(COPY, "copy", "jfbyw")                                                                   \
	X(MOVE, "move", "jbys")                                                                    \
	X(BEGIN_UNIT, "begin-unit", "nxpfcys")                                                     \
	X(END_UNIT, "end-unit", "nxpfcyws")                                                        \
	X(BUILD, "build", "nywds")                                                                 \
	X(WORKER, "worker", "yws")                                                                 \
	X(DIFFERENCE, "difference", "nxpyk")                                                       \
	X(VERDICT, "verdict", "nywk")                                                              \
	X(DIAGNOSTIC, "diagnostic", "sk")                                                          \
	X(ORDER, "order", "nxcws")

/* The numbers that the fields of a kind may begin with. */
#define HR_TRACE_NUMBERS "nxpfc"

#define HR_TRACE_ENUMERATOR(name, word, fields) HR_TRACE_##name,
typedef enum hr_trace_kind { HR_TRACE_EVENTS(HR_TRACE_ENUMERATOR) HR_TRACE_KINDS } hr_trace_kind;
#undef HR_TRACE_ENUMERATOR

/* X(enumerator, first event, second event, fields of the second that the first lacks) */
#define HR_TRACE_PAIRS(X)                                                                          \
	X(ENTER, PUSH, BEGIN_EXECUTION, "")                                                        \
	X(GRID, BEGIN_GRID, END_GRID, "y")                                                         \
	X(BATCH, BEGIN_BATCH, END_BATCH, "")                                                       \
	X(UNIT, BEGIN_UNIT, END_UNIT, "ws")

#define HR_TRACE_ENUMERATOR(name, first, second, fields) HR_TRACE_##name,
enum { HR_TRACE_NO_PAIR = HR_TRACE_KINDS - 1, HR_TRACE_PAIRS(HR_TRACE_ENUMERATOR) HR_TRACE_CODES };
#undef HR_TRACE_ENUMERATOR
enum {
	HR_TRACE_SAME_THREAD = 0x80,
	HR_TRACE_SAME_TICK = 0x40,
	HR_TRACE_SAME_OPERATIONS = 0x20,
	HR_TRACE_SAME_ALL = 0xe0,
	HR_TRACE_CODE = 0x1f
};
_Static_assert(HR_TRACE_CODES <= HR_TRACE_CODE + 1, "codes and what else the byte says");

/* The encodings of a value: its bytes; a signed number (an integer of as many bytes as the event
 * says); or the target of a pointer (object, offset), optionally with its contents (length, 8 bytes
 * of hr_content_hash(), the number of bytes that follow, and those bytes). */
enum {
	HR_TRACE_NO_VALUE,
	HR_TRACE_BYTES,
	HR_TRACE_OBJECT,
	HR_TRACE_POINTER,
	HR_TRACE_BUFFER,
	HR_TRACE_INTEGER
};

typedef struct hr_trace_block {
	uint32_t mark;
	uint32_t bytes, packed; /* size of the events, and of the packed data that follows */
	uint32_t events;
	uint64_t first;                  /* number of the block's first event */
	uint64_t ns, operations;         /* time and operations that its first event counts from */
	uint64_t end_ns, end_operations; /* time of writing, and operations until the last event */
	uint64_t ticks;                  /* number of ticks from ns to end_ns */
} hr_trace_block;

typedef struct hr_trace_index {
	uint64_t offset; /* of the block in the file */
	hr_trace_block block;
} hr_trace_index;

#endif
