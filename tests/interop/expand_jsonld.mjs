// Expansion and RDF of JSON-LD documents by npm's `jsonld`, for tests/interop/jsonld/mod.rs: batch file in, answers file out.
// Contexts come from the batch's files, never from the network. INTEROP_NODE_MODULES says where the package is.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';

export const jsonld = createRequire(process.env.INTEROP_NODE_MODULES + '/')('jsonld');
const CANON = {algorithm: 'URDNA2015', format: 'application/n-quads', safe: false, maxWorkFactor: Infinity};

export function loader(contexts) {
  const documents = new Map();
  return async iri => {
    if(!(iri in contexts)) {
      throw new jsonld.JsonLdError(`no context ${iri}`, 'jsonld.LoadDocumentError', {code: 'loading remote context failed'});
    }
    if(!documents.has(iri)) {
      documents.set(iri, JSON.parse(readFileSync(contexts[iri], 'utf8')));
    }
    return {contextUrl: null, documentUrl: iri, document: documents.get(iri)};
  };
}

// The specification's error code: it stands in the outermost cause that has one.
function codeOf(error) {
  for(let at = error; at; at = at.details?.cause ?? at.cause) {
    if(at.details?.code) {
      return at.details.code;
    }
  }
  return 'no code';
}

export async function attempt(action) {
  try {
    return {ok: await action()};
  } catch(error) {
    // a crash is an answer too: the test lists the known ones
    return {error: String(error.name).startsWith('jsonld.') ? codeOf(error) : `crash: ${error.name}`};
  }
}

async function answer(document, shared) {
  const source = JSON.parse(document.text);
  const options = {...shared};
  if('expandContext' in document) {
    options.expandContext = document.expandContext;
  }
  const result = {
    expanded: await attempt(() => jsonld.expand(source, options)),
    quads: await attempt(() => jsonld.canonize(source, {...options, ...CANON}))
  };
  if('expanded' in document) {
    result.quadsOfOurExpansion = await attempt(() => jsonld.canonize(document.expanded, {...CANON, skipExpansion: true}));
  }
  if('nquads' in document) {
    const reading = {inputFormat: 'application/n-quads', ...CANON};
    result.ourQuads = await attempt(() => jsonld.canonize(document.nquads, reading));
  }
  return result;
}

// only where this is the program, not a part of another
if(process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , batchFile, answersFile] = process.argv;
  const batch = JSON.parse(readFileSync(batchFile, 'utf8'));
  const options = {base: batch.base, documentLoader: loader(batch.contexts), safe: false};
  const answers = [];
  for(const document of batch.documents) {
    answers.push(await answer(document, options));
  }
  writeFileSync(answersFile, JSON.stringify(answers));
}
