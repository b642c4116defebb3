; leaf.ll -- a graph of 600 instances that call @t: instance 77 with 1, all others with 0.
declare void @__hpvm__attributes(i32, ...)
declare ptr @llvm.hpvm.getNode()
declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare void @llvm_hpvm_track_mem(ptr, i64)
declare void @llvm_hpvm_untrack_mem(ptr)
@buffer = global [600 x i32] zeroinitializer, align 16
define void @leaf(ptr %out, i64 %bytes) {
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %out, i32 1, ptr %out)
  %node = call ptr @llvm.hpvm.getNode()
  %i = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %node)
  %is = icmp eq i64 %i, 77
  %k = zext i1 %is to i32
  %r = call i32 @t(i32 %k)
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %at
  ret void
}
define void @root(ptr %out, i64 %bytes) {
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %out, i32 1, ptr %out)
  %a = call ptr @llvm.hpvm.createNode1D(ptr @leaf, i64 600)
  call void @llvm.hpvm.bind.input(ptr %a, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %a, i32 1, i32 1, i1 false)
  ret void
}
define i32 @main() {
  %arguments = alloca <{ ptr, i64 }>
  store <{ ptr, i64 }> <{ ptr @buffer, i64 2400 }>, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  call void @llvm_hpvm_track_mem(ptr @buffer, i64 2400)
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm_hpvm_untrack_mem(ptr @buffer)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}
