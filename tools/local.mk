# tools/local.mk -- the programs users run
bin_PROGRAMS += hpvm-run
hpvm_run_SOURCES = \
	tools/help.c \
	tools/hpvm-run.c \
	tools/options.c tools/options.h \
	tools/recording.c tools/recording.h \
	tools/session.c tools/session.h \
	tools/unserved.c tools/unserved.h \
	tools/watch.c tools/watch.h \
	tools/watch_screen.c tools/watch_screen.h
hpvm_run_LDADD = libhr_backends.la libhr_trace.la
dist_man_MANS += tools/hpvm-run.1

bin_PROGRAMS += hpvm-diff
hpvm_diff_SOURCES = \
	tools/diff.h \
	tools/diff_bisect.c \
	tools/diff_report.c \
	tools/help.c \
	tools/hpvm-diff.c \
	tools/options.c tools/options.h \
	tools/recording.c tools/recording.h \
	tools/session.c tools/session.h \
	tools/trial.c tools/trial.h \
	tools/unserved.c tools/unserved.h \
	tools/xml.c tools/xml.h
hpvm_diff_LDADD = libhr_backends.la libhr_trace.la
dist_man_MANS += tools/hpvm-diff.1

# Models in ONNX's form, where there is protobuf-c.
if HAVE_PROTOBUF_C
bin_PROGRAMS += hpvm-import
hpvm_import_SOURCES = \
	tools/help.c \
	tools/hpvm-import.c \
	tools/import.h \
	tools/import_node.h \
	tools/import_ops.c \
	tools/import_product.c \
	tools/import_read.c \
	tools/import_values.c \
	tools/import_window.c \
	tools/import_write.c \
	tools/options.c tools/options.h \
	tools/session.c tools/session.h
nodist_hpvm_import_SOURCES = tools/onnx.pb-c.c tools/onnx.pb-c.h
hpvm_import_CFLAGS = $(AM_CFLAGS) $(PROTOBUF_C_CFLAGS)
hpvm_import_LDADD = libhr_backends.la libhr_trace.la $(PROTOBUF_C_LIBS)
tools/onnx.pb-c.c: tools/onnx.proto
	$(AM_V_GEN)$(MKDIR_P) tools && $(PROTOC_C) --proto_path=$(srcdir)/tools --c_out=tools $(srcdir)/tools/onnx.proto
tools/onnx.pb-c.h: tools/onnx.pb-c.c
tools/hpvm_import-import_ops.$(OBJEXT) tools/hpvm_import-import_product.$(OBJEXT) tools/hpvm_import-import_read.$(OBJEXT) \
	tools/hpvm_import-import_values.$(OBJEXT) tools/hpvm_import-import_window.$(OBJEXT): tools/onnx.pb-c.h
CLEANFILES += tools/onnx.pb-c.c tools/onnx.pb-c.h
endif
dist_man_MANS += tools/hpvm-import.1
# A minute: ONNX's own cases of operators, by a Python that has the package onnx.
PYTHON_OF_ONNX = $(PYTHON3)
if HAVE_ONEDNN
BACKEND_OF_ONNX = '--backend onednn'
endif
.PHONY: check-onnx
check-onnx: hpvm-run$(EXEEXT) hpvm-import$(EXEEXT)
	for backend in '' $(BACKEND_OF_ONNX); do \
		$(PYTHON_OF_ONNX) -B $(srcdir)/tools/tests/onnx_cases.py ./hpvm-import ./hpvm-run $$backend || exit; \
	done
EXTRA_DIST += tools/onnx.proto

bin_PROGRAMS += hpvm-opt
hpvm_opt_SOURCES = \
	tools/help.c \
	tools/hpvm-opt.c \
	tools/options.c tools/options.h \
	tools/session.c tools/session.h
hpvm_opt_LDADD = libhr_backends.la libhr_trace.la
dist_man_MANS += tools/hpvm-opt.1

bin_PROGRAMS += hpvm-reduce
hpvm_reduce_SOURCES = tools/hpvm-reduce.c tools/trial.c tools/trial.h
hpvm_reduce_LDADD = libhr_backends.la
dist_man_MANS += tools/hpvm-reduce.1

