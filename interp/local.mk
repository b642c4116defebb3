# interp/local.mk -- the golden model
noinst_LTLIBRARIES += libhr_engine.la libhr_engine_checked.la libhr_interp.la
# The hot loop alone has flags of its own.
libhr_engine_la_SOURCES = interp/engine.c
libhr_engine_la_CFLAGS = $(AM_CFLAGS) $(HR_ENGINE_CFLAGS)
# The same loop with checkers (engine.c).
libhr_engine_checked_la_SOURCES = interp/engine.c
libhr_engine_checked_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_CHECKED
libhr_engine_checked_la_CFLAGS = $(AM_CFLAGS) $(HR_ENGINE_CFLAGS)
# The handlers of the wide engine, once for each instruction set.
HR_WIDE_SOURCES = interp/wide_ops.c interp/wide_load.c interp/wide_store.c interp/wide_control.c \
	interp/wide_affine.c interp/wide_compare.c interp/wide_math.c interp/wide_pack.c interp/wide_rows.c interp/wide_watch.c \
	interp/wide_watch.h interp/wide_watch_bytes.c interp/wide_watch_groups.c interp/wide_watch_sixteen.h \
	interp/wide_gates.h interp/wide_lanes.h interp/wide_lines.h interp/wide_loop.h \
	interp/wide_math.h interp/wide_onward.h interp/wide_rows.h interp/wide_sixteen.h \
	interp/wide_set.h interp/wide_tests.h interp/wide_compress.h interp/wide_anywhere.h \
	interp/wide_between.h
noinst_LTLIBRARIES += libhr_wide_base.la
libhr_wide_base_la_SOURCES = $(HR_WIDE_SOURCES)
libhr_wide_base_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_WIDE_SET=base
libhr_wide_base_la_CFLAGS = $(AM_CFLAGS) $(HR_WIDE_CFLAGS)
if WIDE_X86
noinst_LTLIBRARIES += libhr_wide_v2.la libhr_wide_v3.la libhr_wide_v4.la
libhr_wide_v2_la_SOURCES = $(HR_WIDE_SOURCES)
libhr_wide_v2_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_WIDE_SET=v2
libhr_wide_v2_la_CFLAGS = $(AM_CFLAGS) $(HR_WIDE_CFLAGS) -march=x86-64-v2
libhr_wide_v3_la_SOURCES = $(HR_WIDE_SOURCES)
libhr_wide_v3_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_WIDE_SET=v3
libhr_wide_v3_la_CFLAGS = $(AM_CFLAGS) $(HR_WIDE_CFLAGS) -march=x86-64-v3
libhr_wide_v4_la_SOURCES = $(HR_WIDE_SOURCES)
libhr_wide_v4_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_WIDE_SET=v4
libhr_wide_v4_la_CFLAGS = $(AM_CFLAGS) $(HR_WIDE_CFLAGS) -march=x86-64-v4 \
	-mprefer-vector-width=512
endif
libhr_interp_la_SOURCES = \
	interp/wide.c interp/wide.h interp/wide_batch.h interp/wide_code.h \
	interp/wide_alone.c \
	interp/wide_check.c \
	interp/wide_class.c \
	interp/wide_decode.c \
	interp/wide_each.c \
	interp/wide_emit.c interp/wide_emit.h \
	interp/wide_emit_ahead.c \
	interp/wide_emit_bits.c \
	interp/wide_emit_op.c \
	interp/wide_emit_share.c \
	interp/wide_emit_way.c \
	interp/wide_fault.c \
	interp/wide_flow.c \
	interp/wide_run.c \
	interp/wide_tile.c \
	interp/wide_unique.c \
	interp/wide_web.c \
	interp/schedule_watch.c \
	interp/schedule_wide.c interp/schedule_wide.h \
	interp/schedule_crew.c \
	interp/schedule_parents.c \
	interp/crew.c interp/crew.h \
	interp/abi.c interp/abi.h \
	interp/c_heap.c interp/c_heap.h \
	interp/arith.h \
	interp/arith_atomic.h \
	interp/arith_f128.c \
	interp/arith_f80.c \
	interp/arith_float.h \
	interp/arith_half.c \
	interp/arith_int.h \
	interp/check.c interp/checker.h interp/check_state.h \
	interp/check_arguments.c \
	interp/check_attributes.c \
	interp/check_blocks.c \
	interp/check_bounds.c \
	interp/check_call.c \
	interp/check_find.c \
	interp/check_heap.c \
	interp/check_gate.c \
	interp/check_host.c \
	interp/check_cells.c \
	interp/check_defined.c \
	interp/check_lanes.c \
	interp/check_object.c \
	interp/check_order.c \
	interp/check_quiet.c \
	interp/check_race.c interp/check_race.h \
	interp/check_race_report.c \
	interp/check_race_short.c \
	interp/check_shadow.c interp/shadow.h \
	interp/check_undo.c \
	interp/check_text.c \
	interp/check_uninit.c interp/check_uninit.h \
	interp/check_uninit_find.c \
	interp/check_uninit_host.c \
	interp/check_uninit_text.c \
	interp/check_variables.c \
	interp/check_watch.c \
	interp/check_writer.h \
	interp/closure.c interp/closure.h \
	interp/content.c interp/content.h \
	interp/crash.c \
	interp/crash_thread.c \
	interp/direct.c interp/direct.h interp/direct_args.h \
	interp/direct_array.c \
	interp/direct_check.c \
	interp/direct_pack.c \
	interp/direct_scalar.c \
	interp/direct_tensor.c \
	interp/engine.h \
	interp/gate.c interp/gate.h \
	interp/engine_call.c \
	interp/engine_hpvm.c \
	interp/engine_rare.c \
	interp/engine_rounding.c \
	interp/entry.c \
	interp/frame.h \
	interp/host.h \
	interp/host_end.c \
	interp/held.c interp/held.h \
	interp/host_fill.c \
	interp/host_free.c \
	interp/host_system.c \
	interp/host_fresh.c \
	interp/host_interp.c \
	interp/host_jit.c interp/host_jit.h \
	interp/host_jit_copy.c \
	interp/host_jit_module.c \
	interp/host_jit_tls.c \
	interp/host_runtime.h \
	interp/host_site.c \
	interp/host_structors.c interp/host_structors.h \
	interp/host_symbols.c \
	interp/host_undefined.c \
	interp/image.c interp/image.h \
	interp/image_labels.c \
	interp/launch.c interp/launch.h \
	interp/launched.h \
	interp/memory.c interp/memory.h \
	interp/native.c interp/native.h \
	interp/native_ffi.c \
	interp/native_registers.c \
	interp/orders.c interp/orders.h \
	interp/overlap.c interp/overlap.h \
	interp/orders_memory.c interp/orders_memory.h \
	interp/orders_trial.c \
	interp/orders_report.c interp/orders_report.h \
	interp/plan.h \
	interp/regions.c interp/regions.h \
	interp/roots.c interp/roots.h \
	interp/run.c interp/run.h \
	interp/schedule.c interp/schedule.h \
	interp/schedule_copy.c \
	interp/schedule_graph.c \
	interp/schedule_grid.c \
	interp/schedule_depth.c \
	interp/schedule_diverge.c \
	interp/schedule_group.c \
	interp/schedule_offload.c interp/offload.h \
	interp/schedule_tell.c interp/events.h interp/notes.h \
	interp/schedule_plan.c \
	interp/show.c \
	interp/split.c interp/split.h \
	interp/stats.c \
	interp/stream.c interp/stream.h \
	interp/stream_block.c \
	interp/stream_capacity.c \
	interp/stream_threads.c \
	interp/taint.c interp/taint.h \
	interp/taint_bits.c \
	interp/taint_call.c \
	interp/thread.c \
	interp/value_text.c interp/value_text.h
