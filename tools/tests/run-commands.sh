#!/bin/sh
# run-commands.sh -- run every command of the README, docs/, examples/README and the manual pages
# exactly as it is written.
#
# A command is a line that is indented by four spaces (in manual pages: in a literal display) and
# begins with a tool, a compiler, or a variable before one. The commands of a document run in
# sequence in a folder that has what they name: programs of commands/, sources, and links to the
# tree. Environment: INSTALLED (a prefix: use the tools and headers there, not those of the build).
# Not here:  the tree's own build (scripts/try-debian), the bundle for GPUs
#            (scripts/gpu/run-gpu.sh).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
tree=$(cd "$srcdir" && pwd)
build=$(cd "$(dirname "$HPVM_RUN")" && pwd)
shell=sh
if bash -o pipefail -c true 2>/dev/null; then shell='bash -o pipefail'; fi

# Print the commands in the order of the document, with continued lines joined.
commands_of() { # DOCUMENT
	case $1 in
	*.1) sed -n -e 's/^\.Dl /    /p' -e '/^\.Bd -literal/,/^\.Ed/{/^\./!s/^/    /p;}' "$1" | sed 's/\\-/-/g' ;;
	*) cat "$1" ;;
	esac | sed -n -e ':more' -e '/^    .*\\$/{N;s/\\\n *//;b more' -e '}' \
		-e 's/^    \(\([A-Z_]*=[^ ]* \)*\(\.\{0,2\}\/*\(scripts\/\|hpvm-gpu\/\)*\(bootstrap\|configure\|make\|autoreconf\|gpu-bundle\|run-all\|run-check\|run-bench\|hpvm-[a-z]*\|clang[+0-9-]*\|gcc\|cc\|mkdir\|cd\|tar\)\( .*\)*\)$\)/\1/p'
}

