# backends/local.mk -- who else can run a leaf; modules are loaded at run time
EXTRA_DIST += backends/README
pkginclude_HEADERS = backends/backend.h
backenddir = $(pkglibdir)
backend_LTLIBRARIES =
MODULE_LDFLAGS = -module -avoid-version -shared

# LLVM IR to OpenCL C: what --emit prints, and what the module gives to the device's compiler.
OPENCL_C_SOURCES = \
	backends/opencl/addresses.c \
	backends/opencl/atomics.c \
	backends/opencl/constants.c \
	backends/opencl/control.c \
	backends/opencl/fixed.c \
	backends/opencl/helpers.c \
	backends/opencl/homes.c \
	backends/opencl/instructions.c \
	backends/opencl/intrinsics.c backends/opencl/intrinsics.h \
	backends/opencl/kernel.c \
	backends/opencl/lower.c \
	backends/opencl/sequential.c \
	backends/opencl/signature.c backends/opencl/signature.h \
	backends/opencl/memory.c backends/opencl/memory.h \
	backends/opencl/pipes.c \
	backends/opencl/source.c backends/opencl/source.h \
	backends/opencl/spaces.c \
	backends/opencl/stages.c backends/opencl/stages.h \
	backends/opencl/statements.c \
	backends/opencl/translate.h \
	backends/opencl/types.c \
	backends/opencl/values.c

# LLVM IR to PTX: what --emit prints, and what the module gives to the driver (backends/cuda/local.mk has more).
CUDA_TRANSLATE_SOURCES = \
	backends/cuda/arch.c backends/cuda/arch.h \
	backends/cuda/check.c \
	backends/cuda/code.c backends/cuda/code.h \
	backends/cuda/find.c \
	backends/cuda/kernel.c backends/cuda/kernel.h \
	backends/cuda/place.c \
	backends/cuda/library.h \
	backends/cuda/math.c \
	backends/cuda/record.c backends/cuda/record.h \
	backends/cuda/translate.h
CUDA_CODE_SOURCES = $(CUDA_TRANSLATE_SOURCES) backends/cuda/assemble.c
CUDA_CODE_MADE = backends/cuda/library_bytes.c

noinst_LTLIBRARIES += libhr_backends.la
libhr_backends_la_SOURCES = \
	backends/backend.h \
	backends/bound.h \
	backends/bound_code.c \
	backends/bound_coder.c backends/bound_coder.h \
	backends/bound_doubts.c \
	backends/bound_memory.c \
	backends/bound_operations.c \
	backends/bound_parts.c \
	backends/bound_run.c \
	backends/bound_state.c \
	backends/built.c backends/built.h \
	backends/case.c backends/case.h \
	backends/case_make.c backends/case_make.h \
	backends/case_read.c \
	backends/case_tensor.c backends/case_tensor.h \
	backends/case_write.c \
	backends/compare.c backends/compare.h \
	backends/crosscheck.c backends/crosscheck.h \
	backends/crosscheck_blame.c \
	backends/crosscheck_case.c \
	backends/crosscheck_compare.c backends/crosscheck_grid.h \
	backends/crosscheck_objects.c \
	backends/crosscheck_tensor.c \
	backends/reduce.c backends/reduce.h \
	backends/reduce_code.c \
	backends/stored.c backends/stored.h \
	backends/tell.c backends/tell.h \
	backends/device.c backends/device.h \
	backends/guard.c backends/guard.h \
	backends/kept.c backends/kept.h \
	backends/dispatch.c backends/dispatch.h \
	backends/dispatch_ask.c \
	backends/dispatch_choose.c \
	backends/dispatch_contest.c \
	backends/dispatch_parts.h \
	backends/dispatch_run.c \
	backends/dispatch_say.c \
	backends/dispatch_sent.c \
	backends/dispatch_settle.c \
	backends/edit.c backends/edit.h \
	backends/emit.c backends/emit.h \
	backends/emit_cuda.c \
	backends/emit_node.c \
	backends/emit_opencl.h \
	backends/cuda/toolkit.c backends/cuda/toolkit.h \
	$(CUDA_CODE_SOURCES) \
	backends/cache.c backends/cache.h \
	$(OPENCL_C_SOURCES) \
	backends/reach.c backends/reach.h \
	backends/registry.c backends/registry.h \
	backends/fission.c backends/fission.h \
	backends/ir_text.c backends/ir_text.h \
	backends/reason.c backends/reason.h \
	backends/loops.c backends/loops.h \
	backends/local_size.c backends/local_size.h \
	backends/queries.c backends/queries.h \
	backends/recompute.c \
	backends/unit.c backends/unit.h \
	backends/unit_graph.c backends/unit_graph.h \
	backends/nest.c backends/nest.h \
	backends/unit_groups.c \
	backends/unit_nest.c \
	backends/unit_stages.c \
	backends/unit_graph_loops.c \
	backends/unit_graph_text.h \
	backends/unit_graph_values.c \
	backends/unit_member.c \
	backends/tensor_grid.c backends/tensor_grid.h \
	backends/uniform.c \
	backends/unit_rewrite.c \
	backends/variables.c backends/variables.h \
	backends/unit_tensor.c \
	backends/worker.c backends/worker.h \
	backends/worker_check.c \
	backends/worker_child.c \
	backends/worker_dirty.c \
	backends/worker_fork.c backends/worker_fork.h \
	backends/worker_heap.c \
	backends/worker_process.c backends/worker_process.h \
	backends/worker_remote.c
