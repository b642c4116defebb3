#include <heterocc.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
// 1: int bounds, <=, step 2, decreasing, constants; values written by loops
void loops(int *a, size_t as, int *b, size_t bs, int *c, size_t cs, int *d, size_t ds, int n) {
  void *s = __hetero_section_begin();
  for (int i = 0; i < n; i++) { __hetero_parallel_loop(1, 2, a, as, n, 1, a, as); a[i] = i + 1; }
  for (int i = 2; i <= n; i += 3) { __hetero_parallel_loop(1, 2, b, bs, n, 1, b, bs, "le"); b[i] = i; }
  for (int i = n - 1; i >= 0; i--) { __hetero_parallel_loop(1, 2, c, cs, n, 1, c, cs, "down"); c[i] = 2 * i; }
  for (int i = 0; i < 8; i++) for (int j = 0; j < 2; ++j) { __hetero_parallel_loop(2, 1, d, ds, 1, d, ds, "const"); d[i * 2 + j] = i * 10 + j; }
  __hetero_section_end(s);
}
// 2: scalars of all types, derived values, pointer arithmetic
void scalars(float *o, size_t os, char c, short s, bool b, float f, double d, unsigned char u, long l) {
  void *sec = __hetero_section_begin();
  float g = f * 2;
  void *t = __hetero_task_begin(9, o, os, c, s, b, f, d, u, l, g, 1, o, os, "scal");
  o[0] = c; o[1] = s; o[2] = b; o[3] = f; o[4] = (float)d; o[5] = u; o[6] = l; o[7] = g;
  __hetero_task_end(t);
  __hetero_section_end(sec);
}
// 3: a loop whose iterations have tasks
void nested(int *a, size_t as, int *t, size_t ts, size_t n, size_t m) {
  void *sec = __hetero_section_begin();
  for (size_t i = 0; i < n; i++) {
    __hetero_parallel_loop(1, 4, a, as, t, ts, n, m, 2, a, as, t, ts, "outer");
    void *in = __hetero_section_begin();
    void *t1 = __hetero_task_begin(2, t, ts, m, 1, t, ts, "first");
    t[i] = (int)(i * m);
    __hetero_task_end(t1);
    void *t2 = __hetero_task_begin(4, t, ts, a, as, n, m, 1, a, as, "second");
    void *in2 = __hetero_section_begin();
    for (size_t j = 0; j < m; j++) {
      __hetero_parallel_loop(1, 3, t, ts, a, as, m, 1, a, as, "inner");
      a[i * m + j] = t[i] + (int)j;
    }
    __hetero_section_end(in2);
    __hetero_task_end(t2);
    __hetero_section_end(in);
  }
  __hetero_section_end(sec);
}
// 4: without a section; loop with break and inner sequential control flow, local array, early continue
void plain(int *a, size_t as, int n) {
  for (int i = 0; i < n; i++) {
    __hetero_parallel_loop(1, 2, a, as, n, 1, a, as);
    int local[4] = {i, i + 1, i + 2, i + 3}, sum = 0;
    for (int k = 0; k < 100; k++) { if (k == i) break; sum += local[k & 3]; }
    if (i & 1) { a[i] = -sum; continue; }
    a[i] = sum;
  }
}
static void *start(int *a, size_t as, int n) { return __hetero_launch((void *)plain, 2, a, as, n, 1, a, as); }
// 5: a value that many computed values depend on, each twice
#define STEP x = x * x + x;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
void powers(int *a, size_t as, unsigned x) {
  void *s = __hetero_section_begin();
  STEPS STEPS STEPS STEPS
  void *t = __hetero_task_begin(2, a, as, x, 1, a, as, "powers");
  a[0] = (int)x;
  __hetero_task_end(t);
  __hetero_section_end(s);
}
int main(int argc, char **argv) {
  int n = 7 + argc - 1;
  int a[16] = {0}, b[16] = {0}, c[16] = {0}, d[16] = {0};
  void *h = __hetero_launch((void *)loops, 5, a, sizeof a, b, sizeof b, c, sizeof c, d, sizeof d, n, 4, a, sizeof a, b, sizeof b, c, sizeof c, d, sizeof d);
  __hetero_wait(h);
  for (int i = 0; i < 16; i++) printf("%d,%d,%d,%d ", a[i], b[i], c[i], d[i]);
  puts("");
  float o[8];
  h = __hetero_launch((void *)scalars, 8, o, sizeof o, (char)-3, (short)-300, true, 1.5f, 2.25, (unsigned char)200, 1L << 20, 1, o, sizeof o);
  __hetero_wait(h);
  for (int i = 0; i < 8; i++) printf("%g ", o[i]);
  puts("");
  int t[4], e[12];
  h = __hetero_launch((void *)nested, 4, e, sizeof e, t, sizeof t, (size_t)4, (size_t)3, 1, e, sizeof e);
  __hetero_wait(h);
  for (int i = 0; i < 12; i++) printf("%d ", e[i]);
  puts("");
  void *two[2];
  two[0] = start(a, sizeof a, n); two[1] = start(b, sizeof b, 0 + argc * 4);
  for (int i = 0; i < 2; i++) __hetero_wait(two[i]);
  for (int i = 0; i < 8; i++) printf("%d,%d ", a[i], b[i]);
  puts("");
  h = __hetero_launch((void *)powers, 2, a, sizeof a, 3u, 1, a, sizeof a);
  __hetero_wait(h);
  printf("%d\n", a[0]);
}
