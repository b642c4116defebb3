; M6: Reading bytes nobody wrote and letting them decide a branch, an address or an output: `uninitialised`, with its origin.
;: negative
;: needs --check=uninit
;: exit trap
;: diagnostic uninitialised error node root/leaf
; A variable that is set on one way alone, as an optimiser leaves it, is an output on the other.
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()

%one = type <{ i64 }>

define %one @leaf(i64 %n) {
entry:
  %set = icmp sgt i64 %n, 8
  br i1 %set, label %then, label %end

then:
  %twice = mul i64 %n, 2
  br label %end

end:
  %v = phi i64 [ undef, %entry ], [ %twice, %then ]
  %w = add i64 %v, 1
  %r = insertvalue %one poison, i64 %w, 0
  ret %one %r
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}

define i32 @main() {
  %arguments = alloca <{ i64, i64 }>
  store i64 7, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  %at = getelementptr i8, ptr %arguments, i64 8
  %result = load i32, ptr %at, align 1
  ret i32 %result
}

!hpvm_hint_cpu = !{!0, !1}
!0 = !{ptr @root}
!1 = !{ptr @leaf}
