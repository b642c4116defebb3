; K3: Shared memory is one object for each group and variable.
;: negative
;: options --kernel k --grid 1 --block 4
;: exit trap
;: diagnostic out-of-bounds error node k instance (3, 0, 0)
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@l = internal addrspace(3) global [4 x i32] undef, align 4
@m = internal addrspace(3) global [4 x i32] undef, align 4

declare spir_func i64 @_Z12get_local_idj(i32)

define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = add i64 %x, 1
  %at = getelementptr i32, ptr addrspace(3) @l, i64 %y
  store i32 1, ptr addrspace(3) %at
  %other = getelementptr i32, ptr addrspace(3) @m, i64 %x
  store i32 1, ptr addrspace(3) %other
  ret void
}
