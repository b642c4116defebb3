; program.c of forms/, at -O1 with debug information: what mangled files are made of.
source_filename = "program.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local void @filter(ptr noundef %0, i64 %1, ptr noundef %2, i64 noundef %3, float noundef %4) #0 !dbg !28 {
    #dbg_value(ptr %0, !34, !DIExpression(), !42)
    #dbg_value(i64 poison, !35, !DIExpression(), !42)
    #dbg_value(ptr %2, !36, !DIExpression(), !42)
    #dbg_value(i64 %3, !37, !DIExpression(), !42)
    #dbg_value(float %4, !38, !DIExpression(), !42)
  tail call void @__hpvm__hint(i32 noundef 2) #5, !dbg !43
  tail call void (i32, ...) @__hpvm__attributes(i32 noundef 2, ptr noundef %0, ptr noundef %2, i32 noundef 1, ptr noundef %2) #5, !dbg !44
  %6 = tail call ptr @__hpvm__getNode() #5, !dbg !45
    #dbg_value(ptr %6, !39, !DIExpression(), !42)
  %7 = tail call i64 @__hpvm__getNodeInstanceID_x(ptr noundef %6) #5, !dbg !46
    #dbg_value(i64 %7, !41, !DIExpression(), !42)
  %8 = icmp slt i64 %7, 0, !dbg !47
  br i1 %8, label %16, label %9, !dbg !49

9:                                                ; preds = %5
  %10 = getelementptr inbounds float, ptr %0, i64 %7, !dbg !50
  %11 = load float, ptr %10, align 4, !dbg !50, !tbaa !51
  %12 = fmul float %11, %4, !dbg !55
  %13 = getelementptr inbounds float, ptr %2, i64 %7, !dbg !56
  store float %12, ptr %13, align 4, !dbg !57, !tbaa !51
  tail call void @__hpvm__barrier() #6, !dbg !58
  %14 = load float, ptr %13, align 4, !dbg !59, !tbaa !51
  %15 = fpext float %14 to double, !dbg !60
  br label %16, !dbg !61

16:                                               ; preds = %5, %9
  %17 = phi double [ %15, %9 ], [ 5.000000e-01, %5 ]
  tail call void (i32, ...) @__hpvm__return(i32 noundef 2, i64 noundef %3, double noundef %17) #5, !dbg !42
  ret void, !dbg !61
}

declare !dbg !62 void @__hpvm__hint(i32 noundef) local_unnamed_addr #1

declare !dbg !65 void @__hpvm__attributes(i32 noundef, ...) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare !dbg !68 ptr @__hpvm__getNode() local_unnamed_addr #1

declare !dbg !71 i64 @__hpvm__getNodeInstanceID_x(ptr noundef) local_unnamed_addr #1

declare !dbg !74 void @__hpvm__return(i32 noundef, ...) local_unnamed_addr #1

; Function Attrs: convergent noduplicate
declare !dbg !75 void @__hpvm__barrier() local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind uwtable
define dso_local void @room(i64 noundef %0) #0 !dbg !78 {
    #dbg_value(i64 %0, !82, !DIExpression(), !84)
  tail call void @__hpvm__hint(i32 noundef 2) #5, !dbg !85
  %2 = tail call ptr @__hpvm__malloc(i64 noundef %0) #5, !dbg !86
    #dbg_value(ptr %2, !83, !DIExpression(), !84)
  tail call void (i32, ...) @__hpvm__return(i32 noundef 2, ptr noundef %2, i64 noundef %0) #5, !dbg !87
  ret void, !dbg !88
}

declare !dbg !89 ptr @__hpvm__malloc(i64 noundef) local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define dso_local void @total(ptr noundef %0, i64 noundef %1, ptr noundef %2, i64 noundef %3, double noundef %4) #0 !dbg !92 {
    #dbg_value(ptr %0, !96, !DIExpression(), !101)
    #dbg_value(i64 %1, !97, !DIExpression(), !101)
    #dbg_value(ptr %2, !98, !DIExpression(), !101)
    #dbg_value(i64 %3, !99, !DIExpression(), !101)
    #dbg_value(double %4, !100, !DIExpression(), !101)
  tail call void @__hpvm__hint(i32 noundef 1) #5, !dbg !102
  tail call void (i32, ...) @__hpvm__attributes(i32 noundef 1, ptr noundef %0, i32 noundef 1, ptr noundef %2) #5, !dbg !103
  %6 = add i64 %3, %1, !dbg !104
  %7 = fptoui double %4 to i64, !dbg !105
  %8 = add i64 %6, %7, !dbg !106
  tail call void (i32, ...) @__hpvm__return(i32 noundef 1, i64 noundef %8) #5, !dbg !107
  ret void, !dbg !108
}

