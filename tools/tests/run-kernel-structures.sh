#!/bin/sh
# run-kernel-structures.sh -- structures by value with pointers in them (K6), as arguments of kernels.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
build=$(dirname "$HPVM_RUN")

cat >"$work/structures.cu" <<-'END'
	struct params { float *a; const int *index; int n; };
	struct rows { float *row[2]; };
	struct inner { float w; double *d; char c[3]; };
	struct deep { inner in[2]; int *p; short s; };
	template <class T> struct view {
		T *data;
		int rows, columns;
		__device__ T &operator()(int i, int j) const { return data[i * columns + j]; }
	};
	extern "C" __global__ void gather(params p, rows o, float s)
	{
		int i = blockIdx.x * blockDim.x + threadIdx.x;

		if (i < p.n) {
			o.row[0][i] = p.a[p.index[i]] * s;
			o.row[1][i] = p.a[i];
		}
	}
	extern "C" __global__ void nested(deep d, view<int> v)
	{
		int i = threadIdx.x;

		d.in[0].d[i] = d.in[1].w + d.in[1].c[2] + d.s;
		d.p[i] = v(1, i);
		v(0, i) = d.in[1].d ? 1 : 2;
	}
	/* The structure itself is the thread's own. */
	extern "C" __global__ void changed(params p)
	{
		p.n += threadIdx.x;
		p.a += threadIdx.x;
		*p.a = (float)p.n;
	}
END
gather() { # BUFFER: the one that 'a' points to
	args "args:
  - [$1, {range: [7, -1, -1], type: i32}, 8]
  - [[{zeros: 8, type: f32, expect: [14, 12, 10, 8, 6, 4, 2, 0]}, {zeros: 8, type: f32, expect: {range: 8, type: f32}}]]
  - 2"
}
nested='args:
  - [[[1.5, {zeros: 4, type: f64, expect: 15.5}, [1, 2, 3]], [2.5, null, [4, 5, 6]]], {zeros: 4, type: i32, expect: [5, 6, 7, 8]}, 7]
  - [{values: [[1, 2, 3, 4], [5, 6, 7, 8]], type: i32, expect: [[2, 2, 2, 2], [5, 6, 7, 8]]}, 2, 4]'
for level in 0 1 3; do
	$CLANG -w -g -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version -O$level \
		-isystem "$srcdir/ir/kernel/library/cuda" -include hpvm_cuda.h -emit-llvm -c "$work/structures.cu" -o "$work/s$level.bc" ||
		exit 99
	for way in --check=all --width=1 --width=8 -j2 --backend=cpu; do
		gather '{range: 8, type: f32}'
		kernel gather --grid 2 --block 4 $way "$work/s$level.bc"; label="-O$level $label"; clean
		args "$nested"
		kernel nested --grid 1 --block 4 $way "$work/s$level.bc"; label="-O$level $label"; clean
		args 'args: [[{zeros: 4, type: f32, expect: [5, 6, 7, 8]}, null, 5]]'
		kernel changed --grid 1 --block 4 $way "$work/s$level.bc"; label="-O$level $label"; clean
	done
done
gather '{range: 8, type: f32}'
HPVM_RUN=$build/hpvm-diff lib_tool=hpvm-diff
kernel gather --grid 2 --block 4 --backends cpu -q "$work/s1.bc"; clean; prints 'same'
HPVM_RUN=$build/hpvm-run lib_tool=
kernel() { # NAME OPTION...
	name=$1
	shift
	run --kernel "$name" --args "$work/args.yaml" --grid 2 --block 4 "$@" "$work/s1.bc"
}

# --- findings name the pointer
gather '{range: 7, type: f32}'
kernel gather; expect 121 '[out-of-bounds]' "tracked as argument 0[0] ($work/args.yaml:2)" 'structures.cu:15:'
gather '{alloc: 32, type: f32}'
kernel gather --check=uninit; expect 121 '[uninitialised]' "argument 0[0]"
args 'args: [[{zeros: 5, type: f32, at: 4, print: true}, null, 5]]'
kernel changed; clean; prints 'argument 0[0]: 0 5 6 7 8'
args 'args: [[{zeros: 4, type: f32, expect: 0}, null, 5]]'
kernel changed; expect 121 '[result-differs]' 'argument 0[0]'

# --- mistakes in the file
mistake() { # PARAMETER TEXT
	args "args: [$1]"
	kernel changed; expect 120 '[bad-args-file]' "$2"
}
mistake '[null, null]' 'a list of 3 values'
mistake '[3, null, 1]' 'argument 0[0] is a pointer: a map that describes its memory, or null, is expected'
mistake '[{of: 0}, null, 1]' "'of' must name an earlier pointer argument"
mistake '[{of: 1}, null, 1]' "'of' must name an earlier pointer argument"
mistake '[{zeros: 4, type: f32, bytes: auto}, null, 1]' 'argument 0[0] is not followed by its size'
mistake '[{zeros: 4, type: f32, at: 17}, null, 1]' "'at' lies beyond the end"
mistake '[{zeros: 4}, null, 1]' "'zeros' needs a 'type'"
mistake '{zeros: 4, type: f32}' 'a list of 3 values'
finish
