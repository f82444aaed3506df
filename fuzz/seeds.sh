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
seed proof_value proof-value
seed expand expand nquads compact check document
seed context expand
seed to_rdf nquads expand check
seed agent_description check verify
seed verify verify
# changes of one place, as the target reads them: which vector, where (two bytes), what kind, which bytes
for which in 0 1 2 3; do
  for at in 00 40 80 c0; do
    printf "\\x0$which\\x02\\x$at\\x00 " >"fuzz/corpus/verify/seed-insert-$which-$at"
    printf "\\x0$which\\x01\\x$at\\x01x" >"fuzz/corpus/verify/seed-replace-$which-$at"
    printf "\\x0$which\\x00\\x$at\\x05" >"fuzz/corpus/verify/seed-delete-$which-$at"
  done
done
