/* One step of bitonic sorting: each work-item orders the elements of one pair. */
__kernel void bitonic(__global int *data, int distance, int size)
{
	int id = get_global_id(0);
	int low = id / distance * distance * 2 + id % distance, high = low + distance;
	int a = data[low], b = data[high];
	int ascending = (low & size) == 0;

	if ((a > b) == ascending) {
		data[low] = b;
		data[high] = a;
	}
}