# Print why a command does not run here, or nothing if it runs.
left_out() { # COMMAND
	case $1 in
	./bootstrap* | make\ * | ./configure* | ../configure* | autoreconf*) echo 'builds the tree' ;;
	cd\ build\ * | *gpu-bundle* | tar\ *hpvm-gpu* | *run-all* | *run-check* | *run-bench*) echo 'scripts/gpu/run-gpu.sh runs it' ;;
	*/oclgrind/* | *OCLGRIND*) [ -e /usr/lib/oclgrind ] || echo 'no Oclgrind' ;;
	*'| dot '*) command -v dot >/dev/null || echo 'no dot' ;;
	*hpvm-import*) [ -x "$import" ] || echo 'hpvm-import is not built' ;;
	*'--root Model'* | *'--against '* | *'--print-graph model.bc') [ -e model.bc ] || echo 'hpvm-import is not built' ;;
	clang-* | CLANG=clang-*)
		compiler=${1%% *} compiler=${compiler#CLANG=}
		command -v "$compiler" >/dev/null || echo "no $compiler"
		;;
	esac
}

# Print the exit statuses that a command may have: 123 if it needs a device or a tool that few
# machines have, 121 if it demonstrates an error.
allowed() { # COMMAND
	case $1 in
	*hpvm-run\ faulty.bc | hpvm-run\ --kernel*--check=race* | *--args\ add.yaml* | *--args\ photo.yaml* | *--kernel\ no_mask*) echo 121 ;;
	*' CASE'*) case $1 in *hpvm-diff*) echo 121 ;; *) echo 0 ;; esac ;;
	*cuda* | *CUDA* | *cudnn* | *cubin* | *fatbin* | *nvidia* | *=emulation*) echo '0 123' ;;
	*) echo 0 ;;
	esac
}

# --- things that commands use: tools, sources, programs, a model, a case ----------------------
bin=$work/bin made=$work/made include=$tree/src headers=$tree/backends tools=$build
if [ -n "${INSTALLED:-}" ]; then include=$INSTALLED/include headers=$INSTALLED/include/hpvm-run tools=$INSTALLED/bin; fi
# their paths in commands, without a space
ln -s "$include" "$work/include"
ln -s "$headers" "$work/headers"
import=$tools/hpvm-import
mkdir "$bin" "$made"
tool() { # NAME [ARGUMENT]
	printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$tools/$1" "${2:-}" >"$bin/$1"
	chmod +x "$bin/$1"
}
compile "$tree/tools/tests/commands/program.c" "$made/program.bc" -gno-column-info
compile "$tree/tools/tests/commands/network.c" "$made/network.bc"
for name in graph matmul wrapped; do cp "$made/program.bc" "$made/$name.bc"; done
cp "$made/network.bc" "$made/net.bc"
cp "$tree/tools/tests/commands/program.c" "$made/program.c"
cp "$tree/tools/tests/commands/program.c" "$made/matmul.c"
cp "$tree/examples/backend/backend-clang.c" "$made"
for name in sum.cl sum.yaml reverse.cu reverse.yaml vadd.yaml pipeline.cl pipeline.yaml shift.cl photo.yaml; do cp "$tree/tools/tests/commands/$name" "$made"; done
cp "$tree/tools/tests/kernels/vadd.cl" "$tree/tools/tests/kernels/triton/no_mask.ll" "$made"
cp "$tree/tools/tests/commands/reverse.cu" "$made/program.cu"
cp "$tree/tools/tests/kernels/program.hip" "$made/program.hip"
cp "$tree/tools/tests/kernels/target.c" "$made/saxpy.c"
mkdir -p "$made/ir" "$made/PREFIX/share/hpvm-run/cuda"
ln -s "$tree/ir/kernel/library/cuda/"* "$made/PREFIX/share/hpvm-run/cuda"
ln -sf "$build/ir/kernel/library/cuda/hpvm_hip_host.inc" "$made/PREFIX/share/hpvm-run/cuda"
cp "$tree/tools/tests/kernels/iree-add.ll" "$made/ir/module_add_dispatch_0_embedded_elf_x86_64.codegen.ll"
echo 'args: [{range: 1000, type: f32}, {range: 1000, type: f32}, {zeros: 998, type: f32}]' >"$made/add.yaml"
echo 'args: [{range: 300, type: f32}, {zeros: 300, type: f32}, 300]' >"$made/no_mask.yaml"
cat >"$made/arguments.yaml" <<'END'
args:
  - {range: [0, 64], type: i32}
  - auto
  - {zeros: 64, type: i32}
  - auto
  - {zeros: 64, type: i32}
  - auto
  - {zeros: 64, type: i32}
  - auto
  - {zeros: 64, type: i32}
  - auto
results: [{expect: 6048}]
END
cp "$made/arguments.yaml" "$made/args.yaml"
cat >"$made/net.yaml" <<'END'
args:
  - {tensor: {values: [[[[1]], [[-4]]]]}}
  - auto
  - {tensor: {values: [[[[0.5]], [[1]]]]}}
  - auto
END
if [ -x "$import" ]; then
	"${PROTOC:-protoc}" --proto_path="$tree/tools/import/file" --encode=onnx.ModelProto "$tree/tools/import/file/onnx.proto" >"$made/model.onnx" <<'END'
ir_version: 7 opset_import { version: 13 } graph { name: "Model"
input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 1 } dim { dim_value: 2 } } } } }
node { op_type: "Relu" input: "x" output: "y" }
output { name: "y" } }
END
	[ -s "$made/model.onnx" ] || exit 99
	cat >"$made/model.mlir" <<'END'
module @net {
  func.func public @main(%arg0: tensor<1x2xf32>) -> tensor<1x2xf32> {
    %0 = stablehlo.exponential %arg0 : tensor<1x2xf32>
    return %0 : tensor<1x2xf32>
  }
}
END
	cp "$tree/examples/library/network.mlir" "$made"
	# in NPY format: -1 and 2, as 32-bit floats
	printf '\223NUMPY\001\000v\000%-117s\n\000\000\200\277\000\000\000\100' \
		"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }" >"$made/x.npy"
	cp "$made/x.npy" "$made/arg0.npy"
fi
# An implementation other than hpvm-run, in the form that hpvm-spec requires.
printf '#!/bin/sh\nshift\nexec "%s" "$@"\n' "$tools/hpvm-run" >"$bin/my-hpvm"
chmod +x "$bin/my-hpvm"
# A backend that computes wrong results, and hpvm-diff's findings about it.
wrong short 's/here\[0\] < of->end\[0\];/here[0] < of->end[0] - 1;/'
for name in run diff reduce; do tool hpvm-$name "--backend-path '$work/wrong'"; done
# What compares with another runtime takes no backends.
cat >"$bin/hpvm-diff" <<END
#!/bin/sh
case "\$*" in
*--against*) exec "$tools/hpvm-diff" "\$@" ;;
*) exec "$tools/hpvm-diff" --backend-path '$work/wrong' "\$@" ;;
esac
END
for name in import opt trace; do tool hpvm-$name; done
# Run one clause instead of the whole suite; use the suite of the tree if none is installed.
cat >"$bin/hpvm-spec" <<END
#!/bin/sh
case "\$*" in
*--clause* | *--coverage*) ;;
*) set -- --quick --clause M1 "\$@" ;;
esac
case "\$*" in
*spec-tests*) ;;
*) [ -n "${INSTALLED:-}" ] || set -- "\$@" "$tree/spec-tests" ;;
esac
exec "$tools/hpvm-spec" "\$@"
END
chmod +x "$bin/hpvm-spec"
# Find hpvm.h as if it were installed.
if [ -z "${INSTALLED:-}" ]; then
	C_INCLUDE_PATH=$include
	export C_INCLUDE_PATH
fi
PATH=$bin:$PATH
export PATH
CLANG=$CLANG "$bin/hpvm-diff" -q --backends short --cases "$work/cases" "$made/program.bc" >"$work/stdout" 2>"$work/stderr"
label='hpvm-diff --cases'
for case in "$work/cases"/*; do break; done
[ -d "$case" ] || { fail 'makes no case of a backend that is wrong'; finish; exit 1; }
cp -r "$case" "$made/CASE"

# --- the documents ------------------------------------------------------------------------------------------
total=0 left=0
(cd "$tree" && ls README.md examples/README docs/*.md tools/*/*.1) >"$work/documents"
while read -r document; do
	commands_of "$tree/$document" >"$work/commands"
	[ -s "$work/commands" ] || continue
	rm -rf "$work/place"
	cp -r "$made" "$work/place"
	for name in src examples spec-tests scripts; do ln -s "$tree/$name" "$work/place/$name"; done
	for name in "$bin"/*; do ln -s "$name" "$work/place/"; done
	while IFS= read -r command <&3; do
		total=$((total + 1))
		reason=$(cd "$work/place" && left_out "$command")
		if [ -n "$reason" ]; then
			left=$((left + 1))
			echo "left out: $document: $command ($reason)"
			continue
		fi
		count=$((count + 1)) label="$document: $command"
		written=$(printf '%s\n' "$command" |
			sed -e "s|/usr/local/include/hpvm-run|$work/headers|g" -e "s|/usr/local/include|$work/include|g")
		(cd "$work/place" && exec timeout 120 $shell -c "$written") >"$work/stdout" 2>"$work/stderr" </dev/null
		status=$?
		case " $(allowed "$command") " in
		*" $status "*) ;;
		*) fail "exit status $status" ;;
		esac
	done 3<"$work/commands"
done <"$work/documents"
label=documents
[ $total -ge 100 ] || fail "there are only $total commands in the documents"
echo "$total commands, $left left out"
finish
