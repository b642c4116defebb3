; G1: a structure passed by value is no port.
; expect: bad-node-function
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)

%big = type { [64 x i8] }
define void @leaf(ptr byval(%big) %s, i64 %n) {
  ret void
}
define void @root(ptr %s, i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %a, i32 1, i32 1, i1 false)
  ret void
}
