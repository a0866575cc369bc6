#!/bin/sh
# How git finds the commit that made an engine slower, shown on a tiny engine.
#
#   examples/bisect.sh [NUCLEUS]
#
# Makes a repository of nine commits in a temporary folder: number 4 does not build, and from number
# 6 on the engine is slower. Only the lines between the two rules below are what you need for an engine of your own.
set -eu

nucleus=${1:-nucleus}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
git init --quiet --initial-branch=main engine
cd engine
git config user.name nobody
git config user.email nobody@example.org
git config commit.gpgsign false

# commit NODES NUMBER: an engine that takes as long for as many nodes.
commit() {
    cat >engine.sh <<ENGINE
#!/bin/sh
while read -r word rest; do
    case \$word in
    uci) echo id name tiny $2 && echo uciok ;;
    isready) echo readyok ;;
    go) sleep 0.01 && echo info depth 1 nodes $1 && echo bestmove e2e4 ;;
    quit) exit ;;
    esac
done
ENGINE
    if [ "$2" -eq 4 ]; then
        echo 'exit 1' >build.sh
    else
        echo 'cp engine.sh engine && chmod +x engine' >build.sh
    fi
    git add .
    git commit --quiet --message "change $2"
}

for number in 0 1 2 3 4 5; do commit 40000 "$number"; done
for number in 6 7 8; do commit 10000 "$number"; done
good=$(git rev-parse HEAD~8)

# ----------------------------------------------------------------------------------------------
git bisect start HEAD "$good"
git bisect run "$nucleus" compare --bisect --gate "HEAD/$good>=0.5" \
    --commits "$good,HEAD" --build 'sh build.sh' --bin engine \
    --workload 'start=startpos@movetime 10' \
    --cache "$folder/engines" --out "$folder/records"
# ----------------------------------------------------------------------------------------------

# Some versions of git leave their last line without an end.
echo
echo "the first that is slower: $(git show --no-patch --format=%s refs/bisect/bad)"
