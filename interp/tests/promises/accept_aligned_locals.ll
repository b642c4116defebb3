; accept
define void @f(ptr noundef align 64 %x, ptr byval([4 x i32]) align 32 %y) noinline { ret void }
define void @t() { %a = alloca [4 x i32], align 64
 %b = alloca [4 x i32], align 32
 %s = alloca ptr
 store ptr %a, ptr %s
 %p = load ptr, ptr %s
 call void @f(ptr %p, ptr byval([4 x i32]) align 32 %b)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
