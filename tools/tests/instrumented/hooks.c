/* instrumented/hooks.c -- two files in one: with HOST, a host that defines the hooks of -finstrument-functions and
 * -fsanitize-coverage; without, the graph. Prints 7 and whether a hook was called. */
#include <hpvm.h>
#include <stdint.h>
#include <stdio.h>

void Root(int *out, size_t bytes);

#ifdef HOST
#define HOOK __attribute__((no_instrument_function, no_sanitize("coverage")))

struct __attribute__((packed)) arguments {
	int *out;
	size_t bytes;
};

static int calls;

HOOK void __cyg_profile_func_enter(void *function, void *site)
{
	(void)function, (void)site;
	calls++;
}

HOOK void __cyg_profile_func_exit(void *function, void *site)
{
	(void)function, (void)site;
}

HOOK void __cyg_profile_func_enter_bare(void)
{
	calls++;
}

HOOK void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	(void)start, (void)stop;
}

HOOK void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	(void)guard;
	calls++;
}

__attribute__((noinline)) int last(const int *numbers, int n)
{
	return numbers[n - 1];
}

int main(void)
{
	static int out[8];
	struct arguments arguments = {out, sizeof(out)};

	__hpvm__init();
	llvm_hpvm_track_mem(out, sizeof(out));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(out, sizeof(out));
	printf("%d %s\n", last(out, 8), calls ? "called" : "not called");
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	return 0;
}
#else
void Number(int *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);

	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	out[i] = (int)i;
}

void Root(int *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);

	void *number = __hpvm__createNodeND(1, Number, (size_t)8);

	__hpvm__bindIn(number, 0, 0, 0);
	__hpvm__bindIn(number, 1, 1, 0);
}
#endif
