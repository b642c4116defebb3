#!/bin/sh
# run-kernel-ptx.sh -- PTX instructions in kernels: inline assembly and intrinsics of NVPTX (docs/kernels.md).
#
# kernels/ptx.py has the instructions and their results; memory, orders and refusals are here.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

# --- results, in every way
if command -v "${PYTHON3:=python3}" >/dev/null; then
	"$PYTHON3" -B "$tests/ptx.py" "$work" || exit 99
	for way in --check=all --width=1 --width=8 -j4; do
		rm -f "$work/result.npy"
		run --kernel ptx --grid 1 --block 256 "$way" --args "$work/ptx.yaml" "$work/ptx.cu"; expect 0
		"$PYTHON3" -B "$tests/ptx.py" "$work" "$work/result.npy" >"$work/stderr" || fail 'wrong results'
	done
fi

# --- memory
cat >"$work/memory.cu" <<-'END'
	extern "C" __global__ void vector(float *o, const float *x, int n)
	{
		int i = threadIdx.x;
		float a, b, c, d;

		asm("{ .reg .pred p;\n setp.lt.s32 p, %5, %6;\n"
		    " mov.f32 %0, 0f00000000; mov.f32 %1, %0; mov.f32 %2, %0; mov.f32 %3, 0.0;\n"
		    " @p ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4+16]; }"
		    : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(x + 4 * i), "r"(i), "r"(n));
		asm volatile("st.global.cs.v2.f32 [%0], {%1, %2};" :: "l"(o + 4 * i), "f"(d), "f"(c) : "memory");
		asm volatile("st.global.f32 [%0+8], %1; st.f32 [%0 + 12], %2;" :: "l"(o + 4 * i), "f"(b), "f"(a));
	}
	extern "C" __global__ void shared(int *o)
	{
		__shared__ int s[64];
		int i = threadIdx.x, v;

		asm volatile("st.shared.u32 [%0], %1;" :: "l"((__attribute__((address_space(3))) int *)&s[i]), "r"(i * 3));
		asm volatile("bar.sync 0;" ::: "memory");
		asm volatile("{ .reg .u64 t; cvta.to.shared.u64 t, %1; ld.shared.u32 %0, [t+-4]; }" : "=r"(v) : "l"(&s[64 - i]));
		o[i] = v;
	}
	extern "C" __global__ void atomics(unsigned *o)
	{
		unsigned old;
		unsigned long long *w = (unsigned long long *)(o + 4);

		asm volatile("atom.global.add.u32 %0, [%1], 2;" : "=r"(old) : "l"(o));
		asm volatile("atom.global.gpu.acq_rel.max.s32 %0, [%1+4], %2;" : "=r"(old) : "l"(o), "r"(old));
		asm volatile("red.relaxed.gpu.global.add.f32 [%0+8], 0f3F000000;" :: "l"(o));
		asm volatile("red.global.inc.u32 [%0+12], 9;" :: "l"(o));
		asm volatile("{ .reg .b64 t; atom.cas.b64 t, [%0], 0, 77; }" :: "l"(w));
		asm volatile("fence.acq_rel.gpu; membar.sys; prefetch.global.L2 [%0];" :: "l"(w));
	}
	extern "C" __global__ void copies(int *o, const int *x)
	{
		__shared__ int s[128];
		int i = threadIdx.x;
		unsigned long long to = (unsigned long long)(__attribute__((address_space(3))) int *)&s[2 * i];

		asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;\ncp.async.commit_group;\ncp.async.wait_group 0;"
		             :: "l"(to), "l"(x + 2 * i), "r"(i % 2 ? 8 : 4));
		o[2 * i] = s[2 * i];
		o[2 * i + 1] = s[2 * i + 1];
	}
	extern "C" __global__ void race(int *o)
	{
		asm volatile("st.global.u32 [%0], %1;" :: "l"(o), "r"(threadIdx.x));
	}
	extern "C" __global__ void outside(int *o)
	{
		int v;

		asm volatile("ld.global.u32 %0, [%1+256];" : "=r"(v) : "l"(o + threadIdx.x));
		o[threadIdx.x] = v;
	}
	END
