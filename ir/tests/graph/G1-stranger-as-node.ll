; G1: null is no node function.
; expect: bad-graph-call
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr null)
  ret %one poison
}
