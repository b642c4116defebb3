; H4: Undefined behaviour of the program is a diagnostic, never a convenient value: a signed sum that overflows decides a branch.
;: negative
;: known-failure nsw and nuw are not checked, overflow wraps
;: exit trap
;: diagnostic poison-used error node root/leaf
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()

%one = type <{ i64 }>

define %one @leaf(i64 %n) {
  %s = add nsw i64 %n, 1
  %more = icmp sgt i64 %s, %n
  br i1 %more, label %yes, label %no
yes:
  ret %one <{ i64 1 }>
no:
  ret %one <{ i64 0 }>
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}

define i32 @main() {
  %arguments = alloca <{ i64, i64 }>
  store i64 9223372036854775807, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

!hpvm_hint_cpu = !{!0, !1}
!0 = !{ptr @root}
!1 = !{ptr @leaf}
