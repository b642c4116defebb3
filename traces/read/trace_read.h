/* traces/read/trace_read.h -- open a trace (traces/trace_format.h) and read its events.
 *
 * A file is not trusted: every error in it is reported as a text, and everything before it can be
 * read. A trace of a run that died lacks its index and perhaps the end of a block; it is read up to
 * there. */
#ifndef HR_TRACE_READ_H
#define HR_TRACE_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "src/file/yaml_tree.h"
#include "traces/trace_format.h"

typedef struct hr_trace_port {
	const char *name, *type;
	const char *element; /* element type of the memory that it points to, or NULL */
} hr_trace_port;

/* A source position. */
typedef struct hr_trace_place {
	const char *file;      /* NULL if unknown */
	const char *directory; /* directory that FILE is relative to; NULL if unknown */
	unsigned line;
} hr_trace_place;

typedef struct hr_trace_node {
	const char *path, *function, *kind, *target;
	const char *shown; /* the path as readable text, for people */
	/* where the graph is created; its function. Of a root, both are the function */
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

/* An input of a node that comes from an input of its parent, or an output that goes to an output of
 * the parent. */
typedef struct hr_trace_bind {
	uint32_t node;
	unsigned port, parent_port;
	bool streaming;
} hr_trace_bind;

enum { HR_TRACE_NO_NODE = UINT32_MAX, HR_TRACE_TEXT = 160 };

typedef struct hr_trace_detail {
	const char *key, *value;
} hr_trace_detail;

/* One event. Pointers are valid until the next event is read. Fields that its kind lacks are 0. */
typedef struct hr_trace_event {
	hr_trace_kind kind;
	uint32_t thread; /* 0 for compiled host code; else a thread that interprets */
	/* since the recorder was created; 0 in traces without wall clock */
	uint64_t ns;
	uint64_t operations;        /* of all threads, up to this event */
	uint32_t node, from;        /* from: BIND, BIND_OUT: the parent */
	uint64_t execution, parent; /* instance of the parent plus 1, or 0 */
	uint64_t first, count, bytes, object;
	/* BIND: input of the parent, input. BIND_OUT: output, output of the parent */
	unsigned output, input;
	unsigned value_kind;  /* HR_TRACE_NO_VALUE ... */
	const uint8_t *value; /* HR_TRACE_BYTES */
	uint32_t value_bytes;
	/* HR_TRACE_OBJECT, HR_TRACE_BUFFER; the latter also: */
	uint64_t value_object, value_offset;
	/* length of the buffer; VALUE has its first value_bytes, or is NULL */
	uint64_t buffer_bytes, hash;
	bool null;            /* HR_TRACE_POINTER */
	uint64_t nanoseconds; /* duration of a build */
	/* never NULL: a backend or place, an outcome, additional text */
	const char *by, *word, *text;
	/* the order that its execution ran in (HR_TRACE_ORDER), or "". Valid as long as the
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
	uint64_t started;   /* ns since 1970 when the recording began, or 0 */
	const char *levels; /* "graph, node" */
	/* only events of nodes whose path begins with this were recorded; NULL if of all */
	const char *only_node;
	uint64_t only_first, only_last; /* only these executions were recorded */
	/* only batches with one of these instances were recorded */
	uint64_t only_first_instance, only_last_instance;
	hr_trace_index *blocks;
	size_t block_count;
	uint64_t event_count, bytes; /* BYTES: size of the file */
	/* most orders that each execution ran in; 0 if orders were not recorded */
	uint64_t orders;
	/* the order that all executions run in, or run in first; NULL for reference */
	const char *order;
	uint64_t from, to; /* range of time (ns; operations without wall clock) */
	/* and range of executions that cursors return. Initially everything */
	uint64_t first, last;
	char damage[HR_TRACE_TEXT]; /* the error after the last block, or "" */
	/* private */
	const uint8_t *file;
	hr_arena arena;
	uint64_t begins; /* offset of the first block */
} hr_trace;

/* Open PATH. Return false if it is no trace, with the reason in ERROR. On success, the caller
 * closes it. */
bool hr_trace_open(const char *path, hr_trace *trace, char error[HR_TRACE_TEXT]);
void hr_trace_close(hr_trace *trace);

/* Reads events in order, starting at any block. */
typedef struct hr_trace_cursor hr_trace_cursor;
hr_trace_cursor *hr_trace_cursor_new(const hr_trace *trace);
void hr_trace_cursor_free(hr_trace_cursor *cursor);
/* Continue with the first event of BLOCK. If BLOCK is block_count, there are no more events. */
void hr_trace_seek(hr_trace_cursor *cursor, size_t block);
/* In a part of a trace (from, to, first and last), events about objects and verdicts are returned
 * wherever they are, with a time within the part. Grids, batches, units and executions that cross
 * its borders begin or end there. */
/* Read the next event. Return false if there is none; hr_trace_wrong() then returns the error, or
 * NULL at the regular end. */
bool hr_trace_next(hr_trace_cursor *cursor, hr_trace_event *event);
const char *hr_trace_wrong(const hr_trace_cursor *cursor);
/* Return the number of the last event that hr_trace_next() returned, from 0, or UINT64_MAX if there
 * is none. */
uint64_t hr_trace_number(const hr_trace_cursor *cursor);

/* Return true if the grids of NODE, or of all nodes, were recorded. */
bool hr_trace_records(const hr_trace *trace, uint32_t node);
bool hr_trace_records_all(const hr_trace *trace);

/* Return the position of NODE's code, or else of its creation. */
const hr_trace_place *hr_trace_place_of(const hr_trace_node *node);
/* Return the port that receives the value of EVENT: an input, or an output of the parent. */
const hr_trace_port *hr_trace_port_of(const hr_trace *trace, const hr_trace_event *event);
const char *hr_trace_kind_word(hr_trace_kind kind); /* such as "begin-grid" */
/* Return true if events of this kind have a field, identified by its letter in HR_TRACE_EVENTS. */
bool hr_trace_has(hr_trace_kind kind, char field);

#endif
