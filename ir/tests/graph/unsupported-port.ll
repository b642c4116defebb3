; A port whose elements are no whole bytes.
; expect: unsupported-type unsupported-type
; status: unsupported
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)

define void @leaf(<8 x i1> %v) {
  ret void
}
define void @root(<8 x i1> %v) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  ret void
}
