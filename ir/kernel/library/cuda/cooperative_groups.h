/* cooperative_groups.h -- cooperative groups of CUDA C++ without a toolkit: blocks, tiles, coalesced threads.
 *
 * A group of a warp is the mask of its lanes, and its collectives are those of warps with that mask (W2). Tiles of more than
 * 32 threads do not compile. A cluster is declared only, so that a kernel that uses one is refused by name.
 * Not here: reduce(), scans and copies (cooperative_groups/). */
#ifndef HPVM_COOPERATIVE_GROUPS_H
#define HPVM_COOPERATIVE_GROUPS_H

#include "hpvm_cuda.h"

#define HPVM_METHOD        HPVM_MEMBER
#define HPVM_BOTH_METHOD   __host__ HPVM_METHOD
#define HPVM_MISSING(name) __asm__("cooperative_groups::" name)

namespace cooperative_groups
{
namespace hpvm
{
HPVM_METHOD unsigned lane()
{
	return __nvvm_read_ptx_sreg_laneid();
}

/* The lanes of MASK before the own one. */
HPVM_METHOD unsigned before(unsigned mask)
{
	return mask & ((1u << lane()) - 1);
}

/* The number of the lane with RANK in MASK; 32: there is none. */
HPVM_METHOD unsigned lane_of(unsigned mask, unsigned rank)
{
	unsigned found = 0;

	if (rank >= (unsigned)__builtin_popcount(mask))
		return 32;
	for (unsigned width = 16; width; width /= 2) {
		unsigned low = __builtin_popcount(mask >> found & ((1u << width) - 1));

		if (rank >= low) {
			rank -= low;
			found += width;
		}
	}
	return found;
}

/* LANES, by the ranks that they have in MASK. */
HPVM_METHOD unsigned by_rank(unsigned mask, unsigned lanes)
{
	unsigned ranks = 0, rank = 0;

	if (mask == ~0u)
		return lanes;
	for (unsigned at = 0; at < 32; at++)
		if (mask >> at & 1)
			ranks |= (lanes >> at & 1) << rank++;
	return ranks;
}

/* VALUE of lane FROM, word by word. */
template <typename T> HPVM_METHOD T shuffle(unsigned mask, const T &value, unsigned from)
{
	enum { WORDS = (sizeof(T) + 3) / 4 };
	unsigned words[WORDS] = {};
	T result;

	__builtin_memcpy(words, &value, sizeof(T));
	for (unsigned i = 0; i < WORDS; i++)
		words[i] = __shfl_sync(mask, words[i], from);
	__builtin_memcpy(&result, words, sizeof(T));
	return result;
}

/* The lanes of MASK whose VALUE has the same bits. */
template <typename T> HPVM_METHOD unsigned match(unsigned mask, const T &value)
{
	enum { WORDS = (sizeof(T) + 3) / 4 };
	unsigned words[WORDS] = {};

	__builtin_memcpy(words, &value, sizeof(T));
	for (unsigned i = 0; i < WORDS; i++)
		mask &= __match_any_sync(mask, words[i]);
	return mask;
}

HPVM_METHOD unsigned thread_of_block()
{
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HPVM_METHOD unsigned threads_of_block()
{
	return blockDim.x * blockDim.y * blockDim.z;
}
} // namespace hpvm

/* Any group: a block, or lanes of a warp. */
class thread_group
{
      protected:
	unsigned mask_;  /* of lanes; 0: the block */
	unsigned size_;  /* threads */
	unsigned metas_; /* groups that the parent is divided into */
	unsigned meta_;  /* the number of this one */

      public:
	HPVM_METHOD thread_group(unsigned mask, unsigned size, unsigned metas = 1,
				 unsigned meta = 0)
	    : mask_(mask), size_(size), metas_(metas), meta_(meta)
	{
	}
	HPVM_METHOD void sync() const
	{
		if (mask_)
			__syncwarp(mask_);
		else
			__syncthreads();
	}
	HPVM_METHOD unsigned long long size() const
	{
		return size_;
	}
	HPVM_METHOD unsigned long long num_threads() const
	{
		return size_;
	}
	HPVM_METHOD unsigned long long thread_rank() const
	{
		return mask_ ? __builtin_popcount(hpvm::before(mask_)) : hpvm::thread_of_block();
	}
	HPVM_METHOD bool is_valid() const
	{
		return true;
	}
	HPVM_METHOD unsigned hpvm_mask() const
	{
		return mask_;
	}
};

/* --- the block ---------------------------------------------------------------------------------- */

template <unsigned Size = 1024> struct block_tile_memory {
};

class thread_block : public thread_group
{
      public:
	struct arrival_token {
	};

