# tools/local.mk -- the commands
bin_PROGRAMS += hpvm-run
hpvm_run_SOURCES = \
	tools/session/help.c \
	tools/session/kernel_options.c tools/session/kernel_options.h \
	tools/session/kernel_source.c tools/session/kernel_source.h \
	tools/run/hpvm-run.c \
	tools/session/options.c tools/session/options.h \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def \
	tools/session/recording.c tools/session/recording.h \
	tools/session/session.c tools/session/session.h tools/session/suppressions.c tools/session/suppressions.h \
	tools/session/unused_options.c tools/session/unused_options.h \
	tools/shared/subprocess.c tools/shared/subprocess.h tools/shared/temporary.c tools/shared/temporary.h \
	tools/run/walls.c tools/run/walls.h \
	tools/run/watch.c tools/run/watch.h \
	tools/run/watch_screen.c tools/run/watch_screen.h
hpvm_run_LDADD = libhr_backends.la libhr_trace.la
dist_man_MANS += tools/run/hpvm-run.1

bin_PROGRAMS += hpvm-diff
hpvm_diff_SOURCES = \
	tools/diff/against.c tools/diff/diff_against.h \
	tools/diff/diff.h \
	tools/diff/bisect.c \
	tools/diff/report.c \
	tools/diff/table.c tools/diff/table.h \
	tools/session/help.c \
	tools/session/kernel_options.c tools/session/kernel_options.h \
	tools/session/kernel_source.c tools/session/kernel_source.h \
	tools/diff/hpvm-diff.c \
	tools/session/options.c tools/session/options.h \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def \
	tools/session/recording.c tools/session/recording.h \
	tools/session/session.c tools/session/session.h tools/session/suppressions.c tools/session/suppressions.h \
	tools/shared/subprocess.c tools/shared/subprocess.h tools/shared/temporary.c tools/shared/temporary.h tools/shared/trial.c tools/shared/trial.h \
	tools/session/unused_options.c tools/session/unused_options.h
hpvm_diff_LDADD = libhr_backends.la libhr_trace.la
dist_man_MANS += tools/diff/hpvm-diff.1

# the conversion of a model; shared with its fuzz target
IMPORT_SOURCES = \
	tools/import/check.c \
	tools/import/fold.c \
	tools/import/import.h \
	tools/import/import_node.h \
	tools/import/operator.c tools/import/operator.def \
	tools/import/module/module.c tools/import/module/module_write.h tools/import/module/module_private.h \
	tools/import/module/module_leaf.c \
	tools/import/ops.c \
	tools/import/module/output.c tools/import/module/output.h \
	tools/import/product.c \
	tools/import/read.c \
	tools/import/tensor.c \
	tools/import/values.c \
	tools/import/window.c \
	tools/import/module/weights.c tools/import/module/weights.h \
	tools/import/write.c
# StableHLO modules
noinst_LTLIBRARIES += libhr_stablehlo.la
libhr_stablehlo_la_SOURCES = \
	tools/import/stablehlo/attributes.c \
	tools/import/stablehlo/calls.c \
	tools/import/stablehlo/control.c \
	tools/import/stablehlo/element.c \
	tools/import/stablehlo/index.c \
	tools/import/stablehlo/maps.c \
	tools/import/stablehlo/mlir.h \
	tools/import/stablehlo/mlir_attribute.c \
	tools/import/stablehlo/mlir_form.c \
	tools/import/stablehlo/mlir_private.h \
	tools/import/stablehlo/mlir_read.c \
	tools/import/stablehlo/mlir_text.c \
	tools/import/stablehlo/mlir_type.c \
	tools/import/stablehlo/move.c \
	tools/import/stablehlo/norm.c \
	tools/import/stablehlo/product.c \
	tools/import/stablehlo/reduce.c \
	tools/import/stablehlo/region.c \
	tools/import/stablehlo/stablehlo.def \
	tools/import/stablehlo/stablehlo.h \
	tools/import/stablehlo/stablehlo_private.h \
	tools/import/stablehlo/table.c \
	tools/import/stablehlo/translate.c \
	tools/import/stablehlo/window.c
