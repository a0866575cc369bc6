# shellcheck shell=bash
# The rows of the robustness table: what was tried, how many, how it ended, at which commit.
# Sourced, never run; wants ci/lib.sh before it.

ROWS="$PWD/target/robustness"
mkdir -p "$ROWS"
rows_commit=$(commit_here)

# rows_begin NAME: rows of an earlier run of the same script go.
rows_begin() {
    rows_file="$ROWS/$1.tsv"
    : >"$rows_file"
}

# row WHAT COUNT OUTCOME: adds and shows a row; an outcome that begins with FAILED fails rows_end.
row() {
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$rows_commit" >>"$rows_file"
    printf '%-46s %-52s %s\n' "$1" "$2" "$3"
}

# rows_end: the exit code is 1 when a row failed, one that a background job wrote among them.
rows_end() { ! grep -q "$(printf '\tFAILED')" "$rows_file"; }

# passed LOG: how many tests passed, from the runners' closing lines.
passed() {
    sed -n 's/^test result: [a-zA-Z]*\. \([0-9]*\) passed.*/\1/p' "$LOGS/$1.log" |
        awk '{ sum += $1 } END { print sum + 0 }'
}

# run LOG COMMAND…: runs a command with its output in a log; its exit code.
run() {
    local log="$LOGS/$1.log"
    shift
    "$@" >"$log" 2>&1
}

# test_rows LOG WHAT COMMAND…: runs tests; the lines they print as `row: WHAT | COUNT` become rows.
# What a test skipped becomes a row of its own, since it was not run.
# With `names` after WHAT each test is a row by its name, too.
test_rows() {
    local log=$1 what=$2 outcome=passed line rest names=""
    shift 2
    [ "$1" = names ] && names=names && shift
    run "$log" "$@" || outcome="FAILED (log target/ci/$log.log)"
    [ "$(passed "$log")" = 0 ] && outcome="FAILED: no test ran (log target/ci/$log.log)"
    if ! grep -aE '(^|\.\.\. )row: .* \| ' "$LOGS/$log.log" >"$LOGS/$log.rows" || [ "$outcome" != passed ]; then
        row "$what" "$(passed "$log") tests" "$outcome"
    fi
    # Tests without figures: their names say what was tried.
    if [ "$names" = names ] && [ "$outcome" = passed ]; then
        while IFS= read -r line; do
            row "$what: ${line//_/ }" "1 test" "$outcome"
        done < <(sed -n '/ignored/d; s/^test \(.*::\)\{0,1\}\([a-z0-9_]*\) \.\.\. .*/\2/p; s/^test \(.*::\)\{0,1\}\([a-z0-9_]*\) \.\.\.$/\2/p' \
            "$LOGS/$log.log" | sort -u)
    fi
    while IFS= read -r line; do
        rest=${line#*row: }
        row "${rest%% | *}" "${rest#* | }" "$outcome"
    done <"$LOGS/$log.rows"
    rm -f "$LOGS/$log.rows"
    while IFS= read -r line; do
        row "$what" "-" "not run: ${line#*: }"
    done < <(grep -aihE '^ *skipped: ' "$LOGS/$log.log" | sort -u)
}
