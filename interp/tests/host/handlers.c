//: out 1 3 5 9 3
//: out 1
//: out 1
//: out 42 42
//: out once
//: out key v
//: out 6 10
//: out HX=1
//: out out
//: out bye
//: out on_exit 3 p
//: exit 3
#include <stdlib.h>
#include <stdio.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <string.h>
extern char **environ;
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void bye(void) { puts("bye"); }
static void onx(int s, void *p) { printf("on_exit %d %s\n", s, (char *)p); }
static volatile int got;
static void handler(int s) { got = s; }
static void info(int s, siginfo_t *i, void *c) { got = s + 100 * (i->si_pid == getpid()); }
static void *body(void *p) { int *n = p; *n += 1; return (void *)(long)*n; }
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) { puts("once"); }
static pthread_key_t key;
static void gone(void *p) { printf("key %s\n", (char *)p); }
static void *keyed(void *p) { pthread_setspecific(key, p); return NULL; }
static __thread int tl = 5;
static void *tls(void *p) { tl++; return (void *)(long)tl; }
int main(int argc, char **argv)
{
	int v[] = {5, 3, 9, 1}, k = 9, *f;
	pthread_t t; void *r; int n = 41;
	struct sigaction sa;
	qsort(v, 4, sizeof v[0], cmp);
	f = bsearch(&k, v, 4, sizeof v[0], cmp);
	printf("%d %d %d %d %d\n", v[0], v[1], v[2], v[3], (int)(f - v));
	atexit(bye); on_exit(onx, "p");
	signal(SIGUSR1, handler); raise(SIGUSR1); printf("%d\n", got == SIGUSR1);
	memset(&sa, 0, sizeof sa); sa.sa_sigaction = info; sa.sa_flags = SA_SIGINFO; sigaction(SIGUSR2, &sa, NULL);
	kill(getpid(), SIGUSR2); printf("%d\n", got == SIGUSR2 + 100);
	pthread_create(&t, NULL, body, &n); pthread_join(t, &r); printf("%d %ld\n", n, (long)r);
	pthread_once(&once, init); pthread_once(&once, init);
	pthread_key_create(&key, gone); pthread_create(&t, NULL, keyed, "v"); pthread_join(t, NULL);
	tl = 10; pthread_create(&t, NULL, tls, NULL); pthread_join(t, &r); printf("%ld %d\n", (long)r, tl);
	setenv("HX", "1", 1); for (char **e = environ; *e; e++) if (!strncmp(*e, "HX=", 3)) puts(*e);
	fputs("out\n", stdout);
	return 3;
}
