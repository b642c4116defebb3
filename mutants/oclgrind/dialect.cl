/* dialect.cl -- makes the cases OpenCL C: two groups of eight instances, p and q of 16 ints, a tile
 * of 8. */
#define KERNEL __kernel void Leaf(__global int *p, __global int *q, __local int *tile)
#define ENTER long ID = get_global_id(0), LID = get_local_id(0), GROUP = get_group_id(0)
#define LEAVE
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define PTR(type) __global type *
#define ATOMIC_ADD(address, value) atomic_add(address, value)
#define ATOMIC_ADD_LOCAL(address, value) atomic_add(address, value)
struct pair {
	int first, second;
};
__constant int table[4] = {4, 3, 2, 1};
