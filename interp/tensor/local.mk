# interp/tensor/local.mk -- tensors (T)
TENSOR_OPERATIONS = \
	interp/tensor/array.h \
	interp/tensor/tensor_bound.h \
	interp/tensor/element.c \
	interp/tensor/normal.c \
	interp/tensor/operate.c interp/tensor/operate.h \
	interp/tensor/pool.c \
	interp/tensor/product.c \
	interp/tensor/rounded.c interp/tensor/rounded.h \
	interp/tensor/shape.c
libhr_interp_la_SOURCES += $(TENSOR_OPERATIONS) \
	interp/tensor/alias.c interp/tensor/alias.h \
	interp/tensor/apply.c \
	interp/tensor/blocks.c interp/tensor/blocks.h \
	interp/host/tensor_entries.c \
	interp/tensor/counts.c interp/tensor/counts.h \
	interp/tensor/files.c \
	interp/tensor/heap.c \
	interp/tensor/npy.c \
	interp/run/observer.h \
	interp/values/against.c interp/values/against.h \
	interp/values/names.c interp/values/values.h \
	interp/values/said_shape.c interp/values/said_shape.h \
	interp/values/save.c interp/values/save.h \
	interp/tensor/part.c \
	interp/tensor/program.c \
	interp/host/tensor_api.c \
	interp/host/tensor_direct.c \
	interp/tensor/infer.c interp/tensor/infer.h \
	interp/tensor/row_sink.h \
	interp/tensor/tensors.h

if HAVE_CHECK
check_PROGRAMS += interp/tensor/test-bounds interp/tensor/test-edges interp/tensor/test-tensor
TESTS += interp/tensor/test-bounds interp/tensor/test-edges interp/tensor/test-tensor
interp_tensor_test_bounds_SOURCES = interp/tensor/test_bounds.c src/base/test.h
interp_tensor_test_bounds_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_tensor_test_bounds_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_tensor_test_edges_SOURCES = interp/tensor/test_edges.c src/base/test.h
interp_tensor_test_edges_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_tensor_test_edges_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_tensor_test_tensor_SOURCES = interp/tensor/test_tensor.c src/base/test.h
interp_tensor_test_tensor_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_tensor_test_tensor_LDADD = libhr_interp.la $(CHECK_LIBS)
endif

# Against NumPy.
check_PROGRAMS += interp/tensor/operate-file
interp_tensor_operate_file_SOURCES = interp/tensor/operate_file.c
interp_tensor_operate_file_LDADD = libhr_interp.la
dist_check_SCRIPTS += interp/tensor/tests/run-compare.sh
TESTS += interp/tensor/tests/run-compare.sh
EXTRA_DIST += docs/tensors.md interp/tensor/README interp/values/README interp/tensor/tests/compare.py
