// Times parsing and expansion, compaction or flattening by npm's `jsonld` for bench_jsonld.py: each line `WORK DOCUMENT SECONDS` on
// stdin runs that work for that long and answers with the best time of one call, in microseconds.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';

const jsonld = createRequire(process.env.INTEROP_NODE_MODULES + '/')('jsonld');
const {documents, contexts} = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const documentLoader = async iri => ({contextUrl: null, documentUrl: iri, document: contexts[iri]});
const options = {base: 'https://example.com/ad.json', documentLoader, safe: false};

const work = {
  expand: document => jsonld.expand(document, options),
  compact: document => jsonld.compact(document, document['@context'], options),
  flatten: document => jsonld.flatten(document, null, options)
};

for await (const line of createInterface({input: process.stdin})) {
  const [verb, name, seconds] = line.split(' ');
  const text = documents[name];
  const end = performance.now() + seconds * 1000;
  let best = Infinity;
  while(performance.now() < end) {
    const calls = 20;
    const start = performance.now();
    for(let call = 0; call < calls; call++) {
      await work[verb](JSON.parse(text));
    }
    best = Math.min(best, (performance.now() - start) * 1000 / calls);
  }
  console.log(best);
}
