; M6: Reading bytes nobody wrote is nothing as long as they decide no branch, address or output.
;: positive
;: needs --check=uninit
;: exit 41
; What vectors and structures begin as, lanes that nobody asks for, and what is undefined on a way
; that was not taken.
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()

%one = type <{ i64 }>

declare i64 @llvm.vector.reduce.add.v2i64(<2 x i64>)

define i64 @second(i64 %unused, i64 %n) {
  ret i64 %n
}

define %one @leaf(i64 %n) {
entry:
  %set = icmp sgt i64 %n, 5
  br i1 %set, label %then, label %end

then:
  %low = insertelement <4 x i64> undef, i64 %n, i32 0
  %both = insertelement <4 x i64> %low, i64 20, i32 3
  %used = shufflevector <4 x i64> %both, <4 x i64> poison, <2 x i32> <i32 3, i32 0>
  %wide = shufflevector <2 x i64> %used, <2 x i64> undef, <4 x i32> <i32 0, i32 1, i32 poison, i32 undef>
  %again = shufflevector <4 x i64> %wide, <4 x i64> poison, <2 x i32> <i32 1, i32 0>
  %sum = call i64 @llvm.vector.reduce.add.v2i64(<2 x i64> %again)
  %pair = insertvalue { i64, i64 } undef, i64 %sum, 1
  %first = extractvalue { i64, i64 } %pair, 1
  br label %end

end:
  %v = phi i64 [ undef, %entry ], [ %first, %then ]
  %choice = select i1 %set, i64 %v, i64 undef
  %masked = and i64 undef, 0
  %plus = add i64 %choice, %masked
  %all = call i64 @second(i64 undef, i64 %plus)
  %more = add i64 %all, 14
  %r = insertvalue %one poison, i64 %more, 0
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
