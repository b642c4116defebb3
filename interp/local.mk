# interp/local.mk -- the golden model
noinst_LTLIBRARIES += libhr_engine.la libhr_engine_checked.la libhr_interp.la
# The hot loop has separate flags.
libhr_engine_la_SOURCES = interp/engine/engine.c
libhr_engine_la_CFLAGS = $(AM_CFLAGS) $(HR_ENGINE_CFLAGS)
# The same loop with checkers (engine.c).
libhr_engine_checked_la_SOURCES = interp/engine/engine.c
libhr_engine_checked_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_CHECKED
libhr_engine_checked_la_CFLAGS = $(AM_CFLAGS) $(HR_ENGINE_CFLAGS)
# The handlers of the lane engine, once for each instruction set.
HR_LANE_SOURCES = interp/lanes/handlers/ops.c interp/lanes/handlers/load.c interp/lanes/handlers/store.c interp/lanes/handlers/control.c \
	interp/lanes/handlers/affine.c interp/lanes/handlers/compare.c interp/lanes/handlers/math.c interp/lanes/handlers/pack.c interp/lanes/handlers/poison_source.c interp/lanes/handlers/rows.c interp/lanes/handlers/watch.c \
	interp/lanes/handlers/lane_watch.h interp/lanes/handlers/watch_bytes.c interp/lanes/handlers/watch_groups.c interp/lanes/handlers/lane_watch_sixteen.h \
	interp/lanes/handlers/lane_checks.h interp/lanes/run/lane_masks.h interp/lanes/handlers/lane_lines.h interp/lanes/handlers/lane_loop.h \
	interp/lanes/handlers/lane_math.h interp/lanes/handlers/lane_prefetch_loop.h interp/lanes/handlers/lane_rows.h interp/lanes/handlers/lane_sixteen.h \
	interp/lanes/handlers/lane_set.h interp/lanes/handlers/lane_tests.h interp/lanes/handlers/lane_compress.h interp/lanes/handlers/lane_gather.h \
	interp/lanes/handlers/lane_forms.h interp/lanes/handlers/lane_shapes.h interp/lanes/handlers/lane_shared.h
noinst_LTLIBRARIES += libhr_lanes_base.la
# shared.c is common to all instruction sets.
libhr_lanes_base_la_SOURCES = $(HR_LANE_SOURCES) interp/lanes/handlers/shared.c
libhr_lanes_base_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_LANE_SET=base
libhr_lanes_base_la_CFLAGS = $(AM_CFLAGS) $(HR_LANE_CFLAGS)
if LANES_X86
noinst_LTLIBRARIES += libhr_lanes_v3.la libhr_lanes_v4.la
libhr_lanes_v3_la_SOURCES = $(HR_LANE_SOURCES)
libhr_lanes_v3_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_LANE_SET=v3
libhr_lanes_v3_la_CFLAGS = $(AM_CFLAGS) $(HR_LANE_CFLAGS) -march=x86-64-v3
libhr_lanes_v4_la_SOURCES = $(HR_LANE_SOURCES)
libhr_lanes_v4_la_CPPFLAGS = $(AM_CPPFLAGS) -DHR_LANE_SET=v4
libhr_lanes_v4_la_CFLAGS = $(AM_CFLAGS) $(HR_LANE_CFLAGS) -march=x86-64-v4 \
	-mprefer-vector-width=512
