/* target.c -- target regions of OpenMP. */
int omp_get_thread_num(void), omp_get_team_num(void), omp_get_num_threads(void), omp_get_num_teams(void), omp_get_level(void);

void saxpy(float a, float *x, float *y, int n)
{
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
	for (int i = 0; i < n; i++)
		y[i] += a * x[i];
}

double sum(double *x, int n)
{
	double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(to : x[0 : n]) map(tofrom : s)
	for (int i = 0; i < n; i++)
		s += x[i];
	return s;
}

void collapse(float *a, int n, int m)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : n * m])
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i * m + j] += i * 10 + j;
}

/* The main thread and parallel regions, one with fewer threads, a barrier and a reduction in it. */
void generic(int *a, int n)
{
#pragma omp target map(tofrom : a[0 : n])
	{
		int k = 3, least = 1000, team = 0;

		a[0] = 7;
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			a[i] = k + i;
#pragma omp parallel num_threads(5) reduction(min : least)
		{
			int own = omp_get_thread_num();

			a[1 + own] += omp_get_num_threads();
#pragma omp barrier
			least = a[1 + (own + 1) % 5];
#pragma omp single
			team = omp_get_num_threads();
		}
		a[0] += a[1] + 100 * least + 10000 * team;
	}
}

void ids(int *a)
{
#pragma omp target teams num_teams(2) map(tofrom : a[0 : 64])
#pragma omp parallel num_threads(20)
	{
		int level = 0;

#pragma omp parallel reduction(+ : level)
		level += omp_get_level();
		a[omp_get_team_num() * 32 + omp_get_thread_num()] =
			omp_get_num_threads() * 100 + omp_get_num_teams() * 10 + level;
	}
}

void rows(float *a, int n)
{
#pragma omp target teams distribute map(tofrom : a[0 : n * n])
	for (int i = 0; i < n; i++) {
		float row = i;

#pragma omp parallel for schedule(static, 2)
		for (int j = 0; j < n; j++)
			a[i * n + j] = row + j;
	}
}

/* The last thread reads what another one may write. */
void race(int *a, int n)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n + 1])
	for (int i = 0; i < n; i++)
		a[i] = a[i + 1];
}
