; K3: Shared memory is one object for each group and variable: uninitialised at its start.
;: negative
;: options --kernel k --grid 2 --block 4 --check=uninit
;: needs --check=uninit
;: exit trap
;: diagnostic uninitialised error
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@l = internal addrspace(3) global [4 x i32] undef, align 4

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)

; The first group writes it, the second reads it.
define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %at = getelementptr [4 x i32], ptr addrspace(3) @l, i64 0, i64 %x
  %first = icmp eq i64 %g, 0
  br i1 %first, label %write, label %read
write:
  store i32 1, ptr addrspace(3) %at
  br label %done
read:
  %v = load i32, ptr addrspace(3) %at
  %c = icmp eq i32 %v, 1
  br i1 %c, label %done, label %other
other:
  br label %done
done:
  ret void
}
