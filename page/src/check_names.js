// The checks of a verification: a plain name, and the meaning that `adp explain NAME` prints, in English and Chinese.

import { currentLanguage } from './language.js'

const ROWS = {
  'strict-json': ['Readable JSON', '可读取的 JSON', 'The bytes are strict JSON.', '内容是严格的 JSON。'],
  proof: ['One proof', '唯一的完整性校验信息', 'There is one proof and its members have the right types.', '有且只有一个完整性校验信息（proof），其成员类型正确。'],
  suite: ['Known signature method', '已知的签名方法', "The proof's suite is known and allowed.", '完整性校验信息所用的密码套件已知且被允许。'],
  'proof-value': ['Signature encoding', '签名编码', "`proofValue` has the suite's encoding.", '`proofValue` 采用该套件的编码。'],
  'method-url': ['Key is named', '指明密钥', '`verificationMethod` is a DID with a fragment.', '`verificationMethod` 是带片段的 DID。'],
  contexts: ['Contexts are known', '上下文已知', 'Every context of the document is embedded or supplied by the caller.', '文档的每个上下文都已内置或由调用者提供。'],
  structure: ['Nothing is hidden', '没有隐藏内容', 'The structure does not hide, move or rename data.', '结构没有隐藏、移动或重命名数据。'],
  subject: ['One subject', '唯一的描述对象', 'The document names one subject.', '文档指明一个描述对象。'],
  resolve: ['DID document', 'DID 文档', "The signer's DID document was obtained and is valid.", '已取得签名者的 DID 文档，且该文档有效。'],
  method: ['Key is in the DID document', '密钥在 DID 文档中', 'The DID document contains the method, and controls it.', 'DID 文档包含并控制该验证方法。'],
  authorized: ['Key may sign', '密钥有权签名', "The method is listed under the proof's purpose, and the DID's binding key, if any, has signed its key.", '验证方法列在完整性校验信息的用途之下；若 DID 有绑定密钥，则该密钥已对其签名。'],
  'key-type': ['Key type', '密钥类型', "The method's key has the suite's type.", '验证方法的密钥类型与套件一致。'],
  signature: ['Signature matches the text', '签名与内容相符', 'The signature verifies.', '签名通过验证。'],
  purpose: ['Purpose', '用途', 'The purpose is the expected one.', '用途与预期一致。'],
  signer: ['Signer is the agent', '签名者就是该智能体', 'The signer is the subject, or the one that the caller requires.', '签名者是文档的描述对象，或调用者要求的签名者。'],
  domain: ['Host', '主机', '`domain` is the host of the document.', '`domain` 是文档的主机。'],
  challenge: ['Challenge', '挑战信息', '`challenge` is the expected one.', '`challenge` 与预期一致。'],
  time: ['Dates', '时间', 'The proof is valid at the time of verification.', '完整性校验信息在验证时有效。'],
  model: ['Content can be read', '内容可读取', 'The model can be read.', '可以读取文档的数据。'],
  'id-matches-url': ['Address of the document', '文档地址', "Evidence only: the document's `@id` is the URL it was fetched from.", '仅供参考：文档的 `@id` 是获取它的 URL。'],
  'did-host-matches': ['Host of the DID', 'DID 的主机', "Evidence only: the DID's host is the host of the fetch.", '仅供参考：DID 的主机就是获取文档的主机。'],
  'service-links-back': ['Link from the DID document', 'DID 文档的链接', 'Evidence only: an `AgentDescription` service of the DID document names this document.', '仅供参考：DID 文档的 `AgentDescription` 服务指向此文档。'],
  root: ['Signature of the catalog', '目录的签名', 'A catalog: its own signature verifies.', '目录：其自身的签名通过验证。'],
  manifest: ['Signature of an entry', '条目的签名', 'A catalog: the trust manifest of an entry verifies.', '目录：条目的信任清单通过验证。'],
  coverage: ['Whole catalog is signed', '整个目录已签名', 'A catalog: a signature covers the catalog itself, not only its entries.', '目录：签名覆盖目录本身，而不仅是其条目。'],
  handle: ['Handle names the DID', 'Handle 指明 DID', 'A Handle: its provider names the DID.', 'Handle：其提供者指明 DID。'],
  generation: ['Number of the binding', '绑定编号', 'A Handle: the number of its binding, which grows with each change of the DID or the status.', 'Handle：其绑定的编号，每次更改 DID 或状态时递增。'],
  binding: ['DID confirms the Handle', 'DID 确认 Handle', 'A Handle: the DID confirms it.', 'Handle：DID 确认它。'],
  continuity: ['Same agent as before', '与先前是同一智能体', 'A Handle: its DID succeeds the one that it named before.', 'Handle：其 DID 继承先前的 DID。'],
  profile: ['Profile is signed', '资料已签名', 'A Handle: the DID signed its profile.', 'Handle：DID 已对其资料签名。'],
}

const known = new Map(Object.entries(ROWS))
const chosen = ([english, chinese]) => (currentLanguage() === 'en' ? english : chinese)

/** The names of all checks. */
export const CHECKS = [...known.keys()]

/** The plain name of a check; a number behind its name, as in `signature 0`, counts from 1 for people. */
export const checkName = (name) => {
  const [, base, rest] = /^(\S+)(?: (.*))?$/s.exec(name) ?? [null, name]
  const row = known.get(base)
  if (row === undefined) return name
  return rest === undefined ? chosen(row) : `${chosen(row)} (${/^\d+$/.test(rest) ? Number(rest) + 1 : rest})`
}

/** What a check means, or `null` if there is none of this name. */
export const checkMeaning = (name) => {
  const row = known.get(name.split(' ')[0])
  return row === undefined ? null : chosen(row.slice(2))
}
