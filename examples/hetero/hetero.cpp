/* examples/hetero -- Hetero-C++: planes of an image are filtered, and normalised by their means.
 *
 * The root has a section of three nodes: a parallel loop of three dimensions (median of the
 * neighbours, with a private window), a task that depends on it (a reduction), and a task that
 * depends on both and has a section of its own with a parallel loop of two dimensions. A second
 * graph, between __hetero_launch_begin and __hetero_launch_end, counts pixels above a limit. */
#define EXAMPLE_NAME "hetero"
#include <heterocc.h>

#include "../common.h"

#ifndef DEVICE
#define DEVICE hetero::CPU_OR_SPIR_TARGET
#endif

enum { WINDOW = 9 };

static void sort(float *values, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && values[k] < values[k - 1]; k--) {
			float other = values[k];

			values[k] = values[k - 1];
			values[k - 1] = other;
		}
}

/* PLANES images of HEIGHT x WIDTH; SCALED gets the filtered images minus their means, times
 * SCALE. */
void filter(float *image, size_t image_bytes, float *filtered, size_t filtered_bytes, float *means,
	    size_t means_bytes, float *scaled, size_t scaled_bytes, size_t planes, size_t height,
	    size_t width, float scale)
{
	void *section = __hetero_section_begin();
	float window[WINDOW];

	for (size_t plane = 0; plane < planes; plane++) {
		for (size_t y = 1; y < height - 1; y++) {
			for (size_t x = 1; x < width - 1; x++) {
				__hetero_parallel_loop(3, 5, image, image_bytes, filtered,
						       filtered_bytes, planes, height, width, 1,
						       filtered, filtered_bytes, "median");
				__hetero_hint(DEVICE);
				__hetero_priv(1, window, sizeof window);
				const float *centre = image + (plane * height + y) * width + x;

				for (int i = 0; i < WINDOW; i++)
					window[i] = centre[(i / 3 - 1) * (long)width + i % 3 - 1];
				sort(window, WINDOW);
				filtered[(plane * height + y) * width + x] = window[WINDOW / 2];
			}
		}
	}

	void *sum = __hetero_task_begin(5, filtered, filtered_bytes, means, means_bytes, planes,
					height, width, 1, means, means_bytes, "mean");
	for (size_t plane = 0; plane < planes; plane++) {
		double total = 0;

		for (size_t i = 0; i < height * width; i++)
			total += filtered[plane * height * width + i];
		means[plane] = (float)(total / (double)(height * width));
	}
	__hetero_task_end(sum);

	void *normalise = __hetero_task_begin(7, filtered, filtered_bytes, means, means_bytes, scaled,
					      scaled_bytes, planes, height, width, scale, 1, scaled,
					      scaled_bytes, "normalise");
	void *inside = __hetero_section_begin();
	for (size_t plane = 0; plane < planes; plane++) {
		for (size_t i = 0; i < height * width; i++) {
			__hetero_parallel_loop(2, 7, filtered, filtered_bytes, means, means_bytes,
					       scaled, scaled_bytes, planes, height, width, scale, 1,
					       scaled, scaled_bytes, "scale");
			__hetero_hint(DEVICE);
			size_t at = plane * height * width + i;

			scaled[at] = (filtered[at] - means[plane]) * scale;
		}
	}
	__hetero_section_end(inside);
	__hetero_task_end(normalise);
	__hetero_section_end(section);
}

/* Returns how many of COUNT pixels are above LIMIT. */
static int count_above(float *pixels, size_t count, float limit)
{
	size_t bytes = count * sizeof *pixels;
	int *above = (int *)__hetero_malloc(sizeof *above), result;
	void *launch = __hetero_launch_begin(4, pixels, bytes, count, limit, above, sizeof *above, 1,
					     above, sizeof *above);
	void *section = __hetero_section_begin();
	void *task = __hetero_task_begin(4, pixels, bytes, count, limit, above, sizeof *above, 1,
					 above, sizeof *above, "count");
	*above = 0;
	for (size_t i = 0; i < count; i++) {
		__hetero_isNonZeroLoop((long)i);
		*above += pixels[i] > limit;
	}
	__hetero_task_end(task);
	__hetero_section_end(section);
	__hetero_launch_end(launch);
	result = *above;
	__hetero_free(above);
	return result;
}

/* The same as filter(), in plain C. */
static void filter_in_plain_c(const float *image, float *filtered, float *scaled, size_t planes,
			      size_t height, size_t width, float scale)
{
	for (size_t plane = 0; plane < planes; plane++) {
		const float *from = image + plane * height * width;
		float *to = filtered + plane * height * width;
		double total = 0;

		for (size_t y = 1; y < height - 1; y++)
			for (size_t x = 1; x < width - 1; x++) {
				float window[WINDOW];

				for (size_t i = 0; i < WINDOW; i++)
					window[i] = from[(y + i / 3 - 1) * width + x + i % 3 - 1];
				sort(window, WINDOW);
				to[y * width + x] = window[WINDOW / 2];
			}
		for (size_t i = 0; i < height * width; i++)
			total += to[i];
		for (size_t i = 0; i < height * width; i++)
			scaled[plane * height * width + i] =
				(to[i] - (float)(total / (double)(height * width))) * scale;
	}
}

int main(void)
{
	const size_t planes = 3, height = 20, width = 33, count = planes * height * width;
	const size_t bytes = count * sizeof(float);
	float *image = (float *)example_alloc(bytes), *filtered = (float *)example_alloc(bytes);
	float *means = (float *)example_alloc(planes * sizeof *means);
	float *scaled = (float *)example_alloc(bytes), *plain = (float *)example_alloc(bytes);
	const float scale = 4;
	int above = 0, counted;
	struct example_error error;
	void *graph;

	for (size_t i = 0; i < count; i++)
		image[i] = example_uniform(1, i);
	graph = __hetero_launch((void *)filter, 8, image, bytes, filtered, bytes, means,
				planes * sizeof *means, scaled, bytes, planes, height, width, scale, 3,
				filtered, bytes, means, planes * sizeof *means, scaled, bytes);
	__hetero_wait(graph);
	counted = count_above(scaled, count, 0.5f);

	memset(filtered, 0, bytes);
	filter_in_plain_c(image, filtered, plain, planes, height, width, scale);
	for (size_t i = 0; i < count; i++)
		above += plain[i] > 0.5f;
	error = example_compare(example_view(EXAMPLE_FLOAT32, scaled, count),
				example_view(EXAMPLE_FLOAT32, plain, count));
	free(image);
	free(filtered);
	free(means);
	free(scaled);
	free(plain);
	if (counted != above) {
		printf(EXAMPLE_NAME " counts %d pixels, not %d\n", counted, above);
		return 1;
	}
	return example_report(EXAMPLE_NAME " 3x20x33", &error, NULL, 1e-6);
}
