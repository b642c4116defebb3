# spec-tests/local.mk -- the semantics, clause by clause; hpvm-spec runs them
spec_tests = \
	spec-tests/README \
	spec-tests/clauses \
	spec-tests/suite.h \
	spec-tests/E \
	spec-tests/G \
	spec-tests/H \
	spec-tests/K \
	spec-tests/M \
	spec-tests/N \
	spec-tests/P \
	spec-tests/S \
	spec-tests/T \
	spec-tests/W \
	spec-tests/X \
	spec-tests/tensors.h
EXTRA_DIST += $(spec_tests)
dist_check_SCRIPTS += spec-tests/run.sh
if HAVE_CLANG
TESTS += spec-tests/run.sh
endif

install-data-local: install-spec-tests
uninstall-local: uninstall-spec-tests
.PHONY: install-spec-tests uninstall-spec-tests check-spec
install-spec-tests:
	$(MKDIR_P) '$(DESTDIR)$(pkgdatadir)/spec-tests'
	cd '$(srcdir)' && cp -R $(spec_tests) '$(DESTDIR)$(pkgdatadir)/spec-tests'
	chmod -R u+w '$(DESTDIR)$(pkgdatadir)/spec-tests'
uninstall-spec-tests:
	rm -rf '$(DESTDIR)$(pkgdatadir)/spec-tests'

# Runs every variant of every test; `make check` runs a few of each.
check-spec: hpvm-run$(EXEEXT) hpvm-spec$(EXEEXT)
	CLANG='$(CLANG)' ./hpvm-spec --everywhere $(SPEC_OPTIONS) --run '$(abs_top_builddir)/hpvm-run' '$(srcdir)/spec-tests'
check-slow: check-spec
