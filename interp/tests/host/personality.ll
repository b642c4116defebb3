;: hosts interp
;: out hi
target triple = "x86_64-pc-linux-gnu"
declare i32 @rust_eh_personality(...)
declare i32 @puts(ptr)
@text = constant [3 x i8] c"hi\00"
define i32 @main() personality ptr @rust_eh_personality {
  %r = call i32 @puts(ptr @text)
  ret i32 0
}
