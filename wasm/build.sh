#!/usr/bin/env bash
# Builds the npm package into wasm/package/dist: `bash wasm/build.sh`.
# The standard library is built for size, from the sources of rustup (`rustup component add rust-src`) or Debian (`apt install rustc-web rust-web-src lld`).
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
out=$target/wasm
dist=wasm/package/dist
mkdir -p "$out"

has_sources() { [ -f "$("$1" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std/Cargo.toml" ]; }
if has_sources rustc; then
  :
elif has_sources /usr/bin/rustc; then
  RUSTC=/usr/bin/rustc
  # it has no linker for WebAssembly of its own
  linker=$(ls -d "$HOME"/.rustup/toolchains/*/lib/rustlib/*/bin/rust-lld 2>/dev/null | head -1 || true)
  [ -n "$linker" ] || linker=$(compgen -c wasm-ld | sort -V | tail -1)
  [ -z "$linker" ] || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
else
  echo "no sources of Rust's standard library: run 'rustup component add rust-src', or 'apt install rustc-web rust-web-src lld'" >&2
  exit 1
fi

# a panic ends the instance: its message and its place in the source would be a tenth of the module
size="-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=shallow"

# Features by name: with all of them it writes types that Node 20 does not know.
features=(bulk-memory bulk-memory-opt nontrapping-float-to-int sign-ext mutable-globals reference-types multivalue call-indirect-overlong)
wasm_opt=${WASM_OPT:-wasm/node_modules/.bin/wasm-opt}
[ wasm/node_modules/.package-lock.json -nt wasm/package-lock.json ] || npm ci --prefix wasm --silent --no-fund --no-audit
# These passes remove code. What -Oz does beyond, it makes the module smaller by a tenth and what is compressed of it larger by a twentieth.
passes=(dce remove-unused-names merge-blocks precompute vacuum optimize-instructions simplify-locals-notee-nostructure vacuum
  duplicate-function-elimination dae simplify-globals remove-unused-module-elements)

# module FOLDER OPTION...: the module, made with these options of Cargo.
module() {
  local folder=$1
  shift
  RUSTC_BOOTSTRAP=1 env ${RUSTC:+RUSTC="$RUSTC"} RUSTFLAGS="$size ${RUSTFLAGS:-}" CARGO_TARGET_DIR="$out" cargo build --locked -p adp-wasm \
    --profile wasm --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
  "$out/bindgen/debug/adp-wasm-bindgen" "$out/wasm32-unknown-unknown/wasm/adp_wasm.wasm" "$folder"
  # after a panic the instance is dead, and a new one takes its place: the loader must not keep the first
  sed -i 's/if (wasm !== undefined) return wasm;//' "$folder/adp.js"
  if grep -q 'wasm !== undefined' "$folder/adp.js"; then
    echo "the loader of this version of wasm-bindgen keeps its first instance: adapt wasm/build.sh" >&2
    exit 1
  fi
  "$wasm_opt" "${features[@]/#/--enable-}" --strip-debug --strip-producers --strip-target-features --shrink-level=2 "${passes[@]/#/--}" \
    "$folder/adp_bg.wasm" -o "$folder/adp.wasm"
  rm "$folder/adp_bg.wasm"
  wc -c "$folder/adp.wasm"
}

CARGO_TARGET_DIR=$out/bindgen cargo build --quiet --locked --manifest-path wasm/bindgen/Cargo.toml
rm -rf "$dist" "$dist-verify"
# for programs that only verify descriptions and cards
module "$dist-verify" --no-default-features
module "$dist"
