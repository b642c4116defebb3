; An aggregate of a constant that LLVM no longer has.
; expect: old-dialect 6
@number = global i32 1

define { i32, i1 } @f() {
  %r = extractvalue { { i32, i1 } } insertvalue ({ { i32, i1 } } undef, { i32, i1 } { i32 0, i1 icmp eq (i32* @number, i32* null) }, 0), 0
  ret { i32, i1 } %r
}
