# ir/local.mk -- from a file to a checked program
noinst_LTLIBRARIES += libhr_ir.la
libhr_ir_la_SOURCES = \
	ir/code.c ir/code.h ir/op.def \
	ir/constant.c \
	ir/constant_image.c \
	ir/expr.c \
	ir/graph.c ir/graph.h \
	ir/hpvm_names.c ir/hpvm_names.h ir/hpvm_names.def \
	ir/instruction.def \
	ir/intrinsic.def ir/intrinsic.h \
	ir/lift.c ir/lift.h \
	ir/lift_internal.c \
	ir/lift_ports.c \
	ir/load.c \
	ir/lookup.h \
	ir/lower.c ir/lower.h \
	ir/lower_aggregate.c \
	ir/lower_alloc.c \
	ir/lower_atomic.c \
	ir/lower_call.c \
	ir/lower_cast.c \
	ir/lower_control.c \
	ir/lower_dead.c \
	ir/lower_emit.c \
	ir/lower_finish.c \
	ir/lower_float.c \
	ir/lower_hpvm.c \
	ir/lower_int.c \
	ir/lower_intrinsic.c \
	ir/lower_intrinsic_float.c \
	ir/lower_intrinsic_int.c \
	ir/lower_intrinsic_mask.c \
	ir/lower_intrinsic_memory.c \
	ir/lower_intrinsic_vector.c \
	ir/lower_memory.c \
	ir/lower_poison.c \
	ir/lower_value.c \
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
