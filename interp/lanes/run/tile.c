/* interp/lanes/run/tile.c -- tiles: which instances of a grid form a batch.
 *
 * Clauses:   N1 (the reference order). */
#include <string.h>

#include "interp/lanes/run/lane_batch.h"

/* Columns run along the innermost dimension with more than one instance, rows along the next. */
void hr_tile_dimensions(const int64_t extent[3], unsigned dims, unsigned dimension[2])
{
	unsigned inner = dims ? dims - 1 : 0;

	while (inner > 0 && extent[inner] == 1)
		inner--;
	dimension[0] = inner;
	dimension[1] = inner ? inner - 1 : 3;
}

hr_tile_shape hr_tile_shape_of(const int64_t extent[3], unsigned dims, unsigned lanes)
{
	unsigned dimension[2];
	hr_tile_shape shape = {.lanes = lanes};

	hr_tile_dimensions(extent, dims, dimension);
	shape.column = dimension[0];
	shape.row = dimension[1];
	if (shape.row < 3 && (extent[shape.row] == 1 || 2 * (uint64_t)extent[shape.column] > lanes))
		shape.row = 3;
	return shape;
}

/* Set the size of the tile that begins at its id. */
static void measure(const int64_t extent[3], const unsigned dimension[2], unsigned lanes,
		    hr_tile *tile)
{
	uint64_t columns = (uint64_t)(extent[dimension[0]] - tile->id[dimension[0]]);

	memcpy(tile->dimension, dimension, sizeof(tile->dimension));
	tile->rows = 1;
	tile->columns = columns > lanes ? lanes : (unsigned)columns;
	if (tile->id[dimension[0]] == 0 && columns <= lanes && dimension[1] < 3) {
		uint64_t left = (uint64_t)(extent[dimension[1]] - tile->id[dimension[1]]);

		tile->rows = lanes / tile->columns;
		if (tile->rows > left)
			tile->rows = (unsigned)left;
	}
	tile->count = tile->rows * tile->columns;
}

hr_tile hr_tile_at(const int64_t extent[3], unsigned dims, uint64_t first, unsigned lanes)
{
	unsigned dimension[2];
	hr_tile tile = {.first = first};

	hr_tile_dimensions(extent, dims, dimension);
	hr_instance_id(extent, first, tile.id);
	measure(extent, dimension, lanes, &tile);
	return tile;
}

void hr_tile_next(const int64_t extent[3], unsigned dims, unsigned lanes, hr_tile *tile)
{
	unsigned dimension[2];

	hr_tile_dimensions(extent, dims, dimension);
	tile->first += tile->count;
	tile->id[dimension[0]] += tile->columns;
	if (tile->id[dimension[0]] >= extent[dimension[0]]) {
		tile->id[dimension[0]] = 0;
		for (unsigned d = dimension[1], step = tile->rows; d < 3; d--, step = 1) {
			tile->id[d] += step;
			if (tile->id[d] < extent[d])
				break;
			tile->id[d] = 0;
		}
	}
	measure(extent, dimension, lanes, tile);
}

/* How hr_tile_at() divides a grid: rows in pieces, or several whole rows of a plane. */
typedef struct cut {
	uint64_t instances, tiles; /* of a row or a plane */
	uint64_t step;             /* instances of a tile, except the last one there */
} cut;

static cut cut_of(const int64_t extent[3], unsigned dims, unsigned lanes)
{
	unsigned dimension[2];
	uint64_t columns;
	cut c;

	hr_tile_dimensions(extent, dims, dimension);
	columns = (uint64_t)extent[dimension[0]];
	c.instances = columns;
	c.step = lanes;
	if (columns <= lanes && dimension[1] < 3) {
		c.instances = columns * (uint64_t)extent[dimension[1]];
		c.step = lanes / columns * columns;
	}
	c.tiles = (c.instances + c.step - 1) / c.step;
	return c;
}

uint64_t hr_tile_count(const int64_t extent[3], unsigned dims, unsigned lanes)
{
	uint64_t all = (uint64_t)extent[0] * (uint64_t)extent[1] * (uint64_t)extent[2];
	cut c = cut_of(extent, dims, lanes);

	return all / c.instances * c.tiles;
}

uint64_t hr_tile_first(const int64_t extent[3], unsigned dims, unsigned lanes, uint64_t number)
{
	cut c = cut_of(extent, dims, lanes);

	return number / c.tiles * c.instances + number % c.tiles * c.step;
}

void hr_lane_set_id(const hr_batch *batch, unsigned lane)
{
	const unsigned home = lane_home_of(batch, lane), along = batch->dimension[1];
	hr_level *level = batch->level, *outer = batch->tile.outer;

	memcpy(level->id, batch->tile.id, sizeof(batch->tile.id));
	level->id[batch->dimension[0]] += batch->column_of[home];
	if (along < 3)
		level->id[along] += batch->row_of[home];
	if (!outer)
		return;
	memcpy(outer->id, batch->outer_id, sizeof(batch->outer_id));
	outer->id[along - HR_ROWS_OF_PARENT] += batch->row_of[home];
}
