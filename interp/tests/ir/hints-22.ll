; What LLVM has since 22; hints-22.plain has what is to be seen of it.
@strong = internal global i32 1
define void @nothing_happens(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  call void (...) @llvm.fake.use(i32 %a)
  call void @llvm.reloc.none(metadata !"strong")
  store i32 %a, ptr %out
  %b = call i1 @llvm.allow.sanitize.address()
  %c = call i1 @llvm.allow.sanitize.hwaddress()
  %d = call i1 @llvm.allow.sanitize.memory()
  %e = call i1 @llvm.allow.sanitize.thread()
  %f = or i1 %b, %c
  %g = or i1 %d, %e
  %h = or i1 %f, %g
  %o = getelementptr i8, ptr %out, i64 4
  store i1 %h, ptr %o
  ret void
}
define void @addresses(ptr %in, ptr %out) {
  %x = ptrtoaddr ptr %in to i64
  store i64 %x, ptr %out
  ret void
}
