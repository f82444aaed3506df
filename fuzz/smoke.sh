#!/usr/bin/env bash
# Runs each fuzz target for 10 s or 40,000 inputs, two targets at a time, from seeds made of the vectors and with fixed random numbers, so that a run
# is repeatable. Needs nightly Rust only.
# To search: `FUZZ_SEED=0 FUZZ_SECONDS=600 fuzz/smoke.sh -1` (other random numbers each time, 600 s each, no limit on inputs).
# To run one target: `fuzz/smoke.sh -1 yaml`.
# FUZZ_SANITIZER=address adds the address sanitizer. FUZZ_OPT_LEVEL=3 takes minutes longer to compile and runs faster.
set -euo pipefail
cd "$(dirname "$0")/.."
export FUZZ_RUNS=${1:-40000}
FUZZ_LOGS=$(mktemp -d)
export FUZZ_LOGS
trap 'rm -rf "$FUZZ_LOGS"' EXIT

# Compares with another project's crate, whose unlisted faults would stop a run at random; tests/jsonld/differential.rs
# compares with it on every run, over the same documents each time.
on_demand=(expand_differential)

targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
  for file in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$file" .rs)
    if [[ " main ${on_demand[*]} " != *" $target "* ]]; then targets+=("$target"); fi
  done
fi
features=()
if [[ " ${targets[*]} " == *" expand_differential "* ]]; then features=(--features json-ld); fi

fuzz/seeds.sh
mkdir -p fuzz/artifacts
host=$(rustc +nightly --print host-tuple)
# libFuzzer's instrumentation; with --target, build scripts and macros are not instrumented
flags=(--cfg fuzzing -Cdebug-assertions -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares)
[ -z "${FUZZ_SANITIZER:-}" ] || flags+=("-Zsanitizer=$FUZZ_SANITIZER")
RUSTFLAGS="${flags[*]}" CARGO_TARGET_DIR=fuzz/target CARGO_PROFILE_RELEASE_OPT_LEVEL=${FUZZ_OPT_LEVEL:-1} \
  cargo +nightly build --quiet --locked --release --manifest-path fuzz/Cargo.toml --target "$host" "${features[@]}"
export FUZZ_PROGRAM=fuzz/target/$host/release/targets

# run_target TARGET: prints one line; fails if the target does.
run_target() {
  local target=$1 log=$FUZZ_LOGS/$1 dict
  case $target in
    json_read | jcs) dict=fuzz/dict/json.dict ;;
    plain_profile) dict=fuzz/dict/agent_description.dict ;;
    *) dict=fuzz/dict/$target.dict ;;
  esac
  [ -f "$dict" ] || { echo "fuzz $target: FAILED: no dictionary $dict"; return 1; }
  mkdir -p "fuzz/corpus/$target"
  if FUZZ_TARGET=$target "$FUZZ_PROGRAM" "fuzz/corpus/$target" -runs="$FUZZ_RUNS" -max_total_time="${FUZZ_SECONDS:-10}" -seed="${FUZZ_SEED:-1}" \
    -max_len=8192 -rss_limit_mb=2048 -dict="$dict" -artifact_prefix="fuzz/artifacts/$target-" >"$log" 2>&1; then
    echo "fuzz $target: $(grep -a '^Done' "$log")"
  else
    tail -60 "$log" | cut -c1-2000
    {
      grep -a -m1 -A3 'panicked at' "$log" | cut -c1-500 || true
      grep -a -m1 'ERROR: libFuzzer' "$log" || true
      echo "fuzz $target: FAILED"
    } >>"$FUZZ_LOGS/failed"
    return 1
  fi
}
export -f run_target

printf '%s\n' "${targets[@]}" | xargs -P 2 -I{} bash -c 'run_target {}' || {
  # last, since of a failed step the end is shown
  cat "$FUZZ_LOGS/failed"
  exit 1
}