# ONNX models, if protobuf-c is available.
if HAVE_PROTOBUF_C
noinst_LTLIBRARIES += libhr_onnx.la
libhr_onnx_la_SOURCES = \
	tools/import/file/external.c tools/import/file/external.h \
	tools/import/file/onnx_report.h tools/import/file/report.c \
	tools/import/file/wire.c tools/import/file/wire.h \
	tools/import/onnx/activation.c \
	tools/import/onnx/attention.c \
	tools/import/onnx/block.c \
	tools/import/onnx/calls.c \
	tools/import/onnx/check.c \
	tools/import/onnx/control.c \
	tools/import/onnx/decoder.c \
	tools/import/onnx/einsum.c \
	tools/import/onnx/handlers.def tools/import/onnx/onnx.def \
	tools/import/onnx/index.c \
	tools/import/onnx/maps.c \
	tools/import/onnx/move.c \
	tools/import/onnx/node.c \
	tools/import/onnx/norm.c \
	tools/import/onnx/onnx.h tools/import/onnx/onnx_private.h \
	tools/import/onnx/operator.c \
	tools/import/onnx/product.c \
	tools/import/onnx/quantize.c \
	tools/import/onnx/read.c \
	tools/import/onnx/recurrent.c \
	tools/import/onnx/reduce.c \
	tools/import/onnx/sequence.c \
	tools/import/onnx/signal.c \
	tools/import/onnx/spatial.c \
	tools/import/onnx/tensor.c \
	tools/import/onnx/training.c \
	tools/import/onnx/window.c
nodist_libhr_onnx_la_SOURCES = tools/import/file/onnx.pb-c.c tools/import/file/onnx.pb-c.h
libhr_onnx_la_CFLAGS = $(AM_CFLAGS) $(PROTOBUF_C_CFLAGS)
bin_PROGRAMS += hpvm-import
hpvm_import_SOURCES = \
	tools/session/help.c \
	tools/session/kernel_options.c tools/session/kernel_options.h \
	tools/import/hpvm-import.c \
	tools/import/clibrary/clibrary.c tools/import/clibrary/clibrary.h tools/import/clibrary/clibrary_private.h \
	tools/import/clibrary/clibrary_code.c \
	tools/import/clibrary/clibrary_kernels.c \
	$(IMPORT_SOURCES) \
	tools/session/options.c tools/session/options.h \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def \
	tools/session/session.c tools/session/session.h tools/session/suppressions.c tools/session/suppressions.h \
	tools/shared/subprocess.c tools/shared/subprocess.h tools/shared/temporary.c tools/shared/temporary.h
hpvm_import_CFLAGS = $(AM_CFLAGS) $(PROTOBUF_C_CFLAGS)
hpvm_import_LDADD = libhr_onnx.la libhr_stablehlo.la libhr_backends.la libhr_trace.la $(PROTOBUF_C_LIBS)
$(libhr_onnx_la_OBJECTS) $(hpvm_import_OBJECTS): tools/import/file/onnx.pb-c.h
tools/import/file/onnx.pb-c.c: tools/import/file/onnx.proto
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(PROTOC_C) --proto_path=$(srcdir)/$(@D) --c_out=$(@D) $(srcdir)/$(@D)/onnx.proto
tools/import/file/onnx.pb-c.h: tools/import/file/onnx.pb-c.c
CLEANFILES += tools/import/file/onnx.pb-c.c tools/import/file/onnx.pb-c.h
endif
dist_man_MANS += tools/import/hpvm-import.1
# Takes three minutes: ONNX's own test cases of operators, with a Python that has the package onnx.
PYTHON_OF_ONNX = $(PYTHON3)
if HAVE_ONEDNN
BACKEND_OF_ONNX = '--backend onednn'
endif
.PHONY: check-onnx
check-onnx: hpvm-run$(EXEEXT) hpvm-import$(EXEEXT)
	for backend in '' $(BACKEND_OF_ONNX); do \
		$(PYTHON_OF_ONNX) -B $(srcdir)/tools/tests/onnx_cases.py ./hpvm-import ./hpvm-run $$backend || exit; \
	done
