; G9: pointers may travel on edges.
; expect:
; status: ok
declare ptr @llvm.hpvm.createNode(ptr)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)

%pair = type <{ ptr, i64 }>
define %pair @source(ptr %p, i64 %bytes) {
  %q = getelementptr i8, ptr %p, i64 0
  %r = insertvalue %pair poison, ptr %q, 0
  %s = insertvalue %pair %r, i64 %bytes, 1
  ret %pair %s
}
define void @sink(ptr %p, i64 %bytes) {
  ret void
}
define void @root(ptr %p, i64 %bytes) {
  %a = call ptr @llvm.hpvm.createNode(ptr @source)
  %b = call ptr @llvm.hpvm.createNode(ptr @sink)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %a, i32 1, i32 1, i1 false)
  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 true, i32 0, i32 0, i1 false)
  %f = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 true, i32 1, i32 1, i1 false)
  ret void
}
