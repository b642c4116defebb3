# src/local.mk -- foundations
noinst_LTLIBRARIES += libhr_src.la
libhr_src_la_SOURCES = \
	src/alloc.c src/alloc.h \
	src/arena.c src/arena.h \
	src/cfunction.c src/cfunction.h src/cfunction.def \
	src/diag.c src/diag.h src/diag.def \
	src/diag_json.c \
	src/diag_near.c \
	src/diag_output.c \
	src/diag_render.h \
	src/diag_sarif.c \
	src/diag_source.c \
	src/diag_text.c \
	src/diag_write.c \
	src/explain.c src/explain.h \
	src/file.c src/file.h \
	src/map.c src/map.h \
	src/hash.h src/mix.h \
	src/npy.c src/npy.h \
	src/rewrite.c src/rewrite.h \
	src/own_lock.c src/own_lock.h \
	src/tick.h \
	src/progress.c src/progress.h \
	src/sem.c src/sem.h src/sem.def \
	src/status.c src/status.h \
	src/vec.h \
	src/yaml_tree.c src/yaml_tree.h
libhr_src_la_LIBADD = $(YAML_LIBS)
include_HEADERS += src/hpvm.h src/tensorUtils.h

# docs/diagnostics.md is the text of --explain, too.
nodist_libhr_src_la_SOURCES = src/explain_text.def
BUILT_SOURCES += src/explain_text.def
CLEANFILES += src/explain_text.def
EXTRA_DIST += src/explain.awk
src/explain_text.def: docs/diagnostics.md src/explain.awk
	$(AM_V_GEN)$(MKDIR_P) src && $(AWK) -f $(srcdir)/src/explain.awk \
		$(srcdir)/docs/diagnostics.md >$@.tmp && mv $@.tmp $@
$(libhr_src_la_OBJECTS): | src/explain_text.def

EXTRA_DIST += src/README
if HAVE_CHECK
src_tests = src/test-alloc src/test-cfunction src/test-containers src/test-diag src/test-npy src/test-own-lock src/test-progress src/test-yaml
check_PROGRAMS += $(src_tests)
TESTS += $(src_tests)
src_test_alloc_SOURCES = src/test_alloc.c src/test.h
src_test_alloc_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_alloc_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_cfunction_SOURCES = src/test_cfunction.c src/test.h
src_test_cfunction_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_cfunction_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_containers_SOURCES = src/test_containers.c src/test.h
src_test_containers_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_containers_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_diag_SOURCES = src/test_diag.c src/test.h
src_test_diag_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_diag_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_npy_SOURCES = src/test_npy.c src/test.h
src_test_npy_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_npy_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_own_lock_SOURCES = src/test_own_lock.c src/test.h
src_test_own_lock_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_own_lock_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_progress_SOURCES = src/test_progress.c src/test.h
src_test_progress_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_progress_LDADD = libhr_src.la $(CHECK_LIBS)
src_test_yaml_SOURCES = src/test_yaml.c src/test.h
src_test_yaml_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
src_test_yaml_LDADD = libhr_src.la $(CHECK_LIBS)
dist_check_SCRIPTS += src/run-tsan.sh
TESTS += src/run-tsan.sh
endif
