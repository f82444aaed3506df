#!/usr/bin/env bash
# Load on axum_server from a second process: `bash crates/server/benches/load.sh [SECONDS] [CONNECTIONS]`, a Markdown table on stdout. See docs/background/measurements.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
seconds=${1:-300} connections=${2:-32} port=${PORT:-18080} callers=64
# the profile `bench` writes to target/release
cargo build --quiet --profile bench --locked -p adp-server --example axum_server
folder=$(mktemp -d)
client() { cargo bench --quiet --locked -p adp-server --bench auth_load -- "$@"; }
client identities "$folder" "$callers"
# nonces of 2 minutes at 20,000 requests a second, the share of one caller included
target/release/examples/axum_server --listen "127.0.0.1:$port" --did-documents "$folder" --capacity "${CAPACITY:-4194304}" 2>"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
until grep -q listening "$folder/log"; do sleep 0.1; done
load() { client "$1" --target "127.0.0.1:$port" --pid "$server" --seconds "$2" --connections "$connections" --callers "$callers"; }
echo "| requests | connections | time | per second | p50 | p99 | longest | server's processor time each | answers | server's memory | nonces remembered |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
# what grows once (threads, connections, caches) has grown before anything is measured
load open 2 >/dev/null
for mode in open bearer signed signed open; do load "$mode" "$seconds"; done
