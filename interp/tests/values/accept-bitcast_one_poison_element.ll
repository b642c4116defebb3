; accept
; The bytes 0 to 3 of the vector are not poison.
@n = global i32 40
@x = global i32 5
define internal i32 @f(i32 %x, i32 %n) noinline {
  %s = shl i32 1, %n
  %v0 = insertelement <4 x i32> poison, i32 %x, i64 0
  %v1 = insertelement <4 x i32> %v0, i32 %s, i64 3
  %b = bitcast <4 x i32> %v1 to <8 x i16>
  %e = extractelement <8 x i16> %b, i64 0
  %c = icmp eq i16 %e, 5
  br i1 %c, label %t, label %u
t:
  ret i32 1
u:
  ret i32 0
}
define void @t() {
  %x = load i32, ptr @x
  %n = load i32, ptr @n
  %r = call i32 @f(i32 %x, i32 %n)
  ret void
}
