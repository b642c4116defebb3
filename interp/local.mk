# interp/local.mk -- the golden model
noinst_LTLIBRARIES += libhr_interp.la
libhr_interp_la_SOURCES = \
	interp/engine.h \
	interp/host.h \
	interp/image.h \
	interp/launch.h \
	interp/memory.h \
	interp/run.h \
	interp/schedule.h
libhr_interp_la_LIBADD = libhr_ir.la $(FFI_LIBS)
