#!/bin/sh
# run-values.sh -- poison and undefined values (P1 to P4): they are reported where they decide, and nowhere else.
#
# Each file of values/*.ll has a function t(), which the leaf of values/leaf.c calls. Its first line says what comes:
#
#	; accept                    nothing, with any checks
#	; report ID WHEN: TEXT      diagnostic ID, about an instruction that contains TEXT; WHEN: always, or with --check=all
#
# ID * stands for any. The programs *.c run without a report after optimisation. values/sources.txt lists
# sources of poison: each is reported where it decides a branch, and only if it is not dropped. All of it at several
# widths, with the same reports.
#
# Environment: HPVM_RUN, CLANG (a clang), srcdir (the source tree).
set -u
run=${HPVM_RUN:-./hpvm-run} clang=${CLANG:-clang} src=${srcdir:-$(dirname "$0")/../..}
values=$src/interp/tests/values
if ! command -v "$clang" >/dev/null; then
	echo "no $clang; skipping"
	exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0 count=0

"$clang" -w -O1 -g -I"$src/src" -emit-llvm -c "$values/leaf.c" -o "$folder/leaf.bc" || exit 99

look() { # WIDTH OPTION... FILE...: reports, output and status in said
	width=$1
	shift
	count=$((count + 1))
	timeout 120 "$run" --width "$width" "$@" -- 64 >"$folder/said" 2>&1
	status=$?
	sed 's/0x[0-9a-f]*/ADDRESS/g' "$folder/said" >"$folder/width$width"
}

wrong() { # WHAT
	echo "$name, $checks, width $width: $1"
	cat "$folder/said"
	failed=1
}

accepted() { # FILE...
	for checks in --check=bounds --check=uninit --check=all; do
		for width in 1 8 64; do
			look $width $checks "$@"
			[ $status -eq 0 ] && ! grep -q 'hpvm-run: ' "$folder/said" || wrong 'it is reported'
		done
	done
}

reported() { # ID TEXT: by the last look
	[ $status -eq 121 ] || wrong "status $status"
	[ "$1" = '*' ] || grep -Fq "[$1]" "$folder/said" || wrong "no $1"
	[ -z "$2" ] || grep -F "in function '" "$folder/said" | grep -Fq "$2" || wrong "it is not about '$2'"
	cmp -s "$folder/width1" "$folder/width$width" || wrong 'it is not as at width 1'
}

for file in "$values"/*.ll; do
	name=${file##*/}
	read -r _ what id when_ text <"$file"
	case $what in
	accept) accepted "$folder/leaf.bc" "$file" ;;
	report)
		when=${when_%:}
		for checks in --check=bounds --check=all; do
			for width in 1 8 64; do
				look $width $checks "$folder/leaf.bc" "$file"
				case $when,$checks in
				all,--check=bounds) ;;
				*,--check=bounds) reported '*' '' ;;
				*) reported "$id" "$text" ;;
				esac
			done
		done
		;;
	*) wrong "'$what' is no expectation" ;;
	esac
done

for file in "$values"/accept-*.c; do
	name=${file##*/}
	for level in 2 3; do
		"$clang" -w -g -O$level -I"$src/src" -emit-llvm -c "$file" -o "$folder/p.bc" || exit 99
		accepted "$folder/p.bc"
	done
done

write() { # BLOCKS: a module with the source, which ends with BLOCKS
	cat <<-END
		@a = global i32 ${operands% *}
		@b = global i32 ${operands#* }
		declare i32 @llvm.abs.i32(i32, i1)
		declare i32 @llvm.ctlz.i32(i32, i1)
		declare i32 @llvm.cttz.i32(i32, i1)
		define void @t() {
		  %a = load i32, ptr @a
		  %b = load i32, ptr @b
	END
	echo "$code" | sed 's/ %\([fgvw]\) = /\n%\1 = /g'
	echo "$1"
	echo '}'
}

grep -v '^#' "$values/sources.txt" >"$folder/sources"
while IFS= read -r line; do
	operands=${line##*|} line=${line%|*}
	code=${line##*|} text=${line%|*}
	name=$text stops=no
	case $text in 'stops '*) text=${text#stops } stops=yes ;; esac
	write '  %c = icmp eq i32 %v, 77
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  ret void' >"$folder/used.ll"
	write '  %c = icmp eq i32 %a, 123456
  %d = select i1 %c, i32 %v, i32 0
  %e = icmp eq i32 %d, 77
  br i1 %e, label %yes, label %no
yes:
  ret void
no:
  ret void' >"$folder/dropped.ll"
	for checks in --check=poison --check=all --check=bounds; do
		for width in 1 8 64; do
			look $width $checks "$folder/leaf.bc" "$folder/used.ll"
			case $checks,$stops in
			--check=bounds,no) [ $status -eq 0 ] || wrong 'it is reported' ;;
			--check=bounds,yes) [ $status -eq 121 ] || wrong 'it does not stop' ;;
			*)
				case $text in
				*' by too much'*) id=shift-too-far ;;
				fpto*) id=fp-to-int-range ;;
				*) id=poison-used ;;
				esac
				reported $id 'br i1'
				grep -Fq "$text" "$folder/said" || wrong 'the promise is not named'
				;;
			esac
		done
	done
	accepted "$folder/leaf.bc" "$folder/dropped.ll"
done <"$folder/sources"
echo "$count runs"
exit $failed
