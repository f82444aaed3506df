// What npm's `jsonld` makes of agent descriptions, for tests/description/readers/mod.rs: the same batches and answers as read_descriptions.py.
import {readFileSync, writeFileSync} from 'node:fs';
import {jsonld, loader} from './expand_jsonld.mjs';

function term(node) {
  if(node.termType === 'NamedNode') {
    return '<' + node.value;
  }
  return node.termType === 'BlankNode' ? node.value : [node.value, node.datatype.value];
}

async function read(document, base, documentLoader) {
  const options = {base, documentLoader, safe: false};
  if('expandContext' in document) {
    options.expandContext = document.expandContext;
  }
  try {
    const quads = await jsonld.toRDF(JSON.parse(document.text), options);
    return {quads: quads.map(quad => [term(quad.subject), term(quad.predicate), term(quad.object)])};
  } catch(error) {
    return {error: String(error).slice(0, 300)};
  }
}

const [, , batchFile, answersFile] = process.argv;
const batch = JSON.parse(readFileSync(batchFile, 'utf8'));
const documentLoader = loader(batch.contexts);
const answers = [];
for(const document of batch.documents) {
  const groups = new Map();
  for(const [number, base] of batch.bases.entries()) {
    const reading = await read(document, base, documentLoader);
    const key = JSON.stringify(reading);
    if(!groups.has(key)) {
      groups.set(key, {bases: [], ...reading});
    }
    groups.get(key).bases.push(number);
  }
  answers.push([...groups.values()]);
}
writeFileSync(answersFile, JSON.stringify(answers));
