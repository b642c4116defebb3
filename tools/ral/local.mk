# The runtime layer of compiled tensor programs: src/ral.h. It has no LLVM; objects are those of hpvm-run.
lib_LTLIBRARIES += libhpvm-ral.la libhpvm-ral-hpvm.la
libhpvm_ral_la_SOURCES = \
	tools/ral/apply.c \
	tools/ral/context.c \
	tools/ral/cpu.c \
	tools/ral/execution.c \
	tools/ral/ral_private.h \
	tools/ral/tensor.c
RAL_OBJECTS = \
	src/arith/half.lo \
	src/base/alloc.lo src/base/arena.lo src/base/block_signals.lo src/base/map.lo src/base/status.lo
# All of interp/row, ir/tensor, ir/symbol and ir/rowkernel.
RAL_ROWS = \
	interp/row/parallel.lo interp/row/row_check.lo interp/row/row_constant.lo interp/row/row_data.lo \
	interp/row/row_line.lo interp/row/row_reduce.lo interp/row/row_scan.lo interp/row/row_total.lo \
	interp/row/dispatch/row_dispatch.lo interp/row/map/row_cast.lo interp/row/map/row_map.lo \
	interp/row/map/row_map_integer.lo interp/row/map/row_map_real.lo interp/row/move/row_extent.lo \
	interp/row/move/row_gather.lo interp/row/move/row_index.lo interp/row/move/row_move.lo interp/row/move/row_order.lo \
	interp/row/move/row_reshape.lo interp/row/move/row_scatter.lo interp/row/move/row_slice.lo \
	interp/row/move/row_suppress.lo interp/row/move/row_unique.lo interp/row/window/col2im.lo \
	interp/row/window/convolution.lo interp/row/window/convolution_transpose.lo \
	interp/row/window/deformable_convolution.lo interp/row/window/determinant.lo interp/row/window/dot.lo \
	interp/row/window/grid_sample.lo interp/row/window/matrix.lo interp/row/window/pool.lo interp/row/window/resize.lo \
	interp/row/window/roi.lo interp/row/window/sample.lo interp/row/window/weighted.lo interp/row/window/window.lo \
	ir/tensor/control.lo ir/tensor/element.lo ir/tensor/explain.lo ir/tensor/needs.lo ir/tensor/program.lo \
	ir/tensor/row.lo ir/tensor/shape.lo ir/tensor/shape_element.lo ir/tensor/shape_index.lo ir/tensor/shape_known.lo \
	ir/tensor/shape_map.lo ir/tensor/shape_move.lo ir/tensor/shape_product.lo ir/tensor/shape_type.lo \
	ir/tensor/shape_window.lo ir/symbol/make.lo ir/symbol/need.lo ir/symbol/quote.lo ir/symbol/range.lo \
	ir/symbol/symbol.lo ir/symbol/text.lo ir/symbol/value.lo ir/rowkernel/code.lo ir/rowkernel/code_expression.lo \
	ir/rowkernel/index.lo ir/rowkernel/map.lo ir/rowkernel/measure.lo ir/rowkernel/module.lo ir/rowkernel/move.lo \
	ir/rowkernel/product.lo ir/rowkernel/reduce.lo ir/rowkernel/resize.lo ir/rowkernel/rowkernel.lo ir/rowkernel/window.lo \
	ir/rowkernel/writer.lo
libhpvm_ral_la_LIBADD = $(RAL_OBJECTS) $(RAL_ROWS) -lm
libhpvm_ral_la_LDFLAGS = -version-info 1:0:0 -no-undefined -Wl,--version-script=$(srcdir)/tools/ral/ral.map
libhpvm_ral_la_DEPENDENCIES = $(RAL_OBJECTS) $(RAL_ROWS) tools/ral/ral.map
# The device that runs kernels as HPVM graphs.
libhpvm_ral_hpvm_la_SOURCES = tools/ral/hpvm.c
libhpvm_ral_hpvm_la_LIBADD = libhpvm-ral.la libhpvm-run.la $(RAL_OBJECTS)
libhpvm_ral_hpvm_la_LDFLAGS = -version-info 1:0:0 -no-undefined -Wl,--version-script=$(srcdir)/tools/ral/ral.map
EXTRA_DIST += tools/ral/ral.map tools/ral/README tools/import/clibrary/README tools/import/module/README
nodist_pkgconfig_DATA += tools/ral/hpvm-ral.pc

# The header, as text of hpvm-import: what it writes is compiled with it.
src/ral_text.def: src/ral.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sed 's/[\\"]/\\&/g; s/^/"/; s/$$/\\n"/' $(srcdir)/src/ral.h > $@
$(hpvm_import_OBJECTS): src/ral_text.def
CLEANFILES += src/ral_text.def

check_PROGRAMS += tools/ral/test-ral
TESTS += tools/ral/test-ral
tools_ral_test_ral_SOURCES = tools/ral/test_ral.c src/base/test.h
tools_ral_test_ral_LDADD = libhpvm-ral.la $(CHECK_LIBS)
dist_check_SCRIPTS += tools/tests/run-library.sh
TESTS += tools/tests/run-library.sh
EXTRA_DIST += examples/library/network.mlir examples/library/rows.c tools/tests/arrays.py tools/tests/library_cases.py docs/library.md