endif
libhr_interp_la_SOURCES = \
	interp/lanes/build/lane_code.c interp/lanes/lanes.h interp/lanes/run/lane_batch.h interp/lanes/lane_code.h \
	interp/lanes/build/alone.c interp/lanes/build/column.c \
	interp/lanes/run/check.c \
	interp/lanes/build/class.c \
	interp/lanes/build/decode.c \
	interp/lanes/run/each.c \
	interp/lanes/build/emit.c interp/lanes/build/lane_emit.h \
	interp/lanes/build/emit_ahead.c \
	interp/lanes/build/emit_bits.c \
	interp/lanes/build/emit_op.c \
	interp/lanes/build/emit_share.c \
	interp/lanes/build/emit_lowering.c \
	interp/lanes/run/fault.c interp/lanes/run/lane_warp.h interp/lanes/run/warp.c \
	interp/lanes/build/flow.c \
	interp/lanes/run/run.c \
	interp/lanes/run/tile.c interp/lanes/run/band.c \
	interp/lanes/build/unique.c \
	interp/lanes/build/web.c \
	interp/schedule/watch.c \
	interp/schedule/batches.c interp/schedule/bands.c interp/schedule/merged.c interp/schedule/progress.c interp/schedule/stuck.c interp/schedule/schedule_batches.h \
	interp/schedule/pool_batches.c \
	interp/schedule/parents.c \
	interp/run/thread_pool.c interp/run/thread_pool.h \
	interp/run/abi.c interp/run/abi.h \
	interp/memory/c_heap.c interp/memory/c_heap.h interp/memory/device_heap.c interp/memory/device_heap.h \
	interp/memory/write_log.c interp/memory/write_log.h \
	interp/check/access/check.c interp/check/access/sandbox.c interp/check/access/sandbox_call.c interp/check/access/sandbox_string.c interp/check/sandbox.h interp/check/check_sandbox.h interp/check/access/host_code.c interp/check/access/c_function.c interp/check/checker.h interp/check/check_state.h \
	interp/check/access/arguments.c \
	interp/check/access/attributes.c \
	interp/check/blocks.c \
	interp/check/extents.c interp/check/extents.h \
	interp/check/access/bounds.c \
	interp/check/access/space.c \
	interp/check/access/call.c \
	interp/check/find.c \
	interp/check/format.c interp/check/format.h \
	interp/check/access/heap.c \
	interp/check/access/access_checks.c \
	interp/check/access/host.c \
	interp/check/race/cells.c \
	interp/check/access/defined.c \
	interp/check/access/lanes.c \
	interp/check/given.h interp/check/access/log.c \
	interp/check/access/local.c \
	interp/check/access/allocated.c \
	interp/check/access/ended.c \
	interp/check/atomics.c \
	interp/check/object.c \
	interp/check/site.c \
	interp/check/race/order.c \
	interp/check/race/quiet.c \
	interp/check/race/race.c interp/check/race/check_race.h \
	interp/check/race/report.c \
	interp/check/race/short.c \
	interp/check/race/spaces.c \
	interp/check/race/sync.c interp/check/race/warp.c \
	interp/check/shadow.c interp/check/shadow.h \
	interp/check/access/undo.c \
	interp/check/text.c \
	interp/check/uninit/uninit.c interp/check/uninit/check_uninit.h \
	interp/check/uninit/find.c \
	interp/check/uninit/host.c \
	interp/check/uninit/poison.c \
	interp/check/uninit/text.c \
	interp/check/access/variables.c \
	interp/check/access/watch.c \
	interp/check/check_trap.h \
	interp/check/check_writer.h \
	interp/engine/closure.c interp/engine/closure.h \
	interp/memory/content.c interp/memory/content.h \
	interp/host/crash.c \
	interp/host/crash_thread.c \
	interp/args/direct.c interp/args/direct.h interp/args/direct_args.h \
	interp/args/array.c \
	interp/args/check.c \
	interp/args/file.c \
	interp/args/image.c \
	interp/args/pack.c \
	interp/args/needs.c \
	interp/args/part.c interp/args/variables.c \
	interp/args/sequence.c interp/args/sequence.h interp/args/sequence_private.h \
	interp/args/sequence_read.c \
	interp/args/scalar.c \
	interp/args/template.c \
	interp/args/tensor.c \
	interp/run/thread.h interp/engine/engine.h \
	interp/check/access/access_check.c interp/check/access_check.h \
	interp/engine/call.c \
	interp/engine/hpvm.c \
	interp/engine/rare.c \
	interp/engine/rounding.c \
	interp/engine/environment.c \
	interp/host/entry.c \
	interp/run/frame.h \
	interp/host/host.h \
	interp/host/end.c \
	interp/run/end.c interp/run/end.h \
	interp/run/process.c interp/run/process.h \
	interp/run/promise.c interp/run/promise.h \
	interp/run/site.c interp/run/site.h \
	interp/run/deferred.c interp/run/deferred.h \
	interp/host/fill.c \
	interp/host/free.c \
	interp/host/system.c \
	interp/host/fresh.c \
	interp/host/interp.c \
	interp/host/jit.c interp/host/host_jit.h \
	interp/host/jit_copy.c \
	interp/host/jit_module.c \
	interp/host/jit_tls.c \
	interp/host/host_runtime.h interp/host/host_state.h \
	interp/host/site.c \
	interp/host/host_structors.c interp/host/host_structors.h \
	interp/host/symbols.c \
	interp/host/undefined.c \
	interp/memory/image.c interp/memory/image.h \
	interp/memory/image_labels.c \
	interp/host/launch.c interp/host/launch.h \
	interp/host/layout.c \
	interp/stream/launched.h \
	interp/memory/fresh_fill.c interp/memory/fresh_fill.h \
	interp/memory/memory.c interp/memory/memory.h \
	interp/memory/zeroed.c interp/memory/zeroed.h \
	interp/engine/native.c interp/engine/native.h \
	interp/engine/native_ffi.c \
	interp/engine/native_registers.c \
	interp/engine/unwind.c interp/engine/unwind.h \
	interp/orders/orders.c interp/orders/orders.h \
	interp/schedule/overlap.c interp/schedule/overlap.h \
	interp/orders/memory.c interp/orders/orders_memory.h \
	interp/orders/speculative.c \
	interp/orders/report.c interp/orders/orders_report.h \
	interp/schedule/plan.h \
	interp/memory/regions.c interp/memory/regions.h \
	interp/stream/roots.c interp/stream/roots.h \
	interp/run/report.c interp/run/run.h \
	interp/host/run.c \
	interp/schedule/schedule.c interp/schedule/schedule.h \
	interp/schedule/copy.c \
	interp/schedule/graph.c \
	interp/schedule/grid.c \
	interp/schedule/depth.c \
	interp/schedule/diverge.c interp/schedule/warp.c \
	interp/schedule/group.c \
	interp/schedule/offload.c interp/run/offload.h \
	interp/schedule/emit_events.c interp/run/events.h interp/run/notes.h \
	interp/schedule/plan.c \
	interp/run/progress_point.c \
	interp/memory/device_copies.c interp/memory/device_copies.h \
	interp/host/stats.c \
	interp/stream/stream.c interp/stream/stream.h \
	interp/run/block.c interp/run/block.h \
	interp/stream/capacity.c \
	interp/stream/threads.c \
	interp/check/uninit/definedness.c interp/check/uninit/definedness.h \
	interp/check/uninit/definedness_bits.c \
	interp/check/uninit/definedness_call.c \
	interp/check/uninit/look.c \
	interp/run/thread.c \
	interp/run/value_text.c interp/run/value_text.h
