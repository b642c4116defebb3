#!/bin/sh
# run-kernel-refused.sh -- what OpenCL C has and hpvm-run lacks is refused by name, before the run, and --list-kernels says so:
# pipes, enqueue_kernel(), images with several samples.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
cat >"$work/refused.cl" <<'EOF'
__kernel void reads(read_only pipe int p, __global int *o) { read_pipe(p, o); }
__kernel void unused(__global int *o, write_only pipe float4 p) { *o = 1; }
__kernel void spawn(__global int *o) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ *o = 1; });
}
__kernel void queues(__global int *o, queue_t q, clk_event_t e) { *o = 1; }
__kernel void samples(__global float4 *o, read_only image2d_msaa_t a) { *o = 1; }
EOF
# arguments are read later than this
args 'args: []'
for level in 0 2; do
	"$CLANG" -x cl -cl-std=CL2.0 -target spir64 -O$level -Xclang -finclude-default-header -w -emit-llvm -c "$work/refused.cl" -o "$work/refused.bc" || exit 99
	for case in 'reads argument 0 of type pipe' 'unused argument 1 of type pipe' 'spawn enqueue_kernel(), as ' 'queues argument 1 of type queue_t' \
		'samples argument 1 of type image2d_msaa_t'; do
		kernel "${case%% *}" --grid 1 --block 1 "$work/refused.bc"
		expect 123 "kernel '${case%% *}' needs what hpvm-run does not have: ${case#* }" '[kernel-needs]'
	done
	run --list-kernels "$work/refused.bc"
	expect 0
	prints "needs 'pipes, as __read_pipe_2', which hpvm-run does not have" "needs 'enqueue_kernel(), as __enqueue_kernel_basic'" \
		"needs 'argument 2 of type clk_event_t'"
	[ "$(grep -c '^kernel ' "$work/stdout")" -eq 5 ] || fail 'lists a block as a kernel'
done
finish
