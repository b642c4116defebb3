; Intrinsics that say something or ask for something; hints.plain has what is to be seen of them.
@tls = internal thread_local global i32 7
@text = private constant [3 x i8] c"ab\00"
@bytes = internal global [16 x i8] zeroinitializer, align 16
define void @values_through(ptr %in, ptr %out) {
  %a = load i64, ptr %in
  %b = call i64 @llvm.ssa.copy.i64(i64 %a)
  %c = call i64 @llvm.annotation.i64.p0(i64 %b, ptr @text, ptr @text, i32 1)
  %d = call i64 @llvm.expect.i64(i64 %c, i64 3)
  %e = call i64 @llvm.expect.with.probability.i64(i64 %d, i64 3, double 0.5)
  store i64 %e, ptr %out
  %p = call ptr @llvm.launder.invariant.group.p0(ptr %in)
  %q = call ptr @llvm.strip.invariant.group.p0(ptr %p)
  %r = call ptr @llvm.ptr.annotation.p0.p0(ptr %q, ptr @text, ptr @text, i32 1, ptr null)
  %s = load i64, ptr %r
  %o1 = getelementptr i8, ptr %out, i64 8
  store i64 %s, ptr %o1
  %x = load double, ptr %in
  %y = call double @llvm.arithmetic.fence.f64(double %x)
  %z = bitcast double %y to i64
  %o2 = getelementptr i8, ptr %out, i64 16
  store i64 %z, ptr %o2
  %t = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  %u = load i32, ptr %t
  %v = add i32 %u, 1
  store i32 %v, ptr %t
  store i32 7, ptr %t
  %o3 = getelementptr i8, ptr %out, i64 24
  store i32 %v, ptr %o3
  ret void
}
define void @fixed_answers(ptr %in, ptr %out) {
  %r0 = call i32 @llvm.get.rounding()
  store i32 %r0, ptr %out
  %c = call i1 @llvm.is.constant.i32(i32 5)
  %n = load i32, ptr %in
  %d = call i1 @llvm.is.constant.i32(i32 %n)
  %t = call i1 @llvm.type.test(ptr %in, metadata !"type")
  %u = call i1 @llvm.public.type.test(ptr %in, metadata !"type")
  %v = call i1 @llvm.allow.runtime.check(metadata !"check")
  %w = call i1 @llvm.allow.ubsan.check(i8 1)
  %o1 = getelementptr i8, ptr %out, i64 4
  %o2 = getelementptr i8, ptr %out, i64 5
  %o3 = getelementptr i8, ptr %out, i64 6
  %o4 = getelementptr i8, ptr %out, i64 7
  %o5 = getelementptr i8, ptr %out, i64 8
  %o6 = getelementptr i8, ptr %out, i64 9
  store i1 %c, ptr %o1
  store i1 %d, ptr %o2
  store i1 %t, ptr %o3
  store i1 %u, ptr %o4
  store i1 %v, ptr %o5
  store i1 %w, ptr %o6
  %s1 = call i64 @llvm.objectsize.i64.p0(ptr %in, i1 false, i1 true, i1 false)
  %s2 = call i64 @llvm.objectsize.i64.p0(ptr %in, i1 true, i1 true, i1 false)
  %o7 = getelementptr i8, ptr %out, i64 16
  %o8 = getelementptr i8, ptr %out, i64 24
  store i64 %s1, ptr %o7
  store i64 %s2, ptr %o8
  %a = call ptr @llvm.returnaddress(i32 0)
  %b = call ptr @llvm.frameaddress.p0(i32 0)
  %e = call ptr @llvm.addressofreturnaddress.p0()
  %f = call ptr @llvm.sponentry.p0()
  %g = call i64 @llvm.readcyclecounter()
  %h = call i64 @llvm.readsteadycounter()
  %i = call i64 @llvm.x86.rdtsc()
  %o9 = getelementptr i8, ptr %out, i64 32
  %o10 = getelementptr i8, ptr %out, i64 40
  %o11 = getelementptr i8, ptr %out, i64 48
  %o12 = getelementptr i8, ptr %out, i64 56
  %o13 = getelementptr i8, ptr %out, i64 64
  %o14 = getelementptr i8, ptr %out, i64 72
  %o15 = getelementptr i8, ptr %out, i64 80
  store ptr %a, ptr %o9
  store ptr %b, ptr %o10
  store ptr %e, ptr %o11
  store ptr %f, ptr %o12
  store i64 %g, ptr %o13
  store i64 %h, ptr %o14
  store i64 %i, ptr %o15
  ret void
}
define void @nothing_happens(ptr %in, ptr %out) personality ptr @personality {
  %m = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %m)
  %k = call ptr @llvm.invariant.start.p0(i64 4, ptr %in)
  call void @llvm.invariant.end.p0(ptr %k, i64 4, ptr %in)
  call void @llvm.lifetime.end.p0(i64 4, ptr %m)
  call void @llvm.assume(i1 true)
  call void @llvm.var.annotation.p0.p0(ptr %m, ptr @text, ptr @text, i32 1, ptr null)
  call void @llvm.codeview.annotation(metadata !1)
  call void @llvm.sideeffect()
  call void @llvm.donothing()
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  call void @llvm.prefetch.p0(ptr null, i32 0, i32 3, i32 1)
  call void @llvm.clear_cache(ptr %in, ptr %in)
  call void @llvm.reset.fpenv()
  call void @llvm.reset.fpmode()
  call void @llvm.set.rounding(i32 1)
  call void @llvm.x86.sse2.pause()
  call void @llvm.x86.sse.sfence()
  call void @llvm.x86.sse2.lfence()
  call void @llvm.x86.sse2.mfence()
  invoke void @llvm.donothing() to label %done unwind label %never
