; accept
define void @t() { %s = alloca ptr
 %d = alloca ptr
 %o = alloca i32
 store ptr %o, ptr %s
 br label %l
l: %i = phi i64 [0, %0], [%j, %l]
 %sp = getelementptr i8, ptr %s, i64 %i
 %dp = getelementptr i8, ptr %d, i64 %i
 %b = load i8, ptr %sp
 store i8 %b, ptr %dp
 %j = add i64 %i, 1
 %c = icmp eq i64 %j, 8
 br i1 %c, label %x, label %l
x: %q = load ptr, ptr %d
 store i32 7, ptr %q
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
