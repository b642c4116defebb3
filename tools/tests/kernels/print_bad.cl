__kernel void wide(__global int *a) { printf("%d\n", (long)a[0]); }
__kernel void real(__global int *a) { printf("%f\n", a[0]); }
__kernel void more(__global int *a) { printf("%d\n", a[0], 2); }
__kernel void element(__global int *a) { printf("%v2hld\n", (short2)(a[0])); }
__kernel void less(__global int *a) { printf("%d %d\n", a[0]); }
__kernel void unknown(__global int *a) { printf("x\n%y", a[0]); }
__kernel void five(__global int *a) { printf("%v5hld", (int4)(a[0])); }
__kernel void vector(__global int *a) { printf("%d", (int4)(a[0])); }
__kernel void scalar(__global int *a) { printf("%v4hld", a[0]); }
__kernel void stores(__global int *a) { printf("%n", a); }
__kernel void ends(__global int *a) { printf("%5"); }
__kernel void undefined(__global int *a) { int x[2]; if (a[0] > 5) x[0] = x[1] = 1; printf("%d\n", x[a[0]]); }
__kernel void endless(__global char *a) { for (int i = 0; i < 16; i++) a[i] = 'x'; printf("%s\n", a); }
__kernel void nowhere(__global int *a) { printf("%s\n", (__constant char *)(long)a[1]); }
