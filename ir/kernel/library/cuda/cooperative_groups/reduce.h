/* cooperative_groups/reduce.h -- reduce() over the lanes of a tile or a coalesced group.
 *
 * Values are combined in the order of ranks, as a tree; all threads get the result. */
#ifndef HPVM_COOPERATIVE_GROUPS_REDUCE_H
#define HPVM_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{
template <typename Group, typename T, typename Operation>
HPVM_DEVICE T reduce(const Group &group, T value, Operation &&operation)
{
	const unsigned rank = (unsigned)group.thread_rank(), size = (unsigned)group.size();

	for (unsigned by = 1; by < size; by *= 2) {
		T other = group.shfl_down(value, by);

		if (rank % (2 * by) == 0 && rank + by < size)
			value = operation(value, other);
	}
	return group.shfl(value, 0);
}
template <typename Group, typename T> HPVM_DEVICE T reduce(const Group &group, T value)
{
	return reduce(group, value, plus<T>());
}
template <typename Group, typename To, typename T, typename Operation>
HPVM_DEVICE void reduce_store_async(const Group &group, To *to, T value, Operation &&operation)
{
	value = reduce(group, value, operation);
	if (group.thread_rank() == 0)
		*to = value;
}
} // namespace cooperative_groups

#endif
