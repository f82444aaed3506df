#!/usr/bin/env bash
# Fuzzes each target for some seconds (default 10), from seeds that the vectors make. Needs nightly Rust and cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Each target's dictionary; bytes that only seed a generator have none.
dictionary() {
  case $1 in
    json_read | jcs) echo json ;;
    expand_differential) ;;
    *) echo "$1" ;;
  esac
}

fuzz/seeds.sh
cargo +nightly fuzz build
for target in $(cargo +nightly fuzz list); do
  dict=$(dictionary "$target")
  dict=${dict:+fuzz/dict/$dict.dict}
  [ -z "$dict" ] || [ -f "$dict" ] || { echo "no dictionary $dict"; exit 1; }
  if ! cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -max_len=8192 -rss_limit_mb=2048 ${dict:+-dict="$dict"} >"$log" 2>&1; then
    tail -60 "$log"
    echo "fuzz $target: FAILED"
    exit 1
  fi
  echo "fuzz $target: $(grep -a '^Done' "$log")"
done