# Rows of the table of tensor operations, one file a line.
libhr_interp_la_SOURCES += \
	interp/row/parallel.c interp/row/parallel.h \
	interp/row/dispatch/row_dispatch.c \
	interp/row/row_check.c interp/row/row.h interp/row/row_private.h \
	interp/row/row_constant.c interp/row/row_constant.h \
	interp/row/row_data.c interp/row/row_bound.h \
	interp/row/map/row_cast.c \
	interp/row/move/row_extent.c \
	interp/row/move/row_gather.c \
	interp/row/move/row_index.c interp/row/move/row_index.h \
	interp/row/move/row_move.c interp/row/move/row_move.h \
	interp/row/move/row_order.c \
	interp/row/move/row_reshape.c \
	interp/row/move/row_scatter.c \
	interp/row/move/row_slice.c \
	interp/row/move/row_suppress.c \
	interp/row/move/row_unique.c \
	interp/row/row_line.c interp/row/row_line.h \
	interp/row/map/row_map.c interp/row/map/row_map.h interp/row/map/row_map.def \
	interp/row/map/row_map_integer.c \
	interp/row/map/row_map_real.c \
	interp/row/row_reduce.c \
	interp/row/row_scan.c \
	interp/row/row_total.c interp/row/row_total.h
libhr_interp_la_LIBADD = libhr_engine.la libhr_engine_checked.la libhr_lanes_base.la \
	libhr_ir.la $(FFI_LIBS)
