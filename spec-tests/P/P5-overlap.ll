; P5: What a call promises is checked where it is made: overlapping `memcpy`.
;: negative
;: exit trap
;: diagnostic broken-promise error node root/leaf
;: stderr 'memcpy' reads and writes overlapping memory: 8 bytes
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

%one = type <{ i64 }>

define %one @leaf(i64 %n) {
  %a = alloca [4 x i64]
  store [4 x i64] zeroinitializer, ptr %a
  %k = and i64 %n, 3
  %p = getelementptr i8, ptr %a, i64 %k
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false)
  %v = add i64 %n, 1
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
