define void @phi_swap(ptr %in, ptr %out) {
entry:
  %a0 = load i32, ptr %in
  %pb = getelementptr i32, ptr %in, i64 1
  %b0 = load i32, ptr %pb
  %n0 = load i8, ptr %in
  %n = and i8 %n0, 7
  br label %loop
loop:
  %a = phi i32 [ %a0, %entry ], [ %b, %loop ]
  %b = phi i32 [ %b0, %entry ], [ %a, %loop ]
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %loop, label %done
done:
  store i32 %a, ptr %out
  %o = getelementptr i32, ptr %out, i64 1
  store i32 %b, ptr %o
  ret void
}
define void @phi_rotate3(ptr %in, ptr %out) {
entry:
  %x0 = load i64, ptr %in
  %p1 = getelementptr i64, ptr %in, i64 1
  %y0 = load i64, ptr %p1
  %p2 = getelementptr i64, ptr %in, i64 2
  %z0 = load i64, ptr %p2
  br label %loop
loop:
  %x = phi i64 [ %x0, %entry ], [ %y, %loop ]
  %y = phi i64 [ %y0, %entry ], [ %z, %loop ]
  %z = phi i64 [ %z0, %entry ], [ %x, %loop ]
  %w = phi i64 [ 0, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, 5
  br i1 %c, label %loop, label %done
done:
  store i64 %x, ptr %out
  %o1 = getelementptr i64, ptr %out, i64 1
  store i64 %y, ptr %o1
  %o2 = getelementptr i64, ptr %out, i64 2
  store i64 %z, ptr %o2
  %o3 = getelementptr i64, ptr %out, i64 3
  store i64 %w, ptr %o3
  ret void
}
define void @lost_copy(ptr %in, ptr %out) {
entry:
  %n0 = load i32, ptr %in
  %n = and i32 %n0, 15
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %i, %n
  br i1 %c, label %loop, label %done
done:
  store i32 %i, ptr %out
  ret void
}
define void @switch_sparse(ptr %in, ptr %out) {
entry:
  %v0 = load i32, ptr %in
  %v = and i32 %v0, 31
  switch i32 %v, label %other [ i32 3, label %a
    i32 17, label %b
    i32 -1, label %c
    i32 4, label %a
    i32 0, label %done ]
a:
  br label %done
b:
  br label %done
c:
  br label %done
other:
  br label %done
done:
  %r = phi i32 [ 10, %a ], [ 20, %b ], [ 30, %c ], [ %v, %other ], [ 77, %entry ]
  store i32 %r, ptr %out
  ret void
}
define void @switch_dense_i8(ptr %in, ptr %out) {
entry:
  %v = load i8, ptr %in
  %w = and i8 %v, 7
  switch i8 %w, label %other [ i8 0, label %done
    i8 1, label %done
    i8 2, label %done
    i8 3, label %done
    i8 4, label %b ]
b:
  br label %done
other:
  ret void
done:
  %r = phi i8 [ 5, %b ], [ 9, %entry ], [ 9, %entry ], [ 9, %entry ], [ 9, %entry ]
  store i8 %r, ptr %out
  ret void
}
define void @switch_odd(ptr %in, ptr %out) {
entry:
  %v0 = load i16, ptr %in
  %v = trunc i16 %v0 to i3
  switch i3 %v, label %other [ i3 -1, label %a
    i3 -4, label %b
    i3 1, label %c ]
a:
  store i8 1, ptr %out
  ret void
b:
  store i8 2, ptr %out
  ret void
c:
  store i8 3, ptr %out
  ret void
other:
  store i8 4, ptr %out
  ret void
}
define void @switch_i128(ptr %in, ptr %out) {
entry:
  %v = load i128, ptr %in
  %w = lshr i128 %v, 126
  %x = shl i128 %w, 100
  switch i128 %x, label %other [ i128 1267650600228229401496703205376, label %a
    i128 0, label %b ]
a:
  store i8 1, ptr %out
  ret void
b:
  store i8 2, ptr %out
  ret void
other:
  store i8 4, ptr %out
  ret void
}
@targets = internal constant [3 x ptr] [ptr blockaddress(@indirect, %one), ptr blockaddress(@indirect, %two), ptr blockaddress(@indirect, %three)]
define void @indirect(ptr %in, ptr %out) {
entry:
  %v0 = load i32, ptr %in
  br label %dispatch
dispatch:
  %v = phi i32 [ %v0, %entry ], [ %v2, %one ], [ %v3, %two ]
  %n = phi i32 [ 0, %entry ], [ %m, %one ], [ %m3, %two ]
  %k = urem i32 %v, 3
  %p = getelementptr [3 x ptr], ptr @targets, i64 0, i32 %k
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %one, label %two, label %three]
one:
  %a = phi i32 [ %n, %dispatch ]
  %m = add i32 %a, 1
  %v2 = lshr i32 %v, 2
  %big = icmp ugt i32 %m, 40
  br i1 %big, label %three, label %dispatch
two:
  %b = phi i32 [ %n, %dispatch ]
  %m3 = add i32 %b, 100
  %v3 = lshr i32 %v, 1
  br label %dispatch
three:
  %c = phi i32 [ %n, %dispatch ], [ %m, %one ]
  store i32 %c, ptr %out
  ret void
}
define internal i32 @callee(i32 %x, i32 %y) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %base, label %rec
base:
  ret i32 %y
