/* examples/camera -- a camera pipeline of five nodes, from a Bayer mosaic to 8-bit RGB.
 *
 *   level =all=> demosaic =all=> denoise =one=> transform =one=> tone
 *
 * Every node is replicated over the pixels. If a node reads pixels of neighbours, the edge into it
 * is all-to-all. The last two nodes need their own pixel only, so the edges are one-to-one, and
 * these nodes may run before the rest of the image is ready. "transform" works in place on what
 * "denoise" wrote for the same pixel; it could not overwrite what "denoise" reads. Edges carry
 * sizes; the pointers are bound from the root. */
#define EXAMPLE_NAME "camera"
#include "../common.h"

#include <hpvm.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

static const std::size_t HEIGHT = 240, WIDTH = 320, PIXELS = HEIGHT * WIDTH, SAMPLE_STRIDE = 59;
static const int BLACK = 64, WHITE = 1023;

/* RGGB: red in even rows and columns, blue in odd ones, green elsewhere. 0 is red, 1 green, 2
 * blue. */
static inline int colour_at(long row, long column)
{
	return (int)(row & 1) + (int)(column & 1);
}

static const float gain[3] = {1.9f, 1.0f, 1.6f};

/* From sensor colours to screen colours. Each row adds up to 1, so that grey stays grey. */
static const float matrix[3][3] = {
	{1.55f, -0.40f, -0.15f}, {-0.20f, 1.45f, -0.25f}, {0.05f, -0.55f, 1.50f}};

/* Subtracts the black level, scales to [0, 1] and balances white. */
void camera_level(const std::uint16_t *raw, std::size_t raw_bytes, float *plane,
		  std::size_t plane_bytes)
{
	__hpvm__hint(hpvm::GPU_TARGET);
	__hpvm__attributes(1, raw, 1, plane);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long pixel = row * __hpvm__getNumNodeInstances_y(self) + column;
	int above = raw[pixel] > BLACK ? raw[pixel] - BLACK : 0;

	plane[pixel] = (float)above / (float)(WHITE - BLACK) * gain[colour_at(row, column)];
	__hpvm__return(1, plane_bytes);
}

/* A pixel's own colour is its value; another colour is the mean of that colour in the
 * neighbourhood. */
void camera_demosaic(const float *plane, std::size_t plane_bytes, float *rgb, std::size_t rgb_bytes)
{
	__hpvm__hint(hpvm::GPU_TARGET);
	__hpvm__attributes(1, plane, 1, rgb);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long height = __hpvm__getNumNodeInstances_x(self);
	long width = __hpvm__getNumNodeInstances_y(self);
	long pixel = row * width + column;
	float sum[3] = {0, 0, 0}, count[3] = {0, 0, 0};

	for (long r = row - 1; r <= row + 1; r++)
		for (long c = column - 1; c <= column + 1; c++)
			if (r >= 0 && r < height && c >= 0 && c < width) {
				sum[colour_at(r, c)] += plane[r * width + c];
				count[colour_at(r, c)] += 1;
			}
	for (int colour = 0; colour < 3; colour++)
		rgb[3 * pixel + colour] = colour == colour_at(row, column)
						  ? plane[pixel]
						  : sum[colour] / count[colour];
	__hpvm__return(1, rgb_bytes);
}

/* Weighted mean of the 3 x 3 neighbours; the weight falls with the difference in colour. */
void camera_denoise(const float *rgb, std::size_t rgb_bytes, float *clean, std::size_t clean_bytes)
{
	__hpvm__hint(hpvm::GPU_TARGET);
	__hpvm__attributes(1, rgb, 1, clean);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long height = __hpvm__getNumNodeInstances_x(self);
	long width = __hpvm__getNumNodeInstances_y(self);
	const float *own = rgb + 3 * (row * width + column);
	float sum[3] = {0, 0, 0}, weights = 0;

	for (long r = row - 1; r <= row + 1; r++)
		for (long c = column - 1; c <= column + 1; c++) {
			if (r < 0 || r >= height || c < 0 || c >= width)
				continue;
			const float *other = rgb + 3 * (r * width + c);
			float distance = 0;

			for (int colour = 0; colour < 3; colour++)
				distance += (other[colour] - own[colour]) *
					    (other[colour] - own[colour]);
			float weight = 1.0f / (1.0f + 40.0f * distance);

			for (int colour = 0; colour < 3; colour++)
				sum[colour] += weight * other[colour];
			weights += weight;
		}
	for (int colour = 0; colour < 3; colour++)
		clean[3 * (row * width + column) + colour] = sum[colour] / weights;
	__hpvm__return(1, clean_bytes);
}

