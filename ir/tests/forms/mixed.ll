; The program of program.c in both forms at once: leaves return structures or call __hpvm__return,
; graphs are described by either; flags and ports have other widths than usual.
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i8, i64, i16, i32)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.getNode()
declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)
declare ptr @llvm.hpvm.malloc(i64)
declare void @llvm.hpvm.barrier()
declare void @llvm.hpvm.wait(ptr)
declare void @llvm.hpvm.init()
declare void @llvm.hpvm.cleanup()
declare ptr @__hpvm__createNodeND(i32, ...)
declare ptr @__hpvm__edge(...)
declare void @__hpvm__bindIn(...)
declare void @__hpvm__bindOut(...)
declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__launch(i32, ...)

%filtered = type <{ i64, double }>
%object = type <{ ptr, i64 }>
%bytes = type <{ i64 }>

define %filtered @filter(ptr "in" %0, i64 %1, ptr "inout" %2, i64 %3, float %4) {
  %self = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %self)
  %early = icmp slt i64 %x, 0
  br i1 %early, label %stop, label %go
stop:
  %s1 = insertvalue %filtered poison, i64 %3, 0
  %s2 = insertvalue %filtered %s1, double 0.5, 1
  ret %filtered %s2
go:
  %from = getelementptr float, ptr %0, i64 %x
  %value = load float, ptr %from
  %product = fmul float %value, %4
  %to = getelementptr float, ptr %2, i64 %x
  store float %product, ptr %to
  call void @llvm.hpvm.barrier()
  %wide = fpext float %product to double
  %r1 = insertvalue %filtered poison, i64 %3, 0
  %r2 = insertvalue %filtered %r1, double %wide, 1
  ret %filtered %r2
}

define %object @room(i64 %0) {
  %memory = call ptr @llvm.hpvm.malloc(i64 %0)
  %r1 = insertvalue %object poison, ptr %memory, 0
  %r2 = insertvalue %object %r1, i64 %0, 1
  ret %object %r2
}

define void @total(ptr %0, i64 %1, ptr %2, i64 %3, double %4) {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %0, i32 1, ptr %2)
  %last = fptoui double %4 to i64
  %sum = add i64 %1, %3
  %all = add i64 %sum, %last
  call void (i32, ...) @__hpvm__return(i32 1, i64 %all)
  ret void
}

define %filtered @group(ptr "in" %0, i64 %1, ptr "inout" %2, i64 %3, float %4, i64 %5) {
  %up = add i64 %5, 15
  %groups = lshr i64 %up, 4
  %extent = shl i64 %groups, 4
  %first = call ptr @llvm.hpvm.createNode1D(ptr @filter, i64 %extent)
  %second = call ptr @llvm.hpvm.createNode1D(ptr @filter, i64 %extent)
  call void @llvm.hpvm.bind.input(ptr %first, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %first, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(ptr %first, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(ptr %first, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(ptr %first, i32 4, i32 4, i1 false)
  call void @llvm.hpvm.bind.input(ptr %second, i32 2, i32 0, i1 false)
  %e1 = call ptr @llvm.hpvm.createEdge(ptr %first, ptr %second, i8 0, i64 0, i16 1, i32 0)
  call void @llvm.hpvm.bind.input(ptr %second, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(ptr %second, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(ptr %second, i32 4, i32 4, i1 false)
  call void @llvm.hpvm.bind.output(ptr %second, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.output(ptr %second, i32 1, i32 1, i1 false)
  ret %filtered poison
}

define void @root(ptr "in" %0, i64 %1, ptr "in" "out" %2, i64 %3, float %4, i64 %5) {
  %less = sub i64 %5, 1
  %groups = call ptr (i32, ...) @__hpvm__createNodeND(i32 3, ptr @group, i64 %5, i64 %less, i64 4)
  %space = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @room)
  %sum = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @total)
  call void (...) @__hpvm__bindIn(ptr %groups, i32 0, i32 0, i32 1)
  call void (...) @__hpvm__bindIn(ptr %groups, i32 1, i32 1, i32 1)
  call void (...) @__hpvm__bindIn(ptr %groups, i32 2, i32 2, i32 1)
  call void (...) @__hpvm__bindIn(ptr %groups, i32 3, i32 3, i32 1)
  call void (...) @__hpvm__bindIn(ptr %groups, i32 4, i32 4, i32 1)
  call void (...) @__hpvm__bindIn(ptr %groups, i32 5, i32 5, i32 1)
  call void (...) @__hpvm__bindIn(ptr %space, i32 1, i32 0, i32 1)
  call void (...) @__hpvm__bindIn(ptr %sum, i32 2, i32 0, i32 1)
  %e2 = call ptr (...) @__hpvm__edge(ptr %groups, ptr %sum, i32 7, i32 0, i32 1, i32 1)
  %e3 = call ptr (...) @__hpvm__edge(ptr %space, ptr %sum, i32 7, i32 0, i32 2, i32 1)
  %e4 = call ptr (...) @__hpvm__edge(ptr %space, ptr %sum, i32 7, i32 1, i32 3, i32 1)
  %e5 = call ptr (...) @__hpvm__edge(ptr %groups, ptr %sum, i32 7, i32 1, i32 4, i32 1)
  call void (...) @__hpvm__bindOut(ptr %sum, i32 0, i32 0, i32 1)
  ret void
}

define i32 @main() {
  %arguments = alloca [128 x i8]
  call void @llvm.hpvm.init()
  %graph = call ptr (i32, ...) @__hpvm__launch(i32 1, ptr @root, ptr %arguments)
  call void @llvm.hpvm.wait(ptr %graph)
  call void @llvm.hpvm.cleanup()
  ret i32 0
}

!hpvm_hint_cpu = !{!0}
!hpvm_hint_gpu = !{!2, !3}
!hpvm_hint_cpu_gpu = !{!4}
!0 = !{ptr @root}
!2 = !{ptr @filter}
!3 = !{ptr @room}
!4 = !{ptr @group}
