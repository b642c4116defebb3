/* backends/cpu/cpu_pool.c -- a thread pool.
 *
 * Threads are created when there is work for the first time, so that a program that offloads
 * nothing has none.
 * Invariant: when cpu_pool_run() returns, no thread is inside WORK.
 * Owns:      the threads.
 * Not here:  how work is divided (cpu.c). */
#include <signal.h>

#include "backends/cpu/cpu.h"

struct cpu_pool {
	pthread_mutex_t user; /* serialises jobs */
	pthread_mutex_t lock; /* protects all fields below */
	pthread_cond_t begun, ended;
	pthread_t *threads; /* owned */
	uint32_t wanted, made;
	uint64_t job;  /* number of the present or last job */
	uint32_t busy; /* number of threads working on it */
	bool closing;
	void (*work)(void *data, uint32_t i);
	void *data;
	uint32_t count;
	uint32_t next; /* atomic */
};

static void take_part(cpu_pool *pool)
{
	uint32_t i;

	while ((i = __atomic_fetch_add(&pool->next, 1, __ATOMIC_RELAXED)) < pool->count)
		pool->work(pool->data, i);
}

static void *worker(void *data)
{
	cpu_pool *pool = data;
	uint64_t seen = 0;
	sigset_t user;

	sigemptyset(&user); /* Ctrl-C is handled by the program's threads */
	sigaddset(&user, SIGINT);
	sigaddset(&user, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &user, NULL);
	pthread_mutex_lock(&pool->lock);
	for (;;) {
		while (pool->job == seen && !pool->closing)
			pthread_cond_wait(&pool->begun, &pool->lock);
		if (pool->closing)
			break;
		seen = pool->job;
		if (__atomic_load_n(&pool->next, __ATOMIC_RELAXED) >= pool->count)
			continue; /* the job has ended meanwhile */
		pool->busy++;
		pthread_mutex_unlock(&pool->lock);
		take_part(pool);
		pthread_mutex_lock(&pool->lock);
		if (--pool->busy == 0)
			pthread_cond_signal(&pool->ended);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

cpu_pool *cpu_pool_new(uint32_t threads)
{
	cpu_pool *pool = hr_alloc_zero(sizeof(*pool));

	pthread_mutex_init(&pool->user, NULL);
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->begun, NULL);
	pthread_cond_init(&pool->ended, NULL);
	pool->wanted = threads - 1; /* the caller works, too */
	pool->threads = hr_alloc_array(threads, sizeof(*pool->threads));
	return pool;
}

void cpu_pool_free(cpu_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->closing = true;
	pthread_cond_broadcast(&pool->begun);
	pthread_mutex_unlock(&pool->lock);
	for (uint32_t i = 0; i < pool->made; i++)
		pthread_join(pool->threads[i], NULL);
	pthread_mutex_destroy(&pool->user);
	pthread_mutex_destroy(&pool->lock);
	pthread_cond_destroy(&pool->begun);
	pthread_cond_destroy(&pool->ended);
	hr_free(pool->threads);
	hr_free(pool);
}

void cpu_pool_run(cpu_pool *pool, uint32_t count, void (*work)(void *data, uint32_t i), void *data)
{
	pthread_mutex_lock(&pool->user);
	pthread_mutex_lock(&pool->lock);
	while (pool->made < pool->wanted &&
	       pthread_create(&pool->threads[pool->made], NULL, worker, pool) == 0)
		pool->made++;
	pool->wanted = pool->made; /* the system may permit no more threads */
	pool->work = work;
	pool->data = data;
	pool->count = count;
	__atomic_store_n(&pool->next, 0, __ATOMIC_RELAXED);
	pool->job++;
	pthread_cond_broadcast(&pool->begun);
	pthread_mutex_unlock(&pool->lock);
	take_part(pool);
	pthread_mutex_lock(&pool->lock);
	while (pool->busy)
		pthread_cond_wait(&pool->ended, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	pthread_mutex_unlock(&pool->user);
}
