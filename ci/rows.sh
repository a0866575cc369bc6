# shellcheck shell=bash
# The rows of the robustness table: what was tried, how many, how it ended. Sourced, never run;
# wants ci/lib.sh before it.

ROWS="$PWD/target/robustness"
mkdir -p "$ROWS"

# rows_begin NAME: rows of an earlier run of the same script go.
rows_begin() {
    rows_file="$ROWS/$1.tsv"
    rows_failed=0
    : >"$rows_file"
}

# row WHAT COUNT OUTCOME: adds and shows a row; an outcome that begins with FAILED counts.
row() {
    case $3 in FAILED*) rows_failed=$((rows_failed + 1)) ;; esac
    printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$rows_file"
    printf '%-46s %-52s %s\n' "$1" "$2" "$3"
}

# rows_end: the exit code is 1 when a row failed.
rows_end() { [ "$rows_failed" = 0 ]; }

# run LOG COMMAND…: runs a command with its output in a log; its exit code.
run() {
    local log="$LOGS/$1.log"
    shift
    "$@" >"$log" 2>&1
}

# test_rows LOG WHAT COMMAND…: runs tests; the lines they print as `row: WHAT | COUNT` become rows.
test_rows() {
    local log=$1 what=$2 outcome=passed line rest
    shift 2
    run "$log" "$@" || outcome="FAILED (log target/ci/$log.log)"
    if ! grep -a 'row: ' "$LOGS/$log.log" >"$LOGS/$log.rows" || [ "$outcome" != passed ]; then
        row "$what" "$(grep -a -c '^test .*ok$' "$LOGS/$log.log") tests" "$outcome"
    fi
    while IFS= read -r line; do
        rest=${line#*row: }
        row "${rest%% | *}" "${rest#* | }" "$outcome"
    done <"$LOGS/$log.rows"
    rm -f "$LOGS/$log.rows"
}
