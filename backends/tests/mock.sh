# mock.sh -- makes the mock (backends/nvidia/mock) the driver; sourced after tools/tests/lib.sh.
HPVM_LIBDEVICE=/nowhere # its functions need a device
HPVM_CUDA_DRIVER=$(pwd)/backends/nvidia/.libs/nvidia-mock.so
export HPVM_LIBDEVICE HPVM_CUDA_DRIVER
if [ ! -f "$HPVM_CUDA_DRIVER" ]; then
	echo 'the mock of the driver is not built'
	exit 77
fi
run --list-backends
if grep -q 'cuda .*makes no code for NVIDIA' "$work/stdout"; then
	echo 'LLVM has no NVPTX'
	exit 77
fi
