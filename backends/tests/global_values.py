#!/usr/bin/env python3
"""global_values.py FOLDER [SEED COUNT] -- write modules with every kind of global value beside two leaves, which use none of it.

Each module prints "9" and the result of what its host code does with the global value. The kinds are linkage,
visibility, thread-local models, comdats, aliases, ifuncs, sections, prefix and prologue data, personalities, garbage
collectors, llvm.used and constructors, addresses of labels, initialisers that point anywhere, module flags, unknown
metadata, and names with unusual characters. With SEED, COUNT random modules have several kinds each, variables that point at one
another, and node functions with prefixes, sections and so on; some consist of two files (NAME.ll and NAME.second). On standard output stands a line "NAME RESULT" for each module.
"""
import os, random, re, sys

BASE = """
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@d = global [4 x i64] zeroinitializer
@format = private constant [9 x i8] c"%ld %ld\\0A\\00"
define void @A(ptr %out, i64 %bytes) {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %out, i32 1, ptr %out)
  %node = call ptr @__hpvm__getNode()
  %i = call i64 @__hpvm__getNodeInstanceID_x(ptr %node)
  %at = getelementptr i64, ptr %out, i64 %i
  store i64 %i, ptr %at
  br label %last
last:
  call void (i32, ...) @__hpvm__return(i32 1, i64 %bytes)
  ret void
}
define void @B(ptr %out, i64 %bytes) {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %out, i32 1, ptr %out)
  %node = call ptr @__hpvm__getNode()
  %i = call i64 @__hpvm__getNodeInstanceID_x(ptr %node)
  %at = getelementptr i64, ptr %out, i64 %i
  %v = load i64, ptr %at
  %w = mul i64 %v, 3
  store i64 %w, ptr %at
  ret void
}
define void @Root(ptr %out, i64 %bytes) {
  call void @__hpvm__hint(i32 1)
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %out, i32 1, ptr %out)
  %n = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @A, i64 4)
  %m = call ptr (i32, ...) @__hpvm__createNodeND(i32 1, ptr @B, i64 4)
  call void @__hpvm__bindIn(ptr %n, i32 0, i32 0, i32 0)
  call void @__hpvm__bindIn(ptr %n, i32 1, i32 1, i32 0)
  call void @__hpvm__bindIn(ptr %m, i32 0, i32 0, i32 0)
  %e = call ptr @__hpvm__edge(ptr %n, ptr %m, i32 0, i32 0, i32 1, i32 0)
  ret void
}
define i32 @main() {
  %args = alloca <{ ptr, i64 }>
  store ptr @d, ptr %args
  %size = getelementptr i8, ptr %args, i64 8
  store i64 32, ptr %size
  call void @__hpvm__init()
  call void @llvm_hpvm_track_mem(ptr @d, i64 32)
  %g = call ptr (i32, ...) @__hpvm__launch(i32 0, ptr @Root, ptr %args)
  call void @__hpvm__wait(ptr %g)
  call void @llvm_hpvm_request_mem(ptr @d, i64 32)
  call void @llvm_hpvm_untrack_mem(ptr @d)
  call void @__hpvm__cleanup()
  %last = getelementptr i8, ptr @d, i64 24
  %r = load i64, ptr %last
  %x = call i64 @used()
  %p = call i32 (ptr, ...) @printf(ptr @format, i64 %r, i64 %x)
  ret i32 0
}
declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare ptr @__hpvm__getNode()
declare i64 @__hpvm__getNodeInstanceID_x(ptr)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)
declare void @__hpvm__init()
declare void @__hpvm__cleanup()
declare ptr @__hpvm__launch(i32, ...)
declare void @__hpvm__wait(ptr)
declare void @llvm_hpvm_track_mem(ptr, i64)
declare void @llvm_hpvm_untrack_mem(ptr)
declare void @llvm_hpvm_request_mem(ptr, i64)
declare i32 @printf(ptr, ...)
"""


def returns(body, attributes=""):
    return "define i64 @used() %s {\n%s\n}\n" % (attributes, body)


def loads(name, type="i64"):
    return returns("  %%v = load %s, ptr @%s\n  ret i64 %%v" % (type, name))


