// The verdicts of npm packages on the vectors of `vectors/`, for `.ci/conformance`: as peers.py, which says the form. INTEROP_NODE_MODULES says where the packages are.
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createPublicKey} from 'node:crypto';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const modules = createRequire(process.env.INTEROP_NODE_MODULES + '/');
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
// a package that says on standard output why it refuses does not mix with the answers
for(const name of ['debug', 'info', 'log', 'warn', 'error']) {
  console[name] = () => {};
}

function vectors(folder, kinds) {
  const all = readdirSync(folder, {recursive: true}).filter(name => name.endsWith('.txt')).sort();
  return all.map(name => {
    const bytes = readFileSync(join(folder, name));
    const end = bytes.indexOf('\n\n');
    const lines = bytes.subarray(0, end).toString().split('\n').map(line => line.split(/: (.*)/s));
    return {name, headers: Object.fromEntries(lines), body: bytes.subarray(end + 2), folder: dirname(join(folder, name))};
  }).filter(vector => kinds.includes(vector.headers.kind));
}

const text = ({body}) => new TextDecoder('utf-8', {fatal: true}).decode(body);
const quoted = ({body}) => body.length < 400 ? JSON.stringify(body.toString()) : "readFileSync(VECTOR_FILE, 'utf8').replace(/^[^]*?\\n\\n/, '')";

const contexts = new Map();
const source = readFileSync(join(root, 'contexts', 'src', 'lib.rs'), 'utf8');
for(const [, file, iris] of source.matchAll(/include_bytes!\("\.\.\/([^"]+)"\)[\s\S]*?iris: \[([^\]]+)\]/g)) {
  for(const [, iri] of iris.matchAll(/"([^"]+)"/g)) {
    contexts.set(iri, join(root, 'contexts', file));
  }
}

async function judgeJsonld(vector) {
  const jsonld = modules('jsonld');
  const {headers, folder} = vector;
  const documentLoader = async iri => {
    const file = iri === headers['context-iri'] ? join(folder, headers['context-file']) : contexts.get(iri);
    if(file === undefined) {
      throw new Error(`no context ${iri}`);
    }
    return {contextUrl: null, documentUrl: iri, document: JSON.parse(readFileSync(file, 'utf8'))};
  };
  const options = {documentLoader, base: headers.base ?? '', safe: false};
  if(headers['processing-mode'] !== undefined) {
    options.processingMode = headers['processing-mode'];
  }
  const document = JSON.parse(text(vector));
  const calls = {
    expand: () => jsonld.expand(document, options),
    nquads: () => jsonld.toRDF(document, {...options, format: 'application/n-quads'}),
    compact: () => jsonld.compact(document, JSON.parse(headers.context), options)
  };
  await calls[headers.kind]();
}

async function judgeCard(vector) {
  const sdk = modules('@a2a-js/sdk');
  const document = JSON.parse(readFileSync(join(vector.folder, vector.headers['did-document']), 'utf8'));
  const key = async kid => {
    const method = document.verificationMethod.find(method => method.id === kid);
    return createPublicKey({key: method.publicKeyJwk, format: 'jwk'});
  };
  const card = JSON.parse(text(vector));
  await sdk.verifyAgentCardSignature(key)({...card, signatures: card.signatures ?? []});
}

const CALLS = {expand: 'jsonld.expand', nquads: 'jsonld.toRDF', compact: 'jsonld.compact'};
const ofSignatures = /^(ok|jws-(algorithm|header|key|malformed|missing|signature))$/;
const PEERS = {
  jsonld: {
    package: 'jsonld', kinds: Object.keys(CALLS), judge: judgeJsonld, applies: () => true,
    lines: vector => ["import jsonld from 'jsonld'", `await ${CALLS[vector.headers.kind]}(JSON.parse(${quoted(vector)}))`]
  },
  '@a2a-js/sdk': {
    package: '@a2a-js/sdk', kinds: ['card-verify'], judge: judgeCard,
    applies: ({headers}) => 'did-document' in headers && ofSignatures.test(headers.expect),
    lines: vector => [
      "import {verifyAgentCardSignature} from '@a2a-js/sdk'",
      `await verifyAgentCardSignature(async () => KEY)(JSON.parse(${quoted(vector)}))`
    ]
  }
};

const [, , name, folder] = process.argv;
const peer = PEERS[name];
const answered = [];
for(const vector of vectors(folder, peer.kinds).filter(peer.applies)) {
  let reason = null;
  try {
    await peer.judge(vector);
  } catch(error) {
    reason = `${error.name}: ${error.message}`.slice(0, 200);
  }
  const {kind, expect} = vector.headers;
  answered.push({vector: vector.name, kind, expect, accepted: reason === null, reason, lines: peer.lines(vector)});
}
const {version} = JSON.parse(readFileSync(join(process.env.INTEROP_NODE_MODULES, peer.package, 'package.json'), 'utf8'));
process.stdout.write(JSON.stringify({version, vectors: answered}));
