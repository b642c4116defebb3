//: options --memory split --check=race --keep-going
//: runs -O0:interp -O0:jit -O2:jit
//: exit 121
//: stderr host code reads 4 bytes that a device has
//: stderr byte 20 of tracked memory of 256 bytes (tracked at
//: stderr the host's old copy has the value 0
//: stderr last written by 'Root/Leaf' (5) at
//: stderr memory_stale_writer.c:20:7
//: stderr , with the value 20
//: stderr note: the write
//: stderr at node Root/Leaf, instance (5), execution 1
#include "graph.h"

/* Reports the instance that wrote what the host has not requested. */
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	p[i] = p[i] * 3 + (int)i;
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 8, {0}};
	int read;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	arguments.n = 16;
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	read = ((volatile int *)data)[5];
	llvm_hpvm_request_mem(data, sizeof data);
	read += data[5];
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return read > 100;
}
