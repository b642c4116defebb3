# ir/local.mk -- from a file to a checked program
noinst_LTLIBRARIES += libhr_ir.la
libhr_ir_la_SOURCES = \
	ir/code.c ir/code.h ir/op.def \
	ir/constant.c \
	ir/constant_image.c \
	ir/copy.c ir/copy.h \
	ir/debug_names.c ir/debug_names.h \
	ir/elements.c ir/elements.h \
	ir/expr.c \
	ir/graph.c ir/graph.h \
	ir/hpvm_names.c ir/hpvm_names.h ir/hpvm_names.def \
	ir/instruction.def \
	ir/intrinsic.def ir/intrinsic.h \
	ir/legacy.h ir/legacy_text.h \
	ir/legacy_bitcode.c \
	ir/legacy_bits.c ir/legacy_bits.h \
	ir/legacy_constant.c \
	ir/legacy_text.c \
	ir/legacy_token.c \
	ir/legacy_type.c \
	ir/lift.c ir/lift.h \
	ir/lift_calls.c \
	ir/lift_internal.c \
	ir/lift_machine.h \
	ir/lift_ports.c \
	ir/pass.c ir/pass.h ir/pass_private.h \
	ir/pass_code.c \
	ir/near_names.c ir/near_names.h \
	ir/clone.c ir/clone.h \
	ir/nest.c ir/nest.h \
	ir/pass_fuse.c \
	ir/pass_sequentialise.c \
	ir/pass_shape.c \
	ir/pass_wrapper.c \
	ir/passed_on.c \
	ir/lift_values.c \
	ir/load.c \
	ir/lookup.h ir/op_info.h \
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
	ir/lower_fuse.c \
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
	ir/lower_wide.c \
	ir/order.c ir/order.h \
	ir/origin.c ir/origin.h \
	ir/origin_beside.c \
	ir/print_dot.c \
	ir/print.h \
	ir/print_text.c \
	ir/print_yaml.c \
	ir/program.c ir/program.h \
	ir/read.c ir/read.h \
	ir/spare.c ir/spare.h \
	ir/tables.h \
	ir/tensor_leaf.c ir/tensor_leaf.h \
	ir/type.h \
	ir/types.c ir/types.h \
	ir/uses.c ir/uses.h \
	ir/validate.c \
	ir/writer.c ir/writer.h
libhr_ir_la_LIBADD = libhr_src.la $(LLVM_LIBS)

check_PROGRAMS += ir/show-graph
ir_show_graph_SOURCES = ir/tests/show_graph.c
ir_show_graph_LDADD = libhr_ir.la
dist_check_SCRIPTS += ir/tests/run-forms.sh ir/tests/run-legacy.sh
TESTS += ir/tests/run-forms.sh ir/tests/run-legacy.sh
EXTRA_DIST += ir/README ir/tests/README ir/tests/legacy_graph.py ir/tests/forms ir/tests/graph ir/tests/legacy ir/tests/passed_on ir/tests/read
if HAVE_CHECK
check_PROGRAMS += ir/test-elements ir/test-expr ir/test-graph ir/test-legacy ir/test-lower ir/test-passed-on ir/test-print ir/test-read ir/test-spare ir/test-types
TESTS += ir/test-elements ir/test-expr ir/test-graph ir/test-legacy ir/test-lower ir/test-passed-on ir/test-print ir/test-read ir/test-spare ir/test-types
ir_test_elements_SOURCES = ir/test_elements.c src/test.h
ir_test_elements_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_elements_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_expr_SOURCES = ir/test_expr.c
ir_test_expr_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_expr_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_passed_on_SOURCES = ir/test_passed_on.c src/test.h
ir_test_passed_on_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_passed_on_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_graph_SOURCES = ir/test_graph.c
ir_test_graph_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_graph_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_lower_SOURCES = ir/test_lower.c src/test.h
ir_test_lower_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_lower_LDADD = libhr_ir.la $(CHECK_LIBS)
EXTRA_DIST += docs/instructions.md
ir_test_legacy_SOURCES = ir/test_legacy.c src/test.h
ir_test_legacy_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_legacy_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_print_SOURCES = ir/test_print.c src/test.h
ir_test_print_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_print_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_read_SOURCES = ir/test_read.c src/test.h
ir_test_read_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_read_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_spare_SOURCES = ir/test_spare.c src/test.h
ir_test_spare_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_spare_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_types_SOURCES = ir/test_types.c
ir_test_types_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_types_LDADD = libhr_ir.la $(CHECK_LIBS)
endif