done:
  store i32 1, ptr %out
  ret void
never:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define void @by_elements(ptr %in, ptr %out) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %out, ptr align 4 %in, i64 16, i32 4)
  %o = getelementptr i8, ptr %out, i64 16
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr align 4 %o, ptr align 4 %in, i64 8, i32 4)
  %p = getelementptr i8, ptr %out, i64 32
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %p, i8 7, i64 8, i32 4)
  %q = getelementptr i8, ptr %out, i64 48
  call void @llvm.memset.inline.p0.i64(ptr align 4 %q, i8 9, i64 8, i1 false)
  ret void
}
define void @halves(ptr %in, ptr %out) {
  %a = load i16, ptr %in
  %b = and i16 %a, 31743
  %f = call float @llvm.convert.from.fp16.f32(i16 %b)
  store float %f, ptr %out
  %x = load i32, ptr %in
  %y = sitofp i32 %x to double
  %h = call i16 @llvm.convert.to.fp16.f64(double %y)
  %o = getelementptr i8, ptr %out, i64 8
  store i16 %h, ptr %o
  ret void
}
define void @lists_of_arguments(ptr %in, ptr %out) {
  %a = load i64, ptr %in
  %x = sitofp i64 %a to double
  call void (ptr, i32, ...) @each_kind(ptr %out, i32 3, i64 %a, i32 5, ptr %in, double %x, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, i128 77, i64 1, i64 2, i64 3, i64 %a)
  ret void
}
define internal void @each_kind(ptr %out, i32 %n, ...) {
  %list = alloca [24 x i8], align 16
  %copy = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %list)
  call void @llvm.va_copy.p0(ptr %copy, ptr %list)
  %a = va_arg ptr %copy, i64
  %b = va_arg ptr %copy, i32
  %c = va_arg ptr %copy, ptr
  %d = va_arg ptr %copy, double
  %e = va_arg ptr %copy, x86_fp80
  %f = va_arg ptr %copy, fp128
  %g = va_arg ptr %copy, i128
  %h = va_arg ptr %copy, i64
  %i = va_arg ptr %copy, i64
  %j = va_arg ptr %copy, i64
  %k = va_arg ptr %copy, i64
  %z = va_arg ptr %list, i64
  call void @llvm.va_end.p0(ptr %copy)
  call void @llvm.va_end.p0(ptr %list)
  store i64 %a, ptr %out
  %o1 = getelementptr i8, ptr %out, i64 8
  store i32 %b, ptr %o1
  %first = load i64, ptr %c
  %o2 = getelementptr i8, ptr %out, i64 16
  store i64 %first, ptr %o2
  %o3 = getelementptr i8, ptr %out, i64 24
  store double %d, ptr %o3
  %o4 = getelementptr i8, ptr %out, i64 32
  store x86_fp80 %e, ptr %o4
  %o5 = getelementptr i8, ptr %out, i64 48
  store fp128 %f, ptr %o5
  %o6 = getelementptr i8, ptr %out, i64 64
  store i128 %g, ptr %o6
  %o7 = getelementptr i8, ptr %out, i64 80
  store i64 %h, ptr %o7
  %o8 = getelementptr i8, ptr %out, i64 88
  store i64 %i, ptr %o8
  %o9 = getelementptr i8, ptr %out, i64 96
  store i64 %j, ptr %o9
  %o10 = getelementptr i8, ptr %out, i64 104
  store i64 %k, ptr %o10
  %o11 = getelementptr i8, ptr %out, i64 112
  store i64 %z, ptr %o11
  ret void
}
!1 = !{!"text"}
!2 = !{!3}
!3 = distinct !{!3, !4}
!4 = distinct !{!4}
declare i32 @personality(...)