ONE = returns("  ret i64 1")
KINDS = {}
for linkage in "private internal linkonce weak common external linkonce_odr weak_odr".split():
    KINDS["variable-" + linkage] = ("@v = %s global i64 %s\n" % ("" if linkage == "external" else linkage, "0" if linkage == "common" else "7") + loads("v"), 0 if linkage == "common" else 7)
for linkage in "private internal linkonce weak linkonce_odr weak_odr available_externally".split():
    KINDS["function-" + linkage] = ("define %s i64 @f() {\n  ret i64 8\n}\n" % linkage + (ONE if linkage == "available_externally" else returns("  %v = call i64 @f()\n  ret i64 %v")), 1 if linkage == "available_externally" else 8)
for model in ["", "(localdynamic)", "(initialexec)", "(localexec)"]:
    KINDS["thread-local" + model.strip("()").join(["-", ""] if model else ["", ""])] = (
        "@v = thread_local%s global i64 7\n@w = internal thread_local%s global [3 x i64] zeroinitializer\n" % (model, model) +
        returns("  %p = call ptr @llvm.threadlocal.address.p0(ptr @v)\n  %v = load i64, ptr %p\n  ret i64 %v") +
        "declare ptr @llvm.threadlocal.address.p0(ptr)\n", 7)
for visibility in "hidden protected".split():
    KINDS["visibility-" + visibility] = ("@v = %s global i64 7\n" % visibility + loads("v"), 7)