rec:
  %x1 = lshr i32 %x, 1
  %y1 = add i32 %y, 3
  %r = call i32 @callee(i32 %x1, i32 %y1)
  ret i32 %r
}
define internal { i32, i64, float } @three_results(i32 %x, i64 %y) {
  %f = uitofp i32 %x to float
  %a = insertvalue { i32, i64, float } poison, i32 %x, 0
  %b = insertvalue { i32, i64, float } %a, i64 %y, 1
  %c = insertvalue { i32, i64, float } %b, float %f, 2
  ret { i32, i64, float } %c
}
define internal <4 x i32> @vector_result(<4 x i32> %x, <3 x i1> %m) {
  %e = extractelement <3 x i1> %m, i32 2
  %r = select i1 %e, <4 x i32> %x, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
  ret <4 x i32> %r
}
define internal i32 @by_value(ptr byval([4 x i32]) align 8 %p) {
  %q = getelementptr i32, ptr %p, i64 2
  %v = load i32, ptr %q
  store i32 99, ptr %q
  ret i32 %v
}
define void @calls(ptr %in, ptr %out) {
  %x = load i32, ptr %in
  %y = load i64, ptr %in
  %r = call i32 @callee(i32 %x, i32 5)
  store i32 %r, ptr %out
  %s = call { i32, i64, float } @three_results(i32 %x, i64 %y)
  %o = getelementptr i8, ptr %out, i64 16
  store { i32, i64, float } %s, ptr %o
  %v = load <4 x i32>, ptr %in
  %m = trunc <4 x i32> %v to <4 x i1>
  %m3 = shufflevector <4 x i1> %m, <4 x i1> poison, <3 x i32> <i32 0, i32 1, i32 3>
  %w = call <4 x i32> @vector_result(<4 x i32> %v, <3 x i1> %m3)
  %o2 = getelementptr i8, ptr %out, i64 48
  store <4 x i32> %w, ptr %o2
  %tmp = alloca [4 x i32]
  store <4 x i32> %v, ptr %tmp
  %bv = call i32 @by_value(ptr byval([4 x i32]) align 8 %tmp)
  %bw = call i32 @by_value(ptr byval([4 x i32]) align 8 %tmp)
  %d = sub i32 %bv, %bw
  %o3 = getelementptr i8, ptr %out, i64 64
  store i32 %d, ptr %o3
  %f = select i1 true, ptr @callee, ptr null
  %odd = and i32 %x, 1
  %z = icmp eq i32 %odd, 0
  %g = select i1 %z, ptr %f, ptr @callee2
  %ri = call i32 %g(i32 3, i32 %x)
  %o4 = getelementptr i8, ptr %out, i64 68
  store i32 %ri, ptr %o4
  ret void
}
define internal i32 @callee2(i32 %x, i32 %y) {
  %r = mul i32 %x, %y
  ret i32 %r
}
define void @select_freeze(ptr %in, ptr %out) {
  %v = load <4 x i32>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %w = load <4 x i32>, ptr %p
  %c = icmp slt <4 x i32> %v, %w
  %s = select <4 x i1> %c, <4 x i32> %v, <4 x i32> %w
  store <4 x i32> %s, ptr %out
  %n = extractelement <4 x i32> %v, i64 1
  %far = icmp ugt i32 %n, 31
  %sh = shl i32 %n, %n
  %safe = select i1 %far, i32 %n, i32 %sh
  %o = getelementptr i8, ptr %out, i64 16
  store i32 %safe, ptr %o
  %shv = lshr <4 x i32> %v, %w
  %farv = icmp ugt <4 x i32> %w, <i32 31, i32 31, i32 31, i32 31>
  %sv = select <4 x i1> %farv, <4 x i32> %v, <4 x i32> %shv
  %o2 = getelementptr i8, ptr %out, i64 32
  store <4 x i32> %sv, ptr %o2
  %sum = add <4 x i32> %sv, %v
  %lane = extractelement <4 x i32> %sum, i32 3
  %o3 = getelementptr i8, ptr %out, i64 48
  store i32 %lane, ptr %o3
  ret void
}
define void @speculated_loop(ptr %in, ptr %out) {
entry:
  %n0 = load i32, ptr %in
  %pk = getelementptr i32, ptr %in, i64 1
  %k0 = load i32, ptr %pk
  %n = and i32 %n0, 15
  %k = and i32 %k0, 63
  %bit = shl i32 1, %k
  %ok = icmp ult i32 %k, 32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %acc = phi i32 [ 0, %entry ], [ %acc2, %next ]
  br i1 %ok, label %use, label %next
use:
  %x = xor i32 %acc, %bit
  %y = add i32 %x, %i
  br label %next
next:
  %acc2 = phi i32 [ %acc, %loop ], [ %y, %use ]
  %j = add i32 %i, 1
  %c = icmp ule i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  store i32 %acc2, ptr %out
  ret void
}
define void @float_branches(ptr %in, ptr %out) {
entry:
  %a = load i32, ptr %in
  %f = sitofp i32 %a to float
  %d = fpext float %f to double
  %c = fcmp ogt float %f, 0.0
  br i1 %c, label %yes, label %no
yes:
  store i8 1, ptr %out
  br label %no
no:
  %e = fcmp une double %d, 1.0
  br i1 %e, label %yes2, label %no2
yes2:
  %o = getelementptr i8, ptr %out, i64 1
  store i8 1, ptr %o
  br label %no2
no2:
  ret void
}
; What is not supported counts only where it is reached.
define void @unsupported_not_reached(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %c = icmp eq i32 %a, 19283746
  br i1 %c, label %never, label %always
never:
  call void asm sideeffect "ud2", ""()
  %f = call i64 @llvm.x86.flags.read.u64()
  %g = trunc i64 %f to i32
  br label %always
always:
  %p = phi i32 [ %a, %0 ], [ %g, %never ]
  store i32 %p, ptr %out
  ret void
}
declare i64 @llvm.x86.flags.read.u64()
