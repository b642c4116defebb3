# tools/fuzz/local.mk -- fuzz targets: one program for each format that a stranger's file can have
FUZZ_TARGETS = tools/fuzz/fuzz-args tools/fuzz/fuzz-assembly tools/fuzz/fuzz-bitcode tools/fuzz/fuzz-cache tools/fuzz/fuzz-case \
	tools/fuzz/fuzz-legacy tools/fuzz/fuzz-npy tools/fuzz/fuzz-npz tools/fuzz/fuzz-stablehlo tools/fuzz/fuzz-trace tools/fuzz/fuzz-yaml
if HAVE_PROTOBUF_C
FUZZ_TARGETS += tools/fuzz/fuzz-onnx
endif
check_PROGRAMS += $(FUZZ_TARGETS)
.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_TARGETS)

# libFuzzer has a main(); without it there is one that runs files.
FUZZ_SOURCES = tools/fuzz/fuzz.c tools/fuzz/fuzz.h
if !FUZZING
FUZZ_SOURCES += tools/fuzz/replay.c
endif
# Programs are run by the functions of libhpvm-run, which exports only its interface.
FUZZ_PROGRAM_SOURCES = $(FUZZ_SOURCES) tools/fuzz/program.c $(libhpvm_run_la_SOURCES)
FUZZ_PROGRAM_LDADD = libhr_backends.la libhr_trace.la
FUZZ_MODULE_SOURCES = tools/fuzz/module.c tools/fuzz/module.h tools/fuzz/change_function.c tools/fuzz/change_instruction.c

tools_fuzz_fuzz_args_SOURCES = $(FUZZ_PROGRAM_SOURCES) tools/fuzz/target_args.c
nodist_tools_fuzz_fuzz_args_SOURCES = tools/fuzz/args_module.h
tools_fuzz_fuzz_args_LDADD = $(FUZZ_PROGRAM_LDADD)
tools_fuzz_fuzz_args_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)
CLEANFILES += tools/fuzz/args_module.h
tools/fuzz/target_args.$(OBJEXT): tools/fuzz/args_module.h
tools/fuzz/args_module.h: tools/fuzz/args_module.ll
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { echo 'static const char args_module[] ='; \
		$(SED) 's/[\\"]/\\&/g; s/.*/	"&\\n"/' $(srcdir)/tools/fuzz/args_module.ll; echo '	;'; } >$@-new && mv $@-new $@

tools_fuzz_fuzz_assembly_SOURCES = $(FUZZ_PROGRAM_SOURCES) tools/fuzz/target_assembly.c
tools_fuzz_fuzz_assembly_LDADD = $(FUZZ_PROGRAM_LDADD)
tools_fuzz_fuzz_assembly_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_bitcode_SOURCES = $(FUZZ_PROGRAM_SOURCES) $(FUZZ_MODULE_SOURCES) tools/fuzz/target_bitcode.c
tools_fuzz_fuzz_bitcode_LDADD = $(FUZZ_PROGRAM_LDADD)
tools_fuzz_fuzz_bitcode_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_cache_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_cache.c
tools_fuzz_fuzz_cache_LDADD = libhr_backends.la
tools_fuzz_fuzz_cache_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_case_SOURCES = $(FUZZ_PROGRAM_SOURCES) $(FUZZ_MODULE_SOURCES) tools/fuzz/target_case.c
tools_fuzz_fuzz_case_LDADD = $(FUZZ_PROGRAM_LDADD)
tools_fuzz_fuzz_case_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_legacy_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_legacy.c
tools_fuzz_fuzz_legacy_LDADD = libhr_ir.la
tools_fuzz_fuzz_legacy_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_npy_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_npy.c
tools_fuzz_fuzz_npy_LDADD = libhr_src.la
tools_fuzz_fuzz_npy_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_npz_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_npz.c
tools_fuzz_fuzz_npz_LDADD = libhr_src.la
tools_fuzz_fuzz_npz_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_onnx_SOURCES = $(FUZZ_PROGRAM_SOURCES) tools/fuzz/target_onnx.c $(IMPORT_SOURCES)
tools_fuzz_fuzz_onnx_CFLAGS = $(AM_CFLAGS) $(PROTOBUF_C_CFLAGS)
tools_fuzz_fuzz_onnx_LDADD = libhr_onnx.la $(FUZZ_PROGRAM_LDADD) $(PROTOBUF_C_LIBS)
tools_fuzz_fuzz_onnx_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)
$(tools_fuzz_fuzz_onnx_OBJECTS): tools/import/file/onnx.pb-c.h

tools_fuzz_fuzz_stablehlo_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_stablehlo.c
tools_fuzz_fuzz_stablehlo_LDADD = libhr_stablehlo.la libhr_backends.la
tools_fuzz_fuzz_stablehlo_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_trace_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_trace.c $(TRACE_COMMAND_SOURCES)
nodist_tools_fuzz_fuzz_trace_SOURCES = traces/export/viewer_files.c
tools_fuzz_fuzz_trace_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
tools_fuzz_fuzz_trace_LDADD = libhr_trace_read.la $(ZLIB_LIBS) $(ZSTD_LIBS)
tools_fuzz_fuzz_trace_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

tools_fuzz_fuzz_yaml_SOURCES = $(FUZZ_SOURCES) tools/fuzz/target_yaml.c
tools_fuzz_fuzz_yaml_LDADD = libhr_src.la
tools_fuzz_fuzz_yaml_LDFLAGS = $(AM_LDFLAGS) $(HR_FUZZ_LDFLAGS)

EXTRA_DIST += tools/fuzz/README tools/fuzz/args_module.ll tools/fuzz/corpus tools/fuzz/build.sh
EXTRA_DIST += tools/fuzz/args.dict tools/fuzz/assembly.dict tools/fuzz/case.dict tools/fuzz/legacy.dict tools/fuzz/npy.dict tools/fuzz/npz.dict tools/fuzz/stablehlo.dict tools/fuzz/trace.dict \
	tools/fuzz/yaml.dict

# Some minutes: mutations of the corpora. With libFuzzer, they are those that coverage calls for.
.PHONY: check-fuzz
FUZZ_RUNS = 20000
FUZZ_SEED = 1
check-fuzz: fuzz-targets hpvm-run$(EXEEXT)
	HPVM_RUN='$(abs_top_builddir)/hpvm-run' FUZZ_RUNS=$(FUZZ_RUNS) FUZZ_SEED=$(FUZZ_SEED) srcdir='$(srcdir)' \
		$(SHELL) $(srcdir)/tools/tests/run-fuzz.sh
