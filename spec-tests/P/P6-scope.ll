; P6: Between `lifetime.end` and the next start an access is `use-after-scope`.
;: negative
;: exit trap
;: diagnostic use-after-scope error node root/leaf
;: stderr the scope of the variable 'x' of 'leaf' has ended
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

%one = type <{ i64 }>

define %one @leaf(i64 %n) {
entry:
  %x = alloca [4 x i64]
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(i64 32, ptr %x)
  %at = getelementptr i64, ptr %x, i64 %k
  store i64 %n, ptr %at
  call void @llvm.lifetime.end.p0(i64 32, ptr %x)
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 4
  br i1 %done, label %end, label %loop

end:
  %v = load i64, ptr %at
  %r = insertvalue %one poison, i64 %v, 0
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
  ret i32 0
}
