/* The Mandelbrot set: work-items leave the loop at different times. Columns are numbered by x, or
 * with BY_Y by y. */
#pragma OPENCL FP_CONTRACT OFF
#ifdef BY_Y
enum { COLUMN = 1, ROW = 0 };
#else
enum { COLUMN = 0, ROW = 1 };
#endif

__kernel void mandelbrot(__global int *out, int width, int height, int most)
{
	int column = get_global_id(COLUMN), row = get_global_id(ROW), count = 0;
	float cx = column * 3.0f / width - 2, cy = row * 2.0f / height - 1, x = 0, y = 0;

	while (count < most && x * x + y * y < 4) {
		float next = x * x - y * y + cx;

		y = 2 * x * y + cy;
		x = next;
		count++;
	}
	out[row * width + column] = count;
}
