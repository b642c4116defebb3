; P7: A module's data layout is obeyed or refused.
;: positive
;: hosts interp
;: out 200000001
;: out 4 4
target datalayout = "e-p:64:64:64:64-i64:32-f64:32"
%pair = type { i32, i64 }
declare i32 @printf(ptr, ...)
@format = private constant [6 x i8] c"%llx\0A\00"
@two = private constant [9 x i8] c"%ld %ld\0A\00"

define i32 @main() {
  %v = bitcast <2 x i32> <i32 1, i32 2> to i64
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %v)
  %p = alloca %pair
  %q = getelementptr %pair, ptr %p, i32 0, i32 1
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %d = sub i64 %b, %a
  %s = call i32 (ptr, ...) @printf(ptr @two, i64 %d, i64 ptrtoint (ptr getelementptr ({ i32, double }, ptr null, i32 0, i32 1) to i64))
  ret i32 0
}
