# src/local.mk -- foundations
noinst_LTLIBRARIES += libhr_src.la
libhr_src_la_SOURCES = \
	src/arith/arith.h src/arith/poison_source.h \
	src/arith/atomic.h \
	src/arith/expression.c src/arith/expression.h src/arith/expr.def \
	src/arith/f128.c \
	src/arith/f80.c \
	src/arith/fenv_part.h \
	src/arith/float.h \
	src/arith/half.h \
	src/arith/half.c \
	src/arith/int.h src/arith/machine.h \
	src/arith/op.def \
	src/base/alloc.c src/base/alloc.h \
	src/base/arena.c src/base/arena.h \
	src/base/block_signals.c src/base/block_signals.h \
	src/base/c_locale.c src/base/c_locale.h \
	src/base/readable.c src/base/readable.h \
	src/arith/image_descriptor.h src/arith/matrix.c src/arith/warp.c src/arith/warp.h \
	src/arith/cfunction.c src/arith/cfunction.h src/arith/cfunction.def \
	src/diag/diag.c src/diag/diag.h src/diag/launch_line.h src/diag/diag.def \
	src/diag/suppress.c src/diag/suppress.h \
	src/diag/json.c \
	src/diag/instrumentation.c src/diag/instrumentation.def src/diag/instrumentation.h \
	src/diag/near.c src/diag/near.h \
	src/diag/output.c \
	src/diag/render.h \
	src/diag/sarif.c \
	src/diag/source.c \
	src/diag/text.c \
	src/diag/escape.c \
	src/diag/escape.h \
	src/diag/write.c \
	src/diag/explain.c src/diag/explain.h \
	src/file/file.c src/file/file.h \
	src/base/map.c src/base/map.h \
	src/base/hash.h src/base/mix.h \
	src/file/npy.c src/file/npy.h \
	src/file/npz.c src/file/npz.h src/file/npz_write.c src/file/zip_format.h \
	src/file/line_table.c src/file/line_table.h \
	src/file/rewrite.c src/file/rewrite.h \
	src/base/fork_lock.h src/base/own_lock.c src/base/own_lock.h \
	src/base/spans.c src/base/spans.h \
	src/base/tick.h \
	src/diag/progress.c src/diag/progress.h \
	src/diag/sem.c src/diag/sem.h src/diag/sem.def \
	src/base/status.c src/base/status.h \
	src/base/vec.h \
	src/base/environment.c src/base/environment.h \
	src/file/yaml_tree.c src/file/yaml_tree.h
libhr_src_la_LIBADD = $(YAML_LIBS) $(ZLIB_LIBS)
include_HEADERS += src/ral.h src/hpvm.h src/heterocc.h src/tensorUtils.h

# docs/diagnostics.md is also the text of --explain.
nodist_libhr_src_la_SOURCES = src/diag/explain_text.def
BUILT_SOURCES += src/diag/explain_text.def
CLEANFILES += src/diag/explain_text.def
EXTRA_DIST += src/diag/explain.awk
src/diag/explain_text.def: docs/diagnostics.md src/diag/explain.awk
	$(AM_V_GEN)$(MKDIR_P) src/diag && $(AWK) -f $(srcdir)/src/diag/explain.awk \
		$(srcdir)/docs/diagnostics.md >$@.tmp && mv $@.tmp $@
$(libhr_src_la_OBJECTS): | src/diag/explain_text.def

EXTRA_DIST += src/README src/arith/README src/base/README src/diag/README src/file/README
if HAVE_CHECK
src_tests = src/test-alloc src/test-cfunction src/test-containers src/test-diag src/test-escape src/test-expression src/test-npy src/test-npz src/test-own-lock src/test-progress src/test-yaml
check_PROGRAMS += $(src_tests)
TESTS += $(src_tests)
src_test_alloc_SOURCES = src/base/test_alloc.c src/base/test.h
src_test_alloc_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_alloc_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_cfunction_SOURCES = src/arith/test_cfunction.c src/base/test.h
src_test_cfunction_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_cfunction_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_containers_SOURCES = src/base/test_containers.c src/base/test.h
src_test_containers_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_containers_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_diag_SOURCES = src/diag/test_diag.c src/base/test.h
src_test_diag_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_diag_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_expression_SOURCES = src/arith/test_expression.c src/base/test.h
src_test_expression_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_expression_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_npy_SOURCES = src/file/test_npy.c src/base/test.h
src_test_npy_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_npy_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_npz_SOURCES = src/file/test_npz.c src/base/test.h
src_test_npz_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_npz_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_escape_SOURCES = src/diag/test_escape.c src/base/test.h
src_test_escape_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_escape_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_own_lock_SOURCES = src/base/test_own_lock.c src/base/test.h
src_test_own_lock_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_own_lock_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_progress_SOURCES = src/diag/test_progress.c src/base/test.h
src_test_progress_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_progress_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_yaml_SOURCES = src/file/test_yaml.c src/base/test.h
src_test_yaml_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_yaml_LDADD = libhr_src.la $(CHECK_LIBS)
dist_check_SCRIPTS += src/run-tsan.sh
TESTS += src/run-tsan.sh
endif
