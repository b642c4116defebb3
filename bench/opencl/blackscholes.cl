/* Prices of European options: exponential function, logarithm and square root. */
float normal(float x)
{
	float k = 1 / (1 + .2316419f * fabs(x));
	float sum = k * (.31938153f +
			 k * (-.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
	float tail = .39894228f * exp(-.5f * x * x) * sum;

	return x > 0 ? 1 - tail : tail;
}

__kernel void blackscholes(__global const float *price, __global const float *strike,
			   __global const float *years, __global float *call, __global float *put,
			   float rate, float volatility)
{
	int i = get_global_id(0);
	float s = price[i], k = strike[i], t = years[i], root = sqrt(t);
	float d = (log(s / k) + (rate + .5f * volatility * volatility) * t) / (volatility * root);
	float discount = k * exp(-rate * t);
	float n = normal(d), m = normal(d - volatility * root);

	call[i] = s * n - discount * m;
	put[i] = discount * (1 - m) - s * (1 - n);
}