nodist_libhr_backends_la_SOURCES = $(CUDA_CODE_MADE)
libhr_backends_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_BACKEND_DIR='"$(backenddir)"'
libhr_backends_la_LIBADD = libhr_interp.la

# Compiled code on this machine.
backend_LTLIBRARIES += backends/backend-cpu.la
CPU_SOURCES = \
	backends/backend.h \
	backends/cpu/cpu.c backends/cpu/cpu.h \
	backends/cpu/cpu_cache.c \
	backends/cpu/cpu_code.c \
	backends/cpu/cpu_kernel.c \
	backends/cpu/cpu_pool.c \
	backends/cache.c backends/cache.h \
	backends/edit.c backends/edit.h \
	backends/fission.c backends/fission.h \
	backends/ir_text.c backends/ir_text.h \
	backends/loops.c backends/loops.h \
	backends/recompute.c \
	backends/uniform.c
backends_backend_cpu_la_SOURCES = $(CPU_SOURCES)
backends_backend_cpu_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_cpu_la_CPPFLAGS = $(AM_CPPFLAGS)
backends_backend_cpu_la_LIBADD = libhr_src.la $(LLVM_LIBS)
EXTRA_DIST += backends/cpu/README

# Kernels on an OpenCL device.
if HAVE_OPENCL
OPENCL_MODULE_SOURCES = \
	backends/backend.h \
	backends/device_blocks.c backends/device_blocks.h \
	$(OPENCL_C_SOURCES) \
	backends/cache.c backends/cache.h \
	backends/edit.c backends/edit.h \
	backends/group_size.c backends/group_size.h \
	backends/ir_text.c backends/ir_text.h \
	backends/reason.c backends/reason.h \
	backends/loops.c backends/loops.h \
	backends/local_size.c backends/local_size.h \
	backends/queries.c backends/queries.h \
	ir/nest.c ir/nest.h \
	backends/opencl/buffers.c \
	backends/opencl/build.c \
	backends/opencl/choose.c \
	backends/opencl/device.c \
	backends/opencl/module.c backends/opencl/opencl.h \
	backends/opencl/piped.c \
	backends/opencl/run.c \
	backends/opencl/size.c \
	backends/opencl/staging.c \
	backends/opencl/tasks.c
backend_LTLIBRARIES += backends/backend-opencl.la backends/backend-fpga.la
backends_backend_opencl_la_SOURCES = $(OPENCL_MODULE_SOURCES) backends/opencl/opencl.c
backends_backend_opencl_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_opencl_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
backends_backend_opencl_la_LIBADD = libhr_src.la $(LLVM_LIBS) $(OPENCL_LIBS)
backends_backend_fpga_la_SOURCES = $(OPENCL_MODULE_SOURCES) backends/fpga/fpga.c
backends_backend_fpga_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_fpga_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
backends_backend_fpga_la_LIBADD = libhr_src.la $(LLVM_LIBS) $(OPENCL_LIBS)
endif
EXTRA_DIST += backends/opencl/README backends/fpga/README

