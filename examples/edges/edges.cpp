/* examples/edges -- edge detection in a sequence of images, as a stream.
 *
 *            /==> laplacian ==================\
 *   smooth =<                                  ==> mark ==> count
 *            \==> gradient ==> strongest =====/
 *
 * The host pushes a frame while the previous one is still being processed. Executions of different
 * nodes are not ordered, so every frame has separate buffers. A pixel is an edge if the Laplacian
 * of the smoothed image changes its sign and the gradient there is at least an eighth of the
 * frame's largest gradient. All arithmetic is on integers, so results are exact. */
#define EXAMPLE_NAME "edges"
#include "../common.h"

#include <hpvm.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iostream>
#include <sstream>
#include <vector>

static const std::size_t FRAMES = 6, HEIGHT = 240, WIDTH = 320, PIXELS = HEIGHT * WIDTH;
/* The number of frames in flight: one that is being processed and one that waits. */
static const std::size_t IN_FLIGHT = 2;
static const int STRENGTH = 8;

/* The index of the pixel nearest to (row, column) in an image. */
static inline long nearest(long row, long column, long height, long width)
{
	row = row < 0 ? 0 : row >= height ? height - 1 : row;
	column = column < 0 ? 0 : column >= width ? width - 1 : column;
	return row * width + column;
}

/* 5 x 5 binomial filter, rounded. There is one output for each edge that leaves the node. */
void edges_smooth(const std::uint8_t *frame, std::size_t frame_bytes, std::uint8_t *smooth,
		  std::size_t smooth_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, frame, 1, smooth);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long height = __hpvm__getNumNodeInstances_x(self);
	long width = __hpvm__getNumNodeInstances_y(self);
	const int weight[5] = {1, 4, 6, 4, 1};
	int sum = 128;

	for (int r = 0; r < 5; r++)
		for (int c = 0; c < 5; c++)
			sum += weight[r] * weight[c] *
			       frame[nearest(row + r - 2, column + c - 2, height, width)];
	smooth[row * width + column] = (std::uint8_t)(sum / 256);
	__hpvm__return(2, smooth_bytes, smooth_bytes);
}

/* Eight times the pixel minus its eight neighbours. */
void edges_laplacian(const std::uint8_t *smooth, std::size_t smooth_bytes, std::int16_t *laplacian,
		     std::size_t laplacian_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, smooth, 1, laplacian);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long height = __hpvm__getNumNodeInstances_x(self);
	long width = __hpvm__getNumNodeInstances_y(self);
	int sum = 9 * smooth[row * width + column];

	for (long r = row - 1; r <= row + 1; r++)
		for (long c = column - 1; c <= column + 1; c++)
			sum -= smooth[nearest(r, c, height, width)];
	laplacian[row * width + column] = (std::int16_t)sum;
	__hpvm__return(1, laplacian_bytes);
}

/* |d/dx| + |d/dy| by the Sobel operator. */
void edges_gradient(const std::uint8_t *smooth, std::size_t smooth_bytes, std::int16_t *gradient,
		    std::size_t gradient_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, smooth, 1, gradient);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long height = __hpvm__getNumNodeInstances_x(self);
	long width = __hpvm__getNumNodeInstances_y(self);
	int down = 0, right = 0;

	for (int i = -1; i <= 1; i++) {
		int weight = i == 0 ? 2 : 1;

		down += weight * (smooth[nearest(row + 1, column + i, height, width)] -
				  smooth[nearest(row - 1, column + i, height, width)]);
		right += weight * (smooth[nearest(row + i, column + 1, height, width)] -
				   smooth[nearest(row + i, column - 1, height, width)]);
	}
	gradient[row * width + column] =
		(std::int16_t)((down < 0 ? -down : down) + (right < 0 ? -right : right));
	__hpvm__return(1, gradient_bytes);
}

/* One instance. The value is returned twice: for "mark", and for the host. */
void edges_strongest(const std::int16_t *gradient, std::size_t gradient_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, gradient, 0);

	int strongest = 0;

	for (std::size_t i = 0; i < gradient_bytes / sizeof *gradient; i++)
		strongest = gradient[i] > strongest ? gradient[i] : strongest;
	__hpvm__return(3, gradient_bytes, strongest, (std::size_t)strongest);
}

/* 1 where the Laplacian's sign differs from the pixel below or to the right, and the gradient is
 * strong. */
