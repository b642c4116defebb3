; G10: an auxiliary function asks for the node.
; expect: intrinsic-outside-node
; status: reject
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.getNode()

%one = type <{ i64 }>
define ptr @helper() {
  %n = call ptr @llvm.hpvm.getNode()
  ret ptr %n
}
define %one @leaf(i64 %n) {
  %h = call ptr @helper()
  ret %one zeroinitializer
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}
