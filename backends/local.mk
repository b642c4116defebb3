# backends/local.mk -- libraries and modules that run leaves instead of the interpreter; modules are
# loaded at run time
EXTRA_DIST += backends/README
EXTRA_DIST += backends/bound/README backends/case/README backends/crosscheck/README \
	backends/cuda/device/README backends/cuda/library/README backends/cuda/translate/README \
	backends/dispatch/README backends/emit/README backends/opencl/device/README \
	backends/opencl/translate/README backends/registry/README backends/rows/README backends/shared/README \
	backends/unit/README backends/worker/README
pkginclude_HEADERS = backends/backend.h
backenddir = $(pkglibdir)
backend_LTLIBRARIES =
MODULE_LDFLAGS = -module -avoid-version -shared

# LLVM IR to OpenCL C, for --emit and for the module.
OPENCL_C_SOURCES = \
	backends/opencl/translate/addresses.c \
	backends/opencl/translate/atomics.c \
	backends/opencl/translate/constants.c \
	backends/opencl/translate/control.c \
	backends/opencl/translate/emitter.c \
	backends/opencl/translate/fixed.c \
	backends/opencl/translate/helpers.c \
	backends/opencl/translate/homes.c \
	backends/opencl/translate/instructions.c \
	backends/opencl/translate/intrinsics.c backends/opencl/translate/intrinsics.h \
	backends/opencl/translate/kernel.c \
	backends/opencl/translate/lower.c \
	backends/opencl/translate/sequential.c \
	backends/opencl/translate/signature.c backends/opencl/translate/signature.h \
	backends/opencl/translate/memory.c backends/opencl/translate/opencl_memory.h \
	backends/opencl/translate/pipes.c \
	backends/opencl/translate/source.c backends/opencl/translate/source.h \
	backends/opencl/translate/spaces.c \
	backends/opencl/translate/stages.c backends/opencl/translate/stages.h \
	backends/opencl/translate/statements.c \
	backends/opencl/translate/opencl_translate.h \
	backends/opencl/translate/types.c \
	backends/opencl/translate/values.c

# LLVM IR to PTX, for --emit and for the module (backends/cuda/local.mk has more).
CUDA_TRANSLATE_SOURCES = \
	backends/cuda/translate/arch.c backends/cuda/translate/arch.h \
	backends/cuda/translate/check.c \
	backends/cuda/translate/code.c backends/cuda/translate/cuda_code.h \
	backends/cuda/translate/find.c \
	backends/cuda/translate/cuda_options.c backends/cuda/translate/cuda_options.h \
	backends/cuda/translate/kernel.c backends/cuda/translate/kernel.h \
	backends/cuda/translate/place.c \
	backends/cuda/library/device_library.h \
	backends/cuda/translate/math.c \
	backends/cuda/translate/kernel_record.c backends/cuda/translate/kernel_record.h \
	backends/cuda/translate/cuda_translate.h
CUDA_CODE_SOURCES = $(CUDA_TRANSLATE_SOURCES) backends/cuda/translate/assemble.c \
	backends/cuda/translate/emitter.c backends/cuda/translate/emitter.h \
	backends/cuda/translate/toolkit.c backends/cuda/translate/toolkit.h
CUDA_CODE_MADE = backends/cuda/library/library_bytes.c

# Sources that several modules and libhr_backends share are compiled once. A module links all of a
# library, so each library contains only what all its users need.
noinst_LTLIBRARIES += libhr_edit.la libhr_sizes.la libhr_text.la libhr_opencl_c.la libhr_cuda_code.la
libhr_edit_la_SOURCES = \
	backends/shared/cache.c backends/shared/cache.h \
	backends/shared/constrained.c backends/shared/constrained.h \
	backends/shared/context.c backends/shared/context.h \
	backends/shared/edit.c backends/shared/edit.h \
	backends/shared/loops.c backends/shared/loops.h
libhr_sizes_la_SOURCES = \
	backends/unit/local_size.c backends/unit/local_size.h \
	backends/shared/queries.c backends/shared/queries.h
libhr_text_la_SOURCES = \
	backends/shared/ir_text.c backends/shared/ir_text.h \
	backends/shared/reason.c backends/shared/reason.h
libhr_opencl_c_la_SOURCES = $(OPENCL_C_SOURCES) ir/pass/grid_loops.c ir/pass/grid_loops.h
libhr_opencl_c_la_LIBADD = libhr_text.la
libhr_cuda_code_la_SOURCES = $(CUDA_CODE_SOURCES)
nodist_libhr_cuda_code_la_SOURCES = $(CUDA_CODE_MADE)

