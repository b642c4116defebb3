# ir/local.mk -- from a file to a checked program
noinst_LTLIBRARIES += libhr_ir.la
libhr_ir_la_SOURCES = \
	ir/code/code.c ir/code/code.h \
	ir/program/constant.c ir/program/constant.h \
	ir/program/constant_image.c \
	ir/program/copy.c ir/program/copy.h \
	ir/llvm/function.c ir/llvm/function.h \
	ir/llvm/machine_layout.c ir/llvm/machine_layout.h \
	ir/llvm/passes.c ir/llvm/passes.h \
	ir/program/prune.c ir/program/prune.h \
	ir/program/debug_names.c ir/program/debug_names.h \
	ir/program/elements.c ir/program/elements.h \
	ir/graph/expr.c ir/graph/expr.h \
	ir/graph/graph.c ir/graph/graph.h \
	ir/graph/paths.c ir/graph/paths.h \
	ir/lift/expand.c \
	ir/hetero/hetero.def ir/hetero/hetero.h ir/hetero/hetero_private.h \
	ir/hetero/convert.c \
	ir/hetero/flow.c \
	ir/hetero/inner.c \
	ir/hetero/interface.c \
	ir/hetero/launch.c \
	ir/hetero/leaf.c \
	ir/hetero/loop.c \
	ir/hetero/marks.c \
	ir/hetero/tree.c \
	ir/hetero/value.c \
	ir/kernel/barrier.c \
	ir/kernel/amdgpu.c \
	ir/kernel/amdgcn/amdgcn.h ir/kernel/amdgcn/amdgcn_private.h \
	ir/kernel/amdgcn/buffer.c \
	ir/kernel/amdgcn/lanes.c \
	ir/kernel/amdgcn/matrix.c \
	ir/kernel/amdgcn/replace.c \
	ir/kernel/called.c \
	ir/kernel/clock.c \
	ir/kernel/poll.c ir/kernel/poll.h \
	ir/kernel/poll_loop.c \
	ir/kernel/convert.c \
	ir/kernel/device.c \
	ir/kernel/dispatch.c \
	ir/kernel/fence.c \
	ir/kernel/find.c \
	ir/kernel/needs.c \
	ir/kernel/inline.c \
	ir/kernel/items.c ir/kernel/items.def \
	ir/kernel/kernel_launch.h ir/kernel/kernel_private.h \
	ir/kernel/list.c \
	ir/kernel/openmp.c \
	ir/kernel/print.c \
	ir/kernel/print_format.c ir/kernel/print_format.h \
	ir/kernel/ptx/ptx.def ir/kernel/ptx/ptx.h ir/kernel/ptx/ptx_private.h \
	ir/kernel/ptx/arithmetic.c \
	ir/kernel/ptx/assembly.c \
	ir/kernel/ptx/build.c \
	ir/kernel/ptx/group.c \
	ir/kernel/ptx/integer.c \
	ir/kernel/ptx/intrinsic.c \
	ir/kernel/ptx/matrix.c \
	ir/kernel/ptx/memory.c \
	ir/kernel/ptx/reflect.c \
	ir/kernel/ptx/replace.c \
	ir/kernel/ptx/select.c \
	ir/kernel/ptx/video.c \
	ir/kernel/several.c \
	ir/kernel/shared.c \
	ir/kernel/space.c \
	ir/kernel/warp.c ir/kernel/warp.def \
	ir/lift/host_access.c \
	ir/lift/host_layout.c ir/lift/host_layout.h \
	ir/lift/host_object.c ir/lift/host_object.h \
	ir/program/hpvm_names.c ir/program/hpvm_names.h ir/program/hpvm_names.def \
	ir/program/near_names.c ir/program/near_names.h \
	ir/lower/instruction.def \
	ir/lower/intrinsic.def ir/lower/intrinsic.h \
	ir/legacy/legacy.h ir/legacy/legacy_text.h \
	ir/legacy/bitcode.c \
	ir/bitcode/bits.c ir/bitcode/bits.h \
	ir/legacy/constant.c \
	ir/legacy/newer.c \
	ir/legacy/text.c \
	ir/legacy/token.c \
	ir/legacy/type.c \
	ir/lift/lift.c ir/lift/lift.h \
	ir/lift/calls.c \
	ir/lift/internal.c \
	ir/lift/lift_machine.h \
	ir/lift/ports.c \
	ir/pass/pass.c ir/pass/pass.h ir/pass/pass_private.h \
	ir/pass/code.c \
	ir/pass/clone.c ir/pass/clone.h \
	ir/pass/grid_loops.c ir/pass/grid_loops.h \
	ir/pass/fuse.c \
	ir/pass/sequentialise.c \
	ir/pass/shape.c \
	ir/pass/wrapper.c \
	ir/lift/pass_through.c \
	ir/lift/values.c \
	ir/load/annotations.c ir/load/annotations.h \
	ir/load/ifunc.c ir/load/ifunc.h ir/load/instrument.c ir/load/instrument.h ir/load/load.c ir/load/load.h \
	ir/program/lookup.h ir/code/op_info.h \
	ir/lower/lower.c ir/lower/lower.h ir/lower/lower_private.h \
	ir/lower/object.c \
	ir/lower/aggregate.c \
	ir/lower/alloc.c \
	ir/lower/apart.c \
	ir/lower/atomic.c \
	ir/lower/call.c \
	ir/lower/cast.c \
	ir/lower/control.c \
	ir/lower/dead.c \
	ir/lower/emit.c \
	ir/lower/finish.c \
	ir/lower/fuse.c \
	ir/lower/hpvm.c \
	ir/lower/arithmetic.c \
	ir/lower/intrinsic.c \
	ir/lower/intrinsic_float.c \
	ir/lower/intrinsic_int.c \
	ir/lower/intrinsic_mask.c \
	ir/lower/intrinsic_memory.c \
	ir/lower/intrinsic_vector.c \
	ir/lower/memory.c \
	ir/lower/poison.c ir/lower/poison_source.c \
	ir/lower/promise.c \
	ir/lower/value.c \
	ir/lower/wide.c \
	ir/x86/x86.c ir/x86/x86.h ir/x86/x86.def ir/x86/x86_terms.h \
	ir/x86/long_terms.c \
	ir/x86/memory.c \
	ir/x86/terms.c \
	ir/x86/whole.c \
	ir/lift/order.c ir/lift/order.h \
	ir/program/origin.c ir/program/origin.h \
	ir/program/origin_beside.c \
	ir/graph/spaces.c ir/graph/spaces.h \
	ir/program/root.c ir/program/root.h \
	ir/graph/print_c.c ir/graph/print_c.h \
	ir/graph/print_dot.c \
	ir/graph/print.h \
	ir/graph/print_text.c \
	ir/graph/print_yaml.c \
	ir/program/program.c ir/program/program.h \
	ir/program/range.c ir/program/range.h \
	ir/load/read.c ir/load/read.h \
	ir/load/short_calls.c ir/load/short_calls.h \
	ir/load/standby.c ir/load/standby.h \
	ir/program/tables.h \
	ir/lift/row_sites.c ir/lift/row_sites.h \
	ir/lift/tensor_leaf.c ir/lift/tensor_leaf.h \
	ir/rowkernel/code.c ir/rowkernel/code_private.h ir/rowkernel/rowkernel_code.h \
	ir/rowkernel/code_expression.c \
	ir/rowkernel/index.c \
	ir/rowkernel/map.c \
	ir/rowkernel/measure.c \
	ir/rowkernel/module.c \
	ir/rowkernel/move.c \
	ir/rowkernel/product.c \
	ir/rowkernel/reduce.c \
	ir/rowkernel/resize.c \
	ir/rowkernel/rowkernel.c ir/rowkernel/rowkernel.h ir/rowkernel/rowkernel_private.h \
	ir/rowkernel/window.c \
	ir/rowkernel/writer.c \
	ir/symbol/make.c \
	ir/symbol/need.c \
	ir/symbol/quote.c ir/symbol/quote.h \
	ir/symbol/range.c \
	ir/symbol/symbol.c ir/symbol/symbol.h ir/symbol/symbol_private.h \
	ir/symbol/text.c \
	ir/symbol/value.c \
	ir/tensor/control.c \
	ir/tensor/element.c ir/tensor/element.h \
	ir/tensor/explain.c \
	ir/tensor/needs.c ir/tensor/needs.h \
	ir/tensor/program.c ir/tensor/tensor_program.h \
	ir/tensor/row.c ir/tensor/tensor_row.h ir/tensor/tensor.def \
	ir/tensor/shape.c ir/tensor/shape_private.h \
	ir/tensor/shape_element.c \
	ir/tensor/shape_index.c \
	ir/tensor/shape_known.c \
	ir/tensor/shape_map.c \
	ir/tensor/shape_move.c \
	ir/tensor/shape_product.c \
	ir/tensor/shape_type.c \
	ir/tensor/shape_window.c ir/tensor/shape_window.h \
	ir/graph/type.h \
	ir/program/types.c ir/program/types.h \
	ir/program/uses.c ir/program/uses.h \
	ir/lift/validate.c \
	ir/bitcode/writer.c ir/bitcode/writer.h
