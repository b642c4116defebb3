#!/bin/sh
# run-kernel-options.sh -- options of hpvm-run together with --kernel: the kernel has the same result with
# each, and what prints instead of running knows kernels.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
trace=$(dirname "$HPVM_RUN")/hpvm-trace

cat >"$work/k.cl" <<'END'
__kernel void sum(__global const int *in, __global int *out)
{
	__local int part[64];
	int i = get_local_id(0);

	part[i] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int n = 32; n > 0; n /= 2) {
		if (i < n)
			part[i] += part[i + n];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (i == 0)
		out[get_group_id(0)] = part[0];
}
END
cat >"$work/args.yaml" <<'END'
args: {in: {range: 256, type: i32}, out: {zeros: 4, type: i32, print: true}}
END
"$CLANG" -x cl -cl-std=CL3.0 -target spir64 -Xclang -finclude-default-header -g -O1 -emit-llvm -c "$work/k.cl" -o "$work/k.bc" || exit 99
for option in --stats --memory=split --host=interp --keep-going --schedules=3 --schedule=random:7 --schedule=depth-first \
	--sandbox --worker --backend=auto --backend=cpu --map=sum=cpu --check=all --check=all,order --progress=never \
	--passes=sequentialise --sem=hpvm-1.0-cpu --stack-limit=1M --seed=3 --quiet --width=1 --width=512 --jobs=2 \
	"--trace=$work/graph.trace" "--trace=$work/item.trace --trace-level=instance" --diagnostics=json --diagnostics=sarif; do
	# shellcheck disable=SC2086
	run --kernel sum --grid 4 --block 64 --args "$work/args.yaml" $option "$work/k.bc"
	[ $status -eq 0 ] || fail "exit status $status"
	prints "argument 'out': 2016 6112 10208 14304"
	grep -q 'error\b.*\[' "$work/stderr" && ! grep -q '^{' "$work/stderr" && fail 'there is an error'
done
for option in --print-graph=dot --print-graph=yaml --print-code=sum --emit=llvm --emit=opencl --emit=header; do
	run --kernel sum --grid 4 --block 64 "$option" "$work/k.bc"; expect 0
	prints sum
done
run --kernel sum --grid 4 --block 64 --args "$work/args.yaml" --step-limit=10 "$work/k.bc"; expect 122 "at kernel 'sum'"
run --kernel sum --grid 4 --block 64 --args "$work/args.yaml" --sandbox "$work/k.cl"; expect 124 '--sandbox runs no compiler'

# Traces have a row for groups and one for work-items.
for form in csv chrome dot html; do
	count=$((count + 1)) label="hpvm-trace export --format $form"
	"$trace" export --format $form "$work/item.trace" >"$work/stdout" 2>"$work/stderr" || fail "exit status $?"
	prints sum.group
done
count=$((count + 1)) label='hpvm-trace stat'
"$trace" stat "$work/graph.trace" >"$work/stdout" 2>"$work/stderr" || fail "exit status $?"
grep -Eq '^sum.launch/sum.group/sum +4 +256 ' "$work/stdout" || fail 'no 256 work-items in 4 grids'
finish
