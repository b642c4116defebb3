# ir/local.mk -- from a file to a checked program
noinst_LTLIBRARIES += libhr_ir.la
libhr_ir_la_SOURCES = \
	ir/code.h ir/op.def \
	ir/graph.h \
	ir/program.h \
	ir/type.h
libhr_ir_la_LIBADD = libhr_src.la $(LLVM_LIBS)
