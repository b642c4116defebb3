#!/bin/sh
# run-graphs-lanes.sh -- what run-graphs.sh runs, in batches of eight instances: the same results and reports.
RUN_OPTIONS='--width 8' exec "$(dirname "$0")/run-graphs.sh" "$@"
