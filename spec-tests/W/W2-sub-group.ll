; W2: A lane that has ended
;: negative
;: exit trap
;: diagnostic warp-divergence error
;: options --kernel k --grid 1 --block 32
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i32 @_Z20sub_group_reduce_addi(i32)

; All lanes of a sub-group take part in its reduction, and lane 3 never comes.
define spir_kernel void @k() {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %early = icmp eq i64 %x, 3
  br i1 %early, label %done, label %meet
meet:
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 1)
  br label %done
done:
  ret void
}
