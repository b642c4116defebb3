# interp/local.mk -- the golden model
noinst_LTLIBRARIES += libhr_interp.la
libhr_interp_la_SOURCES = \
	interp/crash.c \
	interp/crash_thread.c \
	interp/engine.h \
	interp/entry.c \
	interp/host.h \
	interp/host_end.c \
	interp/host_interp.c \
	interp/host_jit.c interp/host_jit.h \
	interp/host_jit_module.c \
	interp/host_jit_tls.c \
	interp/host_runtime.h \
	interp/host_structors.c interp/host_structors.h \
	interp/host_symbols.c \
	interp/host_undefined.c \
	interp/image.h \
	interp/launch.c interp/launch.h \
	interp/launched.h \
	interp/memory.c interp/memory.h \
	interp/plan.h \
	interp/roots.c interp/roots.h \
	interp/run.c interp/run.h \
	interp/schedule.c interp/schedule.h \
	interp/schedule_copy.c \
	interp/schedule_grid.c \
	interp/schedule_group.c \
	interp/schedule_plan.c \
	interp/stats.c \
	interp/stream.c interp/stream.h \
	interp/stream_block.c \
	interp/stream_capacity.c
libhr_interp_la_LIBADD = libhr_ir.la $(FFI_LIBS)

if HAVE_CHECK
check_PROGRAMS += interp/test-host
TESTS += interp/test-host
interp_test_host_SOURCES = interp/test_host.c
interp_test_host_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_host_LDADD = libhr_interp.la $(CHECK_LIBS)
endif

# Host code, whole programs: run-host.sh needs the tool.
dist_check_SCRIPTS += interp/tests/run-host.sh
EXTRA_DIST += interp/tests/host
if HAVE_CLANG
TESTS += interp/tests/run-host.sh
endif
