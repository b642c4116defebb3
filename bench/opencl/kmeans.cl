/* The nearest of a few centres for each point; coordinates are stored by dimension. */
__kernel void kmeans(__global const float *point, __global const float *centre,
		     __global int *nearest, int points, int centres, int dimensions)
{
	int id = get_global_id(0), best = 0;
	float least = FLT_MAX;

	if (id >= points)
		return;
	for (int c = 0; c < centres; c++) {
		float sum = 0;

		for (int d = 0; d < dimensions; d++) {
			float difference = point[d * points + id] - centre[c * dimensions + d];

			sum += difference * difference;
		}
		if (sum < least) {
			least = sum;
			best = c;
		}
	}
	nearest[id] = best;
}
