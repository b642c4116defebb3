/* src/base/block_signals.c -- threads that handle no signals of the process. */
#include "src/base/block_signals.h"

#include <pthread.h>

void hr_block_signals(sigset_t *before)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
	sigset_t set;

	sigfillset(&set);
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		sigdelset(&set, own[i]);
	pthread_sigmask(SIG_SETMASK, &set, before);
}