KINDS.update({
    "extern-weak": ("@nowhere = extern_weak global i64\n" + returns("  %c = icmp eq ptr @nowhere, null\n  %v = zext i1 %c to i64\n  ret i64 %v"), 1),
    "extern-weak-function": ("declare extern_weak i64 @nowhere()\n" + returns("  %c = icmp eq ptr @nowhere, null\n  %v = zext i1 %c to i64\n  ret i64 %v"), 1),
    "comdat": ("$f = comdat any\n$v = comdat any\n@v = linkonce_odr global i64 7, comdat\ndefine linkonce_odr i64 @f() comdat {\n  %v = load i64, ptr @v\n  ret i64 %v\n}\n" + returns("  %v = call i64 @f()\n  ret i64 %v"), 7),
    "comdat-of-another": ("$group = comdat any\n@group = linkonce_odr global i64 7, comdat\n@guard = linkonce_odr global i64 3, comdat($group)\n" + loads("guard"), 3),
    "comdat-nodeduplicate": ("$v = comdat nodeduplicate\n@v = global i64 7, comdat\n" + loads("v"), 7),
    "alias-function": ("define i64 @f() {\n  ret i64 8\n}\n@a = alias i64 (), ptr @f\n" + returns("  %v = call i64 @a()\n  ret i64 %v"), 8),
    "alias-variable": ("@v = global [2 x i64] [i64 5, i64 6]\n@a = alias i64, getelementptr (i8, ptr @v, i64 8)\n" + loads("a"), 6),
    "alias-of-alias": ("@v = internal global i64 7\n@a = alias i64, ptr @v\n@b = weak alias i64, ptr @a\n" + loads("b"), 7),
    "alias-of-the-leaf": ("@a = alias void (ptr, i64), ptr @A\n@b = internal alias void (ptr, i64), ptr @Root\n" + ONE, 1),
    "alias-thread-local": ("@v = thread_local global i64 7\n@a = thread_local alias i64, ptr @v\n" + ONE, 1),
    "ifunc": ("@f = ifunc i64 (i64), ptr @resolve\ndefine internal ptr @resolve() {\n  ret ptr @f.one\n}\ndefine internal i64 @f.one(i64 %a) {\n  %v = add i64 %a, 4\n  ret i64 %v\n}\n" + returns("  %v = call i64 @f(i64 5)\n  ret i64 %v"), 9),
    "ifunc-internal": ("@f = internal ifunc void (), ptr @resolve\ndefine internal ptr @resolve() {\n  ret ptr @f.one\n}\ndefine internal void @f.one() {\n  ret void\n}\n" + returns("  call void @f()\n  ret i64 1"), 1),
    "ifunc-unused": ("@f = ifunc i64 (i64), ptr @resolve\ndefine internal ptr @resolve() {\n  ret ptr null\n}\n" + ONE, 1),
    "ifunc-by-value": ("@f = ifunc i64 (ptr), ptr @resolve\n%pair = type { i64, i64, i64 }\ndefine internal ptr @resolve() {\n  ret ptr @f.one\n}\ndefine internal i64 @f.one(ptr byval(%pair) %p) {\n  %v = load i64, ptr %p\n  store i64 0, ptr %p\n  ret i64 %v\n}\n" +
                       returns("  %p = alloca %pair\n  store i64 7, ptr %p\n  %v = call i64 @f(ptr byval(%pair) %p)\n  %w = load i64, ptr %p\n  %s = add i64 %v, %w\n  ret i64 %s"), 14),
    "section": ("@v = global i64 7, section \"mine\"\ndefine i64 @f() section \".text.mine\" {\n  ret i64 1\n}\n" + loads("v"), 7),
    "prefix": (returns("  ret i64 1", "prefix ptr @Root"), 1),
    "prefix-number": (returns("  ret i64 1", "prefix i32 123"), 1),
    "prologue": (returns("  ret i64 1", "prologue i8 -112"), 1),
    "prefix-and-prologue": ("define i64 @f() prefix <{ i32, ptr }> <{ i32 1, ptr @Root }> prologue i8 -112 personality ptr @__gcc_personality_v0 {\n  ret i64 8\n}\ndeclare i32 @__gcc_personality_v0(...)\n" + ONE, 1),
    "personality": ("declare i32 @__gxx_personality_v0(...)\ndefine i64 @f() personality ptr @__gxx_personality_v0 {\n  ret i64 8\n}\n" + ONE, 1),
    "personality-of-ours": ("define internal i32 @mine(...) {\n  ret i32 0\n}\ndefine i64 @f() personality ptr @mine {\n  ret i64 8\n}\n" + ONE, 1),
    "collector": ("define i64 @f() gc \"statepoint-example\" {\n  ret i64 8\n}\n" + returns("  %v = call i64 @f()\n  ret i64 %v"), 8),
    "used": ("@v = internal global i64 7\ndefine internal void @f() {\n  ret void\n}\n@llvm.used = appending global [2 x ptr] [ptr @v, ptr @f], section \"llvm.metadata\"\n@llvm.compiler.used = appending global [1 x ptr] [ptr @Root], section \"llvm.metadata\"\n" + loads("v"), 7),
    "constructor": ("@v = internal global i64 7\ndefine internal void @f() {\n  store i64 8, ptr @v\n  ret void\n}\n@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr @v }]\n@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @g, ptr null }]\ndefine internal void @g() {\n  ret void\n}\n" + loads("v"), 8),
    "label": ("@table = internal constant [2 x ptr] [ptr blockaddress(@used, %one), ptr blockaddress(@used, %two)]\n" +
              returns("  %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 1\n  %t = load ptr, ptr %p\n  indirectbr ptr %t, [label %one, label %two]\none:\n  ret i64 1\ntwo:\n  ret i64 2"), 2),
    "circle": ("@one = global ptr @two\n@two = global ptr @one\n@self = internal global ptr @self\n" + returns("  %p = load ptr, ptr @one\n  %q = load ptr, ptr %p\n  %c = icmp eq ptr %q, @one\n  %v = zext i1 %c to i64\n  ret i64 %v"), 1),
    "points-at-functions": ("@table = constant [3 x ptr] [ptr @A, ptr @main, ptr @used]\n@difference = constant i32 trunc (i64 sub (i64 ptrtoint (ptr @A to i64), i64 ptrtoint (ptr @difference to i64)) to i32)\n" + ONE, 1),
    "points-into": ("@v = global [4 x i64] [i64 1, i64 2, i64 3, i64 4]\n@p = constant ptr getelementptr (i8, ptr @v, i64 16)\n@n = constant i64 ptrtoint (ptr getelementptr (i8, ptr @v, i64 32) to i64)\n" + returns("  %p = load ptr, ptr @p\n  %v = load i64, ptr %p\n  ret i64 %v"), 3),
    "vector-initialiser": ("@v = constant <4 x i64> <i64 1, i64 2, i64 undef, i64 4>\n@p = constant <2 x ptr> <ptr @v, ptr null>\n" + loads("v"), 1),
    "odd-types": ("@v = global { i1, i7, x86_fp80, [0 x i64], <3 x i16>, fp128, half, i129 } zeroinitializer, align 256\n%opaque = type opaque\n@o = external global %opaque\n" + ONE, 1),
    "address-space": ("@v = addrspace(1) global i64 7\n@w = internal addrspace(3) global [4 x i32] undef\n" + ONE, 1),
    "externally-initialised": ("@v = externally_initialized global i64 7\n@u = unnamed_addr constant i64 4\n@l = local_unnamed_addr global i64 3\n" + loads("l"), 3),
    "attributes-of-variables": ("@v = global i64 7, no_sanitize_address, code_model \"large\", partition \"part\", align 64, !absolute_symbol !0\n@s = global i64 5, sanitize_address_dyninit\n!0 = !{i64 0, i64 1024}\n" + loads("s"), 5),
    "attributes-of-functions": ("define i64 @f() #0 !unknown !0 {\n  ret i64 8, !more !1\n}\nattributes #0 = { noinline \"no-such-attribute\"=\"x\" \"frame-pointer\"=\"all\" \"instrument-function-entry\"=\"\" uwtable nobuiltin nosanitize_coverage }\n!0 = !{!\"a\", i32 1, !1}\n!1 = distinct !{!1}\n" + returns("  %v = call i64 @f()\n  ret i64 %v"), 8),
    "metadata": ("!named = !{!0, !1}\n!llvm.ident = !{!2}\n!llvm.module.flags = !{!3, !4, !5}\n!llvm.dependent-libraries = !{!2}\n!0 = !{ptr @used, !\"kernel\", i32 1}\n!1 = !{}\n!2 = !{!\"c\"}\n!3 = !{i32 1, !\"PIC Level\", i32 2}\n!4 = !{i32 7, !\"frame-pointer\", i32 2}\n!5 = !{i32 2, !\"no-such-flag\", !1}\n" + ONE, 1),
    "assembly": ("module asm \".local unused_symbol\"\nmodule asm \".comm unused_symbol,8,8\"\n" + ONE, 1),
    "emit-equivalent": ("@p = constant ptr dso_local_equivalent @used\n@q = constant ptr no_cfi @used\n" + ONE, 1),  # LLVM compiles no such data
    "appending": ("@list = appending global [2 x i64] [i64 1, i64 2]\n" + ONE, 1),
    "dll-storage": ("@v = dllexport global i64 7\ndefine dllexport i64 @f() {\n  ret i64 8\n}\n@i = external dllimport global i64\ndeclare dllimport i64 @g()\n" + returns("  %v = call i64 @f()\n  ret i64 %v"), 8),
    "available-externally": ("@stdout = available_externally global ptr null\n" + ONE, 1),
    "associated": ("@v = global i64 7\n@w = internal global i64 3, section \"beside\", !associated !0\n!0 = !{ptr @v}\n" + loads("v"), 7),
    "unused-external": ("@nobody = external global i64\n@nothread = external thread_local global i64\ndeclare i64 @no_function(ptr byval(i64))\n" + ONE, 1),
    "emit-comdats": ("$a = comdat largest\n$b = comdat exactmatch\n$c = comdat samesize\n@a = linkonce_odr global i64 1, comdat\n@b = linkonce_odr global i64 1, comdat\n@c = linkonce_odr global i64 1, comdat\n" + ONE, 1),  # no such comdats in ELF
    "emit-signed": ("@p = constant ptr ptrauth (ptr @used, i32 0)\n@q = constant ptr ptrauth (ptr @used, i32 2, i64 1234, ptr @q)\n" + ONE, 1),
    "label-of-another": ("define ptr @f(i1 %c) {\n  br i1 %c, label %one, label %two\none:\n  ret ptr blockaddress(@f, %two)\ntwo:\n  ret ptr null\n}\n@p = constant ptr blockaddress(@f, %one)\n" +
                         returns("  %p = load ptr, ptr @p\n  %c = icmp ne ptr %p, null\n  %v = zext i1 %c to i64\n  ret i64 %v"), 1),
    "label-of-a-node": ("@p = constant ptr blockaddress(@A, %last)\n" + ONE, 1),
    "flags": ("!llvm.module.flags = !{!0, !1, !2, !3}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n!1 = !{i32 4, !\"kcfi\", i32 1}\n!2 = !{i32 8, !\"cf-protection-branch\", i32 1}\n!3 = !{i32 1, !\"Code Model\", i32 4}\n" + ONE, 1),
    "no-name": ("@0 = global i64 7\n@1 = private constant [2 x i8] c\"a\\00\"\ndefine internal i64 @2() {\n  %v = load i64, ptr @0\n  ret i64 %v\n}\n" + returns("  %v = call i64 @2()\n  ret i64 %v"), 7),
    "names": ("@\"a b\" = global i64 7\n@\"\\01raw\" = global i64 6\n@\"quote\\22\\5C\" = global i64 5\n@\"new\\0Aline\" = global i64 4\n@\"\\C3\\A4\\FF\" = global i64 3\n@\"%s%n\" = internal global i64 2\n@\"*/\" = global i64 2\ndefine i64 @\"f<int>(...)\"() {\n  %v = load i64, ptr @\"*/\"\n  ret i64 %v\n}\n" + returns("  %v = call i64 @\"f<int>(...)\"()\n  ret i64 %v"), 2),
    "variadic": ("define i64 @f(i64 %n, ...) {\n  ret i64 %n\n}\n" + returns("  %v = call i64 (i64, ...) @f(i64 5, double 1.0)\n  ret i64 %v"), 5),
    "many": ("".join("@v%d = thread_local global i64 %d\n@a%d = alias i64, ptr @w%d\n@w%d = weak global i64 %d\n" % (i, i, i, i, i, i) for i in range(300)) + loads("a299"), 299),
})


