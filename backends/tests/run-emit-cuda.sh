#!/bin/sh
# run-emit-cuda.sh -- leaves as kernels for NVIDIA devices: the output of --emit; and, if ptxas is
# installed, that it accepts the PTX of every leaf of the examples and the spec-tests, and of random
# ones, for three generations of devices.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
PYTHON3=${PYTHON3:-python3}
leaves=$srcdir/backends/tests/opencl/emit.ll

run --emit ptx "$leaves"
if grep -q 'makes no code for NVIDIA' "$work/stderr"; then
	expect 123 '[no-image]'
	echo 'LLVM has no NVPTX: nothing is emitted'
	finish
	exit
fi

lacks() { # TEXT...: standard output contains none of them
	for text; do
		! grep -qF -- "$text" "$work/stdout" || fail "standard output has '$text'"
	done
}

# --- texts
expect 0
prints '.target sm_75' '.entry hpvm_Blur(' '.entry hpvm_Count(' 'ld.global' 'st.global' 'atom.global' \
	'mul.rn.f32' 'add.rn.f32' '// Root/Wide: not translated: unsupported type: x86_fp80'
lacks 'fma' '.local' '.ftz' '.maxntid'
run --emit llvm:Blur "$leaves"; expect 0
prints 'define ptx_kernel void @hpvm_Blur(' 'target triple = "nvptx64-nvidia-cuda"' 'addrspace(1)'
lacks Count
run --emit ptx:Root/Blur --emit-arch sm_90 -o "$work/blur.ptx" "$leaves"; expect 0
grep -q 'target sm_90' "$work/blur.ptx" || fail 'another architecture'
run --emit ptx:Wide "$leaves"; expect 123 '[not-translated]' 'unsupported type: x86_fp80'
cat >"$work/none.c" <<'END'
#include <hpvm.h>
#define LEAF(name)                                                                                  \
	void name(long double *p, long bytes)                                                       \
	{                                                                                           \
		__hpvm__hint(GPU_TARGET);                                                           \
		__hpvm__attributes(1, p, 1, p);                                                     \
		p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] *= 2;                             \
	}
LEAF(One)
LEAF(Two)
void Root(long double *p, long bytes)
{
	void *one = __hpvm__createNodeND(1, One, 4L), *two = __hpvm__createNodeND(1, Two, 4L);
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(one, 0, 0, 0);
	__hpvm__bindIn(one, 1, 1, 0);
	__hpvm__bindIn(two, 0, 0, 0);
	__hpvm__bindIn(two, 1, 1, 0);
}
int main(void)
{
	__hpvm__init();
	__hpvm__launch(0, Root, NULL);
	return 0;
}
END
compile "$work/none.c" "$work/none.bc"
# Everything is refused: an output of comments only is a failure.
for form in ptx llvm opencl fpga; do
	run --emit $form "$work/none.bc"
	expect 123 '[not-translated]' "cannot translate 'Root/One': unsupported type: " '; 1 other cannot be translated either'
	prints 'Root/Two: not translated: unsupported type: '
done
run --emit ptx:Nobody "$leaves"; expect 120 '[no-such-node]'
for wrong in cuda ptxx; do
	run --emit $wrong "$leaves"; expect 124 "--emit takes header, llvm, ptx, cubin, fatbin, fpga, opencl, not '$wrong'"
done
run --emit ptx: "$leaves"; expect 124 "--emit: a node must follow the colon in 'ptx:'"
for wrong in 75x sm_ 59 '' sm_75, 75,x 99 sm_75a sm_90b sm_90aa sm_80f 999 4294967371 75,sm_77; do
	run --emit fatbin --emit-arch "$wrong" "$leaves"
	expect 124 "--emit-arch takes one, or several with commas between, of sm_60, sm_61, " "sm_90, sm_90a, " "not '$wrong'"
done
cp "$work/stderr" "$work/arches"
run --emit fatbin --emit-arch "$(printf '75,%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)75" "$leaves"; expect 124 'takes 16 at most of sm_60'
# LLVM supports every accepted architecture: it prints nothing, and generates PTX for it.
all=$(sed -n 's/.*between, of \(sm_60.*\), not .*/\1/p' "$work/arches" | tr -d ,)
for arch in $all; do
	run --emit ptx:Blur --emit-arch $arch "$leaves"; expect 0; prints ".target $arch"
	[ ! -s "$work/stderr" ] || fail 'something is said'
done
run --emit ptx --emit-arch 75,80 "$leaves"; expect 124 '--emit ptx takes one architecture, not several'
run --emit opencl --emit-arch 75 "$leaves"; expect 124 '--emit-arch is for --emit of code for an architecture'
run --emit-arch 75 "$leaves"; expect 124 '--emit-arch is for --emit'

# --- nodes whose instances are blocks: shared memory and barriers
compile "$srcdir/examples/transpose/transpose.c" "$work/transpose.bc"
run --emit ptx "$work/transpose.bc"; expect 0
prints '.entry hpvm_transpose_tile(' '.maxntid 1024' '.extern .shared .align 16 .b8 hpvm_shared[]' st.shared ld.shared 'bar.sync'
lacks transpose_buffer .local

