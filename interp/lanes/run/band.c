/* interp/lanes/run/band.c -- bands: parts of a grid, and their tiles.
 *
 * Of a grid of x, y, z whose columns run along x, a band has WIDTH consecutive x, and all y and z.
 * Each of its tiles has these x, one y and one z; z changes slowest from tile to tile. A tile has one
 * row, so that its lanes, too, are in reference order.
 *
 * Clauses:   N1 (the reference order).
 * Not here:  tiles of consecutive instances (tile.c). */
#include <string.h>

#include "interp/lanes/run/lane_batch.h"

hr_tile_shape hr_band_shape_of(unsigned column, unsigned width, unsigned lanes)
{
	return (hr_tile_shape){.lanes = lanes, .column = column, .row = 3, .width = width};
}

/* Return the number of instances with the same ids up to dimension COLUMN. */
static uint64_t inner_count(const int64_t extent[3], unsigned column)
{
	uint64_t count = 1;

	for (unsigned d = column + 1; d < 3; d++)
		count *= (uint64_t)extent[d];
	return count;
}

static uint64_t bands_of_row(const int64_t extent[3], const hr_tile_shape *shape)
{
	return ((uint64_t)extent[shape->column] + shape->width - 1) / shape->width;
}

uint64_t hr_band_count(const int64_t extent[3], const hr_tile_shape *shape)
{
	uint64_t count = bands_of_row(extent, shape);

	for (unsigned d = 0; d < shape->column; d++)
		count *= (uint64_t)extent[d];
	return count;
}

hr_band hr_band_at(const int64_t extent[3], const hr_tile_shape *shape, uint64_t number)
{
	const uint64_t each = bands_of_row(extent, shape);
	const uint64_t inner = inner_count(extent, shape->column);
	const uint64_t row = number / each, begin = number % each * shape->width;
	const uint64_t left = (uint64_t)extent[shape->column] - begin;
	hr_band band = {.width = left < shape->width ? (unsigned)left : shape->width};

	band.first = (row * (uint64_t)extent[shape->column] + begin) * inner;
	band.count = band.width * inner;
	hr_instance_id(extent, band.first, band.id);
	band.tiles = inner;
	return band;
}

hr_tile hr_band_tile(const int64_t extent[3], const hr_tile_shape *shape, const hr_band *band,
		     uint64_t number)
{
	const unsigned next = shape->column + 1;
	hr_tile tile = {.rows = 1,
			.columns = band->width,
			.count = band->width,
			.dimension = {shape->column, shape->row}};

	memcpy(tile.id, band->id, sizeof(tile.id));
	tile.id[next] = (int64_t)(number % (uint64_t)extent[next]);
	if (next < 2)
		tile.id[2] = (int64_t)(number / (uint64_t)extent[next]);
	tile.first = hr_instance_index(extent, tile.id);
	return tile;
}

uint64_t hr_band_tile_of(const int64_t extent[3], const hr_tile_shape *shape, const int64_t id[3])
{
	const unsigned next = shape->column + 1;

	return (next < 2 ? (uint64_t)id[2] * (uint64_t)extent[next] : 0) + (uint64_t)id[next];
}