if LANES_X86
libhr_interp_la_LIBADD += libhr_lanes_v3.la libhr_lanes_v4.la
endif

# Rows that add products, and windows.
libhr_interp_la_SOURCES += \
	interp/row/window/col2im.c \
	interp/row/window/convolution.c \
	interp/row/window/convolution_transpose.c \
	interp/row/window/deformable_convolution.c \
	interp/row/window/determinant.c \
	interp/row/window/dot.c \
	interp/row/window/matrix.c interp/row/window/matrix.h \
	interp/row/window/grid_sample.c \
	interp/row/window/pool.c \
	interp/row/window/resize.c \
	interp/row/window/roi.c \
	interp/row/window/sample.c interp/row/window/sample.h \
	interp/row/window/weighted.c interp/row/window/weighted.h \
	interp/row/window/window.c interp/row/window/window.h

if HAVE_CHECK
check_PROGRAMS += interp/row/test-row-bounds interp/row/test-row-maps interp/row/test-row-moves
TESTS += interp/row/test-row-bounds interp/row/test-row-maps interp/row/test-row-moves
interp_row_test_row_bounds_SOURCES = interp/row/test_row_bounds.c interp/row/test_row_case.h src/base/test.h
interp_row_test_row_bounds_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_row_test_row_bounds_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_row_test_row_maps_SOURCES = interp/row/test_row_maps.c interp/row/test_row_case.h src/base/test.h
interp_row_test_row_maps_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_row_test_row_maps_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_row_test_row_moves_SOURCES = interp/row/test_row_moves.c interp/row/test_row_case.h src/base/test.h
interp_row_test_row_moves_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_row_test_row_moves_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/row/test-row-products interp/row/test-row-shapes interp/row/test-row-windows
TESTS += interp/row/test-row-products interp/row/test-row-shapes interp/row/test-row-windows
interp_row_test_row_shapes_SOURCES = interp/row/test_row_shapes.c ir/tensor/test_shape_case.h ir/tensor/test_shape_cases.def src/base/test.h
interp_row_test_row_shapes_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_row_test_row_shapes_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_row_test_row_products_SOURCES = interp/row/test_row_products.c interp/row/test_row_case.h src/base/test.h
interp_row_test_row_products_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_row_test_row_products_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_row_test_row_windows_SOURCES = interp/row/test_row_windows.c interp/row/test_row_case.h src/base/test.h
interp_row_test_row_windows_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_row_test_row_windows_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-arith
TESTS += interp/test-arith
interp_test_arith_SOURCES = interp/engine/test_arith.c
interp_test_arith_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_arith_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-thread-pool
TESTS += interp/test-thread-pool
interp_test_thread_pool_SOURCES = interp/run/test_thread_pool.c
interp_test_thread_pool_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_thread_pool_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-engine
TESTS += interp/test-engine
interp_test_engine_SOURCES = interp/engine/test_engine.c
interp_test_engine_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_engine_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-host
TESTS += interp/test-host
interp_test_host_SOURCES = interp/host/test_host.c
interp_test_host_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_host_LDADD = libhr_interp.la $(CHECK_LIBS)

check_PROGRAMS += interp/test-lane-math
TESTS += interp/test-lane-math
interp_test_lane_math_SOURCES = interp/lanes/handlers/test_math.c
interp_test_lane_math_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_lane_math_LDADD = libhr_interp.la $(CHECK_LIBS)

check_PROGRAMS += interp/test-x86
TESTS += interp/test-x86
interp_test_x86_SOURCES = interp/engine/test_x86.c interp/engine/test_compiled.c \
	interp/engine/test_compiled.h interp/engine/test_cover.c
