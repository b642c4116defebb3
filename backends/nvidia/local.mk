# backends/nvidia/local.mk -- code shared by the backends for NVIDIA devices. Built everywhere.
noinst_LTLIBRARIES += libhr_nvidia.la
libhr_nvidia_la_SOURCES = \
	backends/nvidia/choice.c \
	backends/nvidia/driver.c backends/nvidia/driver.h \
	backends/nvidia/driver.def backends/nvidia/results.def backends/nvidia/values.def \
	backends/nvidia/dynamic_library.c backends/nvidia/dynamic_library.h \
	backends/nvidia/results.c
EXTRA_DIST += backends/nvidia/README backends/nvidia/mock/README backends/nvidia/tests/headers.c

# The mock of the driver, for tests.
check_LTLIBRARIES += backends/nvidia/nvidia-mock.la
backends_nvidia_nvidia_mock_la_SOURCES = \
	backends/nvidia/mock/copies.c \
	backends/nvidia/mock/cublaslt.c \
	backends/nvidia/mock/cudnn_graph.c \
	backends/nvidia/mock/cudnn_ops.c \
	backends/nvidia/mock/devices.c \
	backends/nvidia/mock/mock.c backends/nvidia/mock/mock.h \
	backends/nvidia/mock/mock_cuda.h \
	backends/nvidia/mock/mock_cudnn.h \
	backends/nvidia/mock/mock_graph.h \
	backends/nvidia/mock/mock_streams.h \
	backends/nvidia/mock/graphs.c \
	backends/nvidia/mock/images.c \
	backends/nvidia/mock/graph_shapes.c \
	backends/nvidia/mock/memory.c \
	backends/nvidia/mock/modules.c \
	backends/nvidia/mock/objects.c \
	backends/nvidia/mock/order.c \
	backends/nvidia/mock/ptx_accesses.c \
	backends/nvidia/mock/streams.c
backends_nvidia_nvidia_mock_la_CPPFLAGS = $(AM_CPPFLAGS)
backends_nvidia_nvidia_mock_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
backends_nvidia_nvidia_mock_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_nvidia_nvidia_mock_la_LIBADD = libhr_nvidia.la

dist_check_SCRIPTS += backends/nvidia/tests/run-headers.sh
TESTS += backends/nvidia/tests/run-headers.sh

if HAVE_CHECK
check_PROGRAMS += backends/nvidia/test-mock backends/nvidia/test-mock-cudnn backends/nvidia/test-mock-order backends/nvidia/test-driver
TESTS += backends/nvidia/test-mock backends/nvidia/test-mock-cudnn backends/nvidia/test-mock-order backends/nvidia/test-driver
backends_nvidia_test_mock_cudnn_SOURCES = backends/nvidia/mock/test_mock_cudnn.c \
	backends/cudnn/api.c backends/cudnn/cudnn_api.h src/base/test.h
backends_nvidia_test_mock_cudnn_CPPFLAGS = $(AM_CPPFLAGS) -DMOCK_PATH='"backends/nvidia/.libs/nvidia-mock.so"'
backends_nvidia_test_mock_cudnn_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_mock_cudnn_LDADD = libhr_nvidia.la $(CHECK_LIBS)
backends_nvidia_test_mock_SOURCES = backends/nvidia/mock/test_mock.c backends/nvidia/mock/test_mock.h src/base/test.h
backends_nvidia_test_mock_CPPFLAGS = $(AM_CPPFLAGS) -DMOCK_PATH='"backends/nvidia/.libs/nvidia-mock.so"'
backends_nvidia_test_mock_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_mock_LDADD = libhr_nvidia.la $(CHECK_LIBS)
backends_nvidia_test_mock_order_SOURCES = backends/nvidia/mock/test_mock_order.c backends/nvidia/mock/test_mock.h src/base/test.h
backends_nvidia_test_mock_order_CPPFLAGS = $(backends_nvidia_test_mock_CPPFLAGS)
backends_nvidia_test_mock_order_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_mock_order_LDADD = libhr_nvidia.la $(CHECK_LIBS)
backends_nvidia_test_driver_SOURCES = backends/nvidia/test_driver.c src/base/test.h
backends_nvidia_test_driver_CPPFLAGS = $(AM_CPPFLAGS) -DMOCK_PATH='"backends/nvidia/.libs/nvidia-mock.so"'
backends_nvidia_test_driver_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_driver_LDADD = libhr_nvidia.la $(CHECK_LIBS)
endif