for way in --check=all --width=1 --width=8 -j4 --schedule=reverse; do
	args 'args: [{zeros: 12, type: f32, expect: [7,6,5,4,11,10,9,8,0,0,0,0]}, {range: 16, type: f32}, 2]'
	kernel vector --grid 1 --block 3 "$way" "$work/memory.cu"; expect 0
	args 'args: [{zeros: 64, type: i32, expect: {values: ['"$(seq -s, 189 -3 0)"'], type: i32}}]'
	kernel shared --grid 1 --block 64 "$way" "$work/memory.cu"; expect 0
	args 'args: [{values: [0, 0, 0, 0, 0, 0], type: i32, expect: [128, 126, 1107296256, 4, 77, 0]}]'
	kernel atomics --grid 1 --block 64 "$way" "$work/memory.cu"; expect 0
	args 'args: [{zeros: 8, type: i32, expect: [1, 0, 3, 4, 5, 0, 7, 8]}, {values: [1,2,3,4,5,6,7,8], type: i32}]'
	kernel copies --grid 1 --block 4 "$way" "$work/memory.cu"; expect 0
done
args 'args: [{zeros: 64, type: i32}]'
kernel race --grid 1 --block 64 --check=race "$work/memory.cu"; expect 121 'memory.cu:48' '[data-race]'
kernel outside --grid 1 --block 64 "$work/memory.cu"; expect 121 'memory.cu:54' '[out-of-bounds]'