/* The colour matrix, in place. */
void camera_transform(float *clean, std::size_t clean_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, clean, 1, clean);

	void *self = __hpvm__getNode();
	long pixel = __hpvm__getNodeInstanceID_x(self) * __hpvm__getNumNodeInstances_y(self) +
		     __hpvm__getNodeInstanceID_y(self);
	float *own = clean + 3 * pixel;
	float r = own[0], g = own[1], b = own[2];

	for (int colour = 0; colour < 3; colour++)
		own[colour] = matrix[colour][0] * r + matrix[colour][1] * g + matrix[colour][2] * b;
	__hpvm__return(1, clean_bytes);
}

/* Fits the colour into the screen's gamut by mixing in grey of the same lightness, then applies the
 * tone curve and rounds to 8 bits. */
void camera_tone(const float *clean, std::size_t clean_bytes, std::uint8_t *screen,
		 std::size_t screen_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, clean, 1, screen);

	void *self = __hpvm__getNode();
	long pixel = __hpvm__getNodeInstanceID_x(self) * __hpvm__getNumNodeInstances_y(self) +
		     __hpvm__getNodeInstanceID_y(self);
	const float *own = clean + 3 * pixel;
	float grey = fminf(0.2126f * own[0] + 0.7152f * own[1] + 0.0722f * own[2], 1.0f);
	float keep = 1.0f;

	for (int colour = 0; colour < 3; colour++) {
		if (own[colour] > 1.0f)
			keep = fminf(keep, (1.0f - grey) / (own[colour] - grey));
		else if (own[colour] < 0.0f)
			keep = fminf(keep, grey / (grey - own[colour]));
	}
	for (int colour = 0; colour < 3; colour++) {
		float inside = fmaxf(grey + keep * (own[colour] - grey), 0.0f);

		screen[3 * pixel + colour] =
			(std::uint8_t)(fminf(powf(inside, 1.0f / 2.2f), 1.0f) * 255.0f + 0.5f);
	}
	__hpvm__return(2, screen, screen_bytes);
}

void camera_root(const std::uint16_t *raw, std::size_t raw_bytes, float *plane,
		 std::size_t plane_bytes, float *rgb, std::size_t rgb_bytes, float *clean,
		 std::size_t clean_bytes, std::uint8_t *screen, std::size_t screen_bytes,
		 std::size_t height, std::size_t width)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, raw, 4, plane, rgb, clean, screen);

	void *level = __hpvm__createNodeND(2, camera_level, height, width);
	void *demosaic = __hpvm__createNodeND(2, camera_demosaic, height, width);
	void *denoise = __hpvm__createNodeND(2, camera_denoise, height, width);
	void *transform = __hpvm__createNodeND(2, camera_transform, height, width);
	void *tone = __hpvm__createNodeND(2, camera_tone, height, width);

	__hpvm__bindIn(level, 0, 0, 0);
	__hpvm__bindIn(level, 1, 1, 0);
	__hpvm__bindIn(level, 2, 2, 0);
	__hpvm__bindIn(level, 3, 3, 0);

	__hpvm__bindIn(demosaic, 2, 0, 0);
	__hpvm__edge(level, demosaic, 1, 0, 1, 0);
	__hpvm__bindIn(demosaic, 4, 2, 0);
	__hpvm__bindIn(demosaic, 5, 3, 0);

	__hpvm__bindIn(denoise, 4, 0, 0);
	__hpvm__edge(demosaic, denoise, 1, 0, 1, 0);
	__hpvm__bindIn(denoise, 6, 2, 0);
	__hpvm__bindIn(denoise, 7, 3, 0);

	__hpvm__bindIn(transform, 6, 0, 0);
	__hpvm__edge(denoise, transform, 0, 0, 1, 0);

	__hpvm__bindIn(tone, 6, 0, 0);
	__hpvm__edge(transform, tone, 0, 0, 1, 0);
	__hpvm__bindIn(tone, 8, 2, 0);
	__hpvm__bindIn(tone, 9, 3, 0);
	__hpvm__bindOut(tone, 0, 0, 0);
	__hpvm__bindOut(tone, 1, 1, 0);
}

