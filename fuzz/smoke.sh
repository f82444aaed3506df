#!/usr/bin/env bash
# Fuzzes each target for some seconds (default 10), from seeds that the vectors make. Needs nightly Rust and cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Each target's dictionary.
dictionary() {
  case $1 in
    json_read | jcs) echo json ;;
    *) echo "$1" ;;
  esac
}

# Built here and run on demand only: an oracle of another project, whose faults that nobody has listed yet would stop a run
# at random. tests/jsonld_differential.rs compares with it on every run, over the same documents each time.
on_demand=(expand_differential)

fuzz/seeds.sh
cargo +nightly fuzz build
for target in $(cargo +nightly fuzz list); do
  if [[ " ${on_demand[*]} " == *" $target "* ]]; then
    echo "fuzz $target: built, run on demand only"
    continue
  fi
  dict=fuzz/dict/$(dictionary "$target").dict
  [ -f "$dict" ] || { echo "no dictionary $dict"; exit 1; }
  if ! cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -max_len=8192 -rss_limit_mb=2048 -dict="$dict" >"$log" 2>&1; then
    tail -60 "$log"
    echo "fuzz $target: FAILED"
    exit 1
  fi
  echo "fuzz $target: $(grep -a '^Done' "$log")"
done
