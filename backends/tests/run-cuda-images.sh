#!/bin/sh
# run-cuda-images.sh -- images written by --emit=cubin and --emit=fatbin, at run time: with a mock
# that selects from a fat binary what a driver would select (backends/nvidia/mock), from the
# installed toolkit, and from a substitute (toolkit.py).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
. "$srcdir/backends/tests/toolkit.sh"
. "$srcdir/backends/tests/mock.sh"
for name in chain again wide overlapping; do
	source=$srcdir/backends/tests/cuda/$name.c
	[ -f "$source" ] || source=$srcdir/backends/tests/opencl/$name.c
	compile "$source" "$work/$name.bc"
done
compile "$srcdir/backends/tests/opencl/one.c" "$work/one.bc"

emit() { # FORM ARCHITECTURES IMAGE PROGRAM
	run --emit $1 --emit-arch $2 -o "$3" "$4"; expect 0
}
with() { # IMAGES MOCK [ARGUMENT...]: a run with these images; its calls are in the log
	images=$1 mock=$2
	shift 2
	rm -f "$work/log"
	HPVM_CUDA_IMAGES=$images HPVM_MOCK=$mock HPVM_MOCK_LEAKS=yes HPVM_MOCK_LOG=$work/log run --stats --backend cuda "$@"
	label="$images, $mock: $label"
	[ $status -le 1 ] || fail "exit status $status"
	! grep -q 'breaks the rule' "$work/stderr" || fail 'a rule is broken'
}
served() { # COUNT: that many leaves come from an image, no other is built, and nothing is compiled
	[ "$(grep -c ', from ' "$work/stderr")" -eq $1 ] || fail "$(grep -c ', from ' "$work/stderr") leaves of $1 are from an image"
	[ "$(grep -c ', built in' "$work/stderr")" -eq $1 ] || fail 'others are built'
	! grep -q 'image-unserved' "$work/stderr" || fail 'something is missing'
	! grep -q ' cuLink' "$work/log" || fail 'PTX is compiled'
}
anew() { # COUNT TEXT: that many leaves are compiled, each with TEXT as the reason
	[ "$(grep -c ' because no image matches: .*\[image-unserved\]' "$work/stderr")" -eq $1 ] || fail "not $1 leaves are compiled anew"
	[ "$(grep -c ' cuLinkComplete ' "$work/log")" -ge $1 ] || fail 'nothing is compiled'
	grep -qF -- "no image matches: $2" "$work/stderr" || fail "nobody says '$2'"
}
takes() { # TEXT: what is selected from a fat binary
	[ "$(sed -n 's/^ *taken: //p' "$work/log")" = "$1" ] || fail "taken: $(sed -n 's/^ *taken: //p' "$work/log")"
}

all_of() { # TOOLKIT
	CUDA_HOME=$1
	export CUDA_HOME
	for name in chain again wide one; do
		emit fatbin 75,80,90 "$work/$name.fatbin" "$work/$name.bc"
	done
	with "$work/chain.fatbin" capability=90 "$work/chain.bc"; served 3; takes 'machine code for sm_90'
	with "$work/chain.fatbin" capability=89 "$work/chain.bc"; served 3; takes 'machine code for sm_80'
	with "$work/chain.fatbin" capability=75 "$work/chain.bc"; served 3; takes 'machine code for sm_75'
	with "$work/again.fatbin" capability=90 "$work/again.bc" -- 3; served 3
	with "$work/wide.fatbin" capability=90 "$work/wide.bc"; served 3
	with "$work/wide.fatbin" capability=70 "$work/wide.bc"
	anew 3 "$work/wide.fatbin: it has no code for this GPU: "
	grep -q '(CUDA_ERROR_NO_BINARY_FOR_GPU)' "$work/stderr" || fail 'the driver has said nothing'
	with "$work/one.fatbin" capability=90 "$work/one.bc" # chains are separate kernels
	served "$(grep -c ', built in' "$work/stderr")"
	grep -q 'backend cuda, in Chain' "$work/stderr" || fail 'there is no chain'
	# overlapping memory has a separate kernel
	emit fatbin 75 "$work/overlapping.fatbin" "$work/overlapping.bc"
	with "$work/overlapping.fatbin" capability=75 "$work/overlapping.bc"; served 1
	[ "$(sed -n 's/.* cuModuleGetFunction [^,]*, //p' "$work/log" | tr '\n' ' ')" = 'hpvm_Add_disjoint ' ] || fail 'another kernel is taken'
	with "$work/overlapping.fatbin" capability=75 "$work/overlapping.bc" -- same; served 1
	[ "$(sed -n 's/.* cuModuleGetFunction [^,]*, //p' "$work/log" | tr '\n' ' ')" = 'hpvm_Add_disjoint hpvm_Add ' ] ||
		fail 'another kernel is taken'
	# machine code for one architecture
	emit cubin 80 "$work/one.cubin" "$work/chain.bc"
}