void edges_mark(const std::int16_t *laplacian, std::size_t laplacian_bytes,
		const std::int16_t *gradient, std::size_t gradient_bytes, std::uint8_t *map,
		std::size_t map_bytes, int strongest)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(2, laplacian, gradient, 1, map);

	void *self = __hpvm__getNode();
	long row = __hpvm__getNodeInstanceID_x(self), column = __hpvm__getNodeInstanceID_y(self);
	long height = __hpvm__getNumNodeInstances_x(self);
	long width = __hpvm__getNumNodeInstances_y(self);
	long pixel = row * width + column;
	bool sign = laplacian[pixel] < 0;
	bool below = laplacian[nearest(row + 1, column, height, width)] < 0;
	bool right = laplacian[nearest(row, column + 1, height, width)] < 0;

	map[pixel] = (sign != below || sign != right) && gradient[pixel] * STRENGTH > strongest;
	__hpvm__return(1, map_bytes);
}

/* One instance. */
void edges_count(const std::uint8_t *map, std::size_t map_bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, map, 0);

	std::size_t count = 0;

	for (std::size_t i = 0; i < map_bytes; i++)
		count += map[i];
	__hpvm__return(1, count);
}

void edges_root(const std::uint8_t *frame, std::size_t frame_bytes, std::uint8_t *smooth,
		std::size_t smooth_bytes, std::int16_t *laplacian, std::size_t laplacian_bytes,
		std::int16_t *gradient, std::size_t gradient_bytes, std::uint8_t *map,
		std::size_t map_bytes, std::size_t height, std::size_t width)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, frame, 4, smooth, laplacian, gradient, map);

	void *smoother = __hpvm__createNodeND(2, edges_smooth, height, width);
	void *laplace = __hpvm__createNodeND(2, edges_laplacian, height, width);
	void *slope = __hpvm__createNodeND(2, edges_gradient, height, width);
	void *steepest = __hpvm__createNodeND(0, edges_strongest);
	void *marker = __hpvm__createNodeND(2, edges_mark, height, width);
	void *counter = __hpvm__createNodeND(0, edges_count);

	__hpvm__bindIn(smoother, 0, 0, 1);
	__hpvm__bindIn(smoother, 1, 1, 1);
	__hpvm__bindIn(smoother, 2, 2, 1);
	__hpvm__bindIn(smoother, 3, 3, 1);

	__hpvm__bindIn(laplace, 2, 0, 1);
	__hpvm__edge(smoother, laplace, 1, 0, 1, 1);
	__hpvm__bindIn(laplace, 4, 2, 1);
	__hpvm__bindIn(laplace, 5, 3, 1);

	__hpvm__bindIn(slope, 2, 0, 1);
	__hpvm__edge(smoother, slope, 1, 1, 1, 1);
	__hpvm__bindIn(slope, 6, 2, 1);
	__hpvm__bindIn(slope, 7, 3, 1);

	__hpvm__bindIn(steepest, 6, 0, 1);
	__hpvm__edge(slope, steepest, 1, 0, 1, 1);

	__hpvm__bindIn(marker, 4, 0, 1);
	__hpvm__edge(laplace, marker, 1, 0, 1, 1);
	__hpvm__bindIn(marker, 6, 2, 1);
	__hpvm__edge(steepest, marker, 1, 0, 3, 1);
	__hpvm__bindIn(marker, 8, 4, 1);
	__hpvm__bindIn(marker, 9, 5, 1);
	__hpvm__edge(steepest, marker, 1, 1, 6, 1);

	__hpvm__bindIn(counter, 8, 0, 1);
	__hpvm__edge(marker, counter, 1, 0, 1, 1);

	__hpvm__bindOut(counter, 0, 0, 1);
	__hpvm__bindOut(steepest, 2, 1, 1);
}

/* The arguments of edges_root, which a push takes. */
struct __attribute__((packed)) EdgesArguments {
	const std::uint8_t *frame;
	std::size_t frame_bytes;
	std::uint8_t *smooth;
	std::size_t smooth_bytes;
	std::int16_t *laplacian;
	std::size_t laplacian_bytes;
	std::int16_t *gradient;
	std::size_t gradient_bytes;
	std::uint8_t *map;
	std::size_t map_bytes;
	std::size_t height, width;
};

/* The outputs of edges_root, which a pop returns. */
struct __attribute__((packed)) EdgesResult {
	std::size_t count, strongest;
};

