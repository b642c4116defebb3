/* bench/kernels/blackscholes.c -- prices of European options, Black and Scholes' formula. */
#define KERNEL_DIMS 1
/* clang-format off */
#define KERNEL_PARAMETERS(BUFFER, VALUE)                                                           \
	BUFFER(const float, price)                                                                 \
	BUFFER(const float, strike) BUFFER(const float, years) BUFFER(float, worth)
/* clang-format on */
#define KERNEL_ATTRIBUTES 3, price, strike, years, 1, worth
#define KERNEL_RESULT     worth
#include "kernel.h"

/* The cumulative normal distribution: Zelen and Severo's polynomial, with an error below 7.5e-8. */
INLINE float normal_below(float d)
{
	float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	float tail =
		0.39894228f * expf(-0.5f * d * d) * k *
		(0.31938153f +
		 k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));

	return d < 0 ? tail : 1.0f - tail;
}

/* worth: calls, then puts. n: the interest rate in thousandths. */
BODY
{
	float rate = (float)n * 0.001f, volatility = 0.3f, time = years[x];
	float spread = volatility * sqrtf(time);
	float d1 = (logf(price[x] / strike[x]) + (rate + 0.5f * volatility * volatility) * time) /
		   spread;
	float d2 = d1 - spread, discounted = strike[x] * expf(-rate * time);
	float below1 = normal_below(d1), below2 = normal_below(d2);

	worth[x] = price[x] * below1 - discounted * below2;
	worth[nx + x] = discounted * (1.0f - below2) - price[x] * (1.0f - below1);
}

#ifndef BENCH_DEVICE
/* "size" options. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 6;
	float *price = NEW_BUFFER(l, price, size), *strike = NEW_BUFFER(l, strike, size);
	float *years = NEW_BUFFER(l, years, size);

	NEW_BUFFER(l, worth, 2 * size);
	for (size_t i = 0; i < size; i++) {
		price[i] = 5.0f + 25.0f * random_float(&state);
		strike[i] = 1.0f + 99.0f * random_float(&state);
		years[i] = 0.25f + 9.75f * random_float(&state);
	}
	l->nx = size;
}

static void advance(struct launch *l, size_t step)
{
	l->n = 20 + step;
}
#endif
#include "main.h"
