; leaf-report: use-after-free
declare ptr @malloc(i64)
declare void @free(ptr)
define void @t() { %p = call ptr @malloc(i64 16)
 store volatile i32 1, ptr %p
 call void @free(ptr %p)
 call void @free(ptr %p)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
