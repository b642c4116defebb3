/* cooperative_groups/scan.h -- inclusive_scan() and exclusive_scan() over the lanes of a tile or a coalesced group. */
#ifndef HPVM_COOPERATIVE_GROUPS_SCAN_H
#define HPVM_COOPERATIVE_GROUPS_SCAN_H

#include <limits>
#include <type_traits>

#include "../cooperative_groups.h"

namespace cooperative_groups
{
/* What the first thread of an exclusive scan gets. */
template <typename Operation, typename T> struct hpvm_first {
	static HPVM_METHOD T value()
	{
		return T();
	}
};
template <typename T> struct hpvm_first<less<T>, T> {
	static HPVM_METHOD T value()
	{
		return std::numeric_limits<T>::max();
	}
};
template <typename T> struct hpvm_first<greater<T>, T> {
	static HPVM_METHOD T value()
	{
		return std::numeric_limits<T>::lowest();
	}
};
template <typename T> struct hpvm_first<bit_and<T>, T> {
	static HPVM_METHOD T value()
	{
		return ~T();
	}
};
template <typename Group, typename T, typename Operation>
HPVM_DEVICE T inclusive_scan(const Group &group, T value, Operation &&operation)
{
	const unsigned rank = (unsigned)group.thread_rank(), size = (unsigned)group.size();

	for (unsigned by = 1; by < size; by *= 2) {
		T other = group.shfl_up(value, by);

		if (rank >= by)
			value = operation(other, value);
	}
	return value;
}
template <typename Group, typename T> HPVM_DEVICE T inclusive_scan(const Group &group, T value)
{
	return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Operation>
HPVM_DEVICE T exclusive_scan(const Group &group, T value, Operation &&operation)
{
	T before = group.shfl_up(inclusive_scan(group, value, operation), 1);

	typedef typename std::remove_cv<typename std::remove_reference<Operation>::type>::type
		plain;

	return group.thread_rank() ? before : hpvm_first<plain, T>::value();
}
template <typename Group, typename T> HPVM_DEVICE T exclusive_scan(const Group &group, T value)
{
	return exclusive_scan(group, value, plus<T>());
}
} // namespace cooperative_groups

#endif
