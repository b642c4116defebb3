; A constant that may trap cannot become an instruction elsewhere.
; expect: old-dialect 6
@number = global i32 1

define i64 @f() {
  ret i64 udiv (i64 8, i64 ptrtoint (i32* @number to i64))
}