/* The arguments of camera_root, followed by its two outputs, which are the picture again. */
struct __attribute__((packed)) CameraArguments {
	const std::uint16_t *raw;
	std::size_t raw_bytes;
	float *plane;
	std::size_t plane_bytes;
	float *rgb;
	std::size_t rgb_bytes;
	float *clean;
	std::size_t clean_bytes;
	std::uint8_t *screen;
	std::size_t screen_bytes;
	std::size_t height, width;
	std::uint8_t *picture;
	std::size_t picture_bytes;
};

/* Tracks the elements of a vector. The vector must not be resized while they are tracked. */
template <typename T> static std::size_t track(std::vector<T> &elements)
{
	llvm_hpvm_track_mem(elements.data(), elements.size() * sizeof(T));
	return elements.size() * sizeof(T);
}

static std::vector<std::uint8_t> develop_on_graph(std::vector<std::uint16_t> &raw)
{
	std::vector<float> plane(PIXELS), rgb(3 * PIXELS), clean(3 * PIXELS);
	std::vector<std::uint8_t> screen(3 * PIXELS);
	CameraArguments arguments;

	__hpvm__init();
	arguments.raw = raw.data();
	arguments.raw_bytes = track(raw);
	arguments.plane = plane.data();
	arguments.plane_bytes = track(plane);
	arguments.rgb = rgb.data();
	arguments.rgb_bytes = track(rgb);
	arguments.clean = clean.data();
	arguments.clean_bytes = track(clean);
	arguments.screen = screen.data();
	arguments.screen_bytes = track(screen);
	arguments.height = HEIGHT;
	arguments.width = WIDTH;
	void *graph = __hpvm__launch(0, camera_root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(arguments.picture, arguments.picture_bytes);
	llvm_hpvm_untrack_mem(raw.data());
	llvm_hpvm_untrack_mem(plane.data());
	llvm_hpvm_untrack_mem(rgb.data());
	llvm_hpvm_untrack_mem(clean.data());
	llvm_hpvm_untrack_mem(screen.data());
	__hpvm__cleanup();
	return screen;
}

/* ---- The same in plain C++: an image of structs, one pass for each step, in binary64 ---- */

struct Colour {
	double at[3];
};

static bool inside(long row, long column)
{
	return row >= 0 && row < (long)HEIGHT && column >= 0 && column < (long)WIDTH;
}

static Colour demosaic_plain(const std::vector<double> &plane, long row, long column)
{
	Colour sum = {{0, 0, 0}}, count = {{0, 0, 0}};

	for (long r = row - 1; r <= row + 1; r++)
		for (long c = column - 1; c <= column + 1; c++)
			if (inside(r, c)) {
				sum.at[colour_at(r, c)] += plane[r * WIDTH + c];
				count.at[colour_at(r, c)]++;
			}
	for (int colour = 0; colour < 3; colour++)
		sum.at[colour] /= count.at[colour];
	sum.at[colour_at(row, column)] = plane[row * WIDTH + column];
	return sum;
}

static Colour denoise_plain(const std::vector<Colour> &image, long row, long column)
{
	const Colour &own = image[row * WIDTH + column];
	Colour sum = {{0, 0, 0}};
	double weights = 0;

	for (long r = row - 1; r <= row + 1; r++)
		for (long c = column - 1; c <= column + 1; c++) {
			if (!inside(r, c))
				continue;
			const Colour &other = image[r * WIDTH + c];
			double distance = 0;

			for (int colour = 0; colour < 3; colour++)
				distance += pow(other.at[colour] - own.at[colour], 2);
			for (int colour = 0; colour < 3; colour++)
				sum.at[colour] += other.at[colour] / (1 + 40 * distance);
			weights += 1 / (1 + 40 * distance);
		}
	for (int colour = 0; colour < 3; colour++)
		sum.at[colour] /= weights;
	return sum;
}

static void finish_plain(const Colour &clean, std::uint8_t *screen)
{
	Colour own = {{0, 0, 0}};
	double grey, keep = 1;

	for (int colour = 0; colour < 3; colour++)
		for (int from = 0; from < 3; from++)
			own.at[colour] += (double)matrix[colour][from] * clean.at[from];
	grey = fmin(0.2126 * own.at[0] + 0.7152 * own.at[1] + 0.0722 * own.at[2], 1);
	for (int colour = 0; colour < 3; colour++) {
		if (own.at[colour] > 1)
			keep = fmin(keep, (1 - grey) / (own.at[colour] - grey));
		else if (own.at[colour] < 0)
			keep = fmin(keep, grey / (grey - own.at[colour]));
	}
	for (int colour = 0; colour < 3; colour++) {
		double fitted = fmax(grey + keep * (own.at[colour] - grey), 0);

		screen[colour] = (std::uint8_t)(fmin(pow(fitted, 1 / 2.2), 1) * 255 + 0.5);
	}
}

static std::vector<std::uint8_t> develop_in_plain_c(const std::vector<std::uint16_t> &raw)
{
	std::vector<double> plane(PIXELS);
	std::vector<Colour> image(PIXELS);
	std::vector<std::uint8_t> screen(3 * PIXELS);

	for (std::size_t i = 0; i < PIXELS; i++)
		plane[i] = (double)std::max(raw[i] - BLACK, 0) / (WHITE - BLACK) *
			   (double)gain[colour_at(long(i / WIDTH), long(i % WIDTH))];
	for (std::size_t i = 0; i < PIXELS; i++)
		image[i] = demosaic_plain(plane, long(i / WIDTH), long(i % WIDTH));
	for (std::size_t i = 0; i < PIXELS; i++)
		finish_plain(denoise_plain(image, long(i / WIDTH), long(i % WIDTH)),
			     &screen[3 * i]);
	return screen;
}

/* Stripes, a bright disc and noise. Some values are below the black level, some are saturated. */
static std::vector<std::uint16_t> make_raw()
{
	std::vector<std::uint16_t> raw(PIXELS);

	for (std::size_t i = 0; i < PIXELS; i++) {
		int row = int(i / WIDTH), column = int(i % WIDTH);
		int value =
			((row * 3 + column * 2) & 255) + int(example_bits(1, i) >> 33 & 127) + 40;

		if ((row - 90) * (row - 90) + (column - 200) * (column - 200) < 70 * 70)
			value += 450 + row;
		raw[i] = std::uint16_t(std::min(value, WHITE));
	}
	return raw;
}

/* 8-bit values as fractions of full scale: a value close to a half may be rounded either way, and a
 * difference of one must count the same in dark and bright areas. */
static std::vector<float> scale(const std::vector<std::uint8_t> &screen)
{
	std::vector<float> scaled(screen.size());

	for (std::size_t i = 0; i < screen.size(); i++)
		scaled[i] = float(screen[i]) / 255.0f;
	return scaled;
}

int main(int argc, char **argv)
{
	std::vector<std::uint16_t> raw = make_raw();
	std::vector<float> screen = scale(develop_on_graph(raw)),
			   plain = scale(develop_in_plain_c(raw));
	example_array expected, got = example_view(EXAMPLE_FLOAT32, screen.data(), screen.size());
	char line[256];
	int status;

	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	example_error versus_plain =
		example_compare(got, example_view(EXAMPLE_FLOAT32, plain.data(), plain.size()));
	example_error versus_numpy = example_compare_summary(got, expected, SAMPLE_STRIDE);
	std::free(const_cast<void *>(expected.data));
	status = example_verdict(line, sizeof line, EXAMPLE_NAME " 240x320", &versus_plain,
				 &versus_numpy, 1.01 / 255);
	std::cout << line << std::endl;
	return status;
}