# Kinds of which a module has one at most: lists that LLVM joins, numbered names, and names that stand elsewhere.
ALONE = {"used", "constructor", "metadata", "assembly", "no-name", "names", "label", "many", "emit-equivalent", "points-at-functions",
         "alias-of-the-leaf", "ifunc-by-value", "appending", "flags"}
NAME = re.compile(r'[@$]([a-z][a-z0-9._]*)')

# What node functions may have as well, with each other.
NODE_FORMS = ["", "", "prefix i32 7", "prefix ptr @Root", "prologue i8 -112", "gc \"statepoint-example\"", "section \".text.nodes\"",
              "align 64", "unnamed_addr", "personality ptr @__gxx_personality_v0", "noinline", "uwtable nounwind"]
NODE_LINKAGES = ["", "", "weak ", "linkonce_odr ", "weak_odr ", "internal ", "hidden ", "protected ", "dso_local "]


def renamed(text, number):
    """Return TEXT with other names of what it defines, so that it can stand beside others."""
    defined = {m.group(1) for m in re.finditer(r'^(?:define [^@]*)?[@$]([a-z][a-z0-9._]*)', text, re.M)}
    defined = {name for name in defined if not name.startswith("llvm.")}
    text = NAME.sub(lambda m: m.group(0) + ".%d" % number if m.group(1) in defined else m.group(0), text)
    for sign in "!", "#":
        text = re.sub(r'%s(\d+)\b' % sign, lambda m: "%s%d" % (sign, 1000 * number + int(m.group(1))), text)
    text = re.sub(r'%(opaque|pair)\b', r'%\1.' + str(number), text)
    return text


