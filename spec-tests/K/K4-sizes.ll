; K4: Work-item functions answer from grid, group and offset.
;: positive
;: options --kernel k --global 10,3 --block 4,2 --offset 7
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z15get_global_sizej(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func i64 @_Z17get_global_offsetj(i32)
declare void @llvm.trap()

; The last group of a dimension has what remains.
define spir_kernel void @k() {
  %size = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  %global = call spir_func i64 @_Z15get_global_sizej(i32 0)
  %offset = call spir_func i64 @_Z17get_global_offsetj(i32 0)
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %last = icmp eq i64 %group, 2
  %expected = select i1 %last, i64 2, i64 4
  %a = icmp eq i64 %size, %expected
  %b = icmp eq i64 %groups, 3
  %c = icmp eq i64 %global, 10
  %d = icmp eq i64 %offset, 7
  %e = icmp ult i64 %id, 17
  %f = icmp uge i64 %id, 7
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %ef = and i1 %e, %f
  %abcd = and i1 %ab, %cd
  %good = and i1 %abcd, %ef
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