	HPVM_METHOD thread_block() : thread_group(0, hpvm::threads_of_block())
	{
	}
	HPVM_METHOD static void sync()
	{
		__syncthreads();
	}
	/* The barrier is where threads wait. */
	HPVM_METHOD arrival_token barrier_arrive() const
	{
		return {};
	}
	HPVM_METHOD void barrier_wait(arrival_token &&) const
	{
		__syncthreads();
	}
	HPVM_METHOD void barrier_wait() const
	{
		__syncthreads();
	}
	HPVM_METHOD static unsigned thread_rank()
	{
		return hpvm::thread_of_block();
	}
	HPVM_METHOD static unsigned size()
	{
		return hpvm::threads_of_block();
	}
	HPVM_METHOD static unsigned num_threads()
	{
		return hpvm::threads_of_block();
	}
	HPVM_METHOD static dim3 group_index()
	{
		return blockIdx;
	}
	HPVM_METHOD static dim3 thread_index()
	{
		return threadIdx;
	}
	HPVM_METHOD static dim3 group_dim()
	{
		return blockDim;
	}
	HPVM_METHOD static dim3 dim_threads()
	{
		return blockDim;
	}
};

HPVM_DEVICE thread_block this_thread_block()
{
	return thread_block();
}
template <unsigned Size> HPVM_DEVICE thread_block this_thread_block(block_tile_memory<Size> &)
{
	return thread_block();
}

/* --- lanes of a warp ---------------------------------------------------------------------------- */

/* What tiles and coalesced groups have in common. */
class hpvm_lanes : public thread_group
{
      protected:
	/* The value of the lane that is BY ranks further, or the own one if there is none. */
	template <typename T> HPVM_METHOD T moved(const T &value, long long to) const
	{
		unsigned from = to < 0 ? 32 : hpvm::lane_of(mask_, (unsigned)to);

		return hpvm::shuffle(mask_, value, from < 32 ? from : hpvm::lane());
	}

      public:
	using thread_group::thread_group;