/* The buffers of a frame. They are tracked while the object exists. */
class Frame
{
      public:
	explicit Frame(std::vector<std::uint8_t> &pixels)
	    : smooth(PIXELS), map(PIXELS), laplacian(PIXELS), gradient(PIXELS)
	{
		arguments.frame = pixels.data();
		arguments.frame_bytes = track(pixels);
		arguments.smooth = smooth.data();
		arguments.smooth_bytes = track(smooth);
		arguments.laplacian = laplacian.data();
		arguments.laplacian_bytes = track(laplacian);
		arguments.gradient = gradient.data();
		arguments.gradient_bytes = track(gradient);
		arguments.map = map.data();
		arguments.map_bytes = track(map);
		arguments.height = HEIGHT;
		arguments.width = WIDTH;
	}
	~Frame()
	{
		llvm_hpvm_untrack_mem(const_cast<std::uint8_t *>(arguments.frame));
		llvm_hpvm_untrack_mem(arguments.smooth);
		llvm_hpvm_untrack_mem(arguments.laplacian);
		llvm_hpvm_untrack_mem(arguments.gradient);
		llvm_hpvm_untrack_mem(arguments.map);
	}
	Frame(const Frame &) = delete;
	Frame &operator=(const Frame &) = delete;

	/* The map of edges, after its result has been popped. */
	const std::vector<std::uint8_t> &request_map()
	{
		llvm_hpvm_request_mem(arguments.map, arguments.map_bytes);
		return map;
	}

	EdgesArguments arguments;

      private:
	template <typename T> static std::size_t track(std::vector<T> &elements)
	{
		llvm_hpvm_track_mem(elements.data(), elements.size() * sizeof(T));
		return elements.size() * sizeof(T);
	}

	std::vector<std::uint8_t> smooth, map;
	std::vector<std::int16_t> laplacian, gradient;
};

struct Detected {
	std::vector<std::uint8_t> map;
	std::size_t count, strongest;
};

/* Pops the oldest result of the stream. */
static Detected take(void *graph, Frame &frame)
{
	EdgesResult *result = static_cast<EdgesResult *>(__hpvm__pop(graph));
	Detected detected = {frame.request_map(), result->count, result->strongest};

	std::free(result);
	return detected;
}

static std::vector<Detected> detect_on_graph(std::vector<std::vector<std::uint8_t>> &sequence)
{
	std::vector<Detected> results;

	__hpvm__init();
	{
		/* A deque, because its elements do not move. */
		std::deque<Frame> frames;

		for (std::vector<std::uint8_t> &pixels : sequence)
			frames.emplace_back(pixels);
		void *graph = __hpvm__launch(1, edges_root, &frames[0].arguments);

		for (std::size_t i = 0; i < FRAMES; i++) {
			if (i >= IN_FLIGHT)
				results.push_back(take(graph, frames[i - IN_FLIGHT]));
			__hpvm__push(graph, &frames[i].arguments);
		}
		while (results.size() < FRAMES)
			results.push_back(take(graph, frames[results.size()]));
		__hpvm__wait(graph);
	}
	__hpvm__cleanup();
	return results;
}

/* ---- The same in plain C++, on images with a border of two copied pixels --------------------- */

class Padded
{
      public:
	template <typename Pixel> explicit Padded(Pixel pixel) : values((HEIGHT + 4) * (WIDTH + 4))
	{
		for (long row = -2; row < (long)HEIGHT + 2; row++)
			for (long column = -2; column < (long)WIDTH + 2; column++)
				at(row, column) =
					pixel(std::min(std::max(row, 0L), (long)HEIGHT - 1),
					      std::min(std::max(column, 0L), (long)WIDTH - 1));
	}
	int &at(long row, long column)
	{
		return values[std::size_t((row + 2) * long(WIDTH + 4) + column + 2)];
	}

      private:
	std::vector<int> values;
};

/* Filters along rows, then along columns. */
static Padded smooth_plain(const std::vector<std::uint8_t> &frame)
{
	Padded pixels([&](long r, long c) { return int(frame[r * WIDTH + c]); });
	Padded rows([&](long r, long c) {
		return pixels.at(r, c - 2) + 4 * pixels.at(r, c - 1) + 6 * pixels.at(r, c) +
		       4 * pixels.at(r, c + 1) + pixels.at(r, c + 2);
	});

	return Padded([&](long r, long c) {
		return (rows.at(r - 2, c) + 4 * rows.at(r - 1, c) + 6 * rows.at(r, c) +
			4 * rows.at(r + 1, c) + rows.at(r + 2, c) + 128) /
		       256;
	});
}

