; G1: a root describes a graph; this one does not.
; expect: bad-graph-call
; status: reject
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define void @host(ptr %args) {
  %g = call ptr @llvm.hpvm.launch(ptr @leaf, ptr %args, i1 false)
  ret void
}
