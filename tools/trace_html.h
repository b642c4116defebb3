/* tools/trace_html.h -- a trace on its way to the viewer's page. Private to trace_html*.c. */
#ifndef HR_TOOL_TRACE_HTML_H
#define HR_TOOL_TRACE_HTML_H

#include <stdio.h>

#include "trace_layout.h"
#include "trace_slices.h"
#include "trace_totals.h"

/* What slices of a lane are; X(enumerator, word). */
#define TRACE_LANE_KINDS(X)                                                                        \
	X(EXECUTION, "execution")                                                                  \
	X(FLIGHT, "flight")                                                                        \
	X(GRID, "grid")                                                                            \
	X(BATCH, "batch")

#define TRACE_LANE_ENUMERATOR(name, word) TRACE_LANE_##name,
typedef enum trace_lane_kind { TRACE_LANE_KINDS(TRACE_LANE_ENUMERATOR) TRACE_LANES } trace_lane_kind;
#undef TRACE_LANE_ENUMERATOR

/* Slices of one kind and node that may overlap are in several lanes. */
typedef struct trace_lane_about {
	trace_lane *lane;              /* of page->lanes */
	trace_lane_kind kind;
	uint32_t node, row;
} trace_lane_about;

typedef struct trace_mark {            /* a diagnostic */
	uint64_t number, at;
	uint32_t thread;
	char *text;                    /* owns */
} trace_mark;

typedef struct trace_access {
	uint64_t number, at, offset, bytes;
} trace_access;

typedef struct trace_object {
	uint64_t object, number, bytes, begin, end, requests;
	bool ended;
	char *text;                    /* where it was tracked; owns */
	HR_VEC(trace_access) accesses; /* the first of the requests */
} trace_object;

typedef struct trace_page {
	const hr_trace *trace;
	trace_totals totals;
	trace_layout layout;
	trace_lanes *lanes;            /* owns */
	HR_VEC(trace_lane_about) about;
	HR_VEC(char *) texts;          /* backends; 0 is none; own */
	HR_VEC(uint32_t) chain_nodes;  /* of one chain after the other, each ended by HR_TRACE_NO_NODE */
	HR_VEC(size_t) chains;         /* where each begins; 0 is none */
	HR_VEC(trace_mark) marks;
	HR_VEC(trace_object) objects;
	uint64_t begin, end;           /* of all events, by the clock of the trace */
	uint64_t not_shown;            /* slices that would have needed one more lane */
	uint64_t more_objects, more_marks;
} trace_page;

/* Everything but the slices, as JSON. INDEX: bytes of the lanes' index. */
void trace_html_head(const trace_page *page, size_t index, FILE *stream);

#endif
