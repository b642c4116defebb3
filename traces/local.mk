# traces/local.mk -- recording a run, and reading the recording
EXTRA_DIST += traces/README
EXTRA_DIST += traces/export/README traces/read/README traces/record/README

# The reader works without the interpreter.
noinst_LTLIBRARIES += libhr_trace_read.la
libhr_trace_read_la_SOURCES = \
	traces/trace_format.h \
	traces/read/trace_read.c traces/read/trace_read.h \
	traces/read/trace_read_cursor.c \
	traces/read/trace_read_events.c traces/read/trace_read_events.h \
	traces/read/trace_read_head.c traces/read/trace_read_head.h \
	traces/read/trace_read_part.c traces/read/trace_read_part.h
libhr_trace_read_la_CFLAGS = $(AM_CFLAGS) $(ZSTD_CFLAGS)
libhr_trace_read_la_LIBADD = libhr_src.la $(ZSTD_LIBS)

noinst_LTLIBRARIES += libhr_record.la libhr_trace.la
libhr_record_la_SOURCES = \
	traces/trace_format.h \
	traces/record/record.c traces/record/record.h \
	traces/record/record_blocks.c traces/record/record_blocks.h \
	traces/record/record_entry.h \
	traces/record/record_fields.c traces/record/record_fields.h \
	traces/record/record_file.c traces/record/record_file.h \
	traces/record/record_head.c traces/record/record_head.h \
	traces/record/record_notes.c traces/record/record_notes.h \
	traces/record/record_queue.c traces/record/record_queue.h
libhr_record_la_CFLAGS = $(AM_CFLAGS) $(ZSTD_CFLAGS)
libhr_record_la_LIBADD = $(ZSTD_LIBS)
libhr_trace_la_SOURCES =
libhr_trace_la_LIBADD = libhr_record.la libhr_interp.la

if HAVE_CHECK
check_PROGRAMS += traces/test-queue
TESTS += traces/test-queue
traces_test_queue_SOURCES = traces/record/test_queue.c
traces_test_queue_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(ZSTD_CFLAGS)
traces_test_queue_LDADD = libhr_trace.la libhr_src.la $(CHECK_LIBS) $(ZSTD_LIBS)
endif

# The viewer's page is part of hpvm-trace.
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
EXTRA_DIST += traces/viewer/README traces/viewer/embed.sh traces/viewer/browser.py traces/export/viewer_files.h $(VIEWER_FILES)
traces/export/viewer_files.c: $(VIEWER_FILES) traces/viewer/embed.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
		$(SHELL) $(srcdir)/traces/viewer/embed.sh \
			`for file in $(VIEWER_FILES); do echo "$(srcdir)/$$file"; done` >$@-new && \
		mv $@-new $@
CLEANFILES += traces/export/viewer_files.c
