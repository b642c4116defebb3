; accept
declare ptr @strcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strncat(ptr, ptr, i64)
; "ab" at 3: what each function reads and writes ends where the other begins
define void @t() { %a = alloca [16 x i8], align 4
 call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
 %b = getelementptr i8, ptr %a, i64 3
 store i16 25185, ptr %b, align 1
 %c = call ptr @strcpy(ptr %a, ptr %b)
 %d = call ptr @strncpy(ptr %a, ptr %b, i64 3)
 %e = getelementptr i8, ptr %a, i64 6
 %f = call ptr @strcat(ptr %e, ptr %b)
 %g = call ptr @strncat(ptr %e, ptr %a, i64 2)
 %h = call ptr @strncpy(ptr %e, ptr %b, i64 10)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
