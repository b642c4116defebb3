# common.sh -- what run-check and run-bench of a bundle share: where things are, which backends there are, what the machine is.
# Gives here, ready (names of backends), about (lines).
here=$(cd "$(dirname "$0")" && pwd)
LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}; export LD_LIBRARY_PATH
results=${RESULTS:-results}
if ! "$here/bin/hpvm-run" --version >/dev/null 2>&1; then
	echo "hpvm-run does not start here; it needs x86-64 Linux with $(cat "$here/lib/NEEDS"):" >&2
	"$here/bin/hpvm-run" --version 2>&1 | head -n 1 >&2
	exit 77
fi
# Those of $wanted that can run; with none that is NVIDIA's, the reasons.
find_backends() {
	ready=
	"$here/bin/hpvm-run" --backends >"$work/backends" 2>&1
	for name in $(echo "$wanted" | tr ',' ' '); do
		if grep -q "^$name  *ready" "$work/backends"; then
			ready=${ready:+$ready,}$name
		else
			echo "without $name: $(sed -n "s/^$name  *out: //p" "$work/backends" | grep . || echo 'it is not in the bundle')"
		fi
	done
	[ -n "$ready" ] || { echo 'nothing to do here: no backend is ready'; exit 77; }
}
# Ends where NVIDIA's backends are wanted and none is ready: what others do says nothing of a card.
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
	echo "host: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors"
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
