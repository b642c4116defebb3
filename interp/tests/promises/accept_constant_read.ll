; accept
; LLVM gives a function that reads constants alone memory(none), also where another function reads them for it.
@a = internal constant [2 x i32] [i32 1, i32 2]
@b = internal constant [2 x i32] [i32 3, i32 4]
define internal i32 @get(ptr %p) noinline memory(argmem: read) {
 %v = load i32, ptr %p
 ret i32 %v }
define i32 @one() noinline memory(none) {
 %v = call i32 @get(ptr @a)
 ret i32 %v }
define i32 @two() noinline memory(none) {
 %v = call i32 @get(ptr @b)
 ret i32 %v }
define void @t() {
 %a = call i32 @one()
 %b = call i32 @two()
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