# Some twenty minutes: random tensor programs against NumPy, and all faulty shapes and attributes. Failing programs are kept in
# tensor-fuzz-failed, and made smaller.
TENSOR_FUZZ = 5000
.PHONY: check-tensor-fuzz
check-tensor-fuzz: hpvm-run$(EXEEXT) hpvm-import$(EXEEXT)
	PYTHON3='$(PYTHON_OF_ONNX)' srcdir='$(srcdir)' $(SHELL) $(srcdir)/tools/tests/run-tensor-fuzz.sh --programs $(TENSOR_FUZZ) --seed $(SEED)
check-slow: check-tensor-fuzz
# Some ten minutes: all kernels of tensor operations, on backends.
BACKENDS_OF_ROWKERNEL = cpu opencl
.PHONY: check-rowkernel
check-rowkernel: tools/test-rowkernel
	for backend in $(BACKENDS_OF_ROWKERNEL); do \
		CK_FORK=no ROWKERNEL_BACKEND=$$backend ROWKERNEL_PATH=backends/.libs tools/test-rowkernel || exit; \
	done
check-slow: check-rowkernel
EXTRA_DIST += docs/stablehlo.md tools/import/file/onnx.proto

# hpvm-run as a library: src/hpvm_run.h. Only what that declares is visible.
lib_LTLIBRARIES += libhpvm-run.la
libhpvm_run_la_SOURCES = \
	tools/session/context.c tools/session/run_context.h tools/session/suppressions.c tools/session/suppressions.h \
	tools/session/describe.c \
	tools/session/help.c \
	tools/session/kernel_options.c tools/session/kernel_options.h \
	tools/session/kernels.c \
	tools/session/launches.c \
	tools/session/observe.c \
	tools/session/options.c tools/session/options.h \
	tools/session/recording.c tools/session/recording.h \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def
libhpvm_run_la_CFLAGS = $(AM_CFLAGS)
libhpvm_run_la_LIBADD = libhr_backends.la libhr_record.la
libhpvm_run_la_LDFLAGS = -version-info 2:0:1 -no-undefined -Wl,--version-script=$(srcdir)/tools/session/hpvm_run.map
libhpvm_run_la_DEPENDENCIES = $(libhpvm_run_la_LIBADD) tools/session/hpvm_run.map
EXTRA_DIST += tools/session/hpvm_run.map
include_HEADERS += src/hpvm_run.h
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = tools/session/hpvm-run.pc
include $(srcdir)/tools/ral/local.mk

bin_PROGRAMS += hpvm-opt
hpvm_opt_SOURCES = \
	tools/session/help.c \
	tools/session/kernel_options.c tools/session/kernel_options.h \
	tools/opt/hpvm-opt.c \
	tools/session/options.c tools/session/options.h \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def \
	tools/session/session.c tools/session/session.h tools/session/suppressions.c tools/session/suppressions.h
hpvm_opt_LDADD = libhr_backends.la libhr_trace.la
dist_man_MANS += tools/opt/hpvm-opt.1

bin_PROGRAMS += hpvm-reduce
hpvm_reduce_SOURCES = tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def tools/reduce/hpvm-reduce.c tools/shared/subprocess.c tools/shared/subprocess.h tools/shared/temporary.c tools/shared/temporary.h tools/shared/trial.c tools/shared/trial.h
hpvm_reduce_LDADD = libhr_backends.la
dist_man_MANS += tools/reduce/hpvm-reduce.1

bin_PROGRAMS += hpvm-spec
hpvm_spec_SOURCES = \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def \
	tools/shared/subprocess.c tools/shared/subprocess.h tools/shared/temporary.c tools/shared/temporary.h \
	tools/spec/hpvm-spec.c \
	tools/spec/spec.h \
	tools/spec/clauses.c \
	tools/spec/judge.c \
	tools/spec/process.c \
	tools/spec/report.c \
	tools/spec/sentence.c \
	tools/spec/test.c \
	tools/spec/text.c
