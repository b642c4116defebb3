; P2: Operations pass poison on as LLVM says (`select` and `phi` only the arm that is taken, `freeze` none).
;: positive
;: out 5
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

define %one @leaf(i64 %n) {
  %shifted = shl i64 1, %n
  %more = add i64 %shifted, 3
  %fits = icmp ult i64 %n, 64
  %chosen = select i1 %fits, i64 %more, i64 5
  %frozen = freeze i64 %more
  %none = and i64 %frozen, 0
  %r = or i64 %chosen, %none
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
  store i64 100, ptr %arguments, align 1
  call void @llvm.hpvm.init()
  %graph = call ptr @llvm.hpvm.launch(ptr @root, ptr %arguments, i1 false)
  call void @llvm.hpvm.wait(ptr %graph)
  %at = getelementptr i8, ptr %arguments, i64 8
  %out = load i64, ptr %at, align 1
  %printed = call i32 (ptr, ...) @printf(ptr @format, i64 %out)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}
