#!/usr/bin/env bash
# Makes the corpora's seeds from the vectors: fuzz/corpus/TARGET/, beside what fuzzing has found already.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

# seed TARGET KIND...: the inputs of all vectors of these kinds that are small enough to mutate.
seed() {
  local target=$1 kind file name
  shift
  mkdir -p "fuzz/corpus/$target"
  for kind in "$@"; do
    while IFS= read -r file; do
      name=$(echo "${file#vectors/}" | tr '/' '-')
      sed '1,/^$/d' "$file" >"fuzz/corpus/$target/seed-$name"
    done < <(find vectors -name '*.txt' -size -64k -exec grep -lxa "kind: $kind" {} + | sort)
  done
  echo "$target: $(find "fuzz/corpus/$target" -name 'seed-*' | wc -l) seeds"
}

seed json_read json document jcs public-key did-document check verify expand
seed jcs jcs json document
seed did did did-url
seed did_document did-document
