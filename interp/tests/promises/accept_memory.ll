; accept
@c = constant i32 4
@g = global i32 4
define i32 @f(ptr readonly %x) noinline memory(read) { %a = alloca i32
 %v = load i32, ptr %x
 store i32 %v, ptr %a
 %w = load i32, ptr %a
 %u = load i32, ptr @g
 %r = add i32 %w, %u
 ret i32 %r }
define i32 @n(i32 %x) noinline memory(none) { %v = load i32, ptr @c
 %r = add i32 %x, %v
 ret i32 %r }
define void @w(ptr writeonly %x) noinline memory(argmem: write) { store i32 9, ptr %x
 ret void }
define void @t() { %a = alloca i32
 call void @w(ptr %a)
 %r = call i32 @f(ptr %a)
 %s = call i32 @n(i32 %r)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
