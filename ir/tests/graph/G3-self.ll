; G3: a node that feeds itself.
; expect: graph-cycle
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %a, i1 true, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}
