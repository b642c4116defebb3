; G2: a loop.
; expect: internal-node-computes
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  br label %again
again:
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  br label %again
}