noinst_LTLIBRARIES += libhr_backends.la
libhr_backends_la_SOURCES = \
	backends/backend.h \
	backends/bound/bound.h \
	backends/bound/bounds.c backends/bound/bounds.h \
	backends/bound/code.c \
	backends/bound/bound_coder.c backends/bound/bound_coder.h \
	backends/bound/unstable.c \
	backends/bound/memory.c \
	backends/bound/operations.c \
	backends/bound/parts.c \
	backends/bound/run.c \
	backends/bound/state.c \
	backends/dispatch/built.c backends/dispatch/built.h \
	backends/case/case.c backends/case/case.h \
	backends/crosscheck/case_make.c backends/crosscheck/case_make.h \
	backends/case/check.c \
	backends/case/read.c \
	backends/case/case_array.c backends/case/case_array.h \
	backends/case/case_tensor.c backends/case/case_tensor.h \
	backends/case/write.c \
	backends/crosscheck/compare.c backends/crosscheck/compare.h \
	backends/crosscheck/crosscheck.c backends/crosscheck/crosscheck.h \
	backends/crosscheck/blame.c \
	backends/crosscheck/case.c \
	backends/crosscheck/emit_findings.c backends/crosscheck/emit_findings.h \
	backends/crosscheck/compare_grid.c backends/crosscheck/crosscheck_grid.h \
	backends/crosscheck/objects.c \
	backends/crosscheck/rows.c \
	backends/crosscheck/tensor.c \
	backends/crosscheck/undefined.c \
	backends/case/reduce.c backends/case/reduce.h \
	backends/case/reduce_code.c \
	backends/crosscheck/stored.c backends/crosscheck/stored.h \
	backends/dispatch/emit_events.c backends/dispatch/emit_events.h \
	backends/dispatch/device.c backends/dispatch/device.h \
	backends/dispatch/guard.c backends/dispatch/guard.h \
	backends/dispatch/resident.c backends/dispatch/resident.h \
	backends/dispatch/dispatch.c backends/dispatch/dispatch.h \
	backends/dispatch/ask.c \
	backends/dispatch/choose.c \
	backends/dispatch/contest.c \
	backends/dispatch/dispatch_parts.h \
	backends/dispatch/row_run.c backends/dispatch/row_run.h \
	backends/dispatch/rows.c \
	backends/dispatch/run.c \
	backends/dispatch/say.c \
	backends/dispatch/sent.c \
	backends/dispatch/settle.c \
	backends/emit/emit.c backends/emit/emit.h \
	backends/emit/find.c \
	backends/worker/side_effects.c backends/worker/side_effects.h backends/worker/reachable.c backends/worker/reachable.h \
	backends/registry/registry.c backends/registry/registry.h \
	backends/registry/settings.c backends/registry/settings.h \
	backends/shared/fission.c backends/shared/fission.h \
	backends/shared/recompute.c \
	backends/rows/row_grid.c \
	backends/rows/row_kernel.c backends/rows/row_kernel.h \
	backends/rows/row_step.c backends/rows/row_step.h \
	backends/unit/unit.c backends/unit/unit.h \
	backends/unit/unit_flat.c \
	backends/unit/unit_graph.c backends/unit/unit_graph.h \
	backends/unit/nest.c backends/unit/nest.h \
	backends/unit/unit_groups.c \
	backends/unit/unit_nest.c \
	backends/unit/unit_stages.c \
	backends/unit/unit_graph_loops.c \
	backends/unit/unit_graph_text.h \
	backends/unit/unit_graph_values.c \
	backends/unit/unit_member.c \
	backends/dispatch/tensor_grid.c backends/dispatch/tensor_grid.h \
	backends/shared/uniform.c \
	backends/unit/unit_rewrite.c \
	backends/unit/variables.c backends/unit/variables.h \
	backends/unit/unit_tensor.c \
	backends/unit/unit_traps.c \
	backends/worker/worker.c backends/worker/worker.h \
	backends/worker/check.c \
	backends/worker/child.c \
	backends/worker/dirty.c \
	backends/worker/worker_cache.c \
	backends/worker/worker_fork.c backends/worker/worker_fork.h \
	backends/worker/heap.c \
	backends/worker/worker_process.c backends/worker/worker_process.h \
	backends/worker/remote.c
libhr_backends_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_BACKEND_DIR='"$(backenddir)"'
libhr_backends_la_LIBADD = libhr_edit.la libhr_sizes.la libhr_text.la libhr_interp.la

