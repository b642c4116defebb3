/* traces/read/trace_read.h -- opens a trace (traces/trace_format.h) and gives its events.
 *
 * A file is not trusted: whatever is wrong with it is a text, and what comes before it can be read.
 * A trace whose run died lacks its index and perhaps the end of a block; it is read up to there. */
#ifndef HR_TRACE_READ_H
#define HR_TRACE_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "src/file/yaml_tree.h"
#include "traces/trace_format.h"

typedef struct hr_trace_port {
	const char *name, *type;
	const char *element; /* what memory that it leads to is used as, or NULL */
} hr_trace_port;

/* In the source. */
typedef struct hr_trace_place {
	const char *file;      /* NULL: not known, */
	const char *directory; /* like that which it is relative to */
	unsigned line;
} hr_trace_place;

typedef struct hr_trace_node {
	const char *path, *function, *kind, *target;
	/* where the graph is made; its function. Of a root, both are the function */
	hr_trace_place created, defined;
	unsigned dims;
	uint32_t parent; /* number, or HR_TRACE_NO_NODE */
	hr_trace_port *inputs, *outputs;
	unsigned input_count, output_count;
} hr_trace_node;

typedef struct hr_trace_edge {
	uint32_t from, to; /* nodes */
	unsigned output, input;
	bool all_to_all, streaming;
} hr_trace_edge;

/* An input that a node gets from an input of its parent, or an output that it gives to one of the
 * parent's. */
typedef struct hr_trace_bind {
	uint32_t node;
	unsigned port, parent_port;
	bool streaming;
} hr_trace_bind;

enum { HR_TRACE_NO_NODE = UINT32_MAX, HR_TRACE_TEXT = 160 };

typedef struct hr_trace_detail {
	const char *key, *value;
} hr_trace_detail;

/* One event. Pointers live until the next one is read. Fields that its kind lacks are 0. */
typedef struct hr_trace_event {
	hr_trace_kind kind;
	uint32_t thread;     /* 0: compiled host code; else one that interprets */
	uint64_t ns;         /* since the recorder was made; 0 in traces without wall clock */
	uint64_t operations; /* of all threads, until then */
	uint32_t node, from; /* from: BIND, BIND_OUT: the parent */
	uint64_t execution, parent; /* instance of the parent plus 1, or 0 */
	uint64_t first, count, bytes, object;
	/* BIND: input of the parent, input. BIND_OUT: output, output of the parent */
	unsigned output, input;
	unsigned value_kind;  /* HR_TRACE_NO_VALUE ... */
	const uint8_t *value; /* HR_TRACE_BYTES */
	uint32_t value_bytes;
	/* HR_TRACE_OBJECT, HR_TRACE_BUFFER; the latter also: */
	uint64_t value_object, value_offset;
	uint64_t buffer_bytes, hash; /* its length; value: the first value_bytes of it, or NULL */
	bool null;                   /* HR_TRACE_POINTER */
	uint64_t nanoseconds;        /* that a build took */
	/* never NULL: a backend or place, how something ended, more words */
	const char *by, *word, *text;
	/* that its execution was run in then (HR_TRACE_ORDER), or "". Lives as long as the
	 * cursor */
	const char *order;
	const hr_trace_detail *details;
	unsigned detail_count;
} hr_trace_event;

typedef struct hr_trace {
	const char *path;
	hr_trace_node *nodes;
	hr_trace_edge *edges;
	uint32_t node_count, edge_count;
	hr_trace_bind *binds, *results; /* inputs; outputs */
	uint32_t bind_count, result_count;
	const char **program; /* file and arguments */
	size_t program_count;
	bool wall;          /* events have ns */
	uint64_t started;   /* ns since 1970 when it began, or 0 */
	const char *levels; /* "graph, node" */
	/* only events of nodes whose path begins so were recorded; NULL: all, */
	const char *only_node;
	uint64_t only_first, only_last; /* only these executions, */
	/* and only batches with one of these instances */
	uint64_t only_first_instance, only_last_instance;
	hr_trace_index *blocks;
	size_t block_count;
	uint64_t event_count, bytes; /* bytes: of the file */
	uint64_t orders;   /* that each execution was run in, at most; 0: they are not told */
	const char *order; /* that all run in, or first; NULL: the reference */
	uint64_t from, to; /* events of this time (ns; operations where there is no wall clock), */
	uint64_t first, last;       /* and of these executions: what cursors give. All at first */
	char damage[HR_TRACE_TEXT]; /* what is wrong behind the last block, or "" */
	/* private */
	const uint8_t *file;
	hr_arena arena;
	uint64_t begins; /* where blocks begin */
} hr_trace;

/* Opens PATH. False: ERROR says why it is no trace at all. Closed by the caller, if it could be
 * opened. */
bool hr_trace_open(const char *path, hr_trace *trace, char error[HR_TRACE_TEXT]);
void hr_trace_close(hr_trace *trace);

/* Reads events one after the other, from any block on. */
typedef struct hr_trace_cursor hr_trace_cursor;
hr_trace_cursor *hr_trace_cursor_new(const hr_trace *trace);
void hr_trace_cursor_free(hr_trace_cursor *cursor);
/* The next event is the first of BLOCK, or there is none when it is block_count. */
void hr_trace_seek(hr_trace_cursor *cursor, size_t block);
/* Of a part of a trace that its from, to, first and last say, objects and verdicts are given
 * wherever they are, at a time within the part; grids, batches, units and executions that reach
 * over its borders begin or end there. */
/* False: there are no more events; hr_trace_wrong() says why, or NULL when that is as it should
 * be. */
bool hr_trace_next(hr_trace_cursor *cursor, hr_trace_event *event);
const char *hr_trace_wrong(const hr_trace_cursor *cursor);
/* Number of the event that hr_trace_next gave last, from 0; UINT64_MAX: none. */
uint64_t hr_trace_number(const hr_trace_cursor *cursor);

/* Whether the grids of a node were recorded; of all nodes. */
bool hr_trace_records(const hr_trace *trace, uint32_t node);
bool hr_trace_records_all(const hr_trace *trace);

/* Where NODE's code is, or else where it is made. */
const hr_trace_place *hr_trace_place_of(const hr_trace_node *node);
/* Where the value of an event that has one arrives: an input, or an output of the parent. */
const hr_trace_port *hr_trace_port_of(const hr_trace *trace, const hr_trace_event *event);
const char *hr_trace_kind_word(hr_trace_kind kind); /* "begin-grid" */
/* Whether events of this kind have a field, by its letter in HR_TRACE_EVENTS. */
bool hr_trace_has(hr_trace_kind kind, char field);

#endif