	HPVM_METHOD unsigned meta_group_size() const
	{
		return metas_;
	}
	HPVM_METHOD unsigned meta_group_rank() const
	{
		return meta_;
	}
	template <typename T> HPVM_METHOD T shfl(const T &value, int rank) const
	{
		return moved(value, rank);
	}
	template <typename T> HPVM_METHOD T shfl_up(const T &value, unsigned by) const
	{
		return moved(value, (long long)thread_rank() - by);
	}
	template <typename T> HPVM_METHOD T shfl_down(const T &value, unsigned by) const
	{
		return moved(value, (long long)thread_rank() + by);
	}
	HPVM_METHOD int any(int predicate) const
	{
		return __any_sync(mask_, predicate);
	}
	HPVM_METHOD int all(int predicate) const
	{
		return __all_sync(mask_, predicate);
	}
	HPVM_METHOD unsigned ballot(int predicate) const
	{
		return hpvm::by_rank(mask_, __ballot_sync(mask_, predicate));
	}
	template <typename T> HPVM_METHOD unsigned match_any(const T &value) const
	{
		return hpvm::by_rank(mask_, hpvm::match(mask_, value));
	}
	template <typename T> HPVM_METHOD unsigned match_all(const T &value, int &same) const
	{
		same = __all_sync(mask_, hpvm::match(mask_, value) == mask_);
		return same ? hpvm::by_rank(mask_, mask_) : 0;
	}
};

class coalesced_group : public hpvm_lanes
{
      public:
	using hpvm_lanes::hpvm_lanes;
	HPVM_METHOD coalesced_group(unsigned mask, unsigned metas = 1, unsigned meta = 0)
	    : hpvm_lanes(mask, __builtin_popcount(mask), metas, meta)
	{
	}
};

HPVM_DEVICE coalesced_group coalesced_threads()
{
	return coalesced_group(__activemask());
}

/* Tiles begin at multiples of their size. */
template <unsigned Size, typename Parent = void> class thread_block_tile : public hpvm_lanes
{
	static_assert(Size && Size <= 32 && !(Size & (Size - 1)),
		      "hpvm-run has tiles of 1, 2, 4, 8, 16 and 32 threads");

	HPVM_METHOD static unsigned mask()
	{
		return Size == 32 ? ~0u : ((1u << Size % 32) - 1) << (hpvm::lane() & ~(Size - 1));
	}

      public:
	enum : unsigned { numThreads = Size };

	/* Of a parent with THREADS, of which the own one has RANK. */
	HPVM_METHOD thread_block_tile(unsigned threads, unsigned rank)
	    : hpvm_lanes(mask(), Size, (threads + Size - 1) / Size, rank / Size)
	{
	}
	/* The same tile with another parent. */
	template <typename Other>
	HPVM_METHOD thread_block_tile(const thread_block_tile<Size, Other> &tile)
	    : hpvm_lanes(mask(), Size, tile.meta_group_size(), tile.meta_group_rank())
	{
	}
	HPVM_METHOD void sync() const
	{
		__syncwarp(mask());
	}
	HPVM_METHOD static unsigned thread_rank()
	{
		return hpvm::lane() & (Size - 1);
	}
	HPVM_METHOD static constexpr unsigned size()
	{
		return Size;
	}
	HPVM_METHOD static constexpr unsigned num_threads()
	{
		return Size;
	}
	template <typename T> HPVM_METHOD T shfl(const T &value, int rank) const
	{
		return at(value, (hpvm::lane() & ~(Size - 1)) | (rank & (Size - 1)));
	}
	template <typename T> HPVM_METHOD T shfl_up(const T &value, unsigned by) const
	{
		return at(value, by <= thread_rank() ? hpvm::lane() - by : hpvm::lane());
	}
	template <typename T> HPVM_METHOD T shfl_down(const T &value, unsigned by) const
	{
		return at(value, by < Size - thread_rank() ? hpvm::lane() + by : hpvm::lane());
	}
	template <typename T> HPVM_METHOD T shfl_xor(const T &value, unsigned by) const
	{
		return at(value, (thread_rank() ^ by) < Size ? hpvm::lane() ^ by : hpvm::lane());
	}
	HPVM_METHOD unsigned ballot(int predicate) const
	{
		return __ballot_sync(mask(), predicate) >> (hpvm::lane() & ~(Size - 1));
	}
	template <typename T> HPVM_METHOD unsigned match_any(const T &value) const
	{
		return hpvm::match(mask(), value) >> (hpvm::lane() & ~(Size - 1));
	}

      private:
	template <typename T> HPVM_METHOD T at(const T &value, unsigned lane) const
	{
		return hpvm::shuffle(mask(), value, lane);
	}
};

/* --- partitions --------------------------------------------------------------------------------- */

template <unsigned Size, typename Parent>
HPVM_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
	return thread_block_tile<Size, Parent>((unsigned)parent.size(),
					       (unsigned)parent.thread_rank());
}
/* Lanes of MASK in tiles of SIZE ranks; of a block, in tiles of its warps. */
HPVM_DEVICE coalesced_group hpvm_tile(unsigned mask, unsigned threads, unsigned rank, unsigned size)
{
	unsigned tile = 0, first = rank / size * size;

	if (mask)
		for (unsigned i = first; i < first + size && i < threads; i++)
			tile |= 1u << hpvm::lane_of(mask, i);
	else
		tile = (size == 32 ? ~0u : (1u << size) - 1) << (hpvm::lane() & ~(size - 1));
	return coalesced_group(tile, mask ? __builtin_popcount(tile) : size,
			       (threads + size - 1) / size, rank / size);
}
HPVM_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size)
{
	return hpvm_tile(parent.hpvm_mask(), (unsigned)parent.size(),
			 (unsigned)parent.thread_rank(), size);
}
HPVM_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
	return hpvm_tile(parent.hpvm_mask(), (unsigned)parent.size(),
			 (unsigned)parent.thread_rank(), size);
}
/* The threads of PARENT, lanes of a warp, with the same LABEL. Groups are numbered in the order of their first lanes. */
template <typename Parent, typename Label>
HPVM_DEVICE coalesced_group labeled_partition(const Parent &parent, Label label)
{
	const unsigned mask = parent.hpvm_mask(), own = hpvm::match(mask, label);
	const unsigned firsts = __ballot_sync(mask, (own & ((1u << hpvm::lane()) - 1)) == 0);

	return coalesced_group(own, __builtin_popcount(firsts),
			       __builtin_popcount(firsts & ((own & -own) - 1)));
}
template <typename Parent>
HPVM_DEVICE coalesced_group binary_partition(const Parent &parent, bool predicate)
{
	const unsigned mask = parent.hpvm_mask(), yes = __ballot_sync(mask, predicate);
	const unsigned own = predicate ? yes : mask & ~yes;

	return coalesced_group(own, yes && yes != mask ? 2 : 1, predicate || !yes ? 0 : 1);
}

/* --- the grid and the cluster ------------------------------------------------------------------- */

