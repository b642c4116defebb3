; accept
; frames of different sizes, locals, an indirect target, results of several scalars
@s = global i64 0
@fp = global ptr @g
define {i64, i32} @f(ptr %p, i64 %n, i64 %x) noinline {
  %a = alloca [4 x i64]
  %q = getelementptr [4 x i64], ptr %a, i64 0, i64 3
  store i64 %n, ptr %q
  %z = icmp eq i64 %n, 0
  br i1 %z, label %done, label %more
more:
  %v = load i64, ptr %q
  %n1 = sub i64 %v, 1
  %t = load ptr, ptr @fp
  %r = musttail call {i64, i32} %t(ptr %p, i64 %n1, i64 %x)
  ret {i64, i32} %r
done:
  %w = load i64, ptr %p
  %r0 = insertvalue {i64, i32} undef, i64 %w, 0
  %r1 = insertvalue {i64, i32} %r0, i32 7, 1
  ret {i64, i32} %r1
}
define {i64, i32} @g(ptr %p, i64 %n, i64 %x) noinline {
  %a = alloca [40 x i64], align 64
  %b = alloca i64
  store i64 %n, ptr %b
  %q = getelementptr [40 x i64], ptr %a, i64 0, i64 39
  store i64 %x, ptr %q
  %w = load i64, ptr %p
  %w1 = add i64 %w, 1
  store i64 %w1, ptr %p
  %m = load i64, ptr %b
  %r = musttail call {i64, i32} @f(ptr %p, i64 %m, i64 %x)
  ret {i64, i32} %r
}
define void @t() {
  %c = alloca i64
  store i64 0, ptr %c
  %r = call {i64, i32} @f(ptr %c, i64 1000, i64 3)
  %r0 = extractvalue {i64, i32} %r, 0
  %r1 = extractvalue {i64, i32} %r, 1
  %e = zext i32 %r1 to i64
  %u = add i64 %r0, %e
  %ok = icmp eq i64 %u, 1007
  br i1 %ok, label %good, label %bad
good: ret void
bad: unreachable
}
define i32 @main() {
  call void @t()
  ret i32 0
}
