; G6: an edge from a double to an i64.
; expect: edge-type-mismatch
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)

%two = type <{ i64, double }>
define %two @source(i64 %n) {
  ret %two zeroinitializer
}

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %s = call ptr @llvm.hpvm.createNode(ptr @source)
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %s, i32 0, i32 0, i1 false)
  %e = call ptr @llvm.hpvm.createEdge(ptr %s, ptr %a, i1 true, i32 1, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}
