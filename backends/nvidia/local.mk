# backends/nvidia/local.mk -- what the backends for NVIDIA's devices share; built everywhere
noinst_LTLIBRARIES += libhr_nvidia.la
libhr_nvidia_la_SOURCES = \
	backends/nvidia/choice.c \
	backends/nvidia/driver.c backends/nvidia/driver.h \
	backends/nvidia/driver.def backends/nvidia/results.def backends/nvidia/values.def \
	backends/nvidia/library.c backends/nvidia/library.h \
	backends/nvidia/results.c
EXTRA_DIST += backends/nvidia/README backends/nvidia/double/README backends/nvidia/tests/headers.c

# The recording double of the driver, for tests.
check_LTLIBRARIES += backends/nvidia/nvidia-double.la
backends_nvidia_nvidia_double_la_SOURCES = \
	backends/nvidia/double/copies.c \
	backends/nvidia/double/cublaslt.c \
	backends/nvidia/double/cudnn_graph.c \
	backends/nvidia/double/cudnn_ops.c \
	backends/nvidia/double/devices.c \
	backends/nvidia/double/double.c backends/nvidia/double/double.h \
	backends/nvidia/double/double_cuda.h \
	backends/nvidia/double/double_cudnn.h \
	backends/nvidia/double/double_graph.h \
	backends/nvidia/double/double_streams.h \
	backends/nvidia/double/graphs.c \
	backends/nvidia/double/images.c \
	backends/nvidia/double/graph_shapes.c \
	backends/nvidia/double/memory.c \
	backends/nvidia/double/modules.c \
	backends/nvidia/double/objects.c \
	backends/nvidia/double/order.c \
	backends/nvidia/double/ptx_ways.c \
	backends/nvidia/double/streams.c
backends_nvidia_nvidia_double_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/nvidia \
	-I$(top_srcdir)/backends/cudnn
backends_nvidia_nvidia_double_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
backends_nvidia_nvidia_double_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_nvidia_nvidia_double_la_LIBADD = libhr_nvidia.la

dist_check_SCRIPTS += backends/nvidia/tests/run-headers.sh
TESTS += backends/nvidia/tests/run-headers.sh

if HAVE_CHECK
check_PROGRAMS += backends/nvidia/test-double backends/nvidia/test-double-cudnn backends/nvidia/test-double-order backends/nvidia/test-driver
TESTS += backends/nvidia/test-double backends/nvidia/test-double-cudnn backends/nvidia/test-double-order backends/nvidia/test-driver
backends_nvidia_test_double_cudnn_SOURCES = backends/nvidia/double/test_double_cudnn.c \
	backends/cudnn/api.c backends/cudnn/api.h src/test.h
backends_nvidia_test_double_cudnn_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/nvidia \
	-I$(top_srcdir)/backends/cudnn -DDOUBLE_PATH='"backends/nvidia/.libs/nvidia-double.so"'
backends_nvidia_test_double_cudnn_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_double_cudnn_LDADD = libhr_nvidia.la $(CHECK_LIBS)
backends_nvidia_test_double_SOURCES = backends/nvidia/double/test_double.c backends/nvidia/double/test_double.h src/test.h
backends_nvidia_test_double_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/backends/nvidia \
	-DDOUBLE_PATH='"backends/nvidia/.libs/nvidia-double.so"'
backends_nvidia_test_double_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_double_LDADD = libhr_nvidia.la $(CHECK_LIBS)
backends_nvidia_test_double_order_SOURCES = backends/nvidia/double/test_double_order.c backends/nvidia/double/test_double.h src/test.h
backends_nvidia_test_double_order_CPPFLAGS = $(backends_nvidia_test_double_CPPFLAGS)
backends_nvidia_test_double_order_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_double_order_LDADD = libhr_nvidia.la $(CHECK_LIBS)
backends_nvidia_test_driver_SOURCES = backends/nvidia/test_driver.c src/test.h
backends_nvidia_test_driver_CPPFLAGS = $(AM_CPPFLAGS) -DDOUBLE_PATH='"backends/nvidia/.libs/nvidia-double.so"'
backends_nvidia_test_driver_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_driver_LDADD = libhr_nvidia.la $(CHECK_LIBS)
endif