# --- math functions: ours are exact, those that may be off are libdevice's
cat >"$work/math.c" <<'END'
#include <hpvm.h>
#include <math.h>
void Near(float *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	p[i] = sinf(p[i]) + powf(p[i], 2.5f);
}
void Exact(double *q, long bytes)
{
	int exponent;
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, q, 1, q);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	q[i] = fmod(q[i], 0.3) + frexp(q[i], &exponent) + exponent + sqrt(q[i]) / 3 + round(q[i]) * 2;
}
void Root(float *p, long bytes, double *q, long more)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *near = __hpvm__createNodeND(1, Near, 8L), *exact = __hpvm__createNodeND(1, Exact, 8L);
	__hpvm__bindIn(near, 0, 0, 0);
	__hpvm__bindIn(near, 1, 1, 0);
	__hpvm__bindIn(exact, 2, 0, 0);
	__hpvm__bindIn(exact, 3, 1, 0);
}
int main(void)
{
	struct __attribute__((packed)) { float *p; long bytes; double *q; long more; } args = {0};

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	__hpvm__cleanup();
	return 0;
}
END
compile "$work/math.c" "$work/math.bc"
HPVM_LIBDEVICE=/nowhere
export HPVM_LIBDEVICE
run --emit ptx "$work/math.bc"; expect 0
prints 'hpvm_Exact(' 'hpvm_Near(' 'div.rn.f64' 'sqrt.rn.f64'
lacks '.extern' '.approx' 'not translated'
cp "$work/stdout" "$work/own.ptx"
unset HPVM_LIBDEVICE

# --- fast-math flags of the program: contracted sums
cat >"$work/fast.c" <<'END'
#include <hpvm.h>
void Leaf(float *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	p[i] = p[i] * p[i + 8] + p[i + 16] / p[i + 24];
}
void Root(float *p, long bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, 8L);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
int main(void)
{
	struct __attribute__((packed)) { float *p; long bytes; } args = {0};

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	__hpvm__cleanup();
	return 0;
}
END
compile "$work/fast.c" "$work/fast.bc" -ffast-math
run --emit ptx "$work/fast.bc"; expect 0; prints mul.rn.f32 add.rn.f32 div.rn.f32; lacks fma
run --emit ptx --sem fast-math=permitted "$work/fast.bc"; expect 0; prints fma.rn.f32 div.rn.f32; lacks mul.rn.f32 approx

# --- constants that contain addresses of others; addresses of what a device does not have are
# refused
compile "$srcdir/backends/tests/cuda/tables.c" "$work/tables.bc" -O0
run --emit ptx "$work/tables.bc"; expect 0
prints '= {generic(primes), generic(squares), generic(primes)+16, generic(squares)+28, 0};' '0xFF(generic(shapes)+64), 0xFF00('
lacks 'not translated'
for other in "1 unsupported variable outside the leaf: 'first'" "2 unsupported variable outside the leaf: 'variable'" \
	"3 use of a function's address: a call through a pointer"; do
	compile "$srcdir/backends/tests/cuda/tables.c" "$work/other.bc" -O0 -DOTHER=${other%% *}
	run --emit ptx "$work/other.bc"; expect 123 "cannot translate 'Root/Look': ${other#* }" '[not-translated]'
done

# --- images
CUDA_HOME=/nowhere run --emit cubin:Blur -o "$work/blur.cubin" "$leaves"
expect 123 '[no-image]' 'cannot generate code for NVIDIA GPUs: ptxas: it is not in CUDA_HOME'
compile "$srcdir/spec-tests/T/T1-broadcast.c" "$work/tensor.bc" -I"$srcdir/spec-tests"
run --emit ptx "$work/tensor.bc"; expect 123 "cannot translate 'Root/Leaf': unsupported tensor operation: '__hpvm__tensor_add' [not-translated]"
run --emit cubin "$work/tensor.bc"
expect 123 "'Root/Leaf' is left out of the image: unsupported tensor operation: '__hpvm__tensor_add' [left-out]" 'cannot generate code for NVIDIA GPUs: no leaf could be translated [no-image]'
compile "$srcdir/spec-tests/H/H4-host.c" "$work/host.bc" -I"$srcdir/spec-tests"
run --emit cubin "$work/host.bc"; expect 123 'cannot generate code for NVIDIA GPUs: the program has no leaf [no-image]'
mkdir -p "$work/toolkit/bin" # one without support for the architecture
printf '#!/bin/sh\necho "ptxas fatal   : Value is not defined  " >&2\nexit 1\n' >"$work/toolkit/bin/ptxas"
chmod +x "$work/toolkit/bin/ptxas"
CUDA_HOME=$work/toolkit run --emit cubin:Blur "$leaves"
expect 123 'cannot generate code for NVIDIA GPUs: ptxas: fatal : Value is not defined [no-image]'
. "$srcdir/backends/tests/ptxas.sh"
if [ -z "$ptxas" ]; then
	echo 'no ptxas: nothing is assembled'
	finish
	exit
