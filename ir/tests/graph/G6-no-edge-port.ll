; G6: neither end of the edge has such a port.
; expect: no-such-port no-such-port
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  %b = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 true, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %b, i32 0, i32 0, i1 false)
  %f = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 true, i32 7, i32 8, i1 false)
  ret %one poison
}