; Function Attrs: nounwind uwtable
define dso_local void @group(ptr noundef %0, i64 %1, ptr noundef %2, i64 %3, float %4, i64 noundef %5) #0 !dbg !109 {
    #dbg_value(ptr %0, !113, !DIExpression(), !121)
    #dbg_value(i64 poison, !114, !DIExpression(), !121)
    #dbg_value(ptr %2, !115, !DIExpression(), !121)
    #dbg_value(i64 poison, !116, !DIExpression(), !121)
    #dbg_value(float poison, !117, !DIExpression(), !121)
    #dbg_value(i64 %5, !118, !DIExpression(), !121)
  tail call void @__hpvm__hint(i32 noundef 5) #5, !dbg !122
  tail call void (i32, ...) @__hpvm__attributes(i32 noundef 2, ptr noundef %0, ptr noundef %2, i32 noundef 1, ptr noundef %2) #5, !dbg !123
  %7 = add i64 %5, 15, !dbg !124
  %8 = and i64 %7, -16, !dbg !125
  %9 = tail call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 1, ptr noundef nonnull @filter, i64 noundef %8) #5, !dbg !126
    #dbg_value(ptr %9, !119, !DIExpression(), !121)
  %10 = tail call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 1, ptr noundef nonnull @filter, i64 noundef %8) #5, !dbg !127
    #dbg_value(ptr %10, !120, !DIExpression(), !121)
  tail call void @__hpvm__bindIn(ptr noundef %9, i32 noundef 0, i32 noundef 0, i32 noundef 0) #5, !dbg !128
  tail call void @__hpvm__bindIn(ptr noundef %9, i32 noundef 1, i32 noundef 1, i32 noundef 0) #5, !dbg !129
  tail call void @__hpvm__bindIn(ptr noundef %9, i32 noundef 2, i32 noundef 2, i32 noundef 0) #5, !dbg !130
  tail call void @__hpvm__bindIn(ptr noundef %9, i32 noundef 3, i32 noundef 3, i32 noundef 0) #5, !dbg !131
  tail call void @__hpvm__bindIn(ptr noundef %9, i32 noundef 4, i32 noundef 4, i32 noundef 0) #5, !dbg !132
  tail call void @__hpvm__bindIn(ptr noundef %10, i32 noundef 2, i32 noundef 0, i32 noundef 0) #5, !dbg !133
  %11 = tail call ptr @__hpvm__edge(ptr noundef %9, ptr noundef %10, i32 noundef 0, i32 noundef 0, i32 noundef 1, i32 noundef 0) #5, !dbg !134
  tail call void @__hpvm__bindIn(ptr noundef %10, i32 noundef 2, i32 noundef 2, i32 noundef 0) #5, !dbg !135
  tail call void @__hpvm__bindIn(ptr noundef %10, i32 noundef 3, i32 noundef 3, i32 noundef 0) #5, !dbg !136
  tail call void @__hpvm__bindIn(ptr noundef %10, i32 noundef 4, i32 noundef 4, i32 noundef 0) #5, !dbg !137
  tail call void @__hpvm__bindOut(ptr noundef %10, i32 noundef 0, i32 noundef 0, i32 noundef 0) #5, !dbg !138
  tail call void @__hpvm__bindOut(ptr noundef %10, i32 noundef 1, i32 noundef 1, i32 noundef 0) #5, !dbg !139
  ret void, !dbg !140
}

declare !dbg !141 ptr @__hpvm__createNodeND(i32 noundef, ...) local_unnamed_addr #1

