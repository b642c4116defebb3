; K1: A kernel is a function with a kernel's calling convention; work-item id 0 is the first.
;: positive
;: options --kernel k --grid 2,3 --block 4,2,2 --offset 5
;: schedules reference
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
@next = internal addrspace(1) global i64 0, align 8

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare void @llvm.trap()

; Each work-item expects its place in the order: groups first, x fastest. Other orders trap.
define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %z = call spir_func i64 @_Z12get_local_idj(i32 2)
  %gx = call spir_func i64 @_Z12get_group_idj(i32 0)
  %gy = call spir_func i64 @_Z12get_group_idj(i32 1)
  %z2 = mul i64 %z, 2
  %zy = add i64 %z2, %y
  %zy4 = mul i64 %zy, 4
  %local = add i64 %zy4, %x
  %g2 = mul i64 %gy, 2
  %g = add i64 %g2, %gx
  %before = mul i64 %g, 16
  %place = add i64 %before, %local
  %old = atomicrmw add ptr addrspace(1) @next, i64 1 monotonic
  %same = icmp eq i64 %old, %place
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %first = mul i64 %gx, 4
  %offset = add i64 %first, 5
  %expected = add i64 %offset, %x
  %right = icmp eq i64 %id, %expected
  %good = and i1 %same, %right
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