# --- the substitute toolkit
all_of "$work/toolkit"
with "$work/chain.fatbin" capability=120 "$work/chain.bc"; served 3; takes 'PTX for sm_75'
with "$work/chain.fatbin" capability=90 --worker "$work/chain.bc"
! grep -q 'image-unserved' "$work/stderr" || fail 'no image serves a worker'
[ "$(grep -c 'taken: machine code for sm_90' "$work/log")" -ge 1 ] || fail 'a worker takes none'
HPVM_CUDA_IMAGES=$work/chain.fatbin run --backend cuda "$work/wide.bc"
[ "$(grep -cF '[image-unserved]' "$work/stderr")" -eq 3 ] || fail 'nobody says so without --stats'
HPVM_CUDA_IMAGES=$work/chain.fatbin run --worker --backend cuda "$work/wide.bc"
[ "$(grep -cF '[image-unserved]' "$work/stderr")" -eq 3 ] || fail 'nobody says so of a worker'

# --- several images, and directories
with "$work/wide.fatbin:$work/chain.fatbin" capability=90 "$work/chain.bc"; served 3
mkdir "$work/folder" "$work/empty"
cp "$work/wide.fatbin" "$work/folder/a.fatbin"
cp "$work/chain.fatbin" "$work/folder/b.fatbin"
: >"$work/folder/readme"
with "$work/folder" capability=90 "$work/chain.bc"; served 3
with "$work/empty:$work/chain.fatbin" capability=90 "$work/chain.bc"; served 3

# --- images that cannot be used: this is reported, and the kernels are compiled
with "$work/wide.fatbin" capability=90 "$work/chain.bc"; anew 3 "the code in $work/wide.fatbin was made from another version of it"
with "$work/wide.fatbin:$work/again.fatbin" capability=90 "$work/chain.bc"
anew 3 "the code in $work/wide.fatbin and the others was made from another version of it"
sed 's/\* 3 + 1/* 3 + 2/' "$srcdir/backends/tests/cuda/overlapping.c" >"$work/changed.c"
compile "$work/changed.c" "$work/changed.bc"
with "$work/overlapping.fatbin" capability=90 "$work/changed.bc"; anew 1 "the code in $work/overlapping.fatbin was made from another version of it"
with "$work/missing.fatbin" capability=90 "$work/chain.bc"; anew 3 "$work/missing.fatbin: No such file or directory"
with "$work/empty" capability=90 "$work/chain.bc"; anew 3 "$work/empty: the folder has no .cubin or .fatbin file"
with "$srcdir/backends/tests/run-cuda-images.sh" capability=90 "$work/chain.bc"
anew 3 "$srcdir/backends/tests/run-cuda-images.sh: it was not written by --emit cubin or --emit fatbin"
for bytes in 3 20 1000; do
	head -c $bytes "$work/chain.fatbin" >"$work/short.fatbin"
	with "$work/short.fatbin" capability=90 "$work/chain.bc"; anew 3 "$work/short.fatbin: it was not written by --emit cubin"
done
sed 's/entry hpvm_First_disjoint/entry hpvm_Other_disjoint/' "$work/chain.fatbin" >"$work/lacks.fatbin"
with "$work/lacks.fatbin" capability=90 "$work/chain.bc"; anew 1 "$work/lacks.fatbin: it lacks the kernel 'hpvm_First_disjoint'"
sed 's/\(\.b8 hpvm_unit_[0-9a-f]*\[[0-9]*\] = {\)[0-9]*,/\1 9,/' "$work/chain.fatbin" >"$work/damaged.fatbin"
with "$work/damaged.fatbin" capability=90 "$work/chain.bc"; anew 3 "$work/damaged.fatbin: its record of this leaf is damaged"
# fast-math flags of the program result in another kernel
compile "$srcdir/backends/tests/cuda/overlapping.c" "$work/floats.bc" -ffast-math -DNUMBER=float
emit fatbin 75 "$work/floats.fatbin" "$work/floats.bc"
with "$work/floats.fatbin" capability=90 "$work/floats.bc"; served 1
with "$work/floats.fatbin" capability=90 --sem fast-math=permitted "$work/floats.bc"; anew 1 "the code in $work/floats.fatbin"

# --- the installed toolkit, whose images have symbols, and PTX that the mock cannot read
for place in /usr/local/cuda "$(dirname "$(dirname "$(command -v ptxas)")")"; do
	[ -x "$place/bin/ptxas" ] && [ -x "$place/bin/fatbinary" ] || continue
	all_of "$place"
	with "$work/one.cubin" capability=86 "$work/chain.bc"; served 3
	with "$work/one.cubin" capability=90 "$work/chain.bc"; anew 3 "$work/one.cubin: it has no code for this GPU: "
	break
done
finish