libhr_ir_la_LIBADD = libhr_kernel_library.la libhr_src.la $(LLVM_LIBS)

check_PROGRAMS += ir/show-graph
ir_show_graph_SOURCES = ir/tests/show_graph.c
ir_show_graph_LDADD = libhr_ir.la
dist_check_SCRIPTS += ir/tests/run-forms.sh ir/tests/run-legacy.sh
TESTS += ir/tests/run-forms.sh ir/tests/run-legacy.sh
EXTRA_DIST += docs/tensor-programs.md ir/README ir/tests/README ir/tests/legacy_graph.py ir/tests/forms ir/tests/graph ir/tests/legacy ir/tests/pass_through ir/tests/read
EXTRA_DIST += ir/bitcode/README ir/code/README ir/graph/README ir/hetero/README ir/kernel/README ir/kernel/amdgcn/README ir/kernel/ptx/README ir/kernel/ptx/tests/README ir/kernel/ptx/tests/templates.py ir/legacy/README ir/lift/README ir/llvm/README \
	ir/load/README ir/lower/README ir/pass/README ir/program/README ir/rowkernel/README ir/symbol/README ir/tensor/README ir/x86/README
if HAVE_CHECK
check_PROGRAMS += ir/test-elements ir/test-expr ir/test-graph ir/test-legacy ir/test-lower ir/test-passed-on ir/test-paths ir/test-places ir/test-print ir/test-program ir/test-range ir/test-read ir/test-root ir/test-shape ir/test-spare ir/test-symbol ir/test-types
TESTS += ir/test-elements ir/test-expr ir/test-graph ir/test-legacy ir/test-lower ir/test-passed-on ir/test-paths ir/test-places ir/test-print ir/test-program ir/test-range ir/test-read ir/test-root ir/test-shape ir/test-spare ir/test-symbol ir/test-types
ir_test_elements_SOURCES = ir/program/test_elements.c src/base/test.h
ir_test_elements_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_elements_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_expr_SOURCES = ir/graph/test_expr.c
ir_test_expr_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_expr_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_passed_on_SOURCES = ir/lift/test_pass_through.c src/base/test.h
ir_test_passed_on_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_passed_on_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_graph_SOURCES = ir/lift/test_graph.c
ir_test_graph_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_graph_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_lower_SOURCES = ir/lower/test_lower.c src/base/test.h
ir_test_lower_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_lower_LDADD = libhr_ir.la $(CHECK_LIBS)
EXTRA_DIST += docs/instructions.md
ir_test_legacy_SOURCES = ir/legacy/test_legacy.c src/base/test.h
ir_test_legacy_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_legacy_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_paths_SOURCES = ir/graph/test_paths.c src/base/test.h
ir_test_paths_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_paths_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_places_SOURCES = ir/program/test_places.c src/base/test.h
ir_test_places_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_places_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_print_SOURCES = ir/graph/test_print.c src/base/test.h
ir_test_print_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_print_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_program_SOURCES = ir/tensor/test_program.c src/base/test.h
ir_test_program_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_program_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_range_SOURCES = ir/program/test_range.c src/base/test.h
ir_test_range_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_range_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_read_SOURCES = ir/load/test_read.c src/base/test.h
ir_test_read_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_read_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_root_SOURCES = ir/program/test_root.c
ir_test_root_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_root_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_shape_SOURCES = ir/tensor/test_shape.c ir/tensor/test_shape_case.h ir/tensor/test_shape_cases.def src/base/test.h
ir_test_shape_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_shape_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_symbol_SOURCES = ir/symbol/test_symbol.c src/base/test.h
ir_test_symbol_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_symbol_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_spare_SOURCES = ir/load/test_standby.c src/base/test.h
ir_test_spare_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_spare_LDADD = libhr_ir.la $(CHECK_LIBS)
ir_test_types_SOURCES = ir/program/test_types.c
ir_test_types_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
ir_test_types_LDADD = libhr_ir.la $(CHECK_LIBS)
endif
