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
seed yaml json document
mkdir -p fuzz/corpus/yaml
number=0
while IFS= read -r text; do
  number=$((number + 1))
  printf '%b' "$text" >"fuzz/corpus/yaml/seed-$number"
done <<'YAML'
openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n  /a:\n    get:\n      responses:\n        200: {description: yes}\n
a: &a [1, {b: &b c}]\nd: *a\n*b : [*b, *a]\n
- |\n  text\n   more\n- >-\n  folded\n  line\n\n- "a\\x41\\\n  b"\n- 'it''s'\n
%YAML 1.2\n# c\n---\n? a\n: !!str 1\n? b\n...\n
[a: 1, {b, c: }, [], 0o17, 0x1f, -1.5e3, ~, .inf]\n
a0: &a0 [x,x]\na1: &a1 [*a0,*a0]\na2: &a2 [*a1,*a1]\n
YAML
seed jcs jcs json document
seed did did did-url
seed did_document did-document
seed card card-check card-sign card-verify
seed changes card-check convert diff lock
seed mcp card-check mcp-call
# both documents of a vector in one
mkdir -p fuzz/corpus/intent
for file in vectors/intent/*.txt; do
  printf '{"card": %s, "message": %s}' "$(sed -n 's/^card: //p' "$file")" "$(sed '1,/^$/d' "$file")" >"fuzz/corpus/intent/seed-$(basename "$file")"
done
seed envelope message-check message-verify
# lists in the form of each API, as the target reads them: which API, then the list
mkdir -p fuzz/corpus/tool_lists
number=0
while IFS= read -r list; do
  number=$((number + 1))
  for api in 0 1 2 3 4; do
    printf '%s%s' "$api" "$list" >"fuzz/corpus/tool_lists/seed-$number-$api"
  done
done <<'LISTS'
{"tools": [{"name": "rooms.list", "title": "A", "inputSchema": {"type": "object", "properties": {"filter[city]": {"type": "string"}, "$top": {"type": "integer"}}, "required": ["$top"]}}, {"name": "rooms_list", "inputSchema": {"type": "object"}}]}
[{"type": "function", "function": {"name": "book", "description": "Books.", "strict": true, "parameters": {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}, "required": ["n"], "additionalProperties": false}}}, {"type": "web_search"}]
[{"name": "a/b", "description": "A", "input_schema": {"type": "object", "$defs": {"x": {"properties": {"": true}}}, "oneOf": [{"required": ["a b"]}], "properties": {"a b": {"$ref": "#/$defs/x"}, "a_b": {"type": "array"}}}}]
{"functionDeclarations": [{"name": "1", "parameters": {"type": "OBJECT", "properties": {"list": {"type": "ARRAY", "items": {"type": "STRING", "nullable": true}}}}}, {"name": "1", "parametersJsonSchema": {"type": "object"}}]}
[{"functionDeclarations": [{"name": "", "description": "A"}]}, {"googleSearch": {}}]
LISTS
seed catalog catalog-check catalog-verify
seed jws jws
seed agents_json flow-check
seed openapi flow-check
seed arazzo_expression flow-check
number=0
while IFS= read -r text; do
  number=$((number + 1))
  printf '%s' "$text" >"fuzz/corpus/arazzo_expression/seed-$number"
done <<'EXPRESSIONS'
$steps.place.outputs.id#/a~1b/0
$response.header.X-Rate-Limit
Bearer {$inputs.token} and {$url}
$statusCode == 200 || ($response.body#/status != 'it''s' && !($inputs.pets[0].name < 1.5))
$workflows.order.outputs.id
EXPRESSIONS
mkdir -p fuzz/corpus/query
number=0
while IFS= read -r text; do
  number=$((number + 1))
  printf '%s' "$text" >"fuzz/corpus/query/seed-$number"
done <<'SEARCHES'
hotel room
name:hotel OR (skills.tags:"two words" AND NOT verified:true)
displayName:works* agentId=urn:air:h.example:a:b
"a (b) \"c\" \\"* 订酒店 OR 茶
NOT NOT (a OR (b c))
did:did:wba:h.example format=a2a-card/1.0
name:(a
SEARCHES
seed proof_value proof-value
seed expand expand nquads compact check document
seed context expand
seed to_rdf nquads expand check
seed agent_description check verify
printf '%s' '{"protocolType": "anp", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "C", "url": "https://hotel.example/ad.json", "securityDefinitions": {"s": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "s"}' \
  >fuzz/corpus/agent_description/seed-anp-07
seed plain_profile check verify
# seeds a generator: any bytes are a document
seed expand_differential expand check verify did-document
seed verify verify
# changes of one place, as the target reads them: which vector, where (two bytes), what kind, which bytes
for which in 0 1 2 3; do
  for at in 00 40 80 c0; do
    printf "\\x0$which\\x02\\x$at\\x00 " >"fuzz/corpus/verify/seed-insert-$which-$at"
    printf "\\x0$which\\x01\\x$at\\x01x" >"fuzz/corpus/verify/seed-replace-$which-$at"
    printf "\\x0$which\\x00\\x$at\\x05" >"fuzz/corpus/verify/seed-delete-$which-$at"
  done
done
# credentials of both forms; a signature is read before anybody looks whether it verifies
mkdir -p fuzz/corpus/didwba_header
number=0
signature=$(printf 'A%.0s' {1..86})
while IFS= read -r credentials; do
  number=$((number + 1))
  printf '%s' "${credentials//SIGNATURE/$signature}" >"fuzz/corpus/didwba_header/seed-$number"
done <<'CREDENTIALS'
DIDWba v="1.1", did="did:wba:example.com:alice", nonce="9b5d0a54c2d1c06d", timestamp="2026-01-31T12:05:00Z", verification_method="key-1", signature="SIGNATURE"
DIDWba v="1.0", did="did:wba:example.com%3A8443:a:b", nonce="1", timestamp="2026-01-31T13:05:00+01:00", verification_method="key-1", signature="SIGNATURE"
didwba did="did:wba:example.com", nonce="~", timestamp="2026-01-31T12:05:00.5Z", verification_method="a/b?c", signature="SIGNATURE"
DIDWba Signature="SIGNATURE" , verification_method="1" ,nonce=" ",did="did:web:example.com",timestamp="2026-01-31T12:05:00Z"
{"v": "1.1", "did": "did:wba:example.com:alice", "nonce": "9b5d0a54c2d1c06d", "timestamp": "2026-01-31T12:05:00Z", "verification_method": "key-1", "signature": "SIGNATURE"}
{"signature": "SIGNATURE", "verification_method": "key-1", "timestamp": "2026-01-31T12:05:00Z", "nonce": "\u0041", "did": "did:wba:example.com"}
CREDENTIALS
# requests as the target reads them: a signature is read before anybody looks whether it verifies
mkdir -p fuzz/corpus/http_signature
number=0
parameters='created=1769861100;expires=1769861160;nonce="n-1";keyid="did:wba:agent.example.com#key-1"'
digest='sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'
while IFS= read -r head; do
  number=$((number + 1))
  head=${head//PARAMETERS/$parameters}
  head=${head//SIGNATURE/${signature}==}
  printf '%b\n\n' "${head//DIGEST/$digest}" >"fuzz/corpus/http_signature/seed-$number"
done <<'REQUESTS'
GET /a?b=1\nsignature-input: sig1=("@method" "@target-uri");PARAMETERS\nsignature: sig1=:SIGNATURE:
GET https://agent.example.com/a\nsignature-input: sig1=("@method" "@target-uri" "@authority" "@scheme" "@request-target" "@path" "@query");PARAMETERS;alg="ed25519"\nsignature: sig1=:SIGNATURE:
GET /?a=1&b=%20\nsignature-input: sig1=("@method" "@target-uri" "@query-param";name="a" "@query-param";name="b");PARAMETERS;tag="t;u"\nsignature: sig1=:SIGNATURE:
POST /a\ncontent-digest: DIGEST\nx-a: 1\nx-a: 2\nsignature-input: g=("x");keyid="g", sig1=("content-digest" "@method" "@target-uri" "x-a" "x-a";bs);PARAMETERS\nsignature: g=:AAAA:, sig1=:SIGNATURE:
POST /a\npriority: u=1, i\ncontent-digest: DIGEST\nsignature-input: sig1=("@method" "@target-uri" "content-digest" "priority";sf "priority";key="u");PARAMETERS\nsignature: sig1=:SIGNATURE:
OPTIONS *\nsignature-input: sig1=("@request-target";req "@status");created=1\nsignature: sig1=:SIGNATURE:
REQUESTS
