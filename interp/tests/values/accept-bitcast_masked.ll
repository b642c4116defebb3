; accept
; the fourth byte is poison, as in the vectors of three elements that clang passes as an integer
@n = global i32 65793
@s = global i32 0
define i32 @low(i32 %v) noinline { %m = and i32 %v, 255
 ret i32 %m }
define noundef i32 @extended(i32 %v) noinline { %x = shl i32 %v, 24
 %y = ashr exact i32 %x, 24
 ret i32 %y }
define void @t() { %t = load i32, ptr @n
 %v = bitcast i32 %t to <4 x i8>
 %p = shufflevector <4 x i8> %v, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
 %b = bitcast <4 x i8> %p to i32
 %m = call i32 @low(i32 %b)
 %e = call noundef i32 @extended(i32 %b)
 %c = icmp eq i32 %m, %e
 br i1 %c, label %yes, label %no
yes:
 store i32 %m, ptr @s
 ret void
no:
 unreachable }