# Code compiled for this machine.
backend_LTLIBRARIES += backends/backend-cpu.la
CPU_SOURCES = \
	backends/backend.h \
	backends/cpu/cpu.c backends/cpu/cpu.h \
	backends/cpu/cpu_cache.c \
	backends/cpu/cpu_code.c \
	backends/cpu/cpu_kernel.c \
	backends/cpu/cpu_pool.c \
	backends/shared/fission.c backends/shared/fission.h \
	backends/shared/ir_text.c backends/shared/ir_text.h \
	backends/shared/recompute.c \
	backends/shared/uniform.c
backends_backend_cpu_la_SOURCES = $(CPU_SOURCES)
backends_backend_cpu_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_cpu_la_CPPFLAGS = $(AM_CPPFLAGS)
backends_backend_cpu_la_LIBADD = libhr_edit.la libhr_src.la $(LLVM_LIBS)
EXTRA_DIST += backends/cpu/README

# Kernels on an OpenCL device.
if HAVE_OPENCL
noinst_LTLIBRARIES += libhr_opencl.la
libhr_opencl_la_SOURCES = \
	backends/backend.h \
	backends/shared/device_blocks.c backends/shared/device_blocks.h \
	backends/shared/group_size.c backends/shared/group_size.h \
	backends/opencl/device/buffers.c \
	backends/opencl/device/build.c \
	backends/opencl/device/choose.c \
	backends/opencl/device/device.c \
	backends/opencl/device/drivers.c \
	backends/opencl/device/module.c backends/opencl/device/opencl.h \
	backends/opencl/device/piped.c \
	backends/opencl/device/run.c \
	backends/opencl/device/size.c \
	backends/opencl/device/staging.c \
	backends/opencl/device/tasks.c
libhr_opencl_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhr_opencl_la_LIBADD = libhr_edit.la libhr_sizes.la libhr_opencl_c.la
OPENCL_MODULE_SOURCES = backends/opencl/device/opencl.c backends/opencl/device/fpga.c
OPENCL_MODULE_LIBS = libhr_opencl.la
else
# Without OpenCL the module prints units (--emit).
OPENCL_MODULE_SOURCES = backends/opencl/device/printer.c
OPENCL_MODULE_LIBS = libhr_edit.la libhr_sizes.la libhr_opencl_c.la
endif
backend_LTLIBRARIES += backends/backend-opencl.la
backends_backend_opencl_la_SOURCES = $(OPENCL_MODULE_SOURCES)
backends_backend_opencl_la_LDFLAGS = $(MODULE_LDFLAGS)
backends_backend_opencl_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
backends_backend_opencl_la_LIBADD = $(OPENCL_MODULE_LIBS) libhr_src.la $(LLVM_LIBS) $(OPENCL_LIBS)

# backend-opencl.so has the tables of two modules; the other one is found by a link.
FPGA_LINK = backends/.libs/backend-fpga.so
all-local: backends/backend-opencl.la
	@test -h $(FPGA_LINK) || { rm -f $(FPGA_LINK) && $(LN_S) backend-opencl.so $(FPGA_LINK); }
install-data-hook:
	rm -f "$(DESTDIR)$(backenddir)/backend-fpga.so"
	cd "$(DESTDIR)$(backenddir)" && $(LN_S) backend-opencl.so backend-fpga.so
uninstall-hook:
	rm -f "$(DESTDIR)$(backenddir)/backend-fpga.so"
EXTRA_DIST += backends/opencl/README backends/fpga/README

# Tensor operations by oneDNN.
if HAVE_ONEDNN
backend_LTLIBRARIES += backends/backend-onednn.la
backends_backend_onednn_la_SOURCES = \
	backends/backend.h \
	backends/onednn/onednn_api.h \
	backends/onednn/onednn.c backends/onednn/onednn.h \
	backends/onednn/places.c \
	backends/onednn/plan.c \
	backends/onednn/product.c \
	backends/onednn/simple.c \
	backends/onednn/slices.c \
	backends/onednn/weights.c \
	backends/shared/tensor_steps.c backends/shared/tensor_steps.h
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

# Faulty modules. libtool builds shared objects of them only with -rpath.
WRONG_LDFLAGS = $(MODULE_LDFLAGS) -rpath /nowhere
check_LTLIBRARIES = \
	backends/tests/backend-closes.la \
	backends/tests/backend-crashes.la \
	backends/tests/backend-dies.la \
	backends/tests/backend-emits.la \
	backends/tests/backend-exits.la \
	backends/tests/backend-fails.la \
	backends/tests/backend-lacks.la \
	backends/tests/backend-late.la \
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
backends_tests_backend_emits_la_SOURCES = backends/tests/emits.c
backends_tests_backend_emits_la_LDFLAGS = $(WRONG_LDFLAGS)
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
backends_tests_backend_late_la_SOURCES = backends/tests/late.c
backends_tests_backend_late_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_misnamed_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_misnamed_la_LDFLAGS = $(WRONG_LDFLAGS)
# The cpu backend with errors; -D renames its table, because the mutant has one, too.
backends_tests_backend_mutant_la_SOURCES = $(CPU_SOURCES) \
	backends/tests/mutant/mutant.c backends/tests/mutant/mutant.h \
	backends/tests/mutant/rewrite.c
