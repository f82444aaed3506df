// What npm's @a2a-js/sdk signs and verifies, for crates/cards/tests/cards/interop.rs: tasks on standard input, answers on standard output.
// A card is given to the SDK as the JSON that was fetched, or, where a task says `typed`, as its types read it. INTEROP_NODE_MODULES says
// where the package is.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createPrivateKey, createPublicKey} from 'node:crypto';

const sdk = createRequire(process.env.INTEROP_NODE_MODULES + '/')('@a2a-js/sdk');

// it says on standard output why a signature is refused
for(const name of ['debug', 'info', 'log']) {
  console[name] = console.error;
}

const read = task => task.typed ? sdk.AgentCard.fromJSON(task.card) : {...task.card, signatures: task.card.signatures ?? []};

async function sign(task) {
  const signer = sdk.generateAgentCardSignature(createPrivateKey(task.secret), {alg: task.alg, kid: task.kid, typ: 'JOSE'});
  return {signatures: (await signer(read(task))).signatures};
}

async function verify(task) {
  const verifier = sdk.verifyAgentCardSignature(async () => createPublicKey(task.public));
  try {
    await verifier(read(task));
    return {verified: true};
  } catch(error) {
    return {verified: false, error: error.message};
  }
}

const answers = [];
for(const task of JSON.parse(readFileSync(0, 'utf8'))) {
  answers.push(await (task.do === 'sign' ? sign : verify)(task));
}
process.stdout.write(JSON.stringify(answers));
