; P6: `lifetime.start` makes its bytes undef.
;: negative
;: needs --check=uninit
;: exit trap
;: diagnostic uninitialised error node root/leaf
;: stderr of 'x' of 'leaf'
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

; The first iteration writes the variable, the others only read it.
define %one @leaf(i64 %n) {
entry:
  %x = alloca [4 x i64]
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %sum = phi i64 [ 0, %entry ], [ %new, %more ]
  call void @llvm.lifetime.start.p0(i64 32, ptr %x)
  %is = icmp eq i64 %k, 0
  br i1 %is, label %first, label %more

first:
  store i64 %n, ptr %x
  br label %more

more:
  %v = load i64, ptr %x
  %new = add i64 %sum, %v
  call void @llvm.lifetime.end.p0(i64 32, ptr %x)
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 4
  br i1 %done, label %end, label %loop

end:
  %r = insertvalue %one poison, i64 %new, 0
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
