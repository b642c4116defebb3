; G9: a size of type i32 is a warning.
; expect: pointer-without-size pointer-without-size
; status: ok
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)

%none = type {}
define %none @leaf(ptr "in" %p, i32 %bytes) {
  ret %none poison
}
define %none @root(ptr "in" %p, i32 %bytes) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %a, i32 1, i32 1, i1 false)
  ret %none poison
}
