; Leaves whose translation to OpenCL C run-opencl.sh compares with emit.cl.
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.getNode()
declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)
declare i64 @llvm.hpvm.getNodeInstanceID.y(ptr)
declare i64 @llvm.hpvm.getNumNodeInstances.y(ptr)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.ctpop.i32(i32)

@weights = private unnamed_addr constant [3 x float] [float 0.25, float 0.5, float 3.0]

; A loop, an if, a table.
define void @Blur(ptr %to, i64 %to_bytes, ptr %from, i64 %from_bytes, i32 %rounds) {
entry:
  %self = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %self)
  %y = call i64 @llvm.hpvm.getNodeInstanceID.y(ptr %self)
  %width = call i64 @llvm.hpvm.getNumNodeInstances.y(ptr %self)
  %row = mul i64 %x, %width
  %at = add i64 %row, %y
  %inside = icmp sgt i32 %rounds, 0
  br i1 %inside, label %loop, label %done
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %which = urem i32 %k, 3
  %index = zext i32 %which to i64
  %place = getelementptr [3 x float], ptr @weights, i64 0, i64 %index
  %weight = load float, ptr %place
  %here = getelementptr float, ptr %from, i64 %at
  %value = load float, ptr %here
  %part = fmul float %weight, %value
  %more = fadd float %sum, %part
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %rounds
  br i1 %again, label %loop, label %done
done:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %out = getelementptr float, ptr %to, i64 %at
  store float %result, ptr %out
  ret void
}

; Odd widths, a function, an atomic operation, memory accessed as several types.
define internal i32 @weigh(i32 %bits, i32 %least) {
  %ones = call i32 @llvm.ctpop.i32(i32 %bits)
  %most = call i32 @llvm.smax.i32(i32 %ones, i32 %least)
  ret i32 %most
}
define void @Count(ptr %count, i64 %count_bytes, ptr %data, i64 %data_bytes, i32 %least) {
  %self = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %self)
  %place = getelementptr i32, ptr %data, i64 %x
  %word = load i32, ptr %place, align 4
  %low = load i16, ptr %place, align 2
  %seven = trunc i16 %low to i7
  %more = add i7 %seven, 1
  %wide = sext i7 %more to i32
  %mixed = xor i32 %word, %wide
  %weight = call i32 @weigh(i32 %mixed, i32 %least)
  %old = atomicrmw add ptr %count, i32 %weight monotonic
  ret void
}

; Addresses computed in steps, some of them in bytes.
define void @Steps(ptr %to, i64 %to_bytes, ptr %from, i64 %from_bytes, i32 %columns) {
  %self = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %self)
  %behind = shl i64 %x, 4
  %row = getelementptr i8, ptr %from, i64 %behind
  %here = getelementptr float, ptr %row, i32 %columns
  %one = load float, ptr %here
  %before = getelementptr i8, ptr %here, i64 -4
  %other = load float, ptr %before
  %difference = fsub float %one, %other
  %place = getelementptr [2 x float], ptr %to, i64 %x, i64 1
  store float %difference, ptr %place
  ret void
}

; What OpenCL C lacks.
define void @Wide(ptr %p, i64 %p_bytes, ptr %q, i64 %q_bytes, i32 %n) {
  %a = load x86_fp80, ptr %p
  store x86_fp80 %a, ptr %q
  ret void
}

define void @Root(ptr %p, i64 %bytes, ptr %q, i64 %more, i32 %n) {
  %blur = call ptr @llvm.hpvm.createNode2D(ptr @Blur, i64 4, i64 8)
  call void @llvm.hpvm.bind.input(ptr %blur, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %blur, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(ptr %blur, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(ptr %blur, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(ptr %blur, i32 4, i32 4, i1 false)
  %count = call ptr @llvm.hpvm.createNode1D(ptr @Count, i64 4)
  call void @llvm.hpvm.bind.input(ptr %count, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %count, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(ptr %count, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(ptr %count, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(ptr %count, i32 4, i32 4, i1 false)
  %steps = call ptr @llvm.hpvm.createNode1D(ptr @Steps, i64 4)
  call void @llvm.hpvm.bind.input(ptr %steps, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %steps, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(ptr %steps, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(ptr %steps, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(ptr %steps, i32 4, i32 4, i1 false)
  %wide = call ptr @llvm.hpvm.createNode1D(ptr @Wide, i64 1)
  call void @llvm.hpvm.bind.input(ptr %wide, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %wide, i32 1, i32 1, i1 false)
  call void @llvm.hpvm.bind.input(ptr %wide, i32 2, i32 2, i1 false)
  call void @llvm.hpvm.bind.input(ptr %wide, i32 3, i32 3, i1 false)
  call void @llvm.hpvm.bind.input(ptr %wide, i32 4, i32 4, i1 false)
  ret void
}
define i32 @main() {
  ret i32 0
}
