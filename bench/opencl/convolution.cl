/* A convolution of 3 x 3 in two dimensions with a constant filter; columns are numbered by x, or
 * with BY_Y by y. */
#ifdef BY_Y
enum { COLUMN = 1, ROW = 0 };
#else
enum { COLUMN = 0, ROW = 1 };
#endif

__constant float filter[9] = {.0625f, .125f, .0625f, .125f, .25f, .125f, .0625f, .125f, .0625f};

__kernel void convolution(__global const float *in, __global float *out, int width, int height)
{
	int x = get_global_id(COLUMN), y = get_global_id(ROW);
	float sum = 0;

	if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
		return;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			sum += in[(y + j) * width + x + i] * filter[(j + 1) * 3 + i + 1];
	out[y * width + x] = sum;
}