# Tensor operations by oneDNN.
if HAVE_ONEDNN
backend_LTLIBRARIES += backends/backend-onednn.la
backends_backend_onednn_la_SOURCES = \
	backends/backend.h \
	backends/onednn/api.h \
	backends/onednn/onednn.c backends/onednn/onednn.h \
	backends/onednn/places.c \
	backends/onednn/plan.c \
	backends/onednn/product.c \
	backends/onednn/simple.c \
	backends/onednn/slices.c \
	backends/onednn/weights.c \
	backends/tensor_steps.c backends/tensor_steps.h
if HAVE_ONEDNN_3
backends_backend_onednn_la_SOURCES += backends/onednn/api3.c
else
backends_backend_onednn_la_SOURCES += backends/onednn/api2.c
endif
backends_backend_onednn_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_onednn_la_CPPFLAGS = $(AM_CPPFLAGS) $(ONEDNN_CFLAGS)
backends_backend_onednn_la_LIBADD = libhr_src.la $(ONEDNN_LIBS)
endif
EXTRA_DIST += backends/onednn/README

# Modules that are wrong, each in its own way. Only -rpath makes libtool build shared objects of them.
WRONG_LDFLAGS = $(MODULE_LDFLAGS) -rpath /nowhere
check_LTLIBRARIES = \
	backends/tests/backend-closes.la \
	backends/tests/backend-crashes.la \
	backends/tests/backend-dies.la \
	backends/tests/backend-exits.la \
	backends/tests/backend-fails.la \
	backends/tests/backend-lacks.la \
	backends/tests/backend-misnamed.la \
	backends/tests/backend-mutant.la \
	backends/tests/backend-out.la \
	backends/tests/backend-remote.la \
	backends/tests/backend-rogue.la \
	backends/tests/backend-symbol.la \
	backends/tests/backend-tensors.la \
	backends/tests/backend-version.la \
	backends/tests/backend-wrong.la
backends_tests_backend_closes_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_closes_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_CLOSES -DWRONG_NAME='"closes"'
backends_tests_backend_closes_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_crashes_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_crashes_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_CRASHES
backends_tests_backend_crashes_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_dies_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_dies_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_NAME='"dies"' -DWRONG_DIES
backends_tests_backend_dies_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_fails_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_fails_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_NAME='"fails"' \
	-DWRONG_RUN='strcpy(text, "the device is gone")'
backends_tests_backend_fails_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_exits_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_exits_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_EXITS
backends_tests_backend_exits_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_lacks_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_lacks_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_LACKS -DWRONG_NAME='"lacks"'
backends_tests_backend_lacks_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_misnamed_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_misnamed_la_LDFLAGS = $(WRONG_LDFLAGS)
# The cpu backend with mistakes; -D gives its table a name beside the mutant's own.
backends_tests_backend_mutant_la_SOURCES = $(CPU_SOURCES) \
	backends/tests/mutant/mutant.c backends/tests/mutant/mutant.h \
	backends/tests/mutant/rewrite.c
backends_tests_backend_mutant_la_CPPFLAGS = $(AM_CPPFLAGS) -Dhr_backend_module=cpu_module
backends_tests_backend_mutant_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_mutant_la_LIBADD = libhr_src.la $(LLVM_LIBS)
backends_tests_backend_out_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_out_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_OUT -DWRONG_NAME='"out"'
backends_tests_backend_out_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_remote_la_SOURCES = backends/tests/rogue.c
backends_tests_backend_remote_la_CPPFLAGS = $(AM_CPPFLAGS) -DROGUE_MEMORY -DROGUE_NAME='"remote"'
backends_tests_backend_remote_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_rogue_la_SOURCES = backends/tests/rogue.c
backends_tests_backend_rogue_la_CPPFLAGS = $(AM_CPPFLAGS) -DROGUE_NAME='"rogue"'
backends_tests_backend_rogue_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_symbol_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_symbol_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_SYMBOL
backends_tests_backend_symbol_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_tensors_la_SOURCES = backends/tests/tensors.c
backends_tests_backend_tensors_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_version_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_version_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_VERSION=99
backends_tests_backend_version_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_wrong_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_wrong_la_LDFLAGS = $(WRONG_LDFLAGS)

