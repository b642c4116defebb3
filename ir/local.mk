# ir/local.mk -- from a file to a checked program
noinst_LTLIBRARIES += libhr_ir.la
libhr_ir_la_SOURCES = \
	ir/code.h ir/op.def \
	ir/graph.h \
	ir/hpvm_names.c ir/hpvm_names.h ir/hpvm_names.def \
	ir/lookup.h \
	ir/program.h \
	ir/type.h \
	ir/types.c ir/types.h
libhr_ir_la_LIBADD = libhr_src.la $(LLVM_LIBS)
