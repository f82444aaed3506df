// Compiled, not run: the declarations say what the documentation shows.
import { ANY, AdpError, convert, covers, diff, explain, inspect, needs, sign, signers, verify } from '../package/index.js'
import type { Finding, Verification } from '../package/index.js'

const findings: Finding[] = inspect('{}', { at: new Date(), strict: true }).findings
const found: Verification = verify(new Uint8Array(), { domain: ANY, didDocuments: { 'did:wba:a.example': {} } })
const names: string[] = signers({}).concat(needs('{}', { domain: null }).map(({ name }) => name))
const text: Promise<string> = sign('{}', { method: 'did:wba:a.example#key-1', sign: (payload) => payload, publicKey: {} })
const classes: string[] = diff('{}', '{}').changes.map((change) => change.class)
const losses: string[] = convert('{}', { to: 'anp-07' }).losses.map((loss) => loss.reason)
const complete: boolean = covers('{}').complete
const why: string | null | undefined = explain('adp-5-name').why
const code = (error: AdpError): string => error.code
// @ts-expect-error: `domain` has no default
verify('{}', {})
// @ts-expect-error: no such target
convert('{}', { to: 'yaml' })
export { classes, code, complete, findings, found, losses, names, text, why }
