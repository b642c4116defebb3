/* traces/export/trace_html.h -- the viewer's page under construction. Private to trace_html*.c. */
#ifndef HR_TRACE_HTML_H
#define HR_TRACE_HTML_H

#include <stdio.h>

#include "traces/export/trace_layout.h"
#include "traces/export/trace_slices.h"
#include "traces/export/trace_totals.h"

/* Kinds of slices of a lane; X(enumerator, word). */
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

/* One lane of slices of a kind and node. Slices that may overlap are in several lanes. */
typedef struct trace_lane_about {
	trace_lane *lane; /* element of page->lanes */
	trace_lane_kind kind;
	/* node: of a place, the number of the object in page->objects */
	uint32_t node, row;
	uint32_t text; /* of a unit: the backend, an index into page->texts */
} trace_lane_about;

/* A diagnostic, a difference, a verdict, a build of a backend, or the end of a worker. Owns its
 * texts. */
typedef struct trace_mark {
	hr_trace_kind kind;
	uint64_t number, at, execution, parent, nanoseconds;
	uint32_t thread, node;             /* HR_TRACE_NO_NODE if its kind has none */
	char *by, *word, *text, **details; /* details: alternating keys and values */
	unsigned detail_count;
} trace_mark;

/* a request or a copy */
typedef struct trace_access {
	uint64_t number, at, offset, bytes;
	/* "to device of cpu", an index into page->texts; 0 for a request */
	uint32_t text;
} trace_access;

typedef struct trace_object {
	uint64_t object, number, last_number, bytes, begin, end, requests, copies, copied, moves;
	bool ended;
	char *text;                    /* position at which it was tracked; owns */
	HR_VEC(trace_access) accesses; /* the first accesses */
	/* lane of its places, an element of page->lanes; NULL if it never moved */
	trace_lane *places;
	trace_slice place; /* its place since the last move */
} trace_object;

typedef struct trace_page {
	const hr_trace *trace;
	trace_totals totals;
	trace_layout layout;
	trace_lanes *lanes; /* owns */
	HR_VEC(trace_lane_about) about;
	HR_VEC(char *) texts;         /* backends, places; index 0 means none; own */
	HR_VEC(uint32_t) chain_nodes; /* all chains in sequence, each ended by HR_TRACE_NO_NODE */
	HR_VEC(size_t) chains;        /* start index of each chain; index 0 means none */
	HR_VEC(trace_mark) marks;
	HR_VEC(trace_object) objects;
	uint64_t begin, end; /* of all events, by the clock of the trace */
	const char *damage;  /* why the trace ends early, or NULL; borrowed */
	/* for each grid of totals.open: its index in ABOUT; UINT32_MAX if not shown */
	HR_VEC(uint32_t) open_lanes;
	uint64_t not_shown; /* slices that would have needed one more lane */
	uint64_t more_objects, more_marks;
} trace_page;

/* --- trace_html.c --- */
/* Create a lane, which the page owns. */
trace_lane *trace_page_lane(trace_page *page, trace_lane_kind kind, uint32_t node, uint32_t row,
			    uint32_t text);
/* Return the index of TEXT in page->texts, from 1. Return 0 if it is empty, or if there are too
 * many texts. */
uint32_t trace_page_text(trace_page *page, const char *text);

/* --- trace_html_memory.c --- */
/* Add event NUMBER, which marks a moment, such as a diagnostic, at time NOW of the trace's
 * clock. */
void trace_page_mark(trace_page *page, const hr_trace_event *event, uint64_t now, uint64_t number);
/* Add event NUMBER about an object: tracked, requested, copied, moved or untracked. */
void trace_page_memory(trace_page *page, const hr_trace_event *event, uint64_t now,
		       uint64_t number);
/* End the trace at NOW: objects that are still tracked stay at their places until then. */
void trace_page_end_memory(trace_page *page, uint64_t now);

/* --- trace_html_head.c, trace_html_source.c --- */
/* Print everything except the slices, as JSON. INDEX is the size of the lanes' index. */
void trace_html_head(const trace_page *page, size_t index, FILE *stream);

/* Print the member "sources": lines of the source files that the trace names, if they are
 * available. */
void trace_html_sources(const trace_page *page, FILE *stream);

#endif