libhr_interp_la_LIBADD = libhr_engine.la libhr_engine_checked.la libhr_wide_base.la \
	libhr_ir.la $(FFI_LIBS)
if WIDE_X86
libhr_interp_la_LIBADD += libhr_wide_v2.la libhr_wide_v3.la libhr_wide_v4.la
endif

if HAVE_CHECK
check_PROGRAMS += interp/test-arith
TESTS += interp/test-arith
interp_test_arith_SOURCES = interp/test_arith.c
interp_test_arith_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_arith_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-crew
TESTS += interp/test-crew
interp_test_crew_SOURCES = interp/test_crew.c
interp_test_crew_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_crew_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-engine
TESTS += interp/test-engine
interp_test_engine_SOURCES = interp/test_engine.c
interp_test_engine_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_engine_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-host
TESTS += interp/test-host
interp_test_host_SOURCES = interp/test_host.c
interp_test_host_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_host_LDADD = libhr_interp.la $(CHECK_LIBS)

check_PROGRAMS += interp/test-wide-math
TESTS += interp/test-wide-math
interp_test_wide_math_SOURCES = interp/test_wide_math.c
interp_test_wide_math_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_wide_math_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-ir
TESTS += interp/test-ir
interp_test_ir_SOURCES = interp/test_ir.c interp/test_compiled.c interp/test_compiled.h \
	interp/test_cover.c interp/test_rows.c
interp_test_ir_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_ir_LDADD = libhr_interp.la $(CHECK_LIBS)
EXTRA_DIST += interp/tests/ir

check_PROGRAMS += interp/test-native
TESTS += interp/test-native
interp_test_native_SOURCES = interp/test_native.c
interp_test_native_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_native_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-memory interp/test-scale interp/test-schedule interp/test-shadow interp/test-stream
TESTS += interp/test-memory interp/test-scale interp/test-schedule interp/test-shadow interp/test-stream
interp_test_memory_SOURCES = interp/test_memory.c interp/test_graph.h src/test.h
interp_test_memory_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_memory_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_scale_SOURCES = interp/test_scale.c interp/test_graph.h src/test.h
interp_test_scale_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_scale_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_schedule_SOURCES = interp/test_schedule.c interp/test_graph.h src/test.h
interp_test_schedule_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_schedule_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_shadow_SOURCES = interp/test_shadow.c interp/test_graph.h src/test.h
interp_test_shadow_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_shadow_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_stream_SOURCES = interp/test_stream.c interp/test_graph.h src/test.h
interp_test_stream_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_stream_LDADD = libhr_interp.la $(CHECK_LIBS)
endif

# Host code, whole programs: run-host.sh needs the tool.
dist_check_SCRIPTS += interp/tests/run-host.sh interp/tests/run-wide.sh interp/tests/run-checked.sh
EXTRA_DIST += interp/tests/wide interp/tests/checked
EXTRA_DIST += interp/README interp/tests/README interp/tests/csmith.sh interp/tests/host
if HAVE_CLANG
TESTS += interp/tests/run-host.sh interp/tests/run-wide.sh interp/tests/run-checked.sh
endif
