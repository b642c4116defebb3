# common.sh -- shared by run-check and run-bench of a bundle: paths, available backends, facts about the machine, and the remaining
# time. Sets here, work, ready (names of backends), about (lines). Reads results, seconds, tools.
# Check the external commands first: if one were missing, a count would be 0, and no error would be detected.
lacking=
for tool in awk basename cat date dirname env grep head mkdir mktemp nproc paste rm sed sort tar tee timeout touch tr uniq $tools; do
	command -v "$tool" >/dev/null || lacking="$lacking $tool"
done
[ -e /proc/self/exe ] || lacking="$lacking /proc" # hpvm-run finds its modules by it
[ -z "$lacking" ] || { echo "${0##*/} cannot run without what this machine lacks:$lacking" >&2; exit 99; }
here=$(cd "$(dirname "$0")" && pwd)
begun=$(date +%s)
case $seconds in
'' | *[!0-9]* | 0) echo "$(basename "$0"): -t takes seconds, not '$seconds'" >&2; exit 124 ;;
esac
# Unpack the rest of the bundle with the decompressor in it: such a machine may have neither zstd nor xz.
if [ -f "$here/rest.tar.zst" ]; then
	LD_LIBRARY_PATH=$here/unpack "$here/unpack/zstd" -q -d -c "$here/rest.tar.zst" >"$here/rest.tar" &&
		tar -C "$here" -xf "$here/rest.tar" || { echo "$here cannot be unpacked" >&2; exit 99; }
	rm -rf "$here/rest.tar" "$here/rest.tar.zst" "$here/unpack"
fi
# NVIDIA's libraries in the places of its container images, its toolkit, and PyTorch's packages.
theirs=$LD_LIBRARY_PATH
packages=$(python3 -c 'import glob, nvidia; print(":".join(f for p in nvidia.__path__ for f in sorted(glob.glob(p + "/*/lib"))))' \
	2>/dev/null)
LD_LIBRARY_PATH=$here/lib${theirs:+:$theirs}:/usr/local/nvidia/lib64:/usr/local/cuda/lib64${packages:+:$packages}
export LD_LIBRARY_PATH
if [ -z "${HPVM_LIBDEVICE+set}" ] && [ -f "$here/lib/libdevice.10.bc" ]; then
	HPVM_LIBDEVICE=$here/lib/libdevice.10.bc
	export HPVM_LIBDEVICE
fi
if ! "$here/bin/hpvm-run" --version >/dev/null 2>&1; then
	echo "hpvm-run does not start here; it needs x86-64 Linux with $(cat "$here/lib/NEEDS"):" >&2
	"$here/bin/hpvm-run" --version 2>&1 | head -n 1 >&2
	exit 77
fi
# Set ready to the backends of $wanted that can run; print why the others cannot.
find_backends() {
	ready=
	"$here/bin/hpvm-run" --list-backends >"$work/backends" 2>&1
	for name in $(echo "$wanted" | tr ',' ' '); do
		if grep -q "^$name  *ready" "$work/backends"; then
			ready=${ready:+$ready,}$name
		else
			echo "without $name: $(sed -n "s/^$name  *unavailable: //p" "$work/backends" | grep . || echo 'it is not in the bundle')"
		fi
	done
	[ -n "$ready" ] || { echo 'nothing to do here: no backend is ready'; exit 77; }
}
# Exit if NVIDIA's backends are wanted and none is ready: results of others would say nothing about the card.
needs_nvidia() {
	case ,$wanted, in
	*,cuda,* | *,cudnn,*) ;;
	*) return ;;
	esac
	case ,$ready, in
	*,cuda,* | *,cudnn,*) ;;
	*) echo "nothing to do here: no NVIDIA backend is ready"; exit 77 ;;
	esac
}
about() {
	echo "hpvm-run $(cat "$here/VERSION"), $(date -u '+%Y-%m-%d')"
	for name in $(echo "$ready" | tr ',' ' '); do
		sed -n "/^$name  *ready/,/^[a-z]/s/^  *device: /$name: /p" "$work/backends"
	done
	nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader 2>/dev/null |
		sed 's/^/card: /'
	sed -n 's/^NVRM version: */kernel module: /p' /proc/driver/nvidia/version 2>/dev/null # if there is no nvidia-smi
	echo "host: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors"
}
left() {
	echo $((begun + seconds - $(date +%s)))
}
# Print the lines of standard input as a JSON array.
json_lines() {
	sed 's/[\\"]/\\&/g; s/[[:cntrl:]]/ /g; s/.*/"&"/' | paste -s -d , - | sed 's/.*/[&]/; s/^$/[]/'
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
