; G8: A one-to-one edge needs equal dimension counts: `edge-grid-mismatch`.
;: negative
;: exit reject
;: diagnostic edge-grid-mismatch error
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()

%one = type <{ i64 }>

define %one @leaf(i64 %n) {
  %r = insertvalue %one poison, i64 %n, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode1D(ptr @leaf, i64 4)
  %b = call ptr @llvm.hpvm.createNode2D(ptr @leaf, i64 4, i64 1)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  %e = call ptr @llvm.hpvm.createEdge(ptr %a, ptr %b, i1 false, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %b, i32 0, i32 0, i1 false)
  ret %one poison
}

define i32 @main() {
  %arguments = alloca <{ i64, i64 }>
  store i64 7, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

!hpvm_hint_cpu = !{!0, !1}
!0 = !{ptr @root}
!1 = !{ptr @leaf}
