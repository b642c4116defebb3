# backends/cuda/local.mk -- leaves as kernels for NVIDIA devices. Built everywhere.
EXTRA_DIST += backends/cuda/local.mk docs/cuda.md

# The math library for devices, as bitcode.
CUDA_LIBRARY = library library_more near near_circle near_gamma near_bessel
CUDA_LIBRARY_SOURCES = \
	backends/cuda/library/library.c \
	backends/cuda/library/library_more.c \
	backends/cuda/library/near.c backends/cuda/library/double_double.h \
	backends/cuda/library/near_circle.c \
	backends/cuda/library/near_gamma.c \
	backends/cuda/library/near_bessel.c \
	backends/cuda/library/near_tables.h
CLEANFILES += $(CUDA_CODE_MADE) backends/cuda/library/*.embed
EXTRA_DIST += backends/cuda/README backends/cuda/library/embed.sh backends/cuda/library/near_tables.py $(CUDA_LIBRARY_SOURCES)
if HAVE_CLANG
backends/cuda/library/library_bytes.c: $(CUDA_LIBRARY_SOURCES) backends/cuda/library/embed.sh backends/cuda/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && parts= && for name in $(CUDA_LIBRARY); do \
		$(CLANG) -I$(srcdir) -O2 -fno-builtin -fno-math-errno -ffp-contract=off -fno-vectorize -fno-slp-vectorize -emit-llvm \
			-c $(srcdir)/backends/cuda/library/$$name.c -o $(@D)/$$name.embed || exit 1; \
		parts="$$parts $(@D)/$$name.embed"; \
	done && $(SHELL) $(srcdir)/backends/cuda/library/embed.sh $$parts >$@-new && mv $@-new $@
else
backends/cuda/library/library_bytes.c: backends/cuda/library/embed.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(SHELL) $(srcdir)/backends/cuda/library/embed.sh >$@-new && mv $@-new $@
endif

# The module.
CUDA_RUN_SOURCES = \
	backends/backend.h \
	backends/shared/device_blocks.c backends/shared/device_blocks.h \
	backends/cuda/device/build.c \
	backends/cuda/device/chain.c backends/cuda/device/chain.h \
	backends/cuda/device/cuda.c backends/cuda/device/cuda.h \
	backends/cuda/device/device.c \
	backends/cuda/device/images.c backends/cuda/device/images.h \
	backends/cuda/device/memory.c \
	backends/cuda/device/launch_order.c backends/cuda/device/launch_order.h \
	backends/cuda/device/run.c \
	backends/cuda/device/wait.c \
	backends/shared/group_size.c backends/shared/group_size.h
backend_LTLIBRARIES += backends/backend-cuda.la
backends_backend_cuda_la_SOURCES = $(CUDA_RUN_SOURCES)
backends_backend_cuda_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_cuda_la_LIBADD = libhr_cuda_code.la libhr_edit.la libhr_sizes.la libhr_nvidia.la libhr_src.la $(LLVM_LIBS)

# The module on the emulator, which needs no device, for tests.
check_LTLIBRARIES += backends/tests/backend-emulated.la
backends_tests_backend_emulated_la_SOURCES = $(CUDA_TRANSLATE_SOURCES) $(CUDA_RUN_SOURCES) \
	backends/cuda/emulator/code.c \
	backends/cuda/emulator/driver.c \
	backends/cuda/emulator/emulator.h \
	backends/cuda/emulator/image.c \
	backends/cuda/emulator/threads.c \
	backends/nvidia/choice.c backends/nvidia/results.c
nodist_backends_tests_backend_emulated_la_SOURCES = $(CUDA_CODE_MADE)
backends_tests_backend_emulated_la_CPPFLAGS = $(AM_CPPFLAGS) -DCUDA_MODULE_NAME='"emulated"' -DCUDA_MODULE_EMITTER=NULL
backends_tests_backend_emulated_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_emulated_la_LIBADD = libhr_edit.la libhr_sizes.la libhr_src.la $(LLVM_LIBS)
EXTRA_DIST += backends/cuda/emulator/README
EXTRA_DIST += backends/tests/math_leaves.py backends/tests/mock.sh backends/tests/toolkit.py backends/tests/toolkit.sh
dist_check_SCRIPTS += backends/tests/run-cuda.sh backends/tests/run-cuda-fail.sh backends/tests/run-cuda-images.sh backends/tests/run-emit-cuda.sh backends/tests/run-math-cuda.sh
if HAVE_CLANG
TESTS += backends/tests/run-cuda.sh backends/tests/run-cuda-fail.sh backends/tests/run-cuda-images.sh backends/tests/run-emit-cuda.sh backends/tests/run-math-cuda.sh
endif

if HAVE_CHECK
check_PROGRAMS += backends/cuda/test-numbers
TESTS += backends/cuda/test-numbers
backends_cuda_test_numbers_SOURCES = backends/cuda/library/test_numbers.c $(CUDA_LIBRARY_SOURCES)
backends_cuda_test_numbers_CFLAGS = $(AM_CFLAGS) -fno-builtin -Wno-missing-prototypes $(CHECK_CFLAGS)
backends_cuda_test_numbers_LDADD = libhr_src.la $(CHECK_LIBS) -lm
endif
