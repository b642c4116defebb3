;: out 2
; The address of a label is used by a function before the one that has the label.
target triple = "x86_64-pc-linux-gnu"
@fmt = constant [4 x i8] c"%d\0A\00"
@kept = global ptr null
declare i32 @printf(ptr, ...)
define i32 @g() {
  store volatile ptr blockaddress(@f, %a), ptr @kept
  %k = load volatile ptr, ptr @kept
  %c = icmp ne ptr %k, null
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @f(i32 %k) {
entry:
  br label %a
a:
  ret i32 1
}
define i32 @main() {
  %a = call i32 @f(i32 0)
  %b = call i32 @g()
  %s = add i32 %a, %b
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %s)
  ret i32 0
}
