# ir/kernel/library/local.mk -- device functions of languages of kernels, which are compiled to bitcode.
EXTRA_DIST += ir/kernel/library/local.mk ir/kernel/library/README
noinst_LTLIBRARIES += libhr_kernel_library.la
libhr_kernel_library_la_SOURCES = \
	ir/kernel/library/adapt.c \
	ir/kernel/library/library.c ir/kernel/library/library.h \
	ir/kernel/library/library_bytes.h ir/kernel/library/library_private.h \
	ir/kernel/library/signature.c ir/kernel/library/device_signature.h
KERNEL_LIBRARY_MADE = ir/kernel/library/opencl_bytes.c ir/kernel/library/sub_group_bytes.c \
	ir/kernel/library/cuda_bytes.c ir/kernel/library/cuda_header_bytes.c ir/kernel/library/amdgpu_bytes.c \
	ir/kernel/library/openmp_bytes.c
nodist_libhr_kernel_library_la_SOURCES = $(KERNEL_LIBRARY_MADE)
CLEANFILES += $(KERNEL_LIBRARY_MADE) ir/kernel/library/*/*.embed

# What a part takes from another one stands behind it. sub_group.c, which few modules need, is a library of its own.
KERNEL_OPENCL = atomic.cl clock.cl group.c image.cl integer.cl math.cl memory.cl relational.cl convert.cl
KERNEL_OPENCL_FILES = \
	ir/kernel/library/opencl/atomic.cl \
	ir/kernel/library/opencl/clock.cl \
	ir/kernel/library/opencl/convert.cl \
	ir/kernel/library/opencl/group.c \
	ir/kernel/library/opencl/image.cl \
	ir/kernel/library/opencl/integer.cl \
	ir/kernel/library/opencl/library.clh \
	ir/kernel/library/opencl/math.cl \
	ir/kernel/library/opencl/memory.cl \
	ir/kernel/library/opencl/relational.cl
KERNEL_SUB_GROUP_FILES = ir/kernel/library/opencl/sub_group.c src/arith/warp.h
KERNEL_CUDA = libdevice.c block.c
KERNEL_CUDA_FILES = ir/kernel/library/cuda/block.c ir/kernel/library/cuda/libdevice.c
KERNEL_OPENMP_FILES = ir/kernel/library/openmp/runtime.c
KERNEL_AMDGPU_FILES = ir/kernel/library/amdgpu/instructions.c ir/kernel/library/amdgpu/lanes.c
EXTRA_DIST += $(KERNEL_OPENCL_FILES) $(KERNEL_SUB_GROUP_FILES) $(KERNEL_CUDA_FILES) $(KERNEL_AMDGPU_FILES) \
	$(KERNEL_OPENMP_FILES)
# hpvm_cuda.h stands for headers of a toolkit that sources include.
KERNEL_CUDA_TEXTS = \
	ir/kernel/library/cuda/hpvm_cuda.h \
	ir/kernel/library/cuda/hpvm_cuda_device.h \
	ir/kernel/library/cuda/hpvm_cuda_host.h \
	ir/kernel/library/cuda/hpvm_atomics.h \
	ir/kernel/library/cuda/hpvm_hip.h \
	ir/kernel/library/cuda/hpvm_vectors.h \
	ir/kernel/library/cuda/helper_cuda.h \
	ir/kernel/library/cuda/helper_functions.h \
	ir/kernel/library/cuda/cooperative_groups.h \
	ir/kernel/library/cuda/cuda_fp16.h \
	ir/kernel/library/cuda/cuda_pipeline.h \
	ir/kernel/library/cuda/cuda_bf16.h \
	ir/kernel/library/cuda/hpvm_small_float.h \
	ir/kernel/library/cuda/hpvm_small_float_fma.h
KERNEL_CUDA_GROUP_TEXTS = \
	ir/kernel/library/cuda/cooperative_groups/memcpy_async.h \
	ir/kernel/library/cuda/cooperative_groups/reduce.h \
	ir/kernel/library/cuda/cooperative_groups/scan.h
KERNEL_HIP_TEXTS = ir/kernel/library/cuda/hip/hip_runtime.h ir/kernel/library/cuda/hip/hip_runtime_api.h
# Names of HIP are those of CUDA with another beginning.
KERNEL_HIP_HOST = ir/kernel/library/cuda/hpvm_hip_host.inc
$(KERNEL_HIP_HOST): $(srcdir)/ir/kernel/library/cuda/hpvm_cuda_host.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sed 's/hpvm_cuda/hpvm_hip/g;s/cuda/hip/g;s/CUDA/HIP/g' $(srcdir)/ir/kernel/library/cuda/hpvm_cuda_host.h >$@
CLEANFILES += $(KERNEL_HIP_HOST)
KERNEL_CUDA_FORWARDS = builtin_types.h channel_descriptor.h cuda.h cuda_device_runtime_api.h cuda_profiler_api.h cuda_runtime.h \
	cuda_runtime_api.h device_atomic_functions.h device_functions.h device_launch_parameters.h driver_types.h \
	host_defines.h math_functions.h sm_20_intrinsics.h sm_30_intrinsics.h vector_functions.h vector_types.h
kernelcudadir = $(pkgdatadir)/cuda
dist_kernelcuda_DATA = $(KERNEL_CUDA_TEXTS)
nodist_kernelcuda_DATA = $(KERNEL_HIP_HOST)
kernelhipdir = $(kernelcudadir)/hip
dist_kernelhip_DATA = $(KERNEL_HIP_TEXTS)
kernelcudagroupsdir = $(kernelcudadir)/cooperative_groups
dist_kernelcudagroups_DATA = $(KERNEL_CUDA_GROUP_TEXTS)
EXTRA_DIST += ir/kernel/library/embed_headers.sh
install-data-hook: install-kernel-headers
install-kernel-headers: install-dist_kernelcudaDATA
	cd $(DESTDIR)$(kernelcudadir) && for name in $(KERNEL_CUDA_FORWARDS); do echo "#include \"hpvm_cuda.h\"" >$$name || exit 1; done
uninstall-hook: uninstall-kernel-headers
uninstall-kernel-headers:
	cd $(DESTDIR)$(kernelcudadir) && rm -f $(KERNEL_CUDA_FORWARDS)
.PHONY: install-kernel-headers uninstall-kernel-headers

# Loops of a vector's elements stay loops, which are smaller; nothing is fused or approximated.
KERNEL_COMPILE = $(CLANG) -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -ffp-contract=off \
	-fno-math-errno -fno-builtin -Wno-atomic-alignment -I$(srcdir) -emit-llvm -c
KERNEL_OPENCL_FLAGS = -x cl -cl-std=CL3.0 -cl-no-stdinc
# Rounding modes need a target that has them, and libdevice no address spaces; the others have shared memory.
KERNEL_LIBDEVICE_TARGET = x86_64-unknown-linux-gnu
KERNEL_EMBED = header=ir/kernel/library/library_bytes.h type=hr_kernel_library_part $(SHELL) $(srcdir)/backends/cuda/library/embed.sh
ir/kernel/library/cuda_header_bytes.c: $(KERNEL_CUDA_TEXTS) $(KERNEL_CUDA_GROUP_TEXTS) $(KERNEL_HIP_TEXTS) $(KERNEL_HIP_HOST) ir/kernel/library/local.mk ir/kernel/library/embed_headers.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && files= && for file in $(KERNEL_CUDA_TEXTS) $(KERNEL_CUDA_GROUP_TEXTS) $(KERNEL_HIP_TEXTS); do files="$$files $(srcdir)/$$file"; done && \
		forward='$(KERNEL_CUDA_FORWARDS)' $(SHELL) $(srcdir)/ir/kernel/library/embed_headers.sh $$files $(KERNEL_HIP_HOST) >$@-new && mv $@-new $@
if HAVE_CLANG
ir/kernel/library/opencl_bytes.c: $(KERNEL_OPENCL_FILES) src/arith/image_descriptor.h ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D)/opencl && parts= && for part in $(KERNEL_OPENCL); do \
		case $$part in *.cl) flags='$(KERNEL_OPENCL_FLAGS)' ;; *) flags= ;; esac; \
		$(KERNEL_COMPILE) -target spir64 $$flags $(srcdir)/ir/kernel/library/opencl/$$part -o $(@D)/opencl/$$part.embed || exit 1; \
		parts="$$parts $(@D)/opencl/$$part.embed"; \
	done && name=hr_opencl_library $(KERNEL_EMBED) $$parts >$@-new && mv $@-new $@
ir/kernel/library/sub_group_bytes.c: $(KERNEL_SUB_GROUP_FILES) ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D)/opencl && $(KERNEL_COMPILE) -target spir64 -ffreestanding -I$(srcdir) \
		$(srcdir)/ir/kernel/library/opencl/sub_group.c -o $(@D)/opencl/sub_group.c.embed && \
		name=hr_sub_group_library $(KERNEL_EMBED) $(@D)/opencl/sub_group.c.embed >$@-new && mv $@-new $@
ir/kernel/library/cuda_bytes.c: $(KERNEL_CUDA_FILES) ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D)/cuda && parts= && for part in $(KERNEL_CUDA); do \
		case $$part in libdevice.c) target=$(KERNEL_LIBDEVICE_TARGET) ;; *) target=spir64 ;; esac; \
		$(KERNEL_COMPILE) -target $$target $(srcdir)/ir/kernel/library/cuda/$$part -o $(@D)/cuda/$$part.embed || exit 1; \
		parts="$$parts $(@D)/cuda/$$part.embed"; \
	done && name=hr_cuda_library $(KERNEL_EMBED) $$parts >$@-new && mv $@-new $@
ir/kernel/library/openmp_bytes.c: $(KERNEL_OPENMP_FILES) src/arith/warp.h ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D)/openmp && $(KERNEL_COMPILE) -target spir64 -ffreestanding $(srcdir)/ir/kernel/library/openmp/runtime.c \
		-o $(@D)/openmp/runtime.c.embed && name=hr_openmp_library $(KERNEL_EMBED) $(@D)/openmp/runtime.c.embed >$@-new && mv $@-new $@
ir/kernel/library/amdgpu_bytes.c: $(KERNEL_AMDGPU_FILES) src/arith/warp.h ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D)/amdgpu && parts= && for file in $(KERNEL_AMDGPU_FILES); do \
		$(KERNEL_COMPILE) -target spir64 -ffreestanding $(srcdir)/$$file -o $$file.embed || exit 1; parts="$$parts $$file.embed"; \
	done && name=hr_amdgpu_library $(KERNEL_EMBED) $$parts >$@-new && mv $@-new $@
else
ir/kernel/library/opencl_bytes.c: ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && name=hr_opencl_library $(KERNEL_EMBED) >$@-new && mv $@-new $@
ir/kernel/library/sub_group_bytes.c: ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && name=hr_sub_group_library $(KERNEL_EMBED) >$@-new && mv $@-new $@
ir/kernel/library/cuda_bytes.c: ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && name=hr_cuda_library $(KERNEL_EMBED) >$@-new && mv $@-new $@
ir/kernel/library/amdgpu_bytes.c: ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && name=hr_amdgpu_library $(KERNEL_EMBED) >$@-new && mv $@-new $@
ir/kernel/library/openmp_bytes.c: ir/kernel/library/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && name=hr_openmp_library $(KERNEL_EMBED) >$@-new && mv $@-new $@
endif

# A command for tests: links the library into a module.
check_PROGRAMS += ir/link-library
ir_link_library_SOURCES = ir/kernel/library/tests/link_library.c
ir_link_library_LDADD = libhr_ir.la
EXTRA_DIST += ir/kernel/library/tests/builtins.py ir/kernel/library/tests/cuda_all.cu \
	ir/kernel/library/tests/exact.py ir/kernel/library/tests/group_values.cl ir/kernel/library/tests/values.py
dist_check_SCRIPTS += ir/kernel/library/tests/run-library.sh ir/kernel/library/tests/run-values.sh
if HAVE_CLANG
TESTS += ir/kernel/library/tests/run-library.sh ir/kernel/library/tests/run-values.sh
endif
