/* The forces between all bodies: vectors of four, and a reciprocal square root. */
__kernel void nbody(__global const float4 *body, __global float4 *force, int n)
{
	int i = get_global_id(0);
	float4 self = body[i], sum = 0;

	for (int j = 0; j < n; j++) {
		float4 other = body[j];
		float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
		float inverse = rsqrt(x * x + y * y + z * z + .01f);
		float scale = other.w * inverse * inverse * inverse;

		sum.x += x * scale;
		sum.y += y * scale;
		sum.z += z * scale;
	}
	force[i] = sum;
}