dist_check_SCRIPTS += backends/tests/run-bounds.sh backends/tests/run-cpu.sh backends/tests/run-example.sh \
	backends/tests/run-fpga.sh backends/tests/run-graphs.sh backends/tests/run-modules.sh \
	backends/tests/run-kept.sh \
	backends/tests/run-cfunctions.sh backends/tests/run-mutants.sh backends/tests/run-oclgrind.sh backends/tests/run-onednn.sh backends/tests/run-opencl.sh backends/tests/run-rows.sh \
	backends/tests/run-worker.sh
TESTS += backends/tests/run-modules.sh
EXTRA_DIST += backends/tests/mutant/cases backends/tests/mutant/program.c backends/tests/mutant/stream.c
EXTRA_DIST += backends/tests/opencl/emit.cl backends/tests/opencl/emit.ll backends/tests/opencl/fpga.cl \
	backends/tests/opencl/hints.c backends/tests/opencl/order.c backends/tests/device.sh \
	backends/tests/opencl/chain.c backends/tests/opencl/channel.h backends/tests/opencl/computed.c backends/tests/opencl/entries.c backends/tests/opencl/faults.c backends/tests/opencl/fixed.c backends/tests/opencl/front.h backends/tests/opencl/large.c backends/tests/opencl/launches.c backends/tests/opencl/loops.c backends/tests/opencl/nests.c \
	backends/tests/opencl/flow.c backends/tests/opencl/one.c backends/tests/opencl/parts.c backends/tests/opencl/stay.c \
	backends/tests/opencl/pipes.c backends/tests/opencl/pipes_device.c backends/tests/opencl/pipes_host.c backends/tests/opencl/places.c backends/tests/opencl/pocl-turns.cl backends/tests/opencl/shared.c backends/tests/opencl/steps.c \
	backends/tests/opencl/tasks.c backends/tests/opencl/variables.c backends/tests/opencl/tiles.c
EXTRA_DIST += backends/tests/cuda/again.c backends/tests/cuda/overlap.c backends/tests/cuda/overlapping.c backends/tests/cuda/stored.c backends/tests/cuda/tables.c backends/tests/cuda/two.c \
	backends/tests/cuda/wide.c
EXTRA_DIST += backends/tests/tensor/both.c backends/tests/tensor/nodes.h backends/tests/tensor/operations.c backends/tests/tensor/slices.c \
	backends/tests/tensor/weights.c
EXTRA_DIST += backends/tests/compare_backends.py backends/tests/diff-leaves.sh backends/tests/floats.py backends/tests/leaves.py backends/tests/cfunctions.py backends/tests/ptxas.sh backends/tests/rows.py
EXTRA_DIST += backends/tests/barriers.c backends/tests/graphs.c backends/tests/streams.c backends/tests/worker.c \
	docs/backends.md examples/backend/backend-clang.c
if HAVE_CLANG
TESTS += backends/tests/run-bounds.sh backends/tests/run-cpu.sh backends/tests/run-example.sh \
	backends/tests/run-fpga.sh backends/tests/run-graphs.sh backends/tests/run-mutants.sh \
	backends/tests/run-cfunctions.sh backends/tests/run-kept.sh backends/tests/run-oclgrind.sh backends/tests/run-onednn.sh backends/tests/run-opencl.sh backends/tests/run-rows.sh backends/tests/run-worker.sh
endif

if HAVE_CHECK
check_PROGRAMS += backends/test-compare backends/test-dispatch-sent backends/test-stored backends/test-unit
TESTS += backends/test-compare backends/test-dispatch-sent backends/test-stored backends/test-unit
backends_test_compare_SOURCES = backends/test_compare.c
backends_test_compare_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_compare_LDADD = libhr_backends.la $(CHECK_LIBS)
backends_test_dispatch_sent_SOURCES = backends/test_dispatch_sent.c interp/test_graph.h src/test.h
backends_test_dispatch_sent_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_dispatch_sent_LDADD = libhr_backends.la $(CHECK_LIBS)
backends_test_stored_SOURCES = backends/test_stored.c interp/test_graph.h src/test.h
backends_test_stored_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_stored_LDADD = libhr_backends.la $(CHECK_LIBS)
backends_test_unit_SOURCES = backends/test_unit.c interp/test_graph.h src/test.h
backends_test_unit_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_unit_LDADD = libhr_backends.la $(CHECK_LIBS)
endif
