# ir/local.mk -- from a file to a checked program
noinst_LTLIBRARIES += libhr_ir.la
libhr_ir_la_SOURCES = \
	ir/code.h ir/op.def \
	ir/expr.c \
	ir/graph.c ir/graph.h \
	ir/hpvm_names.c ir/hpvm_names.h ir/hpvm_names.def \
	ir/lift.c ir/lift.h \
	ir/lift_internal.c \
	ir/lift_ports.c \
	ir/load.c \
	ir/lookup.h \
	ir/order.c ir/order.h \
	ir/print_dot.c \
	ir/print_text.c \
	ir/print_yaml.c \
	ir/program.c ir/program.h \
	ir/read.c ir/read.h \
	ir/tables.h \
	ir/type.h \
	ir/types.c ir/types.h \
	ir/validate.c
libhr_ir_la_LIBADD = libhr_src.la $(LLVM_LIBS)
