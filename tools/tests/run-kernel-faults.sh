#!/bin/sh
# run-kernel-faults.sh -- what is wrong with a launch or a file is said before the run, and every kernel
# ends with an outcome (docs/kernels.md).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

cat >"$work/k.cl" <<'END'
__kernel void last(__global int *o, __local int *t)
{
	t[get_local_id(0)] = get_local_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	o[get_group_id(0)] = t[get_local_size(0) - 1];
}
__kernel void spin(volatile __global int *a)
{
	while (a[get_global_id(0)] == 0)
		;
}
__kernel void count(__global int *a)
{
	for (int i = 0; a[0] == 0; i++)
		a[1] = i;
}
__kernel void nothing(void) {}
__kernel void atomic(volatile __global int *a) { atomic_inc(a); }
END
echo 'args: {a: {zeros: 64, type: i32}}' >"$work/a.yaml"

# --- sizes of local memory
for bytes in -32 0 -9223372036854775808; do
	echo "args: {o: {zeros: 8, type: i32}, t: $bytes}" >"$work/t.yaml"
	run --kernel last --grid 2 --block 4 --args "$work/t.yaml" "$work/k.cl"
	expect 120 "t.yaml:1: argument 't' is local memory, and its size must be at least 1 byte, not $bytes"
done
echo "args: {o: {zeros: 8, type: i32}, t: 1152921504606846976}" >"$work/t.yaml"
run --kernel last --grid 2 --block 4 --args "$work/t.yaml" "$work/k.cl"; expect 122 '[memory-limit]'

# --- arguments that are not given at all
run --kernel last --grid 2 --block 4 "$work/k.cl"
expect 120 "error: argument 'o' (ptr addrspace(1)) is missing [bad-args-file]" 'help: give arguments in a file, with --args FILE'
echo 'args: {}' >"$work/none.yaml"
run --kernel last --grid 2 --block 4 --args "$work/none.yaml" "$work/k.cl"
expect 120 "none.yaml:1: argument 'o' (ptr addrspace(1)) is missing"

# --- barriers where no work-items can meet
echo 'args: [3]' >"$work/n.yaml"
run --kernel mutual --grid 1 --block 4 --args "$work/n.yaml" "$tests/recursive.ll"
expect 123 "kernel 'mutual' needs what hpvm-run does not have: a barrier in a function that calls itself, 'down' [kernel-needs]"
run --kernel pointer --grid 1 --block 4 --args "$work/n.yaml" "$tests/recursive.ll"
expect 123 "a barrier in a function that is called by a pointer, 'wait' [kernel-needs]"
run --kernel fine --grid 2 --block 4 --args "$work/n.yaml" --check=all "$tests/recursive.ll"; expect 0

# --- files
printf '__kernel void k(__global int *a) { a[0] = 1; }\0\n' >"$work/nul.cl"
run --kernel k --grid 1 --block 1 --args "$work/a.yaml" "$work/nul.cl"; expect 0
for name in none folder unreadable; do
	[ $name = folder ] && mkdir "$work/folder.cl"
	[ $name = unreadable ] && : >"$work/unreadable.cl" && chmod 0 "$work/unreadable.cl"
	[ $name = unreadable ] && [ "$(id -u)" = 0 ] && continue
	run --kernel k --grid 1 --block 1 --args "$work/a.yaml" "$work/$name.cl"; expect 120 "'$work/$name.cl' does not compile [kernel-source]"
done
: >"$work/empty.cl"
run --kernel k --grid 1 --block 1 --args "$work/a.yaml" "$work/empty.cl"; expect 120 'it has no kernels at all'

# --- kernels that do not end
for way in '' --width=1 --width=8 --jobs=2 --check=all; do
	run --kernel spin --grid 2 --block 4 --args "$work/a.yaml" --step-limit 1000000000 $way "$work/k.cl"
	expect 121 "k.cl:9:" "at kernel 'spin', work-item" '[no-progress]'
	run --kernel count --grid 1 --block 1 --args "$work/a.yaml" --step-limit 100000 $way "$work/k.cl"
	expect 122 "at kernel 'count', work-item (0, 0, 0) in group (0, 0, 0)" '[step-limit]'
	for grid in 1099511627776 1048576,1048576 1,1,1099511627776; do
		run --kernel atomic --grid $grid --block 64 --args "$work/a.yaml" --step-limit 1000000 $way "$work/k.cl"
		expect 122 "at kernel 'atomic'" '[step-limit]'
	done
done
# The memory for many groups does not grow with their number.
count=$((count + 1)) label='2^40 groups'
(
	ulimit -v 2000000
	exec timeout 5 "$HPVM_RUN" --kernel atomic --grid 1099511627776 --block 64 --args "$work/a.yaml" "$work/k.cl"
) >"$work/stdout" 2>"$work/stderr"
status=$?
[ $status -eq 124 ] || fail "exit status $status instead of the time limit's"
grep -q '\[interrupted\]' "$work/stderr" || fail 'it is not interrupted'
finish