def pointing(random):
    """Return variables whose initialisers point at one another anywhere, with a function that walks along them."""
    count, text, steps = random.randint(2, 9), "", random.randint(1, 12)
    cells = [[random.randint(-99, 99) for _ in range(random.randint(1, 4))] for _ in range(count)]
    targets = [random.randrange(count) for _ in range(count)]
    for i, values in enumerate(cells):
        linkage = random.choice("internal private weak linkonce_odr".split() + ["", "hidden", "unnamed_addr", "dso_local"])
        target = "@cell%d" % targets[i]
        spelled = random.choice([target, "getelementptr (i8, ptr %s, i64 0)" % target, "inttoptr (i64 ptrtoint (ptr %s to i64) to ptr)" % target,
                                 "getelementptr (i8, ptr getelementptr (i8, ptr %s, i64 8), i64 -8)" % target])
        extra = random.choice(["ptr @main", "ptr @Root", "ptr @A", "ptr null", "ptr @used", "ptr @printf", "ptr @cell%d" % i,
                               "ptr getelementptr (i8, ptr @cell%d, i64 8)" % random.randrange(count)])
        text += "@cell%d = %s global { ptr, [%d x i64], ptr } { ptr %s, [%d x i64] [%s], %s }%s\n" % (
            i, linkage, len(values), spelled, len(values), ", ".join("i64 %d" % v for v in values), extra,
            random.choice(["", ", align 16", ", section \"cells\""]))
    at, body = 0, "  %p0 = getelementptr i8, ptr @cell0, i64 0\n"
    for step in range(steps):
        body += "  %%p%d = load ptr, ptr %%p%d\n" % (step + 1, step)
        at = targets[at]
    body += "  %%q = getelementptr i8, ptr %%p%d, i64 8\n  %%v = load i64, ptr %%q\n  ret i64 %%v" % steps
    return text + returns(body), cells[at][0]


