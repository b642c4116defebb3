# tools/local.mk -- the programs users run
bin_PROGRAMS += hpvm-run
hpvm_run_SOURCES = \
	tools/help.c \
	tools/hpvm-run.c \
	tools/options.c tools/options.h
hpvm_run_LDADD = libhr_interp.la
dist_man_MANS += tools/hpvm-run.1
EXTRA_DIST += tools/README