declare !dbg !144 void @__hpvm__bindIn(ptr noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

declare !dbg !147 ptr @__hpvm__edge(ptr noundef, ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

declare !dbg !150 void @__hpvm__bindOut(ptr noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: nounwind uwtable
define dso_local void @root(ptr noundef %0, i64 %1, ptr noundef %2, i64 %3, float %4, i64 noundef %5) #0 !dbg !151 {
    #dbg_value(ptr %0, !153, !DIExpression(), !162)
    #dbg_value(i64 poison, !154, !DIExpression(), !162)
    #dbg_value(ptr %2, !155, !DIExpression(), !162)
    #dbg_value(i64 poison, !156, !DIExpression(), !162)
    #dbg_value(float poison, !157, !DIExpression(), !162)
    #dbg_value(i64 %5, !158, !DIExpression(), !162)
  tail call void @__hpvm__hint(i32 noundef 1) #5, !dbg !163
  tail call void (i32, ...) @__hpvm__attributes(i32 noundef 2, ptr noundef %0, ptr noundef %2, i32 noundef 1, ptr noundef %2) #5, !dbg !164
  %7 = add i64 %5, -1, !dbg !165
  %8 = tail call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 3, ptr noundef nonnull @group, i64 noundef %5, i64 noundef %7, i64 noundef 4) #5, !dbg !166
    #dbg_value(ptr %8, !159, !DIExpression(), !162)
  %9 = tail call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 0, ptr noundef nonnull @room) #5, !dbg !167
    #dbg_value(ptr %9, !160, !DIExpression(), !162)
  %10 = tail call ptr (i32, ...) @__hpvm__createNodeND(i32 noundef 0, ptr noundef nonnull @total) #5, !dbg !168
    #dbg_value(ptr %10, !161, !DIExpression(), !162)
  tail call void @__hpvm__bindIn(ptr noundef %8, i32 noundef 0, i32 noundef 0, i32 noundef 1) #5, !dbg !169
  tail call void @__hpvm__bindIn(ptr noundef %8, i32 noundef 1, i32 noundef 1, i32 noundef 1) #5, !dbg !170
  tail call void @__hpvm__bindIn(ptr noundef %8, i32 noundef 2, i32 noundef 2, i32 noundef 1) #5, !dbg !171
  tail call void @__hpvm__bindIn(ptr noundef %8, i32 noundef 3, i32 noundef 3, i32 noundef 1) #5, !dbg !172
  tail call void @__hpvm__bindIn(ptr noundef %8, i32 noundef 4, i32 noundef 4, i32 noundef 1) #5, !dbg !173
  tail call void @__hpvm__bindIn(ptr noundef %8, i32 noundef 5, i32 noundef 5, i32 noundef 1) #5, !dbg !174
  tail call void @__hpvm__bindIn(ptr noundef %9, i32 noundef 1, i32 noundef 0, i32 noundef 1) #5, !dbg !175
  tail call void @__hpvm__bindIn(ptr noundef %10, i32 noundef 2, i32 noundef 0, i32 noundef 1) #5, !dbg !176
  %11 = tail call ptr @__hpvm__edge(ptr noundef %8, ptr noundef %10, i32 noundef 1, i32 noundef 0, i32 noundef 1, i32 noundef 1) #5, !dbg !177
  %12 = tail call ptr @__hpvm__edge(ptr noundef %9, ptr noundef %10, i32 noundef 1, i32 noundef 0, i32 noundef 2, i32 noundef 1) #5, !dbg !178
  %13 = tail call ptr @__hpvm__edge(ptr noundef %9, ptr noundef %10, i32 noundef 1, i32 noundef 1, i32 noundef 3, i32 noundef 1) #5, !dbg !179
  %14 = tail call ptr @__hpvm__edge(ptr noundef %8, ptr noundef %10, i32 noundef 1, i32 noundef 1, i32 noundef 4, i32 noundef 1) #5, !dbg !180
  tail call void @__hpvm__bindOut(ptr noundef %10, i32 noundef 0, i32 noundef 0, i32 noundef 1) #5, !dbg !181
  ret void, !dbg !182
}

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 !dbg !183 {
  %1 = alloca [128 x i8], align 16, !DIAssignID !194
    #dbg_assign(i1 undef, !188, !DIExpression(), !194, ptr %1, !DIExpression(), !195)
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %1) #5, !dbg !196
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %1, i8 0, i64 128, i1 false), !dbg !197, !DIAssignID !198
    #dbg_assign(i8 0, !188, !DIExpression(), !198, ptr %1, !DIExpression(), !195)
  tail call void @__hpvm__init() #5, !dbg !199
  %2 = call ptr (i32, ...) @__hpvm__launch(i32 noundef 1, ptr noundef nonnull @root, ptr noundef nonnull %1) #5, !dbg !200
    #dbg_value(ptr %2, !193, !DIExpression(), !195)
  call void @__hpvm__wait(ptr noundef %2) #5, !dbg !201
  call void @__hpvm__cleanup() #5, !dbg !202
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %1) #5, !dbg !203
  ret i32 0, !dbg !204
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

