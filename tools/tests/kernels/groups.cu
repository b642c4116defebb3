/* groups.cu -- kernels of cooperative groups; groups.py has their results. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

#define KERNEL extern "C" __global__ void

struct wide {
	double a;
	int b;
	char c[3];
};

/* For any group, as the programming guide writes it. */
__device__ int sum(cg::thread_group g, int *memory, int value)
{
	int rank = g.thread_rank();

	for (int i = g.size() / 2; i > 0; i /= 2) {
		memory[rank] = value;
		g.sync();
		if (rank < i)
			value += memory[rank + i];
		g.sync();
	}
	return value;
}

KERNEL blocks(int *out)
{
	__shared__ int memory[64];
	cg::thread_block b = cg::this_thread_block();
	int value = sum(b, memory, b.thread_rank()), i = b.group_index().x * b.size() + b.thread_rank();
	cg::thread_block::arrival_token token = b.barrier_arrive();

	b.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
	out[4 * i] = b.thread_rank() == 0 ? value : 0;
	out[4 * i + 1] = b.thread_index().x + 10 * b.thread_index().y + 100 * b.thread_index().z;
	out[4 * i + 2] = b.dim_threads().x * b.dim_threads().y * b.dim_threads().z + b.num_threads() + cg::group_size(b);
	out[4 * i + 3] = cg::this_grid().thread_rank() + 1000 * cg::this_grid().num_blocks() + 100000 * cg::this_grid().is_valid();
}

template <unsigned N> __device__ void tile(int *out, cg::thread_block b)
{
	cg::thread_block_tile<N> t = cg::tiled_partition<N>(b);
	int i = b.thread_rank(), *to = out + 16 * i, same;
	wide w = t.shfl(wide{i + .5, i * 3, {1, 2, (char)i}}, 1);

	to[0] = t.thread_rank() + 100 * t.size() + 10000 * t.meta_group_rank() + 1000000 * t.meta_group_size();
	to[1] = t.shfl(i, 3) + 100 * t.shfl_up(i, 1) + 10000 * t.shfl_down(i, 2) + 1000000 * t.shfl_xor(i, 1);
	to[2] = t.any(i == 5) + 10 * t.all(i < 40);
	to[3] = t.ballot(i % 3 == 0);
	to[4] = t.match_any(i / 3);
	to[5] = t.match_all(i / 8, same) + same;
	to[6] = cg::reduce(t, i) + cg::reduce(t, i, cg::greater<int>());
	to[7] = cg::reduce(t, i + 7, cg::less<int>()) + 100 * cg::reduce(t, i, cg::bit_and<int>()) +
		10000 * cg::reduce(t, i, cg::bit_or<int>()) + 1000000 * cg::reduce(t, i, cg::bit_xor<int>());
	to[8] = cg::inclusive_scan(t, i) + 10000 * cg::exclusive_scan(t, i);
	to[9] = cg::inclusive_scan(t, i ^ 5, cg::greater<int>()) + 1000 * (cg::exclusive_scan(t, i ^ 5, cg::less<int>()) & 255);
	to[10] = (int)(w.a * 2) + 1000 * w.b + 1000000 * w.c[2];
	to[11] = cg::invoke_one_broadcast(t, [](int x) { return 2 * x + 1; }, i);
	/* not commutative: the order of ranks */
	to[12] = cg::reduce(t, i % 10, [](int a, int b) { return (a * 3 + b) % 1009; });
	t.sync();
}
KERNEL tiles32(int *out) { tile<32>(out, cg::this_thread_block()); }
KERNEL tiles16(int *out) { tile<16>(out, cg::this_thread_block()); }
KERNEL tiles4(int *out) { tile<4>(out, cg::this_thread_block()); }

KERNEL nested(int *out)
{
	__shared__ int memory[64];
	auto block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	auto quad = cg::tiled_partition<4>(warp);
	cg::thread_group eight = cg::tiled_partition(block, 8);
	int i = block.thread_rank(), value;

	value = sum(eight, memory + i / 8 * 8, i);
	out[2 * i] = quad.meta_group_rank() + 100 * quad.meta_group_size() + 10000 * quad.thread_rank();
	out[2 * i + 1] = eight.thread_rank() == 0 ? value : (int)(eight.size() + eight.thread_rank());
}

KERNEL partitions(int *out)
{
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	int i = threadIdx.x, *to = out + 8 * i;
	cg::coalesced_group half = cg::binary_partition(warp, i % 3 == 0), five = cg::labeled_partition(warp, i * 7 % 5);
	cg::coalesced_group three = cg::tiled_partition(half, 4);

	to[0] = half.size() + 100 * half.thread_rank() + 10000 * half.meta_group_rank() + 100000 * half.meta_group_size();
	to[1] = five.size() + 100 * five.thread_rank() + 10000 * five.meta_group_rank() + 100000 * five.meta_group_size();
	to[2] = cg::reduce(half, i) + 10000 * cg::inclusive_scan(five, i);
	to[3] = half.ballot(i & 4);
	to[4] = five.shfl(i, 2) + 100 * five.shfl_up(i, 2) + 10000 * five.shfl_down(i, 1);
	to[5] = half.match_any(i / 4) + 100000 * five.any(i == 3) + 1000000 * five.all(i != 3);
	to[6] = three.size() + 100 * three.thread_rank() + 10000 * three.meta_group_rank() + 100000 * three.meta_group_size();
	to[7] = cg::exclusive_scan(three, i);
}

/* The common use: one atomic operation for the threads that come together. */
KERNEL aggregated(int *count, int *out)
{
	if (threadIdx.x % 3) {
		auto active = cg::coalesced_threads();
		int first = 0;

		if (active.thread_rank() == 0)
			first = atomicAdd(count, (int)active.size());
		out[active.shfl(first, 0) + active.thread_rank()] = 1;
	}
}

KERNEL copies(const int *in, int *out)
{
	__shared__ int a[64], b[64];
	auto block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	int i = threadIdx.x, w = i / 32 * 32;

	cg::memcpy_async(block, a, in, sizeof(a));
	cg::wait(block);
	cg::memcpy_async(warp, b + w, 32, in + 64 + w, 40);
	cg::wait_prior<0>(warp);
	out[i] = a[63 - i] + b[w + 31 - (i - w)];
	block.sync();
	cg::invoke_one(block, [&] { out[0] += 1000; });
}
KERNEL early(const int *in, int *out)
{
	__shared__ int a[64];
	auto block = cg::this_thread_block();

	cg::memcpy_async(block, a, in, sizeof(a));
	out[threadIdx.x] = a[63 - threadIdx.x];
	cg::wait(block);
}

/* Each block reads what the next one has written, twice. */
KERNEL whole_grid(int *out)
{
	cg::grid_group grid = cg::this_grid();
	int i = grid.thread_rank(), n = grid.size(), next;

	out[i] = i;
	grid.sync();
	next = out[(i + blockDim.x) % n];
	grid.sync();
	out[i] = 10 * next;
	grid.sync();
	next = out[(i + blockDim.x) % n];
	grid.sync();
	out[i] += next;
}
KERNEL skipped(int *out)
{
	if (blockIdx.x > 0)
		cg::this_grid().sync();
	out[blockIdx.x] = 1;
}
KERNEL clusters(int *out)
{
	out[threadIdx.x] = cg::this_cluster().block_rank();
}
