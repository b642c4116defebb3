; accept
@k = global i32 40
@s = global i32 0
define {i32,i32} @two(i32 %k) noinline { %v = shl i32 1, %k
 %a = insertvalue {i32,i32} poison, i32 %v, 0
 %b = insertvalue {i32,i32} %a, i32 %k, 1
 ret {i32,i32} %b }
define void @t() { %k = load i32, ptr @k
 %p = call {i32,i32} @two(i32 %k)
 %x = extractvalue {i32,i32} %p, 1
 store i32 %x, ptr @s
 ret void }
