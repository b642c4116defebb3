# interp/local.mk -- the golden model
noinst_LTLIBRARIES += libhr_interp.la
libhr_interp_la_SOURCES = \
	interp/engine.h \
	interp/host.h \
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
