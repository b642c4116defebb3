# bench/local.mk -- speeds
EXTRA_DIST += \
	bench/README \
	bench/checks.py \
	bench/launch.c \
	bench/matmul.cl \
	bench/matmul.h \
	bench/matmul_hpvm.c \
	bench/matmul_plain.c \
	bench/stream.c \
	bench/width1.py

bench: hpvm-run$(EXEEXT) $(EXAMPLES)
	SRC='$(abs_top_srcdir)/bench' HPVM_RUN='$(abs_top_builddir)/hpvm-run' CLANG='$(CLANG)' \
		LLI='$(LLVM_BINDIR)/lli' $(PYTHON3) $(srcdir)/bench/width1.py
	SRC='$(abs_top_srcdir)/bench' HPVM_RUN='$(abs_top_builddir)/hpvm-run' CLANG='$(CLANG)' \
		EXAMPLES='$(abs_top_builddir)/examples' $(PYTHON3) $(srcdir)/bench/checks.py