hpvm_spec_CPPFLAGS = $(AM_CPPFLAGS) \
	-DHR_SPEC_TESTS='"$(pkgdatadir)/spec-tests"' \
	-DHR_SPEC_INCLUDE='"$(includedir)"' \
	-DHR_SPEC_CLANG='"$(CLANG)"'
hpvm_spec_LDADD = libhr_src.la
dist_man_MANS += tools/spec/hpvm-spec.1
EXTRA_DIST += tools/README
EXTRA_DIST += tools/diff/README tools/import/README tools/import/file/README tools/import/onnx/README tools/import/stablehlo/README tools/opt/README tools/reduce/README \
	tools/run/README tools/session/README tools/shared/README tools/spec/README tools/trace/README

bin_PROGRAMS += hpvm-trace
# what hpvm-trace does with a trace; shared with its fuzz target
TRACE_COMMAND_SOURCES = \
	traces/export/trace.h \
	traces/export/chrome.c \
	tools/trace/diff.c \
	traces/export/dot.c \
	traces/export/trace_follow.c traces/export/trace_follow.h \
	traces/export/trace_html.c traces/export/trace_html.h \
	traces/export/trace_html_events.c traces/export/trace_html_events.h \
	traces/export/trace_html_head.c \
	traces/export/trace_html_memory.c \
	traces/export/trace_html_source.c \
	traces/export/trace_html_values.c traces/export/trace_html_values.h \
	tools/trace/info.c \
	traces/export/trace_layout.c traces/export/trace_layout.h \
	traces/export/trace_layout_layered.c \
	tools/trace/query.c \
	traces/export/trace_slices.c traces/export/trace_slices.h \
	tools/trace/stat.c \
	traces/export/trace_text.c \
	traces/export/trace_totals.c traces/export/trace_totals.h
hpvm_trace_SOURCES = \
	tools/shared/command_line.c tools/shared/command_line.h tools/shared/options.def \
	tools/trace/hpvm-trace.c tools/trace/trace_commands.h \
	$(TRACE_COMMAND_SOURCES)
nodist_hpvm_trace_SOURCES = traces/export/viewer_files.c
hpvm_trace_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS)
hpvm_trace_LDADD = libhr_trace_read.la $(ZLIB_LIBS)
dist_man_MANS += tools/trace/hpvm-trace.1

EXTRA_DIST += \
	docs/args.md \
	docs/c-functions.md \
	docs/compiling.md \
	docs/diagnostics.md \
	docs/diagnostics-json.md \
	docs/embedding.md \
	docs/hetero.md \
	docs/kernels.md \
	docs/launches.md docs/launches.schema.json \
	docs/hpvm-1.0-files.md \
	docs/options.md \
	docs/security.md \
	docs/semantics-choices.md \
	docs/spec-tests.md \
	docs/testing.md \
	docs/trace-backend.png \
	docs/other-runtimes.md \
	docs/trace-pipeline.png \
	docs/trace-race.png \
	docs/trace_pictures.py \
	docs/traces.md \
	docs/usage.md

