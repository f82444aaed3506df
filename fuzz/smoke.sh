#!/usr/bin/env bash
# Shows that the fuzz targets work: some thousand inputs each (default 40,000, or as many as 20 s take), from seeds that the vectors make, with the same random numbers
# each time, so that a run finds nothing new by chance alone. Needs nightly Rust and cargo-fuzz.
# To search: `FUZZ_SEED=0 FUZZ_SECONDS=600 fuzz/smoke.sh -1`, other random numbers each time, for 600 s each, however many inputs that is.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-40000}
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
# at random. tests/jsonld/differential.rs compares with it on every run, over the same documents each time.
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
  if cargo +nightly fuzz run "$target" -- -runs="$runs" -max_total_time="${FUZZ_SECONDS:-20}" -seed="${FUZZ_SEED:-1}" -max_len=8192 -rss_limit_mb=2048 -dict="$dict" >"$log" 2>&1; then
    echo "fuzz $target: $(grep -a '^Done' "$log")"
  else
    grep -a -m1 -A3 'panicked at' "$log" | cut -c1-500 || true
    tail -60 "$log" | cut -c1-2000
    failed+=("$target")
    echo "fuzz $target: FAILED"
  fi
done
[ ${#failed[@]} -eq 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
