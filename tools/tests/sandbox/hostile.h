/* hostile.h -- frame of the programs of hostile.txt: attack() runs as host code, or with -DLEAF in
 * each instance of a leaf. A program that gets away with it prints the word that the test looks for. */
#ifndef HOSTILE_H
#define HOSTILE_H

#define _GNU_SOURCE 1
#include "graph.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
using namespace hpvm;
#endif

static void attack(void);
static volatile uintptr_t sink; /* what is read is used */
static volatile uintptr_t zero; /* what compilers do not know */

static void escaped(void)
{
	puts("ESCAPED");
}

#ifdef LEAF
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	attack();
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(8)
#else
int main(void)
{
	attack();
	puts("survived");
	return 0;
}
#endif
#endif
