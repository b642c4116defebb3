; accept
; LLVM reads memory that can always be read where the source does not: the values are not chosen.
@g = thread_local global i32 4
define void @argument(ptr noalias dereferenceable(4) %p, ptr %q, i1 %c) noinline {
 %v = load i32, ptr %p
 %w = add i32 %v, 1
 %x = select i1 %c, i32 %w, i32 7
 store i32 %x, ptr %q
 ret void }
define void @variable(ptr noalias %p, i1 %c) noinline {
 %v = load i32, ptr @g
 %x = select i1 %c, i32 %v, i32 7
 store i32 %x, ptr %p
 ret void }
define i32 @hoisted(ptr noalias dereferenceable(4) %p, ptr %q, i1 %c) noinline {
 %v = load i32, ptr %p
 br i1 %c, label %yes, label %no
yes:
 ret i32 %v
no:
 store i32 1, ptr %q
 ret i32 0 }
define void @t() {
 %o = alloca i32
 store i32 0, ptr %o
 call void @argument(ptr %o, ptr %o, i1 false)
 %g = call ptr @llvm.threadlocal.address.p0(ptr @g)
 call void @variable(ptr %g, i1 false)
 %r = call i32 @hoisted(ptr %o, ptr %o, i1 false)
 ret void }
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @main() {
  call void @t()
  ret i32 0
}
