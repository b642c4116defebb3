%pair = type { i8, i32, [3 x i16], { i64, i1 } }
%packed = type <{ i8, i32, i16, x86_fp80 }>
@table = internal global [4 x i32] [i32 1, i32 -2, i32 3, i32 2147483647], align 16
@nested = internal constant { i8, ptr, [2 x { i16, ptr }], i24, i65, <8 x i1>, half, fp128, x86_fp80, <3 x i12> } { i8 7, ptr getelementptr ([4 x i32], ptr @table, i64 0, i64 2), [2 x { i16, ptr }] [{ i16, ptr } { i16 -1, ptr @nested }, { i16, ptr } { i16 4, ptr null }], i24 -5, i65 -36893488147419103232, <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1>, half 0xH3C01, fp128 0xL0000000000000001400123456789ABCD, x86_fp80 0xK4000C90FDAA22168C235, <3 x i12> <i12 1, i12 -1, i12 1365> }
@difference = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr ([4 x i32], ptr @table, i64 0, i64 3) to i64), i64 ptrtoint (ptr @table to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @difference to i64), i64 ptrtoint (ptr getelementptr ([2 x i32], ptr @difference, i64 1) to i64)) to i32)]
@alias = internal alias [4 x i32], ptr @table
@strings = internal constant [6 x i8] c"hello\00"
@relative = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @strings to i64), i64 ptrtoint (ptr @relative to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @strings, i64 2) to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]
@floats = internal constant [4 x float] [float 1.5, float 0x7FF8000020000000, float -0.0, float 0x7FF0000000000000]
@zeros = internal global [100 x i32] zeroinitializer
@vector = internal constant <4 x i16> <i16 1, i16 undef, i16 -3, i16 4>

