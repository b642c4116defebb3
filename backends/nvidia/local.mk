# backends/nvidia/local.mk -- what the backends for NVIDIA's devices share; built everywhere
noinst_LTLIBRARIES += libhr_nvidia.la
libhr_nvidia_la_SOURCES = \
	backends/nvidia/driver.c backends/nvidia/driver.h \
	backends/nvidia/driver.def backends/nvidia/values.def \
	backends/nvidia/library.c backends/nvidia/library.h
EXTRA_DIST += backends/nvidia/README backends/nvidia/tests/headers.c

dist_check_SCRIPTS += backends/nvidia/tests/run-headers.sh
TESTS += backends/nvidia/tests/run-headers.sh

if HAVE_CHECK
check_PROGRAMS += backends/nvidia/test-driver
TESTS += backends/nvidia/test-driver
backends_nvidia_test_driver_SOURCES = backends/nvidia/test_driver.c src/test.h
backends_nvidia_test_driver_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_nvidia_test_driver_LDADD = libhr_nvidia.la $(CHECK_LIBS)
endif
