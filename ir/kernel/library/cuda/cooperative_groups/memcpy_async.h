/* cooperative_groups/memcpy_async.h -- copies by all threads of a group.
 *
 * The threads copy at once, each its elements: what is read before wait() is a data race. */
#ifndef HPVM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HPVM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{
/* Copy BYTES, which are whole elements. */
template <typename Group, typename T, typename Bytes>
HPVM_DEVICE void memcpy_async(const Group &group, T *to, const T *from, const Bytes &bytes)
{
	const size_t count = (size_t)bytes / sizeof(T);

	for (size_t i = group.thread_rank(); i < count; i += group.size())
		to[i] = from[i];
}
template <typename Group, typename Bytes>
HPVM_DEVICE void memcpy_async(const Group &group, void *to, const void *from, const Bytes &bytes)
{
	memcpy_async(group, (char *)to, (const char *)from, bytes);
}
/* Copy as many elements as both have. */
template <typename Group, typename T, typename To, typename From>
HPVM_DEVICE void memcpy_async(const Group &group, T *to, const To &to_count, const T *from,
			      const From &from_count)
{
	const size_t count = (size_t)to_count < (size_t)from_count ? to_count : from_count;

	memcpy_async(group, to, from, count * sizeof(T));
}
template <typename Group> HPVM_DEVICE void wait(const Group &group)
{
	group.sync();
}
template <unsigned Later, typename Group> HPVM_DEVICE void wait_prior(const Group &group)
{
	group.sync();
}
} // namespace cooperative_groups

#endif
