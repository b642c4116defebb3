/* traces/trace_format.h -- the layout of a trace: a file of events, for those who write it and
 * those who read it.
 *
 * A file is a head, blocks, and (unless the run died) an index:
 *
 *	head    "HPVMRUNT" u32 version, u32 bytes, then so many bytes of YAML: what ran, and its
 *	        nodes
 *	block   trace_block, then `packed` bytes: a zstd frame with a checksum, of events
 *	index   a trace_block with HR_TRACE_INDEX_MARK, then `packed` bytes: a trace_index for each
 *	        block
 *	tail    u64 offset of the index, "HPVMRUNE"
 *
 * Numbers of the layout are little-endian. Events are numbers of 7 bits a byte, lowest first, the
 * 8th bit set when more follow ("varint"; it may have more bytes than it needs); signed ones are
 * folded (0, -1, 1, -2 ...). An event is
 *
 *	kind, [thread,] [ticks since the event before,] [operations since the event before,] its
 *	fields
 *
 * where bits of the kind's byte say which of the three are those of the event before in the block.
 * Two events that follow each other, a beginning and its end, may be one of HR_TRACE_PAIRS: the
 * fields of the first, [ticks,] operations until the second, and what fields the first lacks.
 * Readers give two. So nothing in a block refers to another block, but for numbers of nodes (head)
 * and of objects (their TRACK events). A tick is what the processor counts; a block says how many
 * nanoseconds its ticks were, and its first event counts from when it was begun. Ticks are left out
 * where the clock is `operations`: then a trace of the same run has the same bytes on every
 * machine. */
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
	HR_TRACE_MOST_HEAD = 1 << 28,     /* longer ones are damaged */
	HR_TRACE_BLOCK_BYTES = 1 << 17,   /* of events, about */
	HR_TRACE_MOST_BLOCK = 1 << 20,
	HR_TRACE_MOST_VALUE = 127,       /* bytes of one value of an edge */
	HR_TRACE_MOST_KEPT = 1 << 19,    /* bytes of one buffer */
	HR_TRACE_MOST_THREADS = 1 << 16, /* further ones share the last number */
	HR_TRACE_MOST_DETAILS = 24,      /* of one event */
};

/* X(enumerator, word, fields): what each kind has. n node, x execution, p instance of the parent
 * plus 1 or 0, f first instance (since the event's kind was last seen in the block), c count, e
 * source node, or the parent of a bind; o its output, or the parent's input, and the input, or of a
 * bind of outputs, the node's output and the parent's; v value, b bytes, j object, s text, y text:
 * by whom or where, w word, d nanoseconds, k details. A text is its length, so many bytes, none of
 * them 0, and a 0; details are their number, and for each a text that names it and one that says
 * it. */
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

/* Those that the fields of a kind may begin with. */
#define HR_TRACE_NUMBERS "nxpfc"

#define HR_TRACE_ENUMERATOR(name, word, fields) HR_TRACE_##name,
typedef enum hr_trace_kind { HR_TRACE_EVENTS(HR_TRACE_ENUMERATOR) HR_TRACE_KINDS } hr_trace_kind;
#undef HR_TRACE_ENUMERATOR

/* X(enumerator, the first, the second, fields of the second that the first lacks) */
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

/* How a value is told: its bytes, as a signed number (an integer of so many bytes as the event
 * says), or where a pointer leads (object, offset), and what is there (length, 8 bytes of
 * hr_content_hash(), how many of its bytes follow, and those). */
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
	uint32_t bytes, packed; /* of events, and of what follows */
	uint32_t events;
	uint64_t first;          /* number of its first event */
	uint64_t ns, operations; /* where its first event counts from */
	/* when it was written, and operations until its last event */
	uint64_t end_ns, end_operations;
	uint64_t ticks; /* between ns and end_ns */
} hr_trace_block;

typedef struct hr_trace_index {
	uint64_t offset; /* of the block in the file */
	hr_trace_block block;
} hr_trace_index;

#endif
