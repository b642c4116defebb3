#!/bin/sh
# run-kernel-launches.sh -- lists of launches over named buffers (docs/launches.md): results, options, reports,
# mistakes in the file, their JSON Schema, and --emit=launch.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
diff=$(dirname "$HPVM_RUN")/hpvm-diff

cat >"$work/k.cl" <<'END'
__constant int table[4] = {1, 2, 3, 4};
__global int counter = 0;

int more(int x) { return x + (int)get_local_size(0); }

__kernel void sum(__global const int *in, __global int *out)
{
	__local int part[64];
	int l = get_local_id(0), n = get_local_size(0);

	part[l] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int s = n / 2; s > 0; s /= 2) {
		if (l < s)
			part[l] += part[l + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		out[get_group_id(0)] = part[0];
}

__kernel void scale(__global int *a, int n, int f)
{
	int i = get_global_id(0);

	if (i < n)
		a[i] = a[i] * f * table[i & 3] + more(0);
	if (i == 0)
		counter++;
}

__kernel void get(__global int *a) { a[0] = counter; }
END
"$CLANG" -x cl -cl-std=CL3.0 -target spir64 -Xclang -finclude-default-header -g -O1 -fno-discard-value-names -emit-llvm \
	-c "$work/k.cl" -o "$work/k.bc" || exit 99
list() { # TEXT: the list of launches
	printf '%s\n' "$1" >"$work/list.yaml"
}
launches() { # OPTION...: run the list
	run --args "$work/list.yaml" "$@" "$work/k.bc"
}

# Two reductions of different sizes, a device function with another group size in each launch, a variable that
# launches share, copies and fills at offsets, a loop.
list 'buffers:
  in: {range: 256, type: i32}
  tmp: {alloc: 64, type: i32}
  out: {zeros: 1, type: i32, expect: 4, print: true}
launches:
  - {kernel: sum, grid: 16, block: 16, args: [in, tmp]}
  - {kernel: sum, grid: 1, block: [16], args: {in: tmp, out: out}}
  - {check: out, expect: 32640}
  - {fill: out, value: 0}
  - {kernel: scale, global: 16, block: 16, args: [tmp, 16, 2]}
  - {check: {of: tmp, at: 60}, bytes: 4, expect: 31696}
  - repeat: 3
    launches:
    - {kernel: scale, grid: 1, block: 1, args: [{of: tmp, at: 60}, 1, -1]}
  - {copy: {of: tmp, at: 60}, bytes: 4, to: out}
  - {check: out, print: true, expect: [-31695]}
  - {kernel: get, grid: 1, block: 1, args: [out]}'
for option in --check=all '--check=all --jobs=2' --width=1 --width=512 --schedules=3 --schedule=random:5 --memory=split --sandbox \
	--backend=cpu --keep-going --stats --diagnostics=json "--trace=$work/t --trace-level=instance" --host=interp; do
	# shellcheck disable=SC2086
	launches $option
	[ $status -eq 0 ] || fail "exit status $status"
	prints "buffer 'out' in line 16: -31695" "buffer 'out': 4"
done
count=$((count + 1)) label='hpvm-diff with a list'
"$diff" --args "$work/list.yaml" --backends cpu "$work/k.bc" >"$work/stdout" 2>"$work/stderr" || fail "exit status $?"
grep -q 'scale.launch.2/scale.group.2/scale.2 *cpu *3 .* same' "$work/stdout" "$work/stderr" || fail 'the last launches are not compared'
launches --print-graph; expect 0
prints 'sum.launch: internal' 'sum.launch.2: internal' 'get.launch: internal'
launches --list-kernels; expect 0
prints 'kernel sum' "shared memory 'part': 256 bytes"
run --args - "$work/k.bc"; expect 120 "a list of 'launches' is expected"

# Findings name the launch, and the buffer with its line.
list 'buffers:
  in: {range: 256, type: i32}
  a: {alloc: 68, type: i32}
  b: {zeros: 17, type: i32}
launches:
  - {kernel: sum, grid: 16, block: 16, args: [in, a]}
  - {kernel: sum, grid: 17, block: 16, args: [in, a]}'
launches; expect 121 '[out-of-bounds]' "at kernel 'sum', work-item (0, 0, 0) in group (16, 0, 0)" \
	"buffer 'in' ($work/list.yaml:2)" "launched in line 7 of $work/list.yaml" "in function 'sum.2'"
# What was uninitialised is so in a copy, and a fill initialises.
list 'buffers: {a: {alloc: 64, type: i32}, b: {zeros: 16, type: i32}, out: {zeros: 1, type: i32}}
launches:
  - {copy: a, to: b}
  - {fill: a, value: 7, bytes: 32}
  - {kernel: sum, grid: 1, block: 8, args: [a, out]}
  - {check: out, expect: 56}
  - {kernel: scale, grid: 1, block: 8, args: [b, 8, 3]}'
launches --check=uninit; expect 121 '[uninitialised]' "launched in line 7 of"
list 'buffers: {a: {values: [1, 2, 3, 4], type: i32}}
launches:
  - {check: a, expect: {values: [1, 2, 5, 9]}}
  - {check: a, expect: [1, 2, 5, 4], tolerance: {abs: 2}}
  - {copy: {of: a, at: 0}, to: {of: a, at: 4}, bytes: 12}
  - {check: a, type: i64, print: true}
  - {kernel: get, grid: 1, block: 1, args: [{zeros: 1, type: i32, expect: 1}]}'
launches; expect 121 "buffer 'a' in line 3 differs from the expected result: element 2 is 3, expected 5 (2 of 4 elements differ)" \
	"launch in line 7, argument 'a' differs from the expected result: element 0 is 0, expected 1"
prints "buffer 'a' in line 6: 4294967297 12884901890"
# A dispatch that lasts: the list ends with it.
list 'launches: [{kernel: get, grid: 1, block: 1, args: [{zeros: 1, type: i32}]}, {kernel: scale, grid: 1000, block: 64, args: [{zeros: 64000, type: i32}, 64000, 1]}]'
launches --step-limit=1000; expect 122 '[step-limit]'

# Mistakes. The JSON Schema refuses those of form (s).
buffers='buffers: {a: {zeros: 4, type: i32}, b: {zeros: 2, type: i32}, r: {alloc: 5}}'
good='{kernel: sum, grid: 1, block: 1, args: [a, b]}'
mkdir "$work/schema"
number=0
while IFS='|' read -r how step message; do
	number=$((number + 1))
	list "$buffers
launches: [$step]"
	[ "$how" != s ] || cp "$work/list.yaml" "$work/schema/refused$number.yaml"
	[ "$how" = s ] || cp "$work/list.yaml" "$work/schema/accepted$number.yaml"
	launches; expect 120 "$work/list.yaml:2: $message"
done <<END
s||'launches' must be a list that is not empty
s|{kernel: sum}|a launch needs 'grid'
s|{kernel: sum, grid: 1, global: 2}|a launch needs 'grid', the number of groups, or 'global', the number of work-items, and not both
s|{kernel: sum, grid: 0}|a number from 1 to
s|{kernel: sum, grid: []}|'grid' is a number, or a list of up to three
s|{kernel: sum, grid: [1, 2, 3, 4]}|'grid' is a number, or a list of up to three
s|{kernel: sum, grid: 1, warp: 65}|a number from 1 to 64
s|{kernel: [], grid: 1}|the name of a kernel is expected
s|{kernel: sum, grid: 1, copy: a}|a step has one of 'kernel' and 'copy'
s|{chek: a}|a step is a map with
s|5|a step is a map with
s|{kernel: sum, grid: 1, of: 3}|unknown key 'of'
s|{repeat: 2, launches: []}|'launches' must be a list
s|{repeat: -1, launches: [$good]}|'-1' does not fit u64
s|{copy: a}, $good|'to' is missing
s|{check: {of: a, to: 3}}, $good|unknown key 'to'
s|{fill: r, type: u8}, $good|'value' is missing
-|{kernel: sum, grid: 1, args: []}|block X[,Y,Z] is missing
-|{kernel: sum, grid: 1, block: 1, shared: 4, args: [a, b]}|shared: kernel 'sum' uses no dynamic shared memory
-|{kernel: sum, grid: 1, block: 1, warp: 4, args: [a, b]}, {kernel: sum, grid: 1, block: 1, warp: 8, args: [a, b]}|warp: warps have 8 lanes in this launch and 4 in another
-|{kernel: sum, grid: 1, block: 1, args: [a, c]}|there is no buffer 'c'
-|{kernel: sum, grid: 1, block: 1, args: [a, {of: c}]}|'of' must name a buffer or an earlier pointer argument
-|{kernel: sum, grid: 1, block: 1, args: [a, {of: b, at: 9}]}|'at' lies beyond the end of the memory, which has 8 bytes
-|{repeat: 2, launches: [{copy: a, to: a}]}|the list launches no kernel and no root
-|$good, {root: x}|a list has kernels or roots of HPVM, and not both
-|$good, {copy: a, to: b}|16 bytes are copied to a place of 8 bytes
-|$good, {copy: {of: a, at: 17}, to: b}|a number from 0 to 16 is expected
-|$good, {fill: c, value: 1}|there is no buffer 'c'
-|$good, {fill: r, value: 1}|'type' is missing: the buffer has none
-|$good, {fill: r, value: 1, type: i32}|5 bytes are not a multiple of 4
-|$good, {fill: a, value: 1.5}|'1.5' is not an integer
-|$good, {check: a, expect: [1, 2]}|buffer 'a' in line 2 has 4 elements, but 2 are expected
END
list 'args: []'; launches; expect 120 "a list of 'launches' is expected where neither --root nor --kernel is given"
list 'launches: [{kernel: summ, grid: 1, block: 1}]'; launches; expect 120 "the program has no kernel 'summ'; did you mean 'sum'?"
list "launches: [$good]"
run --kernel sum --grid 1 --block 1 --args "$work/list.yaml" "$work/k.bc"; expect 120 'a list of launches is given without --root and --kernel'
launches --grid 2; expect 124 '--grid needs --kernel'
run --args "$work/list.yaml" "$work/k.bc" -- word; expect 124 '--args runs no host code'
cp "$srcdir/tools/tests/commands/pipeline.yaml" "$work/schema/accepted-pipeline.yaml"
run --emit=launch --kernel scale --grid 3,2 --block 8 "$work/k.bc"; expect 0
prints 'grid: [3, 2]' 'block: [8, 1]' 'f: 0    # i32'
cp "$work/stdout" "$work/schema/accepted-emitted.yaml"
count=$((count + 1)) label='docs/launches.schema.json'
python3 "$srcdir/tools/tests/check-launches.py" "$srcdir/docs/launches.schema.json" "$work"/schema/*.yaml >"$work/stdout" 2>"$work/stderr"
case $? in
0)
	grep -v "^accepted $work/schema/accepted\|^refused $work/schema/refused" "$work/stdout" >"$work/stderr" && fail 'it differs from the reader'
	[ "$(wc -l <"$work/stdout")" -ge 34 ] || fail 'files are missing'
	;;
77) echo "the JSON Schema is not checked: $(cat "$work/stderr")" ;;
*) fail 'it cannot be checked' ;;
esac

# What --emit=launch prints can be run: of a kernel, and of roots of HPVM.
list "$(sed 's/zeros: 1, type: f32/zeros: 64, type: i32/' "$work/schema/accepted-emitted.yaml")"
launches; expect 0
compile "$srcdir/tools/tests/commands/program.c" "$work/program.bc"
run --emit=launch "$work/program.bc"; expect 0
sed 's/zeros: 1, type: f32/zeros: 4096, type: f32/' "$work/stdout" >"$work/list.yaml"
grep -q '^  - root: ' "$work/list.yaml" || fail 'it launches no root'
grep -q 'auto    # i64' "$work/list.yaml" || fail 'sizes are not automatic'
run --args "$work/list.yaml" --keep-going "$work/program.bc"
[ $status -ne 120 ] || fail 'it cannot be read'
run --emit=launch:none "$work/program.bc"; expect 120 'none'
run --emit=launch "$work/k.bc"; expect 123
run --emit=launch --emit-arch=sm_75 "$work/program.bc"; expect 124 '--emit-arch does not apply to --emit=launch'

# Tables of functions and of virtual functions are those of each launch; variables are common.
cat >"$work/t.cu" <<'END'
__device__ int twice(int x) { return 2 * x + blockDim.x; }
__device__ int thrice(int x) { return 3 * x + blockDim.x; }
typedef int (*function)(int);
__constant__ function table[2] = {twice, thrice};
struct Shape { __device__ virtual int area(int x) const { return x; } };
struct Square : Shape { __device__ int area(int x) const override { return x * x + (int)blockDim.x; } };
__device__ int count;
__global__ void run(int *a)
{
	Square square;
	const Shape *shape = &square;
	int i = threadIdx.x;

	a[i] = table[i & 1](i) + shape->area(i);
	atomicAdd(&count, 1);
}
__global__ void get(int *a) { *a = count; }
END
list 'buffers:
  a: {zeros: 4, type: i32, expect: [8, 12, 16, 26]}
  b: {zeros: 2, type: i32, expect: [4, 8]}
launches:
  - {kernel: run, grid: 1, block: 4, args: [a]}
  - {kernel: run, grid: 1, block: 2, args: [b]}
  - {kernel: get, grid: 1, block: 1, args: [{zeros: 1, type: i32, expect: 6}]}'
run --args "$work/list.yaml" --check=all "$work/t.cu"; expect 0

# Hundreds of launches with sizes of their own.
{
	echo 'buffers: {a: {zeros: 300, type: i32}}'
	echo 'launches:'
	i=1
	while [ $i -le 300 ]; do
		echo "  - {kernel: scale, global: $i, block: 1, args: [a, $i, 1]}"
		i=$((i + 1))
	done
	echo '  - {check: {of: a, at: 1196}, bytes: 4, expect: 1}'
} >"$work/list.yaml"
launches; expect 0
# --- a kernel that prints, beside one with other sizes
cat >"$work/prints.cl" <<'END'
__kernel void one(__global int *a) { a[get_global_id(0)] = 1; }
__kernel void print(__global int *a) { printf("t %d\n", a[0]); }
END
cat >"$work/prints.yaml" <<'END'
buffers:
  a: {range: 8, type: i32}
launches:
  - {kernel: one, grid: 1, block: 2, args: [a]}
  - {kernel: print, grid: 1, block: 1, args: [a]}
END
run --args "$work/prints.yaml" "$work/prints.cl"; expect 0; prints 't 1'

# --- a table of functions that changes is one for all launches
cat >"$work/table.cu" <<'END'
typedef int (*op)(int);
__device__ int twice(int a) { return 2 * a; }
__device__ int id(int a) { return a + (int)threadIdx.x; }
__device__ int square(int a) { return a * a; }
__device__ op table[2] = {twice, square};
#ifdef DEPENDS
__device__ op other = id;
__device__ int call(int a) { return other(a); }
#else
__device__ int call(int a) { return table[0](a); }
#endif
__global__ void swap() { op t = table[0]; table[0] = table[1]; table[1] = t; }
__global__ void apply(int *a) { a[threadIdx.x] = call(a[threadIdx.x]); }
END
list 'buffers: {a: {range: 3, type: i32, expect: [0, 4, 16]}}
launches:
  - {kernel: apply, grid: 1, block: 3, args: [a]}
  - {kernel: swap, grid: 1, block: 1}
  - {kernel: apply, grid: 1, block: 3, args: [a]}'
run --args "$work/list.yaml" --check=all "$work/table.cu"; expect 0
{ echo '#define DEPENDS'; cat "$work/table.cu"; } >"$work/depends.cu"
run --args "$work/list.yaml" "$work/depends.cu"; expect 123 "function '_Z2idi', which depends on the launch" '[kernel-needs]'

# --- what is reported at the end says which launch it was in
list 'buffers: {a: {zeros: 3, type: i32}}
launches:
  - {kernel: scale, grid: 1, block: 4, args: [a, 4, 1]}
  - {kernel: sum, grid: 1, block: 4, args: [a, a]}'
launches --keep-going
expect 121 "at kernel 'scale'" 'launched in line 3' "at kernel 'sum'" 'launched in line 4'
[ "$(grep -c 'launched in' "$work/stderr")" = "$(grep -c ': error: ' "$work/stderr")" ] || fail 'a report has no launch or two'

# --- a list for images and samplers
cat >"$work/images.cl" <<'END'
__kernel void copy(read_only image3d_t in, write_only image2d_array_t out, sampler_t s, read_only image1d_t line)
{
	write_imagef(out, (int4)(0, 0, 0, 0), read_imagef(in, s, (float4)(0, 0, 0, 0)) + read_imagef(line, 0));
}
END
run --emit=launch --kernel copy --grid 1 --block 1 -o "$work/images.yaml" "$work/images.cl"; expect 0
run --args "$work/images.yaml" --check=all "$work/images.cl"; expect 0

# --- variables of the program
cat >"$work/variables.cu" <<'END'
__constant__ float coef[4];
static __device__ int hits;
__device__ float table[2] = {1, 2};
__constant__ const int fixed[2] = {3, 4};
__global__ void k(float *a)
{
	a[threadIdx.x] = coef[threadIdx.x & 3] * table[threadIdx.x & 1] + fixed[threadIdx.x > 9];
	atomicAdd(&hits, 1);
}
__global__ void get(int *a) { a[0] = hits; }
END
cat >"$work/one.yaml" <<'END'
variables:
  coef: {values: [1, 2, 3, 4], type: f32}
  hits: {type: i32, expect: 4, print: true}
args: [{zeros: 4, type: f32, expect: [4, 7, 6, 11]}]
END
list 'buffers:
  a: {zeros: 4, type: f32, expect: [7, 17, 9, 25]}
  n: {zeros: 1, type: i32, expect: 18}
variables:
  coef: {values: [1, 2, 3, 4], type: f32}
  hits: {values: 10, type: i32, expect: 18}
launches:
  - {kernel: k, grid: 1, block: 4, args: [a]}
  - {copy: a, to: coef}
  - {kernel: k, grid: 1, block: 4, args: [a]}
  - {check: coef, expect: [4, 7, 6, 11]}
  - {kernel: get, grid: 1, block: 1, args: [n]}'
for check in none all; do
	run --kernel k --grid 1 --block 4 --check=$check --args "$work/one.yaml" "$work/variables.cu"; expect 0; prints "variable 'hits': 4"
	run --args "$work/list.yaml" --check=$check "$work/variables.cu"; expect 0
done
for wrong in 'nix: {values: 1, type: i32}' 'coef: {values: [1, 2, 3, 4, 5], type: f32}' 'coef: {}' 'fixed: {values: 1, type: i32}' \
	'coef: 1'; do
	printf 'variables:\n  %s\nargs: [{zeros: 4, type: f32}]\n' "$wrong" >"$work/one.yaml"
	run --kernel k --grid 1 --block 4 --args "$work/one.yaml" "$work/variables.cu"; expect 120 'one.yaml:2: ' '[bad-args-file]'
done

finish
