# examples/local.mk -- twelve complete programs, compiled to bitcode and run by `make check`
EXTRA_DIST += \
	examples/README \
	examples/camera/camera.cpp examples/camera/expected.npy \
	examples/common.h \
	examples/edges/edges.cpp examples/edges/expected.npy \
	examples/first/first.c \
	examples/histogram/expected.npy examples/histogram/histogram.c \
	examples/hetero/hetero.cpp \
	examples/lbm/expected.npy examples/lbm/lbm.c \
	examples/lenet/lenet.cpp examples/lenet/train.py \
	examples/lenet/bias1.bin examples/lenet/bias2.bin examples/lenet/bias3.bin \
	examples/lenet/bias4.bin examples/lenet/conv1.bin examples/lenet/conv2.bin \
	examples/lenet/expected.bin examples/lenet/fc3.bin examples/lenet/fc4.bin \
	examples/lenet/images.bin examples/lenet/labels.bin \
	examples/check_tensors.py examples/digits.h examples/train_digits.py \
	examples/mobilenet/expected.bin examples/mobilenet/mobilenet.cpp examples/mobilenet/weights.bin \
	examples/residual/expected.bin examples/residual/residual.cpp examples/residual/weights.bin \
	examples/make_expected.py \
	examples/matmul/expected.npy examples/matmul/matmul.c \
	examples/run-test \
	examples/spmv/expected.npy examples/spmv/spmv.c \
	examples/stencil/expected.npy examples/stencil/stencil.c \
	examples/transpose/expected.npy examples/transpose/transpose.c

EXAMPLES = \
	examples/camera/camera.bc \
	examples/edges/edges.bc \
	examples/histogram/histogram.bc \
	examples/hetero/hetero.bc \
	examples/lbm/lbm.bc \
	examples/lenet/lenet.bc \
	examples/matmul/matmul.bc \
	examples/mobilenet/mobilenet.bc \
	examples/residual/residual.bc \
	examples/spmv/spmv.bc \
	examples/stencil/stencil.bc \
	examples/transpose/transpose.bc

BITCODE_FLAGS = -O1 -g -Wall -I$(top_srcdir)/src -emit-llvm -c
.c.bc:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CLANG) $(BITCODE_FLAGS) $< -o $@
.cpp.bc:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CLANGXX) $(BITCODE_FLAGS) $< -o $@
$(EXAMPLES): examples/common.h src/hpvm.h src/heterocc.h src/tensorUtils.h
examples/mobilenet/mobilenet.bc examples/residual/residual.bc: examples/digits.h
CLEANFILES += $(EXAMPLES)

if HAVE_CLANG
check_DATA += $(EXAMPLES)
TESTS += $(EXAMPLES)
endif
# Run all examples with all versions of clang; `make check` runs one of them.
dist_check_SCRIPTS += examples/run-matrix.sh
TESTS += examples/run-matrix.sh
.PHONY: check-matrix
check-matrix: hpvm-run$(EXEEXT)
	HPVM_RUN='$(abs_top_builddir)/hpvm-run' srcdir='$(srcdir)' $(SHELL) \
		$(srcdir)/examples/run-matrix.sh $(notdir $(EXAMPLES:.bc=))
check-slow: check-matrix
# Check PyTorch's results for the networks' weights, with which the programs are compared, and all
# tensors of the programs.
PYTHON_OF_TORCH = $(PYTHON3)
if HAVE_ONEDNN
BACKEND_OF_NETWORKS = --backends onednn
endif
.PHONY: check-networks
check-networks: hpvm-run$(EXEEXT) $(backend_LTLIBRARIES)
	@$(PYTHON_OF_TORCH) -c 'import torch' 2>/dev/null || \
		{ echo 'check-networks is skipped: $(PYTHON_OF_TORCH) has no PyTorch (PYTHON_OF_TORCH=...)'; exit 0; }; \
	$(PYTHON_OF_TORCH) -B $(srcdir)/examples/train_digits.py --check $(srcdir)/examples && \
	$(PYTHON_OF_TORCH) -B $(srcdir)/examples/check_tensors.py ./hpvm-run '$(CLANGXX)' $(BACKEND_OF_NETWORKS) $(srcdir)/examples
check-slow: check-networks

BC_LOG_COMPILER = $(SHELL) $(top_srcdir)/examples/run-test

run-example: hpvm-run$(EXEEXT) examples/matmul/matmul.bc
	./hpvm-run examples/matmul/matmul.bc -- $(srcdir)/examples/matmul