fi
run --emit cubin -o "$work/all.cubin" "$leaves"; expect 0 "'Root/Wide' is left out of the image: unsupported type: x86_fp80" '[left-out]'
[ "$(head -c 4 "$work/all.cubin" | od -An -tx1)" = ' 7f 45 4c 46' ] || fail 'no ELF file'
run --emit fatbin:Blur --emit-arch sm_75,sm_80,sm_90 -o "$work/blur.fatbin" "$leaves"; expect 0
[ "$(head -c 4 "$work/blur.fatbin" | od -An -tx1)" = ' 50 ed 55 ba' ] || fail 'no fat binary'
run --emit fatbin:Blur --emit-arch sm_90,sm_75,sm_80 -o "$work/order.fatbin" "$leaves"; expect 0
[ "$(wc -c <"$work/order.fatbin")" -eq "$(wc -c <"$work/blur.fatbin")" ] || fail 'the order of architectures matters'
for arches in sm_90a sm_100f sm_80,sm_90a; do
	run --emit fatbin:Blur --emit-arch $arches -o "$work/suffix.fatbin" "$leaves"; expect 0
done
long=$work/$(printf '%0100d' 0)
mkdir "$long"
TMPDIR=$long run --emit fatbin:Blur -o "$work/blur.fatbin" "$leaves"; expect 0
[ -z "$(ls "$long")" ] || fail 'temporary files are left'
TMPDIR=$long/none run --emit cubin:Blur -o "$work/blur.fatbin" "$leaves"; expect 123 'a temporary folder: No such file'
TMPDIR=$(printf '/%05000d' 0) run --emit cubin:Blur -o "$work/none.cubin" "$leaves"
expect 123 'a temporary folder in TMPDIR: File name too long'
"$ptxas" -arch=sm_75 -o /dev/null "$work/own.ptx" >"$work/stderr" 2>&1 || fail 'ptxas does not take our functions of numbers'

# --- all leaves
taken=0 refused=0
: >"$work/refusals"
assemble() { # BITCODE ARCHITECTURE...; 75 is what it emits for if it is not told
	bitcode=$1
	shift
	run --emit ptx -o "$work/all.ptx" "$bitcode"
	[ $status -lt 121 ] || grep -q '\[not-translated\]' "$work/stderr" || fail "exit status $status"
	[ $status -ne 123 ] || sed -n 's/.*cannot be translated: \(.*\) \[not-translated\]/\1/p' "$work/stderr" >>"$work/refusals"
	[ $status -eq 0 ] || return # all leaves are refused, or the program is rejected
	grep 'not translated' "$work/all.ptx" | sed 's/.*not translated: //' >>"$work/refusals"
	grep -q '\.entry' "$work/all.ptx" || return
	taken=$((taken + $(grep -c '\.entry' "$work/all.ptx")))
	for arch; do
		[ "$arch" = 75 ] || { run --emit ptx --emit-arch $arch -o "$work/all.ptx" "$bitcode"; expect 0; }
		"$ptxas" -arch=sm_$arch -o /dev/null "$work/all.ptx" >"$work/stderr" 2>&1 || fail "ptxas for sm_$arch"
	done
}
for source in "$srcdir"/examples/*/*.c "$srcdir"/examples/*/*.cpp "$srcdir"/spec-tests/*/*.c "$srcdir"/spec-tests/*/*.ll; do
	case $source in */examples/library/*) continue ;; esac # an application
	grep -q '^;: options.*--kernel ' "$source" && continue # --kernel makes a graph of it
	bitcode=$work/leaf.bc
	case $source in
	*/P7-*.ll) continue ;; # refused for every backend
	*.ll) bitcode=$source ;;
	*backend-clang.c) continue ;;
	*) "$CLANG" -w -O1 -I"$srcdir/src" -I"$srcdir/spec-tests" -emit-llvm -c "$source" -o "$bitcode" 2>"$work/stderr" ||
		{ label=$source; fail 'does not compile'; continue; } ;;
	esac
	assemble "$bitcode" 75 80 90
done
for level in 0 1 2; do
	compile "$srcdir/backends/tests/cuda/tables.c" "$work/tables.bc" -O$level
	assemble "$work/tables.bc" 75 80 90
done
[ $taken -ge 150 ] || { label='examples and spec-tests'; fail "only $taken kernels"; }
for seed in 1 2 3 4; do
	"$PYTHON3" "$srcdir/backends/tests/leaves.py" $seed 4 >"$work/random.c" || exit 99
	"$CLANG" -w -O$((seed % 3)) -I"$srcdir/src" -emit-llvm -c "$work/random.c" -o "$work/random.bc" || exit 99
	assemble "$work/random.bc" 75 90
done
echo "$taken kernels; refused:"
sed "s/: .*//" "$work/refusals" | sort | uniq -c
finish