backends_tests_backend_mutant_la_CPPFLAGS = $(AM_CPPFLAGS) -Dhr_backend_module=cpu_module
backends_tests_backend_mutant_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_mutant_la_LIBADD = libhr_edit.la libhr_src.la $(LLVM_LIBS)
backends_tests_backend_out_la_SOURCES = backends/tests/wrong.c
backends_tests_backend_out_la_CPPFLAGS = $(AM_CPPFLAGS) -DWRONG_OUT -DWRONG_NAME='"out"'
backends_tests_backend_out_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_remote_la_SOURCES = backends/tests/rogue.c backends/tests/tricks.c backends/tests/tricks.h
backends_tests_backend_remote_la_CPPFLAGS = $(AM_CPPFLAGS) -DROGUE_MEMORY -DROGUE_NAME='"remote"'
backends_tests_backend_remote_la_LDFLAGS = $(WRONG_LDFLAGS)
backends_tests_backend_rogue_la_SOURCES = backends/tests/rogue.c backends/tests/tricks.c backends/tests/tricks.h
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
	backends/tests/run-fpga.sh backends/tests/run-graphs.sh backends/tests/run-late.sh backends/tests/run-modules.sh \
	backends/tests/run-resident.sh \
	backends/tests/run-cfunctions.sh backends/tests/run-mutants.sh backends/tests/run-oclgrind.sh backends/tests/run-onednn.sh backends/tests/run-opencl.sh backends/tests/run-rows.sh backends/tests/run-tensor-programs.sh \
	backends/tests/run-worker.sh backends/tests/run-tricks.sh backends/tests/run-globals.sh
TESTS += backends/tests/run-modules.sh backends/tests/run-globals.sh
EXTRA_DIST += backends/tests/model/model.ll backends/tests/model/model.yaml
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
EXTRA_DIST += backends/tests/compare_backends.py backends/tests/global_values.py backends/tests/diff-leaves.sh backends/tests/floats.py backends/tests/leaves.py backends/tests/cfunctions.py backends/tests/ptxas.sh backends/tests/rows.py
EXTRA_DIST += backends/tests/barriers.c backends/tests/graphs.c backends/tests/late-threads.c backends/tests/streams.c backends/tests/worker.c backends/tests/leaf_smash.c \
	docs/backends.md examples/backend/backend-clang.c
if HAVE_CLANG
TESTS += backends/tests/run-bounds.sh backends/tests/run-cpu.sh backends/tests/run-example.sh \
	backends/tests/run-fpga.sh backends/tests/run-graphs.sh backends/tests/run-late.sh backends/tests/run-mutants.sh \
	backends/tests/run-cfunctions.sh backends/tests/run-resident.sh backends/tests/run-oclgrind.sh backends/tests/run-onednn.sh backends/tests/run-opencl.sh backends/tests/run-rows.sh backends/tests/run-tensor-programs.sh backends/tests/run-worker.sh \
	backends/tests/run-tricks.sh
endif

if HAVE_CHECK
check_PROGRAMS += backends/test-compare backends/test-dispatch-sent backends/test-stored backends/test-unit
TESTS += backends/test-compare backends/test-dispatch-sent backends/test-stored backends/test-unit
backends_test_compare_SOURCES = backends/crosscheck/test_compare.c
backends_test_compare_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_compare_LDADD = libhr_backends.la $(CHECK_LIBS)
backends_test_dispatch_sent_SOURCES = backends/dispatch/test_sent.c interp/schedule/test_graph.h src/base/test.h
backends_test_dispatch_sent_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_dispatch_sent_LDADD = libhr_backends.la $(CHECK_LIBS)
backends_test_stored_SOURCES = backends/crosscheck/test_stored.c interp/schedule/test_graph.h src/base/test.h
backends_test_stored_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_stored_LDADD = libhr_backends.la $(CHECK_LIBS)
backends_test_unit_SOURCES = backends/unit/test_unit.c interp/schedule/test_graph.h src/base/test.h
backends_test_unit_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
backends_test_unit_LDADD = libhr_backends.la $(CHECK_LIBS)
endif
