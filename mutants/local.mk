# mutants/local.mk -- tests of the checkers on correct and incorrect programs
EXTRA_DIST += \
	mutants/README \
	mutants/compose.py \
	mutants/judge.py \
	mutants/oclgrind \
	mutants/program.py \
	mutants/stages.py \
	mutants/streams.py
dist_check_SCRIPTS += mutants/quick.sh
if HAVE_CLANG
TESTS += mutants/quick.sh
endif

MUTANTS = 500
MUTANTS_SEED = 1
.PHONY: check-mutants check-oclgrind
check-mutants: hpvm-run$(EXEEXT)
	HPVM_RUN='$(abs_top_builddir)/hpvm-run' CLANG='$(CLANG)' \
		$(PYTHON3) -B $(srcdir)/mutants/judge.py $(MUTANTS) --seed $(MUTANTS_SEED)
# Exit status 77: Oclgrind is not installed.
check-oclgrind: hpvm-run$(EXEEXT)
	HPVM_RUN='$(abs_top_builddir)/hpvm-run' CLANG='$(CLANG)' \
		$(PYTHON3) -B $(srcdir)/mutants/oclgrind/compare.py || test $$? -eq 77
check-slow: check-mutants check-oclgrind
