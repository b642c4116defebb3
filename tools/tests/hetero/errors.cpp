// Errors in Hetero-C++. CASE chooses one; "// CASE: status, text of the diagnostic" is what
// run-hetero.sh expects.
#include <heterocc.h>

#ifndef CASE
#define CASE 0
#endif
#define I 2, a, bytes, n
#define O 1, a, bytes

extern "C" void __hetero_reduce(int *);
void other(int *a);

void root(int *a, size_t bytes, int n)
{
	void *section = __hetero_section_begin();
#if CASE == 0 // 0: 0,
	for (int i = 0; i < n; i++) {
		__hetero_parallel_loop(1, I, O);
		a[i] = i;
	}
#elif CASE == 1 // 1: 120, '__hetero_task_begin' in '_Z4rootPimi' has no matching '__hetero_task_end' [hetero-pair]
	void *task = __hetero_task_begin(I, O);
	a[0] = (int)(size_t)task;
#elif CASE == 2 // 2: 120, is left by a return, not by '__hetero_task_end' [hetero-pair]
	void *task = __hetero_task_begin(I, O);
	if (n == 3)
		return;
	a[0] = 1;
	__hetero_task_end(task);
#elif CASE == 3 // 3: 120, input 2, a pointer, is not followed by its size in bytes [hetero-arguments]
	void *task = __hetero_task_begin(2, a, bytes, a, 1.0, O);
	__hetero_task_end(task);
#elif CASE == 4 // 4: 120, arguments follow after 1 inputs and 1 outputs [hetero-arguments]
	void *task = __hetero_task_begin(1, a, bytes, 1, a, bytes, n);
	__hetero_task_end(task);
#elif CASE == 5 // 5: 120, output 1 is not a pointer; a task writes a scalar through a pointer to it [hetero-arguments]
	void *task = __hetero_task_begin(I, 1, n);
	__hetero_task_end(task);
#elif CASE == 6 // 6: 120, which is not an input of task 'sum' [hetero-undeclared]
	void *task = __hetero_task_begin(1, a, bytes, O, "sum");
	a[0] = n;
	__hetero_task_end(task);
#elif CASE == 7 // 7: 120, the number of loops, its first argument, is not 1, 2 or 3 [hetero-arguments]
	for (int i = 0; i < n; i++) {
		__hetero_parallel_loop(4, I, O);
		a[i] = i;
	}
#elif CASE == 8 // 8: 120, it says 2, but the call is in 1 [hetero-loop]
	for (int i = 0; i < n; i++) {
		__hetero_parallel_loop(2, I, O);
		a[i] = i;
	}
#elif CASE == 9 // 9: 120, it carries a value from one iteration to the next [hetero-loop]
	int sum = 0;
	for (int i = 0; i < n; i++) {
		__hetero_parallel_loop(1, I, O);
		sum += a[i];
		a[i] = sum;
	}
#elif CASE == 10 // 10: 120, its extent depends on {.*}, the index of another of its loops [hetero-loop]
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++) {
			__hetero_parallel_loop(2, I, O);
			a[i + k] = i;
		}
#elif CASE == 11 // 11: 120, contains code outside of its tasks: a store [hetero-computes]
	void *task = __hetero_task_begin(I, O);
	a[0] = n;
	__hetero_task_end(task);
	a[1] = n;
#elif CASE == 12 // 12: 120, a condition that decides whether task 'maybe' runs [hetero-computes]
	if (n > 3) {
		void *task = __hetero_task_begin(I, O, "maybe");
		a[0] = n;
		__hetero_task_end(task);
	}
#elif CASE == 13 // 13: 123, '__hetero_reduce' in {.*} is not supported: Hetero-C++ has no such call [hetero-unsupported]
	void *task = __hetero_task_begin(I, O);
	__hetero_reduce(a);
	__hetero_task_end(task);
#elif CASE == 14 // 14: 0, Hetero-C++ has no target 9; its targets are 0 to 7 [hint-unserved]
	void *task = __hetero_task_begin(I, O);
	__hetero_hint(9);
	a[0] = n;
	__hetero_task_end(task);
#elif CASE == 15 // 15: 120, a sequential loop encloses it [hetero-loop]
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < n; i++) {
			__hetero_parallel_loop(1, I, O);
			a[i] = i;
		}
#elif CASE == 16 // 16: 120, it has no task and no parallel loop [hetero-computes]
#elif CASE == 17 // 17: 120, is the second section of its task or function [hetero-pair]
	__hetero_section_end(section);
	section = __hetero_section_begin();
	void *task = __hetero_task_begin(I, O);
	a[0] = n;
	__hetero_task_end(task);
#elif CASE == 18 // 18: 120, its extent depends on {.*}, which is not an input of [hetero-loop]
	for (int i = 0; i < *a; i++) {
		__hetero_parallel_loop(1, I, O);
		a[i + 1] = i;
	}
#elif CASE == 19 // 19: 121, [write-through-in]
	void *task = __hetero_task_begin(I, 0);
	a[0] = n;
	__hetero_task_end(task);
#elif CASE == 20 // 20: 120, '_Z4rootPimi' has 3 parameters, but the inputs have 2 values [hetero-arguments]
	void *task = __hetero_task_begin(I, O);
	a[0] = n;
	__hetero_task_end(task);
#elif CASE == 21 // 21: 120, '__hetero_hint' in {.*} is outside of tasks and parallel loops [hetero-pair]
	void *task = __hetero_task_begin(I, O);
	other(a);
	__hetero_task_end(task);
#elif CASE == 22 // 22: 121, [data-race]
	void *reader = __hetero_task_begin(1, a, bytes, 0);
	volatile int x = a[0];
	(void)x;
	__hetero_task_end(reader);
	void *writer = __hetero_task_begin(I, O);
	a[0] = n;
	__hetero_task_end(writer);
#elif CASE == 23 // 23: 123, '__hetero_malloc' in {.*} is not supported: a task calls it; call it in host code [hetero-unsupported]
	void *task = __hetero_task_begin(I, O);
	*(int *)__hetero_malloc(4) = 1;
	__hetero_task_end(task);
#endif
	__hetero_section_end(section);
}

#if CASE == 21
__attribute__((noinline)) void other(int *a)
{
	__hetero_hint(1);
	a[0] = 1;
}
#endif

int main()
{
	int a[16] = {0};
#if CASE == 20
	void *graph = __hetero_launch((void *)root, 1, a, sizeof a, 1, a, sizeof a);
#else
	void *graph = __hetero_launch((void *)root, 2, a, sizeof a, 8, 1, a, sizeof a);
#endif
	__hetero_wait(graph);
	return 0;
}
