#!/usr/bin/env bash
# Fuzzes each target for some seconds (default 10), from seeds that the vectors make. Needs nightly Rust and cargo-fuzz.
# FUZZ_SEED (default 1) is the random numbers' seed, 0 for another each time: a smoke run shows that the targets work, long runs search.
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

failed=()
fuzz/seeds.sh
cargo +nightly fuzz build
for target in $(cargo +nightly fuzz list); do
  if [[ " ${on_demand[*]} " == *" $target "* ]]; then
    echo "fuzz $target: built, run on demand only"
    continue
  fi
  dict=fuzz/dict/$(dictionary "$target").dict
  [ -f "$dict" ] || { echo "no dictionary $dict"; exit 1; }
  if cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -seed="${FUZZ_SEED:-1}" -max_len=8192 -rss_limit_mb=2048 -dict="$dict" >"$log" 2>&1; then
    echo "fuzz $target: $(grep -a '^Done' "$log")"
  else
    grep -a -m1 -A3 'panicked at' "$log" | cut -c1-500 || true
    tail -60 "$log" | cut -c1-2000
    failed+=("$target")
    echo "fuzz $target: FAILED"
  fi
done
[ ${#failed[@]} -eq 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
