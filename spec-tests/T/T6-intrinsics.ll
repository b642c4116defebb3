; T6: The intrinsics are the same operations: `batchnorm(x, gamma, beta, mean, variance, epsilon)`.
;: positive
;: exit 9
declare ptr @llvm.hpvm.createNode(ptr)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.launch(ptr, ptr, i1)
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare ptr @llvm.hpvm.tensor.batchnorm(ptr, ptr, ptr, ptr, ptr, double)
declare ptr @llvm.hpvm.tensor.clipped.relu(ptr)
declare ptr @llvm.hpvm.tensor.group.convolution(ptr, ptr, i32, i32, i32, i32, i32, i32)
declare ptr @llvm.hpvm.node.id(i32)
declare ptr @create4DTensor(i32, i32, i64, i64, i64, i64)
declare void @initTensorData(ptr, ptr, i64)
declare void @hpvm_request_tensor(ptr, i32)

%pair = type <{ ptr, i64 }>
@three = constant float 3.0

; 3 (3 - 3) / 2 + 3 = 3, times 3, at most 6
define %pair @leaf(ptr %x, i64 %bytes) {
  %id = call ptr @llvm.hpvm.node.id(i32 1)
  %n = call ptr @llvm.hpvm.tensor.batchnorm(ptr %x, ptr %x, ptr %x, ptr %x, ptr %x, double 1.0)
  %c = call ptr @llvm.hpvm.tensor.group.convolution(ptr %n, ptr %n, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1)
  %t = call ptr @llvm.hpvm.tensor.clipped.relu(ptr %c)
  %a = insertvalue %pair poison, ptr %t, 0
  %b = insertvalue %pair %a, i64 0, 1
  ret %pair %b
}

define %pair @root(ptr %x, i64 %bytes) {
  %node = call ptr @llvm.hpvm.createNode(ptr @leaf)
  call void @llvm.hpvm.bind.input(ptr %node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %node, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.output(ptr %node, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %node, i32 1, i32 1, i1 false)
  ret %pair poison
}

define i32 @main() {
  %arguments = alloca <{ ptr, i64, ptr, i64 }>
  %x = call ptr @create4DTensor(i32 0, i32 0, i64 1, i64 1, i64 1, i64 1)
  call void @initTensorData(ptr %x, ptr @three, i64 4)
  store ptr %x, ptr %arguments, align 1
  %size = getelementptr i8, ptr %arguments, i64 8
  store i64 0, ptr %size, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  %place = getelementptr i8, ptr %arguments, i64 16
  %result = load ptr, ptr %place, align 1
  call void @hpvm_request_tensor(ptr %result, i32 0)
  %host = getelementptr i8, ptr %result, i64 48
  %data = load ptr, ptr %host
  %value = load float, ptr %data
  %sum = fadd float %value, 3.0
  %status = fptosi float %sum to i32
  call void @llvm.hpvm.cleanup()
  ret i32 %status
}
