// The verdicts of npm packages on the vectors of `vectors/`, for `.ci/conformance`: as peers.py, which says the form and what counts as a refusal.
// INTEROP_NODE_MODULES says where the packages are.
import {createPublicKey} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const modules = createRequire(process.env.INTEROP_NODE_MODULES + '/');
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const NO_CONTEXT = 'a context that the caller does not have';

class Unanswered extends Error {}

const json = text => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unanswered('the caller cannot read the input');
  }
};
const text = ({body}) => new TextDecoder('utf-8', {fatal: true}).decode(body);
// the bytes that a vector has after its headers, as an expression
const source = ({name, body}) => body.length < 300 ? JSON.stringify(body.toString()) :
  `readFileSync('vectors/${name}', 'utf8').replace(/^[^]*?\\n\\n/, '')`;

const contexts = new Map();
const listed = readFileSync(join(root, 'contexts', 'src', 'lib.rs'), 'utf8');
for(const [, file, iris] of listed.matchAll(/include_bytes!\("\.\.\/([^"]+)"\)[\s\S]*?iris: \[([^\]]+)\]/g)) {
  for(const [, iri] of iris.matchAll(/"([^"]+)"/g)) {
    contexts.set(iri, join(root, 'contexts', file));
  }
}

const CALLS = {
  expand: input => `jsonld.expand(${input})`,
  nquads: input => `jsonld.toRDF(${input}, {format: 'application/n-quads'})`,
  compact: input => `jsonld.compact(${input}, {})`
};

/** JSON-LD. Limits on work are rules of this software. */
const jsonld = {
  package: 'jsonld',
  kinds: Object.keys(CALLS),
  applies: ({headers}) => headers.expect !== 'jsonld-budget',
  async judge(vector) {
    const engine = modules('jsonld');
    const {headers, folder} = vector;
    let missing;
    const documentLoader = async iri => {
      const file = iri === headers['context-iri'] ? join(folder, headers['context-file']) : contexts.get(iri);
      if(file === undefined) {
        missing = NO_CONTEXT;
        throw new Unanswered(NO_CONTEXT);
      }
      return {contextUrl: null, documentUrl: iri, document: JSON.parse(readFileSync(file, 'utf8'))};
    };
    const options = {documentLoader, base: headers.base ?? '', safe: false};
    if(headers['processing-mode'] !== undefined) {
      options.processingMode = headers['processing-mode'];
    }
    const document = json(text(vector));
    const call = {
      expand: () => engine.expand(document, options),
      nquads: () => engine.toRDF(document, {...options, format: 'application/n-quads'}),
      compact: () => engine.compact(document, JSON.parse(headers.context), options)
    };
    try {
      await call[headers.kind]();
    } catch(error) {
      // its errors have names such as `jsonld.SyntaxError`
      if(missing !== undefined || !error.name.startsWith('jsonld.')) {
        throw new Unanswered(missing ?? String(error));
      }
      return false;
    }
    return true;
  },
  lines(vector) {
    const {headers, name} = vector;
    const load = headers['context-file'] === undefined ? '' : '; jsonld.documentLoader = async iri => ' +
      `({documentUrl: iri, document: JSON.parse(readFileSync('vectors/${join(dirname(name), headers['context-file'])}', 'utf8'))})`;
    return [
      `import jsonld from 'jsonld'; import {readFileSync} from 'node:fs'${load}`,
      `console.log(await ${CALLS[headers.kind](`JSON.parse(${source(vector)})`)})`
    ];
  }
};

const OF_SIGNATURES = /^(ok|jws-(algorithm|header|key|malformed|missing|signature))$/;
const REFUSED = /^No (valid )?signatures found/;

