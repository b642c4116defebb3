; report * all: br i1
@n = global i32 65793
@s = global i32 0
define void @t() { %t = load i32, ptr @n
 %v = bitcast i32 %t to <4 x i8>
 %p = shufflevector <4 x i8> %v, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
 %b = bitcast <4 x i8> %p to i32
 %c = icmp ult i32 %b, 16777216
 br i1 %c, label %yes, label %no
yes:
 store i32 1, ptr @s
 ret void
no:
 ret void }
