; P7: A module's data layout is obeyed or refused: big-endian, other pointer or index widths.
;: negative
;: exit unsupported
;: diagnostic layout-unsupported error
;: stderr its indices into memory do not have 64 bits
target datalayout = "e-p:64:64:64:32-i32:32-i64:64"
declare i32 @printf(ptr, ...)
@format = private constant [6 x i8] c"%llx\0A\00"

define i32 @main() {
  %v = bitcast <2 x i32> <i32 1, i32 2> to i64
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %v)
  ret i32 0
}
