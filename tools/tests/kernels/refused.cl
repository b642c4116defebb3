int strlen(__global char *);
__kernel void process(__global char *a) { a[0] = strlen(a); }
