# tools/local.mk -- the programs users run
