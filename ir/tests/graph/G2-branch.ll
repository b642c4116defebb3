; G2: a branch; what comes after it is no further news.
; expect: internal-node-computes
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)

%one = type <{ i64 }>
define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  %c = icmp eq i64 %n, 0
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  br label %no
no:
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}
