; What calls @t: a grid of as many instances as the program's first argument says.
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare i64 @atol(ptr)
declare void @t()
%none = type <{}>

define %none @leaf() {
  call void @t()
  ret %none zeroinitializer
}

define %none @root(i64 %n) {
  %a = call ptr @llvm.hpvm.createNode1D(ptr @leaf, i64 %n)
  ret %none zeroinitializer
}

define i32 @main(i32 %count, ptr %words) {
  %arguments = alloca <{ i64 }>
  %at = getelementptr ptr, ptr %words, i64 1
  %word = load ptr, ptr %at
  %n = call i64 @atol(ptr %word)
  store i64 %n, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}