# --- barriers with numbers, and mbarrier: threads wait for each other in loops
cat >"$work/meet.cu" <<-'END'
	typedef unsigned long long u64;
	#define KERNEL extern "C" __global__ void
	#define AT(p) "r"((unsigned)(u64)(__attribute__((address_space(3))) void *)(p))
	#define ASM(...) asm volatile(__VA_ARGS__ : "memory")
	__device__ void init(u64 *b, unsigned n) { ASM("mbarrier.init.shared.b64 [%0], %1;" :: AT(b), "r"(n)); }
	__device__ u64 arrive(u64 *b) { u64 s; ASM("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(s) : AT(b)); return s; }
	__device__ bool test(u64 *b, u64 s)
	{
		int r;

		ASM("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(r) : AT(b), "l"(s));
		return r;
	}
	__device__ bool odd(u64 *b, unsigned o)
	{
		int r;

		ASM("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
		    : "=r"(r) : AT(b), "r"(o));
		return r;
	}
	KERNEL pipe(int *o)
	{
		__shared__ u64 full, empty;
		__shared__ int slot[32];
		const int t = threadIdx.x;

		if (t == 0) {
			init(&full, 32);
			init(&empty, 32);
		}
		__syncthreads();
		for (int i = 0; i < 2; i++)
			if (t < 32) {
				while (i && !odd(&empty, (i - 1) & 1)) {}
				slot[t] = i * 100 + t;
				arrive(&full);
			} else {
				while (!odd(&full, i & 1)) {}
				o[i * 32 + t - 32] = slot[63 - t];
				arrive(&empty);
			}
	}
	__device__ void meet(int *o, unsigned count, bool waits)
	{
		__shared__ u64 b;
		__shared__ int s[64];
		const int t = threadIdx.x;
		u64 k;

		if (t == 0)
			init(&b, count);
		__syncthreads();
		s[t] = t;
		k = arrive(&b);
		while (waits && !test(&b, k)) {}
		o[t] = s[63 - t];
	}
	KERNEL all(int *o) { meet(o, 64, true); }
	KERNEL race(int *o) { meet(o, 64, false); }
	KERNEL lost(int *o) { meet(o, 65, true); }
	KERNEL over(int *o)
	{
		__shared__ u64 b;
		u64 s;

		init(&b, 1);
		ASM("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 2;" : "=l"(s) : AT(&b));
		o[0] = (int)s;
	}
	KERNEL halves(int *o)
	{
		__shared__ int s[64];
		const int t = threadIdx.x;

		if (t < 32) {
			s[t] = t;
			ASM("bar.arrive 1, 64;" :: "r"(0));
			ASM("bar.sync 2, 32;" :: "r"(0));
			o[t] = s[31 - t];
		} else {
			ASM("bar.sync 1, 64;" :: "r"(0));
			o[t] = s[t - 32] * 2;
		}
	}
	KERNEL whole(int *o)
	{
		__shared__ int s[64];
		const int t = threadIdx.x;

		for (int i = 0; i < 3; i++) {
			s[t] = t + i;
			ASM("bar.sync %0;" :: "r"(3));
			o[t] = s[63 - t];
			__nvvm_barrier_sync_cnt(4, 64);
		}
	}
	KERNEL unmet(int *o) { if (threadIdx.x < 32) ASM("bar.sync 1, 64;" :: "r"(0)); o[threadIdx.x] = 1; }
	END
down() { seq -s, "$1" -1 "$2"; }
for way in --check=all --schedule=reverse; do
	args "args: [{zeros: 64, type: i32, expect: [$(down 31 0),$(down 131 100)]}]"
	kernel pipe --grid 1 --block 64 $way "$work/meet.cu"; expect 0
	args "args: [{zeros: 64, type: i32, expect: [$(down 63 0)]}]"
	kernel all --grid 1 --block 64 $way "$work/meet.cu"; expect 0
	args "args: [{zeros: 64, type: i32, expect: [$(down 31 0),$(seq -s, 0 2 62)]}]"
	kernel halves --grid 1 --block 64 $way "$work/meet.cu"; expect 0
	args "args: [{zeros: 64, type: i32, expect: [$(down 65 2)]}]"
	kernel whole --grid 1 --block 64 $way "$work/meet.cu"; expect 0
done
args 'args: [{zeros: 64, type: i32}]'
kernel race --grid 1 --block 64 --check=race "$work/meet.cu"; expect 121 "shared variable 's'" '[data-race]'
kernel lost --grid 1 --block 64 "$work/meet.cu"; expect 121 '64 threads wait in loops that nobody can end' "shared variable 'b'"
kernel over --grid 1 --block 1 "$work/meet.cu"; expect 121 '[trap-called]'
kernel unmet --grid 1 --block 64 "$work/meet.cu"; expect 121 '32 threads wait in loops that nobody can end' '[no-progress]'

# --- what is refused by name, only in kernels that reach it
cat >"$work/refused.cu" <<-'END'
	#define KERNEL(name, text) \
		extern "C" __global__ void name(unsigned *o) { unsigned r; asm volatile(text : "=r"(r) : "r"(1), "l"(o)); *o = r; }
	KERNEL(fine, "mov.u32 %0, %1;")
	KERNEL(opcode, "frobnicate.u32 %0, %1;")
	KERNEL(modifier, "add.frobnicate.u32 %0, %1, 2;")
	KERNEL(branch, "mov.u32 %0, 1; bra DONE; DONE: ")
	KERNEL(undeclared, "mov.u32 x, %1; mov.u32 %0, 3;")
	KERNEL(few, "add.u32 %0, %1;")
	KERNEL(many, "add.u32 %0, %1, 1, 2, 3;")
	KERNEL(type, "and.f32 %0, %1, %1;")
	KERNEL(open, "{ mov.u32 %0, {%1, ")
	KERNEL(asynchronous, "{ .reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%2], 16; mov.u32 %0, 1; }")
	KERNEL(guard, "@%1 mov.u32 %0, 1;")
	KERNEL(empty, "mov.u32 %0, 1; ; ; .")
	KERNEL(huge, "{ .reg .u32 r<999999999>; mov.u32 %0, 1; }")
	END
args 'args: [{zeros: 1, type: i32, expect: 1}]'
kernel fine --grid 1 --block 1 "$work/refused.cu"; expect 0
for case in 'opcode frobnicate.u32' 'modifier add.frobnicate.u32' 'branch bra' 'undeclared mov.u32' 'few add.u32' 'many add.u32' \
	'type and.f32' 'open mov.u32' 'asynchronous mbarrier.arrive.expect_tx.shared.b64' 'guard @' 'empty .' 'huge .reg'; do
	kernel "${case%% *}" --grid 1 --block 1 "$work/refused.cu"
	expect 123 "kernel '${case%% *}' needs what hpvm-run does not have: PTX instruction '${case#* }' [kernel-needs]"
done
run --list-kernels "$work/refused.cu"; expect 0
prints "needs 'PTX instruction 'mbarrier.arrive.expect_tx.shared.b64'', which hpvm-run does not have"
finish
