; Barriers in functions that call themselves or are called by a pointer, and what looks like them.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32)

define spir_func void @down(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  call spir_func void @_Z7barrierj(i32 1)
  %less = sub i32 %n, 1
  call spir_func void @across(i32 %less)
  ret void
done:
  ret void
}

define spir_func void @across(i32 %n) {
  call spir_func void @down(i32 %n)
  ret void
}

define spir_func void @plain(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %less = sub i32 %n, 1
  call spir_func void @plain(i32 %less)
  ret void
done:
  ret void
}

define spir_func void @wait() noinline {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

define spir_kernel void @mutual(i32 %n) {
  call spir_func void @across(i32 %n)
  ret void
}

define spir_kernel void @pointer(i32 %n) {
  %some = icmp eq i32 %n, 0
  %f = select i1 %some, ptr @wait, ptr null
  call spir_func void %f()
  ret void
}

; The recursive function has no barrier.
define spir_kernel void @fine(i32 %n) {
  call spir_func void @plain(i32 %n)
  call spir_func void @wait()
  call spir_func void @wait()
  ret void
}