# Whole programs, and everything that can be wrong with one.
dist_check_SCRIPTS += \
	tools/tests/diff-spec.sh tools/tests/tsan.sh \
	tools/tests/run-commands.sh \
	tools/tests/run-diagnostics.sh \
	tools/tests/run-diff.sh \
	tools/tests/run-direct.sh \
	tools/tests/run-kernel-assembly.sh \
	tools/tests/run-kernel-backends.sh \
	tools/tests/run-kernel-calls.sh \
	tools/tests/run-kernel-chains.sh \
	tools/tests/run-kernel-cuda.sh \
	tools/tests/run-kernel-amdgpu.sh \
	tools/tests/run-kernel-device.sh \
	tools/tests/run-kernel-faults.sh \
	tools/tests/run-kernel-groups.sh \
	tools/tests/run-kernel-images.sh \
	tools/tests/run-kernel-iree.sh \
	tools/tests/run-kernel-launches.sh \
	tools/tests/run-kernel-matrix.sh \
	tools/tests/run-kernel-openmp.sh \
	tools/tests/run-kernel-options.sh \
	tools/tests/run-kernel-orders.sh \
	tools/tests/run-kernel-print.sh \
	tools/tests/run-kernel-progress.sh \
	tools/tests/run-kernel-ptx.sh \
	tools/tests/run-kernel-races.sh \
	tools/tests/run-kernel-refused.sh \
	tools/tests/run-kernel-reports.sh \
	tools/tests/run-kernel-suppressions.sh \
	tools/tests/run-kernel-structures.sh \
	tools/tests/run-kernel-triton.sh \
	tools/tests/run-kernels.sh \
	tools/tests/run-kernel-spaces.sh \
	tools/tests/run-kernel-subgroups.sh \
	tools/tests/run-kernel-warps.sh \
	tools/tests/run-docs.sh \
	tools/tests/run-embed.sh \
	tools/tests/run-expected.sh \
	tools/tests/run-explained.sh \
	tools/tests/run-files.sh \
	tools/tests/run-hetero.sh \
	tools/tests/run-graphs.sh tools/tests/run-hints.sh tools/tests/run-import.sh \
	tools/tests/run-import-models.sh tools/tests/run-onnx-programs.sh \
	tools/tests/run-instrumented.sh \
	tools/tests/run-layout.sh \
	tools/tests/run-faults.sh tools/tests/run-fuzz.sh tools/tests/run-options.sh tools/tests/run-passes.sh tools/tests/run-random.sh \
	tools/tests/run-names.sh tools/tests/run-reduce.sh tools/tests/run-resources.sh tools/tests/run-sandbox.sh \
	tools/tests/run-spec.sh tools/tests/run-stablehlo.sh tools/tests/run-steady.sh tools/tests/run-tensor-fuzz.sh tools/tests/run-tensor-values.sh tools/tests/run-threads.sh \
	tools/tests/run-trace.sh tools/tests/run-trace-backends.sh tools/tests/run-undefined.sh \
	tools/tests/run-viewer.sh tools/tests/run-watch.sh
EXTRA_DIST += \
	examples/embed/embed.c examples/embed/kernels.c examples/embed/saxpy.c examples/embed/sum.cl \
	tools/tests/embed/graphs.c tools/tests/embed/test_embed.c \
	tools/tests/README \
	tools/import/scripts/README tools/import/scripts/archive.py tools/import/scripts/onnx_runtime_values.py tools/import/scripts/torch_values.py \
	tools/tests/values/model.ll tools/tests/values/model.yaml tools/tests/values/parts.ll \
	tools/tests/check-chrome.py \
	tools/tests/check-launches.py \
	tools/tests/check-diagnostics.py \
	tools/tests/check-watch.py \
	tools/tests/commands \
	tools/tests/direct tools/tests/kernels \
	tools/tests/explained.frames \
	tools/tests/graph \
	tools/tests/hetero \
	tools/tests/instrumented \
	tools/tests/layout \
	tools/tests/passes \
	tools/tests/sandbox \
	tools/tests/random/compare.py tools/tests/random/faults.py tools/tests/random/functions.py tools/tests/random/generate.py tools/tests/random/kinds.py tools/tests/random/kinds_cpp.py tools/tests/random/planted.py \
	tools/tests/lib.sh \
	tools/tests/limits \
	tools/tests/stablehlo_cases.py tools/tests/stablehlo \
	tools/tests/tensors/README tools/tests/tensors/composed.py tools/tests/tensors/contraction.py tools/tests/tensors/elements.py tools/tests/tensors/elementwise.py \
	tools/tests/tensors/faults.py tools/tests/tensors/fuzz.py tools/tests/tensors/movement.py tools/tests/tensors/program.py \
	tools/tests/half_values.py tools/tests/hostile_names.py tools/tests/import_models.py tools/tests/onnx_cases.py tools/tests/onnx_file.py tools/tests/onnx_programs.py tools/tests/steady.py \
	tools/tests/options.awk \
	tools/tests/threads \
	tools/tests/trace \
	tools/tests/tsan.suppressions \
	tools/tests/viewer.py
