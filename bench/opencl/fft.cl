/* One step of a Fourier transform of radix 2 (Stockham), with its factors from sin and cos. */
__kernel void fft(__global const float2 *in, __global float2 *out, int span)
{
	int id = get_global_id(0), half_size = get_global_size(0), k = id & (span - 1);
	float2 a = in[id], b = in[id + half_size], turned;
	float angle = -M_PI_F * k / span, c = cos(angle), s = sin(angle);
	int to = ((id - k) << 1) + k;

	turned = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
	out[to] = a + turned;
	out[to + span] = a - turned;
}
