#!/bin/sh
# run-kernel-calls.sh -- what kernels call otherwise than by a name: other kernels, virtual functions, tables of functions.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once

# --- kernels that kernels call: clang before 21 calls the kernel itself
cat >"$work/called.cl" <<-'END'
	typedef struct { int a, b; } pair;
	__kernel void add(__global int *a, int n) { a[get_global_id(0)] += n; }
	__kernel void turn(__global int *a, __local int *s)
	{
		__local int own[8];
		int i = get_local_id(0);

		s[i] = own[i] = a[i];
		barrier(CLK_LOCAL_MEM_FENCE);
		a[i] = s[7 - i] + own[0];
	}
	__kernel void by_value(__global int *a, pair p) { a[get_local_id(0)] = p.a - p.b; }
	__kernel void twice(__global int *a) { add(a, 1); add(a, 2); }
	__kernel void local_too(__global int *a, __local int *s) { turn(a, s); }
	__kernel void pairs(__global int *a, int n) { pair p = {n, 3}; by_value(a, p); }
END
for way in clang-14:0:spir64 clang-19:0:spir64 clang-19:1:x86_64 clang-22:0:x86_64; do
	compiler=${way%%:*} target=${way##*:} level=${way#*:}
	readable_clang $compiler || continue
	flags=
	[ $target = spir64 ] || flags='-Xclang -ffake-address-space-map'
	# shellcheck disable=SC2086
	$compiler -w -g -x cl -cl-std=CL2.0 -target $target -O${level%:*} $flags -Xclang -finclude-default-header -emit-llvm -c \
		"$work/called.cl" -o "$work/called.bc" || { fail "$compiler"; continue; }
	args 'args: [{range: 8, type: i32, expect: [3, 4, 5, 6, 7, 8, 9, 10]}]'
	kernel twice --grid 1 --block 8 --check=all "$work/called.bc"; label="$way $label"; clean
	args 'args: [{range: 8, type: i32, expect: [1, 2, 3, 4, 5, 6, 7, 8]}, 1]'
	kernel add --grid 1 --block 8 --check=all "$work/called.bc"; label="$way $label"; clean
	args 'args: [{range: [1, 9], type: i32, expect: [9, 8, 7, 6, 5, 4, 3, 2]}, 32]'
	for name in turn local_too; do
		kernel $name --grid 1 --block 8 --check=all "$work/called.bc"; label="$way $label"; clean
	done
	args 'args: [{zeros: 8, type: i32, expect: 4}, 7]'
	kernel pairs --grid 1 --block 8 --check=all "$work/called.bc"; label="$way $label"; clean
	args 'args: {a: {zeros: 8, type: i32, expect: 4}, p: [7, 3]}'
	kernel by_value --grid 1 --block 8 --check=all "$work/called.bc"; label="$way $label"; clean
done

# --- virtual functions and tables
cat >"$work/virtual.cu" <<-'END'
	struct shape {
		__device__ virtual int area(int more) = 0;
		__device__ virtual ~shape() {}
	};
	struct square : shape {
		int side;
		__device__ square(int side) : side(side) {}
		__device__ int area(int more) override { return side * side + more + threadIdx.x; }
	};
	struct circle : shape {
		int radius;
		__device__ circle(int radius) : radius(radius) {}
		__device__ int area(int more) override { return 3 * radius * radius + more + blockIdx.x; }
	};
	__global__ void areas(int *a)
	{
		int i = threadIdx.x;
		shape *s = i & 1 ? (shape *)new square(i) : (shape *)new circle(i);

		a[i] = s->area(100);
		delete s;
	}
	__device__ int first(int x) { return x + threadIdx.x; }
	__device__ int second(int x) { return x * blockDim.x; }
	__device__ int (*table[])(int) = {first, second};
	__global__ void chosen(int *a) { a[threadIdx.x] = table[threadIdx.x & 1](a[threadIdx.x]); }
	/* kept by llvm.used, and in a table that only one kernel reads */
	__device__ __attribute__((used)) void meet(int *a) { __syncthreads(); a[threadIdx.x] += 1; }
	__device__ void (*meetings[])(int *) = {meet, meet};
	__global__ void used(int *a) { meet(a); }
	__global__ void pointed(int *a) { meetings[0](a); }
END
for way in --check=all --width=1 --width=8; do
	args 'args: [{range: 8, type: i32, expect: [100, 102, 112, 112, 148, 130, 208, 156]}]'
	kernel areas --grid 1 --block 8 $way "$work/virtual.cu"; clean
	args 'args: [{range: 8, type: i32, expect: [0, 8, 4, 24, 8, 40, 12, 56]}]'
	kernel chosen --grid 1 --block 8 $way "$work/virtual.cu"; clean
	args 'args: [{range: 8, type: i32, expect: [1, 2, 3, 4, 5, 6, 7, 8]}]'
	kernel used --grid 1 --block 8 $way "$work/virtual.cu"; clean
done
args 'args: [{range: 8, type: i32}]'
kernel pointed --grid 1 --block 8 "$work/virtual.cu"; expect 123 "a barrier in a function that is called by a pointer, '_Z4meetPi'"
# --- constants behind generic pointers, abstract classes, halves as integers
for way in --check=all --width=1; do
	args 'args: [{zeros: 4, type: f32, expect: [1, 2, 3, 4]}]'
	kernel constant --grid 1 --block 4 "$way" "$srcdir/tools/tests/kernels/classes.cu"; expect 0
	args 'args: [{zeros: 4, type: f32, expect: [0, 3, 6, 9]}]'
	kernel abstract --grid 1 --block 4 "$way" "$srcdir/tools/tests/kernels/classes.cu"; expect 0
	args 'args: [{values: [1.5, -3.75, 60000, .nan], type: f32, expect: [2, -6, 92767, 0]}]'
	kernel integers --grid 1 --block 4 "$way" "$srcdir/tools/tests/kernels/classes.cu"; expect 0
done

finish
