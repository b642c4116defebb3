// Pointers that are cast into another address space than that in which they point, and where pointers point.
kernel void global_as_local(global int *a)
{
	int *p = a + get_global_id(0);
	local int *l = (local int *)p;

	*l = 1;
}

kernel void local_as_global(global int *a)
{
	local int s[64];
	int *p = s + get_local_id(0);
	volatile global int *g = (volatile global int *)p; // clang removes an ordinary access

	*g = 1;
	a[get_global_id(0)] = s[get_local_id(0)];
}

kernel void private_as_local(global int *a)
{
	int own[2] = {(int)get_global_id(0), 7};
	int *p = own + (a[0] & 1);
	local int *l = (local int *)p;

	a[get_global_id(0)] = *l;
}

kernel void local_as_private(global int *a)
{
	local int s[64];
	int *p = s + get_local_id(0);
	volatile private int *own = (volatile private int *)p;

	s[get_local_id(0)] = 1;
	a[get_global_id(0)] = *own;
}

kernel void number_as_local(global int *a)
{
	ulong number = (ulong)(a + get_global_id(0));

	*(local int *)number = 1;
}

// The cast alone is no access, and the right one is no fault.
kernel void guarded(global int *a)
{
	local int s[64];
	int t = (int)get_local_id(0);
	int *p = t % 2 ? (int *)&s[t] : (int *)&a[t];
	local int *l = (local int *)p;
	global int *g = (global int *)p;

	s[t] = 5;
	if (t % 2)
		*l = 6;
	else
		*g = 6;
	a[t] += s[t];
}

constant int table[4] = {1, 2, 3, 4};

kernel void questions(global int *out, constant int *numbers)
{
	local int s[64];
	int t = (int)get_local_id(0), own = t;
	int *p = t % 3 == 0 ? (int *)&out[t] : t % 3 == 1 ? (int *)&s[t] : &own;
	int *none = 0;
	int found = (to_global(p) != 0) + 2 * (to_local(p) != 0) + 4 * (to_private(p) != 0);

	s[t] = t;
	if (to_private(p))
		found += 8 * *to_private(p);
	found += 1024 * (get_fence(p) == CLK_LOCAL_MEM_FENCE);
	found += 2048 * (to_local(none) != 0 || to_global(none) != 0 || to_private(none) != 0);
	out[t] = found + numbers[0] + table[t & 3];
}