interp_test_x86_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_x86_LDADD = libhr_interp.la $(CHECK_LIBS)

check_PROGRAMS += interp/test-ir
TESTS += interp/test-ir
interp_test_ir_SOURCES = interp/engine/test_ir.c interp/engine/test_compiled.c interp/engine/test_compiled.h \
	interp/engine/test_cover.c interp/engine/test_rows.c
interp_test_ir_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_ir_LDADD = libhr_interp.la $(CHECK_LIBS)
EXTRA_DIST += interp/tests/ir interp/tests/immintrin

check_PROGRAMS += interp/test-native
TESTS += interp/test-native
interp_test_native_SOURCES = interp/engine/test_native.c
interp_test_native_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_native_LDADD = libhr_interp.la $(CHECK_LIBS)
check_PROGRAMS += interp/test-extents interp/test-memory interp/test-scale interp/test-schedule interp/test-shadow interp/test-stream
TESTS += interp/test-extents interp/test-memory interp/test-scale interp/test-schedule interp/test-shadow interp/test-stream
interp_test_extents_SOURCES = interp/check/test_extents.c src/base/test.h
interp_test_extents_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_extents_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_memory_SOURCES = interp/memory/test_memory.c interp/schedule/test_graph.h src/base/test.h
interp_test_memory_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_memory_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_scale_SOURCES = interp/schedule/test_scale.c interp/schedule/test_graph.h src/base/test.h
interp_test_scale_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_scale_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_schedule_SOURCES = interp/schedule/test_schedule.c interp/schedule/test_graph.h src/base/test.h
interp_test_schedule_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_schedule_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_shadow_SOURCES = interp/check/test_shadow.c interp/schedule/test_graph.h src/base/test.h
interp_test_shadow_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_shadow_LDADD = libhr_interp.la $(CHECK_LIBS)
interp_test_stream_SOURCES = interp/stream/test_stream.c interp/schedule/test_graph.h src/base/test.h
interp_test_stream_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
interp_test_stream_LDADD = libhr_interp.la $(CHECK_LIBS)
endif

# Whole programs with host code: run-host.sh needs the tool.
dist_check_SCRIPTS += interp/tests/run-host.sh interp/tests/run-lanes.sh interp/tests/run-checked.sh interp/tests/run-locale.sh \
	interp/tests/run-races.sh interp/tests/run-locals.sh interp/tests/run-host-objects.sh interp/tests/run-immintrin.sh interp/tests/run-poison-lanes.sh interp/tests/run-promises.sh interp/tests/run-values.sh interp/tests/run-verdicts.sh
EXTRA_DIST += interp/tests/lanes interp/tests/checked interp/tests/promises interp/tests/values interp/tests/verdicts interp/tests/verdicts.py
EXTRA_DIST += interp/README interp/tests/README interp/tests/csmith.sh interp/tests/races.py interp/tests/poison_lanes.c interp/tests/poison_lanes.py interp/tests/locals.py interp/tests/host_objects.py interp/tests/host interp/tests/locale.c
if HAVE_CLANG
TESTS += interp/tests/run-host.sh interp/tests/run-lanes.sh interp/tests/run-checked.sh interp/tests/run-locale.sh \
	interp/tests/run-races.sh interp/tests/run-locals.sh interp/tests/run-host-objects.sh interp/tests/run-immintrin.sh interp/tests/run-poison-lanes.sh interp/tests/run-promises.sh interp/tests/run-values.sh interp/tests/run-verdicts.sh
endif
EXTRA_DIST += \
	interp/args/README \
	interp/check/README \
	interp/check/access/README \
	interp/check/race/README \
	interp/check/uninit/README \
	interp/engine/README \
	interp/host/README \
	interp/lanes/README \
	interp/lanes/build/README \
	interp/lanes/handlers/README \
	interp/lanes/run/README \
	interp/memory/README \
	interp/orders/README \
	interp/row/README \
	interp/row/dispatch/README \
	interp/row/map/README \
	interp/row/move/README \
	interp/row/window/README \
	interp/run/README \
	interp/schedule/README \
	interp/stream/README