/* The blocks that wait at a barrier of the grid, and how many barriers there have been. */
static __device__ unsigned long long hpvm_grid_waiting, hpvm_grid_barriers;

extern "C" __device__ __attribute__((convergent)) void hpvm_cluster() HPVM_MISSING("this_cluster");

class grid_group
{
	HPVM_METHOD static unsigned long long barriers()
	{
		return __scoped_atomic_load_n(&hpvm_grid_barriers, __ATOMIC_ACQUIRE,
					      __MEMORY_SCOPE_DEVICE);
	}

      public:
	/* One thread of each block waits for those of all other blocks. */
	HPVM_METHOD void sync() const
	{
		__syncthreads();
		if (hpvm::thread_of_block() == 0) {
			const unsigned long long before = barriers();

			__threadfence();
			if (atomicAdd(&hpvm_grid_waiting, 1ull) + 1 == num_blocks()) {
				atomicExch(&hpvm_grid_waiting, 0ull);
				__threadfence();
				atomicAdd(&hpvm_grid_barriers, 1ull);
			}
			while (barriers() == before)
				;
			__threadfence();
		}
		__syncthreads();
	}
	HPVM_METHOD bool is_valid() const
	{
		return true;
	}
	HPVM_METHOD static dim3 group_dim()
	{
		return gridDim;
	}
	HPVM_METHOD static dim3 dim_blocks()
	{
		return gridDim;
	}
	HPVM_METHOD static dim3 block_index()
	{
		return blockIdx;
	}
	HPVM_METHOD static unsigned long long num_blocks()
	{
		return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
	}
	HPVM_METHOD static unsigned long long block_rank()
	{
		return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
		       blockIdx.x;
	}
	HPVM_METHOD static unsigned long long size()
	{
		return num_blocks() * hpvm::threads_of_block();
	}
	HPVM_METHOD static unsigned long long num_threads()
	{
		return size();
	}
	HPVM_METHOD static unsigned long long thread_rank()
	{
		return block_rank() * hpvm::threads_of_block() + hpvm::thread_of_block();
	}
};
HPVM_DEVICE grid_group this_grid()
{
	return {};
}

class cluster_group
{
      public:
	HPVM_METHOD static void sync()
	{
		hpvm_cluster();
	}
	HPVM_METHOD static unsigned block_rank()
	{
		hpvm_cluster();
		return 0;
	}
	HPVM_METHOD static unsigned num_blocks()
	{
		hpvm_cluster();
		return 1;
	}
	template <typename T> HPVM_METHOD static T *map_shared_rank(T *memory, int)
	{
		hpvm_cluster();
		return memory;
	}
};
HPVM_DEVICE cluster_group this_cluster()
{
	hpvm_cluster();
	return {};
}

/* --- for all groups ----------------------------------------------------------------------------- */

template <typename Group> HPVM_DEVICE void sync(const Group &group)
{
	group.sync();
}
template <typename Group> HPVM_DEVICE unsigned thread_rank(const Group &group)
{
	return (unsigned)group.thread_rank();
}
template <typename Group> HPVM_DEVICE unsigned group_size(const Group &group)
{
	return (unsigned)group.size();
}
template <typename Group, typename Function, typename... Arguments>
HPVM_DEVICE void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
	if (group.thread_rank() == 0)
		function(static_cast<Arguments &&>(arguments)...);
}
template <typename Group, typename Function, typename... Arguments>
HPVM_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function,
				      Arguments &&...arguments)
	-> decltype(function(static_cast<Arguments &&>(arguments)...))
{
	decltype(function(static_cast<Arguments &&>(arguments)...)) result{};

	if (group.thread_rank() == 0)
		result = function(static_cast<Arguments &&>(arguments)...);
	return group.shfl(result, 0);
}

template <typename T> struct plus {
	HPVM_BOTH_METHOD T operator()(T a, T b) const
	{
		return a + b;
	}
};
template <typename T> struct less {
	HPVM_BOTH_METHOD T operator()(T a, T b) const
	{
		return b < a ? b : a;
	}
};
template <typename T> struct greater {
	HPVM_BOTH_METHOD T operator()(T a, T b) const
	{
		return a < b ? b : a;
	}
};
template <typename T> struct bit_and {
	HPVM_BOTH_METHOD T operator()(T a, T b) const
	{
		return a & b;
	}
};
template <typename T> struct bit_or {
	HPVM_BOTH_METHOD T operator()(T a, T b) const
	{
		return a | b;
	}
};
template <typename T> struct bit_xor {
	HPVM_BOTH_METHOD T operator()(T a, T b) const
	{
		return a ^ b;
	}
};
} // namespace cooperative_groups

#endif