static Detected detect_in_plain_c(const std::vector<std::uint8_t> &frame)
{
	Padded s = smooth_plain(frame);
	Detected detected = {std::vector<std::uint8_t>(PIXELS), 0, 0};
	Padded laplacian([&](long r, long c) {
		return 8 * s.at(r, c) - s.at(r - 1, c - 1) - s.at(r - 1, c) - s.at(r - 1, c + 1) -
		       s.at(r, c - 1) - s.at(r, c + 1) - s.at(r + 1, c - 1) - s.at(r + 1, c) -
		       s.at(r + 1, c + 1);
	});
	Padded gradient([&](long r, long c) {
		int down = s.at(r + 1, c - 1) + 2 * s.at(r + 1, c) + s.at(r + 1, c + 1) -
			   s.at(r - 1, c - 1) - 2 * s.at(r - 1, c) - s.at(r - 1, c + 1);
		int right = s.at(r - 1, c + 1) + 2 * s.at(r, c + 1) + s.at(r + 1, c + 1) -
			    s.at(r - 1, c - 1) - 2 * s.at(r, c - 1) - s.at(r + 1, c - 1);

		return std::abs(down) + std::abs(right);
	});

	for (long r = 0; r < (long)HEIGHT; r++)
		for (long c = 0; c < (long)WIDTH; c++)
			detected.strongest =
				std::max(detected.strongest, std::size_t(gradient.at(r, c)));
	for (long r = 0; r < (long)HEIGHT; r++)
		for (long c = 0; c < (long)WIDTH; c++) {
			bool crossing = (laplacian.at(r, c) < 0) != (laplacian.at(r + 1, c) < 0) ||
					(laplacian.at(r, c) < 0) != (laplacian.at(r, c + 1) < 0);
			bool edge = crossing &&
				    std::size_t(gradient.at(r, c) * STRENGTH) > detected.strongest;

			detected.map[r * WIDTH + c] = edge;
			detected.count += edge;
		}
	return detected;
}

/* A square and a disc that move from frame to frame over a gradient, with noise. */
static std::vector<std::uint8_t> make_frame(std::size_t frame)
{
	std::vector<std::uint8_t> pixels(PIXELS);
	int t = int(frame);

	for (std::size_t i = 0; i < PIXELS; i++) {
		int row = int(i / WIDTH), column = int(i % WIDTH);
		int value = 40 + column / 8 + int(example_bits(1 + frame, i) >> 33 & 15);
		int dy = row - 120 - 5 * t, dx = column - 210 + 9 * t;

		if (row >= 40 + 4 * t && row < 120 + 4 * t && column >= 50 + 7 * t &&
		    column < 130 + 7 * t)
			value += 70;
		if (dy * dy + dx * dx < 60 * 60)
			value += 90;
		pixels[i] = std::uint8_t(value);
	}
	return pixels;
}

/* Eight pixels in a byte, the first one in the highest bit, like numpy.packbits. */
static std::vector<std::uint8_t> pack(const std::vector<Detected> &results)
{
	std::vector<std::uint8_t> bits(FRAMES * PIXELS / 8);

	for (std::size_t i = 0; i < FRAMES * PIXELS; i++)
		bits[i / 8] |= std::uint8_t(results[i / PIXELS].map[i % PIXELS] << (7 - i % 8));
	return bits;
}

static example_array view(const std::vector<std::uint8_t> &bytes)
{
	return example_view(EXAMPLE_UINT8, bytes.data(), bytes.size());
}

int main(int argc, char **argv)
{
	std::vector<std::vector<std::uint8_t>> sequence;
	std::vector<Detected> plain;
	std::ostringstream title;
	std::size_t edges = 0;
	example_array expected;
	char line[256];
	int status;

	for (std::size_t i = 0; i < FRAMES; i++) {
		sequence.push_back(make_frame(i));
		plain.push_back(detect_in_plain_c(sequence[i]));
	}
	std::vector<Detected> results = detect_on_graph(sequence);
	std::vector<std::uint8_t> got = pack(results), want = pack(plain);

	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	example_error versus_plain = example_compare(view(got), view(want));
	example_error versus_numpy = example_compare(view(got), expected);
	std::free(const_cast<void *>(expected.data));
	for (std::size_t i = 0; i < FRAMES; i++) {
		example_compare_one(&versus_plain, i, double(results[i].count),
				    double(plain[i].count));
		example_compare_one(&versus_plain, i, double(results[i].strongest),
				    double(plain[i].strongest));
		edges += results[i].count;
	}
	title << EXAMPLE_NAME " " << FRAMES << " frames 240x320, " << edges << " edge pixels";
	status = example_verdict(line, sizeof line, title.str().c_str(), &versus_plain,
				 &versus_numpy, 0);
	std::cout << line << std::endl;
	return status;
}