define void @globals(ptr %in, ptr %out) {
  %a = load i32, ptr @alias
  store i32 %a, ptr %out
  %q = getelementptr { i8, ptr, [2 x { i16, ptr }], i24, i65, <8 x i1>, half, fp128, x86_fp80, <3 x i12> }, ptr @nested, i64 0, i32 1
  %p = load ptr, ptr %q
  %v = load i32, ptr %p
  %o1 = getelementptr i8, ptr %out, i64 4
  store i32 %v, ptr %o1
  %q3 = getelementptr { i8, ptr, [2 x { i16, ptr }], i24, i65, <8 x i1>, half, fp128, x86_fp80, <3 x i12> }, ptr @nested, i64 0, i32 3
  %o2 = getelementptr i8, ptr %out, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr %o2, ptr %q3, i64 96, i1 false)
  %d = load <2 x i32>, ptr @difference
  %o3 = getelementptr i8, ptr %out, i64 160
  store <2 x i32> %d, ptr %o3
  %f = load <4 x i32>, ptr @floats, align 4
  %o4 = getelementptr i8, ptr %out, i64 176
  store <4 x i32> %f, ptr %o4
  %self = getelementptr { i8, ptr, [2 x { i16, ptr }], i24, i65, <8 x i1>, half, fp128, x86_fp80, <3 x i12> }, ptr @nested, i64 0, i32 2, i64 0, i32 1
  %sp = load ptr, ptr %self
  %same = icmp eq ptr %sp, @nested
  %o5 = getelementptr i8, ptr %out, i64 200
  store i1 %same, ptr %o5
  %r = call ptr @llvm.load.relative.i64(ptr @relative, i64 4)
  %rc = load i8, ptr %r
  %o6 = getelementptr i8, ptr %out, i64 201
  store i8 %rc, ptr %o6
  %z = load i32, ptr getelementptr ([100 x i32], ptr @zeros, i64 0, i64 77)
  %o7 = getelementptr i8, ptr %out, i64 204
  store i32 %z, ptr %o7
  ret void
}
define void @structs(ptr %in, ptr %out) {
  %s = load %pair, ptr %in
  %i = extractvalue %pair %s, 1
  %h = extractvalue %pair %s, 2, 1
  %b = trunc i32 %i to i1
  %t = insertvalue %pair %s, i1 %b, 3, 1
  %u = insertvalue %pair %t, i16 %h, 2, 2
  %arr = extractvalue %pair %u, 2
  %o = getelementptr i8, ptr %out, i64 256
  store [3 x i16] %arr, ptr %o
  store %pair %u, ptr %out
  ret void
}
define void @packed_fields(ptr %in, ptr %out) {
  %v = load i32, ptr %in
  %x = sitofp i32 %v to x86_fp80
  %q = getelementptr %packed, ptr %out, i64 1, i32 3
  store x86_fp80 %x, ptr %q, align 1
  %p = getelementptr %packed, ptr %out, i64 2, i32 1
  store i32 %v, ptr %p, align 1
  %l = load x86_fp80, ptr %q, align 1
  %y = fadd x86_fp80 %l, 0xK3FFF8000000000000000
  %i = fptosi x86_fp80 %y to i64
  %o = getelementptr i8, ptr %out, i64 128
  store i64 %i, ptr %o
  ret void
}
define void @geps(ptr %in, ptr %out) {
  %i0 = load i8, ptr %in
  %i = and i8 %i0, 7
  %j = sub i8 %i, 4
  %m = getelementptr i8, ptr %out, i64 256
  %p = getelementptr i32, ptr %m, i8 %j
  store i32 1, ptr %p
  %q = getelementptr [4 x [8 x i16]], ptr %out, i64 0, i8 1, i8 %i
  store i16 2, ptr %q
  %k = zext i8 %i to i128
  %r = getelementptr [8 x i64], ptr %out, i32 0, i128 %k
  %r1 = getelementptr i64, ptr %r, i64 2
  store i64 3, ptr %r1
  %n = zext i8 %i to i64
  %s = getelementptr { i32, [10 x { i8, i32 }] }, ptr %out, i64 4, i32 1, i64 %n, i32 1
  store i32 4, ptr %s
  %pv = getelementptr i32, ptr %out, <4 x i64> <i64 100, i64 101, i64 -1, i64 103>
  %pe = extractelement <4 x ptr> %pv, i32 1
  store i32 5, ptr %pe
  %pi = ptrtoint ptr %pe to i64
  %oi = ptrtoint ptr %out to i64
  %diff = sub i64 %pi, %oi
  %o = getelementptr i8, ptr %out, i64 480
  store i64 %diff, ptr %o
  ret void
}
define void @allocas(ptr %in, ptr %out) {
entry:
  %a = alloca i32
  %b = alloca [4 x i16], align 64
  %n0 = load i8, ptr %in
  %n = and i8 %n0, 15
  %n1 = add i8 %n, 1
  %v = load i32, ptr %in
  store i32 %v, ptr %a
  %low = load i16, ptr %a
  %b2 = getelementptr [4 x i16], ptr %b, i64 0, i64 2
  store i16 %low, ptr %b2
  %z = load i32, ptr %a
  %bi = ptrtoint ptr %b to i64
  %al = and i64 %bi, 63
  store i64 %al, ptr %out
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %sp = call ptr @llvm.stacksave.p0()
  %d = alloca i16, i8 %n1, align 32
  %di = ptrtoint ptr %d to i64
  %dl = and i64 %di, 31
  %pd = getelementptr i16, ptr %d, i8 %n
  store i16 %low, ptr %pd
  %x = load i16, ptr %pd
  %o = getelementptr i16, ptr %out, i8 %i
  %o8 = getelementptr i8, ptr %o, i64 8
  store i16 %x, ptr %o8
  %dz = trunc i64 %dl to i8
  %od = getelementptr i8, ptr %out, i64 100
  store i8 %dz, ptr %od
  call void @llvm.stackrestore.p0(ptr %sp)
  %j = add i8 %i, 1
  %c = icmp ule i8 %j, %n
  br i1 %c, label %loop, label %done
done:
  %y = load i16, ptr %b2
  %oy = getelementptr i8, ptr %out, i64 128
  store i16 %y, ptr %oy
  %oz = getelementptr i8, ptr %out, i64 132
  store i32 %z, ptr %oz
  ret void
}
define void @promoted(ptr %in, ptr %out) {
entry:
  %i = alloca i32
  %s = alloca i64
  %t = alloca i24
  store i32 0, ptr %i
  store i64 0, ptr %s
  %v = load i24, ptr %in
  store i24 %v, ptr %t
  br label %head
head:
  %x = load i32, ptr %i
  %c = icmp slt i32 %x, 10
  br i1 %c, label %body, label %done
body:
  %old = load i64, ptr %s
  %y = load i32, ptr %i
  %e = sext i32 %y to i64
  %new = add i64 %old, %e
  store i64 %new, ptr %s
  %z = load i32, ptr %i
  %k = add i32 %z, 1
  store i32 %k, ptr %i
  %before = load i24, ptr %t
  %after = mul i24 %before, 3
  store i24 %after, ptr %t
  br label %head
done:
  %r = load i64, ptr %s
  store i64 %r, ptr %out
  %w = load i24, ptr %t
  %o = getelementptr i8, ptr %out, i64 8
  store i24 %w, ptr %o
  ret void
}
define void @atomics(ptr %in, ptr %out) {
  %v = load i32, ptr %in
  %p = getelementptr i32, ptr %in, i64 4
  %a = atomicrmw add ptr %p, i32 %v seq_cst
  %b = atomicrmw sub ptr %p, i32 3 monotonic
  %c = atomicrmw and ptr %p, i32 %a acquire
  %d = atomicrmw or ptr %p, i32 %b release
  %e = atomicrmw xor ptr %p, i32 %v acq_rel
  %f = atomicrmw nand ptr %p, i32 %d seq_cst
  %g = atomicrmw max ptr %p, i32 %v seq_cst
  %h = atomicrmw min ptr %p, i32 %f seq_cst
  %i = atomicrmw umax ptr %p, i32 %v seq_cst
  %j = atomicrmw umin ptr %p, i32 %g seq_cst
  %k = atomicrmw xchg ptr %p, i32 77 seq_cst
  %l = atomicrmw volatile uinc_wrap ptr %p, i32 78 seq_cst
  %m = atomicrmw udec_wrap ptr %p, i32 %v seq_cst
  %p8 = getelementptr i8, ptr %in, i64 33
  %v8 = trunc i32 %v to i8
  %v16 = trunc i32 %v to i16
  %n = atomicrmw add ptr %p8, i8 %v8 seq_cst
  %p16 = getelementptr i8, ptr %in, i64 36
  %q = atomicrmw nand ptr %p16, i16 %v16 seq_cst
  %p64 = getelementptr i8, ptr %in, i64 40
  %r = atomicrmw umax ptr %p64, i64 1234567890123 seq_cst
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %in, i64 48, i1 false)
  %s1 = add i32 %a, %c
  %s2 = add i32 %e, %g
  %s3 = add i32 %h, %i
  %s4 = add i32 %j, %k
  %s5 = add i32 %l, %m
  %t1 = xor i32 %s1, %s2
  %t2 = xor i32 %s3, %s4
  %t3 = xor i32 %t1, %t2
  %t4 = xor i32 %t3, %s5
  %o = getelementptr i8, ptr %out, i64 64
  store i32 %t4, ptr %o
  %o1 = getelementptr i8, ptr %out, i64 68
  store i8 %n, ptr %o1
  %o2 = getelementptr i8, ptr %out, i64 70
  store i16 %q, ptr %o2
  %o3 = getelementptr i8, ptr %out, i64 72
  store i64 %r, ptr %o3
  ret void
}
define void @cmpxchg(ptr %in, ptr %out) {
  %e = load i32, ptr %in
  %p = getelementptr i32, ptr %in, i64 4
  %w = load i32, ptr %p
  %odd = and i32 %w, 1
  %z = icmp eq i32 %odd, 0
  %x = select i1 %z, i32 %w, i32 %e
  %r = cmpxchg ptr %p, i32 %x, i32 123 seq_cst monotonic
  %v = extractvalue { i32, i1 } %r, 0
  %ok = extractvalue { i32, i1 } %r, 1
  store i32 %v, ptr %out
  %o = getelementptr i8, ptr %out, i64 4
  store i1 %ok, ptr %o
  %n = load atomic i32, ptr %p seq_cst, align 4
  %o1 = getelementptr i8, ptr %out, i64 8
  store atomic i32 %n, ptr %o1 release, align 4
  %q = getelementptr i8, ptr %in, i64 64
  %b = load atomic i8, ptr %q unordered, align 1
  %r2 = cmpxchg weak ptr %q, i8 %b, i8 9 acq_rel acquire
  %v2 = extractvalue { i8, i1 } %r2, 0
  %o2 = getelementptr i8, ptr %out, i64 16
  store i8 %v2, ptr %o2
  %pp = getelementptr i8, ptr %in, i64 72
  %ptr = load ptr, ptr %pp
  %r3 = cmpxchg ptr %pp, ptr %ptr, ptr null seq_cst seq_cst
  %ok3 = extractvalue { ptr, i1 } %r3, 1
  %o3 = getelementptr i8, ptr %out, i64 17
  store i1 %ok3, ptr %o3
  fence seq_cst
  %f = getelementptr i8, ptr %in, i64 96
  store float 1.0, ptr %f
  %fa = atomicrmw fadd ptr %f, float 2.5 seq_cst
  %fs = atomicrmw fsub ptr %f, float 1.0 seq_cst
  %fm = atomicrmw fmax ptr %f, float 9.0 seq_cst
  %fn = atomicrmw fmin ptr %f, float -9.0 seq_cst
  %fx = load float, ptr %f
  %o4 = getelementptr i8, ptr %out, i64 20
  store float %fx, ptr %o4
  %sum = fadd float %fm, %fn
  %o5 = getelementptr i8, ptr %out, i64 24
  store float %sum, ptr %o5
  ret void
}
define void @block_operations(ptr %in, ptr %out) {
  call void @llvm.memset.p0.i64(ptr %out, i8 5, i64 40, i1 false)
  %o = getelementptr i8, ptr %out, i64 10
  call void @llvm.memcpy.p0.p0.i32(ptr %o, ptr %in, i32 20, i1 false)
  %o1 = getelementptr i8, ptr %out, i64 13
  call void @llvm.memmove.p0.p0.i64(ptr %o1, ptr %o, i64 20, i1 true)
  %n0 = load i8, ptr %in
  %n = zext i8 %n0 to i64
  %o2 = getelementptr i8, ptr %out, i64 64
  call void @llvm.memset.p0.i64(ptr %o2, i8 %n0, i64 %n, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %out, ptr %in, i64 3, i1 false)
  ret void
}
define void @thread_local(ptr %in, ptr %out) {
  %p = getelementptr i8, ptr %in, i64 4
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}
define internal i64 @sum_of(i32 %n, ...) {
entry:
  %list = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %list)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s3, %loop ]
  %a = va_arg ptr %list, i64
  %d = va_arg ptr %list, double
  %k = fptosi double %d to i64
  %b = va_arg ptr %list, i32
  %e = sext i32 %b to i64
  %s1 = add i64 %s, %a
  %s2 = xor i64 %s1, %k
  %s3 = add i64 %s2, %e
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  call void @llvm.va_end.p0(ptr %list)
  ret i64 %s3
}
define void @varargs(ptr %in, ptr %out) {
  %a = load i64, ptr %in
  %b = load i32, ptr %in
  %d = sitofp i32 %b to double
  %r = call i64 (i32, ...) @sum_of(i32 4, i64 %a, double %d, i32 %b, i64 3, double 5.5, i32 -1, i64 %a, double %d, i32 9, i64 8, double -7.0, i32 %b)
  store i64 %r, ptr %out
  ret void
}
define void @assembly(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %b = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %a)
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"()
  store i32 %b, ptr %out
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
; Addresses that are integers for a while, chosen, joined and stored.
define void @pointers(ptr %in, ptr %out) {
  %i = ptrtoint ptr %in to i64
  %j = add i64 %i, 8
  %p = inttoptr i64 %j to ptr
  %far = addrspacecast ptr %p to ptr addrspace(1)
  %near = addrspacecast ptr addrspace(1) %far to ptr
  %x = load i64, ptr %near
  %odd = trunc i64 %x to i1
  br i1 %odd, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %q = phi ptr [ %in, %yes ], [ %near, %no ]
  %ice = freeze ptr %q
  %chosen = select i1 %odd, ptr %ice, ptr %in
  %place = alloca ptr
  store ptr %chosen, ptr %place
  %back = load ptr, ptr %place
  %y = load i64, ptr %back
  store i64 %y, ptr %out
  ret void
}
