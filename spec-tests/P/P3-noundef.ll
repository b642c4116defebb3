; P3: Poison that decides is `poison-used`: an argument with `noundef`.
;: negative
;: needs --check=poison
;: options --check=poison
;: exit trap
;: diagnostic poison-used error node root/leaf
;: stderr argument 0 of 'take' is poison
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare i32 @printf(ptr, ...)

%one = type <{ i64 }>
@format = constant [5 x i8] c"%ld\0A\00"

define internal void @take(i64 noundef %n) noinline {
  ret void
}

define %one @leaf(i64 %n) {
  %sum = add nuw i64 %n, 1
  call void @take(i64 %sum)
  %r = add i64 0, 0
  %result = insertvalue %one poison, i64 %r, 0
  ret %one %result
}

define %one @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %a, i32 0, i32 0, i1 false)
  ret %one poison
}

define i32 @main() {
  %arguments = alloca <{ i64, i64 }>
  store i64 -1, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  %at = getelementptr i8, ptr %arguments, i64 8
  %out = load i64, ptr %at, align 1
  %printed = call i32 (ptr, ...) @printf(ptr @format, i64 %out)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}