/** Signatures of A2A cards. Who may sign is the caller's business. */
const a2a = {
  package: '@a2a-js/sdk',
  kinds: ['card-verify'],
  applies: ({headers}) => 'did-document' in headers && OF_SIGNATURES.test(headers.expect),
  async judge(vector) {
    const sdk = modules('@a2a-js/sdk');
    const methods = JSON.parse(readFileSync(join(vector.folder, vector.headers['did-document']), 'utf8')).verificationMethod;
    const card = json(text(vector));
    let unknown;
    const key = async kid => {
      const method = methods.find(({id}) => id === kid);
      unknown = method === undefined ? 'a key that the caller does not know' : unknown;
      return createPublicKey({key: method.publicKeyJwk, format: 'jwk'});
    };
    // it says on the console why it refuses a signature
    const reasons = [];
    console.debug = (...told) => reasons.push(told.at(-1));
    try {
      await sdk.verifyAgentCardSignature(key)({...card, signatures: card.signatures ?? []});
    } catch(error) {
      const lacks = reasons.some(reason => / is not supported|secp256k1/.test(reason?.message));
      if(unknown !== undefined || !REFUSED.test(error.message) || (lacks && vector.headers.expect !== 'jws-algorithm')) {
        throw new Unanswered(String(unknown ?? reasons[0] ?? error));
      }
      return false;
    }
    return true;
  },
  lines(vector) {
    const document = join(dirname(vector.name), vector.headers['did-document']);
    return [
      "import {verifyAgentCardSignature} from '@a2a-js/sdk'; import {createPublicKey} from 'node:crypto'; import {readFileSync} from 'node:fs'; " +
        `const keys = JSON.parse(readFileSync('vectors/${document}')).verificationMethod`,
      "await verifyAgentCardSignature(async kid => createPublicKey({key: keys.find(({id}) => id === kid).publicKeyJwk, format: 'jwk'}))" +
        `(JSON.parse(${source(vector)}))`
    ];
  }
};

/** Our own npm package, as wasm/test asks it. */
const own = async () => {
  const {AT, kinds, result} = await import('../../../wasm/test/answers.mjs');
  const ad = await import('../../../wasm/package/node.js');
  // this build has no validator of JSON Schemas, and reports that
  const isChecked = input => !ad.inspect(input, {at: AT}).findings.some(({message}) => message.includes('not checked in this build'));
  return {
    package: 'agent-description-wasm',
    version: JSON.parse(readFileSync(join(root, 'wasm', 'package', 'package.json'), 'utf8')).version,
    kinds: Object.keys(kinds),
    // the limits of registries are checked by registries
    applies: ({headers}) => !('for-registry' in headers),
    async judge({headers, body, folder}) {
      const input = new Uint8Array(body);
      const file = header => readFileSync(join(folder, headers[header]), 'utf8');
      const isAccepted = (await result({headers, input, file}))[0] === 'ok';
      if(isAccepted && headers.kind === 'card-check' && !isChecked(input)) {
        throw new Unanswered('a JSON Schema, which this build does not check');
      }
      return isAccepted;
    },
    lines: () => []
  };
};

const [, , name, folder] = process.argv;
const peer = {jsonld: async () => jsonld, '@a2a-js/sdk': async () => a2a, 'agent-description-wasm': own}[name];
const {kinds, applies, judge, lines, ...about} = await peer();
// a package that writes to the console does not mix with the answers
for(const level of ['debug', 'info', 'log', 'warn', 'error']) {
  console[level] = () => {};
}
const vectors = readdirSync(folder, {recursive: true}).filter(file => file.endsWith('.txt')).sort().map(file => {
  const bytes = readFileSync(join(folder, file));
  const end = bytes.indexOf('\n\n');
  const headers = bytes.subarray(0, end).toString().split('\n').map(line => line.split(/: (.*)/s).slice(0, 2));
  return {name: file, headers: Object.fromEntries(headers), body: bytes.subarray(end + 2), folder: dirname(join(folder, file))};
});
const answered = [];
for(const vector of vectors.filter(vector => kinds.includes(vector.headers.kind) && applies(vector))) {
  const {kind, expect} = vector.headers;
  try {
    const verdict = await judge(vector) ? 'accepted' : 'refused';
    answered.push({vector: vector.name, kind, expect, verdict, lines: lines(vector)});
  } catch(error) {
    // not what the package documents as a refusal
    answered.push({vector: vector.name, kind, expect, verdict: 'unanswered', lines: [String(error).slice(0, 200)]});
  }
}
const manifest = about.version ?? JSON.parse(readFileSync(join(process.env.INTEROP_NODE_MODULES, about.package, 'package.json'), 'utf8')).version;
process.stdout.write(JSON.stringify({version: manifest, vectors: answered}));
