# src/local.mk -- foundations
noinst_LTLIBRARIES += libhr_src.la
libhr_src_la_SOURCES = \
	src/alloc.c src/alloc.h \
	src/arena.c src/arena.h \
	src/diag.c src/diag.h src/diag.def \
	src/file.c src/file.h \
	src/map.c src/map.h \
	src/npy.c src/npy.h \
	src/progress.c src/progress.h \
	src/sem.c src/sem.h src/sem.def \
	src/status.c src/status.h \
	src/vec.h \
	src/yaml_tree.c src/yaml_tree.h
libhr_src_la_LIBADD = $(YAML_LIBS)
include_HEADERS += src/hpvm.h
