/* host_threads.cc -- host threads launch two graphs and push to a stream at once. tools/tests/run-threads.sh and
 * tools/tests/tsan.sh run it too; argument: rounds. */
//: out 14229760031591944036 10767977820591447012 285113694577580544 2966529227088375296 7227776291266042468 105436294690416868 
#include <hpvm.h>
#include <thread>
#include <vector>
#include <mutex>
#include <cstdio>
#include <cstdlib>
using namespace hpvm;
#define NN 600
extern "C" {
void Add(long *a, size_t na, long k) {
  __hpvm__hint(CPU_TARGET); __hpvm__attributes(1,a,1,a);
  void *n=__hpvm__getNode(); long i=__hpvm__getNodeInstanceID_x(n);
  long s=a[i]; for (long j=0;j<k;j++) s=(long)((unsigned long)s*3+j);
  a[i]=s; __hpvm__return(1,na);
}
void R1(long *a, size_t na, long k) {
  __hpvm__hint(CPU_TARGET); __hpvm__attributes(1,a,1,a);
  void *n=__hpvm__createNodeND(1,Add,(size_t)NN);
  __hpvm__bindIn(n,0,0,0); __hpvm__bindIn(n,1,1,0); __hpvm__bindIn(n,2,2,0);
  __hpvm__bindOut(n,0,0,0);
}
void Cnt(int *h, size_t nh, const int *in, size_t ni) {
  __hpvm__hint(CPU_TARGET); __hpvm__attributes(2,h,in,1,h);
  void *n=__hpvm__getNode(); long i=__hpvm__getNodeInstanceID_x(n);
  __hpvm__atomic_add(&h[in[i]&15],1);
  __hpvm__return(1,nh);
}
void R2(int *h, size_t nh, const int *in, size_t ni) {
  __hpvm__hint(CPU_TARGET); __hpvm__attributes(2,h,in,1,h);
  void *n=__hpvm__createNodeND(1,Cnt,(size_t)NN);
  __hpvm__bindIn(n,0,0,0); __hpvm__bindIn(n,1,1,0); __hpvm__bindIn(n,2,2,0); __hpvm__bindIn(n,3,3,0);
  __hpvm__bindOut(n,0,0,0);
}
void F(long x) { __hpvm__hint(CPU_TARGET); __hpvm__attributes(0,0); __hpvm__return(1,x*2+1); }
void G(long x) { __hpvm__hint(CPU_TARGET); __hpvm__attributes(0,0); __hpvm__return(1,x^5); }
void R3(long x) {
  __hpvm__hint(CPU_TARGET); __hpvm__attributes(0,0);
  void *a=__hpvm__createNodeND(0,F), *b=__hpvm__createNodeND(0,G);
  __hpvm__bindIn(a,0,0,1); __hpvm__edge(a,b,0,0,0,1); __hpvm__bindOut(b,0,0,1);
}
}
struct __attribute__((packed)) A1 { long *a; size_t na; long k; size_t out; };
struct __attribute__((packed)) A2 { int *h; size_t nh; const int *in; size_t ni; size_t out; };
struct __attribute__((packed)) A3 { long x; };
static int rounds=20;
static unsigned long res[6];
static void work1(int id) {
  std::vector<long> v(NN); for (int i=0;i<NN;i++) v[i]=i+id;
  llvm_hpvm_track_mem(v.data(),NN*sizeof(long));
  for (int r=0;r<rounds;r++) { A1 a{v.data(),NN*sizeof(long),5+r%3,0};
    void *g=__hpvm__launch(0,(void*)R1,&a); __hpvm__wait(g); }
  llvm_hpvm_request_mem(v.data(),NN*sizeof(long));
  unsigned long h=0; for (long x: v) h=h*31+(unsigned long)x; res[id]=h;
  llvm_hpvm_untrack_mem(v.data());
}
static void work2(int id) {
  std::vector<int> h(16), in(NN); for (int i=0;i<NN;i++) in[i]=i*7+id;
  llvm_hpvm_track_mem(h.data(),64); llvm_hpvm_track_mem(in.data(),NN*4);
  for (int r=0;r<rounds;r++) { A2 a{h.data(),64,in.data(),NN*4,0};
    void *g=__hpvm__launch(0,(void*)R2,&a); __hpvm__wait(g); }
  llvm_hpvm_request_mem(h.data(),64);
  unsigned long s=0; for (int x: h) s=s*31+(unsigned long)x; res[id]=s;
  llvm_hpvm_untrack_mem(h.data()); llvm_hpvm_untrack_mem(in.data());
}
static void work3(int id) {
  A3 a{0}; void *g=__hpvm__launch(1,(void*)R3,&a); unsigned long s=0;
  for (int r=0;r<rounds*5;r++) { a.x=r+id; __hpvm__push(g,&a);
    if (r>=2) { long *p=(long*)__hpvm__pop(g); s=s*31+*p; free(p);} }
  for (int i=0;i<2;i++) { long *p=(long*)__hpvm__pop(g); s=s*31+*p; free(p);}
  __hpvm__wait(g); res[id]=s;
}
int main(int c,char**v) {
  if (c>1) rounds=atoi(v[1]);
  __hpvm__init();
  { std::vector<std::thread> t;
  t.emplace_back(work1,0); t.emplace_back(work1,1); t.emplace_back(work2,2);
  t.emplace_back(work2,3); t.emplace_back(work3,4); t.emplace_back(work3,5);
  for (auto &x: t) x.join(); }
  __hpvm__cleanup();
  for (auto r: res) printf("%lu ",r); puts("");
}
