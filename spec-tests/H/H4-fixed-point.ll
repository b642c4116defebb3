; H4: Undefined behaviour of the program is a diagnostic: a product out of the range of its fixed-point type.
;: negative
;: exit trap
;: diagnostic fixed-point-range error node root/leaf
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare i32 @llvm.smul.fix.i32(i32, i32, i32)

%one = type <{ i32 }>

define %one @leaf(i32 %side) {
  %area = call i32 @llvm.smul.fix.i32(i32 %side, i32 %side, i32 15)
  %r = insertvalue %one poison, i32 %area, 0
  ret %one %r
}

define %one @root(i32 %side) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}

define i32 @main() {
  %arguments = alloca <{ i32, i32 }>
  store i32 9830400, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

!hpvm_hint_cpu = !{!0, !1}
!0 = !{ptr @root}
!1 = !{ptr @leaf}
