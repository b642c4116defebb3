/* memory.h -- a leaf for a device and one for the CPU, over the same array. */
#ifndef MEMORY_H
#define MEMORY_H

#include "graph.h"

/* p[i] += 1 on a device. */
void OnDevice(int *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] += 1;
	__hpvm__return(1, bytes);
}

/* p[i] *= 10 on the CPU, after that. */
void OnCpu(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] *= 10;
}

void Device(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, OnDevice, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

void Both(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *device = __hpvm__createNodeND(1, OnDevice, n);
	void *cpu = __hpvm__createNodeND(1, OnCpu, n);

	__hpvm__bindIn(device, 0, 0, 0);
	__hpvm__bindIn(device, 1, 1, 0);
	__hpvm__bindIn(cpu, 0, 0, 0);
	__hpvm__edge(device, cpu, 1, 0, 1, 0);
}

static struct arguments arguments = {data, sizeof data, 4, {0}};

#define RUN(root) __hpvm__wait(__hpvm__launch(0, root, &arguments))

static void begin(void)
{
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
}

static int end(void)
{
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}

#endif
