# backends/cudnn/local.mk -- tensor operations by cuDNN and cuBLASLt, which are loaded at run time.
# Built everywhere.
backend_LTLIBRARIES += backends/backend-cudnn.la
backends_backend_cudnn_la_SOURCES = \
	backends/backend.h \
	backends/cudnn/api.c backends/cudnn/cudnn_api.h \
	backends/cudnn/cublaslt.def backends/cudnn/cudnn.def backends/cudnn/numbers.def \
	backends/cudnn/blocks.c \
	backends/cudnn/card.c backends/cudnn/card.h \
	backends/cudnn/choose.c \
	backends/cudnn/cudnn.c \
	backends/cudnn/direct.c \
	backends/cudnn/engine.c \
	backends/cudnn/options.c \
	backends/cudnn/plan.c backends/cudnn/cudnn_plan.h \
	backends/cudnn/product.c \
	backends/cudnn/simple.c \
	backends/shared/cache.c backends/shared/cache.h \
	backends/shared/tensor_steps.c backends/shared/tensor_steps.h
backends_backend_cudnn_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_cudnn_la_LIBADD = libhr_nvidia.la libhr_src.la
EXTRA_DIST += backends/cudnn/README backends/cudnn/tests/headers.c

if HAVE_CHECK
check_PROGRAMS += backends/cudnn/test-cudnn
TESTS += backends/cudnn/test-cudnn
backends_cudnn_test_cudnn_SOURCES = backends/cudnn/test_cudnn.c \
	backends/cudnn/test_examples.c backends/cudnn/test_examples.h \
	backends/registry/settings.c backends/registry/settings.h src/base/test.h
backends_cudnn_test_cudnn_CPPFLAGS = $(AM_CPPFLAGS) -DMODULE_PATH='"backends/.libs/backend-cudnn.so"' \
	-DMOCK_PATH='"backends/nvidia/.libs/nvidia-mock.so"'
backends_cudnn_test_cudnn_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_cudnn_test_cudnn_LDADD = libhr_src.la $(CHECK_LIBS)
endif

dist_check_SCRIPTS += backends/cudnn/tests/run-cudnn.sh
if HAVE_CLANG
TESTS += backends/cudnn/tests/run-cudnn.sh
endif
