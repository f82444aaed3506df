// Compaction and flattening of JSON-LD documents by npm's `jsonld`, for tests/interop/compaction/mod.rs: batch file in, answers file out.
// Contexts come from the batch's files, never from the network. INTEROP_NODE_MODULES says where the package is.
import {readFileSync, writeFileSync} from 'node:fs';
import {attempt, jsonld, loader} from './expand_jsonld.mjs';

const [, , batchFile, answersFile] = process.argv;
const batch = JSON.parse(readFileSync(batchFile, 'utf8'));
const options = {base: batch.base, documentLoader: loader(batch.contexts), safe: false};
const answers = [];
for(const {expanded, context} of batch.documents) {
  answers.push({
    compacted: await attempt(() => jsonld.compact(expanded, context, {...options, skipExpansion: true})),
    flattened: await attempt(() => jsonld.flatten(expanded, null, {...options, base: ''}))
  });
}
writeFileSync(answersFile, JSON.stringify(answers));
