# bench/local.mk -- speeds
EXTRA_DIST += \
	bench/README \
	bench/backend.py bench/opencl.py \
	bench/checks.py \
	bench/cl.py bench/opencl \
	bench/cudnn.py \
	bench/diff.py \
	bench/growth.py bench/growth_programs.py \
	bench/jobs.py \
	bench/kernels.py \
	bench/kernels_page.py \
	bench/kernels/bitonic.c \
	bench/kernels/blackscholes.c \
	bench/kernels/cuda.h \
	bench/kernels/fft.c \
	bench/kernels/graph.h \
	bench/kernels/histogram.c \
	bench/kernels/kernel.h \
	bench/kernels/lbm.c \
	bench/kernels/leaf.cl bench/kernels/leaf.cu \
	bench/kernels/loops.h \
	bench/kernels/main.h \
	bench/kernels/mandelbrot.c \
	bench/kernels/matmul.c \
	bench/kernels/nbody.c \
	bench/kernels/opencl.h \
	bench/kernels/sobel.c \
	bench/kernels/spmv.c \
	bench/kernels/stencil.c \
	bench/kernels/tiled.c \
	bench/launch.c \
	bench/launch_host.py \
	bench/launches.c \
	bench/launches_driver.c \
	bench/matmul.cl \
	bench/matmul.h \
	bench/matmul_hpvm.c \
	bench/matmul_plain.c \
	bench/scale.py \
	bench/scale_page.py \
	bench/models.py bench/network.py bench/networks.py \
	bench/soak/soak.py bench/soak/workers.c \
	bench/stages.c \
	bench/stream.c \
	bench/tensors.py \
	bench/times.h \
	bench/triton_kernels.py \
	bench/trace.py bench/trace_times.py \
	bench/viewer.py \
	bench/width1.py \
	docs/backend-speed.md \
	docs/opencl-speed.md \
	docs/tensor-speed.md \
	docs/bench.md \
	docs/checks.md \
	docs/growth.md \
	docs/kernel-speed.md \
	docs/bench.svg \
	docs/scale.md \
	docs/scale.svg \
	docs/trace-cost.md

# Speeds depend on the machine; correct results do not.
dist_check_SCRIPTS += bench/run-growth.sh bench/run-quick.sh bench/run-soak.sh
TESTS += bench/run-growth.sh bench/run-quick.sh bench/run-soak.sh
check_PROGRAMS += bench/soak/soak
bench_soak_soak_SOURCES = bench/soak/soak.c bench/soak/sample.h
bench_soak_soak_CPPFLAGS = -I$(top_srcdir)/src
bench_soak_soak_CFLAGS = $(AM_CFLAGS) -pthread
bench_soak_soak_LDADD = libhpvm-run.la

BACKEND_OPTIONS =
BENCH_OPTIONS =
CHECKS_OPTIONS =
CL_OPTIONS =
DIFF_OPTIONS =
GROWTH_OPTIONS =
OPENCL_OPTIONS =
SCALE_OPTIONS =
SOAK_OPTIONS =
VIEWER_EVENTS = 10000000
TRACE_OPTIONS =
BENCH_ENVIRONMENT = SRC='$(abs_top_srcdir)/bench' HPVM_RUN='$(abs_top_builddir)/hpvm-run' \
	HPVM_DIFF='$(abs_top_builddir)/hpvm-diff' HPVM_IMPORT='$(abs_top_builddir)/hpvm-import' \
	CLANG='$(CLANG)' LLVM_BINDIR='$(LLVM_BINDIR)' LLI='$(LLVM_BINDIR)/lli' \
	EXAMPLES='$(abs_top_builddir)/examples'
.PHONY: bench-backend bench-checks bench-cl bench-diff bench-jobs bench-kernels bench-models bench-opencl bench-scale bench-tensors bench-trace bench-viewer bench-width1
bench: bench-width1 bench-viewer bench-jobs bench-checks bench-kernels bench-cl bench-scale bench-backend bench-opencl bench-tensors bench-diff bench-trace
bench-width1: hpvm-run$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON3) $(srcdir)/bench/width1.py
bench-jobs: hpvm-run$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON3) $(srcdir)/bench/jobs.py
bench-checks: hpvm-run$(EXEEXT) $(EXAMPLES)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/checks.py $(CHECKS_OPTIONS)
bench-kernels: hpvm-run$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/kernels.py $(BENCH_OPTIONS)
bench-cl: hpvm-run$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/cl.py $(CL_OPTIONS)
bench-backend: hpvm-run$(EXEEXT) backends/backend-cpu.la
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/backend.py $(BACKEND_OPTIONS)
bench-opencl: hpvm-run$(EXEEXT) $(backend_LTLIBRARIES)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/opencl.py $(OPENCL_OPTIONS)
bench-tensors: hpvm-run$(EXEEXT) $(backend_LTLIBRARIES)
	$(BENCH_ENVIRONMENT) $(PYTHON_OF_TORCH) -B $(srcdir)/bench/tensors.py $(TENSORS_OPTIONS)
bench-models: hpvm-run$(EXEEXT) hpvm-import$(EXEEXT) hpvm-diff$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON_OF_ONNX) -B $(srcdir)/bench/models.py $(MODELS_OPTIONS)
bench-diff: hpvm-run$(EXEEXT) hpvm-diff$(EXEEXT) backends/backend-cpu.la $(EXAMPLES)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/diff.py $(DIFF_OPTIONS)
# Slow: the costs of every dimension, at n and at 10 n.
.PHONY: check-growth
check-growth: hpvm-run$(EXEEXT) hpvm-diff$(EXEEXT) hpvm-import$(EXEEXT) backends/backend-cpu.la
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/growth.py $(GROWTH_OPTIONS)
# Hours: whether a process grows with what it does.
.PHONY: check-soak
check-soak: hpvm-run$(EXEEXT) bench/soak/soak$(EXEEXT) $(backend_LTLIBRARIES) backends/tests/backend-rogue.la backends/tests/backend-remote.la
	$(BENCH_ENVIRONMENT) SOAK='$(abs_top_builddir)/bench/soak/soak' BACKENDS='$(abs_top_builddir)/backends/.libs' \
		MOCKS='$(abs_top_builddir)/backends/tests/.libs' $(PYTHON3) -B $(srcdir)/bench/soak/soak.py $(SOAK_OPTIONS)
bench-viewer: hpvm-run$(EXEEXT) hpvm-trace$(EXEEXT)
	$(BENCH_ENVIRONMENT) HPVM_TRACE='$(abs_top_builddir)/hpvm-trace' $(PYTHON3) $(srcdir)/bench/viewer.py $(VIEWER_EVENTS)
bench-scale: hpvm-run$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/scale.py $(SCALE_OPTIONS)
bench-trace: hpvm-run$(EXEEXT)
	$(BENCH_ENVIRONMENT) $(PYTHON3) -B $(srcdir)/bench/trace.py $(TRACE_OPTIONS)