declare !dbg !205 void @__hpvm__init() local_unnamed_addr #1

declare !dbg !206 ptr @__hpvm__launch(i32 noundef, ...) local_unnamed_addr #1

declare !dbg !207 void @__hpvm__wait(ptr noundef) local_unnamed_addr #1

declare !dbg !210 void @__hpvm__cleanup() local_unnamed_addr #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent noduplicate "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nounwind }
attributes #6 = { convergent noduplicate nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!20, !21, !22, !23, !24, !25, !26}
!llvm.ident = !{!27}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, retainedTypes: !14, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "program.c", directory: ".", checksumkind: CSK_MD5, checksum: "6c0abf8db6680a43fa14ac51cee47141")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Target", file: !4, line: 22, baseType: !5, size: 32, elements: !6)
!4 = !DIFile(filename: "../../../src/hpvm.h", directory: ".", checksumkind: CSK_MD5, checksum: "ae54ca6f163adbb1cb23cda21fc122d0")
!5 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!6 = !{!7, !8, !9, !10, !11, !12, !13}
!7 = !DIEnumerator(name: "None", value: 0)
!8 = !DIEnumerator(name: "CPU_TARGET", value: 1)
!9 = !DIEnumerator(name: "GPU_TARGET", value: 2)
!10 = !DIEnumerator(name: "CUDNN_TARGET", value: 3)
!11 = !DIEnumerator(name: "TENSOR_TARGET", value: 4)
!12 = !DIEnumerator(name: "CPU_OR_GPU_TARGET", value: 5)
!13 = !DIEnumerator(name: "FPGA_TARGET", value: 6)
!14 = !{!15, !16, !17}
!15 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!16 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!17 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !18, line: 18, baseType: !19)
!18 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!19 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!20 = !{i32 7, !"Dwarf Version", i32 5}
!21 = !{i32 2, !"Debug Info Version", i32 3}
!22 = !{i32 1, !"wchar_size", i32 4}
!23 = !{i32 8, !"PIC Level", i32 2}
!24 = !{i32 7, !"PIE Level", i32 2}
!25 = !{i32 7, !"uwtable", i32 2}
!26 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!27 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!28 = distinct !DISubprogram(name: "filter", scope: !1, file: !1, line: 5, type: !29, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !33)
!29 = !DISubroutineType(types: !30)
!30 = !{null, !31, !17, !31, !17, !32}
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64)
!32 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!33 = !{!34, !35, !36, !37, !38, !39, !41}
!34 = !DILocalVariable(name: "in", arg: 1, scope: !28, file: !1, line: 5, type: !31)
!35 = !DILocalVariable(name: "in_bytes", arg: 2, scope: !28, file: !1, line: 5, type: !17)
!36 = !DILocalVariable(name: "out", arg: 3, scope: !28, file: !1, line: 5, type: !31)
!37 = !DILocalVariable(name: "out_bytes", arg: 4, scope: !28, file: !1, line: 5, type: !17)
!38 = !DILocalVariable(name: "scale", arg: 5, scope: !28, file: !1, line: 5, type: !32)
!39 = !DILocalVariable(name: "self", scope: !28, file: !1, line: 9, type: !40)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!41 = !DILocalVariable(name: "x", scope: !28, file: !1, line: 10, type: !16)
!42 = !DILocation(line: 0, scope: !28)
!43 = !DILocation(line: 7, column: 2, scope: !28)
!44 = !DILocation(line: 8, column: 2, scope: !28)
!45 = !DILocation(line: 9, column: 15, scope: !28)
!46 = !DILocation(line: 10, column: 11, scope: !28)
!47 = !DILocation(line: 12, column: 8, scope: !48)
!48 = distinct !DILexicalBlock(scope: !28, file: !1, line: 12, column: 6)
!49 = !DILocation(line: 12, column: 6, scope: !28)
!50 = !DILocation(line: 16, column: 11, scope: !28)
!51 = !{!52, !52, i64 0}
!52 = !{!"float", !53, i64 0}
!53 = !{!"omnipotent char", !54, i64 0}
!54 = !{!"Simple C/C++ TBAA"}
!55 = !DILocation(line: 16, column: 17, scope: !28)
!56 = !DILocation(line: 16, column: 2, scope: !28)
!57 = !DILocation(line: 16, column: 9, scope: !28)
!58 = !DILocation(line: 17, column: 2, scope: !28)
!59 = !DILocation(line: 18, column: 39, scope: !28)
!60 = !DILocation(line: 18, column: 31, scope: !28)
!61 = !DILocation(line: 19, column: 1, scope: !28)
!62 = !DISubprogram(name: "__hpvm__hint", scope: !4, file: !4, line: 62, type: !63, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!63 = !DISubroutineType(types: !64)
!64 = !{null, !3}
!65 = !DISubprogram(name: "__hpvm__attributes", scope: !4, file: !4, line: 65, type: !66, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!66 = !DISubroutineType(types: !67)
!67 = !{null, !5, null}
!68 = !DISubprogram(name: "__hpvm__getNode", scope: !4, file: !4, line: 86, type: !69, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!69 = !DISubroutineType(types: !70)
!70 = !{!40}
!71 = !DISubprogram(name: "__hpvm__getNodeInstanceID_x", scope: !4, file: !4, line: 93, type: !72, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!72 = !DISubroutineType(types: !73)
!73 = !{!16, !40}
!74 = !DISubprogram(name: "__hpvm__return", scope: !4, file: !4, line: 68, type: !66, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!75 = !DISubprogram(name: "__hpvm__barrier", scope: !4, file: !4, line: 107, type: !76, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!76 = !DISubroutineType(types: !77)
!77 = !{null}
!78 = distinct !DISubprogram(name: "room", scope: !1, file: !1, line: 21, type: !79, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !81)
!79 = !DISubroutineType(types: !80)
!80 = !{null, !17}
!81 = !{!82, !83}
!82 = !DILocalVariable(name: "bytes", arg: 1, scope: !78, file: !1, line: 21, type: !17)
!83 = !DILocalVariable(name: "memory", scope: !78, file: !1, line: 24, type: !40)
!84 = !DILocation(line: 0, scope: !78)
!85 = !DILocation(line: 23, column: 2, scope: !78)
!86 = !DILocation(line: 24, column: 17, scope: !78)
!87 = !DILocation(line: 26, column: 2, scope: !78)
!88 = !DILocation(line: 27, column: 1, scope: !78)
!89 = !DISubprogram(name: "__hpvm__malloc", scope: !4, file: !4, line: 105, type: !90, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!90 = !DISubroutineType(types: !91)
!91 = !{!40, !16}
!92 = distinct !DISubprogram(name: "total", scope: !1, file: !1, line: 29, type: !93, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !95)
!93 = !DISubroutineType(types: !94)
!94 = !{null, !31, !17, !40, !17, !15}
!95 = !{!96, !97, !98, !99, !100}
!96 = !DILocalVariable(name: "values", arg: 1, scope: !92, file: !1, line: 29, type: !31)
!97 = !DILocalVariable(name: "bytes", arg: 2, scope: !92, file: !1, line: 29, type: !17)
!98 = !DILocalVariable(name: "scratch", arg: 3, scope: !92, file: !1, line: 29, type: !40)
!99 = !DILocalVariable(name: "scratch_bytes", arg: 4, scope: !92, file: !1, line: 29, type: !17)
!100 = !DILocalVariable(name: "last", arg: 5, scope: !92, file: !1, line: 29, type: !15)
!101 = !DILocation(line: 0, scope: !92)
!102 = !DILocation(line: 31, column: 2, scope: !92)
!103 = !DILocation(line: 32, column: 2, scope: !92)
!104 = !DILocation(line: 33, column: 26, scope: !92)
!105 = !DILocation(line: 33, column: 44, scope: !92)
!106 = !DILocation(line: 33, column: 42, scope: !92)
!107 = !DILocation(line: 33, column: 2, scope: !92)
!108 = !DILocation(line: 34, column: 1, scope: !92)
!109 = distinct !DISubprogram(name: "group", scope: !1, file: !1, line: 36, type: !110, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !112)
!110 = !DISubroutineType(types: !111)
!111 = !{null, !31, !17, !31, !17, !32, !17}
!112 = !{!113, !114, !115, !116, !117, !118, !119, !120}
!113 = !DILocalVariable(name: "in", arg: 1, scope: !109, file: !1, line: 36, type: !31)
!114 = !DILocalVariable(name: "in_bytes", arg: 2, scope: !109, file: !1, line: 36, type: !17)
!115 = !DILocalVariable(name: "out", arg: 3, scope: !109, file: !1, line: 36, type: !31)
!116 = !DILocalVariable(name: "out_bytes", arg: 4, scope: !109, file: !1, line: 36, type: !17)
!117 = !DILocalVariable(name: "scale", arg: 5, scope: !109, file: !1, line: 36, type: !32)
!118 = !DILocalVariable(name: "n", arg: 6, scope: !109, file: !1, line: 36, type: !17)
!119 = !DILocalVariable(name: "first", scope: !109, file: !1, line: 40, type: !40)
!120 = !DILocalVariable(name: "second", scope: !109, file: !1, line: 41, type: !40)
!121 = !DILocation(line: 0, scope: !109)
!122 = !DILocation(line: 38, column: 2, scope: !109)
!123 = !DILocation(line: 39, column: 2, scope: !109)
!124 = !DILocation(line: 40, column: 51, scope: !109)
!125 = !DILocation(line: 40, column: 62, scope: !109)
!126 = !DILocation(line: 40, column: 16, scope: !109)
!127 = !DILocation(line: 41, column: 17, scope: !109)
!128 = !DILocation(line: 43, column: 2, scope: !109)
!129 = !DILocation(line: 44, column: 2, scope: !109)
!130 = !DILocation(line: 45, column: 2, scope: !109)
!131 = !DILocation(line: 46, column: 2, scope: !109)
!132 = !DILocation(line: 47, column: 2, scope: !109)
!133 = !DILocation(line: 48, column: 2, scope: !109)
!134 = !DILocation(line: 49, column: 2, scope: !109)
!135 = !DILocation(line: 50, column: 2, scope: !109)
!136 = !DILocation(line: 51, column: 2, scope: !109)
!137 = !DILocation(line: 52, column: 2, scope: !109)
!138 = !DILocation(line: 53, column: 2, scope: !109)
!139 = !DILocation(line: 54, column: 2, scope: !109)
!140 = !DILocation(line: 55, column: 1, scope: !109)
!141 = !DISubprogram(name: "__hpvm__createNodeND", scope: !4, file: !4, line: 74, type: !142, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!142 = !DISubroutineType(types: !143)
!143 = !{!40, !5, null}
!144 = !DISubprogram(name: "__hpvm__bindIn", scope: !4, file: !4, line: 79, type: !145, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!145 = !DISubroutineType(types: !146)
!146 = !{null, !40, !5, !5, !5}
!147 = !DISubprogram(name: "__hpvm__edge", scope: !4, file: !4, line: 77, type: !148, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!148 = !DISubroutineType(types: !149)
!149 = !{!40, !40, !40, !5, !5, !5, !5}
!150 = !DISubprogram(name: "__hpvm__bindOut", scope: !4, file: !4, line: 81, type: !145, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!151 = distinct !DISubprogram(name: "root", scope: !1, file: !1, line: 57, type: !110, scopeLine: 58, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !152)
!152 = !{!153, !154, !155, !156, !157, !158, !159, !160, !161}
!153 = !DILocalVariable(name: "in", arg: 1, scope: !151, file: !1, line: 57, type: !31)
!154 = !DILocalVariable(name: "in_bytes", arg: 2, scope: !151, file: !1, line: 57, type: !17)
!155 = !DILocalVariable(name: "out", arg: 3, scope: !151, file: !1, line: 57, type: !31)
!156 = !DILocalVariable(name: "out_bytes", arg: 4, scope: !151, file: !1, line: 57, type: !17)
!157 = !DILocalVariable(name: "scale", arg: 5, scope: !151, file: !1, line: 57, type: !32)
!158 = !DILocalVariable(name: "n", arg: 6, scope: !151, file: !1, line: 57, type: !17)
!159 = !DILocalVariable(name: "groups", scope: !151, file: !1, line: 61, type: !40)
!160 = !DILocalVariable(name: "space", scope: !151, file: !1, line: 62, type: !40)
!161 = !DILocalVariable(name: "sum", scope: !151, file: !1, line: 63, type: !40)
!162 = !DILocation(line: 0, scope: !151)
!163 = !DILocation(line: 59, column: 2, scope: !151)
!164 = !DILocation(line: 60, column: 2, scope: !151)
!165 = !DILocation(line: 61, column: 53, scope: !151)
!166 = !DILocation(line: 61, column: 17, scope: !151)
!167 = !DILocation(line: 62, column: 16, scope: !151)
!168 = !DILocation(line: 63, column: 14, scope: !151)
!169 = !DILocation(line: 65, column: 2, scope: !151)
!170 = !DILocation(line: 66, column: 2, scope: !151)
!171 = !DILocation(line: 67, column: 2, scope: !151)
!172 = !DILocation(line: 68, column: 2, scope: !151)
!173 = !DILocation(line: 69, column: 2, scope: !151)
!174 = !DILocation(line: 70, column: 2, scope: !151)
!175 = !DILocation(line: 71, column: 2, scope: !151)
!176 = !DILocation(line: 72, column: 2, scope: !151)
!177 = !DILocation(line: 73, column: 2, scope: !151)
!178 = !DILocation(line: 74, column: 2, scope: !151)
!179 = !DILocation(line: 75, column: 2, scope: !151)
!180 = !DILocation(line: 76, column: 2, scope: !151)
!181 = !DILocation(line: 77, column: 2, scope: !151)
!182 = !DILocation(line: 78, column: 1, scope: !151)
!183 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 80, type: !184, scopeLine: 81, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !187)
!184 = !DISubroutineType(types: !185)
!185 = !{!186}
!186 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!187 = !{!188, !193}
!188 = !DILocalVariable(name: "arguments", scope: !183, file: !1, line: 82, type: !189)
!189 = !DICompositeType(tag: DW_TAG_array_type, baseType: !190, size: 1024, elements: !191)
!190 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!191 = !{!192}
!192 = !DISubrange(count: 128)
!193 = !DILocalVariable(name: "graph", scope: !183, file: !1, line: 85, type: !40)
!194 = distinct !DIAssignID()
!195 = !DILocation(line: 0, scope: !183)
!196 = !DILocation(line: 82, column: 2, scope: !183)
!197 = !DILocation(line: 82, column: 7, scope: !183)
!198 = distinct !DIAssignID()
!199 = !DILocation(line: 84, column: 2, scope: !183)
!200 = !DILocation(line: 85, column: 16, scope: !183)
!201 = !DILocation(line: 87, column: 2, scope: !183)
!202 = !DILocation(line: 88, column: 2, scope: !183)
!203 = !DILocation(line: 90, column: 1, scope: !183)
!204 = !DILocation(line: 89, column: 2, scope: !183)
!205 = !DISubprogram(name: "__hpvm__init", scope: !4, file: !4, line: 126, type: !76, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!206 = !DISubprogram(name: "__hpvm__launch", scope: !4, file: !4, line: 131, type: !142, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!207 = !DISubprogram(name: "__hpvm__wait", scope: !4, file: !4, line: 133, type: !208, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!208 = !DISubroutineType(types: !209)
!209 = !{null, !40}
!210 = !DISubprogram(name: "__hpvm__cleanup", scope: !4, file: !4, line: 127, type: !76, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
