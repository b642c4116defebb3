; accept
@k = global i32 40
@s = global i32 0
define void @t() { %k = load i32, ptr @k
 %v = shl i32 1, %k
 %a = insertvalue {i32,i32} poison, i32 %v, 0
 %b = insertvalue {i32,i32} %a, i32 %k, 1
 %x = extractvalue {i32,i32} %b, 1
 store i32 %x, ptr @s
 ret void }
