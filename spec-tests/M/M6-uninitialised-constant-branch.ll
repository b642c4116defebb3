; M6: Reading bytes nobody wrote and letting them decide a branch, an address or an output: `uninitialised`, with its origin.
;: negative
;: needs --check=uninit
;: exit trap
;: diagnostic uninitialised error node root/leaf
;: stderr the value comes from 'found' of 'leaf', an undefined constant
; The flag is set when the loop is left early, and never otherwise.
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
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %found = phi i1 [ undef, %entry ], [ %new, %more ]
  %done = icmp eq i64 %k, 3
  br i1 %done, label %end, label %more

more:
  %is = icmp eq i64 %k, %n
  %new = select i1 %is, i1 true, i1 %found
  %next = add i64 %k, 1
  br label %loop

end:
  br i1 %found, label %yes, label %no

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
