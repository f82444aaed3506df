// Times what npm's @a2a-js/sdk does with a card, for bench_cards.py: each line `WORK SECONDS` on stdin runs that work for that long and
// answers with the best time of one call, in microseconds.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';
import {generateKeyPairSync} from 'node:crypto';

const sdk = createRequire(process.env.INTEROP_NODE_MODULES + '/')('@a2a-js/sdk');
for(const name of ['debug', 'info', 'log']) {
  console[name] = console.error;
}
const card = readFileSync(process.argv[2], 'utf8');
const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
const sign = sdk.generateAgentCardSignature(privateKey, {alg: 'ES256', kid: 'key-1', typ: 'JOSE'});
const signatures = (await sign({...JSON.parse(card), signatures: []})).signatures;
const text = JSON.stringify({...JSON.parse(card), signatures});
const verifier = sdk.verifyAgentCardSignature(async () => publicKey);

const work = {
  verify: () => verifier(JSON.parse(text)),
  check: () => sdk.AgentCard.fromJSON(JSON.parse(card))
};

for await (const line of createInterface({input: process.stdin})) {
  const [verb, seconds] = line.split(' ');
  const end = performance.now() + seconds * 1000;
  let best = Infinity;
  while(performance.now() < end) {
    const calls = 5;
    const start = performance.now();
    for(let call = 0; call < calls; call++) {
      await work[verb]();
    }
    best = Math.min(best, (performance.now() - start) * 1000 / calls);
  }
  process.stdout.write(best + '\n');
}
