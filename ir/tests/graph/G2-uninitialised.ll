; G2: a variable that has no value.
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

define %one @root(i64 %n, ptr %p, i64 %bytes) {
  %x = alloca i64
  %y = load i64, ptr %x
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}