TESTS += \
	tools/tests/run-commands.sh \
	tools/tests/run-diagnostics.sh \
	tools/tests/run-diff.sh \
	tools/tests/run-direct.sh \
	tools/tests/run-kernel-assembly.sh \
	tools/tests/run-kernel-backends.sh \
	tools/tests/run-kernel-calls.sh \
	tools/tests/run-kernel-chains.sh \
	tools/tests/run-kernel-cuda.sh \
	tools/tests/run-kernel-amdgpu.sh \
	tools/tests/run-kernel-device.sh \
	tools/tests/run-kernel-faults.sh \
	tools/tests/run-kernel-groups.sh \
	tools/tests/run-kernel-images.sh \
	tools/tests/run-kernel-iree.sh \
	tools/tests/run-kernel-launches.sh \
	tools/tests/run-kernel-matrix.sh \
	tools/tests/run-kernel-openmp.sh \
	tools/tests/run-kernel-options.sh \
	tools/tests/run-kernel-orders.sh \
	tools/tests/run-kernel-print.sh \
	tools/tests/run-kernel-progress.sh \
	tools/tests/run-kernel-ptx.sh \
	tools/tests/run-kernel-races.sh \
	tools/tests/run-kernel-refused.sh \
	tools/tests/run-kernel-reports.sh \
	tools/tests/run-kernel-suppressions.sh \
	tools/tests/run-kernel-structures.sh \
	tools/tests/run-kernel-triton.sh \
	tools/tests/run-kernels.sh \
	tools/tests/run-kernel-spaces.sh \
	tools/tests/run-kernel-subgroups.sh \
	tools/tests/run-kernel-warps.sh \
	tools/tests/run-docs.sh \
	tools/tests/run-embed.sh \
	tools/tests/run-expected.sh \
	tools/tests/run-explained.sh \
	tools/tests/run-files.sh \
	tools/tests/run-hetero.sh \
	tools/tests/run-graphs.sh tools/tests/run-hints.sh tools/tests/run-import.sh \
	tools/tests/run-import-models.sh tools/tests/run-onnx-programs.sh \
	tools/tests/run-instrumented.sh \
	tools/tests/run-layout.sh \
	tools/tests/run-faults.sh tools/tests/run-fuzz.sh tools/tests/run-options.sh tools/tests/run-passes.sh tools/tests/run-random.sh \
	tools/tests/run-names.sh tools/tests/run-reduce.sh tools/tests/run-resources.sh tools/tests/run-sandbox.sh \
	tools/tests/run-spec.sh tools/tests/run-stablehlo.sh tools/tests/run-steady.sh tools/tests/run-tensor-fuzz.sh tools/tests/run-tensor-values.sh tools/tests/run-threads.sh \
	tools/tests/run-trace.sh tools/tests/run-trace-backends.sh tools/tests/run-undefined.sh \
	tools/tests/run-viewer.sh tools/tests/run-watch.sh

if HAVE_CHECK
check_PROGRAMS += tools/test-memory
TESTS += tools/test-memory
tools_test_memory_SOURCES = tools/session/test_memory.c src/base/test.h
tools_test_memory_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tools_test_memory_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += tools/test-rowkernel
TESTS += tools/test-rowkernel
tools_test_rowkernel_SOURCES = tools/tests/rowkernel/test_rowkernel.c tools/tests/rowkernel/kernel_case.h interp/row/test_row_case.h src/base/test.h
tools_test_rowkernel_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tools_test_rowkernel_LDADD = libhpvm-run.la libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += tools/test-walls
TESTS += tools/test-walls
tools_test_walls_SOURCES = tools/run/test_walls.c tools/run/walls.c tools/run/walls.h src/base/test.h
tools_test_walls_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tools_test_walls_LDADD = $(CHECK_LIBS)
endif
