/* interp/check/access/ended.c -- the end of an execution, and its repetition.
 *
 * Not here:  findings and their reports (interp/check/find.c). */
#include "interp/check/check_state.h"

hr_status hr_check_ended(hr_checker *checker, bool completed)
{
	hr_status first;

	if (!checker->uninit && !(checker->checks & HR_CHECK_ATTRIBUTES) &&
	    !__atomic_load_n(&checker->findings.count, __ATOMIC_RELAXED))
		/* findings of this execution were made by this thread, so the count is current */
		return HR_OK;
	pthread_mutex_lock(&checker->lock);
	if (checker->uninit)
		hr_uninit_ended(checker);
	if (checker->checks & HR_CHECK_ATTRIBUTES)
		hr_check_attributes_ended(checker, completed);
	first = hr_check_report(checker);
	pthread_mutex_unlock(&checker->lock);
	return first;
}

void hr_check_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution)
{
	pthread_mutex_lock(&checker->lock);
	checker->repeat += checker->run->repeated;
	hr_check_blocks_repeat(checker);
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_repeat(checker, plan, execution);
	pthread_mutex_unlock(&checker->lock);
}