def module(random):
    """Return the text of a random module, that of a second one or None, and its result."""
    parts, total, alone, calls = "", 0, False, ""
    for number in range(1, random.randint(3, 8)):
        name = random.choice(list(KINDS) + ["pointing"] * 8)
        if name.startswith("emit-") or name in ALONE and alone:
            continue
        alone |= name in ALONE
        text, result = pointing(random) if name == "pointing" else KINDS[name]
        declared = re.findall(r"^declare .*\n", text, re.M)
        text = re.sub(r"^declare .*\n", "", text, flags=re.M) + "".join(d for d in declared if "@nowhere" in d)
        parts += renamed(text, number).replace("@used()", "@used.%d()" % number)
        parts += "".join(d for d in declared if "@nowhere" not in d and d not in parts)
        calls += "  %%c%d = call i64 @used.%d()\n  %%s%d = add i64 %s, %%c%d\n" % (number, number, number, "%s" + last if (last := calls and re.findall(r"%s(\d+) =", calls)[-1]) else "0", number)
        total += result
    last = re.findall(r"%s(\d+) =", calls)
    parts += "define i64 @used() {\n%s  ret i64 %s\n}\n" % (calls, "%s" + last[-1] if last else "0")
    base = BASE
    for node in "A", "B", "Root":
        form, linkage = random.choice(NODE_FORMS), random.choice(NODE_LINKAGES)
        if node in parts or "ptr @Root" in parts:
            linkage = linkage.replace("internal ", "")
        base = re.sub(r"define void @%s\((.*)\) {" % node, lambda m: "define %svoid @%s(%s) %s {" % (linkage, node, m.group(1), form), base)
    whole = random.randrange(3) or re.search(r"@(A|B|Root|main|printf|format|d)\b", parts)
    if "__gxx_personality_v0" in base and not (whole and "declare i32 @__gxx_personality_v0" in parts):
        base += "declare i32 @__gxx_personality_v0(...)\n"
    if whole:
        return base + parts, None, total
    return base + "declare i64 @used()\n", "\n".join(BASE.splitlines()[:3]) + "\n" + parts, total


def write(name, text):
    with open(os.path.join(sys.argv[1], name), "w") as out:
        out.write(text)


def main():
    if len(sys.argv) == 4:
        for seed in range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])):
            text, second, result = module(random.Random(seed))
            write("seed-%d.ll" % seed, text)
            if second:
                write("seed-%d.second" % seed, second)
            print("seed-%d" % seed, result)
        return
    for name, (text, result) in KINDS.items():
        write(name + ".ll", BASE + text)
        print(name, result)


main()
