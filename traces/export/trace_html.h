/* traces/export/trace_html.h -- a trace on its way to the viewer's page. Private to
 * trace_html*.c. */
#ifndef HR_TRACE_HTML_H
#define HR_TRACE_HTML_H

#include <stdio.h>

#include "traces/export/trace_layout.h"
#include "traces/export/trace_slices.h"
#include "traces/export/trace_totals.h"

/* What slices of a lane are; X(enumerator, word). */
#define TRACE_LANE_KINDS(X)                                                                        \
	X(EXECUTION, "execution")                                                                  \
	X(ORDER, "order")                                                                          \
	X(FLIGHT, "flight")                                                                        \
	X(GRID, "grid")                                                                            \
	X(BATCH, "batch")                                                                          \
	X(UNIT, "unit")                                                                            \
	X(PLACE, "place")

#define TRACE_LANE_ENUMERATOR(name, word) TRACE_LANE_##name,
typedef enum trace_lane_kind {
	TRACE_LANE_KINDS(TRACE_LANE_ENUMERATOR) TRACE_LANES
} trace_lane_kind;
#undef TRACE_LANE_ENUMERATOR

/* Slices of one kind and node that may overlap are in several lanes. */
typedef struct trace_lane_about {
	trace_lane *lane; /* of page->lanes */
	trace_lane_kind kind;
	uint32_t node, row; /* node: of a place, the number of the object in page->objects */
	uint32_t text;      /* of a unit: the backend, in page->texts */
} trace_lane_about;

/* A diagnostic, a difference, a verdict, what a backend has built, how a worker ended: texts are
 * owned. */
typedef struct trace_mark {
	hr_trace_kind kind;
	uint64_t number, at, execution, parent, nanoseconds;
	uint32_t thread, node;             /* HR_TRACE_NO_NODE where its kind has none */
	char *by, *word, *text, **details; /* details: key and value in turn */
	unsigned detail_count;
} trace_mark;

/* a request or a copy */
typedef struct trace_access {
	uint64_t number, at, offset, bytes;
	uint32_t text; /* "to device of cpu", in page->texts; 0: a request */
} trace_access;

typedef struct trace_object {
	uint64_t object, number, last_number, bytes, begin, end, requests, copies, copied, moves;
	bool ended;
	char *text;                    /* where it was tracked; owns */
	HR_VEC(trace_access) accesses; /* the first of them */
	trace_lane *places;            /* where it is; NULL: it never moved. Of page->lanes */
	trace_slice place;             /* since the last move */
} trace_object;

typedef struct trace_page {
	const hr_trace *trace;
	trace_totals totals;
	trace_layout layout;
	trace_lanes *lanes; /* owns */
	HR_VEC(trace_lane_about) about;
	HR_VEC(char *) texts; /* backends, places; number 0 is none; own */
	/* of one chain after the other, each ended by HR_TRACE_NO_NODE */
	HR_VEC(uint32_t) chain_nodes;
	HR_VEC(size_t) chains; /* where each begins; 0 is none */
	HR_VEC(trace_mark) marks;
	HR_VEC(trace_object) objects;
	uint64_t begin, end; /* of all events, by the clock of the trace */
	const char *damage;  /* why there is no more of the trace, or NULL; borrowed */
	/* by totals.open: its number in about; UINT32_MAX: not shown */
	HR_VEC(uint32_t) open_lanes;
	uint64_t not_shown; /* slices that would have needed one more lane */
	uint64_t more_objects, more_marks;
} trace_page;

/* --- trace_html.c --- */
/* A new lane of the page; the page owns it. */
trace_lane *trace_page_lane(trace_page *page, trace_lane_kind kind, uint32_t node, uint32_t row,
			    uint32_t text);
/* The number of TEXT in page->texts, from 1; 0: it is empty, or there are too many. */
uint32_t trace_page_text(trace_page *page, const char *text);

/* --- trace_html_memory.c --- */
/* EVENT, a diagnostic or something else that marks a moment, at NOW by the clock of the trace.
 * NUMBER: the event's. */
void trace_page_mark(trace_page *page, const hr_trace_event *event, uint64_t now, uint64_t number);
/* The same of an object that is tracked, asked for, copied, moved or untracked. */
void trace_page_memory(trace_page *page, const hr_trace_event *event, uint64_t now,
		       uint64_t number);
/* At the end of the trace: objects that are still tracked have been where they are until NOW. */
void trace_page_end_memory(trace_page *page, uint64_t now);

/* --- trace_html_head.c, trace_html_source.c --- */
/* Everything but the slices, as JSON. INDEX: bytes of the lanes' index. */
void trace_html_head(const trace_page *page, size_t index, FILE *stream);

/* Its member "sources": lines of the source files that the trace names, if they are there. */
void trace_html_sources(const trace_page *page, FILE *stream);

#endif