bin_PROGRAMS += hpvm-spec
hpvm_spec_SOURCES = \
	tools/hpvm-spec.c \
	tools/spec.h \
	tools/spec_clauses.c \
	tools/spec_judge.c \
	tools/spec_process.c \
	tools/spec_report.c \
	tools/spec_sentence.c \
	tools/spec_test.c \
	tools/spec_text.c \
	tools/xml.c tools/xml.h
hpvm_spec_CPPFLAGS = $(AM_CPPFLAGS) \
	-DHR_SPEC_TESTS='"$(pkgdatadir)/spec-tests"' \
	-DHR_SPEC_INCLUDE='"$(includedir)"' \
	-DHR_SPEC_CLANG='"$(CLANG)"'
hpvm_spec_LDADD = libhr_src.la
dist_man_MANS += tools/hpvm-spec.1
EXTRA_DIST += tools/README

bin_PROGRAMS += hpvm-trace
hpvm_trace_SOURCES = \
	tools/hpvm-trace.c \
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
	tools/trace_totals.c tools/trace_totals.h
nodist_hpvm_trace_SOURCES = traces/viewer_files.c
hpvm_trace_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS)
hpvm_trace_LDADD = libhr_trace_read.la $(ZLIB_LIBS)
dist_man_MANS += tools/hpvm-trace.1

EXTRA_DIST += \
	docs/args.md \
	docs/c-functions.md \
	docs/diagnostics.md \
	docs/diagnostics-json.md \
	docs/hpvm-1.0-files.md \
	docs/semantics-choices.md \
	docs/spec-tests.md \
	docs/trace-backend.png \
	docs/trace-pipeline.png \
	docs/trace-race.png \
	docs/trace_pictures.py \
	docs/traces.md \
	docs/usage.md

# Whole programs, and everything that can be wrong with one.
dist_check_SCRIPTS += \
	tools/tests/diff-spec.sh \
	tools/tests/run-diagnostics.sh \
	tools/tests/run-diff.sh \
	tools/tests/run-direct.sh \
	tools/tests/run-docs.sh \
	tools/tests/run-expected.sh \
	tools/tests/run-explained.sh \
	tools/tests/run-files.sh \
	tools/tests/run-graphs.sh tools/tests/run-graphs-wide.sh tools/tests/run-import.sh \
	tools/tests/run-options.sh tools/tests/run-passes.sh \
	tools/tests/run-reduce.sh \
	tools/tests/run-spec.sh \
	tools/tests/run-trace.sh tools/tests/run-trace-backends.sh \
	tools/tests/run-viewer.sh tools/tests/run-watch.sh
EXTRA_DIST += \
	tools/tests/README \
	tools/tests/check-chrome.py \
	tools/tests/check-diagnostics.py \
	tools/tests/check-perfetto.py \
	tools/tests/check-watch.py \
	tools/tests/direct \
	tools/tests/explained.frames \
	tools/tests/graph \
	tools/tests/passes \
	tools/tests/lib.sh \
	tools/tests/onnx_cases.py \
	tools/tests/trace \
	tools/tests/viewer.py
TESTS += \
	tools/tests/run-diagnostics.sh \
	tools/tests/run-diff.sh \
	tools/tests/run-direct.sh \
	tools/tests/run-docs.sh \
	tools/tests/run-expected.sh \
	tools/tests/run-explained.sh \
	tools/tests/run-files.sh \
	tools/tests/run-graphs.sh tools/tests/run-graphs-wide.sh tools/tests/run-import.sh \
	tools/tests/run-options.sh tools/tests/run-passes.sh \
	tools/tests/run-reduce.sh \
	tools/tests/run-spec.sh \
	tools/tests/run-trace.sh tools/tests/run-trace-backends.sh \
	tools/tests/run-viewer.sh tools/tests/run-watch.sh

if HAVE_CHECK
check_PROGRAMS += tools/test-memory
TESTS += tools/test-memory
tools_test_memory_SOURCES = tools/test_memory.c src/test.h
tools_test_memory_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tools_test_memory_LDADD = libhr_interp.la $(CHECK_LIBS)
endif
