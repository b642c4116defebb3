; host.ll -- host code that calls @t with 0, 0 and 1.
declare i32 @printf(ptr, ...)
@fmt = constant [4 x i8] c"%d\0A\00"
define i32 @main() {
  %a = call i32 @t(i32 0)
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %a)
  %b = call i32 @t(i32 0)
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %b)
  %c = call i32 @t(i32 1)
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %c)
  ret i32 0
}
