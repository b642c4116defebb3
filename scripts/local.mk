# scripts/local.mk -- the bundle for machines with an NVIDIA device (docs/gpu.md), and AVX-512 in an emulator
EXTRA_DIST += scripts/README scripts/gpu-bundle scripts/gpu/common.sh scripts/gpu/run-all scripts/gpu/run-bench scripts/gpu/run-check docs/gpu.md docs/cudnn.md
EXTRA_DIST += scripts/avx512-emulated scripts/avx512/init scripts/try-debian
dist_check_SCRIPTS += scripts/check-architecture.sh scripts/check-style.sh scripts/gpu/run-gpu.sh scripts/run-try-debian.sh
TESTS += scripts/check-architecture.sh scripts/check-style.sh scripts/run-try-debian.sh
EXTRA_DIST += docs/architecture.md scripts/formatted-files.sh scripts/check_names.py scripts/style-exceptions
if HAVE_CLANG
TESTS += scripts/gpu/run-gpu.sh
endif

# Run the bundle on this machine if it has a device, and keep its results. Without a device they
# report that.
.PHONY: bench-gpu check-gpu
GPU_OPTIONS =
check-gpu bench-gpu: hpvm-run$(EXEEXT) hpvm-diff$(EXEEXT) hpvm-trace$(EXEEXT) $(backend_LTLIBRARIES) $(EXAMPLES)
	@./hpvm-run --list-backends | sed -n 's/^\(cuda\|cudnn\)  *out: /without \1: /p'
	@if ./hpvm-run --list-backends | grep -q '^\(cuda\|cudnn\)  *ready'; then \
		CLANG='$(CLANG)' PYTHON3='$(PYTHON3)' $(SHELL) $(srcdir)/scripts/gpu-bundle -d gpu || exit 1; \
		RESULTS=gpu/results $(SHELL) gpu/hpvm-gpu/`echo $@ | sed 's/\(.*\)-gpu/run-\1/'` $(GPU_OPTIONS) || [ $$? -eq 77 ]; \
	else \
		echo 'nothing to do here: no NVIDIA backend is ready'; \
	fi
