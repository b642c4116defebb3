#!/bin/sh
# run-graphs-lanes.sh -- run the programs of run-graphs.sh in batches of eight instances: the same
# results and reports.
RUN_OPTIONS='--width 8' exec "$(dirname "$0")/run-graphs.sh" "$@"
