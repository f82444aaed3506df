#!/usr/bin/env bash
# Builds the npm package into wasm/package/dist: `bash wasm/build.sh`.
# Rust for WebAssembly is that of rustup (`rustup target add wasm32-unknown-unknown`), else Debian's (`apt install rustc-web rust-web-src`).
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
out=$target/wasm
dist=wasm/package/dist
mkdir -p "$out"

std=()
if rustup target list --installed 2>/dev/null | grep -q '^wasm32-unknown-unknown$'; then
  :
elif [ -x /usr/bin/rustc ] && [ -d /usr/lib/rustlib/src/rust ]; then
  # the standard library is built from Debian's sources, which takes a minute once
  export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
  std=(-Zbuild-std=std,panic_abort)
  linker=$(ls -d "$HOME"/.rustup/toolchains/*/lib/rustlib/*/bin/rust-lld 2>/dev/null | head -1 || true)
  [ -z "$linker" ] || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
else
  echo "no Rust for WebAssembly: run 'rustup target add wasm32-unknown-unknown', or 'apt install rustc-web rust-web-src'" >&2
  exit 1
fi

# panics end the instance: where they were in the source is of use to nobody
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zlocation-detail=none ${RUSTFLAGS:-}" CARGO_TARGET_DIR=$out cargo build --locked -p adp-wasm --profile wasm --target wasm32-unknown-unknown "${std[@]}"
unset RUSTC RUSTC_BOOTSTRAP
CARGO_TARGET_DIR=$out/bindgen cargo build --quiet --locked --manifest-path wasm/bindgen/Cargo.toml
rm -rf "$dist"
"$out/bindgen/debug/adp-wasm-bindgen" "$out/wasm32-unknown-unknown/wasm/adp_wasm.wasm" "$dist"
# after a panic the instance is dead, and a new one takes its place: the loader must not keep the first
sed -i 's/if (wasm !== undefined) return wasm;//' "$dist/adp.js"
if grep -q 'wasm !== undefined' "$dist/adp.js"; then
  echo "the loader of this version of wasm-bindgen keeps its first instance: adapt wasm/build.sh" >&2
  exit 1
fi

# Features by name: with all of them it writes types that Node 20 does not know.
features=(bulk-memory bulk-memory-opt nontrapping-float-to-int sign-ext mutable-globals reference-types multivalue call-indirect-overlong)
wasm_opt=${WASM_OPT:-wasm/node_modules/.bin/wasm-opt}
[ -x "$wasm_opt" ] || npm ci --prefix wasm --silent --no-fund --no-audit
"$wasm_opt" -Oz "${features[@]/#/--enable-}" --strip-debug --strip-producers "$dist/adp_bg.wasm" -o "$dist/adp.wasm"
rm "$dist/adp_bg.wasm"
wc -c "$dist/adp.wasm"
