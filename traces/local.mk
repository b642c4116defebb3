# traces/local.mk -- recording a run, and reading what was recorded
EXTRA_DIST += traces/README

# Reads without the interpreter.
noinst_LTLIBRARIES += libhr_trace_read.la
libhr_trace_read_la_SOURCES = \
	traces/trace_format.h \
	traces/trace_read.c traces/trace_read.h \
	traces/trace_read_cursor.c \
	traces/trace_read_events.c traces/trace_read_events.h \
	traces/trace_read_head.c traces/trace_read_head.h \
	traces/trace_read_part.c traces/trace_read_part.h
libhr_trace_read_la_CFLAGS = $(AM_CFLAGS) $(ZSTD_CFLAGS)
libhr_trace_read_la_LIBADD = libhr_src.la $(ZSTD_LIBS)

noinst_LTLIBRARIES += libhr_trace.la
libhr_trace_la_SOURCES = \
	traces/trace_format.h \
	traces/record.c traces/record.h \
	traces/record_blocks.c traces/record_blocks.h \
	traces/record_entry.h \
	traces/record_fields.c traces/record_fields.h \
	traces/record_file.c traces/record_file.h \
	traces/record_head.c traces/record_head.h \
	traces/record_notes.c traces/record_notes.h \
	traces/record_queue.c traces/record_queue.h
libhr_trace_la_CFLAGS = $(AM_CFLAGS) $(ZSTD_CFLAGS)
libhr_trace_la_LIBADD = libhr_interp.la $(ZSTD_LIBS)

check_PROGRAMS += traces/test-damaged
traces_test_damaged_SOURCES = \
	tools/trace.h \
	tools/perfetto_packets.c tools/perfetto_packets.h \
	tools/proto_write.c tools/proto_write.h \
	tools/trace_chrome.c \
	tools/trace_perfetto.c \
	tools/trace_diff.c \
	tools/trace_dot.c \
	tools/trace_follow.c tools/trace_follow.h \
	tools/trace_html.c tools/trace_html.h \
	tools/trace_html_events.c tools/trace_html_events.h \
	tools/trace_html_head.c \
	tools/trace_html_memory.c \
	tools/trace_html_source.c \
	tools/trace_html_values.c tools/trace_html_values.h \
	tools/trace_info.c \
	tools/trace_layout.c tools/trace_layout.h \
	tools/trace_layout_dot.c \
	tools/trace_layout_layered.c \
	tools/trace_query.c \
	tools/trace_slices.c tools/trace_slices.h \
	tools/trace_stat.c \
	tools/trace_text.c \
	tools/trace_totals.c tools/trace_totals.h \
	traces/test_damaged.c
traces_test_damaged_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tools
nodist_traces_test_damaged_SOURCES = traces/viewer_files.c
traces_test_damaged_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS)
traces_test_damaged_LDADD = libhr_trace_read.la $(ZLIB_LIBS)

if HAVE_CHECK
check_PROGRAMS += traces/test-queue
TESTS += traces/test-queue
traces_test_queue_SOURCES = traces/test_queue.c
traces_test_queue_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(ZSTD_CFLAGS)
traces_test_queue_LDADD = libhr_trace.la libhr_src.la $(CHECK_LIBS) $(ZSTD_LIBS)
endif

# The viewer's page is in hpvm-trace.
VIEWER_FILES = \
	traces/viewer/page.html \
	traces/viewer/viewer.css \
	traces/viewer/base.js \
	traces/viewer/store.js \
	traces/viewer/drawing.js \
	traces/viewer/graph.js \
	traces/viewer/head.js \
	traces/viewer/tracks.js \
	traces/viewer/rows.js \
	traces/viewer/mouse.js \
	traces/viewer/timeline.js \
	traces/viewer/details.js \
	traces/viewer/findings.js \
	traces/viewer/search.js \
	traces/viewer/keys.js \
	traces/viewer/main.js
EXTRA_DIST += traces/viewer/README traces/viewer/embed.sh traces/viewer/browser.py traces/viewer_files.h $(VIEWER_FILES)
traces/viewer_files.c: $(VIEWER_FILES) traces/viewer/embed.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
		$(SHELL) $(srcdir)/traces/viewer/embed.sh \
			`for file in $(VIEWER_FILES); do echo "$(srcdir)/$$file"; done` >$@-new && \
		mv $@-new $@
CLEANFILES += traces/viewer_files.c
